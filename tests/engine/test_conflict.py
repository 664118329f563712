"""What of two phones is one act, what goes together unseen, and what has to be asked about."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.engine.entry import Facts
from companion.engine.log import Written, read
from companion.engine.verdict import Answer, Submission, Verdict, judge
from companion.games import GAMES
from tests.games.game_of_bluff import telling as bluff
from tests.games.one_brain import telling as brain
from tests.games.the_game import telling as the_game
from tests.support.rulings import read_log
from tests.support.submitted_log import ANNS, BENS, WHEN

CASS = "Cas's phone"
RECORDED, MERGED, CONFLICT = Answer.RECORDED, Answer.MERGED, Answer.CONFLICT
READS = {
    "the-game": the_game.choices_of, "one-brain": brain.facts_of, "game-of-bluff": bluff.facts_of,
}  # fmt: skip


class Shared:
    """A game with a log that all phones have seen up to `seen`; all is said in words."""

    def __init__(self, slug: str, said: str = "", players: int = 3, **options: object) -> None:
        self.game = GAMES[slug]
        names = [f"player {seat}" for seat in range(players)]
        self.setup = self.game.rules.setup(names, options)
        self.log: tuple[Written, ...] = ()
        self.writes(said, ANNS)
        self.seen = len(self.log)

    def reads(self, said: str) -> list[Facts]:
        return read_log(said, READS[self.game.slug])

    def writes(self, said: str, phone: str = BENS, seen: int | None = None) -> None:
        for facts in self.reads(said):
            place = len(self.log) + 1
            at = place - 1 if seen is None else seen
            self.log += (Written(place, f"id {place}", phone, WHEN, at, facts),)

    def judges(self, said: str, phone: str = ANNS, met: Iterable[int] = ()) -> Verdict:
        story, [facts] = read(self.game.rules, self.setup, self.log), self.reads(said)
        submission = Submission("an id", phone, self.seen, facts)
        return judge(self.game, self.setup, story, submission, met=frozenset(met))


def verdict_on(shared: Shared, between: str, submission: str) -> Answer:
    """What Ann's phone is told, that has not seen what Ben's entered."""
    shared.writes(between)
    return shared.judges(submission).answer


def read_rows() -> Iterator[tuple[str, str, list[str]]]:
    """The lines of `conflicts.txt`, each with its game and whether that is Extreme."""
    text = Path(__file__).with_name("conflicts.txt").read_text(encoding="utf-8")
    slug = extreme = ""
    for line in text.splitlines():
        if line.startswith("# "):
            slug, extreme = line.split()[1], line.split()[2] if "extreme" in line else ""
        elif line and not line.startswith("#"):
            yield slug, extreme, ["" if cell == "-" else cell for cell in line.split(" | ")]


def test_each_answer_of_the_table() -> None:
    for slug, extreme, row in read_rows():
        before, between, submission, answer, _why = row
        shared = Shared(slug, before, **({"extreme": True} if extreme else {}))
        assert verdict_on(shared, between, submission) == answer, row


def test_strict_same_pile_after_a_card_unseen_would_lose_the_game() -> None:
    shared = Shared("the-game", extreme=True, same_pile="strict")
    assert verdict_on(shared, "30 up-1", "90 down-1 same-pile") is CONFLICT


class TestWhatIsTold:
    def test_what_it_was_merged_with(self) -> None:
        shared = Shared("the-game", "30 up-1")
        shared.writes("90 down-1, 40 up-1")
        assert shared.judges("40 up-1") == Verdict(MERGED, place=3)

    def test_what_contradicts_it_and_nothing_else(self) -> None:
        shared = Shared("the-game", "30 up-1")
        shared.writes("90 down-1, 36 up-1")
        verdict = shared.judges("46 up-1")
        assert verdict == Verdict(CONFLICT, between=shared.log[2:])
        assert verdict.asks

    def test_of_a_line_that_was_changed_since(self) -> None:
        """Of a new line the entry that wrote it, of an older one the entry that changed it last."""
        shared = Shared("the-game", "30 up-1")
        shared.writes("36 up-1, change 2 37 up-1")
        assert shared.judges("47 up-1") == Verdict(CONFLICT, between=shared.log[1:2])
        shared = Shared("the-game", "30 up-1, 90 down-1")
        shared.writes("change 2 36 up-1, change 2 37 up-1")
        assert shared.judges("47 up-1") == Verdict(CONFLICT, between=shared.log[3:])

    def test_an_act_with_other_facts_is_told_alone(self) -> None:
        shared = Shared("the-game", "30 up-1")
        shared.writes("90 down-1, 40 up-1")
        verdict = shared.judges("40 up-2")
        assert (verdict.between, verdict.rules) == (shared.log[2:], ("card-once",))
        assert not verdict.asks

    def test_what_can_be_said_again_can_be_entered_all_the_same(self) -> None:
        shared = Shared("the-game")
        shared.writes("hold 1 5")
        assert shared.judges("hold 1 4").asks
        shared.seen = 1
        assert shared.judges("hold 1 4").answer is RECORDED

    def test_an_act_that_was_done_is_not_taken_for_the_next_one(self) -> None:
        """A turn that was ended otherwise, or by its number, and a phone's own round."""
        for slug, before, between, mine in (
            ("one-brain", "remove-kind", "draw", "end"),
            ("the-game", "", "turn 2", "turn 3"),
            ("the-game", "30 up-1, 31 up-1", "turn 1", "end"),
            ("the-game", "30 up-1, 31 up-1", "end", "turn 1"),
        ):
            shared = Shared(slug, before)
            shared.writes(between)
            conflict = Verdict(CONFLICT, between=shared.log[shared.seen :], possible=False)
            assert shared.judges(mine) == conflict, mine
        shared = Shared("game-of-bluff")
        shared.writes("1 2 3", ANNS)
        assert shared.judges("1 2 3") == Verdict(CONFLICT, between=shared.log)

    def test_another_depth_or_a_card_of_that_turn_can_be_entered_all_the_same(self) -> None:
        for between, mine in (("turn 2", "40 up-1"), ("depth turns", "depth cards")):
            shared = Shared("the-game")
            shared.writes(between)
            assert shared.judges(mine) == Verdict(CONFLICT, between=shared.log)

    def test_a_turn_below_the_minimum_is_asked_about_with_what_came_between(self) -> None:
        shared = Shared("the-game")
        shared.writes("hold 1 5")
        assert shared.judges("turn 1") == Verdict(CONFLICT, ("minimum",), between=shared.log)
        assert shared.judges("turn 1!").answer is RECORDED

    def test_a_round_is_named_by_what_its_phone_has_taken_back_itself(self) -> None:
        shared = Shared("game-of-bluff", "1 2 3")
        shared.writes("3 2 1")
        shared.writes("back 1", ANNS)
        assert shared.judges("1 2 3").answer is CONFLICT

    def test_a_round_stays_the_same_where_one_before_it_is_taken_back(self) -> None:
        shared = Shared("game-of-bluff", "1 2 3")
        assert verdict_on(shared, "1 2 3, back 1", "3 2 1") is CONFLICT
        assert shared.judges("1 2 3").answer is MERGED

    def test_a_round_is_also_the_one_that_it_was_where_its_phone_had_not_seen_all(self) -> None:
        shared = Shared("game-of-bluff", "1 2 3")
        shared.writes("3 2 1", seen=0)
        shared.writes("back 1", CASS)
        assert shared.judges("3 2 1") == Verdict(MERGED, place=2)
        assert shared.judges("1 2 3").answer is CONFLICT

    def test_a_round_is_not_restored_beside_the_one_entered_anew(self) -> None:
        assert verdict_on(Shared("game-of-bluff", "1 2 3, back 1"), "3 2 1", "back 2") is CONFLICT

    def test_what_a_phone_was_merged_with_is_in_its_picture(self) -> None:
        shared = Shared("the-game", "30 up-1, 31 up-1")
        shared.writes("90 down-1, end")
        assert shared.judges("end", met=(3, 4)).answer is not MERGED

    def test_it_may_stand_before_a_line_that_the_phone_has_not_seen(self) -> None:
        """Without network Ann's phone entered the round and Emma; Ben's put the round in late."""
        shared = Shared("game-of-bluff")
        shared.writes("1 2 3, start 0, back 1, put-in 2 1 2 3, emma 0")
        assert shared.judges("1 2 3") == Verdict(MERGED, place=4)
        assert shared.judges("emma 0", met=(4,)) == Verdict(MERGED, place=5)
        assert shared.judges("3 2 1", met=(4,)).answer is RECORDED

    def test_two_phones_that_both_missed_an_undo_close_the_same_round(self) -> None:
        shared = Shared("game-of-bluff", "1 2 3")
        shared.writes("back 1", CASS)
        shared.writes("3 2 1", seen=1)
        assert shared.judges("3 2 1").answer is MERGED
        assert shared.judges("1 2 3").answer is CONFLICT


