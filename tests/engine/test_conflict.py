"""What of two phones is one act, what goes together unseen, and what has to be asked about."""

from collections.abc import Iterator
from pathlib import Path

from companion.engine.entry import Facts
from companion.engine.log import Written, read
from companion.engine.verdict import Submission, Verdict, judge
from companion.games import GAMES
from tests.games.telling import FACTS_OF
from tests.games.the_game.telling import choices_of
from tests.support.rulings import read_log
from tests.support.submitted_log import WHEN

READS = {**FACTS_OF, "the-game": choices_of}


class Shared:
    """A game with a log that all phones have seen up to `seen`; all is said in words."""

    def __init__(self, slug: str, said: str = "", **options: object) -> None:
        self.game = GAMES[slug]
        self.setup = self.game.rules.setup(["player 0", "player 1", "player 2"], options)
        self.log: tuple[Written, ...] = ()
        self.writes(said, "Ann")
        self.seen, self.met = len(self.log), frozenset[int]()

    def reads(self, said: str) -> list[Facts]:
        return read_log(said, READS[self.game.slug])

    def writes(self, said: str, phone: str = "Ben", seen: int | None = None) -> None:
        for facts in self.reads(said):
            place = len(self.log) + 1
            at = place - 1 if seen is None else seen
            self.log += (Written(place, f"id {place}", phone, WHEN, at, facts),)

    def judges(self, said: str) -> Verdict:
        """What Ann's phone is told."""
        story, [facts] = read(self.game.rules, self.setup, self.log), self.reads(said)
        submission = Submission("an id", "Ann", self.seen, facts)
        return judge(self.game, self.setup, story, submission, met=self.met)


def read_rows(file: str) -> Iterator[list[str]]:
    """The lines of this file, and of its headings what follows one "#"."""
    text = Path(__file__).with_name(file).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("##"):
            yield ["" if cell == "-" else cell for cell in line.split(" | ")]


def test_each_answer_of_the_table() -> None:
    for row in read_rows("conflicts.txt"):
        if row[0].startswith("# "):
            slug, options = row[0].split()[1], {"extreme": True} if "extreme" in row[0] else {}
            continue
        before, between, submission, answer, _why = row
        shared = Shared(slug, before, **options)
        shared.writes(between)
        assert shared.judges(submission).answer == answer, row


def test_what_phones_are_told_step_by_step() -> None:
    for game, before, steps, why in read_rows("told.txt"):
        slug, *options = game.split()
        pairs = (option.partition("=") for option in options)
        shared = Shared(slug, before, **{name: value or True for name, _, value in pairs})
        for step in steps.split("; "):
            who, is_entered, said = step.partition(": ")
            submission, is_judged, told = step.partition(" = ")
            if is_entered:
                phone, _, seen = who.partition("@")
                shared.writes(said, phone, int(seen) if seen else None)
            elif is_judged:
                assert say(shared.judges(submission)) == told, (why, step)
            elif step.startswith("saw "):
                shared.seen = int(step.removeprefix("saw "))
            else:
                shared.met = frozenset(map(int, step.removeprefix("met ").split()))


def say(verdict: Verdict) -> str:
    """A verdict in words: "conflict card-once 3 final" is about entry 3, and final."""
    places = [verdict.place, *(written.place for written in verdict.between)]
    said = [verdict.answer, *verdict.rules, *(str(place) for place in places if place)]
    return " ".join(said if verdict.possible else [*said, "final"])
