"""Files and folders for their owner alone; what root makes for a service is the service's."""

import os
from contextlib import suppress
from errno import ENOTDIR
from pathlib import Path


def make_folder(folder: Path) -> None:
    """This folder is there, and stays; a new one nobody but its owner enters (0700)."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:  # somebody else was quicker, or a file is in the way
        if not folder.is_dir():
            raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), str(folder)) from None
    else:
        hand_over(folder)
        with suppress(PermissionError):  # a folder that we may write to and not look into
            to_the_disk(folder.parent)


def make_file(path: Path, text: str = "") -> None:
    """A new file with this text is on the disk, or none; only its owner reads it (0600).

    Raises OSError that names it; FileExistsError where there is one.
    """
    made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(made, "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        hand_over(path)
    except OSError as error:
        path.unlink()
        raise OSError(error.errno, error.strerror, str(path)) from None


def to_the_disk(path: Path) -> None:
    """What was written to this file, or the names in this folder, outlive a failure of power."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def hand_over(path: Path, like: Path | None = None) -> None:
    """Where root made this, it belongs to the owner of `like`, usually the folder that it is in.

    Else the service would find files in its own folder that it cannot read.
    """
    if os.geteuid() == 0:
        owner = (like or path.absolute().parent).stat()
        with suppress(PermissionError):  # a root who may not give files away, as in some containers
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def is_missing(path: Path) -> bool:
    """Whether there is nothing here, as far as anybody may know."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        pass
    return False


def me() -> str:
    """The name of the user that this runs as."""
    return user(os.geteuid())


def owner(path: Path) -> str:
    """The name of the user that this belongs to; "somebody" where nobody may look."""
    try:
        return user(path.stat().st_uid)
    except OSError:
        return "somebody"


def user(number: int) -> str:
    import pwd  # which no browser has

    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def nearest(path: Path) -> Path:
    """This, or the folder above it in which it would be made."""
    for each in (path, *path.parents):
        with suppress(OSError):
            each.stat()
            return each
    return path
