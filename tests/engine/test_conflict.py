"""What of two phones is one act, what goes together unseen, and what has to be asked about."""

from typing import Any

import pytest

from companion.engine.entry import Facts
from companion.engine.log import Written, read
from companion.engine.verdict import Answer, Submission, Verdict, judge
from companion.games import GAMES
from tests.games.game_of_bluff.telling import emma, scored, stop
from tests.games.game_of_bluff.telling import starter as bluff_starter
from tests.games.game_of_bluff.telling import turn as last_turn
from tests.games.one_brain.telling import draws, draws_late, ends, gives_up, lays
from tests.games.one_brain.telling import holds as corrects
from tests.games.the_game.telling import (
    cannot,
    depth,
    end,
    holds,
    laid,
    missed,
    play,
    result,
    starter,
    sure,
    turn,
)
from tests.support.submitted_log import ANNS, BENS, WHEN, Book, back, changed, inserted

CASS = "Cas's phone"
RECORDED, MERGED, CONFLICT = Answer.RECORDED, Answer.MERGED, Answer.CONFLICT


class Shared:
    """A game with a log that all phones have seen up to `seen`."""

    def __init__(self, slug: str, *entries: Facts, players: int = 3, **options: object) -> None:
        self.game = GAMES[slug]
        names = [f"player {seat}" for seat in range(players)]
        self.setup = self.game.rules.setup(names, options)
        self.log: tuple[Written, ...] = ()
        for facts in entries:
            self.writes(facts, ANNS)
        self.seen = len(self.log)

    def writes(self, facts: Facts, phone: str = BENS) -> None:
        place = len(self.log) + 1
        self.log += (Written(place, f"id {place}", phone, WHEN, place - 1, facts),)

    def judges(self, facts: Facts, phone: str = ANNS, met: frozenset[int] = frozenset()) -> Verdict:
        story = read(self.game.rules, self.setup, self.log)
        submission = Submission("an id", phone, self.seen, facts)
        return judge(self.game, self.setup, story, submission, met=met)


def verdict_on(shared: Shared, between: Any, submission: Facts) -> Answer:
    """What Ann's phone is told, that has not seen what Ben's entered."""
    for facts in between if isinstance(between, list) else [between]:
        shared.writes(facts)
    return shared.judges(submission).answer


def pair(sentence: str, between: Any, submission: Any, answer: Answer, *before: Any) -> Any:
    return pytest.param(between, submission, answer, before, id=sentence)


def up(card: int) -> dict[str, object]:
    return play(card, "up-1")


def down(card: int, command: str | None = None) -> dict[str, object]:
    return play(card, "down-1", command)


TOP = up(30)
NO_COMMAND = {**down(90), "choice": "none"}


@pytest.mark.parametrize(
    ("between", "submission", "answer", "before"),
    [
        pair("a card is laid once", up(40), up(40), MERGED, TOP),
        pair("though it was confirmed", up(40), sure(up(40)), MERGED, TOP),
        pair("but not on two piles", up(40), play(40, "up-2"), CONFLICT, TOP),
        pair("cards go onto piles of their own", down(90), up(40), RECORDED),
        pair("on one pile in their only order", up(36), up(45), RECORDED, TOP),
        pair("and not the other way round", up(45), up(36), CONFLICT, TOP),
        pair("46 may go back to 36 or follow it", up(36), up(46), CONFLICT, TOP),
        pair("ten back waits for its card", up(50), up(40), RECORDED, up(45)),
        pair("a turn ends once", end(), end(), MERGED, TOP, up(31)),
        pair("though its next player has laid", [end(), up(50)], end(), MERGED, TOP, up(31)),
        pair("a card may be the next player's", end(), up(50), CONFLICT, TOP, up(31)),
        pair("a turn ends on what was seen", up(50), end(), CONFLICT, TOP, up(31)),
        pair("giving up is done once", cannot(), cannot(), MERGED, TOP),
        pair("nobody gives up over a card unseen", down(90), cannot(), CONFLICT),
        pair("nor over any hand", holds(1, 5), cannot(), CONFLICT),
        pair("a starter is chosen once", starter(1), starter(1), MERGED),
        pair("and not two of them", starter(1), starter(2), CONFLICT),
        pair("whose card it is depends on it", starter(1), TOP, CONFLICT),
        pair("a hand is counted alike", holds(1, 5), holds(1, 5), MERGED),
        pair("or it is not", holds(1, 5), holds(1, 4), CONFLICT),
        pair("two hands have nothing to do with each other", holds(1, 5), holds(2, 5), RECORDED),
        pair("nor has the hand of somebody else with a card", holds(1, 5), TOP, RECORDED),
        pair("the hand that lays does", holds(0, 5), TOP, CONFLICT),
        pair("the end of a turn fills one hand only", holds(1, 5), end(), RECORDED, TOP, up(31)),
        pair("the one that was counted", holds(0, 5), end(), CONFLICT, TOP, up(31)),
        pair("missed cards are usual", missed(1, "up-2", 9), missed(1, "down-1", 90), RECORDED),
        pair("they cover their pile", missed(1, "up-1", 40), up(50), CONFLICT, TOP),
        pair("and no other", missed(1, "up-1", 40), down(90), RECORDED, TOP),
    ],
)  # fmt: skip
def test_the_game(
    between: Any, submission: Facts, answer: Answer, before: tuple[Facts, ...]
) -> None:
    assert verdict_on(Shared("the-game", *before), between, submission) is answer


