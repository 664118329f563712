"""A submission beside what its phone had not seen: the same act, or what contradicts it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.engine.diff import Difference, agree, differences, find_troubled, picture, without
from companion.engine.entry import Facts
from companion.engine.game import Playable
from companion.engine.log import (
    CHANGED,
    INSERTED,
    TAKEN_BACK,
    UNREADABLE,
    Line,
    Story,
    Written,
    about,
)
from companion.engine.past import Past, Work
from companion.engine.rules import Weight
from companion.engine.setup import Setup
from companion.runtime.yielding import yield_now


@dataclass(frozen=True)
class Comparison:
    """The facts of a phone that had seen a story up to a place, beside that story as it is now.

    `known` are the places that it knows of though they came later: what it has entered itself, or
    entered too. All but `unseen` needs facts that can be read.
    """

    game: Playable[Any, Any]
    setup: Setup
    story: Story
    known: frozenset[int]
    place: int
    facts: Facts

    @cached_property
    def unseen(self) -> tuple[Written, ...]:
        """What was entered since the picture of the phone, and is not known to it."""
        since = (w for w in self.story.log if w.place > self.place)
        return tuple(written for written in since if written.place not in self.known)

    @cached_property
    def same_act(self) -> Difference | None:
        """The line that came meanwhile and is the act of these facts, whatever it says of it."""
        return next((each for each in self.differences if self._is_same(each)), None)

    def agrees(self, each: Difference) -> bool:
        """Whether these facts say nothing else than that line."""
        return each.now is not None and agree(self.own_facts, each.now.facts, self.game.concurrency)

    @property
    def is_still_open(self) -> bool:
        """Whether these facts, entered now, would do what they were meant to do in the picture."""
        then, now = (story.replay.state for story in (self.seen, self.story))
        return about(self.facts) is not None or self._act(then, self.own_facts) == self._act(
            now, self.own_facts
        )

    def against(self, longer: Story) -> tuple[Written, ...]:
        """What other phones entered meanwhile that these facts contradict, in the order of the log.

        `longer` is the story with these facts at its end. What it would give a flag, or rob of its
        effect, is contradicted too.
        """
        harmed = find_troubled(longer) - find_troubled(self.story)
        against = {each.by.place: each.by for each in self._find_contradictions()}
        unseen = {written.place: written for written in self.unseen}
        against |= {place: written for place, written in unseen.items() if place in harmed}
        return tuple(against[place] for place in sorted(against) if place in unseen)

    def _is_same(self, each: Difference) -> bool:
        if each.now is None or self.facts["kind"] == TAKEN_BACK:
            return False
        if self.facts["kind"] == CHANGED:
            return each.was is not None and each.place == self.facts["target"]
        if self.facts["kind"] == INSERTED:
            return self._is_beside(each) and self.agrees(each)
        return self._name is not None and self._name in self._names(each.now)

    @cached_property
    def _name(self) -> object:
        """What these facts, a line of their own, do in the picture."""
        return self._act(self.seen.replay.state, self.facts)

    def _names(self, line: Line) -> Iterator[object]:
        """What a line does where it stands now, and what it did when it was written.

        The two differ where something before it was taken back since: the round of that phone is
        the one of this phone still, though the number of both is another now. What that phone knew
        is between all that was written, and what it had seen with what it had written itself.
        """
        yield self._act(line.before, line.facts)
        by = line.written
        if by.kind != INSERTED:
            for state in self._past.states(by):
                yield self._act(state, line.facts)

    def _find_contradictions(self) -> Iterator[Difference]:
        match self.facts["kind"]:
            case "taken-back":
                return self._against_taking_back()
            case "changed" | "inserted":
                return self._against_mending()
            case _:
                return self._against(self.seen, self.facts)

    def _against(self, seen: Story, facts: Facts) -> Iterator[Difference]:
        """The differences that these facts, entered after this story, do not go together with.

        The same act is one of them: a redo would else bring back what was entered anew meanwhile.
        """
        state = seen.replay.state
        name = self._act(state, facts)
        for each in self.differences:
            if each.was is None:
                same = name is not None and each.now and name in self._names(each.now)
                if same or not self._goes_with(state, facts, each):
                    yield each
                state = self._after(state, each)
            elif not self._work.takes(len(seen.log)):
                yield each  # it is asked about
            elif not self._goes_with(self._lacking(seen, each.place), facts, each):
                yield each

    def _against_taking_back(self) -> Iterator[Difference]:
        """What became of the line itself, and what it could not have come after unseen."""
        target = next(w for w in self.story.log if w.place == self.facts["target"])
        line = self.story.line_of(target)
        if line is None:
            return  # it stands nowhere: what it names was never there
        yield from (each for each in self.differences if each.place == line.place)
        seen = without(self.game.rules, self.setup, self.seen, line.place)
        yield from self._against(seen, line.facts)

    def _against_mending(self) -> Iterator[Difference]:
        """What became of the line that is mended, and what was put in at the same place."""
        place = self.facts["target" if self.facts["kind"] == CHANGED else "before"]
        line = next((line for line in self.seen.lines if line.place == place), None)
        for each in self.differences:
            beside = line is not None and self._is_beside(each)
            if each.place == place or (
                beside and line and not self._goes_with(line.before, self.own_facts, each)
            ):
                yield each

    def _is_beside(self, each: Difference) -> bool:
        """Whether that line was put in before the line before which this submission puts one."""
        written = each.now.written if each.now else each.by
        both = written.kind == INSERTED == self.facts["kind"]
        return both and each.was is None and written.about == self.facts["before"]

    def _goes_with(self, state: Any, facts: Facts, each: Difference) -> bool:
        yield_now()
        entry, others = self._read(facts), map(self._entry, each.lines)
        return entry is None or all(
            other is None or self.game.concurrency.commutes(state, entry, other) for other in others
        )

    def _after(self, state: Any, each: Difference) -> Any:
        """The state with a line that it lacks; the state itself where the line does not fit."""
        assert each.now is not None
        entry = self._entry(each.now)
        if entry is None:
            return state
        refused = any(b.weight is Weight.REFUSE for b in self.game.rules.check(state, entry))
        return state if refused else self.game.rules.apply(state, entry)

    def _lacking(self, seen: Story, place: int) -> Any:
        """The state of this story without the line at this place."""
        return without(self.game.rules, self.setup, seen, place).replay.state

    def _act(self, state: Any, facts: Facts) -> object:
        yield_now()
        entry = self._read(facts)
        return None if entry is None else entry.act(state)

    def _entry(self, line: Line) -> Any:
        return self._read(line.facts)

    def _read(self, facts: Facts) -> Any:
        """The entry that these facts say; None for a line that says nothing."""
        if facts["kind"] == UNREADABLE:
            return None
        return self.game.rules.read(self.setup, facts)

    @property
    def own_facts(self) -> Facts:
        """What is said of the game: the facts themselves, or those that they give a line."""
        said = self.facts.get("facts") if self.facts["kind"] in (CHANGED, INSERTED) else self.facts
        assert isinstance(said, Mapping)  # judged so before
        return said

    @cached_property
    def seen(self) -> Story:
        """The story as the phone had it in its picture, with its own entries since."""
        return picture(self.game.rules, self.setup, self.story, self.unseen)

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """What the story says otherwise than that picture."""
        return tuple(differences(self.seen, self.story))

    @cached_property
    def _past(self) -> Past:
        """In what states the lines that read otherwise were written."""
        first = min(each.place for each in self.differences)
        return Past(self.game.rules, self.setup, self.story.log, first, self._work)

    @cached_property
    def _work(self) -> Work:
        return Work()
