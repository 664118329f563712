"""Who plays, how many cards a turn needs, what is drawn, and who is next."""

from typing import Any

import pytest

from tests.games.the_game.telling import (
    RECORDED,
    Table,
    Verdict,
    asks,
    cannot,
    case,
    end,
    holds,
    late,
    missed,
    play,
    refuses,
    starter,
    sure,
)

TWO_CARDS = (play(47, "up-1"), play(48, "up-1"))


@pytest.mark.parametrize(
    ("players", "options", "hand", "draw_pile"),
    [
        (1, {}, 8, 90), (1, {"smaller_hand": True}, 7, 91),
        (2, {}, 7, 84), (2, {"smaller_hand": True}, 6, 86),
        (3, {}, 6, 80), (3, {"smaller_hand": True}, 5, 83),
        (4, {}, 6, 74), (4, {"smaller_hand": True}, 5, 78),
        (5, {}, 6, 68), (5, {"smaller_hand": True}, 5, 73),
        (2, {"expert": True}, 7, 84), (2, {"expert": True, "smaller_hand": True}, 6, 86),
        (1, {"extreme": True, "on_fire": True}, 8, 90),
    ],
)  # fmt: skip
def test_the_deal(players: int, options: dict[str, Any], hand: int, draw_pile: int) -> None:
    table = Table(players=players, **options)
    assert table["hands"] == [hand] * players
    assert table["draw_pile"] == draw_pile
    assert (table["played"], table["left"]) == (0, 98)


@pytest.mark.parametrize(
    ("table", "verdict"),
    [
        case("before the first card", Table(starter(1)), RECORDED),
        case("after a count of hands", Table(holds(1, 6), starter(1)), RECORDED),
        case(
            "not once a card lies",
            Table(play(47, "up-1"), starter(0)),
            refuses("starter-before-first-card"),
        ),
        case(
            "not once cards lie that were missed",
            Table(missed(1, "up-1", 47), starter(0)),
            refuses("starter-before-first-card"),
        ),
        case(
            "not once a turn has ended without a card",
            Table(sure(end()), starter(0)),
            refuses("starter-before-first-card"),
        ),
        case(
            "not when it is the first one's turn again",
            Table(sure(end()), sure(end()), starter(1)),
            refuses("starter-before-first-card"),
        ),
    ],
)
def test_the_starter_is_chosen_before_the_first_card(table: Table, verdict: Verdict) -> None:
    assert table.verdict == verdict


def test_the_starter_plays_the_first_turn_and_the_next_seat_the_second() -> None:
    table = Table(starter(2), players=4)
    assert (table.whose, table["turn"]["number"]) == (2, 1)
    table = Table(starter(2), *TWO_CARDS, end(), players=4)
    assert (table.whose, table["turn"]["number"]) == (3, 2)
    table = Table(starter(3), *TWO_CARDS, end(), players=4)
    assert (table.whose, table["turn"]["number"]) == (0, 2)


@pytest.mark.parametrize(
    ("table", "owed"),
    [
        case("two", Table(), (2, 2)),
        case("two, both laid", Table(*TWO_CARDS), (2, 0)),
        case("expert: three", Table(expert=True), (3, 3)),
        case("one card to draw: still two", Table(*late(5, 5, draw=1)), (2, 2)),
        case("none to draw: one", Table(*late(5, 5)), (1, 1)),
        case("expert, one to draw: three", Table(*late(5, 5, draw=1), expert=True), (3, 3)),
        case("expert, none to draw: one", Table(*late(5, 5), expert=True), (1, 1)),
        case("one in the hand, some to draw: two", Table(*late(5, 1, draw=3)), (2, 2)),
        case("none to draw after a count: one", Table(holds(1, 91)), (1, 1)),
        case("some to draw again after a count", Table(holds(1, 91), holds(1, 90)), (2, 2)),
        case(
            "some to draw again within the turn",
            Table(holds(1, 91), play(47, "up-1"), holds(1, 90)),
            (2, 1),
        ),
    ],
)
def test_the_minimum_follows_the_draw_pile(table: Table, owed: tuple[int, int]) -> None:
    assert (table["turn"]["minimum"], table["turn"]["owed"]) == owed


