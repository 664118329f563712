"""What an installation was given: its variables, its folder, its key and its words."""

import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from companion import settings
from companion.doctor.finding import Finding, Health

LETTERS = 8  # different characters in a key, below which somebody made it up
KNOWN = "Nothing here"  # a sentence that is another one in each language


def set_up() -> Iterator[Finding]:
    """The variables that have to be something particular."""
    for read, name in ((settings.kept_days, "KEEP_DAYS"), (settings.log_level, "LOG_LEVEL")):
        try:
            yield Finding(Health.OK, f"{name} is {read()}")
        except RuntimeError as error:
            yield Finding(
                Health.WRONG, str(error), f"Set {name} as the README says, or not at all."
            )


def folder(instance: Path) -> Iterator[Finding]:
    """Whether something can be put into the folder of the data, or it can be made."""
    there = next(each for each in (instance, *instance.parents) if each.exists())
    try:
        with tempfile.TemporaryFile(dir=there) as file:
            file.write(b"well")
    except OSError as error:
        yield Finding(
            Health.WRONG,
            f"{there} cannot be written to: {error.strerror}",
            "Let it belong to the user that Companion runs as, and see that its disk is not full.",
        )
        return
    yield Finding(Health.OK, f"{instance} can be written to")


def key(instance: Path) -> Iterator[Finding]:
    """The key that signs links and sessions: there, strong, and nobody else's to read."""
    file = instance / "secret_key"
    given = os.environ.get("SECRET_KEY")
    try:
        found = file.read_text().strip() if given is None else given
    except FileNotFoundError:
        yield Finding(
            Health.LOOK,
            "There is no secret key yet",
            "The first start makes one. If people played here before, put the old one back: "
            "without it their links to join hold no more.",
        )
        return
    except (OSError, UnicodeDecodeError):
        yield Finding(
            Health.WRONG, f"{file} cannot be read", "It has to belong to the user that runs this."
        )
        return
    yield from _strength(found)
    if given is None:
        yield from _mode(file)


def _strength(found: str) -> Iterator[Finding]:
    cure = "Set SECRET_KEY to what `openssl rand -hex 32` prints. Links to join are made anew then."
    if len(found) < settings.SHORTEST_KEY:
        short = f"The secret key is shorter than {settings.SHORTEST_KEY} characters"
        yield Finding(Health.WRONG, short, cure)
    elif len(set(found)) < LETTERS:
        yield Finding(Health.LOOK, "The secret key is easy to guess", cure)
    else:
        yield Finding(Health.OK, "The secret key is strong")


def _mode(file: Path) -> Iterator[Finding]:
    mode = stat.S_IMODE(file.stat().st_mode)
    if mode & 0o077:
        others = f"{file} can be read by others (mode {mode:04o})"
        yield Finding(Health.WRONG, others, f"chmod 600 {file}")
    else:
        yield Finding(Health.OK, "The secret key is for its owner alone")


def languages() -> Iterator[Finding]:
    """Whether the words of each language can be read."""
    from companion.web import phone, words

    lacking = [name for code, name in phone.LANGUAGES.items() if code != "en" and not _speaks(code)]
    if lacking:
        yield Finding(
            Health.WRONG,
            f"The words of {', '.join(lacking)} cannot be read",
            f"Put {words.CATALOGUES} back as it was delivered.",
        )
    else:
        yield Finding(Health.OK, f"It speaks {', '.join(phone.LANGUAGES.values())}")


def _speaks(language: str) -> bool:
    from companion.web import words

    words.spoken.cache_clear()
    try:
        return words.spoken(language).gettext(KNOWN) != KNOWN
    except (OSError, ValueError):
        return False


def processes(*, on_sqlite: bool) -> Iterator[Finding]:
    """Whether WEB_CONCURRENCY does what somebody may expect of it."""
    asked = os.environ.get("WEB_CONCURRENCY") or "1"
    if not asked.isdecimal() or not int(asked):
        yield Finding(Health.WRONG, "WEB_CONCURRENCY is no number of processes", "Set it to 1.")
    elif on_sqlite and int(asked) > 1:
        yield Finding(
            Health.LOOK,
            f"WEB_CONCURRENCY is {asked}, but on SQLite there is one process",
            "More of them need PostgreSQL: see “More than one process” in the README.",
        )
    else:
        yield Finding(Health.OK, f"{asked} process" + ("" if asked == "1" else "es"))