@pytest.mark.parametrize(
    ("between", "submission", "answer", "before"),
    [
        pair("a turn is entered once", turn(2), turn(2), MERGED),
        pair("though it was confirmed", turn(1), sure(turn(1)), MERGED),
        pair("and the rest of one", turn(1), turn(1), MERGED, TOP),
        pair("though its next player has laid", [turn(2), turn(3)], turn(2), MERGED),
        pair("but not with two numbers", turn(2), turn(3), CONFLICT),
        pair("nor by its number and by its end", end(), turn(1), CONFLICT, TOP, up(31)),
        pair("nor by its end and by its number", turn(1), end(), CONFLICT, TOP, up(31)),
        pair("nor by its cards and by its number", up(31), turn(2), CONFLICT, TOP),
        pair("nor by its number and by its cards", turn(2), up(31), CONFLICT, TOP),
        pair("nor by all its cards and its number", [up(31), end()], turn(2), CONFLICT, TOP),
        pair("nor by its number and by what was missed", turn(2), missed(1, "up-2", 9), CONFLICT),
        pair("cards that nobody named are usual", laid(1), laid(1), RECORDED),
        pair("they cover all that lies there", laid(1), up(40), CONFLICT, TOP),
        pair("and go under no card unseen", up(40), laid(1), CONFLICT, TOP),
        pair("nor into the turn of somebody else", turn(2), laid(1), CONFLICT),
        pair("the turn that emptied a hand is the same", turn(6), turn(6), MERGED),
        pair("nobody gives up over a turn unseen", turn(2), cannot(), CONFLICT),
        pair("nor lays after somebody gave up", cannot(), turn(2), CONFLICT),
        pair("whose turn it is depends on the starter", starter(1), turn(2), CONFLICT),
        pair("the hand of somebody else does not matter", holds(1, 5), turn(2), RECORDED),
        pair("the hand that lays does", holds(0, 5), turn(2), CONFLICT),
        pair("a depth is chosen once", depth("turns"), depth("turns"), MERGED),
        pair("or it is not", depth("turns"), depth("cards"), CONFLICT),
        pair("a depth goes with a turn", turn(2), depth("cards"), RECORDED),
        pair("and a turn with a depth", depth("cards"), turn(2), RECORDED),
        pair("and so it does with a card", up(40), depth("turns"), RECORDED),
        pair("and a card with it", depth("turns"), up(40), RECORDED),
        pair("a depth of a game that is over", cannot(), depth("turns"), CONFLICT),
        pair("a result is entered once", result(12), result(12), MERGED),
        pair("and not two of them", result(12), result(13), CONFLICT),
        pair("nor over a turn unseen", turn(2), result(12), CONFLICT),
        pair("nor over a card unseen", up(40), result(12), CONFLICT),
        pair("nor over any hand", holds(1, 5), result(12), CONFLICT),
        pair("nor a hand over it", result(12), holds(1, 5), CONFLICT),
        pair("nor a turn over it", result(12), turn(2), CONFLICT),
        pair("nor giving up over it", result(12), cannot(), CONFLICT),
        pair("nor it over giving up", cannot(), result(12), CONFLICT),
    ],
)  # fmt: skip
def test_numbers_and_results(
    between: Any, submission: Facts, answer: Answer, before: tuple[Facts, ...]
) -> None:
    assert verdict_on(Shared("the-game", *before), between, submission) is answer