@pytest.mark.parametrize(
    ("table", "verdict"),
    [
        case("no card laid", Table(end()), asks("minimum")),
        case("one of two laid", Table(play(47, "up-1"), end()), asks("minimum")),
        case("two laid", Table(*TWO_CARDS, end()), RECORDED),
        case("two of an expert's three", Table(*TWO_CARDS, end(), expert=True), asks("minimum")),
        case(
            "an expert's three",
            Table(*TWO_CARDS, play(49, "up-1"), end(), expert=True),
            RECORDED,
        ),
        case("nobody passes with nothing to draw", Table(*late(5, 5), end()), asks("minimum")),
        case("one with nothing to draw", Table(*late(5, 5), play(47, "up-2"), end()), RECORDED),
        case(
            "two, one of them missed",
            Table(play(47, "up-1"), missed(1, "up-1", 50), end()),
            RECORDED,
        ),
    ],
)
def test_a_turn_ends_once_the_minimum_is_reached(table: Table, verdict: Verdict) -> None:
    assert table.verdict == verdict


def test_an_end_too_early_that_stands_is_flagged_and_play_goes_on() -> None:
    table = Table(play(47, "up-1"), sure(end()))
    assert table["flags"] == [{"entry": 1, "rule": "minimum"}]
    assert (table.whose, table["hands"], table["draw_pile"]) == (1, [7, 7], 83)


@pytest.mark.parametrize(
    ("table", "hands_and_draw"),
    [
        case("as many as were laid", Table(*TWO_CARDS, end()), ([7, 7], 82)),
        case("no more than there are", Table(*late(5, 7, draw=1), *TWO_CARDS, end()), ([5, 6], 0)),
        case("a hand counted lower fills up", Table(holds(0, 4), *TWO_CARDS, end()), ([7, 7], 82)),
        case("nothing laid, nothing drawn", Table(sure(end())), ([7, 7], 84)),
        case("only whose turn it was", Table(holds(1, 3), *TWO_CARDS, end()), ([7, 3], 86)),
    ],
)
def test_the_end_of_a_turn_draws_up_to_the_full_hand(
    table: Table, hands_and_draw: tuple[list[int], int]
) -> None:
    assert (table["hands"], table["draw_pile"]) == hands_and_draw


@pytest.mark.parametrize(
    ("table", "whose"),
    [
        case("the next seat", Table(*TWO_CARDS, end(), players=3), 1),
        case("over one without cards", Table(*late(5, 0, 4), players=3), 2),
        case(
            "over one who laid the last card",
            Table(*late(2, 3, 1), play(47, "up-2"), end(), play(48, "up-2"), players=3),
            0,
        ),
        case("back to the only one with cards", Table(*late(0, 2), play(47, "up-2"), end()), 1),
        case("oneself, alone", Table(*TWO_CARDS, end(), players=1), 0),
        case(
            "not over one without cards who then held some after all",
            Table(*TWO_CARDS, holds(1, 0), holds(1, 1), end(), players=3),
            1,
        ),
        case(
            "over one counted empty though there are cards to draw",
            Table(*TWO_CARDS, holds(1, 0), end(), players=3),
            2,
        ),
    ],
)
def test_the_turn_passes_to_the_next_seat_that_holds_cards(table: Table, whose: int) -> None:
    assert table.whose == whose


def test_a_whole_hand_laid_ends_the_turn_and_a_full_one_is_drawn() -> None:
    cards = [play(card, "up-1") for card in range(10, 17)]
    before, after = Table(*cards[:-1]), Table(*cards)
    assert (before.whose, before["hands"]) == (0, [1, 7])
    assert (after.whose, after["hands"], after["draw_pile"]) == (1, [7, 7], 77)


@pytest.mark.parametrize(
    ("table", "verdict"),
    [
        case("at the start of a turn", Table(cannot()), RECORDED),
        case("one card laid, the second impossible", Table(play(47, "up-1"), cannot()), RECORDED),
        case("the minimum reached", Table(*TWO_CARDS, cannot()), refuses("nothing-owed")),
        case("none laid with nothing to draw", Table(*late(5, 5), cannot()), RECORDED),
        case("it is never asked about, confirmed or not", Table(sure(cannot())), RECORDED),
    ],
)
def test_cannot_play_needs_a_card_that_is_owed(table: Table, verdict: Verdict) -> None:
    assert table.verdict == verdict
