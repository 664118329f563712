"""Whoever only hears Game of Bluff knows its score sheet."""

import re
from typing import Any, ClassVar

import pytest

from companion.engine.setup import Setup
from companion.games import GAMES
from companion.games.game_of_bluff.state import State
from companion.games.game_of_bluff.words import name_winners
from tests.support.random_examples import choose
from tests.support.screen_reader import (
    NAMES,
    Knows,
    Listener,
    SpeakingTable,
    Texts,
    follow,
    make_up,
    play_all,
)

GAME = GAMES["game-of-bluff"]
GAMES_MADE_UP, TRIES = choose(few=2, many=6, deep=20), 40


class Hears(Listener):
    """Somebody who hears Game of Bluff."""

    TEXTS: ClassVar[Texts] = {
        "starts": (("%(name)s starts.",),),
        "emma": (("%(name)s plays Ending Emma.",),),
        "is_done": (("%(name)s is done.",),),
        "last_turn": (("Last turn: %(name)s.",),),
        "show": (("Show the white cards.",),),
        "scored": (("Round %(number)s is scored.",),),
        "rik": (("%(name)s held Rik.",),),
        "totals": (("Totals: %(totals)s.",),),
        "only_says": (
            ("The result was entered.",),
            ("The game was stopped early.",),
            ("Stopped early: the current totals count.",),
            (
                "%(names)s has more than %(limit)s points.",
                "%(names)s have more than %(limit)s points.",
            ),
        ),
        "over": (("The game is over: %(result)s.",),),
    }

    def begin(self) -> Knows:
        nothing = [0] * self.setup.seats
        return {"starter": 0, "countdown": None, "totals": nothing, "rounds": [], "winners": None}

    def starts(self, name: str) -> None:
        self.knows["starter"] = self.seat(name)

    def emma(self, name: str) -> None:
        seats = self.setup.seats
        self.knows["countdown"] = [(self.seat(name) + turn) % seats for turn in range(1, seats + 1)]

    def is_done(self, name: str) -> None:
        assert self.knows["countdown"].pop(0) == self.seat(name)

    def last_turn(self, name: str) -> None:
        assert self.knows["countdown"][0] == self.seat(name)

    def show(self) -> None:
        assert self.knows["countdown"] == []

    def scored(self, number: str) -> None:
        assert int(number) == len(self.knows["rounds"]) + 1
        self.knows["countdown"] = None

    def rik(self, name: str) -> None:
        """`totals` comes behind it."""

    def totals(self, totals: str) -> None:
        """They say the points of the round; who has none held Rik, and the highest card."""
        before = self.knows["totals"]
        self.knows["totals"] = now = [
            int(re.findall(rf"{name} (\d+)(?:, |$)", totals)[0]) for name in self.names
        ]
        if "scored" in self.heard:
            cards = [(new - old) or self.setup.seats for new, old in zip(now, before, strict=True)]
            rik = self.heard.get("rik")
            self.knows["rounds"].append((cards, self.seat(rik["name"]) if rik else None))

    def only_says(self, names: str = "", limit: str = "") -> None:
        """`over` says what it comes to."""

    def over(self, result: str) -> None:
        self.knows |= {"winners": result, "countdown": None}


def truth(state: State) -> Knows:
    """What there is to know."""
    return {
        "starter": state.starter,
        "countdown": None if state.countdown is None else [*state.countdown],
        "totals": [*state.totals],
        "rounds": [([*played.cards], played.rik) for played in state.rounds],
        "winners": name_winners(state, NAMES[: state.setup.seats]) if state.end else None,
    }


def check(listener: Hears, table: SpeakingTable) -> None:
    """The listener knows what there is to know; who would start does not matter at the end."""
    there, knows = truth(table.state), listener.knows
    left_out = ("starter", "countdown") if there["winners"] else ()
    assert {k: v for k, v in knows.items() if k not in left_out} == {
        k: v for k, v in there.items() if k not in left_out
    }


def setup_of(players: int = 3, **options: Any) -> Setup:
    return GAME.rules.setup(NAMES[:players], options)


@pytest.mark.usefixtures("language")
class TestListening:
    def test_whoever_hears_the_games_that_are_played_knows_them(self) -> None:
        ends = set()
        for table, entries in play_all(GAME):
            listener = Hears(table.setup)
            for _said in follow(listener, table, entries):
                check(listener, table)
            ends.add(table.state.end)
        assert len(ends) == 1 + len({*ends} - {None})

    @pytest.mark.parametrize("players", [3, 6, 15])
    @pytest.mark.parametrize("tie", ["shared", "last-round"])
    def test_whoever_hears_any_game_knows_it(self, players: int, tie: str) -> None:
        """Whatever is entered, undone and changed."""
        for seed in range(GAMES_MADE_UP):
            table, entries = make_up(GAME, setup_of(players, tie=tie), seed, TRIES)
            listener = Hears(table.setup)
            for _said in follow(listener, table, entries):
                check(listener, table)
