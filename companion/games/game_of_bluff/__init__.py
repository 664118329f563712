"""Game of Bluff: penalty points over the rounds, for three to fifteen players."""

from companion.engine.game import Facts, Game, Option, Tile
from companion.games.forms import AskedForm
from companion.games.game_of_bluff import rules, together, words
from companion.games.game_of_bluff.board import board
from companion.games.game_of_bluff.entries import (
    BluffEntry,
    EmmaPlayed,
    GameStopped,
    RoundScored,
    StarterChosen,
    TurnTaken,
)
from companion.games.game_of_bluff.forms import FORMS, SHEETS, SwitchesForm
from companion.games.game_of_bluff.preparing import preparing
from companion.games.game_of_bluff.pressing import BEHIND, pressing
from companion.games.game_of_bluff.results import summary
from companion.games.game_of_bluff.state import FEWEST, MOST, State


def describe(state: State) -> dict[str, object]:
    """The STATE of record.md, without `outcome` and `flags`."""
    return {
        "round": state.number,
        "starter": state.starter,
        "totals": list(state.totals),
        "rounds": [
            {"cards": list(played.cards), "rik": played.rik, "points": list(played.points)}
            for played in state.rounds
        ],
        "limit": state.limit,
        "to_limit": list(state.to_limit),
        "countdown": None if state.countdown is None else list(state.countdown),
        "leaders": list(state.leaders),
    }


def opening(state: State) -> Facts:
    """The next game begins where this one would have gone on: with the next starter."""
    return {"kind": "starter-chosen", "player": state.starter}


GAME: Game[State, BluffEntry] = Game(
    slug="game-of-bluff",
    seats=range(FEWEST, MOST + 1),
    options=(Option("tie", "shared", ("shared", "last-round")),),
    entries=(StarterChosen, EmmaPlayed, TurnTaken, RoundScored, GameStopped),
    start=rules.start,
    check=rules.check,
    apply=rules.apply,
    outcome=rules.outcome,
    describe=describe,
    summary=summary,
    board=board,
    pressing=pressing,
    behind=BEHIND,
    preparing=preparing,
    words=words,
    forms=FORMS,
    switches=SwitchesForm,
    sheets=SHEETS,
    asks=AskedForm,
    tiles=(Tile("game-of-bluff", "plum"),),
    replies={"round-scored": "close"},
    opening=opening,
    concurrency=together.CONCURRENCY,
)
