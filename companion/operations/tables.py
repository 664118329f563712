"""One table of a server, for whoever runs it: what is there, as a file, without a name, or gone."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click
from flask import current_app
from flask.cli import with_appcontext

from companion.engine.names import clean
from companion.engine.table import Unknown
from companion.operations import backup, users
from companion.operations.counting import count
from companion.runtime import private_files
from companion.store.store import Store
from companion.store.tables.overview import Listed
from companion.web.table import files

ANY_ID = {"ignore_unknown_options": True}  # one may begin with -
NO_TABLE = "There is no table {}: `companion tables list` shows all of them."
NOBODY = "No phone is at this table any more, so it cannot be exported. `companion backup` has it."
NOT_NAMED = "Nobody at this table is called {}."
NO_NAME = "{} is not a valid name: choose another."
THERE = "{} already exists: choose another file."
KEPT = "Backups keep {} for up to five more months."


@contextmanager
def _store() -> Iterator[Store]:
    """The store, which is of this version."""
    try:
        with closing(current_app.extensions["store"]) as store:
            users.check(store.database.file)
            with store.database.read_existing():  # none is made here, nor brought up to date
                pass
            yield store
    except Unknown as error:
        raise click.ClickException(NO_TABLE.format(error)) from None


@click.command("list", short_help="List all tables, most recently used first.")
@with_appcontext
def list_command() -> None:
    """List all tables, most recently used first: ID, day, games, and who is at it."""
    with _store() as store:
        for table in store.overview.find_all():
            click.echo(_describe(table))


def _describe(table: Listed) -> str:
    named = [name for name in table.people if name]
    unnamed = len(table.people) - len(named)
    people = [*named, *([f"{unnamed} without a name"] if unnamed else [])]
    names = table.name or ", ".join(people) or "nobody"
    deleted = ", deleted by its host" if table.deleted else ""
    return f"{table.id}  {table.touched_at:%F}  {count(table.games, 'game')}  {names}{deleted}"


@click.command("export", context_settings=ANY_ID, short_help="Write one table to a file.")
@click.argument("table_id", metavar="ID")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@with_appcontext
def export_command(table_id: str, file: Path) -> None:
    """Write one table to FILE, in the format that any server or phone can import."""
    backup.check_name(file, current_app.config)
    with _store() as store:
        _find(store, table_id)
        me = store.overview.find_phone(table_id)
        table = store.tables.find(me, table_id) if me else None
        if me is None or table is None:
            raise click.ClickException(NOBODY)
        with current_app.test_request_context():
            whole = "".join(files.write_table(me, table))
    try:
        private_files.make_file(file, whole)
    except FileExistsError:
        raise click.ClickException(THERE.format(file)) from None
    click.echo(f"{file}: {count(table.games, 'game')}")


@click.command("delete", context_settings=ANY_ID)
@click.argument("table_id", metavar="ID")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_appcontext
def delete_command(table_id: str, yes: bool) -> None:
    """Delete one table with all its games, at once and for good."""
    with _store() as store:
        table = _find(store, table_id)
        if not yes:
            click.confirm(f"{_describe(table)}\nDelete it for good?", abort=True)
        store.overview.delete(table_id)
    click.echo(f"Deleted. {KEPT.format('it')}")


@click.command("take-out", context_settings=ANY_ID, short_help="Take a name out of one table.")
@click.argument("table_id", metavar="ID")
@click.argument("name")
@click.option("--instead", default="N. N.", show_default=True, help="The new name.")
@with_appcontext
def take_out_command(table_id: str, name: str, instead: str) -> None:
    """Take NAME out of one table: all its games show another name instead."""
    called = clean(instead)
    if not called:
        raise click.ClickException(NO_NAME.format(instead))
    with _store() as store:
        _find(store, table_id)
        if not store.overview.take_out(table_id, name, called):
            raise click.ClickException(NOT_NAMED.format(name))
    click.echo(f"{name} is now {called}. {KEPT.format('the name')}")


def _find(store: Store, table_id: str) -> Listed:
    for table in store.overview.find_all():
        if table.id == table_id:
            return table
    raise Unknown(table_id)


tables_command = click.Group(
    "tables",
    [list_command, export_command, delete_command, take_out_command],
    help="List the tables, export or delete one, or take a name out of it.",
    short_help="List, export or delete tables.",
)
