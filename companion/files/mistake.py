"""What is wrong with a file that is not taken in."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.engine.entry import Facts
from companion.games.game import Game

LONGEST_DETAIL = 30  # characters of what was stumbled on, to be shown


class Why(StrEnum):
    """Why a file is not taken in: key of its words."""

    NOT_TEXT = "not-text"
    NOT_JSON = "not-json"
    TOO_DEEP = "too-deep"
    NOT_OURS = "not-ours"
    NO_RECORD = "no-record"
    NO_GAMES = "no-games"
    TOO_MANY_GAMES = "too-many-games"
    TABLE_NAME = "table-name"
    NO_SUCH_GAME = "no-such-game"
    PLAYERS = "players"
    SEATS = "seats"
    NAME = "name"
    NO_SUCH_OPTION = "no-such-option"
    OPTIONS = "options"
    ENTRIES = "entries"
    TOO_MANY_ENTRIES = "too-many-entries"
    UNREADABLE = "unreadable"
    RULE = "rule"
    DECK = "deck"
    NICKNAME = "nickname"


@dataclass
class Mistake(Exception):
    """The first thing that is wrong with a file.

    `game` is the number of the record in a file of several, `entry` that of the entry in it, both
    from 1. `line` and `column` are those of text that is no JSON. `detail` is what was stumbled on.
    For an entry, `game_of` is its game: `rules` are what it breaks, against the state `before`.
    """

    why: Why
    detail: str = ""
    game: int | None = None
    entry: int | None = None
    line: int = 0
    column: int = 0
    rules: tuple[str, ...] = ()
    facts: Facts = field(default_factory=dict)
    before: Any = None
    game_of: Game[Any, Any] | None = None
    names: tuple[str, ...] = ()


def shorten(said: object) -> str:
    """What was stumbled on, short enough to be shown, and fit for it."""
    text = said if isinstance(said, str) else ""
    return text[:LONGEST_DETAIL].encode("utf-8", "replace").decode()
