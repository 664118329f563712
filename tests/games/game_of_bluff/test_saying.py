"""What the sheet and the log of Game of Bluff say, word for word in English."""

import pytest

from companion.engine.entry import Facts
from companion.engine.log import Story
from companion.engine.replay import GAME_OVER, replay
from companion.games import GAMES
from companion.games.game_of_bluff import words
from companion.games.game_of_bluff.forms import RoundScoredForm
from companion.games.game_of_bluff.results import summary
from companion.games.game_of_bluff.rules import Rule
from companion.games.game_of_bluff.state import State
from tests.games.game_of_bluff.telling import emma, result, rounds, scored, starter, stop, turn
from tests.support.submitted_log import read_story

GAME = GAMES["game-of-bluff"]
NAMES = ["Cas", "Ben", "Ann", "Dee", "Eva"]


pytestmark = pytest.mark.usefixtures("english")


def story(*entries: Facts, seats: int = 3) -> Story:
    return read_story("game-of-bluff", *entries, players=seats)


def after(*entries: Facts, seats: int = 3) -> State:
    state: State = story(*entries, seats=seats).replay.state
    return state


def test_a_broken_rule_is_said_in_a_sentence() -> None:
    slips: dict[str, tuple[list[Facts], str]] = {
        Rule.EMMA_ONCE: (
            [emma(0), emma(1)],
            "Ending Emma has already been played: the last turns are being counted.",
        ),
        Rule.NO_COUNTDOWN: ([turn()], "Turns are only counted after Ending Emma is played."),
        Rule.WHITE_CARDS_ONCE_EACH: (
            [scored(1, 1, 2)],
            "Each white card from 1 to 3 can be entered only once.",
        ),
        Rule.TOTALS_EACH_SEAT: (
            [result(1, 2)],
            "Every player needs a total: a whole number, 0 or more.",
        ),
        GAME_OVER: ([stop(), turn()], "The game is over. Keep playing first, then enter it."),
    }
    assert slips.keys() == {*Rule, GAME_OVER}
    for rule, (told, sentence) in slips.items():
        line = story(*told).lines[-1]
        assert line.step
        assert line.step.rules == (rule,)
        assert words.explain_breach(rule, line.before, line.facts, NAMES) == sentence


def test_every_kind_of_entry_is_told() -> None:
    told = (
        *(starter(1), emma(2), turn(), *rounds("312"), scored(2, 1, 3, rik=2)),
        *(turn(), stop()),
    )
    kinds = {facts["kind"] for facts in (*told, result(7, 9, 10))}
    assert kinds == {entry.kind for entry in GAME.rules.entries}
    [entered] = story(result(7, 9, 10)).lines
    assert GAME.describe_line(entered, NAMES[:3]) == "Result: Cas 7, Ben 9, Ann 10"
    assert [GAME.describe_line(line, NAMES[:3]) for line in story(*told).lines] == [
        "Ben starts",
        "Ann plays Ending Emma",
        "Cas: last turn",
        "Cas 3, Ben 1, Ann 2",
        "Cas 2, Ben 1, Ann 3; Rik: Ann",
        "?: last turn",
        "Game stopped early",
    ]


def test_the_last_turns_are_counted_with_the_names_of_the_next_three() -> None:
    said = [words.counting(after(emma(4), *[turn()] * n, seats=5), NAMES) for n in range(6)]
    assert said == [
        "Emma: 5 turns left (Cas, Ben, Ann…)",
        "Emma: 4 turns left (Ben, Ann, Dee…)",
        "Emma: 3 turns left (Ann, Dee, Eva)",
        "Emma: 2 turns left (Dee, Eva)",
        "Emma: 1 turn left (Eva)",
        "Everybody has had a last turn: show the white cards.",
    ]


def test_who_has_no_card_is_named() -> None:
    assert words.lacking([1, 2, 3], NAMES) == ""
    assert words.lacking([1, None, 3], NAMES) == "Ben has no white card yet."
    assert words.lacking([None, 2, None], NAMES) == "Cas and Ann have no white card yet."


