"""What processes asked of a folder of files, as strace wrote it down, call by call."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

LONGEST = 8192  # bytes shown of what is written: SQLite and Python write less in one call
CALLS = (
    "openat,open,creat,write,writev,pwrite64,pwritev,pwritev2,ftruncate,truncate,fallocate,"
    "fsync,fdatasync,sync_file_range,rename,renameat,renameat2,link,linkat,symlink,symlinkat,"
    "unlink,unlinkat,mkdir,mkdirat,rmdir,copy_file_range,sendfile,splice,send,sendto,sendmsg"
)
BY_NAME = frozenset((
    "openat", "open", "creat", "truncate", "rename", "renameat", "renameat2", "link", "linkat",
    "symlink", "symlinkat", "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir",
))  # fmt: skip
"""The calls that say which file they are about by its name; others name open ones."""
SENDS = ("send", "sendto", "sendmsg")
CALL = re.compile(r"(\d+) +(\d+\.\d+) (?:<\.\.\. )?(\w+)(.*)", re.DOTALL)
TEXT = r'"((?:\\x[0-9a-f]{2})*)"'
PLACE = re.compile(rf"(?:\w+<([^>]*)>(?:\(deleted\))?)|{TEXT}(\.\.\.)?")
RESULT = re.compile(r"= (-?\d+)[^=]*$")
VERDICT = re.compile(r"Verdict: ([0-9a-f]{32}) recorded")


@dataclass(frozen=True)
class Write:
    """Bytes at an offset of a file; None for its end."""

    path: str
    at: int | None
    data: bytes


@dataclass(frozen=True)
class Cut:
    path: str
    size: int


@dataclass(frozen=True)
class Named:
    """Names that change together: each path, and the one at which its file was before.

    "" stands for a new file, "/" for a new folder, None for a name that is gone.
    """

    changes: tuple[tuple[str, str | None], ...]


@dataclass(frozen=True)
class SyncBegun:
    """A process waits until what was written to this file or folder so far is on the disk."""

    process: str
    path: str


@dataclass(frozen=True)
class SyncOver:
    """What this process waited for is on the disk, unless it failed."""

    process: str
    failed: bool


@dataclass(frozen=True)
class Said:
    id: str


@dataclass(frozen=True)
class Marked:
    """The drill has seen something happen: what it is called."""

    name: str


Event = Write | Cut | Named | SyncBegun | SyncOver | Said | Marked
Timed = tuple[float, Event]


def recording_to(trace: Path) -> list[str]:
    """The command under which a program and its children have their calls written down."""
    shown = ["-e", f"trace={CALLS}", "-e", "signal=none", "-s", str(LONGEST), "-xx", "-y"]
    return ["strace", "-f", "-D", "-ttt", "--seccomp-bpf", "-qq", "-o", str(trace), *shown]


def read(trace: Path, root: Path) -> Iterator[Timed]:
    """What was done to this folder and what is in it, and what was acknowledged, in order."""
    under_way: dict[str, tuple[str, str]] = {}
    with trace.open(errors="replace") as lines:
        for call in filter(None, map(CALL.match, lines)):
            process, at, name, rest = call[1], float(call[2]), call[3], call[4].rstrip()
            begun = rest.endswith("<unfinished ...>")
            resumed = "resumed>" in rest and process in under_way
            if begun:
                under_way[process] = name, rest
                if not name.endswith("sync") and "write" not in name and name not in SENDS:
                    continue
            if resumed:
                name, said = under_way.pop(process)
                rest = said.removesuffix("<unfinished ...>") + rest.partition("resumed>")[2]
            is_inside = any(
                path == str(root) or path.startswith(f"{root}/") for path in _paths(name, rest)
            )
            if is_inside or name in SENDS:
                for event in _events(process, name, rest, begun=begun, resumed=resumed):
                    yield at, event


def _events(process: str, name: str, rest: str, *, begun: bool, resumed: bool) -> Iterator[Event]:
    """What this call did; a write counts when it begins, a sync when it is over, as do names."""
    paths, result = _paths(name, rest), RESULT.search(rest)
    failed = not begun and (result is None or int(result[1]) < 0)
    if name.endswith("sync"):
        if not resumed:
            yield SyncBegun(process, paths[0])
        if not begun:
            yield SyncOver(process, failed)
    elif name in SENDS:
        if not resumed and (said := VERDICT.search(" ".join(_texts(rest)))):
            yield Said(said[1])
    elif failed or (resumed and "write" in name):
        return
    elif name in ("write", "pwrite64"):
        data = _data(rest)
        whole = data if begun or result is None else data[: int(result[1])]
        yield Write(paths[0], None if name == "write" else _last_number(rest), whole)
    elif name in ("ftruncate", "truncate"):
        yield Cut(paths[0], _last_number(rest))
    elif name in ("openat", "open", "creat"):
        if "O_CREAT" in rest or name == "creat":
            yield Named(((paths[-1], ""),))
        if "O_TRUNC" in rest or name == "creat":
            yield Cut(paths[-1], 0)
    else:
        yield _naming(name, paths, rest)


def _naming(name: str, paths: Sequence[str], rest: str) -> Event:
    """What a call did that gives or takes names."""
    match name:
        case "rename" | "renameat" | "renameat2":
            return Named(((paths[0], None), (paths[1], paths[0])))
        case "link" | "linkat":
            return Named(((paths[1], paths[0]),))
        case "unlink" | "unlinkat" | "rmdir":
            return Named(((paths[0], None),))
        case "mkdir" | "mkdirat":
            return Named(((paths[0], "/"),))
        case _:
            raise ValueError(f"{name}{rest[:200]}")


def _paths(name: str, rest: str) -> list[str]:
    """The paths that a call is about, each whole: a short one stands in the folder before it.

    "" stands for an open file that has no name any more.
    """
    folder = ""
    opened: list[str] = []
    named: list[str] = []
    for found in PLACE.finditer(rest.partition(" = ")[0]):
        if found[1] is not None:
            folder = "" if found[0].endswith("(deleted)") else _decode(found[1])
            opened.append(folder)
        else:
            said = _decode(found[2])
            named.append(said if said.startswith("/") else f"{folder}/{said}")
    return named if name in BY_NAME else opened


def _texts(rest: str) -> list[str]:
    return [_decode(found[2]) for found in PLACE.finditer(rest) if found[2] is not None]


def _decode(said: str) -> str:
    return _bytes(said).decode(errors="replace") if said.startswith("\\x") else said


def _bytes(said: str) -> bytes:
    return bytes.fromhex(said.replace("\\x", ""))


def _data(rest: str) -> bytes:
    """What a call writes; ValueError where strace shows only a part of it."""
    for found in PLACE.finditer(rest):
        if found[1] is None:
            if found[3]:
                raise ValueError(f"more than {LONGEST} bytes at once")
            return _bytes(found[2])
    raise ValueError(rest[:200])


def _last_number(rest: str) -> int:
    given = rest.partition(" = ")[0].removesuffix("<unfinished ...>").rstrip(" )")
    return int(given.rpartition(", ")[2])