@pytest.mark.parametrize(
    ("slug", "result", "other", "between"),
    [
        ("one-brain", {"won": True}, {"won": False}, lays("remove-kind")),
        ("game-of-bluff", {"totals": [1, 2, 3]}, {"totals": [1, 2, 4]}, scored(1, 2, 3)),
        ("the-game", {"left": 4}, {"left": 5}, turn(2)),
    ],
)
def test_the_result_of_any_game_is_entered_once_and_over_nothing_unseen(
    slug: str, result: Facts, other: Facts, between: Facts
) -> None:
    mine, theirs = ({"kind": "result-entered", **each} for each in (result, other))
    assert verdict_on(Shared(slug), mine, mine) is MERGED
    assert verdict_on(Shared(slug), theirs, mine) is CONFLICT
    assert verdict_on(Shared(slug), between, mine) is CONFLICT
    assert verdict_on(Shared(slug), mine, between) is CONFLICT
    assert verdict_on(Shared(slug, between), [], mine) is RECORDED


@pytest.mark.parametrize(
    ("between", "submission", "answer", "before"),
    [
        pair("a skull may come first or last", down(90, "skull"), TOP, RECORDED),
        pair("stop ends the turn before a card", down(90, "stop"), TOP, CONFLICT),
        pair("or after the next player's card", TOP, down(90, "stop"), CONFLICT),
        pair("also where it goes onto that card", up(40), play(45, "up-1", "stop"), CONFLICT, TOP),
        pair("or the card onto it", play(40, "up-1", "stop"), up(45), CONFLICT, TOP),
        pair("a three counts both", down(90, "three"), TOP, RECORDED),
        pair("the third of three ends it", TOP, down(90), RECORDED, play(31, "up-2", "three")),
        pair("same pile wants this one", down(90, "same-pile"), TOP, CONFLICT),
        pair("a card before same pile was free", TOP, down(90, "same-pile"), RECORDED),
        pair("no trick forbids the trick", down(90, "no-trick"), up(20), CONFLICT, TOP),
        pair("a trick before no trick was free", up(20), down(90, "no-trick"), RECORDED, TOP),
        pair("silence says nothing of the order", down(90, "silence"), TOP, RECORDED),
        pair("draw one waits for the end of the turn", down(90, "draw-one"), TOP, RECORDED),
        pair("a phone need not know the command", down(90, "skull"), down(90), MERGED),
        pair("the one that knows it says more", down(90), down(90, "skull"), CONFLICT),
        pair("nor is it silent who chose none", down(90, "skull"), NO_COMMAND, CONFLICT),
        pair("two commands are not one card", down(90, "skull"), down(90, "stop"), CONFLICT),
    ],
)  # fmt: skip
def test_extreme(
    between: Any, submission: Facts, answer: Answer, before: tuple[Facts, ...]
) -> None:
    assert verdict_on(Shared("the-game", *before, extreme=True), between, submission) is answer


def test_strict_same_pile_after_a_card_unseen_would_lose_the_game() -> None:
    shared = Shared("the-game", extreme=True, same_pile="strict")
    assert verdict_on(shared, TOP, down(90, "same-pile")) is CONFLICT


CARD = lays("remove-kind")
NAMED = {**CARD, "card": {"colour": "red", "kind": "cat"}}


@pytest.mark.parametrize(
    ("between", "submission", "answer", "before"),
    [
        pair("a turn has one card", CARD, CARD, MERGED),
        pair("a phone need not name it", NAMED, CARD, MERGED),
        pair("two cards are not one", CARD, lays("cover"), CONFLICT),
        pair("a turn ends once", draws(), draws(), MERGED, CARD),
        pair("one way or the other", draws(), ends(), CONFLICT, CARD),
        pair("it ends after its card", CARD, draws(), RECORDED),
        pair("the next card follows it", ends(), CARD, RECORDED, CARD),
        pair("two cards on are two turns on", [ends(), CARD], ends(), MERGED, CARD),
        pair("a late card is drawn once", draws_late(), draws_late(), MERGED, CARD, ends()),
        pair("and for the turn it was", [CARD, ends()], draws_late(), CONFLICT, CARD, ends()),
        pair("a card follows the one drawn late", draws_late(), CARD, RECORDED, CARD, ends()),
        pair("cards are counted alike", corrects(1, 4, 1), corrects(1, 4, 1), MERGED),
        pair("or they are not", corrects(1, 4, 1), corrects(1, 3, 1), CONFLICT),
        pair("those of others are in nobody's way", corrects(1, 4, 1), CARD, RECORDED),
        pair("those of the player are", corrects(0, 3, 1), CARD, CONFLICT),
        pair("who starts lays the card", {"kind": "starter-chosen", "player": 1}, CARD, CONFLICT),
        pair("giving up is done once", gives_up(), gives_up(), MERGED),
        pair("and not over a card unseen", CARD, gives_up(), CONFLICT),
    ],
)
def test_one_brain(
    between: Any, submission: Facts, answer: Answer, before: tuple[Facts, ...]
) -> None:
    assert verdict_on(Shared("one-brain", *before), between, submission) is answer