class TestMending:
    def test_an_own_entry_since_is_known(self) -> None:
        shared = Shared("the-game", "30 up-1")
        for said, phone in (("31 up-1", ANNS), ("90 down-1", BENS), ("50 up-2", ANNS)):
            shared.writes(said, phone)
        assert shared.judges("60 up-2").answer is RECORDED

    def test_a_turn_that_was_taken_back_meanwhile_cannot_be_changed(self) -> None:
        shared = Shared("the-game", "turn 2")
        assert verdict_on(shared, "back 1, turn 3", "back 1") is MERGED
        assert not shared.judges("change 1 turn 4").asks

    def test_it_robs_no_unseen_line_of_its_effect(self) -> None:
        shared = Shared("game-of-bluff", "emma 1")
        shared.writes("turn")
        verdict = shared.judges("back 1")
        assert (verdict.answer, verdict.between) == (CONFLICT, shared.log[1:])

    def test_changes_of_one_line_and_of_another(self) -> None:
        shared = Shared("the-game", "30 up-1")
        shared.writes("change 1 33 up-1")
        assert shared.judges("change 1 33 up-1") == Verdict(MERGED, place=2)
        assert shared.judges("change 1 34 up-1").asks
        shared = Shared("the-game", "hold 1 5, hold 1 5")
        shared.writes("change 2 hold 1 4")
        assert shared.judges("change 1 hold 1 4") == Verdict(RECORDED, place=4)
