"""As whom a command runs: what it makes beside the data must not lock the server out."""

import os
from pathlib import Path

import click

from companion.runtime import private_files

ROOT = 0
STRANGER = "{} belongs to {}, but this runs as {}: run it as {}, with the same settings."
FOR_ROOT = "{} belongs to root: give it to the user that the server runs as (chown)."


def check(place: Path | None) -> None:
    """Raises `ClickException` where this user is not to touch this file, or what lies beside it.

    SQLite makes files beside a database, which the server cannot use if they are another user's.
    What root makes belongs to whom the database belongs.
    """
    if place and (said := find_stranger(place)):
        raise click.ClickException(said)


def find_stranger(place: Path) -> str:
    """Why this user is not to touch this file; "" for its owner, for root, and in a shared folder.

    A folder of root that others may write to is shared by a group.
    """
    if private_files.is_missing(place.parent):
        return ""
    there = private_files.nearest(place)
    folder = there if there.is_dir() else there.parent
    is_shared = folder.stat().st_uid == ROOT and _may_write(folder)
    if is_shared or os.geteuid() in (ROOT, there.stat().st_uid):
        return ""
    owner = private_files.owner(there)
    who = owner if owner == "root" else f"{owner} or as root"
    return STRANGER.format(there, owner, private_files.me(), who)


def find_other_owner(folder: Path, place: Path) -> str | None:
    """Whom the data in `place` belong to, where root asks and this folder is somebody else's."""
    there, owner = private_files.nearest(folder), private_files.owner(private_files.nearest(place))
    is_other = os.geteuid() == ROOT and private_files.owner(there) != owner
    return owner if is_other else None


def _may_write(folder: Path) -> bool:
    return os.access(folder, os.W_OK, effective_ids=os.access in os.supports_effective_ids)
