"""A phone as protocol.md has it: a picture of the game, and a queue of its own wishes."""

import hashlib
import json
from dataclasses import dataclass, replace

from companion.engine.game import Facts
from companion.engine.log import TAKEN_BACK
from companion.engine.verdict import Answer, Verdict, Wish
from tests.protocol.table import Board, Reply, Withdrawn

BACK = "-back"


@dataclass(frozen=True)
class Meant:
    """A wish with the act of the table that it tells of; None for what did not happen there."""

    wish: Wish
    act: int | None


@dataclass(frozen=True)
class Asked:
    """A wish in the review sheet, with the verdict that brought it there."""

    meant: Meant
    verdict: Verdict

    @property
    def possible(self) -> bool:
        """Whether it can be entered all the same."""
        return self.verdict.asks


class Phone:
    """What one phone knows, and what it has still to say.

    `meant` are all wishes that were ever made on it, by id and in the order of its queue; `told`
    the first verdict that came back for each; `tried` are those that were sent, `removed` those
    that never were, and `withdrawn` those that were removed after they had been sent.
    """

    def __init__(self, id: str, board: Board) -> None:
        self.id = id
        self.board = board
        self.online = True
        self.meant: dict[str, Meant] = {}
        self.told: dict[str, Verdict] = {}
        self.queue: list[Wish] = []
        self.review: list[Asked] = []
        self.left: set[str] = set()
        self.tried: set[str] = set()
        self.removed: set[str] = set()
        self.withdrawn: set[str] = set()

    def taps(self, facts: Facts, act: int | None = None) -> None:
        """A wish stands in the queue before anything is sent; a double tap has one id."""
        said = json.dumps([self.id, self.board.place, len(self.queue), facts], sort_keys=True)
        made = hashlib.sha256(said.encode()).hexdigest()[:32]
        if made in self.meant:
            return
        wish = Wish(made, self.id, self.board.place, facts)
        self.meant[made] = Meant(wish, act)
        self.keeps(wish)

    def keeps(self, wish: Wish) -> None:
        """A wish is the last in the queue."""
        self.queue.append(wish)

    def sends(self) -> Wish:
        """The wish that is sent next. Only its verdict takes it out of the queue."""
        self.tried.add(self.queue[0].id)
        return self.queue[0]

    @property
    def removable(self) -> list[Wish]:
        """What waits, but for what takes back something that was withdrawn."""
        return [wish for wish in self.queue if not wish.id.endswith(BACK)]

    def removes(self, gone: Wish) -> None:
        """A wish is not to be entered after all. Of one that was sent the table is asked first."""
        if gone.id in self.tried:
            self.withdrawn.add(gone.id)
            self._replaces(gone.id, Withdrawn(gone.id, gone.phone, gone.seen, gone.facts))
        else:
            self.removed.add(gone.id)
            self._replaces(gone.id)

    def hears(self, wish: Wish, reply: Reply) -> None:
        """The answer to a wish has come, for the first time or again, and a board with it."""
        self.shows(reply.board)
        if all(waiting.id != wish.id for waiting in self.queue):
            return
        verdict = reply.verdict
        self.told[wish.id] = verdict
        if verdict.answer is Answer.RECORDED and wish.id in self.withdrawn:
            self._replaces(wish.id, self._back(wish, verdict.place or 0))
        else:
            self._replaces(wish.id)
        if verdict.answer is Answer.RECORDED:
            self._knows(verdict.place)
        elif verdict.answer is not Answer.MERGED and wish.id not in self.withdrawn:
            self.review.append(Asked(self.meant[wish.id], verdict))

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
            self.taps({**asked.meant.wish.facts, "confirmed": True}, asked.meant.act)
        else:
            self.queue.append(asked.meant.wish)
            self.left.add(asked.meant.wish.id)

    def leaves(self) -> None:
        """What is asked, or was refused, is not entered."""
        self.left.add(self.review.pop(0).meant.wish.id)

    def ends(self) -> None:
        """Its evening is over."""

    @property
    def acts(self) -> frozenset[int]:
        """The acts of its own that wait: for an answer, or for somebody to decide."""
        waiting = [*self.queue, *(asked.meant.wish for asked in self.review)]
        acts = (self.meant[wish.id].act for wish in waiting)
        return frozenset(act for act in acts if act is not None)

    def _back(self, wish: Wish, place: int) -> Wish:
        """What takes this wish back, which was withdrawn and is recorded; it is next in its order.

        It had been made before what waits behind it.
        """
        facts = {"kind": TAKEN_BACK, "target": place}
        back = Wish(f"{wish.id}{BACK}", self.id, place, facts)
        meant = list(self.meant.items())
        after = list(self.meant).index(wish.id) + 1
        self.meant = dict([*meant[:after], (back.id, Meant(back, None)), *meant[after:]])
        return back

    def _replaces(self, made: str, *others: Wish) -> None:
        """These wait instead of the wish with this id."""
        places = [others if waiting.id == made else (waiting,) for waiting in self.queue]
        self.queue = [waiting for place in places for waiting in place]

    def _knows(self, place: int | None) -> None:
        """What waits was meant after its own entry, unless others' stand before that, unseen."""
        self.queue = [
            replace(wish, seen=wish.seen + 1) if place == wish.seen + 1 else wish
            for wish in self.queue
        ]
