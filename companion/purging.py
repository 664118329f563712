"""Making room: what nobody has touched for long goes, as it does by itself while people play."""

from contextlib import closing

import click
from flask import current_app
from flask.cli import with_appcontext

from companion.door import Unfit
from companion.table import Away

AWAY = (
    "The database cannot be reached, or nothing can be written. "
    "`companion doctor` says more about it."
)


@click.command("purge")
@with_appcontext
def purge_command() -> None:
    """Remove tables untouched for KEEP_DAYS, and those deleted more than a day ago."""
    days = current_app.config["KEEP_DAYS"]
    try:
        with closing(current_app.extensions["store"]) as store:
            with store.found():  # none is made here, nor brought up to date
                pass
            gone = store.purge(days)
    except Unfit as error:
        raise click.ClickException(str(error)) from None
    except Away:
        raise click.ClickException(AWAY) from None
    tables = "1 table" if gone == 1 else f"{gone:,} tables"
    click.echo(f"{tables} removed: untouched for {days} days, or deleted more than a day ago.")
