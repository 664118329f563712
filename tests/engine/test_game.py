"""The vocabulary that games share: set-ups, reading entries, replaying a log."""

from collections.abc import Iterator
from dataclasses import FrozenInstanceError, dataclass
from typing import Any

import pytest

from companion.engine.entry import Entry, Unreadable, one_of, seat, whole
from companion.engine.replay import Flag, Result, replay
from companion.engine.rules import Breach, Outcome, Rules, Summary, Weight, ranks_of
from companion.engine.setup import Option
from companion.games import GAMES
from companion.games.game import Game, Pages, RuleBook, Tile


@dataclass(frozen=True, slots=True)
class Said(Entry):
    """Somebody said a number: an odd one asks, more than nine is refused, nine ends it."""

    kind = "said"
    number: int = whole(1, 20)
    by: int = seat()


@dataclass(frozen=True, slots=True)
class Sung(Entry):
    kind = "sung"
    how: str = one_of(("high", "low"))
    twice: str | None = one_of(("yes",), only_with="loud", optional=True)


State = tuple[Entry, ...]


def check(state: State, entry: Said | Sung) -> Iterator[Breach]:
    if isinstance(entry, Sung):
        return
    if entry.number % 2:
        yield Breach("odd", Weight.ASK)
    if entry.number % 3 == 0:
        yield Breach("by-three", Weight.ASK)
    if entry.number > 9:
        yield Breach("too-many", Weight.REFUSE)
    if entry.number > 15:
        yield Breach("far-too-many", Weight.REFUSE)


def outcome(state: State) -> Outcome | None:
    said = any(isinstance(entry, Said) and entry.number == 8 for entry in state)
    return Outcome("eight", {"entries": len(state)}) if said else None


RULES: Rules[State, Any] = Rules(
    seats=range(2, 5),
    options=(
        Option("loud", False, (False, True)),
        Option("pace", 2, (1, 2)),
        Option("mood", "mild", ("mild", "wild")),
    ),
    entries=(Said, Sung),
    start=lambda setup: (),
    check=check,
    apply=lambda state, entry: (*state, entry),
    outcome=outcome,
    describe=lambda state: {"said": len(state)},
    summary=lambda state: Summary(None, len(state)),
)
NOWHERE: Any = None  # nothing is shown here
GAME: Game[State, Any] = Game(
    slug="say",
    tiles=(Tile("say", "Say", "ember"), Tile("say-loud", "Say: Loud", "amber", {"loud": True})),
    rules=RULES,
    words=NOWHERE,
    announce=NOWHERE,
    board=NOWHERE,
    pages=Pages(forms=()),
    rule_book=RuleBook(relevant=lambda state: (), rule_of={}, preparing=lambda state: ()),
)
SETUP = GAME.rules.setup(["Ann", "Ben"], {})
LOUD = GAME.rules.setup(["Ann", "Ben"], {"loud": True})


def test_a_game_is_the_last_tile_whose_options_it_has() -> None:
    told: tuple[dict[str, object], ...] = ({}, {"loud": False}, {"pace": 1}, {"loud": True})
    assert [GAME.tile(options).slug for options in told] == ["say", "say", "say", "say-loud"]


def say(number: object, **more: object) -> dict[str, object]:
    return {"kind": "said", "number": number, "by": 0, **more}


class TestSetup:
    def test_options_that_are_left_out_or_null_have_their_default(self) -> None:
        assert SETUP.options == {"loud": False, "pace": 2, "mood": "mild"}
        assert GAME.rules.setup(["Ann", "Ben"], {"mood": None, "pace": None}) == SETUP

    def test_options_have_what_was_chosen(self) -> None:
        chosen = {"loud": True, "pace": 1, "mood": "wild"}
        assert GAME.rules.setup(["Ann", "Ben"], chosen).options == chosen

    def test_seats_are_those_of_the_players_in_order(self) -> None:
        setup = GAME.rules.setup(iter(["Ben", "Ann", "Ben"]), {})
        assert (setup.players, setup.seats) == (("Ben", "Ann", "Ben"), 3)

    def test_what_the_game_does_not_have(self) -> None:
        for seats in (0, 1, 5, 100):
            with pytest.raises(ValueError, match=f"this game is for 2 to 4 players, not {seats}"):
                GAME.rules.setup(["Ann"] * seats, {})
        for name in ("louder", "", "Loud"):
            for value in (True, None):
                with pytest.raises(ValueError, match=f"this game has no option '{name}'"):
                    GAME.rules.setup(["Ann", "Ben"], {name: value})
        values: dict[str, tuple[object, ...]] = {
            "loud": (1, 0, "true", [], {}),
            "pace": (True, 1.0, "1", 3),
            "mood": ("MILD", "", False, ["mild"]),
        }
        for name, wrong in values.items():
            for value in wrong:
                with pytest.raises(ValueError, match=f"this game has no {name}"):
                    GAME.rules.setup(["Ann", "Ben"], {name: value})


def test_equal_totals_share_a_place() -> None:
    for totals, lowest, highest in (
        ((7, 3, 7, 9), (2, 1, 2, 4), (2, 4, 2, 1)),
        ((-2, 0), (1, 2), (2, 1)),
        ((5, 5, 5), (1, 1, 1), (1, 1, 1)),
        ((), (), ()),
    ):
        assert ranks_of(totals) == lowest
        assert ranks_of(totals, highest_wins=True) == highest


