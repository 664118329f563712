"""What an installation was given: its settings, its folder, its key and its words."""

import platform
import stat
from collections.abc import Iterator
from pathlib import Path

from companion.operations import keys, settings
from companion.operations.counting import count
from companion.operations.doctor import machine
from companion.operations.doctor.finding import Finding, Health
from companion.operations.settings import Settings, Unusable
from companion.runtime import private_files
from companion.runtime.version import VERSION
from companion.store.database import backups, connections

LETTERS = 8  # different characters in a key, below which somebody made it up
# How our names begin.
OURS = (
    "companion.sqlite3", "secret_key", "replaced-", settings.RESTORING, "backups",
    ".companion.sqlite3-", "local-app",
)  # fmt: skip
LOOKED_INTO = "Other users can read {}"
OF_ITS_OWN = "Set INSTANCE to a folder that holds nothing else, such as /var/lib/companion."
OR_SHUT = "Or, if it holds nothing but Companion's data, let no other user read it."
KNOWN = "Page not found"  # a sentence that is another one in each language


def version() -> Finding:
    """What is asked first of whoever reports a fault."""
    return Finding(Health.OK, f"Companion {VERSION}, with Python {platform.python_version()}")


def set_up(ours: Settings) -> Iterator[Finding]:
    """What is looked at here: that of a server with the same settings."""
    yield Finding(Health.OK, f"The data is in {ours.instance} (INSTANCE)")
    database = connections.hide_password(connections.address(ours.database_url))
    yield Finding(Health.OK, f"The database is {database} (DATABASE_URL)")
    where = f"port {ours.port}"
    if ours.listens_on != (f"0.0.0.0:{ours.port}",):
        where = f"{' and '.join(ours.listens_on)} (GUNICORN_CMD_ARGS)"
    yield Finding(
        Health.OK,
        f"It listens on {where}, logs at level {ours.log_level}, and keeps a table for "
        f"{ours.kept_days} days (PORT, LOG_LEVEL, KEEP_DAYS)",
    )
    if ours.trusted_proxies:
        proxies = (
            f"It trusts {count(ours.trusted_proxies, 'proxy')} in front of it (TRUSTED_PROXIES)"
        )
    else:
        proxies = (
            "It trusts no proxy (TRUSTED_PROXIES is 0): behind nginx, Caddy or another one, set "
            "TRUSTED_PROXIES=1, or all phones count as one address"
        )
    yield Finding(Health.OK, proxies)
    if ours.root != "/":
        yield Finding(Health.OK, f"Its pages are below {ours.root} (ROOT)")
    if ours.frame_ancestors:
        around = " and ".join(ours.frame_ancestors)
        yield Finding(Health.OK, f"Pages of {around} may embed it (FRAME_ANCESTORS)")
    if ours.start_word:
        starts = "Starting a table needs the password (START_WORD)"
    else:
        starts = "Anyone who reaches it may start tables (START_WORD is not set)"
    yield Finding(Health.OK, starts)
    allowed = " and ".join(ours.allowed_origins) or "No other address"
    yield Finding(Health.OK, f"{allowed} may move tables here (ALLOWED_ORIGINS)")


def check_names() -> Iterator[Finding]:
    """Whether something is set that is nearly a setting, and so does nothing."""
    for name, near in settings.find_mistyped():
        yield Finding(
            Health.LOOK, f"{name} is set, but is not a setting", f"If you mean {near}, rename it."
        )


def folder(instance: Path) -> Iterator[Finding]:
    """Whether something can be put into the folder of the data, or it can be made."""
    there = private_files.nearest(instance)
    if not there.is_dir():
        yield Finding(Health.WRONG, f"{there} cannot be written to: it is not a folder", OF_ITS_OWN)
        return
    if obstacle := machine.find_obstacle(there):
        yield Finding(
            Health.WRONG,
            f"{there} cannot be written to: {obstacle}",
            _explain_unwritable(instance, there),
        )
    else:
        yield Finding(Health.OK, f"{instance} can be written to")


def _explain_unwritable(instance: Path, there: Path) -> str:
    """What to do where nothing can be put into the folder of the data."""
    if there != instance:
        return f"Create {instance}, owned by the user that Companion runs as."
    if _is_shared(instance):
        return OF_ITS_OWN
    return "Check that it belongs to the user that runs Companion, and that its disk is not full."


def _is_shared(folder: Path) -> bool:
    """Whether this folder holds things that Companion did not make, or nobody may look."""
    try:
        return not all(each.name.startswith(OURS) for each in folder.iterdir())
    except OSError:
        return True


def key(ours: Settings) -> Iterator[Finding]:
    """The key that signs links and sessions: there, strong, and nobody else's to read."""
    if ours.key is not None:
        yield from _strength(ours.key)
        return
    try:
        found = keys.find_key({"SECRET_KEY": None, "INSTANCE": ours.instance})
    except Unusable as error:
        yield Finding(Health.WRONG, error.message, "The server does not start until this is done.")
        return
    if found is None:
        yield Finding(
            Health.LOOK,
            "There is no secret key yet",
            "The first start makes one. If people played here before, put the old one back: "
            "without it, their links stop working.",
        )
        return
    yield from _strength(found)
    yield from _mode(keys.key_file(ours.instance))


