"""What goes wrong while a command runs, in a sentence: the one place that makes one of errors."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

import click

AWAY = (
    "The database cannot be reached, or nothing can be written. "
    "`companion doctor` says more about it."
)
REFUSED = "The database refused: {}. `companion doctor` says more about it."


@contextmanager
def explain() -> Iterator[None]:
    """Whatever fails in this block for reasons of the machine ends the command with a sentence."""
    try:
        yield
    except click.ClickException:
        raise
    except Exception as error:
        if said := describe(error):
            raise click.ClickException(said) from None
        raise


def describe(error: Exception) -> str:
    """What to say of this error; "" for a mistake of ours, and where nobody reads any more."""
    from sqlalchemy.exc import DBAPIError  # which not every command needs

    from companion.engine.table import Away
    from companion.store.database import connections

    match error:
        case click.ClickException():
            return error.message
        case connections.Unfit():
            return str(error)
        case Away():
            return AWAY
        case DBAPIError():
            return REFUSED.format(connections.words(error))
        case OSError() if error.errno != errno.EPIPE:
            return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror)
    return ""
