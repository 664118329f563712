"""Making room: what nobody has touched for long goes, as it does by itself while people play."""

from contextlib import closing

import click
from flask import current_app
from flask.cli import with_appcontext

from companion.operations import users
from companion.operations.counting import count
from companion.store.tables.expiry import GRACE


@click.command("purge")
@click.option("--all", "at_once", is_flag=True, help="Remove all of them now, without asking.")
@with_appcontext
def purge_command(at_once: bool) -> None:
    """Mark tables untouched for KEEP_DAYS, and remove those that were marked before.

    A marked table is removed when it is still untouched on 7 later days; one that its host deleted,
    a day later. If more than half of all tables seem that old, the clock may be wrong: none of
    these is marked or removed. With --all, every table that is too old is removed now.
    """
    days = current_app.config["KEEP_DAYS"]
    with closing(current_app.extensions["store"]) as store:
        users.check(store.database.file)
        with store.database.read_existing():  # none is made here, nor brought up to date
            pass
        purged = store.expiry.purge(days, at_once=at_once)
    why = f"untouched for {count(days, 'day')}, or deleted more than a day ago"
    click.echo(f"{count(purged.removed, 'table')} removed: {why}.")
    if purged.marked:
        later = f"removed if still untouched on {GRACE} later days, or 1 if deleted"
        click.echo(f"{count(purged.marked, 'table')} marked: {later}.")
    if purged.held:
        click.echo(
            f"{count(purged.held, 'table')} of {purged.tables:,} held back: untouched for "
            f"{count(days, 'day')} by "
            "the clock, which may be wrong. If it is right, `purge --all` removes them."
        )
