"""The page of a deck: what it knows, what it says, and what it asks about."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask_wtf import FlaskForm

from companion.engine.deck import Deck, Doubt, Learning
from companion.engine.table import Table
from companion.games.game import Game, Text
from companion.games.learned_deck import LearnedDeck
from companion.web.handover import phone_file
from companion.web.pages.names import title


@dataclass(frozen=True)
class Doubted:
    """A choice on this page that is asked about before it is taken."""

    card: str
    choice: str
    doubts: tuple[Doubt, ...]

    @property
    def confirmed(self) -> str:
        """What is sent where it is really so."""
        return f"{self.card}={self.choice}"


@dataclass(frozen=True)
class Review:
    """Another deck beside ours: the cards that are new to us, and those that differ."""

    theirs: Deck
    new: Deck
    different: Deck


@dataclass(frozen=True)
class Desk:
    """The page of a deck: whose it is, of which game, what it knows, and what it says.

    `called` are the words of this table for the game and its parts, `naming` is their form, and
    `kept` says that some have just been given.
    """

    table: Table
    game: Game[Any, Any]
    deck: Deck
    brush: str
    called: Mapping[str, str] = field(default_factory=dict)
    naming: FlaskForm | None = None
    kept: bool = False
    notice: str = ""
    doubted: Doubted | None = None
    review: Review | None = None
    others: tuple[tuple[Table, int], ...] = ()

    @property
    def learning(self) -> Learning:
        return self.learned.learning

    @property
    def is_copy(self) -> bool:
        return phone_file.is_copy(self.table.id)

    @property
    def may_teach(self) -> bool:
        return self.table.writes and not self.is_copy

    @property
    def title(self) -> str:
        """What the game is called, at this table."""
        return title(self.game.tiles[-1], self.called)

    @property
    def nicknamed(self) -> Mapping[str, Text]:
        """What a table may call as it likes, with what its field is called."""
        return self.learned.nicknames

    @property
    def learned(self) -> LearnedDeck:
        """How this table learns the cards of the game."""
        assert self.game.deck  # else there is no such page
        return self.game.deck

    def carriers(self, choice: str) -> list[str]:
        return self.learning.carriers(self.deck, choice)
