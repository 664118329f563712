"""What becomes of an entry: unreadable, over, refused, asked or recorded, in that order."""

import pytest

from tests.games.the_game.telling import (
    RECORDED,
    UNREADABLE,
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

OVER = cannot()


def test_an_entry_that_is_not_confirmed_asks() -> None:
    for answer in (None, False):
        assert Table({**end(), "confirmed": answer}).verdict == asks("minimum")


@pytest.mark.parametrize(
    "facts",
    [
        starter(1),
        play(47, "up-1"),
        end(),
        cannot(),
        holds(0, 7),
        holds(0, 99),
        missed(1, "up-1", 47),
        sure(end()),
        sure(play(1 + 1, "up-1")),
        missed(50, "up-1", 47),
    ],
    ids=str,
)
def test_after_the_end_every_kind_is_refused_as_that_before_all_else(
    facts: dict[str, object],
) -> None:
    table = Table(OVER, facts)
    assert table.verdict == refuses("game-over")
    assert table.told["state"] == Table(OVER).told["state"]


@pytest.mark.parametrize(
    ("table", "verdict"),
    [
        case(
            "a card that is out, from an empty hand: card-once",
            Table(play(47, "up-1"), holds(0, 0), play(47, "up-1")),
            refuses("card-once"),
        ),
        case(
            "missed cards, their last one out, more than the hand: card-once",
            Table(play(47, "up-1"), missed(50, "up-1", 47)),
            refuses("card-once"),
        ),
        case(
            "an empty hand, the wrong way: hand-empty",
            Table(play(47, "up-1"), holds(0, 0), play(46, "up-1")),
            refuses("hand-empty"),
        ),
        case(
            "a refused entry is refused though confirmed",
            Table(play(47, "up-1"), sure(starter(1))),
            refuses("starter-before-first-card"),
        ),
        case(
            "two rules of a card are asked, sorted",
            Table(
                *(play(47, "up-1", "same-pile"), play(46, "down-1")),
                extreme=True,
            ),
            asks("same-pile"),
        ),
        case(
            "all rules of an end of turn are asked, sorted",
            Table(
                *(play(22, "up-1"), play(3, "up-2"), end(), play(40, "down-1", "skull"), end()),
                extreme=True,
                on_fire=True,
            ),
            asks("fire-open", "minimum", "skull-open"),
        ),
        case(
            "wrong way and wrong pile, sorted",
            Table(
                *(play(47, "up-1"), play(20, "up-2"), play(48, "up-1", "same-pile")),
                play(19, "up-2"),
                extreme=True,
            ),
            asks("pile-direction", "same-pile"),
        ),
        case("recorded names no rules", Table(play(47, "up-1")), RECORDED),
    ],
)
def test_the_verdict_names_what_holds_first(table: Table, verdict: Verdict) -> None:
    assert table.verdict == verdict


def test_a_replay_goes_on_after_entries_that_were_not_taken() -> None:
    table = Table(
        *(play(47, "up-1"), None, play(47, "up-2"), play(46, "up-1"), play(48, "up-1"), end())
    )
    assert table.verdicts == [
        RECORDED, UNREADABLE, refuses("card-once"), asks("pile-direction"), RECORDED, RECORDED,
    ]  # fmt: skip
    assert table.told["state"] == Table(play(47, "up-1"), play(48, "up-1"), end()).told["state"]


def test_flags_count_every_entry_those_not_taken_included() -> None:
    table = Table(None, play(1, "up-1"), play(47, "up-1"), end(), sure(play(9, "up-1")), end())
    table_flags = table.told["state"]["flags"]
    assert table_flags == [{"entry": 4, "rule": "pile-direction"}]


def test_one_entry_flags_all_its_rules_sorted_and_flags_stay() -> None:
    table = Table(
        *(play(47, "up-1"), play(20, "up-2"), play(48, "up-1", "same-pile")),
        sure(play(19, "up-2")),
        sure(play(18, "up-2")),
        end(),
        extreme=True,
    )
    assert table["flags"] == [
        {"entry": 3, "rule": "pile-direction"},
        {"entry": 3, "rule": "same-pile"},
        {"entry": 4, "rule": "pile-direction"},
    ]


def test_confirming_what_breaks_nothing_flags_nothing() -> None:
    assert Table(sure(play(47, "up-1")), sure(play(48, "up-1")), sure(end()))["flags"] == []


def test_the_state_before_the_first_entry() -> None:
    assert Table().told == {
        "steps": [],
        "state": {
            "tops": {
                "up-1": {"card": 1, "command": None},
                "up-2": {"card": 1, "command": None},
                "down-1": {"card": 100, "command": None},
                "down-2": {"card": 100, "command": None},
            },
            "draw_pile": 84,
            "hands": [7, 7],
            "played": 0,
            "left": 98,
            "turn": {
                "player": 0,
                "number": 1,
                "played": 0,
                "minimum": 2,
                "owed": 2,
                "only_pile": None,
                "cover": [],
            },
            "active": [],
            "outcome": None,
            "flags": [],
        },
    }


def test_the_state_after_the_end_keeps_the_table_and_has_no_turn() -> None:
    table = Table(*late(3, 4, draw=3), play(90, "up-2", "silence"), cannot(), extreme=True)
    assert table["turn"] is None
    assert table["active"] == ["silence"]
    assert (table["draw_pile"], table["hands"], table["played"]) == (3, [3, 3], 89)
    assert table["outcome"] == {
        "ending": "stuck",
        "reason": None,
        "left": 9,
        "rating": "excellent",
    }
