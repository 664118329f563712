"""What an installation decides, read in this one place by app, gunicorn, doctor and commands."""

import errno
import os
import re
import shlex
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click
import platformdirs

from companion.operations import gunicorn_options
from companion.runtime import places
from companion.runtime.origins import write_origin
from companion.runtime.server_log import FORMATS, LEVELS

NAMES = (
    "PORT",
    "INSTANCE",
    "DATABASE_URL",
    "DATABASE_URL_FILE",
    "SECRET_KEY",
    "SECRET_KEY_FILE",
    "KEEP_DAYS",
    "WEB_CONCURRENCY",
    "TRUSTED_PROXIES",
    "ROOT",
    "ALLOWED_ORIGINS",
    "FRAME_ANCESTORS",
    "START_WORD",
    "LOG_LEVEL",
    "LOG_FORMAT",
    "BACKUPS",
    "METRICS",
    "GUNICORN_CMD_ARGS",
)
GUNICORN = Path(__file__).with_name("gunicorn.conf.py")
RESTORING = ".restoring-"
"""How the folders are called in which `restore` looks a backup through."""
ORIGIN = re.compile(r"(https?)://([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?/?")
PATH = re.compile(r"/(?:[A-Za-z0-9_-][A-Za-z0-9._-]*/)*")
"""Below which path of a host somebody may serve this."""
PAGES = frozenset((
    "continue", "handover", "healthz", "here", "https", "import", "j", "join", "local",
    "manifest.webmanifest", "metrics", "new", "offline", "on-this-phone", "phone", "rules",
    "scripts", "sources", "static", "sw.js", "t", "token", "word",
))  # fmt: skip
"""How the paths of our own pages begin, where a proxy has taken the root away: no root does."""
ALIKE = 0.85  # of 1, from which on one name may be meant to be another
SHORTEST_WORD = 6
SHORTEST_KEY = 16  # characters; what `secrets.token_hex` makes is 64

TWICE = "{0} differs from what is in {0}_FILE: set only one of them."
NO_FILE = "{0}_FILE is “{1}” ({2}): set it to the full path of a file that holds {0}."
NO_DATABASE = (
    "DATABASE_URL is not an address that Companion can use: set it to "
    "postgresql://user:password@host/name, or leave it unset for a SQLite file in INSTANCE."
)
RELATIVE = (
    "DATABASE_URL has a path that depends on where Companion is started: set it to the full path, "
    "which from here is sqlite:///{}."
)
NO_ROOT = (
    "ROOT is “{}”: set it to / or to a path such as /companion/, with plain letters and digits. "
    "It cannot be that of one of Companion’s own pages, such as /rules/."
)
NO_ORIGIN = (
    "{} has “{}”: write addresses without a path, such as https://cards.example or "
    "https://cards.example:8443, with spaces between them."
)
NO_OPTIONS = (
    "GUNICORN_CMD_ARGS has something that gunicorn does not accept: correct or remove it. "
    "`{} -m gunicorn --help` lists the options."
)
HIDDEN = "{} sets {} with --env, which other commands do not see: set it in the environment."
NO_WORDS = (
    "`companion serve` accepts only options of gunicorn, not {}: `{} -m gunicorn --help` lists "
    "them. Set everything else in the environment: see docs/configuration.md."
)


def find_mistyped() -> list[tuple[str, str]]:
    """What is set in the environment under nearly the name of a setting, and the setting."""
    found = []
    for name in sorted(os.environ.keys() - {*NAMES}):
        if len(name) > 5 and (near := get_close_matches(name.upper(), NAMES, 1, ALIKE)):
            found.append((name, near[0]))
    return found


class Unusable(click.ClickException, RuntimeError):
    """Settings with which nothing can be done; a sentence for each that is wrong."""

    exit_code = os.EX_CONFIG

    def __init__(self, *wrong: str) -> None:
        super().__init__("\n".join(wrong))
        self.wrong = wrong


