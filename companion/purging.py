"""Making room: what nobody has touched for long goes, as it does by itself while people play."""

import click
from alembic.util import CommandError
from flask import current_app
from flask.cli import with_appcontext

from companion.table import Away

AWAY = (
    "The database cannot be reached, nothing can be written, or it is of a newer version. "
    "`companion doctor` says more about it."
)


@click.command("purge")
@with_appcontext
def purge_command() -> None:
    """Remove tables untouched for KEEP_DAYS, and those deleted more than a day ago."""
    days = current_app.config["KEEP_DAYS"]
    try:
        gone = current_app.extensions["store"].purge(days)
    except (Away, CommandError):
        raise click.ClickException(AWAY) from None
    tables = "1 table" if gone == 1 else f"{gone:,} tables"
    click.echo(f"{tables} removed: untouched for {days} days, or deleted more than a day ago.")
