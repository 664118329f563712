"""What an installation decides, read in this one place by app, gunicorn, doctor and commands."""

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from companion.runtime import private_files
from companion.runtime.server_log import LEVELS

NAMES = (
    "PORT",
    "INSTANCE",
    "DATABASE_URL",
    "SECRET_KEY",
    "KEEP_DAYS",
    "WEB_CONCURRENCY",
    "TRUSTED_PROXIES",
    "LOG_LEVEL",
    "BACKUPS",
)
SHORTEST_KEY = 16  # characters; what `secrets.token_hex` makes is 64
ROOT = Path(__file__).parents[2]

NO_DATABASE = (
    "DATABASE_URL names no database that Companion knows: "
    "it is postgresql://user:password@host/name, or nothing for a SQLite file in INSTANCE."
)
RELATIVE = (
    "DATABASE_URL depends on the folder that Companion is started in: write the whole path, "
    "which from here would be sqlite:///{}."
)
UNREADABLE = "{} cannot read the secret key {}: {} belongs to {}. Run `{} {}` as root."
NO_KEY = "{} holds no key: put the old one back, or delete it, and the next start makes a new one."
NOT_MADE = (
    "There is no secret key, and none can be kept in {} ({}): set SECRET_KEY, or let the user {} "
    "write to {}, which belongs to {}."
)


class Unusable(click.ClickException, RuntimeError):
    """Settings with which nothing can be done; a sentence for each that is wrong."""

    exit_code = os.EX_CONFIG

    def __init__(self, *wrong: str) -> None:
        super().__init__("\n".join(wrong))
        self.wrong = wrong


@dataclass(frozen=True, slots=True)
class Settings:
    """What is set, or usual where nothing is; `key` is the given one, if any."""

    port: int
    instance: Path
    database_url: str
    key: str | None
    kept_days: int
    processes: int
    trusted_proxies: int
    log_level: str
    backups: Path | None

    @property
    def file(self) -> Path | None:
        """The file of the SQLite database; None on PostgreSQL."""
        from companion.store import connections

        address = connections.address(self.database_url)
        return Path(str(address.database)) if address.get_backend_name() == "sqlite" else None


def read(config: Mapping[str, Any] | None = None) -> Settings:
    """The settings in the environment, and over them those in `config`; `Unusable`."""
    over = {name: str(said) for name, said in (config or {}).items() if said is not None}
    reading = _Reading({**os.environ, **over})
    instance = reading.instance()
    settings = Settings(
        port=reading.number("PORT", "8000", 1, 65535, empty=True),
        instance=instance,
        database_url=reading.database_url(instance),
        key=reading.key(),
        kept_days=reading.number("KEEP_DAYS", "400", 1, 36500),
        processes=reading.number("WEB_CONCURRENCY", "1", 1, 1000, empty=True),
        trusted_proxies=reading.number("TRUSTED_PROXIES", "0", 0, 9),
        log_level=reading.log_level(),
        backups=reading.backups(),
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
        self.wrong.append(f"{name} is a number from {least} to {most}, and not “{said[:40]}”.")
        return int(usual)

    def instance(self) -> Path:
        said = self.given.get("INSTANCE") or str(ROOT / "instance")
        if not Path(said).is_absolute():
            self.wrong.append(
                "INSTANCE is a folder from the root on, such as /var/lib/companion, and not "
                f"“{said}”."
            )
        return Path(said)

    def database_url(self, instance: Path) -> str:
        from companion.store import connections

        said = self.given.get("DATABASE_URL")
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

    def key(self) -> str | None:
        said = self.given.get("SECRET_KEY")
        if said is not None and len(said) < SHORTEST_KEY:
            self.wrong.append(
                f"SECRET_KEY is shorter than {SHORTEST_KEY} characters: set it to what "
                "`openssl rand -hex 32` prints, or not at all."
            )
        return said

    def log_level(self) -> str:
        said = (self.given.get("LOG_LEVEL") or "info").lower()
        if said not in LEVELS:
            self.wrong.append(f"LOG_LEVEL is one of {', '.join(LEVELS)}, and not “{said}”.")
        return said

    def backups(self) -> Path | None:
        said = self.given.get("BACKUPS")
        if said and not Path(said).is_absolute():
            self.wrong.append(
                "BACKUPS is a folder from the root on, such as /var/lib/companion/backups, and not "
                f"“{said}”."
            )
        return Path(said) if said else None


def database_url(instance: Path) -> str:
    """The address of the SQLite file in this folder."""
    from companion.store import connections

    return connections.in_file(instance / "companion.sqlite3")


def key_file(instance: Path) -> Path:
    """Where the key of an installation lies that is given none."""
    return instance.absolute() / "secret_key"


def find_key(config: Mapping[str, Any]) -> str | None:
    """The key that an app with this config signs with; None where none was made yet.

    Raises `Unusable` where there is one that cannot be read.
    """
    given: str | None = config["SECRET_KEY"]
    return given or _read_key(key_file(Path(config["INSTANCE"])))


def secret_key(instance: Path) -> str:
    """The key of this installation, made at its first start, for its owner alone.

    Raises `Unusable` where there is one that cannot be read, and where none can be made.
    """
    file = key_file(instance)
    key = _read_key(file)
    if key is None:
        try:
            _make_key(file)
        except OSError as error:
            there = private_files.nearest(instance)
            raise Unusable(
                NOT_MADE.format(
                    instance, error.strerror, private_files.me(), there, private_files.owner(there)
                )
            ) from None
        key = _read_key(file)
    if key is None:
        raise Unusable(NO_KEY.format(file))
    return key


def _read_key(file: Path) -> str | None:
    try:
        key = file.read_text().strip()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        me, there = private_files.me(), private_files.nearest(file)
        owner = private_files.owner(there)
        cure = "chmod u+rwX" if owner == me else f"chown {me}"
        raise Unusable(UNREADABLE.format(me, file, there, owner, cure, there)) from None
    except UnicodeDecodeError:
        key = ""
    if len(key) < SHORTEST_KEY:
        raise Unusable(NO_KEY.format(file))
    return key


def _make_key(file: Path) -> None:
    """A key is in this file, which is written whole or not at all, by whoever comes first."""
    private_files.make_folder(file.parent)
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        private_files.make_file(draft, secrets.token_hex(32))
        with suppress(FileExistsError):
            os.link(draft, file)
        private_files.to_the_disk(file.parent)
    finally:
        draft.unlink(missing_ok=True)
