"""Same-pile: where the next card goes, softly and strictly ruled (Extreme)."""

from typing import Any

import pytest

from tests.games.the_game.telling import (
    RECORDED,
    Table,
    Verdict,
    asks,
    case,
    end,
    lost,
    play,
    sure,
)


def table(*entries: object, **options: Any) -> Table:
    return Table(*entries, extreme=True, **options)


def strict(*entries: object, **options: Any) -> Table:
    return Table(*entries, extreme=True, same_pile="strict", **options)


SAME_PILE = play(60, "down-1", "same-pile")
SAME_PILE_SEEN = (play(70, "down-1"), SAME_PILE, end())
ELSEWHERE = asks("same-pile")


@pytest.mark.parametrize("make", [table, strict], ids=["soft", "strict"])
@pytest.mark.parametrize(
    ("entries", "verdict"),
    [
        case("the first card goes anywhere", (*SAME_PILE_SEEN, play(47, "up-1")), RECORDED),
        case(
            "the second to the same",
            (*SAME_PILE_SEEN, play(47, "up-1"), play(48, "up-1")),
            RECORDED,
        ),
        case(
            "the second to another",
            (*SAME_PILE_SEEN, play(47, "up-1"), play(48, "up-2")),
            ELSEWHERE,
        ),
        case(
            "covered by the first, the second goes anywhere",
            (*SAME_PILE_SEEN, play(59, "down-1"), play(47, "up-1")),
            RECORDED,
        ),
        case(
            "after one elsewhere that stands, the third goes there",
            (*SAME_PILE_SEEN, play(47, "up-1"), sure(play(48, "up-2")), play(49, "up-2")),
            RECORDED,
        ),
        case(
            "laid first, the second must cover it",
            (SAME_PILE, play(47, "up-1")),
            ELSEWHERE,
        ),
        case(
            "laid first and covered, the third goes anywhere",
            (SAME_PILE, play(59, "down-1"), play(47, "up-1")),
            RECORDED,
        ),
        case(
            "laid after cards on its own pile",
            (play(70, "down-1"), SAME_PILE, play(59, "down-1")),
            RECORDED,
        ),
    ],
)
def test_same_pile(make: Any, entries: tuple[object, ...], verdict: Verdict) -> None:
    assert make(*entries).verdict == verdict


@pytest.mark.parametrize(
    ("entries", "only_pile"),
    [
        case("before the first card", SAME_PILE_SEEN, None),
        case("after it", (*SAME_PILE_SEEN, play(47, "up-1")), "up-1"),
        case("after the first covers it", (*SAME_PILE_SEEN, play(59, "down-1")), None),
        case("once it is laid", (SAME_PILE,), "down-1"),
        case("once it is covered", (SAME_PILE, play(59, "down-1")), None),
        case(
            "with one of two covered",
            (
                *(SAME_PILE, sure(play(47, "up-1", "same-pile")), end()),
                play(59, "down-1"),
            ),
            "down-1",
        ),
    ],
)
def test_the_pile_that_the_next_card_must_go_to(
    entries: tuple[object, ...], only_pile: str | None
) -> None:
    assert table(*entries)["turn"]["only_pile"] == only_pile


def test_with_one_of_two_same_piles_covered_the_other_still_holds() -> None:
    two = (SAME_PILE, sure(play(47, "up-1", "same-pile")), end(), play(59, "down-1"))
    assert table(*two, play(58, "down-1")).verdict == RECORDED
    assert table(*two, play(48, "up-1")).verdict == ELSEWHERE


def test_softly_a_same_pile_does_not_judge_the_cards_before_it() -> None:
    told = table(play(47, "up-1"), SAME_PILE)
    assert (told["flags"], told["outcome"]) == ([], None)
    assert table(play(47, "up-1"), SAME_PILE, play(48, "up-1")).verdict == ELSEWHERE
    assert table(play(47, "up-1"), SAME_PILE, play(59, "down-1")).verdict == RECORDED
    assert table(play(47, "up-1"), SAME_PILE, end()).verdict == RECORDED


def test_softly_a_skull_waits_behind_a_same_pile() -> None:
    told = (play(40, "up-1", "skull"), SAME_PILE)
    assert table(*told, play(41, "up-1")).verdict == ELSEWHERE
    assert table(*told, play(59, "down-1"), play(41, "up-1"), end()).verdict == RECORDED


@pytest.mark.parametrize(
    ("entries", "loses"),
    [
        case("after a card on another pile", (play(47, "up-1"), SAME_PILE), True),
        case(
            "after one elsewhere and one there",
            (play(47, "up-1"), play(70, "down-1"), SAME_PILE),
            True,
        ),
        case("as first card", (SAME_PILE,), False),
        case(
            "after cards on its own pile",
            (play(80, "down-1"), play(70, "down-1"), SAME_PILE),
            False,
        ),
        case(
            "after one was covered and a card went elsewhere",
            (*SAME_PILE_SEEN, play(59, "down-1"), play(47, "up-1", "same-pile")),
            True,
        ),
        case(
            "another command does not",
            (play(47, "up-1"), play(60, "down-1", "no-trick")),
            False,
        ),
    ],
)
def test_strictly_a_same_pile_loses(entries: tuple[object, ...], loses: bool) -> None:
    assert strict(*entries).ending == (lost("same-pile-strict") if loses else None)
    assert table(*entries).ending is None


def test_a_wrong_pile_that_stands_is_flagged_and_play_goes_on_also_strictly() -> None:
    for make in (table, strict):
        told = make(*SAME_PILE_SEEN, play(47, "up-1"), sure(play(48, "up-2")))
        assert told["flags"] == [{"entry": 4, "rule": "same-pile"}]
        assert told["outcome"] is None
