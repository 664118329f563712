"""Whoever only hears One Brain knows all that its board shows."""

import re
from typing import ClassVar

import pytest

from companion.engine.names import settle
from companion.games import GAMES
from companion.games.one_brain.entries import Action
from companion.games.one_brain.state import CARDS, Ending, Phase, State
from companion.games.one_brain.words import ACTIONS, name_card, result
from tests.support.random_examples import choose
from tests.support.screen_reader import (
    NAMES,
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

GAME = GAMES["one-brain"]
GAMES_MADE_UP, TRIES = choose(few=2, many=6, deep=20), 80
ENDS = (
    ("All cards are played and the draw pile is empty.",),
    ("The middle reached %(num)d column.", "The middle reached %(num)d columns."),
)
RESULTS = (
    ("Result: won with %(num)d column", "Result: won with %(num)d columns"),
    ("Result: lost with %(num)d column", "Result: lost with %(num)d columns"),
)
HITS = (
    ("%(action)s to %(name)s",),
    ("%(action)s, column %(columns)s", "%(action)s, columns %(columns)s"),
    ("%(action)s, %(number)s columns",),
    ("%(action)s",),
)
"""What an action says that it hits."""


class Hears(Listener):
    """Somebody who hears One Brain."""

    TEXTS: ClassVar[Texts] = {
        "starts": (("%(name)s starts.",),),
        "lays": (("%(name)s: %(action)s.",),),
        "columns": (("Columns %(columns)s.",),),
        "named": (("The card: %(card)s.",),),
        "of_domain": (("It is from the domain.",),),
        "gift": (("The gift is from the domain.",),),
        "second": (("Second card: %(told)s.",),),
        "counts": (("%(count)s of %(limit)s columns.",),),
        "draws": (("%(name)s draws a card.",),),
        "draws_late": (("%(name)s draws late.",),),
        "ends_turn": (("%(name)s ends the turn.",),),
        "passes": (("%(name)s’s turn.",),),
        "holds": (("%(name)s: hand %(hand)s, domain %(domain)s.",),),
        "only_says": (
            ("Somebody looked through the discard pile.",),
            ("The attempt was given up.",),
            ("One more column ends the attempt.",),
            ("The draw pile is empty.",),
            ("Nobody holds a card: somebody has to draw.",),
            *ENDS,
        ),
        "entered": RESULTS,
        "over": (("The attempt is over: %(result)s.",),),
    }

    def begin(self) -> Knows:
        seats, hand = len(self.names), int(str(self.setup.options["hand"]))
        alone = self.setup.seats == 1
        return {
            "hands": [0 if alone else hand] * seats,
            "domains": [hand if alone else 0] * seats,
            "draw pile": CARDS - hand * seats,
            "discarded": 0,
            "middle": [],
            "player": 0,
            "phase": Phase.PLAY,
            "columns left": 0,
            "over": None,
        }

    def name_players(self) -> list[str]:
        alone = [str(GAME.pages.virtual_player)] if self.setup.seats == 1 else []
        return super().name_players() + alone

    def words(self) -> Words:
        self.actions = {str(word): action for action, word in ACTIONS.items()}
        known = {"name": self.names, "action": [*self.actions]}
        self.hits = [re.compile(make_pattern(said, known)) for text in HITS for said in say(*text)]
        return {"name": self.names, "action": re.compile(f"(?:{'|'.join(self.actions)})[^:]*")}

    def starts(self, name: str) -> None:
        self.knows["player"] = self.seat(name)

    def lays(self, name: str, action: str) -> None:
        assert self.seat(name) == self.knows["player"]
        found = next(match for hit in self.hits if (match := hit.fullmatch(action)))
        self.heard |= {"hits": found.groupdict(), "action": self.actions[found["action"]]}

    def columns(self, columns: str) -> None:
        assert len(columns.split(", ")) == int(self.heard["hits"]["number"])

    def named(self, card: str) -> None:
        """`settle` looks for it; and so it does for what comes next."""

    def of_domain(self) -> None: ...

    def gift(self) -> None: ...

    def second(self, told: str) -> None: ...

    def counts(self, count: str, limit: str) -> None:
        """`settle` compares it with the columns that lie there."""
        assert (
            int(limit)
            == {"beginner": 7, "advanced": 6, "expert": 5}[str(self.setup.options["level"])]
        )

    def draws(self, name: str) -> None:
        self.draws_late(name)

    def draws_late(self, name: str) -> None:
        self.hold("domains" if self.setup.seats == 1 else "hands", self.seat(name), 1)
        self.knows["draw pile"] -= 1

    def ends_turn(self, name: str) -> None:
        assert self.seat(name) == self.knows["player"]

    def passes(self, name: str) -> None:
        self.knows |= {"player": self.seat(name), "phase": Phase.PLAY}

    def holds(self, name: str, hand: str, domain: str) -> None:
        seat, hands, domains = self.seat(name), self.knows["hands"], self.knows["domains"]
        self.knows["draw pile"] += hands[seat] + domains[seat] - int(hand) - int(domain)
        hands[seat], domains[seat] = int(hand), int(domain)

    def only_says(self, num: str = "") -> None:
        """It changes nothing, or follows from what else is said."""

    def entered(self, num: str) -> None:
        self.knows["columns left"] = int(num)

    def over(self, result: str) -> None:
        self.knows["over"] = result

    def hold(self, what: str, seat: int, cards: int) -> None:
        self.knows[what][seat] += cards

    def take(self, seat: int, is_of_domain: bool) -> None:
        """A card comes from the hand, if there is one and nobody says otherwise."""
        is_held = self.knows["hands"][seat] > 0
        self.hold("hands" if is_held and not is_of_domain else "domains", seat, -1)

    def settle(self) -> None:
        if "lays" in self.heard:
            self.carry_out(**self.heard["hits"])
        if "counts" in self.heard:
            assert int(self.heard["counts"]["count"]) == len(self.knows["middle"])
        if "entered" not in self.heard:
            self.knows["columns left"] = len(self.knows["middle"])

    def carry_out(self, action: str, name: str = "", columns: str = "", number: str = "") -> None:
        """The card lies, and its action is carried out."""
        heard, knows = self.heard, self.knows
        does, player, lying = heard["action"], knows["player"], knows["middle"]
        self.take(player, "of_domain" in heard)
        knows["phase"] = Phase.DRAW
        columns = columns or heard.get("columns", {}).get("columns", "")
        hit = [int(each) - 1 for each in columns.split(", ")] if columns else []
        top = heard.get("named", {}).get("card")
        own = (1, does is Action.TAKE_BACK, top)
        if does is Action.COVER and hit:
            cards, barred, _top = lying[hit[0]]
            lying[hit[0]] = cards + 1, barred, top
            return
        if does is Action.TAKE_BACK and hit:
            cards, *_rest = lying.pop(hit[0])
            self.hold("domains", player, cards)
        lying.append(own)
        if does is Action.DONATE and name:
            self.take(player, "gift" in heard)
            self.hold("domains", self.seat(name), 1)
        if "second" in heard:
            self.lay_second(heard["second"]["told"])
        if does in (Action.REMOVE_KIND, Action.REMOVE_COLOUR):
            knows["discarded"] += sum(lying[each][0] for each in hit)
            knows["middle"] = [column for at, column in enumerate(lying) if at not in hit]

    def lay_second(self, told: str) -> None:
        """The second card of an extra card lies: "blue cat, Take back, from the hand"."""
        *named, source = told.split(", ")
        [domain], barred = say("from the domain"), False
        self.hold("domains" if source == domain else "hands", self.knows["player"], -1)
        if named and named[-1] in self.actions:
            barred = self.actions[named.pop()] is Action.TAKE_BACK
        self.knows["middle"].append((1, barred, named[0] if named else None))


def truth(state: State) -> Knows:
    """What there is to know."""
    return {
        "hands": [*state.hands],
        "domains": [*state.domains],
        "draw pile": state.draw_pile,
        "discarded": state.discarded,
        "middle": [
            (
                each.cards,
                each.take_back,
                settle(name_card(" ".join(each.top))) if each.top else None,
            )
            for each in state.columns
        ],
        "player": state.player,
        "phase": state.phase,
        "columns left": state.columns_left,
        "over": result(state.end) if state.end else None,
    }


def check(listener: Hears, table: SpeakingTable) -> None:
    assert listener.knows == truth(table.state)


@pytest.mark.usefixtures("language")
class TestListening:
    def test_whoever_hears_the_attempts_that_are_played_knows_them(self) -> None:
        ends = set()
        for table, entries in play_all(GAME):
            listener = Hears(table.setup)
            for _said in follow(listener, table, entries):
                check(listener, table)
            ends.add(table.state.end)
        assert ends == {None, *Ending}

    @pytest.mark.parametrize("level", ["beginner", "advanced", "expert"])
    @pytest.mark.parametrize("players", [1, 2, 4])
    def test_whoever_hears_any_attempt_knows_it(self, players: int, level: str) -> None:
        """Whatever is entered, undone and changed."""
        for seed in range(GAMES_MADE_UP):
            setup = GAME.rules.setup(NAMES[:players], {"level": level})
            table, entries = make_up(GAME, setup, seed, TRIES)
            listener = Hears(setup)
            for _said in follow(listener, table, entries):
                check(listener, table)