ROUND, OTHER = scored(1, 2, 3), scored(3, 2, 1)


@pytest.mark.parametrize(
    ("between", "submission", "answer", "before"),
    [
        pair("a round is closed once", ROUND, ROUND, MERGED),
        pair("with its own cards", ROUND, OTHER, CONFLICT),
        pair("and with its own Rik", scored(1, 2, 3, rik=2), ROUND, CONFLICT),
        pair("the round after it is another", [ROUND, OTHER], ROUND, MERGED),
        pair("a round is closed after Emma", [emma(1), last_turn()], ROUND, RECORDED),
        pair("whoever starts it", bluff_starter(2), ROUND, RECORDED),
        pair("a change of another one matters not", changed(1, OTHER), ROUND, RECORDED, ROUND),
        pair("Emma is played once", emma(1), emma(1), MERGED),
        pair("though the round is closed by now", [emma(1), ROUND], emma(1), MERGED),
        pair("by one player", emma(1), emma(2), CONFLICT),
        pair("and in a round that still runs", ROUND, emma(1), CONFLICT),
        pair("a last turn is taken once", last_turn(), last_turn(), MERGED, emma(1)),
        pair("the next one is another", [last_turn(), last_turn()], last_turn(), MERGED, emma(1)),
        pair("who starts has nothing to do with Emma", emma(1), bluff_starter(2), RECORDED),
        pair("who starts is said for one round", ROUND, bluff_starter(2), CONFLICT),
        pair("the game is stopped once", stop(), stop(), MERGED, ROUND),
        pair("and not over a round unseen", ROUND, stop(), CONFLICT),
        pair("a round of a game that was stopped", stop(), ROUND, CONFLICT),
    ],
)  # fmt: skip
def test_bluff(between: Any, submission: Facts, answer: Answer, before: tuple[Facts, ...]) -> None:
    assert verdict_on(Shared("game-of-bluff", *before), between, submission) is answer


