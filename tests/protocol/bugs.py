"""What a table, a phone or a network does wrong when a bug is planted in it."""

from dataclasses import replace

from companion.engine.log import TAKEN_BACK
from companion.engine.table import StoredGame
from companion.engine.verdict import Answer, Submission, Verdict
from companion.games.the_game.entries import TurnLaid
from tests.protocol.phone import Phone
from tests.protocol.table import Board, Reply, Table, Withdrawn


class IgnoresIds(Table):
    """Every request is a new submission."""

    def enter(self, submission: Submission) -> Reply:
        self._copies = getattr(self, "_copies", 0) + 1
        return super().enter(replace(submission, id=f"{submission.id}:{self._copies}"))

    def _shown(self, stored: StoredGame) -> Board:
        log = tuple(replace(written, id=written.id.split(":")[0]) for written in stored.log)
        return super()._shown(replace(stored, log=log))


class UndoesByPosition(Table):
    """Undo takes back the latest entry, whatever the phone has named."""

    def enter(self, submission: Submission) -> Reply:
        latest = self.board.story.undo
        if submission.facts["kind"] == TAKEN_BACK and latest is not None:
            submission = replace(submission, facts={**submission.facts, "target": latest.place})
        return super().enter(submission)


class MergesNothing(Table):
    """What can be recorded is recorded, whoever has entered it meanwhile."""

    def rules(self, submission: Submission, now: StoredGame) -> Verdict:
        return super().rules(replace(submission, seen=len(now.log)), now)


class DoublesTurns(MergesNothing):
    """A turn of which the number of cards is entered stands beside the same turn of others."""

    def rules(self, submission: Submission, now: StoredGame) -> Verdict:
        if submission.facts["kind"] == TurnLaid.kind:
            return super().rules(submission, now)
        return Table.rules(self, submission, now)


class Refused(Exception):
    """A refusal on its way out of the transaction, which it leaves without a trace."""

    def __init__(self, reply: Reply) -> None:
        super().__init__()
        self.reply = reply


class ForgetsRefusals(Table):
    """A refusal is given and not remembered."""

    def judge(self, submission: Submission, now: StoredGame) -> Verdict:
        verdict = super().judge(submission, now)
        if verdict.answer is Answer.REFUSED:
            raise Refused(Reply(verdict, self._shown(now)))
        return verdict

    def enter(self, submission: Submission) -> Reply:
        try:
            return super().enter(submission)
        except Refused as refused:
            return refused.reply


class ForgetsWithdrawals(ForgetsRefusals):
    """What was withdrawn before it came is answered, and not remembered."""

    def judge(self, submission: Submission, now: StoredGame) -> Verdict:
        is_withdrawn = isinstance(submission, Withdrawn)
        return super().judge(submission, now) if is_withdrawn else self.rules(submission, now)


class TakesChanges(Phone):
    """Of what is pushed only the change counts, and it is made in whatever picture there is."""

    def receives(self, board: Board) -> None:
        if board.place > self.board.place:
            self.board = replace(self.board, log=(*self.board.log, board.log[-1]))


BUGS: dict[str, dict[str, type[Table] | type[Phone]]] = {
    "id ignored": {"table_made": IgnoresIds},
    "undo by position": {"table_made": UndoesByPosition},
    "queue emptied before the answer": {},
    "changes pushed instead of state": {"phone_made": TakesChanges},
    "no merge": {"table_made": MergesNothing},
    "whole turns not merged": {"table_made": DoublesTurns},
    "refusals not remembered": {"table_made": ForgetsRefusals},
    "withdrawals not remembered": {"table_made": ForgetsWithdrawals},
    "what was sent taken for gone": {},
}
"""The bugs that the machine has to find, each with the parts that have it.

Those without parts are planted in the queue itself, by tests/scripts/phones.js.
"""
