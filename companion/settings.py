"""What an installation decides: where its data lies, and the key it signs with."""

import os
import secrets
from pathlib import Path

from companion.journal import LEVELS

SHORTEST_KEY = 16  # characters; what `secrets.token_hex` makes is 64


def instance(usual: Path) -> Path:
    """`INSTANCE`, the folder where the data lies, from the root of the disk on; else the usual one.

    Raises `RuntimeError` on one that depends on where the app is started.
    """
    given = os.environ.get("INSTANCE")
    if not given:
        return usual
    if not Path(given).is_absolute():
        raise RuntimeError("INSTANCE is no folder from the root on, such as /var/lib/companion")
    return Path(given)


def database_url(instance: Path) -> str:
    """`DATABASE_URL`, or a SQLite file in the instance folder."""
    return os.environ.get("DATABASE_URL") or f"sqlite:///{instance / 'companion.sqlite3'}"


def kept_days() -> int:
    """`KEEP_DAYS`: for how many days a table is kept that nobody touches, 1 or more; else 400.

    Raises `RuntimeError` on anything else.
    """
    given = os.environ.get("KEEP_DAYS", "400")
    if not (given.isascii() and given.isdecimal() and int(given)):
        raise RuntimeError("KEEP_DAYS is no number of days")
    return int(given)


def trusted_proxies() -> int:
    """`TRUSTED_PROXIES`: how many proxies of our own stand before the app, 0 to 9; else none.

    Raises `RuntimeError` on anything else.
    """
    given = os.environ.get("TRUSTED_PROXIES", "0")
    if given not in tuple("0123456789"):
        raise RuntimeError("TRUSTED_PROXIES is no number of proxies, from 0 to 9")
    return int(given)


def log_level() -> str:
    """`LOG_LEVEL`: debug, info, warning or error; else info. Raises `RuntimeError` on others."""
    given = (os.environ.get("LOG_LEVEL") or "info").lower()
    if given not in LEVELS:
        raise RuntimeError(f"LOG_LEVEL is none of {', '.join(LEVELS)}")
    return given


def secret_key(instance: Path) -> str:
    """`SECRET_KEY`, or the key of this installation, made at its first start (mode 0600).

    Raises `RuntimeError` on a given key that is too short to protect anything.
    """
    given = os.environ.get("SECRET_KEY")
    if given is not None:
        if len(given) < SHORTEST_KEY:
            raise RuntimeError(f"SECRET_KEY is shorter than {SHORTEST_KEY} characters")
        return given
    path = instance / "secret_key"
    try:
        key = _made_once(path)
    except OSError:  # a folder that cannot be written: sessions then last until the next start
        return secrets.token_hex(32)
    if len(key) < SHORTEST_KEY:
        raise RuntimeError(f"{path} holds no key: delete it, and a new one is made")
    return key


def _made_once(path: Path) -> str:
    """The key in this file, which is written whole or not at all, by whoever comes first."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        made = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(made, "w") as file:
                file.write(secrets.token_hex(32))
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
