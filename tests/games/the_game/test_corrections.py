"""What was counted wrong or not entered is put right: it moves cards and ends nothing by itself."""

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
    refuses,
    stuck,
    sure,
)


@pytest.mark.parametrize(
    ("table", "verdict"),
    [
        case("fewer than thought", Table(holds(0, 6)), RECORDED),
        case("more than a full hand", Table(holds(1, 20)), RECORDED),
        case("none", Table(holds(0, 0)), RECORDED),
        case("one more than that", Table(holds(0, 92)), refuses("more-than-the-deck")),
        case(
            "more, nothing being left to draw",
            Table(*late(3, 4), holds(1, 5)),
            refuses("more-than-the-deck"),
        ),
        case("laid cards are no longer there", Table(play(47, "up-1"), holds(0, 90)), RECORDED),
    ],
)
def test_a_hand_is_what_somebody_counted(table: Table, verdict: Verdict) -> None:
    assert table.verdict == verdict


@pytest.mark.parametrize(
    ("table", "hands_and_draw"),
    [
        case("goes to the draw pile", Table(holds(1, 4)), ([7, 4], 87)),
        case("comes from the draw pile", Table(holds(1, 9)), ([7, 9], 82)),
        case("goes there and comes back", Table(holds(0, 0), holds(0, 7)), ([7, 7], 84)),
        case("empties it", Table(holds(1, 91)), ([7, 91], 0)),
    ],
)
def test_the_difference(table: Table, hands_and_draw: tuple[list[int], int]) -> None:
    assert (table["hands"], table["draw_pile"]) == hands_and_draw
    assert (table["played"], table["left"]) == (0, 98)


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(Table(holds(0, 0)), id="an empty hand before the first card"),
        pytest.param(Table(play(47, "up-1"), holds(0, 0)), id="an empty hand, a card owed"),
        pytest.param(
            Table(play(47, "up-1"), play(48, "up-1"), holds(0, 0)), id="an empty hand, none owed"
        ),
        pytest.param(Table(holds(0, 0), holds(1, 0)), id="nobody holds a card"),
        pytest.param(
            Table(play(47, "up-1", "skull"), holds(0, 0), extreme=True),
            id="an open skull, no card to cover it",
        ),
        pytest.param(
            Table(play(47, "up-1", "three"), holds(0, 1), extreme=True),
            id="a three, too few cards to make it",
        ),
    ],
)
def test_a_count_ends_neither_the_game_nor_the_turn(table: Table) -> None:
    assert table["outcome"] is None
    assert (table.whose, table["turn"]["number"]) == (0, 1)


def test_after_a_count_of_none_the_turn_is_ended_or_given_up() -> None:
    assert Table(holds(0, 0), end()).verdict == asks("minimum")
    assert Table(holds(0, 0), sure(end()))["hands"] == [7, 7]
    assert Table(holds(0, 0), cannot()).ending == stuck()
    emptied = (play(47, "up-1"), play(48, "up-1"), holds(0, 0))
    assert Table(*emptied, end())["hands"] == [7, 7]
    assert Table(*emptied, cannot()).verdict == refuses("nothing-owed")


def test_when_nobody_holds_a_card_whoever_ends_a_turn_draws() -> None:
    table = Table(holds(1, 0), holds(0, 0), sure(end()), players=2)
    assert (table.whose, table["hands"], table["draw_pile"]) == (0, [7, 0], 91)


@pytest.mark.parametrize(
    ("table", "verdict"),
    [
        case("one card", Table(missed(1, "up-1", 47)), RECORDED),
        case("more than the hand", Table(missed(8, "up-1", 47)), refuses("hand-empty")),
        case("against the direction", Table(play(47, "up-1"), missed(1, "up-1", 20)), RECORDED),
        case(
            "one, ten back under no-trick",
            Table(play(47, "up-1", "no-trick"), missed(1, "up-1", 37), extreme=True),
            RECORDED,
        ),
        case(
            "on another pile under same-pile",
            Table(play(47, "up-1", "same-pile"), missed(2, "up-2", 30), extreme=True),
            RECORDED,
        ),
    ],
)
def test_cards_that_were_missed_are_refused_or_recorded(table: Table, verdict: Verdict) -> None:
    assert table.verdict == verdict


def test_cards_that_were_missed_count_as_laid_in_this_turn() -> None:
    table = Table(play(47, "up-1"), missed(3, "down-2", 60))
    assert table["tops"]["down-2"] == {"card": 60, "command": None}
    assert (table["hands"], table["played"], table["draw_pile"]) == ([3, 7], 4, 84)
    assert (table["turn"]["played"], table["turn"]["owed"]) == (4, 0)
    assert table["flags"] == []


@pytest.mark.parametrize(
    ("table", "ending"),
    [
        case("the last 98th card: beaten", Table(*late(0, 3), missed(3, "up-2", 90)), BEATEN),
        case(
            "an empty hand, a card owed: stuck", Table(holds(0, 1), missed(1, "up-1", 47)), stuck()
        ),
        case("an empty hand, none owed: the turn passes", Table(missed(7, "up-1", 47)), None),
        case(
            "a fourth card under a three",
            Table(play(47, "up-1", "three"), missed(3, "up-1", 60), extreme=True),
            lost("three-not-exact"),
        ),
        case(
            "the third card under a three: the turn passes",
            Table(play(47, "up-1", "three"), missed(2, "up-1", 60), extreme=True),
            None,
        ),
        case(
            "an empty hand and a due fire card",
            Table(
                *(play(22, "up-1"), play(3, "up-2"), end()),
                missed(7, "up-2", 60),
                on_fire=True,
            ),
            lost("fire-open"),
        ),
    ],
)
def test_what_follows_a_card_follows_them_too(
    table: Table, ending: tuple[str, str | None, str] | None
) -> None:
    assert table.ending == ending
    if ending is None:
        assert table.whose == 1


def test_they_cover_what_lies_there() -> None:
    fire = (play(22, "up-1"), play(3, "up-2"), end())
    covered = Table(*fire, missed(2, "up-1", 40), on_fire=True)
    assert covered["turn"]["cover"] == []
    skull = Table(play(47, "up-1", "skull"), missed(1, "up-1", 60), extreme=True)
    assert skull["turn"]["cover"] == []
    lasting = Table(play(47, "up-1", "silence"), missed(1, "up-1", 60), extreme=True)
    assert lasting["active"] == []


def test_a_missed_fire_card_on_top_burns() -> None:
    table = Table(missed(2, "up-1", 33), end(), on_fire=True)
    assert table["turn"]["cover"] == ["up-1"]


def test_their_pile_is_the_previous_card_s_pile() -> None:

    table = Table(play(47, "up-1", "same-pile"), missed(2, "down-1", 60), extreme=True)
    assert table["turn"]["only_pile"] == "down-1"
    assert Table(
        play(47, "up-1", "same-pile"), missed(2, "down-1", 60), play(50, "up-1"), extreme=True
    ).verdict == asks("same-pile")


def test_a_strict_same_pile_after_them_on_another_pile_loses() -> None:
    told = (missed(1, "up-1", 20), play(47, "up-2", "same-pile"))
    assert Table(*told, extreme=True, same_pile="strict").ending == lost("same-pile-strict")
    assert Table(*told, extreme=True).ending is None
