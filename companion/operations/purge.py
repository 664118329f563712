"""Making room: what nobody has touched for long goes, as it does by itself while people play."""

from contextlib import closing

import click
from flask import current_app
from flask.cli import with_appcontext

from companion.operations import users
from companion.operations.counting import count
from companion.store.tables.expiry import GRACE


@click.command("purge")
@click.option("--all", "at_once", is_flag=True, help="Remove all of them now, without waiting.")
@with_appcontext
def purge_command(at_once: bool) -> None:
    """Remove tables that nobody has used for KEEP_DAYS. The server also does this by itself.

    Such a table is first marked. It is removed if it is still unused on 7 later days (on 1 if its
    host deleted it). If more than half of all tables look that old, the clock may be wrong, so they
    stay. --all removes everything that is too old now.
    """
    days = current_app.config["KEEP_DAYS"]
    with closing(current_app.extensions["store"]) as store:
        users.check(store.database.file)
        with store.database.read_existing():  # none is made here, nor brought up to date
            pass
        purged = store.expiry.purge(days, at_once=at_once)
    why = f"unused for {count(days, 'day')}, or deleted by the host more than a day ago"
    click.echo(f"{count(purged.removed, 'table')} removed: {why}.")
    if purged.marked:
        later = (
            f"will be removed if still unused on {GRACE} later days, or on 1 if its host deleted it"
        )
        click.echo(f"{count(purged.marked, 'table')} marked: {later}.")
    if purged.held:
        click.echo(
            f"{count(purged.held, 'table')} of {purged.tables:,} held back: unused for "
            f"{count(days, 'day')}, unless the clock is wrong. If it is right, `companion purge "
            "--all` removes them."
        )