def test_whose_total_is_lacking_is_named() -> None:
    assert words.lacking_totals([0, 2, 3], NAMES) == ""
    assert words.lacking_totals([None, 2, -3], NAMES) == (
        "Still missing: Cas and Ann. A total is a whole number, 0 or more."
    )


def test_how_it_ended_where_only_that_was_entered() -> None:
    over, names = after(*rounds("123", "213"), result(10, 9, 9)), NAMES[:3]
    assert words.explain_end(over, names) == "Only the result was entered."
    assert words.name_winners(over, names) == "Ben and Ann share the win"
    said = words.share_result(summary(over), names)
    assert said == "Ben and Ann share the win: Ben 9, Ann 9, Cas 10"
    assert words.describe_length(summary(over)) == "Only the result"
    [*_, line] = story(*rounds("123"), result(10, 9, 9)).lines
    assert list(GAME.tell(line, names).rows()) == [
        ("Cas", "result: total", 10, 10),
        ("Ben", "result: total", 9, 9),
        ("Ann", "result: total", 9, 9),
    ]


def test_how_it_stands_and_how_it_ended() -> None:
    running, stopped = after(*rounds("123")), after(*rounds("123", "213"), stop())
    passed = after(*rounds("312", "312", "312", "312"))
    names = NAMES[:3]
    assert words.describe_result(summary(running), names) == "Round 2"
    assert words.describe_part(running) == "Round 2"
    assert (
        words.describe_result(summary(stopped), names)
        == words.name_winners(stopped, names)
        == "Cas and Ben share the win"
    )
    assert words.explain_end(stopped, names) == "Stopped early: the current totals count."
    assert words.name_winners(passed, names) == "Ben wins"
    assert words.explain_end(passed, names) == "Cas has more than 9 points."
    at_the_limit = after(*rounds("321", "321", "321", "132"))
    assert at_the_limit.totals == (10, 9, 5)
    assert words.explain_end(at_the_limit, names) == "Cas has more than 9 points."


def test_the_result_names_the_first_first_and_those_who_share_a_place_by_their_seats() -> None:
    told = {
        ("123", "213"): "Cas and Ben share the win: Cas 3, Ben 3, Ann 6",
        ("312", "321"): "Ben and Ann share the win: Ben 3, Ann 3, Cas 6",
        ("321",): "Ann wins: Ann 1, Ben 2, Cas 3",
    }
    for rows, said in told.items():
        assert words.share_result(summary(after(*rounds(*rows), stop())), NAMES[:3]) == said, rows


def test_who_won_by_the_last_round_is_named_first() -> None:
    parted = replay(
        GAME.rules,
        GAME.rules.setup(NAMES[:3], {"tie": "last-round"}),
        [*rounds("123", "213"), stop()],
    )
    said = words.share_result(summary(parted.state), NAMES[:3])
    assert said == "Ben wins: Ben 3, Cas 3, Ann 6"


def test_a_form_says_the_same_again() -> None:
    assert RoundScoredForm.fields(scored(3, 1, 2, rik=0)) == {
        "kind": "round-scored",
        "cards-0": 3,
        "cards-1": 1,
        "cards-2": 2,
        "rik": 0,
    }


def test_what_there_is_to_tell_of_a_game_that_is_over() -> None:
    played = (
        scored(3, 1, 2, rik=0),
        scored(3, 1, 2),
        scored(3, 1, 2, rik=1),
        *rounds("312", "312"),
    )
    over = after(*played)
    assert list(words.look_back(over, NAMES[:3])) == [
        ("Best round: Cas, round 1", "+0"),
        ("Worst round: Cas, round 2", "+3"),
        ("Rik paid off", "1 of 2"),
    ]
    near = {
        ("312", "321", "132"): "Cas",  # 7, 6 and 5 of 9
        ("132", "132", "132", "213"): "Ann",  # 5, 10 and 9
    }
    for rows, who in near.items():
        assert list(words.look_back(after(*rounds(*rows), stop()), NAMES[:3]))[2:] == [
            ("Within 2 points of the limit", who),
            ("Rik paid off", "0 of 0"),
        ]
