"""What a game does wrong with a number of cards, or a result, when a bug is planted in it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.engine.entry import Facts
from companion.engine.rules import Breach
from companion.games import GAMES
from companion.games.game import Game
from companion.games.the_game.entries import CardsLaid, TurnEnded, TurnLaid
from tests.games.reference import ENDS

THE_GAME = GAMES["the-game"].rules
RESULT = "result-entered"


def asks_afterwards(state: Any, entry: Any) -> Iterator[Breach]:
    """A turn is written although it breaks the minimum, before anybody was asked."""
    return iter(()) if isinstance(entry, TurnLaid) else THE_GAME.check(state, entry)


def ends_twice(state: Any, entry: Any) -> Any:
    """A hand that empties ends its turn, and a number of cards ends the next one as well."""
    if isinstance(entry, TurnLaid):
        return THE_GAME.apply(THE_GAME.apply(state, CardsLaid(entry.cards)), TurnEnded())
    return THE_GAME.apply(state, entry)


def keeps_tops(state: Any, entry: Any) -> Any:
    """Cards that nobody named leave the tops as they were known."""
    after = THE_GAME.apply(state, entry)
    return replace(after, tops=state.tops) if isinstance(entry, CardsLaid | TurnLaid) else after


def spells_nothing(state: Any, entry: Any) -> tuple[Facts, ...]:
    """An export leaves the shorthand in the record."""
    return ({"kind": entry.kind, "cards": entry.cards},)


def goes_on(game: Game[Any, Any]) -> Game[Any, Any]:
    """The same game, where a result that is entered leaves it running."""

    def apply(state: Any, entry: Any) -> Any:
        return state if entry.kind == RESULT else game.rules.apply(state, entry)

    return replace(game, rules=replace(game.rules, apply=apply))


def the_game(**broken: Any) -> Game[Any, Any]:
    """The Game with these parts of its rules in place of its own."""
    return replace(GAMES["the-game"], rules=replace(THE_GAME, **broken))


BUGS: dict[str, Game[Any, Any]] = {
    "a turn is written before anybody was asked": the_game(check=asks_afterwards),
    "a hand that empties ends two turns": the_game(apply=ends_twice),
    "tops stay known": the_game(apply=keeps_tops),
    "an export leaves the shorthand": the_game(spell_out=spells_nothing),
    **{
        f"a result leaves {slug} running": goes_on(game)
        for slug, game in GAMES.items()
        if slug in ENDS
    },
}
"""The bugs that the comparison with the reference has to find, each with the game that has it."""
