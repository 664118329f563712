"""One Brain: 36 cards, one team, and attempt after attempt, for one to seven players."""

from dataclasses import replace
from operator import attrgetter
from typing import get_args

from flask_babel import lazy_gettext as _l

from companion.engine.entry import Facts
from companion.engine.rules import Rules, as_recorded
from companion.engine.setup import Option
from companion.games.forms import RESULT, forms_of
from companion.games.game import CARDS_LEFT, Game, Pages, Tile
from companion.games.one_brain import rules, words
from companion.games.one_brain.board import Attempts, Board
from companion.games.one_brain.book import RULE_BOOK
from companion.games.one_brain.entries import SOLO_SEATS, BrainEntry, DiscardLookedAt, RecordEntry
from companion.games.one_brain.forms import (
    CardPlayedForm,
    LevelForm,
    ResultEnteredForm,
    StarterChosenForm,
)
from companion.games.one_brain.state import HAND, HANDS, LIMIT, MOST_PLAYERS, State
from companion.games.one_brain.telling import TELLINGS


def describe(state: State) -> dict[str, object]:
    over = state.end is not None
    return {
        "limit": state.limit,
        "columns": [as_recorded(column, "id", "cards", "take_back") for column in state.columns],
        **as_recorded(state, "hands", "domains", "draw_pile", "discarded"),
        "turn": None if over else {"player": state.player, "phase": str(state.phase)},
        "late_draw": None if over else state.late,
        "must_draw": state.must_draw,
    }


def opening(state: State) -> Facts | None:
    """Who laid the last card starts (003:163), which nobody knows of a mere result."""
    if state.latest is None or state.result_only:
        return None
    return {"kind": "starter-chosen", "player": state.latest}


RULES: Rules[State, BrainEntry] = Rules(
    seats=range(1, MOST_PLAYERS + 1),
    options=(Option("level", "advanced", tuple(LIMIT)), Option("hand", HAND, tuple(HANDS))),
    check_setup=rules.check_setup,
    entries=get_args(RecordEntry),
    notes=(DiscardLookedAt,),
    besides=("removes",),  # what a card carries: the table learns it
    start=rules.start,
    check=rules.check,
    apply=rules.apply,
    outcome=rules.outcome,
    describe=describe,
    summary=rules.summary,
    opening=opening,
    least=SOLO_SEATS,
)

GAME: Game[State, BrainEntry] = Game(
    slug="one-brain",
    tiles=(Tile("one-brain", _l("One Brain"), "sea", subtitle=_l("36 creature cards")),),
    rules=RULES,
    words=words,
    tellings=TELLINGS,
    board=Board,
    pages=Pages(
        forms=forms_of(RULES.known, StarterChosenForm, CardPlayedForm, ResultEnteredForm),
        switches=LevelForm,
        sheets=("hands", "attempts", RESULT),
        replies={"result-entered": RESULT},
        depths=words.DEPTHS,
        mistakes=words.MISTAKES,
        forgotten=_l("A missed card"),
        virtual_player=_l("Dummy"),
    ),
    rule_book=RULE_BOOK,
    concurrency=rules.CONCURRENCY,
    deck=words.DECK,
    number=attrgetter("turn"),
    series=lambda states: Attempts(tuple(states)),
    tallies=replace(CARDS_LEFT, levels="level", wins=_l("attempts won")),
)
