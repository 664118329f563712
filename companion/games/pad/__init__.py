"""Score pads: games in which players get numbers over rounds, each of them a value."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.games.forms import RESULT, SwitchesForm
from companion.games.game import Game, Pages, RuleBook, Text, Tile
from companion.games.pad import board, forms, relevant, rules, telling, together, words
from companion.games.pad.entries import PadEntry
from companion.games.pad.state import State
from companion.games.pad.value import Begins, Pad

FOLDER = "pad"
"""Where the templates of a pad lie that has none of its own."""


def make_game(
    pad: Pad,
    slug: str,
    tile: Tile,
    *,
    steps: Mapping[str, Text],
    preparing: Callable[[State], Iterable[str]],
    switches: type[SwitchesForm] = SwitchesForm,
    named_by: str = "",
) -> Game[State, PadEntry]:
    """The game of the shelf that is this pad.

    `steps` says what the numbers of each step are called, "" for plain points. `preparing` says
    what is laid out, thing by thing; `named_by` is the option that holds the name of what is
    played, "" where that is always the same.
    """
    made, said = rules.make_rules(pad), words.PadWords(pad, steps)
    mistakes: dict[str, Text] = {step.name: forms.NO_NUMBER for step in pad.steps}
    mistakes |= {
        "bonus": forms.NO_NUMBER,
        "player": words.NO_PLAYER,
        "begins_with": forms.NO_NUMBER,
        "totals": words.ANY_TOTAL,
    }
    starts = ("starter",) if pad.begins is not Begins.NOBODY else ()
    return Game(
        slug=slug,
        tiles=(tile,),
        rules=made.rules,
        words=said,
        tellings=telling.tellings_of(said),
        announce=said.announce,
        board=board.make_board,
        pages=Pages(
            forms=forms.forms_of(pad),
            switches=switches,
            sheets=(*starts, "who-plays", "stop", RESULT),
            replies={"result-entered": RESULT},
            depths=words.DEPTHS,
            mistakes=mistakes,
            forgotten=words.FORGOTTEN_NUMBER,
        ),
        rule_book=RuleBook(
            relevant=relevant.relevant, rule_of=relevant.rule_of(pad), preparing=preparing
        ),
        concurrency=together.CONCURRENCY,
        shown_by=FOLDER,
        named_by=named_by,
        scoring=pad,
    )


def pad_of(game: Game[Any, Any]) -> Pad | None:
    """The pad that a game is; None for one that is more than a pad."""
    return game.scoring if isinstance(game.scoring, Pad) else None
