"""A fire card is covered by the end of the next turn, or the game is lost (On Fire)."""

from typing import Any

import pytest

from tests.games.the_game.telling import (
    BEATEN,
    RECORDED,
    Table,
    Verdict,
    asks,
    cannot,
    case,
    end,
    holds,
    late,
    lost,
    missed,
    play,
    stuck,
    sure,
)

Ending = tuple[str, str | None, str] | None
OPEN = lost("fire-open")


def table(*entries: object, **options: Any) -> Table:
    return Table(*entries, **{"on_fire": True, **options})


FIRE = play(22, "up-1")
LAID = (FIRE, play(3, "up-2"), end())
TWO_ELSEWHERE = (play(60, "up-2"), play(61, "up-2"))


def test_six_cards_are_fire() -> None:
    def burns(card: int) -> bool:
        return bool(table(play(card, "up-1"), sure(end()))["turn"]["cover"])

    assert [card for card in range(2, 100) if burns(card)] == [22, 33, 44, 55, 66, 77]


@pytest.mark.parametrize(
    ("told", "cover"),
    [
        case("not in the turn in which it was laid", table(FIRE), []),
        case("in the next turn", table(*LAID), ["up-1"]),
        case("until it is covered", table(*LAID, play(23, "up-1")), []),
        case("not if covered by whoever laid it", table(FIRE, play(23, "up-1"), end()), []),
        case("nor if it lies deeper", table(play(21, "up-1"), FIRE, play(30, "up-1"), end()), []),
        case("a fire card on a fire card is a new countdown", table(*LAID, play(33, "up-1")), []),
        case("without the switch nothing burns", table(*LAID, on_fire=False), []),
        case("one that was missed burns", table(missed(2, "up-1", 44), end()), ["up-1"]),
        case("one laid in the turn of a due one", table(*LAID, play(77, "down-1")), ["up-1"]),
        case(
            "a fire card that is a skull is open at once",
            table(play(22, "up-1", "skull"), extreme=True),
            ["up-1"],
        ),
        case("a count of hands leaves it due", table(*LAID, holds(1, 6)), ["up-1"]),
    ],
)
def test_a_fire_card_is_due(told: Table, cover: list[str]) -> None:
    assert told["turn"]["cover"] == cover


@pytest.mark.parametrize(
    ("told", "verdict"),
    [
        case("due and open", table(*LAID, *TWO_ELSEWHERE, end()), asks("fire-open")),
        case("covered", table(*LAID, play(23, "up-1"), play(24, "up-1"), end()), RECORDED),
        case("laid in this turn", table(FIRE, play(3, "up-2"), end()), RECORDED),
        case("without the switch", table(*LAID, *TWO_ELSEWHERE, end(), on_fire=False), RECORDED),
    ],
)
def test_an_end_of_turn_with_fire(told: Table, verdict: Verdict) -> None:
    assert told.verdict == verdict


@pytest.mark.parametrize(
    ("told", "ending"),
    [
        case("a confirmed end of turn", table(*LAID, *TWO_ELSEWHERE, sure(end())), OPEN),
        case("a stop elsewhere", table(*LAID, play(60, "up-2", "stop"), extreme=True), OPEN),
        case("a stop that covers it", table(*LAID, play(60, "up-1", "stop"), extreme=True), None),
        case(
            "the third card under a three",
            table(
                *LAID, play(60, "up-2", "three"), play(61, "up-2"), play(62, "up-2"), extreme=True
            ),
            OPEN,
        ),
        case("the whole hand laid", table(*LAID, missed(7, "up-2", 60)), OPEN),
        case("cannot play, the minimum reached", table(*LAID, *TWO_ELSEWHERE, cannot()), OPEN),
        case("cannot play, a card owed", table(*LAID, play(60, "up-2"), cannot()), stuck()),
        case(
            "cannot play, nothing to draw, none laid", table(*LAID, holds(1, 89), cannot()), stuck()
        ),
        case("the last card of all is fire", table(*late(0, 1), FIRE), BEATEN),
        case(
            "the last card of all, fire due elsewhere",
            table(*late(1, 1), play(33, "up-2"), play(60, "down-1")),
            BEATEN,
        ),
        case("a turn of one alone", table(*LAID, *TWO_ELSEWHERE, sure(end()), players=1), OPEN),
    ],
)
def test_fire_left_open(told: Table, ending: Ending) -> None:
    assert told.ending == ending


def test_a_skipped_seat_is_not_the_next_player() -> None:
    told = table(*late(3, 3, 0), play(33, "up-2"), end(), players=3)
    assert (told.whose, told["turn"]["cover"]) == (0, ["up-2"])


def test_one_alone_has_the_own_next_turn() -> None:
    told = table(*LAID, players=1)
    assert (told.whose, told["turn"]["cover"]) == (0, ["up-1"])


def test_fire_left_open_is_flagged_where_it_was_confirmed_only() -> None:
    confirmed = table(*LAID, *TWO_ELSEWHERE, sure(end()))
    assert confirmed["flags"] == [{"entry": 5, "rule": "fire-open"}]
    assert confirmed["outcome"] == {
        "ending": "command-broken",
        "reason": "fire-open",
        "left": 94,
        "rating": "lost",
    }
    assert table(*LAID, *TWO_ELSEWHERE, cannot())["flags"] == []
    assert table(*LAID, play(60, "up-2", "stop"), extreme=True)["flags"] == []
