"""What players of One Brain say, in few words, and the table that it makes."""

from collections.abc import Callable
from typing import Any

from companion.engine.entry import Facts
from companion.engine.setup import Setup
from companion.games import GAMES
from companion.games.one_brain.entries import Action
from tests.games.fields import NO_COUNTS, NO_SEATS, SEATS, Field, entry_of
from tests.support.rulings import read_facts, read_log

OPTIONS = {"level": "beginner"}
GAME = GAMES["one-brain"]
CARDS = 36


def lays(action: object, source: object = "hand", **fields: object) -> dict[str, Any]:
    """A card from the hand, or from the `source` that is named, with the fields of its action."""
    return {"kind": "card-played", "from": source, "action": action, **fields}


draws = entry_of("card-drawn")
ends = entry_of("turn-ended")
draws_late = entry_of("late-card-drawn")
gives_up = entry_of("attempt-given-up")
result = entry_of("result-entered", "won", "columns")
"""How the attempt ended, and with how many columns, if that is said."""
looks = entry_of("discard-looked-at")
"""A note that somebody looked through the discard pile."""
starter = entry_of("starter-chosen", "player")


def holds(player: object, hand: object, domain: object = 0) -> dict[str, Any]:
    return {"kind": "cards-corrected", "player": player, "hand": hand, "domain": domain}


def turns(*laid: dict[str, Any]) -> list[dict[str, Any]]:
    """A turn for each of these cards, nobody drawing."""
    return [entry for card in laid for entry in (card, ends())]


def middle(columns: int) -> list[dict[str, Any]]:
    """Turns after which so many single cards lie in the middle: removers that find nothing."""
    return turns(*[lays("remove-kind")] * columns)


def left(
    *hands: int, domains: tuple[int, ...] = (), draw: int = 0, columns: int = 0
) -> list[dict[str, Any]]:
    """Entries after which it is the turn of seat 0, and these cards are left to play.

    So many single cards lie in the middle, with the highest ids given so far; all the others have
    been removed. The next id is 37 less the cards in hands, domains and the draw pile.
    """
    open_cards = domains or (0,) * len(hands)
    gone = CARDS - sum(hands) - sum(open_cards) - draw
    cards = [lays("remove-kind", columns=[number]) for number in range(1, gone - columns + 1)]
    cards += [lays("remove-kind")] * columns
    return [
        *(holds(seat, 0) for seat in range(1, len(hands))),
        holds(0, CARDS),
        *(entry for card in cards for entry in (card, *[ends()] * len(hands))),
        *(holds(seat, *held) for seat, held in enumerate(zip(hands, open_cards, strict=True))),
    ]


SAYS: dict[str, Callable[..., Any]] = {
    "draw": draws,
    "end": ends,
    "late-draw": draws_late,
    "hold": holds,
    "give-up": gives_up,
    "result": result,
    "start": starter,
    "look": looks,
    "middle": middle,
    "left": left,
}


def facts_of(said: str) -> list[Facts]:
    """The entries that these words of a ruling say: "domain cover 1", "donate 1 hand!", "end".

    A card comes from the hand unless its first word is "domain". Behind its action stand columns,
    or to whom it is donated and from where, or from where an extra card comes and its action, and
    then "card=red-cat" and "removes=cat".
    """

    def make(word: str, *values: Any, **named: Any) -> Any:
        if word in SAYS:
            if "domains" in named:
                named["domains"] = tuple(map(int, named["domains"].split("/")))
            return SAYS[word](*values, **named)
        source = word if word == "domain" else "hand"
        action, *rest = values if word == "domain" else [word, *values]
        cards = {name: name_card(card) if "card" in name else card for name, card in named.items()}
        return lays(action, source, **fields_of(action, rest), **cards)

    return read_facts(said, make)


def log_of(said: str) -> list[Facts]:
    """The entries of a log: "cover card=red-cat!, back 1"."""
    return read_log(said, facts_of)


def name_card(words: str) -> Facts:
    """A card by its name, "red-cat", as an entry says it."""
    colour, kind = words.split("-")
    return {"colour": colour, "kind": kind}


def fields_of(action: str, values: list[Any]) -> Facts:
    """What stands behind an action, by the names of its fields."""
    if action.startswith("remove"):
        return {"columns": values} if values else {}
    names = {"donate": ("to", "given_from"), "extra": ("extra_from", "extra_action")}
    fields = zip(names.get(action, ("column",)), values, strict=False)
    return {name: value for name, value in fields if value != "none"}


def table(players: int = 2, **options: object) -> Setup:
    """The set-up of an attempt with so many players. Raises `ValueError` where there is none."""
    return GAME.rules.setup([f"player {seat}" for seat in range(players)], options)


SOURCES, NO_SOURCES = ("hand", "domain"), ("pile", ["hand"])
NAMED, UNNAMED = {"colour": "red", "kind": "cat"}, ({"colour": "red"}, {"kind": "cat"}, "red cat")
GIFT, CARD = lays("donate", to=0, given_from="hand"), lays("cover")
FIELDS: tuple[Field, ...] = (
    (starter(0), "player", SEATS, NO_SEATS),
    (CARD, "from", SOURCES, (*NO_SOURCES, None)),
    (CARD, "action", tuple(Action), ("remove", None)),
    (GIFT, "to", (*SEATS, None), (-1, 3, True, "0")),
    (GIFT, "given_from", SOURCES, (*NO_SOURCES, None)),
    (CARD, "given_from", (*SOURCES, None), NO_SOURCES),
    (CARD, "column", (0, -1, 10**9, None), ("1", 1.0, True)),
    (CARD, "columns", ([], [3, 1], None), ([1, 1], [True], "1", 1)),
    (CARD, "extra_from", (*SOURCES, None), NO_SOURCES),
    (CARD, "extra_action", (*Action, None), ("remove", True)),
    (CARD, "card", (NAMED, None), UNNAMED),
    (CARD, "extra_card", (NAMED, None), UNNAMED),
    (holds(0, 5), "player", SEATS, NO_SEATS),
    (holds(0, 5), "hand", (0, 10**9), NO_COUNTS),
    (holds(0, 5), "domain", (0, 10**9), NO_COUNTS),
    (result(True), "won", (True, False), (0, 1, "true", None)),
    (result(True), "columns", (0, 10**9, None), (-1, "5", True)),
)
