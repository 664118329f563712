"""Whoever only hears The Game knows all that its board shows."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from companion.engine.setup import Setup
from companion.games import GAMES
from companion.games.lists import join_list
from companion.games.the_game.entries import CARDS, Command, Pile
from companion.games.the_game.spoken import PILES
from companion.games.the_game.state import HAND, Ending, Rating, State
from companion.games.the_game.words import COMMANDS, RATED, REASONS
from tests.support.random_examples import choose
from tests.support.screen_reader import (
    Knows,
    Listener,
    SpeakingTable,
    Texts,
    Words,
    follow,
    make_pattern,
    make_up,
    play_all,
    say,
)

GAME = GAMES["the-game"]
LEFT = ("%(num)d card left", "%(num)d cards left")
GAMES_MADE_UP, TRIES = choose(few=2, many=6, deep=20), 60
SETUPS: list[dict[str, Any]] = [
    {},
    {"players": 1},
    {"players": 3, "expert": True, "smaller_hand": True},
    {"on_fire": True},
    {"players": 4, "extreme": True, "on_fire": True},
    {"extreme": True, "same_pile": "strict"},
    {"players": 1, "extreme": True},
]


class Hears(Listener):
    """Somebody who hears The Game."""

    TEXTS: ClassVar[Texts] = {
        "starts": (("%(name)s starts.",),),
        "laid": (
            ("%(name)s laid %(card)s, %(pile)s.",),
            ("%(name)s: %(card)s, %(pile)s, %(command)s.",),
        ),
        "missed": (
            (
                "%(name)s: %(num)d missed, %(card)s, %(pile)s.",
                "%(name)s: %(num)d missed, last %(card)s, %(pile)s.",
            ),
        ),
        "laid_unseen": (("%(name)s laid %(num)d card.", "%(name)s laid %(num)d cards."),),
        "holds": (("%(name)s holds %(num)d card.", "%(name)s holds %(num)d cards."),),
        "ends_turn": (("%(name)s ends the turn.",),),
        "cannot": (("%(name)s cannot play.",),),
        "only_says": (("From here: %(depth)s.",), ("The result was entered.",)),
        "hidden": (("The top cards are not known now.",),),
        "no_longer": (("No longer: %(commands)s.",),),
        "is_empty": (("The draw pile is empty.",),),
        "drew": (("%(name)s drew %(num)d card.", "%(name)s drew %(num)d cards."),),
        "goes_on": (("Next turn: %(num)d card.", "Next turn: %(num)d cards."),),
        "passes": (("%(name)s’s turn: %(num)d card.", "%(name)s’s turn: %(num)d cards."),),
        "owes": (("%(num)d more card to lay.", "%(num)d more cards to lay."),),
        "skulls": (("Cover the skull: %(piles)s.",),),
        "fires": (("Cover the fire: %(piles)s.",),),
        "only": (("Only on %(pile)s.",),),
        "explains": (("All 98 cards are laid.",), ("%(name)s could not play.",)),
        "wins": (("You won!",),),
        "over": (("The game is over: %(result)s.",),),
    }

    def begin(self) -> Knows:
        seats = self.setup.seats
        self.full_hand = hand = HAND[seats] - bool(self.setup.options["smaller_hand"])
        return {
            "tops": {pile: (1 if pile.up else 100, None) for pile in Pile},
            "hands": [hand] * seats,
            "draw pile": CARDS - hand * seats,
            "player": 0,
            "owed": 3 if self.setup.options["expert"] else 2,
            "skulls": set(),
            "fire": set(),
            "only": None,
            "played": 0,
            "three": False,
            "over": None,
        }

    def words(self) -> Words:
        self.piles = {str(word): pile for pile, word in PILES.items()}
        self.commands = {str(COMMANDS[command]): command for command in Command}
        return {
            "name": self.names,
            "pile": [*self.piles],
            "command": [*self.commands],
            "card": [str(card) for card in range(2, 100)],
        }

    def sentences(self) -> Mapping[str, list[str]]:
        return {"explains": [str(reason) for reason in REASONS.values()]}

    def settle(self) -> None:
        """What nobody says: that nothing is owed any more, and what is covered with a card."""
        passes = {"passes", "goes_on"} & self.heard.keys()
        if self.knows["over"] is None and "undone" not in self.heard:
            if "is_empty" in self.heard and not passes and "owes" not in self.heard:
                self.knows["owed"] *= self.knows["three"]
            before = active(self.earlier[-1])
            gone = [str(COMMANDS[command]) for command in sorted(before - active(self.knows))]
            assert self.heard.get("no_longer", {}).get("commands", "") == join_list(gone)
        if Command.SAME_PILE not in active(self.knows):
            self.knows["only"] = None

    def starts(self, name: str) -> None:
        self.knows["player"] = self.seat(name)

    def laid(self, name: str, card: str, pile: str, command: str | None = None) -> None:
        self.lays(name, 1)
        where = self.piles[pile]
        self.knows["tops"][where] = int(card), self.commands[command] if command else None
        self.knows["skulls"].discard(where)
        self.knows["fire"].discard(where)
        self.knows["three"] |= self.commands.get(command or "") is Command.THREE

    def missed(self, name: str, num: str, card: str, pile: str) -> None:
        self.laid(name, card, pile)
        self.lays(name, int(num) - 1)

    def laid_unseen(self, name: str, num: str) -> None:
        self.lays(name, int(num))

    def lays(self, name: str, cards: int) -> None:
        assert self.seat(name) == self.knows["player"]
        self.knows["hands"][self.seat(name)] -= cards
        self.knows["played"] += cards
        self.knows["owed"] = 0

    def holds(self, name: str, num: str) -> None:
        hands, seat = self.knows["hands"], self.seat(name)
        self.knows["draw pile"] -= int(num) - hands[seat]
        hands[seat] = int(num)

    def ends_turn(self, name: str) -> None:
        assert self.seat(name) == self.knows["player"]

    def cannot(self, name: str) -> None:
        assert self.seat(name) == self.knows["player"]

    def only_says(self, depth: str = "") -> None:
        """It changes nothing of what lies there."""

    def hidden(self) -> None:
        self.knows["tops"] = dict.fromkeys(Pile, (None, None))

    def no_longer(self, commands: str) -> None:
        """`settle` compares it with what lies there."""

    def is_empty(self) -> None:
        """Whoever counts knows that."""

    def drew(self, name: str, num: str) -> None:
        assert self.seat(name) == self.knows["player"]

    def goes_on(self, num: str) -> None:
        self.passes(self.names[self.knows["player"]], num)

    def passes(self, name: str, num: str) -> None:
        """Whose turn is over draws, and this player has to lay so many cards."""
        player, hands = self.knows["player"], self.knows["hands"]
        need = min(max(0, self.full_hand - hands[player]), self.knows["draw pile"])
        drawn = min(need, 1) if Command.DRAW_ONE in active(self.knows) else need
        assert int(self.heard.get("drew", {}).get("num", drawn)) == drawn
        hands[player] += drawn
        self.knows["draw pile"] -= drawn
        self.knows |= {"player": self.seat(name), "skulls": set(), "fire": set(), "only": None}
        self.knows |= {"owed": int(num), "played": 0, "three": False}

    def owes(self, num: str) -> None:
        self.knows["owed"] = int(num)

    def skulls(self, piles: str) -> None:
        self.knows["skulls"] = self.find_piles(piles)

    def fires(self, piles: str) -> None:
        self.knows["fire"] = self.find_piles(piles)

    def only(self, pile: str) -> None:
        self.knows["only"] = self.piles[pile]

    def explains(self, name: str = "") -> None:
        """`over` says what it comes to."""

    def wins(self) -> None:
        self.knows["over"] = 0, Rating.BEATEN

    def over(self, result: str) -> None:
        """So many cards are left, and how good that is, where somebody says so."""
        for rating, rated in {Rating.PLAYED: "", **RATED}.items():
            for left in say(*LEFT):
                [whole] = say("%(left)s (%(rating)s)") if rated else ["%(left)s"]
                text = whole.replace("%(left)s", left).replace("%(rating)s", str(rated))
                if match := re.fullmatch(make_pattern(text, {}), result):
                    self.knows["over"] = int(match["num"]), rating

    def find_piles(self, said: str) -> set[Pile]:
        found = {pile for word, pile in self.piles.items() if word in said}
        assert said == join_list([str(PILES[pile]) for pile in Pile if pile in found])
        return found


def active(knows: Knows) -> set[Command]:
    """The commands for everybody that lie on top."""
    return {command for _, command in knows["tops"].values() if command and command.lasting}


def truth(state: State) -> Knows:
    """What there is to know."""
    turn = state.turn
    return {
        "tops": {pile: (top.card, top.command) for pile, top in state.tops.items()},
        "hands": [*state.hands],
        "draw pile": state.draw_pile,
        "player": turn.player,
        "owed": state.owed,
        "skulls": {*turn.skulls},
        "fire": {*turn.fire},
        "only": state.only_pile,
        "played": turn.played,
        "three": turn.three,
        "over": (state.left_over, state.rating) if state.end else None,
    }


def check(listener: Hears, table: SpeakingTable) -> None:
    """The listener knows what there is to know; of a game that is over, how it ended."""
    there, knows = truth(table.state), listener.knows
    names = ["over"] if there["over"] else [*there]
    assert {name: knows[name] for name in names} == {name: there[name] for name in names}


def setup_of(players: int = 2, **options: Any) -> Setup:
    return GAME.rules.setup([f"player {seat}" for seat in range(players)], options)


@pytest.mark.usefixtures("language")
class TestListening:
    def test_whoever_hears_the_games_that_are_played_knows_them(self) -> None:
        ends = set()
        for table, entries in play_all(GAME):
            listener = Hears(table.setup)
            for _said in follow(listener, table, entries):
                check(listener, table)
            ends.add(table.state.end and table.state.end.ending)
        assert ends == {None, *Ending}

    @pytest.mark.parametrize("chosen", SETUPS, ids=str)
    def test_whoever_hears_any_game_knows_it(self, chosen: dict[str, Any]) -> None:
        """Whatever is entered, undone and changed."""
        for seed in range(GAMES_MADE_UP):
            table, entries = make_up(GAME, setup_of(**chosen), seed, TRIES)
            listener = Hears(table.setup)
            for _said in follow(listener, table, entries):
                check(listener, table)