@dataclass(frozen=True, slots=True)
class Settings:
    """What is set, or usual where nothing is; `key` is the given one, if any.

    `listens_on` are addresses as gunicorn takes them, such as "0.0.0.0:8000", and `port` is that of
    the first one that has a port; `is_any_port` where nobody asked for it.
    """

    port: int
    listens_on: tuple[str, ...]
    is_any_port: bool
    instance: Path
    database_url: str
    key: str | None
    kept_days: int
    processes: int
    trusted_proxies: int
    root: str
    allowed_origins: tuple[str, ...]
    frame_ancestors: tuple[str, ...]
    start_word: str
    log_level: str
    log_format: str
    backups: Path | None
    metrics: bool

    @property
    def file(self) -> Path | None:
        """The file of the SQLite database; None on PostgreSQL."""
        from companion.store.database import connections

        address = connections.address(self.database_url)
        return Path(str(address.database)) if address.get_backend_name() == "sqlite" else None

    @property
    def is_local(self) -> bool:
        """Whether nobody but this machine reaches the server."""
        return not any(
            gunicorn_options.is_open(host)
            for host, _ in gunicorn_options.endpoints(self.listens_on)
        )


def read(config: Mapping[str, Any] | None = None) -> Settings:
    """The settings in the environment, and over them those in `config`; `Unusable`."""
    over = {name: str(said) for name, said in (config or {}).items() if said is not None}
    files = {f"{name}_FILE": "" for name in over}
    reading = _Reading({**os.environ, **files, **over})
    instance = reading.instance()
    port = reading.number("PORT", "8000", 1, 65535, empty=True)
    processes = reading.number("WEB_CONCURRENCY", "1", 1, 1000, empty=True)
    options = reading.gunicorn()
    listens_on = tuple(options.bind or [f"0.0.0.0:{port}"])
    settings = Settings(
        port=next((port for _, port in gunicorn_options.endpoints(listens_on)), port),
        listens_on=listens_on,
        is_any_port=not (options.bind or reading.given.get("PORT")),
        instance=instance,
        database_url=reading.database_url(instance),
        key=reading.key(),
        kept_days=reading.number("KEEP_DAYS", "400", 1, 36500),
        processes=options.workers or processes,
        trusted_proxies=reading.number("TRUSTED_PROXIES", "0", 0, 9),
        root=reading.root(),
        allowed_origins=reading.allowed_origins(),
        frame_ancestors=reading.frame_ancestors(),
        start_word=reading.start_word(),
        log_level=reading.choice("LOG_LEVEL", LEVELS, "info"),
        log_format=reading.choice("LOG_FORMAT", FORMATS, "json"),
        backups=reading.backups(),
        metrics=reading.choice("METRICS", ("off", "on"), "off") == "on",
    )
    if reading.wrong:
        raise Unusable(*reading.wrong)
    return settings