class TestWhatIsTold:
    def test_what_it_was_merged_with(self) -> None:
        book = Book(TOP)
        book.enters(down(90), BENS)
        book.enters(up(40), BENS)
        submission = up(40)
        assert book.judges(submission, ANNS, seen=1) == Verdict(MERGED, place=3)

    def test_what_contradicts_it_and_nothing_else(self) -> None:
        book = Book(TOP)
        book.enters(down(90), BENS)
        book.enters(up(36), CASS)
        verdict = book.judges(up(46), ANNS, seen=1)
        assert verdict == Verdict(CONFLICT, between=book.log[2:])
        assert verdict.asks

    def test_of_a_new_line_that_was_changed_since_the_entry_that_wrote_it(self) -> None:
        shared = Shared("the-game", TOP)
        shared.writes(up(36), BENS)
        shared.writes(changed(2, up(37)), CASS)
        assert shared.judges(up(47)) == Verdict(CONFLICT, between=shared.log[1:2])

    def test_of_an_older_line_the_entry_that_changed_it_last(self) -> None:
        shared = Shared("the-game", TOP, down(90))
        shared.writes(changed(2, up(36)), BENS)
        shared.writes(changed(2, up(37)), CASS)
        assert shared.judges(up(47)) == Verdict(CONFLICT, between=shared.log[3:])

    def test_an_act_with_other_facts_is_told_alone(self) -> None:
        book = Book(TOP)
        book.enters(down(90), BENS)
        book.enters(up(40), CASS)
        verdict = book.judges(play(40, "up-2"), ANNS, seen=1)
        assert (verdict.between, verdict.rules) == (book.log[2:], ("card-once",))
        assert not verdict.asks

    def test_what_can_be_said_again_can_be_entered_all_the_same(self) -> None:
        book = Book()
        book.enters(holds(1, 5), BENS)
        assert book.judges(holds(1, 4), ANNS, seen=0).asks
        assert book.judges(holds(1, 4), ANNS, seen=1).answer is RECORDED

    def test_the_next_turn_is_not_ended_by_the_way(self) -> None:
        shared = Shared("one-brain", CARD)
        shared.writes(draws())
        verdict = shared.judges(ends())
        assert (verdict.answer, verdict.rules, verdict.possible) == (CONFLICT, (), False)

    def test_another_number_for_a_turn_is_not_taken_for_the_next_turn(self) -> None:
        shared = Shared("the-game")
        shared.writes(turn(2))
        assert shared.judges(turn(3)) == Verdict(CONFLICT, between=shared.log, possible=False)

    def test_the_end_of_a_turn_is_the_act_of_its_number(self) -> None:
        for mine, theirs in ((end(), turn(1)), (turn(1), end())):
            shared = Shared("the-game", TOP, up(31))
            shared.writes(theirs)
            assert shared.judges(mine) == Verdict(CONFLICT, between=shared.log[2:], possible=False)

    def test_another_depth_or_a_card_of_that_turn_can_be_entered_all_the_same(self) -> None:
        shared = Shared("the-game")
        shared.writes(turn(2))
        assert shared.judges(up(40)) == Verdict(CONFLICT, between=shared.log)
        shared = Shared("the-game")
        shared.writes(depth("turns"))
        assert shared.judges(depth("cards")) == Verdict(CONFLICT, between=shared.log)

    def test_a_turn_below_the_minimum_is_asked_about_with_what_came_between(self) -> None:
        shared = Shared("the-game")
        shared.writes(holds(1, 5))
        verdict = Verdict(CONFLICT, ("minimum",), between=shared.log)
        assert shared.judges(turn(1)) == verdict
        assert shared.judges(sure(turn(1))).answer is RECORDED

    def test_a_phones_own_round_is_never_taken_for_the_next_one(self) -> None:
        shared = Shared("game-of-bluff")
        shared.writes(ROUND, ANNS)
        assert shared.judges(ROUND) == Verdict(CONFLICT, between=shared.log)

    def test_a_round_is_named_by_what_its_phone_has_taken_back_itself(self) -> None:
        shared = Shared("game-of-bluff", ROUND)
        shared.writes(OTHER)
        shared.writes(back(1), ANNS)
        assert shared.judges(ROUND).answer is CONFLICT

    def test_a_round_stays_the_same_where_one_before_it_is_taken_back(self) -> None:
        shared = Shared("game-of-bluff", ROUND)
        assert verdict_on(shared, [ROUND, back(1)], OTHER) is CONFLICT
        assert shared.judges(ROUND).answer is MERGED

    def test_a_round_is_also_the_one_that_it_was_where_its_phone_had_not_seen_all(self) -> None:
        shared = Shared("game-of-bluff", ROUND)
        shared.log += (Written(2, "id 2", BENS, WHEN, 0, OTHER),)
        shared.writes(back(1), CASS)
        assert shared.judges(OTHER) == Verdict(MERGED, place=2)
        assert shared.judges(ROUND).answer is CONFLICT

    def test_a_round_is_not_restored_beside_the_one_entered_anew(self) -> None:
        shared = Shared("game-of-bluff", ROUND, back(1))
        assert verdict_on(shared, OTHER, back(2)) is CONFLICT

    def test_what_a_phone_was_merged_with_is_in_its_picture(self) -> None:
        shared = Shared("the-game", TOP, up(31))
        shared.writes(down(90))
        shared.writes(end())
        assert shared.judges(end(), met=frozenset({3, 4})).answer is not MERGED

    def test_it_may_stand_before_a_line_that_the_phone_has_not_seen(self) -> None:
        """Without network Ann's phone entered the round and Emma; Ben's put the round in late."""
        shared = Shared("game-of-bluff")
        for facts in (ROUND, bluff_starter(0), back(1), inserted(2, ROUND), emma(0)):
            shared.writes(facts)
        assert shared.judges(ROUND) == Verdict(MERGED, place=4)
        met = frozenset({4})
        assert shared.judges(emma(0), met=met) == Verdict(MERGED, place=5)
        assert shared.judges(OTHER, met=met).answer is RECORDED

    def test_two_phones_that_both_missed_an_undo_close_the_same_round(self) -> None:
        shared = Shared("game-of-bluff", ROUND)
        shared.writes(back(1), CASS)
        shared.log += (Written(3, "id 3", BENS, WHEN, 1, OTHER),)
        assert shared.judges(OTHER).answer is MERGED
        assert shared.judges(ROUND).answer is CONFLICT


