"""The Game, with its expert rules, Extreme and On Fire: 98 cards, four piles, one team."""

from dataclasses import asdict, replace
from operator import attrgetter
from typing import get_args

from flask_babel import lazy_gettext as _l

from companion.engine.rules import Rules, as_recorded
from companion.engine.setup import Option
from companion.games.forms import RESULT, forms_of
from companion.games.game import CARDS_LEFT, Game, Pages, Tile
from companion.games.the_game import rules, words
from companion.games.the_game.board import Board
from companion.games.the_game.book import RULE_BOOK
from companion.games.the_game.entries import DepthChosen, GameEntry, Pile, RecordEntry, TurnLaid
from companion.games.the_game.forms import CardAskedForm, CardPlayedForm, VariantForm
from companion.games.the_game.results import summary
from companion.games.the_game.state import HAND, State
from companion.games.the_game.telling import TELLINGS

EXTREME = _l("The Game: Extreme")


def describe(state: State) -> dict[str, object]:
    turn = as_recorded(state.turn, "player", "number", "played")
    turn |= as_recorded(state, "minimum", "owed", "only_pile", "cover")
    return {
        "tops": {pile: asdict(state.tops[pile]) for pile in Pile},
        **as_recorded(state, "draw_pile", "hands", "played", "left"),
        "turn": None if state.end else turn,
        **as_recorded(state, "active"),
    }


RULES: Rules[State, GameEntry] = Rules(
    seats=range(min(HAND), max(HAND) + 1),  # 002:6
    options=(
        Option("expert", False, (False, True)),
        Option("smaller_hand", False, (False, True)),
        Option("on_fire", False, (False, True)),
        Option("extreme", False, (False, True)),
        Option("same_pile", "soft", ("soft", "strict")),
    ),
    entries=get_args(RecordEntry),
    notes=(DepthChosen,),
    besides=("choice",),  # what a card carries: the table learns it
    shorthands=(TurnLaid,),
    spell_out=rules.spell_out,
    start=rules.start,
    check=rules.check,
    apply=rules.apply,
    outcome=rules.outcome,
    describe=describe,
    summary=summary,
)

GAME: Game[State, GameEntry] = Game(
    slug="the-game",
    tiles=(
        Tile("the-game", _l("The Game"), "ember", bgg=173090),
        Tile("the-game-extreme", EXTREME, "amber", {"extreme": True}, chapter="extreme"),
    ),
    rules=RULES,
    words=words,
    tellings=TELLINGS,
    board=Board,
    pages=Pages(
        forms=forms_of(RULES.known, CardPlayedForm),
        switches=VariantForm,
        helps=("aids",),
        sheets=("pad", "command", "missed", "hands", "aids", RESULT),
        replies={"result-entered": RESULT},
        depths={str(depth): word for depth, word in words.DEPTHS.items()},
        depth_of=lambda state: state.depth,
        asked=CardAskedForm,
        mistakes=words.MISTAKES,
        forgotten=_l("A missed card"),
    ),
    rule_book=RULE_BOOK,
    concurrency=rules.CONCURRENCY,
    deck=words.DECK,
    number=attrgetter("turn.number"),
    tallies=replace(
        CARDS_LEFT,
        counted=("rating", "broken"),
        averaged=("pace", "jump"),
        wins=_l("games won"),
    ),
)
