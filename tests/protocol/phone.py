"""A phone as protocol.md has it: a picture of the game, and a queue of its own submissions."""

import hashlib
import json
from dataclasses import dataclass, replace

from companion.engine.entry import Facts
from companion.engine.log import TAKEN_BACK
from companion.engine.verdict import Answer, Submission, Verdict
from tests.protocol.table import Board, Reply, Withdrawn

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


class Phone:
    """What one phone knows, and what it has still to say.

    `meant` are all submissions that were ever made on it, by id and in the order of its queue;
    `told` the first verdict that came back for each; `tried` are those that were sent, `removed`
    those that never were, and `withdrawn` those that were removed after they had been sent.
    """

    def __init__(self, id: str, board: Board) -> None:
        self.id = id
        self.board = board
        self.online = True
        self.meant: dict[str, Meant] = {}
        self.told: dict[str, Verdict] = {}
        self.queue: list[Submission] = []
        self.review: list[Asked] = []
        self.left: set[str] = set()
        self.tried: set[str] = set()
        self.removed: set[str] = set()
        self.withdrawn: set[str] = set()

    def taps(self, facts: Facts, act: int | None = None) -> None:
        """A submission stands in the queue before anything is sent; a double tap has one id."""
        said = json.dumps([self.id, self.board.place, len(self.queue), facts], sort_keys=True)
        made = hashlib.sha256(said.encode()).hexdigest()[:32]
        if made in self.meant:
            return
        submission = Submission(made, self.id, self.board.place, facts)
        self.meant[made] = Meant(submission, act)
        self.keeps(submission)

    def keeps(self, submission: Submission) -> None:
        """A submission is the last in the queue."""
        self.queue.append(submission)

    def sends(self) -> Submission:
        """The submission that is sent next. Only its verdict takes it out of the queue."""
        self.tried.add(self.queue[0].id)
        return self.queue[0]

    @property
    def removable(self) -> list[Submission]:
        """What waits, but for what takes back something that was withdrawn."""
        return [submission for submission in self.queue if not submission.id.endswith(BACK)]

    def removes(self, gone: Submission) -> None:
        """This is not to be entered after all. Of one that was sent the table is asked first."""
        if gone.id in self.tried:
            self.withdrawn.add(gone.id)
            self._replaces(gone.id, Withdrawn(gone.id, gone.phone, gone.seen, gone.facts))
        else:
            self.removed.add(gone.id)
            self._replaces(gone.id)

    def hears(self, submission: Submission, reply: Reply) -> None:
        """The answer to a submission has come, for the first time or again, and a board with it."""
        self.shows(reply.board)
        if all(waiting.id != submission.id for waiting in self.queue):
            return
        verdict = reply.verdict
        self.told[submission.id] = verdict
        if verdict.answer is Answer.RECORDED and submission.id in self.withdrawn:
            self._replaces(submission.id, self._back(submission, verdict.place or 0))
        else:
            self._replaces(submission.id)
        if verdict.answer is Answer.RECORDED:
            self._knows(verdict.place)
        elif verdict.answer is not Answer.MERGED and submission.id not in self.withdrawn:
            self.review.append(Asked(self.meant[submission.id], verdict))

    def shows(self, board: Board) -> None:
        """A board that is not newer than the picture is dropped."""
        if board.place > self.board.place:
            self.board = board

    def receives(self, board: Board) -> None:
        """A board was pushed: it is whole, so that it needs none of those before it."""
        self.shows(board)

    def enters_again(self) -> None:
        """What was refused is sent once more, as it was; what is asked is entered all the same."""
        asked = self.review.pop(0)
        if asked.possible:
            self.taps({**asked.meant.submission.facts, "confirmed": True}, asked.meant.act)
        else:
            self.queue.append(asked.meant.submission)
            self.left.add(asked.meant.submission.id)

    def leaves(self) -> None:
        """What is asked, or was refused, is not entered."""
        self.left.add(self.review.pop(0).meant.submission.id)

    def ends(self) -> None:
        """Its evening is over."""

    @property
    def acts(self) -> frozenset[int]:
        """The acts of its own that wait: for an answer, or for somebody to decide."""
        waiting = [*self.queue, *(asked.meant.submission for asked in self.review)]
        acts = (self.meant[submission.id].act for submission in waiting)
        return frozenset(act for act in acts if act is not None)

    def _back(self, submission: Submission, place: int) -> Submission:
        """What takes this submission back, which was withdrawn and is recorded; it is next in its
        order.

        It had been made before what waits behind it.
        """
        facts = {"kind": TAKEN_BACK, "target": place}
        back = Submission(f"{submission.id}{BACK}", self.id, place, facts)
        meant = list(self.meant.items())
        after = list(self.meant).index(submission.id) + 1
        self.meant = dict([*meant[:after], (back.id, Meant(back, None)), *meant[after:]])
        return back

    def _replaces(self, made: str, *others: Submission) -> None:
        """These wait instead of the submission with this id."""
        places = [others if waiting.id == made else (waiting,) for waiting in self.queue]
        self.queue = [waiting for place in places for waiting in place]

    def _knows(self, place: int | None) -> None:
        """What waits was meant after its own entry, unless others' stand before that, unseen."""
        self.queue = [
            replace(submission, seen=submission.seen + 1)
            if place == submission.seen + 1
            else submission
            for submission in self.queue
        ]
