"""The secret key of an installation: found, or made at its first start."""

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.operations.settings import SHORTEST_KEY, Unusable
from companion.runtime import private_files

UNREADABLE = "{} cannot read the secret key {}: {} belongs to {}. {}"
AS_OWNER = "Run this as {}, or give the data to {}: `chown -R {} {}` as root."
NO_KEY = (
    "{} holds no key: put the old one back, or delete the file, and the next start makes a new one."
)
NOT_MADE = (
    "There is no secret key, and none can be saved in {} ({}): set SECRET_KEY, or let the user {} "
    "write to {}, which belongs to {}."
)


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
    except (IsADirectoryError, UnicodeDecodeError):
        key = ""
    except OSError:
        me, there = private_files.me(), private_files.nearest(file)
        owner = private_files.owner(there)
        own, theirs = f"Run `chmod u+rwX {there}`.", AS_OWNER.format(owner, me, me, file.parent)
        cure = own if owner == me else theirs
        raise Unusable(UNREADABLE.format(me, file, there, owner, cure)) from None
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
