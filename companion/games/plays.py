"""What a game brings for its tests: whole games to play, and entries to make up.

Each game has a module `plays` with `PLAYS`, which the app never imports. `tests/web/test_games.py`
plays these games; `tests/web/test_words.py` opens every page of them.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random

from companion.engine.entry import Facts
from companion.engine.setup import Setup


@dataclass(frozen=True)
class Play:
    """One game: who sat down, the fields of the set-up that they filled in, what was entered.

    `tile` is the tile of the shelf, "" for the first one of the game. Every entry is recorded; what
    breaks a rule is confirmed.
    """

    names: tuple[str, ...]
    entries: tuple[Facts, ...]
    switches: Mapping[str, str] = field(default_factory=dict)
    tile: str = ""


@dataclass(frozen=True)
class Plays:
    """The plays of a game.

    `games` reach every ending that there is, and have an entry of every kind; one of them is not
    over. `make_entry` makes up an entry of any kind but a note; the rules may refuse it.
    `named` is what pages of the game lead to in its rules, besides its rules, endings and entries.
    """

    games: tuple[Play, ...]
    make_entry: Callable[[Setup, Random], dict[str, object]]
    named: Iterable[str] = ()
