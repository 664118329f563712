"""What may be left after a cut is worked out from what was recorded; and recordings are read."""

from pathlib import Path

import pytest

from tests.drills.cuts import Disk
from tests.drills.recorded import (
    Cut,
    Event,
    Named,
    NotUnderstood,
    Said,
    SyncBegun,
    SyncOver,
    Write,
    read,
)

ROOT = Path("/r")
MAKES = Named((("/r/a", ""),))
WRITES = Write("/r/a", 0, b"old")
OVERWRITES = Write("/r/a", 1, b"NEW")
MOVES = Named((("/r/a", None), ("/r/b", "/r/a")))


def synced(path: str, *, failed: bool = False) -> list[Event]:
    return [SyncBegun("1", path), SyncOver("1", failed)]


def left(*events: Event) -> set[tuple[tuple[str, bytes], ...]]:
    """All that may be there if the power is cut after these; many times, as much is by chance."""
    found = set()
    for seed in range(60):
        disk = Disk(ROOT, seed)
        for event in events:
            disk.do(event)
        for remains in disk.cuts():
            files = [
                (path, disk.content(remains, number, chosen))
                for path, number, _, chosen in remains.files
            ]
            found.add(tuple(files))
    return found


ALL = [MAKES, WRITES, *synced("/r/a"), *synced("/r")]


@pytest.mark.parametrize(
    ("events", "states"),
    [
        pytest.param([MAKES, WRITES], [{}, {"a": b""}, {"a": b"old"}], id="nothing synced"),
        pytest.param([MAKES, WRITES, *synced("/r/a")], [{}, {"a": b"old"}], id="no name yet"),
        pytest.param([MAKES, WRITES, *synced("/r")], [{"a": b""}, {"a": b"old"}], id="name alone"),
        pytest.param(ALL, [{"a": b"old"}], id="all of it"),
        pytest.param([*ALL, OVERWRITES], [{"a": b"old"}, {"a": b"oNEW"}], id="overwritten"),
        pytest.param(
            [*ALL, OVERWRITES, *synced("/r/a", failed=True)],
            [{"a": b"old"}, {"a": b"oNEW"}],
            id="the sync failed",
        ),
        pytest.param([*ALL, Cut("/r/a", 1)], [{"a": b"old"}, {"a": b"o"}], id="cut off"),
        pytest.param([*ALL, MOVES], [{"a": b"old"}, {"b": b"old"}], id="renamed at once"),
        pytest.param([*ALL, MOVES, *synced("/r")], [{"b": b"old"}], id="renamed for sure"),
        pytest.param(
            [*ALL, Named((("/r/b", "/r/a"),)), Named((("/r/a", None),))],
            [{"a": b"old"}, {"a": b"old", "b": b"old"}, {"b": b"old"}, {}],
            id="names out of order",
        ),
        pytest.param(
            [*ALL, SyncBegun("1", "/r/a"), OVERWRITES, SyncOver("1", False)],
            [{"a": b"old"}, {"a": b"oNEW"}],
            id="written during the sync",
        ),
        pytest.param(
            [Named((("/r/f", "/"),)), Named((("/r/f/a", ""),)), *synced("/r/f")],
            [{}, {"f/a": b""}],
            id="a folder without its name",
        ),
    ],
)
def test_what_is_left(events: list[Event], states: list[dict[str, bytes]]) -> None:
    expected = {tuple((f"/r/{name}", said) for name, said in state.items()) for state in states}
    assert left(*events) == expected


def test_a_write_is_torn_between_sectors() -> None:
    new = Write("/r/a", 0, b"y" * 1024)
    states = left(MAKES, Write("/r/a", 0, b"x" * 1024), *synced("/r/a"), *synced("/r"), new)
    halves = {b"x" * 512 + b"y" * 512, b"y" * 512 + b"x" * 512}
    assert halves < {state[0][1] for state in states} <= halves | {b"x" * 1024, b"y" * 1024}


def test_what_lay_there_before_is_there_for_sure(tmp_path: Path) -> None:
    (tmp_path / "f").mkdir()
    (tmp_path / "f" / "a").write_bytes(b"old")
    disk = Disk(tmp_path, 1)
    disk.hold(tmp_path)
    disk.do(Write(f"{tmp_path}/f/a", 0, b"o"))
    assert all(
        [path for path, *_ in remains.files] == [f"{tmp_path}/f/a"] for remains in disk.cuts()
    )


def hexed(said: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in said.encode())


A, B, F = hexed("/r/a"), hexed("/r/b"), hexed("/r")
ID = "0123456789abcdef" * 2
VERDICT = hexed(f"HTTP/1.1 200 OK\r\nVerdict: {ID} recorded 1 -\r\n")


def test_a_recording_is_read_call_by_call() -> None:
    """A write counts as far as it came, a sync when it is over, names when they are there."""
    lines = [
        f'openat(AT_FDCWD<{F}>, "{A}", O_RDWR|O_CREAT, 0600) = 3<{A}>',
        f'pwrite64(3<{A}>, "\\x6f\\x6b", 2, 7) = 1',
        f'pwrite64(3<{A}>, "\\x6f", 1, 7) = -1 ENOSPC (No space left)',
        f'write(3<{A}>, "\\x6f", 1) = 1',
        f'write(3<{hexed("/elsewhere")}>, "\\x6f", 1) = 1',
        f"ftruncate(3<{A}>, 5) = 0",
        f"fdatasync(3<{A}> <unfinished ...>",
        "<... fdatasync resumed>) = 0",
        f"fsync(3<{A}>) = -1 EIO (Input/output error)",
        f'rename("{A}", "{B}") = 0',
        f'linkat(AT_FDCWD<{F}>, "{B}", AT_FDCWD<{F}>, "{hexed("a")}", 0) = 0',
        f'unlinkat(4<{F}>, "{hexed("a")}", 0) = 0',
        f'mkdir("{A}", 0700) = 0',
        f'sendto(5<socket:[7]>, "{VERDICT}", 90, 0, NULL, 0) = 90',
    ]
    assert [event for _, event in read([f"1 17.5 {line}" for line in lines], ROOT)] == [
        MAKES,
        Write("/r/a", 7, b"o"),
        Write("/r/a", None, b"o"),
        Cut("/r/a", 5),
        *synced("/r/a"),
        *synced("/r/a", failed=True),
        MOVES,
        Named((("/r/a", "/r/b"),)),
        Named((("/r/a", None),)),
        Named((("/r/a", "/"),)),
        Said(ID),
    ]


@pytest.mark.parametrize(
    "line",
    [f'write(3<{A}>, "\\x6f"..., 9000) = 9000', f"sendfile(3<{A}>, 4<{B}>, NULL, 5) = 5"],
)
def test_what_is_not_understood_is_said(line: str) -> None:
    with pytest.raises(NotUnderstood):
        list(read([f"1 17.5 {line}"], ROOT))