class _Reading:
    """Reads one setting after the other, and notes what is wrong with each."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self.given = given
        self.wrong: list[str] = []

    def number(self, name: str, usual: str, least: int, most: int, *, empty: bool = False) -> int:
        said = self.given.get(name, usual)
        if empty:
            said = said or usual
        if said.isascii() and said.isdecimal() and len(said) < 10 and least <= int(said) <= most:
            return int(said)
        self.wrong.append(f"{name} is “{said[:40]}”: set it to a number from {least} to {most}.")
        return int(usual)

    def instance(self) -> Path:
        said = self.given.get("INSTANCE")
        return self.folder("INSTANCE", said, "/var/lib/companion") or usual_instance()

    def backups(self) -> Path | None:
        return self.folder("BACKUPS", self.given.get("BACKUPS"), "/var/lib/companion/backups")

    def folder(self, name: str, said: str | None, example: str) -> Path | None:
        shown = (said or "").encode(errors="backslashreplace").decode()  # what is not UTF-8
        if said and not (Path(said).is_absolute() and said == shown):
            wanted = f"the full path of a folder, such as {example}"
            other = wanted if said == shown else "a folder with a name in UTF-8"
            self.wrong.append(f"{name} is “{shown}”: set it to {other}.")
            return None
        return Path(said) if said else None

    def database_url(self, instance: Path) -> str:
        from companion.store.database import connections

        said = self.given.get("DATABASE_URL")
        said = self.kept_in_file("DATABASE_URL", said, self.given.get("DATABASE_URL_FILE"))
        if not said:
            return database_url(instance)
        try:
            address = connections.address(said)
        except ValueError:
            self.wrong.append(NO_DATABASE)
            return said
        file = Path(str(address.database))
        if address.get_backend_name() == "sqlite" and not file.is_absolute():
            self.wrong.append(RELATIVE.format(file.absolute()))
        return said

    def kept_in_file(self, name: str, said: str | None, file: str | None) -> str | None:
        """What this setting is: as `said`, or what the file holds that is named in its place."""
        if not file:
            return said
        try:
            if not Path(file).is_absolute():
                raise OSError(errno.EINVAL, "a relative path")
            kept = Path(file).read_text(errors="replace").strip()
        except OSError as error:
            self.wrong.append(NO_FILE.format(name, file, error.strerror))
            return said
        if not kept:
            self.wrong.append(NO_FILE.format(name, file, "it is empty"))
        elif said and said != kept:
            self.wrong.append(TWICE.format(name))
        return kept or said

    def key(self) -> str | None:
        said = self.given.get("SECRET_KEY")
        said = self.kept_in_file("SECRET_KEY", said, self.given.get("SECRET_KEY_FILE"))
        if said is not None and len(said.strip()) < SHORTEST_KEY:
            self.wrong.append(
                f"SECRET_KEY is shorter than {SHORTEST_KEY} characters: set it to what "
                "`openssl rand -hex 32` prints, or leave it unset."
            )
        return said

    def root(self) -> str:
        said = self.given.get("ROOT") or "/"
        if not PATH.fullmatch(said) or said.split("/")[1] in PAGES:
            self.wrong.append(NO_ROOT.format(said[:40]))
        return said

    def allowed_origins(self) -> tuple[str, ...]:
        return self.origins("ALLOWED_ORIGINS", self.given.get("ALLOWED_ORIGINS", ""))

    def frame_ancestors(self) -> tuple[str, ...]:
        return self.origins("FRAME_ANCESTORS", self.given.get("FRAME_ANCESTORS", ""))

    def start_word(self) -> str:
        said = self.given.get("START_WORD", "").strip()
        if said and len(said) < SHORTEST_WORD:
            self.wrong.append(
                f"START_WORD is shorter than {SHORTEST_WORD} characters: choose a longer password, "
                "or leave it unset."
            )
        return said

    def origins(self, name: str, given: str) -> tuple[str, ...]:
        """These origins as browsers say them, each once."""
        said = re.split(r"[\s,]+", given.strip(" ,\t\r\n"))
        found = {each: _origin(each) for each in said if each}
        if wrong := next((each for each, origin in found.items() if not origin), ""):
            self.wrong.append(NO_ORIGIN.format(name, wrong.rpartition("@")[2][:60]))
        return tuple(dict.fromkeys(origin for origin in found.values() if origin))

    def choice(self, name: str, words: Sequence[str], usual: str) -> str:
        said = (self.given.get(name) or usual).lower()
        if said not in words:
            self.wrong.append(f"{name} is “{said[:40]}”: set it to one of {', '.join(words)}.")
        return said

    def gunicorn(self) -> Namespace:
        """What GUNICORN_CMD_ARGS says: `bind` and `workers`, each None where it is not said."""
        none = Namespace(bind=None, workers=None)
        said = self.given.get("GUNICORN_CMD_ARGS")
        if not said:
            return none
        try:
            options = gunicorn_options.parse(shlex.split(said))
        except (gunicorn_options.NoOptions, ValueError):
            self.wrong.append(NO_OPTIONS.format(sys.executable))
            return none
        if hidden := _find_hidden(options):
            self.wrong.append(HIDDEN.format("GUNICORN_CMD_ARGS", hidden))
        return options


def _origin(said: str) -> str:
    """This origin as browsers say it; "" for what is none."""
    found = ORIGIN.fullmatch(said.lower())
    if not found or int(found[3] or 1) not in range(1, 65536):
        return ""
    return write_origin(found[1], found[2], int(found[3]) if found[3] else None)


def check_options(words: Sequence[str]) -> None:
    """Raises `Unusable` where gunicorn does not take these words, or they hide a setting."""
    try:
        options = gunicorn_options.parse(words)
    except gunicorn_options.NoOptions:
        raise Unusable(NO_WORDS.format(f"“{shlex.join(words)}”", sys.executable)) from None
    if hidden := _find_hidden(options):
        raise Unusable(HIDDEN.format("`companion serve`", hidden))


def _find_hidden(options: Namespace) -> str:
    """Which of our settings these options set where no command sees it."""
    hidden = {each.partition("=")[0] for each in options.raw_env or ()}.intersection(NAMES)
    return " and ".join(sorted(hidden))


def usual_instance() -> Path:
    """The folder of the data where none is set: beside a checkout, else among the user's data."""
    if places.IS_INSTALLED:
        return platformdirs.user_data_path("companion", appauthor=False)
    return places.ABOVE / "instance"


def database_url(instance: Path) -> str:
    """The address of the SQLite file in this folder."""
    from companion.store.database import connections

    return connections.in_file(instance / "companion.sqlite3")
