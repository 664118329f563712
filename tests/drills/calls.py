"""What a process asked of its system, as strace wrote it down: writes, syncs and answers."""

import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

LONGEST = 5000  # bytes shown of what is written: a page of the database is 4,096
CALLS = "fdatasync,fsync,pwrite64,write,writev,send,sendto,sendmsg"
CALL = re.compile(r"(?P<process>\d+) +(?:<\.\.\. )?(?P<name>\w+)(?P<rest>.*)", re.DOTALL)
VERDICT = re.compile(r"Verdict: ([0-9a-f]{32}) recorded")
ID = re.compile(r"(?=([0-9a-f]{32}))")  # at every place: what stands before it may look like it


@dataclass(frozen=True)
class Call:
    """A system call of one process or thread, when it is over; what it was about, as text."""

    name: str
    about: str


def is_there() -> bool:
    """Whether strace is installed."""
    return shutil.which("strace") is not None


def written_to(trace: Path) -> list[str]:
    """The command under which a program and its children have their calls written down."""
    shown = ["-e", f"trace={CALLS}", "-s", str(LONGEST), "-y"]
    return ["strace", "-f", "-D", "-qq", "-o", str(trace), *shown]


def read(lines: Iterable[str]) -> Iterator[Call]:
    """The calls that succeeded. A sync is there when it is over, anything else when it begins."""
    under_way: dict[str, str] = {}
    for line in lines:
        call = CALL.match(line)
        if call is None:
            continue
        process, name, rest = call["process"], call["name"], call["rest"]
        syncs = name.endswith("sync")
        if rest.rstrip().endswith("<unfinished ...>"):
            under_way[process] = rest
            if not syncs:
                yield Call(name, rest)
        elif "resumed>" in rest:
            about = under_way.pop(process, "")
            if syncs and rest.rstrip().endswith("= 0"):
                yield Call(name, about)
        elif not syncs or rest.rstrip().endswith("= 0"):
            yield Call(name, rest)


@dataclass(frozen=True)
class Order:
    """How many entries were acknowledged, and how many of them were on the disk by then."""

    acknowledged: int
    synced: int


def order(calls: Iterable[Call], log: str) -> Order:
    """The order of the calls, for a database whose write-ahead log is the file `log`."""
    written: set[str] = set()
    synced: set[str] = set()
    acknowledged: set[str] = set()
    early: set[str] = set()
    for call in calls:
        if call.name.endswith("sync"):
            if log in call.about:
                synced |= written
                written.clear()
        elif call.name == "pwrite64":
            if log in call.about.partition(",")[0]:
                written.update(ID.findall(call.about))
        elif said := VERDICT.search(call.about):
            acknowledged.add(said[1])
            if said[1] not in synced:
                early.add(said[1])
    return Order(len(acknowledged), len(acknowledged - early))
