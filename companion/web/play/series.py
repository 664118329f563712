"""The games of one kind at a table, where each goes on from the one before."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import current_app

from companion.engine.table import StoredGame
from companion.web.pages.playing import Playing, readable
from companion.web.safety import phone

NEWEST = 30  # games that are shown


@dataclass(frozen=True)
class Series:
    """What a page may show of the games before this one; nothing is read before it asks."""

    playing: Playing

    @cached_property
    def number(self) -> int:
        """Which one of them this game is, from 1."""
        return phone.store().series.find_number(self.playing.stored)

    @cached_property
    def _newest(self) -> StoredGame | None:
        """The newest game after this one, if there is one; it is read once."""
        return phone.store().series.find_next(self.playing.stored)

    @cached_property
    def next(self) -> str:
        """The address of the game with which this table goes on, if it does; "" where not."""
        later = [self._newest] if self._newest else []
        goes_on = (each.url for each in readable(later) if each.story.replay.outcome is None)
        return next(goes_on, "")

    def make_next_id(self) -> str:
        """The id for the game that follows where the table does not go on.

        It is made of the very game that `next` looked at. So two phones that go on at once start
        one game; where each of them has the table on itself, they start two.
        """
        newest = self._newest.id if self._newest else ""
        whose = phone.ensure_id() if current_app.config["HERE"] else ""
        said = f"{self.playing.stored.id} {newest}{whose}"
        return hashlib.sha256(said.encode()).hexdigest()[:32]

    @cached_property
    def figures(self) -> Any:
        """What this game of the shelf says of its newest games at this table."""
        stored, game = self.playing.stored, self.playing.game
        assert game.series
        found = phone.store().series.find_newest(stored, NEWEST)
        return game.series(each.story.replay.state for each in readable(reversed(found)))
