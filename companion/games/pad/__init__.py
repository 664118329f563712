"""Score pads: games in which players get numbers over rounds, each of them a value."""

from collections.abc import Callable, Iterable, Mapping

from companion.games.forms import NO_NUMBER, RESULT, EntryForm, SwitchesForm, forms_of
from companion.games.game import ROUND, Game, Pages, RuleBook, Text, Tile
from companion.games.pad import board, book, rules, telling, words
from companion.games.pad.entries import BONUS, PadEntry
from companion.games.pad.forms import SheetForm
from companion.games.pad.sheet import WHO_PLAYS
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
    switches: type[SwitchesForm] | None = None,
    named_by: str = "",
) -> Game[State, PadEntry]:
    """The game of the shelf that is this pad.

    `steps` says what the numbers of each step are called, "" for plain points. `preparing` says
    what is laid out, thing by thing; `named_by` is the option that holds the name of what is
    played, "" where that is always the same.
    """
    usual = SheetForm if pad.leaving else SwitchesForm
    made, said = rules.make_rules(pad), words.PadWords(pad, steps)
    return Game(
        slug=slug,
        tiles=(tile,),
        rules=made,
        words=said,
        tellings=telling.tellings_of(said),
        board=board.Board,
        pages=_make_pages(pad, forms_of(made.known), switches or usual),
        rule_book=RuleBook(book.relevant, preparing, common=book.share(pad, slug, steps)),
        concurrency=rules.CONCURRENCY,
        shown_by=FOLDER,
        named_by=named_by,
        scoring=pad,
        part=ROUND,
    )


def _make_pages(
    pad: Pad, forms: tuple[type[EntryForm], ...], switches: type[SwitchesForm]
) -> Pages:
    mistakes = words.MISTAKES | {"totals": words.ANY_TOTAL}
    mistakes |= dict.fromkeys((BONUS, *(step.name for step in pad.steps)), NO_NUMBER)
    starts = ("starter",) if pad.begins is not Begins.NOBODY else ()
    leaving = (WHO_PLAYS,) if pad.leaving else ()
    return Pages(
        forms=forms,
        switches=switches,
        sheets=(*starts, *leaving, "stop", RESULT),
        replies={"result-entered": RESULT},
        depths=words.DEPTHS,
        mistakes=mistakes,
        forgotten=words.FORGOTTEN_NUMBER,
    )
