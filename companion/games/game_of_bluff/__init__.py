"""Game of Bluff: penalty points over the rounds, for three to fifteen players."""

from typing import get_args

from companion.engine.entry import Facts
from companion.engine.rules import Rules, as_recorded
from companion.games.forms import RESULT, forms_of
from companion.games.game import ROUND, Game, Pages, Tile
from companion.games.game_of_bluff import rules, words
from companion.games.game_of_bluff.board import Board
from companion.games.game_of_bluff.book import RULE_BOOK
from companion.games.game_of_bluff.entries import BluffEntry
from companion.games.game_of_bluff.forms import RoundScoredForm
from companion.games.game_of_bluff.state import FEWEST, MOST, State
from companion.games.game_of_bluff.telling import TELLINGS
from companion.games.pad import FOLDER, sheet
from companion.games.pad.forms import TieForm
from companion.games.pad.value import LEAVERS, TIE
from companion.games.pad.words import DEPTHS, FORGOTTEN


def describe(state: State) -> dict[str, object]:
    return ({"left": list(state.away)} if state.away else {}) | {
        "round": state.number,
        **as_recorded(state, "starter", "totals"),
        "rounds": [as_recorded(played, "cards", "rik", "points") for played in state.rounds],
        **as_recorded(state, "limit", "to_limit", "countdown", "leaders"),
    }


def opening(state: State) -> Facts | None:
    """The next starter begins, of whom nobody knows where only the result was entered."""
    if state.result_only:
        return None
    return {"kind": "starter-chosen", "player": state.starter}


RULES: Rules[State, BluffEntry] = Rules(
    seats=range(FEWEST, MOST + 1),
    options=(TIE, LEAVERS),
    entries=get_args(BluffEntry),
    start=rules.start,
    check=rules.check,
    apply=rules.apply,
    outcome=sheet.outcome,
    describe=describe,
    summary=sheet.summary,
    opening=opening,
    chosen=sheet.chosen,
)

WORDS = words.BluffWords()

GAME: Game[State, BluffEntry] = Game(
    slug="game-of-bluff",
    tiles=(Tile("game-of-bluff", words.TITLE, "plum"),),
    rules=RULES,
    words=WORDS,
    tellings=TELLINGS,
    board=Board,
    pages=Pages(
        forms=forms_of(RULES.known, RoundScoredForm),
        switches=TieForm,
        sheets=("close", "emma", "starter", "who-plays", "stop", RESULT),
        replies={RoundScoredForm.kind: "close", "result-entered": RESULT},
        depths=DEPTHS,
        mistakes=words.MISTAKES,
        forgotten=FORGOTTEN,
    ),
    rule_book=RULE_BOOK,
    concurrency=rules.CONCURRENCY,
    shown_by=FOLDER,
    part=ROUND,
)
