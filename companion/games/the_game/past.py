"""What a game of The Game was like, once it is over: its piles over time, its jumps, its pace."""

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property

from companion.engine.log import Line, Story
from companion.games.chart import Chart, chart
from companion.games.the_game.aids import Aids, aids
from companion.games.the_game.entries import Pile
from companion.games.the_game.state import START_DOWN, START_UP, State, ten_back

COSTLIEST = 3  # jumps that are told

SIMULATED = {1: (22.0, 16.4), 2: (13.8, 9.0), 3: (17.9, 13.2), 4: (13.2, 9.9), 5: (11.2, 9.2)}
"""Average cards left by players, of 10,000 silent games of the base rules each: with a simple rule,
and with the best plays of the program (RobertWeinmeister/TheGameSimulation, 12 March 2021)."""

BEATEN = {1: 3.69, 2: 10.78, 3: 4.41, 4: 7.11, 5: 8.26}
"""Percent of games that a program beats, by players (luisrslz/TGEngine, 4 March 2026)."""


@dataclass(frozen=True, slots=True)
class Laid:
    """One card, on which pile and top (None: not entered), by whom, and the line that says so."""

    seat: int
    pile: Pile
    top: int | None
    card: int
    line: Line

    @property
    def back(self) -> bool:
        """Whether it went exactly ten back (001:44)."""
        return self.card == ten_back(self.pile, self.top)

    @property
    def cost(self) -> int:
        """How many numbers it passed over, itself too: -10 for ten back, 0 on an unknown top."""
        if self.top is None:
            return 0
        return self.card - self.top if self.pile.up else self.top - self.card


@dataclass(frozen=True)
class Past:
    """The story of a game, looked back on."""

    story: Story

    @property
    def state(self) -> State:
        state: State = self.story.replay.state
        return state

    @property
    def tens_back(self) -> int:
        return sum(each.back for each in self.laid)

    @property
    def whole(self) -> bool:
        """Whether every card was entered, so that what its piles were like is known."""
        return not (self.state.unseen or self.state.result_only) and bool(self.laid)

    @cached_property
    def laid(self) -> tuple[Laid, ...]:
        """Every card that went onto a pile, in order; of cards nobody entered the last one."""
        return tuple(
            Laid(
                seat=line.before.player,
                pile=Pile(str(line.facts["pile"])),
                top=line.before.tops[str(line.facts["pile"])].card,
                card=int(str(line.facts.get("card", line.facts.get("top")))),
                line=line,
            )
            for line in self.story.counting
            if "pile" in line.facts and line.holds
        )

    @cached_property
    def tops(self) -> tuple[tuple[int, ...], ...]:
        """The four tops before the first card and after each, in the order of the piles."""
        now = {pile: START_UP if pile.up else START_DOWN for pile in Pile}
        rows = [tuple(now.values())]
        for each in self.laid:
            now[each.pile] = each.card
            rows.append(tuple(now.values()))
        return tuple(rows)

    @property
    def chart(self) -> Chart:
        return chart(self.tops, low=START_UP, high=START_DOWN, stairs=True)

    @property
    def paths(self) -> tuple[tuple[Pile, tuple[Laid, ...]], ...]:
        return tuple(
            (pile, tuple(each for each in self.laid if each.pile is pile)) for pile in Pile
        )

    @property
    def costliest(self) -> tuple[Laid, ...]:
        jumps = sorted(self.laid, key=lambda each: -each.cost)
        return tuple(each for each in jumps[:COSTLIEST] if each.cost > 1)

    @property
    def hopeless(self) -> Line | None:
        """The line after which the game could no longer be won, if there was one.

        A dead card stays dead while every card keeps to the direction of its pile; in a game in
        which one did not, it is the first such line that a search by halves comes upon.
        """
        lines = [line for line in self.story.counting if line.step]
        if not lines or not _is_hopeless(self.state):
            return None
        return lines[bisect_left(lines, True, key=lambda line: _is_hopeless(line.after))]

    @property
    def averages(self) -> tuple[float, float] | None:
        """Cards that a simple and the best program leave with so many players; base rules only."""
        options = self.state.setup.options
        changed = any(options[name] for name in ("expert", "smaller_hand", "on_fire", "extreme"))
        return None if changed else SIMULATED[self.state.setup.seats]

    @property
    def beaten(self) -> float | None:
        """Percent of such games that a program beats; base rules only."""
        return BEATEN[self.state.setup.seats] if self.averages else None


def _is_hopeless(state: State) -> bool:
    return aids_of(state).fewest_left > 0


def aids_of(state: State) -> Aids:
    """What the table after this state could prove; a top that nobody entered proves nothing."""
    ups = tuple(state.tops[pile].card or START_UP for pile in Pile if pile.up)
    downs = tuple(state.tops[pile].card or START_DOWN for pile in Pile if not pile.up)
    return aids(ups, downs, state.out, state.played - len(state.out))
