"""What must hold whatever the network does: after each step, and when everything has healed."""

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.engine.log import TAKEN_BACK, Written, places_that_count
from companion.engine.replay import Result
from companion.engine.verdict import Answer, Submission, Verdict
from tests.protocol.phone import BACK, Phone
from tests.protocol.table import Board, Reply, Table

FINAL = (Answer.RECORDED, Answer.MERGED, Answer.REFUSED)
"""What an id is told for good; a question is asked again, as the log is then."""


class Referee:
    """Watches a table and its phones. Everything it finds wrong is an AssertionError.

    While `strict`, the log has nothing but what really happened on the table, in one order for
    everybody: then each submission has to meet the act that it tells of, and no other. While
    `distinct`, nothing that did not happen was taken for what did, and nobody left out what had
    happened.
    """

    def __init__(self, table: Table, phones: Sequence[Phone]) -> None:
        self.table = table
        self.phones = phones
        self.strict = True
        self.distinct = True
        self.answers: dict[str, Verdict] = {}
        self.counted: Counter[str] = Counter()
        self._board = table.board
        self._pictures: Mapping[str, Board] = {phone.id: phone.board for phone in phones}

    def hear(self, submission: Submission, reply: Reply) -> None:
        """The table has answered: as it did before, if it did, and by what its log says."""
        verdict = reply.verdict
        self.counted[verdict.answer] += 1
        if (before := self.answers.get(submission.id)) and before.answer in FINAL:
            assert _said(verdict) == _said(before), f"{submission} was {before}, now {verdict}"
        self.answers[submission.id] = verdict
        if verdict.answer is Answer.MERGED:
            met = reply.board.log[(verdict.place or 0) - 1]
            if self._act(met) != self._act(submission):
                assert not self.strict, f"{submission} is not {met}"
                self.distinct = False

    def look(self) -> None:
        """All of it holds now."""
        if self.table.board.log != self._board.log:
            self._look_at_log()
        for phone in self.phones:
            self._look_at_picture(phone)
            self._look_at_queue(phone)

    def look_at_end(self) -> None:
        """All of it holds, now that everybody has heard everything."""
        self.look()
        final = Board(self.table.evening, self.table.board.log)
        for phone in self.phones:
            assert not phone.queue
            self._look_at_withdrawn(phone)
            assert phone.board.shown == final.shown, f"{phone.board} is not {final}"
        if self.strict:
            self._look_for_lost_acts(final)

    def acts_on(self, board: Board) -> frozenset[int]:
        acts = (self._act(written) for written in board.log if written.id in board.ids)
        return frozenset(act for act in acts if act is not None)

    def lets_enter(self, phone: Phone, act: int) -> None:
        """Who tells of an act over a picture that lacks one before it may tell of that one."""
        waiting = {self._act(submission) for submission in phone.queue}
        undone = {w.facts["target"] for w in phone.queue if w.facts["kind"] == TAKEN_BACK}
        gone = {self._act(written) for written in phone.board.log if written.place in undone}
        told = (self.acts_on(phone.board) | waiting | self.restored(phone)) - gone
        if not told.issuperset(range(act)):
            self.distinct = False

    def restored(self, phone: Phone) -> frozenset[int]:
        """The acts that a redo brings back which waits on this phone."""
        targets = [w.facts["target"] for w in phone.queue if w.facts["kind"] == TAKEN_BACK]
        log = phone.board.log
        undone = [log[w.about - 1] for w in log if w.place in targets and w.kind == TAKEN_BACK]
        acts = (self._act(written) for written in undone)
        return frozenset(act for act in acts if act is not None)

    def _look_at_log(self) -> None:
        log, known = self.table.board.log, self._board.log
        assert log[: len(known)] == known, "what was committed is gone, or another"
        assert [written.place for written in log] == list(range(1, len(log) + 1))
        assert len({written.id for written in log}) == len(log), "an id stands there twice"
        for written in log[len(known) :]:
            self._look_at_entry(written)
        self._board = self.table.board
        self._look_at_order()
        self._look_for_doubled_acts()

    def _look_at_entry(self, written: Written) -> None:
        submission = self._phone(written).meant[written.id].submission
        assert written.facts == submission.facts, f"{written} was meant as {submission}"
        if written.kind == TAKEN_BACK:
            log = self.table.board.log
            assert written.about in places_that_count(log[: written.place - 1])
            assert written.about not in places_that_count(log[: written.place])

    def _look_at_order(self) -> None:
        for phone in self.phones:
            order = {made: number for number, made in enumerate(phone.meant)}
            mine = [order[w.id] for w in self._board.log if w.phone == phone.id]
            assert mine == sorted(mine), "a phone's entries are out of order"

    def _look_for_doubled_acts(self) -> None:
        acts = Counter(self._act(w) for w in self._board.log if w.id in self._board.ids)
        del acts[None]
        if not self.distinct or not acts or max(acts.values()) == 1:
            return
        effective = Counter(
            self._act(line.written)
            for line in self._board.story.counting
            if line.step and line.step.result is Result.RECORDED
        )
        del effective[None]
        assert max(effective.values()) == 1, f"an act is recorded twice: {effective}"

    def _look_at_picture(self, phone: Phone) -> None:
        before, now = self._pictures[phone.id], phone.board
        if now is before:
            return
        assert now.place >= before.place, "a picture went back"
        assert now.log == self.table.board.log[: now.place], f"{now} never was"
        self._pictures = {**self._pictures, phone.id: now}

    def _look_at_queue(self, phone: Phone) -> None:
        waiting = {submission.id for submission in phone.queue}
        unanswered = phone.meant.keys() - phone.told.keys() - phone.removed
        assert unanswered <= waiting, "a submission is gone, unanswered"
        places = {written.id: written.place for written in self.table.board.log}
        assert not phone.removed & places.keys(), "what was never sent is there"
        for made, verdict in phone.told.items():
            place = verdict.place if verdict.answer is Answer.RECORDED else None
            assert places.get(made) == place, f"{phone.meant[made]} was told {verdict}"

    def _look_at_withdrawn(self, phone: Phone) -> None:
        """What was withdrawn never got in, or somebody was told what became of taking it back."""
        for made in phone.withdrawn & {each.id for each in self.table.board.log}:
            assert f"{made}{BACK}" in phone.told, f"{phone.meant[made]} was withdrawn, and stands"

    def _look_for_lost_acts(self, final: Board) -> None:
        """What somebody was told to be entered, is entered."""
        there = self.acts_on(final)
        for phone in self.phones:
            for made, verdict in phone.told.items():
                taken = verdict.answer in (Answer.RECORDED, Answer.MERGED)
                assert not taken or phone.meant[made].act in there, f"{phone.meant[made]} is lost"

    def _act(self, said: Submission | Written) -> int | None:
        return self._phone(said).meant[said.id].act

    def _phone(self, said: Submission | Written) -> Phone:
        return next(phone for phone in self.phones if phone.id == said.phone)


def _said(verdict: Verdict) -> tuple[object, ...]:
    return verdict.answer, verdict.rules, verdict.place
