"""What comes between phones and a table: it loses, doubles, delays, and brings late copies."""

from collections import defaultdict
from collections.abc import Callable
from enum import Enum

from companion.engine.verdict import Submission
from tests.protocol.phone import Phone
from tests.protocol.table import Board, Reply, Table


class Fate(Enum):
    """What becomes of a request."""

    ARRIVES = "it arrives, and so does its answer"
    LOST = "it is lost, or answered by a page that is not ours"
    DOUBLED = "it arrives twice"
    DELAYED = "it arrives when nobody expects it any more"
    UNANSWERED = "its answer is lost, or comes late"


class BoardFate(Enum):
    """What becomes of a board that was pushed."""

    ARRIVES = "it arrives"
    LOST = "it is lost"
    DOUBLED = "it arrives twice"
    LATE = "it arrives after newer ones"


class Network:
    """What is under way between a table and its phones.

    `answered` is called with each answer that the table gives, whether it arrives or not.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.phones: list[Phone] = []
        self.answered: Callable[[Submission, Reply], None] = lambda submission, reply: None
        self.sent: list[Submission] = []
        self.requests: list[Submission] = []
        self.replies: list[tuple[Submission, Reply]] = []
        self.pushed: defaultdict[str, list[Board]] = defaultdict(list)
        self.late: list[tuple[Phone, Board]] = []
        table.told = self._push

    def carry(self, phone: Phone, fate: Fate = Fate.ARRIVES) -> None:
        """The first submission of this phone's queue is sent, and that becomes of it."""
        submission = phone.sends()
        self.sent.append(submission)
        match fate:
            case Fate.LOST:
                return
            case Fate.DELAYED:
                self.requests.append(submission)
            case Fate.UNANSWERED:
                self.replies.append((submission, self._deliver(submission)))
            case Fate.DOUBLED:
                self.replies.append((submission, self._deliver(submission)))
                phone.hears(submission, self._deliver(submission))
            case Fate.ARRIVES:
                phone.hears(submission, self._deliver(submission))

    def bring_request(self, pick: int) -> None:
        """A request that was thought to be lost arrives, and its answer is under way."""
        submission = self.requests.pop(pick % len(self.requests))
        self.replies.append((submission, self._deliver(submission)))

    def bring_reply(self, pick: int) -> None:
        """An answer that was thought to be lost arrives."""
        submission, reply = self.replies.pop(pick % len(self.replies))
        self._phone(submission).hears(submission, reply)

    def copy(self, pick: int) -> None:
        """A copy of any request ever sent arrives; nobody waits for its answer."""
        self._deliver(self.sent[pick % len(self.sent)])

    def bring_board(self, phone: Phone, fate: BoardFate) -> None:
        """That becomes of the board that was pushed to this phone longest ago."""
        board = self.pushed[phone.id].pop(0)
        if fate is BoardFate.LATE:
            self.late.append((phone, board))
        elif fate is not BoardFate.LOST:
            for _ in range(2 if fate is BoardFate.DOUBLED else 1):
                phone.receives(board)

    def bring_late_board(self, pick: int) -> None:
        phone, board = self.late.pop(pick % len(self.late))
        phone.receives(board)

    def beat(self, phone: Phone) -> None:
        """The heartbeat says the place; the phone fetches where that is ahead of its picture."""
        if self.table.board.place > phone.board.place:
            phone.shows(self.table.board)

    def drop(self, phone: Phone) -> None:
        """The phone sleeps, or is out of reach: its stream is gone."""
        phone.goes(online=False)
        self.pushed[phone.id].clear()

    def wake(self, phone: Phone) -> None:
        """Close, fetch, reopen, send the queue."""
        self.drop(phone)
        phone.shows(self.table.board)
        phone.goes(online=True)
        while phone.queue:
            self.carry(phone)

    def _deliver(self, submission: Submission) -> Reply:
        reply = self.table.enter(submission)
        self.answered(submission, reply)
        return reply

    def _push(self) -> None:
        """Each phone with a stream is sent the whole board, not what has changed on it."""
        board = self.table.board
        for phone in self.phones:
            if phone.online:
                self.pushed[phone.id].append(board)

    def _phone(self, submission: Submission) -> Phone:
        return next(phone for phone in self.phones if phone.id == submission.phone)
