"""What a server writes down for whoever runs it: a line of JSON for each thing that happens.

Nothing in it says who played what where: no names, addresses, cookies, tokens, codes or ids of
tables. What an error says may hold any of these, so only its type and its places in the code stand
here. Of what others log the sentence stays, and of what they put into it the numbers.
"""

import errno
import json
import logging
import re
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from traceback import extract_tb

LEVELS = ("debug", "info", "warning", "error")
FORMATS = ("json", "text")
LOGGER = logging.getLogger("companion")
ROOT = __file__.rpartition("companion")[0]
CHAIN = 5  # errors behind an error that are told of at most

_TEXT_BEGINS = re.compile(r"[=:'\"\n]")
"""Where somebody's sentence ends and what it speaks of begins, if both are one text already."""
_STARTING = "Exception in worker process"
"""What gunicorn says of a worker that cannot start: nobody was served by then."""


def begin(level: str, form: str = "json") -> None:
    """What this app logs goes to standard error from this level on, however often this is said.

    What others log by `Lines` has the same `form` then.
    """
    Lines.form = form
    LOGGER.setLevel(level.upper())
    LOGGER.propagate = False
    if not any(isinstance(handler, Lines) for handler in LOGGER.handlers):
        LOGGER.addHandler(Lines())


def write(
    level: int, event: str, told: Mapping[str, object], error: BaseException | None = None
) -> None:
    """One line: what happened, what is told of it, and the error behind it, if there is one."""
    LOGGER.log(level, event, extra={"told": told}, exc_info=error)


def thread_failed(args: threading.ExceptHookArgs) -> None:
    """What Python does where a thread fails, in place of printing what its error says."""
    write(logging.ERROR, "thread failed", {}, args.exc_value)


def reason(error: BaseException) -> str:
    """What began this error, in the word of the system or of the database for it."""
    *_, first = _chain(error)
    return _code(first) or type(first).__name__


class Lines(logging.Handler):
    """Writes each record as one line to standard error: of JSON, or of words."""

    form = "json"

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(OSError, ValueError):  # nobody reads it any more
            sys.stderr.write(f"{line(record, self.form)}\n")
            sys.stderr.flush()


def line(record: logging.LogRecord, form: str = "json") -> str:
    """The record in this form, without anything that a player typed or a phone sent."""
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    told: dict[str, object] = {"time": at.replace("+00:00", "Z")}
    told |= {"level": record.levelname.lower(), "event": _event(record)}
    told |= getattr(record, "told", {})
    error = record.exc_info[1] if record.exc_info else None
    if error is not None:
        told["errors"] = [_describe_failure(each) for each in _chain(error)]
        if record.msg == _STARTING:
            told["why"] = str(error)
    return json.dumps(told) if form == "json" else _write_words(told)


def _write_words(told: Mapping[str, object]) -> str:
    """For people: when, how bad, what, and then all else by its name."""
    (_, at), (_, level), (_, event), *rest = told.items()
    said = [f"{name}={json.dumps(value)}" for name, value in rest]
    return " ".join([f"{at} {str(level).upper():<7} {event}", *said])


def _event(record: logging.LogRecord) -> str:
    said = str(record.msg)
    if record.name == LOGGER.name:
        return said
    if record.name.startswith("gunicorn") and record.levelno == logging.INFO:
        return record.getMessage()  # of its processes and its address
    if isinstance(record.args, tuple) and record.args:
        given = tuple(each if isinstance(each, int | float) else "…" for each in record.args)
        with suppress(TypeError, ValueError):
            return said % given
    return _TEXT_BEGINS.split(said)[0]


def _chain(error: BaseException) -> Iterator[BaseException]:
    """This error and those behind it, the one that began it last."""
    each: BaseException | None = error
    for _ in range(CHAIN):
        if each is None:
            return
        yield each
        each = each.__cause__ or (None if each.__suppress_context__ else each.__context__)


def _describe_failure(error: BaseException) -> dict[str, object]:
    kind = type(error)
    told: dict[str, object] = {"type": f"{kind.__module__}.{kind.__qualname__}"}
    if code := _code(error):
        told["code"] = code
    told["trace"] = [
        f"{frame.filename.removeprefix(ROOT)}:{frame.lineno} {frame.name}"
        for frame in extract_tb(error.__traceback__)
    ]
    return told


def _code(error: BaseException) -> str:
    """What the system, SQLite or PostgreSQL calls this error; "" for all others."""
    if isinstance(error, OSError):
        return errno.errorcode.get(error.errno or 0, "")
    return str(getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None) or "")