@pytest.mark.parametrize(
    ("between", "submission", "answer", "before"),
    [
        pair("taken back again is no contradiction",
             [up(50), back(3)], end(), RECORDED, TOP, up(31)),
        pair("restored is what it was", [back(2), back(3)], end(), RECORDED, TOP, up(31)),
        pair("a card taken back under its turn's end",
             back(3), end(), CONFLICT, TOP, up(31), down(90)),
        pair("or from another pile", back(2), up(40), RECORDED, TOP, down(90)),
        pair("an end taken back under a card", back(3), up(40), CONFLICT, TOP, up(31), end()),
        pair("a change has nothing to do with it",
             changed(2, down(91)), up(40), RECORDED, TOP, down(90)),
        pair("or has by what it says", changed(2, up(36)), up(46), CONFLICT, TOP, down(90)),
        pair("what was put in is on another pile",
             inserted(2, down(90)), up(40), RECORDED, TOP, up(31)),
        pair("or ends the turn", inserted(2, end()), up(40), CONFLICT, TOP, up(31)),
        pair("others built on what is taken back",
             play(40, "up-2"), back(3), CONFLICT, TOP, up(31), end()),
        pair("or nobody did", up(40), back(2), RECORDED, TOP, down(90)),
        pair("a turn that others built on", turn(3), back(1), CONFLICT, turn(2)),
        pair("or did not", depth("cards"), back(1), RECORDED, turn(2)),
        pair("a card that another one lies on", up(40), back(1), CONFLICT, TOP),
        pair("a line changed meanwhile", changed(2, down(91)), back(2), CONFLICT, TOP, down(90)),
        pair("redo of an end under a card",
             down(90), back(4), CONFLICT, TOP, up(31), end(), back(3)),
        pair("redo beside a card", up(40), back(3), RECORDED, TOP, down(90), back(2)),
        pair("a change is about its line",
             [end(), down(90)], changed(1, up(29)), RECORDED, TOP, up(31)),
        pair("the same change is made once", changed(1, up(33)), changed(1, up(33)), MERGED, TOP),
        pair("what came since gets no flag", up(40), changed(1, up(55)), CONFLICT, TOP),
        pair("what was forgotten is put in once",
             inserted(2, up(35)), inserted(2, up(35)), MERGED, TOP, up(40)),
        pair("two in one place", inserted(2, up(35)), inserted(2, down(90)), RECORDED, TOP, up(40)),
        pair("two that do not go together",
             inserted(2, up(35)), inserted(2, end()), CONFLICT, TOP, up(40)),
        pair("a card put in that was entered",
             up(40), inserted(2, play(40, "up-2")), CONFLICT, TOP, up(31)),
    ],
)  # fmt: skip
def test_taking_back_changing_and_putting_in(
    between: Any, submission: Facts, answer: Answer, before: tuple[Facts, ...]
) -> None:
    """What others took back, changed and put in counts by what it comes to; so does one's own."""
    assert verdict_on(Shared("the-game", *before), between, submission) is answer


class TestMending:
    def test_an_own_entry_since_is_known(self) -> None:
        shared = Shared("the-game", TOP)
        shared.writes(up(31), ANNS)
        shared.writes(down(90), BENS)
        shared.writes(play(50, "up-2"), ANNS)
        assert shared.judges(play(60, "up-2")).answer is RECORDED

    def test_a_turn_that_was_taken_back_meanwhile_cannot_be_changed(self) -> None:
        shared = Shared("the-game", turn(2))
        assert verdict_on(shared, [back(1), turn(3)], back(1)) is MERGED
        assert not shared.judges(changed(1, turn(4))).asks

    def test_it_robs_no_unseen_line_of_its_effect(self) -> None:
        shared = Shared("game-of-bluff", emma(1))
        shared.writes(last_turn())
        verdict = shared.judges(back(1))
        assert (verdict.answer, verdict.between) == (CONFLICT, shared.log[1:])

    def test_changes_of_one_line_and_of_another(self) -> None:
        shared = Shared("the-game", TOP)
        shared.writes(changed(1, up(33)))
        assert shared.judges(changed(1, up(33))) == Verdict(MERGED, place=2)
        assert shared.judges(changed(1, up(34))).asks
        shared = Shared("the-game", holds(1, 5), holds(1, 5))
        shared.writes(changed(2, holds(1, 4)))
        assert shared.judges(changed(1, holds(1, 4))) == Verdict(RECORDED, place=4)
