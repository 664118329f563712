"""What a disk holds after the power was cut: all that was synced, and any part of what was not.

The model is a strict one. A sync of a file keeps its bytes, and not its name; a sync of a folder
keeps the names in it, and not the folder's own. What was not synced may be there or not, in any
order, and torn between two sectors; names that change in one call change together.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path, PurePosixPath

from tests.drills.recorded import Cut, Event, Named, SyncBegun, SyncOver, Write

SECTOR = 512  # bytes that a disk writes whole or not at all
FOLDER = -1

Choice = tuple[int, ...]
"""The numbers of the steps that reached the disk, in order."""


@dataclass
class Step:
    """One thing that was done to the bytes of a file."""

    number: int
    done: Write | Cut


@dataclass
class File:
    """The bytes that a file has for sure, and what was done to it since."""

    number: int
    base: bytearray = field(default_factory=bytearray)
    size: int = 0
    """Its size with all that was done, for what is written at its end."""
    version: int = 0
    """How many steps its bytes are made of."""
    steps: list[Step] = field(default_factory=list)

    def settle(self, many: int) -> None:
        """The first of its open steps, so many, are on the disk."""
        for step in self.steps[:many]:
            apply(self.base, step.done)
        del self.steps[:many]
        self.version += many


@dataclass
class Naming:
    """Names that changed together, and the folder whose sync keeps that."""

    number: int
    changes: dict[str, int | None]
    folder: str


@dataclass(frozen=True)
class Remains:
    """What is there after a cut: each path, with its file, the steps that it has, the torn one."""

    files: tuple[tuple[str, int, int, Choice], ...]
    torn: tuple[int, int, int] | None
    """A step that is there in part: its number, and the first and last byte of it that are."""


def apply(content: bytearray, done: Write | Cut) -> None:
    match done:
        case Cut(_, size):
            content[size:] = bytes(max(0, size - len(content)))
        case Write(_, at, data):
            assert at is not None
            if len(content) < at:
                content.extend(bytes(at - len(content)))
            content[at : at + len(data)] = data


class Disk:
    """The files in a folder, as they are and as they are on the disk for sure."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root = str(root)
        self._numbers = count()
        self._chance = random.Random(seed)
        self.files: dict[int, File] = {}
        self.live: dict[str, int] = {}
        self.kept: dict[str, int] = {}
        self.namings: list[Naming] = []
        self._waiting: dict[str, tuple[str, File | None, int, list[Naming]]] = {}

    def hold(self, folder: Path) -> None:
        """All that lies in this folder is on the disk for sure."""
        for path in folder.rglob("*"):
            if path.is_dir():
                self.kept[str(path)] = FOLDER
            else:
                file = self._make()
                file.base += path.read_bytes()
                file.size = len(file.base)
                self.kept[str(path)] = file.number
        self.live = dict(self.kept)

    def do(self, event: Event) -> bool:
        """This happened; whether a cut after it may leave something else than one before it."""
        match event:
            case Write() | Cut():
                return self._write(event)
            case Named(changes):
                return self._name(changes)
            case SyncBegun(process, path):
                file = self.files.get(self.live.get(path, FOLDER))
                covered = len(file.steps) + file.version if file else 0
                self._waiting[process] = path, file, covered, list(self.namings)
            case SyncOver(process, failed):
                waited = self._waiting.pop(process, None)
                if waited and not failed:
                    self._settle(*waited)
        return False

    def _make(self) -> File:
        file = File(next(self._numbers))
        self.files[file.number] = file
        return file

    def _write(self, done: Write | Cut) -> bool:
        number = self.live.get(done.path, FOLDER)
        if number == FOLDER:  # it has no name any more
            return False
        file = self.files[number]
        if isinstance(done, Cut):
            file.size = done.size
        else:
            at = file.size if done.at is None else done.at
            done = Write(done.path, at, done.data)
            file.size = max(file.size, at + len(done.data))
        file.steps.append(Step(next(self._numbers), done))
        return True

    def _name(self, changes: tuple[tuple[str, str | None], ...]) -> bool:
        named: dict[str, int | None] = {}
        for path, what in changes:
            match what:
                case None:
                    named[path] = None
                case "/":
                    named[path] = FOLDER
                case "":
                    if path in self.live:
                        return False
                    named[path] = self._make().number
                case old:
                    named[path] = self.live.get(old, FOLDER)
        for path, number in named.items():
            if number is None:
                self.live.pop(path, None)
            else:
                self.live[path] = number
        folder = str(PurePosixPath(changes[-1][0]).parent)
        self.namings.append(Naming(next(self._numbers), named, folder))
        return True

    def _settle(
        self, path: str, file: File | None, covered: int, namings: Sequence[Naming]
    ) -> None:
        """The steps of this file up to `covered`, or the names in this folder, are on the disk."""
        if file:
            file.settle(max(0, covered - file.version))
            return
        for naming in namings:
            if naming.folder == path and naming in self.namings:
                change(self.kept, naming)
                self.namings.remove(naming)

    def cuts(self, mixed: int = 3) -> Iterator[Remains]:
        """What may be there if the power is cut now: nothing of what is open, all, and between.

        `mixed` is how many states are tried that have any part of it.
        """
        steps = [step for file in self.files.values() for step in file.steps]
        done = sorted(step.number for step in steps)
        named = [naming.number for naming in self.namings]
        writes = {
            step.number: len(step.done.data) for step in steps if isinstance(step.done, Write)
        }
        yield self._remains(set())
        if not done and not named:
            return
        yield self._remains({*done, *named})
        if done and named:
            yield self._remains(set(named))
            yield self._remains(set(done))
        everything = sorted([*done, *named])
        yield self._remains(set(everything[: self._chance.randrange(len(everything))]))
        last = done[-1] if done else None
        if last in writes:
            yield self._remains({*done, *named}, self._tear(last, writes[last]))
        for _ in range(mixed if len(everything) > 1 else 0):
            chosen = {number for number in everything if self._chance.random() < 0.5}
            torn = sorted(chosen & writes.keys())
            tear = self._chance.choice(torn) if torn else None
            yield self._remains(
                chosen, self._tear(tear, writes[tear]) if tear is not None else None
            )

    def _tear(self, number: int, size: int) -> tuple[int, int, int]:
        """A beginning or an end of what was written, in whole sectors."""
        at = min(size, SECTOR * self._chance.randint(0, max(0, size // SECTOR)))
        return (number, 0, at) if self._chance.random() < 0.5 else (number, at, size)

    def _remains(self, chosen: set[int], torn: tuple[int, int, int] | None = None) -> Remains:
        names = dict(self.kept)
        for naming in self.namings:
            if naming.number in chosen:
                change(names, naming)
        found = []
        for path, number in sorted(names.items()):
            above = folders_of(path, self.root)
            if number == FOLDER or any(names.get(folder) != FOLDER for folder in above):
                continue  # a folder, or in one that is not there
            file = self.files[number]
            steps = tuple(step.number for step in file.steps if step.number in chosen)
            found.append((path, number, file.version, steps))
        if torn and not any(torn[0] in steps for *_, steps in found):
            torn = None
        return Remains(tuple(found), torn)

    def content(self, remains: Remains, number: int, chosen: Choice) -> bytes:
        file = self.files[number]
        content = bytearray(file.base)
        for step in file.steps:
            if step.number in chosen:
                apply(content, cut_short(step, remains.torn))
        return bytes(content)


@cache
def folders_of(path: str, root: str) -> tuple[str, ...]:
    inside = tuple(map(str, PurePosixPath(path).parents))
    return inside[: inside.index(root)] if root in inside else inside


def change(names: dict[str, int], naming: Naming) -> None:
    for path, number in naming.changes.items():
        if number is None:
            names.pop(path, None)
        else:
            names[path] = number


def cut_short(step: Step, torn: tuple[int, int, int] | None) -> Write | Cut:
    """The step, or that part of it that reached the disk."""
    done = step.done
    if torn is None or torn[0] != step.number or isinstance(done, Cut):
        return done
    _, first, last = torn
    assert done.at is not None
    return Write(done.path, done.at + first, done.data[first:last])