def _strength(found: str) -> Iterator[Finding]:
    cure = (
        "Set SECRET_KEY to what `openssl rand -hex 32` prints. Old links to join then stop working."
    )
    if len(set(found)) < LETTERS:
        yield Finding(Health.LOOK, "The secret key is easy to guess", cure)
    else:
        yield Finding(Health.OK, "The secret key is strong")


def _mode(file: Path) -> Iterator[Finding]:
    mode = stat.S_IMODE(file.stat().st_mode)
    if mode & 0o077:
        others = f"Other users can read {file} (mode {mode:04o})"
        yield Finding(Health.WRONG, others, f"chmod 600 {file}")
    else:
        yield Finding(Health.OK, "Only its owner can read the secret key")


def owners(ours: Settings) -> Iterator[Finding]:
    """Whether the files of the data belong to whom their folder belongs, which is the server's."""
    kept = backups.find(ours.backups) if ours.backups else []
    strange = [path for path in (*_files(ours), *(each.file for each in kept)) if _is_strange(path)]
    if strange:
        owner, names = private_files.owner(strange[0].parent), " ".join(map(str, strange))
        yield Finding(
            Health.WRONG,
            f"Not owned by {owner}, who owns the folder: {names}",
            f"chown {owner} {names}",
        )


def _is_strange(path: Path) -> bool:
    folder = path.parent.stat().st_uid  # that of root is shared by a group, if at all
    return folder not in (0, path.stat().st_uid)


def leftovers(ours: Settings) -> Iterator[Finding]:
    """What a restore has left that was cut off, as by a failure of power."""
    folder = ours.file.parent if ours.file else ours.instance
    left = " ".join(sorted(map(str, _list(folder, f"{settings.RESTORING}*"))))
    if left:
        yield Finding(
            Health.LOOK,
            f"A restore was interrupted, or is still running: {left}",
            f"If none is running: rm -r {left}",
        )


def _list(folder: Path, pattern: str) -> list[Path]:
    """What is called so in this folder, as far as somebody may look."""
    try:
        return list(folder.glob(pattern))
    except OSError:
        return []


def check_privacy(ours: Settings) -> Iterator[Finding]:
    """Whether nobody else can read the data: names of people and their games."""
    folder = ours.instance
    paths = [folder] if private_files.nearest(folder) == folder and folder.is_dir() else []
    paths += [path for path in _files(ours) if path.parent != folder]
    open_to_others = [path for path in paths if stat.S_IMODE(path.stat().st_mode) & 0o077]
    if folder in open_to_others and _is_shared(folder):
        open_to_others.remove(folder)
        yield Finding(Health.LOOK, LOOKED_INTO.format(folder), f"{OF_ITS_OWN} {OR_SHUT}")
    if open_to_others:
        names = " ".join(map(str, open_to_others))
        yield Finding(Health.LOOK, LOOKED_INTO.format(names), f"chmod go= {names}")


def _files(ours: Settings) -> list[Path]:
    """The files of this installation that are there, as far as somebody may look."""
    database = ours.file
    beside = [Path(f"{database}{end}") for end in ("", "-wal", "-shm")] if database else []
    try:
        return [path for path in (keys.key_file(ours.instance), *beside) if path.exists()]
    except OSError:
        return []


def languages() -> Iterator[Finding]:
    """Whether the words of each language can be read."""
    from companion.web.pages import words
    from companion.web.safety import phone

    lacking = [name for code, name in phone.LANGUAGES.items() if code != "en" and not _speaks(code)]
    if lacking:
        yield Finding(
            Health.WRONG,
            f"The texts in {', '.join(lacking)} cannot be read",
            f"Reinstall Companion: files are missing or damaged in {words.CATALOGUES}.",
        )
    else:
        yield Finding(Health.OK, f"It speaks {', '.join(phone.LANGUAGES.values())}")


def _speaks(language: str) -> bool:
    from companion.web.pages import words

    words.load_catalogue.cache_clear()
    try:
        return words.load_catalogue(language).gettext(KNOWN) != KNOWN
    except (OSError, ValueError):
        return False


def processes(ours: Settings) -> Iterator[Finding]:
    """Whether WEB_CONCURRENCY does what somebody may expect of it."""
    asked = ours.processes
    if ours.file and asked > 1:
        yield Finding(
            Health.LOOK,
            f"{asked} processes are set (WEB_CONCURRENCY), but SQLite allows one",
            "For more processes, use PostgreSQL: see “Move to PostgreSQL” in docs/deployment.md.",
        )
    else:
        yield Finding(Health.OK, f"{asked} process" + ("" if asked == 1 else "es"))
