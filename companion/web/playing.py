"""A stored game together with its rules: what a page needs to show it and to enter into it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion import log
from companion.game import Game, Setup
from companion.games import GAMES
from companion.log import Story, Verdict, Wish
from companion.store import StoredGame
from companion.web.names import shown


@dataclass(frozen=True)
class Playing:
    """One game at a table, read from its log."""

    stored: StoredGame

    @property
    def game(self) -> Game[Any, Any]:
        return GAMES[self.stored.slug]

    @cached_property
    def names(self) -> list[str]:
        """The names in seat order as this phone shows them."""
        return shown(self.stored.people)

    @cached_property
    def setup(self) -> Setup:
        options = {o.name: self.stored.options.get(o.name) for o in self.game.options}
        return self.game.setup(self.names, options)

    @cached_property
    def story(self) -> Story:
        return log.read(self.game, self.setup, self.stored.log)

    @property
    def helped(self) -> bool:
        """Whether this table switched its counting aids on."""
        return any(bool(self.stored.options.get(name)) for name in self.game.helps)

    def board(self, fresh: int | None = None) -> Any:
        """The figures of its board; `fresh` is the place of the entry that this answers."""
        return self.game.board(self.story, helped=self.helped, fresh=fresh)

    def judge(self, wish: Wish) -> Verdict:
        """The verdict on a wish against this log."""
        return log.judge(self.game, self.setup, self.stored.log, wish)
