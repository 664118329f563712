"""What of two phones is one act, what goes together unseen, and what has to be asked about."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.engine.verdict import Submission, Verdict, judge
from tests.games.telling import FACTS_OF
from tests.games.the_game.telling import choices_of
from tests.support.rulings import read_log
from tests.support.submitted_log import Book

READS = {**FACTS_OF, "the-game": choices_of}


class Shared(Book):
    """A game of three with a log that all phones have seen up to `seen`; all is said in words.

    It is called "the-game on_fire" or "game-of-bluff players=4", with its options.
    """

    def __init__(self, called: str, said: str = "") -> None:
        slug, *words = called.split()
        options: dict[str, Any] = {"players": 3}
        for word in words:
            name, _, value = word.partition("=")
            options[name] = int(value) if value.isdecimal() else value or True
        super().__init__(slug=slug, **options)
        self.hears(said, "Ann")
        self.seen, self.met = self.head, frozenset[int]()

    def hears(self, said: str, phone: str = "Ben", seen: int | None = None) -> None:
        for facts in read_log(said, READS[self.game.slug]):
            self.writes(facts, phone, seen)

    def tells(self, said: str) -> Verdict:
        """What Ann's phone is told."""
        [facts] = read_log(said, READS[self.game.slug])
        submission = Submission("an id", "Ann", self.seen, facts)
        return judge(self.game, self.setup, self.story, submission, met=self.met)


def read_rows(file: str) -> Iterator[list[str]]:
    """The lines of this file, and of its headings what follows one "#"."""
    text = Path(__file__).with_name(file).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("##"):
            yield ["" if cell == "-" else cell for cell in line.split(" | ")]


def test_each_answer_of_the_table() -> None:
    for row in read_rows("conflicts.txt"):
        if row[0].startswith("# "):
            called = row[0].removeprefix("# ").partition(" (")[0]
            continue
        before, between, submission, answer, _why = row
        shared = Shared(called, before)
        shared.hears(between)
        assert shared.tells(submission).answer == answer, row


def test_what_phones_are_told_step_by_step() -> None:
    for game, before, steps, why in read_rows("told.txt"):
        shared = Shared(game, before)
        for step in steps.split("; "):
            who, is_entered, said = step.partition(": ")
            submission, is_judged, told = step.partition(" = ")
            if is_entered:
                phone, _, seen = who.partition("@")
                shared.hears(said, phone, int(seen) if seen else None)
            elif is_judged:
                assert say(shared.tells(submission)) == told, (why, step)
            elif step.startswith("saw "):
                shared.seen = int(step.removeprefix("saw "))
            else:
                shared.met = frozenset(map(int, step.removeprefix("met ").split()))


def say(verdict: Verdict) -> str:
    """A verdict in words: "conflict card-once 3 final" is about entry 3, and final."""
    places = [verdict.place, *(written.place for written in verdict.between)]
    said = [verdict.answer, *verdict.rules, *(str(place) for place in places if place)]
    return " ".join(said if verdict.possible else [*said, "final"])