class TestReading:
    def test_an_entry_is_read_with_its_fields_and_no_others(self) -> None:
        for setup, facts, entry in (
            (SETUP, say(7), Said(7, 0)),
            (SETUP, say(7, id="a", at=None, confirmed=None), Said(7, 0)),
            (SETUP, {"kind": "sung", "how": "high"}, Sung("high", None)),
            (SETUP, {"kind": "sung", "how": "low", "twice": None}, Sung("low", None)),
            (LOUD, {"kind": "sung", "how": "low", "twice": "yes"}, Sung("low", "yes")),
        ):
            assert GAME.rules.read(setup, facts) == entry

    def test_an_entry_is_frozen(self) -> None:
        entry: Any = GAME.rules.read(SETUP, say(7))
        with pytest.raises(FrozenInstanceError):
            entry.number = 8

    @pytest.mark.parametrize(
        ("facts", "field"),
        [
            (None, "kind"), (7, "kind"), ("said", "kind"), ([say(7)], "kind"), ({}, "kind"),
            ({"kind": "shouted"}, "kind"), ({"kind": None}, "kind"), ({"kind": ["said"]}, "kind"),
            (say(0), "number"), (say(21), "number"), (say(True), "number"), (say(7.0), "number"),
            (say("7"), "number"), (say(None), "number"), ({"kind": "said", "by": 0}, "number"),
            (say(7, by=-1), "by"), (say(7, by=2), "by"), (say(7, by=False), "by"),
            (say(7, by=None), "by"), (say(7, by=[0]), "by"),
            ({"kind": "sung"}, "how"), ({"kind": "sung", "how": "HIGH"}, "how"),
            ({"kind": "sung", "how": ["high"]}, "how"), ({"kind": "sung", "how": {}}, "how"),
            ({"kind": "sung", "how": "low", "twice": "yes"}, "twice"),
            (say(7, confirmed=1), "confirmed"), (say(7, confirmed="yes"), "confirmed"),
        ],
        ids=str,
    )  # fmt: skip
    def test_what_cannot_be_read_names_its_field(self, facts: object, field: str) -> None:
        with pytest.raises(Unreadable) as caught:
            GAME.rules.read(SETUP, facts)
        assert caught.value.field == field


class TestReplay:
    def test_nothing_entered(self) -> None:
        replayed = replay(GAME.rules, SETUP, ())
        assert (replayed.steps, replayed.state, replayed.flags) == ((), (), ())
        assert replayed.outcome is None
        assert replayed.last is replayed.start
        assert replayed.start.result is Result.RECORDED

    def test_every_entry_has_its_step(self) -> None:
        replayed = replay(GAME.rules, SETUP, iter([say(2), say(3), say(12), None, say(4)]))
        assert [(step.result, step.rules) for step in replayed.steps] == [
            (Result.RECORDED, ()),
            (Result.ASK, ("by-three", "odd")),
            (Result.REFUSED, ("too-many",)),
            (Result.UNREADABLE, ()),
            (Result.RECORDED, ()),
        ]
        assert replayed.state == (Said(2, 0), Said(4, 0))
        assert replayed.last is replayed.steps[-1]

    def test_what_was_before_an_entry(self) -> None:
        replayed = replay(GAME.rules, SETUP, [say(2), say(3), say(4)])
        assert replayed.before(0) == ()
        assert replayed.before(1) == replayed.before(2) == (Said(2, 0),)

    def test_a_refusal_names_the_first_rule_that_holds_and_hides_the_questions(self) -> None:
        replayed = replay(GAME.rules, SETUP, [say(15), say(18), say(15, confirmed=True)])
        assert [step.rules for step in replayed.steps] == [("too-many",)] * 3
        assert replayed.flags == ()

    def test_the_answer_flags_every_rule_at_the_index_of_the_log(self) -> None:
        replayed = replay(
            GAME.rules, SETUP, [None, say(3), say(3, confirmed=True), say(5, confirmed=True)]
        )
        assert [step.result for step in replayed.steps[2:]] == [Result.RECORDED] * 2
        assert [step.rules for step in replayed.steps[2:]] == [()] * 2
        assert replayed.flags == (Flag(2, "by-three"), Flag(2, "odd"), Flag(3, "odd"))
        assert replayed.steps[1].flags == ()

    def test_a_step_shares_the_flags_before_it(self) -> None:
        """Each of them holding all of them would take the square of a log in memory."""
        replayed = replay(GAME.rules, SETUP, [say(3, confirmed=True)] * 3)
        first, second, third = (step.flagged for step in replayed.steps)
        assert first
        assert second
        assert second.before
        assert second.before.before is first
        assert third
        assert third.before
        assert third.before.before is second
        assert len(replayed.flags) == 6


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_stands_under_its_slug_and_can_be_set_up(game: Game[Any, Any]) -> None:
    """Its options have one of their values, its entries kinds and forms of their own."""
    rules = game.rules
    assert GAMES[game.slug] is game
    for seats in rules.seats:
        assert replay(rules, rules.setup(["Ann"] * seats, {}), ()).outcome is None
    assert all(option.default in option.values for option in rules.options)
    names = [option.name for option in rules.options]
    assert len(set(names)) == len(names)
    kinds = [each.kind for each in rules.known]
    assert len(set(kinds)) == len(kinds)
    assert [form.kind for form in game.pages.forms] == kinds
