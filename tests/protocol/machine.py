"""Three phones at one table, and all that can happen to them, in any order."""

import sys
from collections import Counter
from collections.abc import Callable
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.engine.entry import Facts
from companion.engine.log import CHANGED, INSERTED, TAKEN_BACK
from companion.engine.verdict import Answer
from tests.protocol.network import BoardFate, Fate, Network
from tests.protocol.phone import Asked, Phone
from tests.protocol.referee import Referee
from tests.protocol.script import EVENINGS, Evening, Script, otherwise, slips
from tests.protocol.table import Board, Table

PHONES = 3
NUMBERS = st.integers(0, PHONES - 1)
PICKS = st.integers(0, 999)
OFTEN = {
    "enters": 10,
    "sends": 8,
    "sends_all": 1,
    "hears": 6,
    "feels_a_heartbeat": 1,
    "gets_what_is_late": 2,
    "sent_it_twice": 2,
    "goes_away": 1,
    "wakes": 2,
    "decides": 2,
    "slips": 2,
    "undoes": 3,
    "removes": 2,
    "mends": 1,
}
WHAT = st.sampled_from([what for what, often in OFTEN.items() for _ in range(often)])
"""What happens to a phone, or is done with it, and how often."""


class Machine(RuleBasedStateMachine):
    """One evening. `url` is its database; the parts are where a bug is planted.

    On a calm evening people enter what happens, and nothing else: then the referee is strict. On
    any other they make slips too, and mend them.
    """

    url: ClassVar[str]
    table_made: ClassVar[type[Table]] = Table
    phone_made: ClassVar[Callable[[str, Board], Phone]] = Phone
    figures: ClassVar[Counter[str]]

    @initialize(evening=st.sampled_from(EVENINGS), calm=st.booleans())
    def begin(self, evening: Evening, calm: bool) -> None:
        self.figures["runs"] += 1
        self.calm = calm
        self.script = Script(evening)
        self.table = self.table_made(self.url, evening, PHONES, f"{self.figures['runs']}")
        self.network = Network(self.table)
        self.phones = [type(self).phone_made(id, self.table.board) for id in self.table.phones]
        self.network.phones = self.phones
        self.referee = Referee(self.table, self.phones)
        self.referee.strict = calm
        self.network.answered = self.referee.hear

    @rule(what=WHAT, number=NUMBERS, pick=PICKS)
    def step(self, what: str, number: int, pick: int) -> None:
        """One rule for all that happens, so that no evening lacks half of it, and some is rarer."""
        getattr(self, what)(self.phones[number], pick)

    def enters(self, phone: Phone, pick: int) -> None:
        """Whoever holds this phone enters the first act that it does not show; or a new one."""
        dismissed = {phone.meant[made].act for made in phone.left}
        shown = self.referee.acts_on(phone.board) | phone.acts | self.referee.restored(phone)
        if not self.calm:
            shown |= dismissed
        missing = [act for act in range(len(self.script.acts)) if act not in shown]
        act = missing[0] if missing else self.script.goes_on(pick)
        if act is None or act in dismissed:
            return
        self.referee.lets_enter(phone, act)
        facts = self.script.acts[act]
        slipped = not self.calm and pick % 10 == 0
        phone.taps(otherwise(self.table.evening, facts, pick) if slipped else facts, act)

    def sends(self, phone: Phone, pick: int) -> None:
        """One request, and what becomes of it; every second one arrives, and so does its answer."""
        if phone.online and phone.queue:
            fates = [*Fate, *[Fate.ARRIVES] * (len(Fate) - 2)]
            self.network.carry(phone, fates[pick % len(fates)])

    def sends_all(self, phone: Phone, pick: int) -> None:
        while phone.online and phone.queue:
            self.network.carry(phone)

    def hears(self, phone: Phone, pick: int) -> None:
        """All that was pushed to this phone arrives by now, or does not."""
        fates = list(BoardFate)
        while self.network.pushed[phone.id]:
            pick, fate = divmod(pick, len(fates))
            self.network.bring_board(phone, fates[fate])

    def feels_a_heartbeat(self, phone: Phone, pick: int) -> None:
        if phone.online:
            self.network.beat(phone)

    def gets_what_is_late(self, phone: Phone, pick: int) -> None:
        """Something arrives at last, this phone's or another's."""
        if self.network.requests:
            self.network.bring_request(pick)
        elif self.network.replies:
            self.network.bring_reply(pick)
        elif self.network.late:
            self.network.bring_late_board(pick)

    def sent_it_twice(self, phone: Phone, pick: int) -> None:
        """A copy of a request arrives, this phone's or another's, however old it is."""
        if self.network.sent:
            self.network.copy(pick)

    def goes_away(self, phone: Phone, pick: int) -> None:
        self.network.drop(phone)

    def wakes(self, phone: Phone, pick: int) -> None:
        self.network.wake(phone)

    def decides(self, phone: Phone, pick: int) -> None:
        """Asked whether to enter it all the same; what is refused may be sent again as it is."""
        if not phone.review:
            return
        self.referee.strict = False
        if pick % 2 and self._makes_sense(phone, phone.review[0]):
            phone.enters_again()
        else:
            phone.leaves()

    def slips(self, phone: Phone, pick: int) -> None:
        if not self.calm:
            phone.taps(slips(self.table.evening, pick))

    def undoes(self, phone: Phone, pick: int) -> None:
        """Undo and redo name the entry that this phone shows; what waits is newer than a redo."""
        story = phone.board.story
        redo = pick % 3 == 0 and not phone.queue
        target = story.redo if redo else story.undo
        if target is not None and not self.calm:
            phone.taps({"kind": TAKEN_BACK, "target": target.place})

    def removes(self, phone: Phone, pick: int) -> None:
        """What waits is not to be entered after all, whether it is under way or not."""
        if not self.calm and (there := phone.removable):
            self.figures["removed"] += 1
            phone.removes(there[pick % len(there)])

    def mends(self, phone: Phone, pick: int) -> None:
        """A line says otherwise from now on, or one that was forgotten stands before it."""
        lines = phone.board.story.counting
        if lines and not self.calm:
            line = lines[pick % len(lines)]
            phone.taps(self._mended(line.place, line.facts, pick))

    @invariant()
    def what_must_hold_holds(self) -> None:
        self.figures["steps"] += 1
        self.referee.look()

    def teardown(self) -> None:
        """The network heals, everybody wakes and decides; then late copies of everything arrive."""
        if sys.exc_info()[0] is None:
            self._heal()
        for phone in self.phones:
            phone.ends()
        self.table.close()

    def _heal(self) -> None:
        for phone in self.phones:
            self.network.wake(phone)
            while phone.review:
                phone.leaves()
        while self.network.requests:
            self.network.bring_request(0)
        for number in range(len(self.network.sent)):
            self.network.copy(number)
        for phone in self.phones:
            self.network.wake(phone)
        self.referee.look_at_end()
        self.figures["entries"] += self.table.board.place
        self.figures.update(self.referee.counted)

    def _mended(self, place: int, facts: Facts, pick: int) -> Facts:
        if pick % 3:
            said = otherwise(self.table.evening, facts, pick // 3)
            return {"kind": CHANGED, "target": place, "facts": said}
        return {"kind": INSERTED, "before": place, "facts": slips(self.table.evening, pick // 3)}

    def _makes_sense(self, phone: Phone, asked: Asked) -> bool:
        """Whether somebody who sees the board would enter it after all."""
        if asked.verdict.answer is Answer.REFUSED:
            return True
        there = asked.meant.act in self.referee.acts_on(phone.board)
        undone = asked.meant.submission.facts["kind"] == TAKEN_BACK
        return asked.possible and not there and not undone
