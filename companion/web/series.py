"""The games of one kind at a table, where each goes on from the one before."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import url_for

from companion.web import phone
from companion.web.playing import Playing

NEWEST = 30  # games that are shown


@dataclass(frozen=True)
class Series:
    """What a page may show of the games before this one; nothing is read before it asks."""

    playing: Playing

    @cached_property
    def number(self) -> int:
        """Which one of them this game is, from 1."""
        return phone.store().games.find_number(self.playing.stored)

    @cached_property
    def next(self) -> str:
        """The address of the game with which this table goes on, if it does; "" where not."""
        later = phone.store().games.find_next(self.playing.stored)
        if later is None or Playing(later).story.replay.outcome is not None:
            return ""
        return url_for("tables.show", table_id=later.table, game_id=later.id)

    @cached_property
    def figures(self) -> Any:
        """What this game of the shelf says of its newest games at this table."""
        stored, game = self.playing.stored, self.playing.game
        assert game.series
        found = phone.store().games.find_series(stored, NEWEST)
        return game.series(Playing(each).story.replay.state for each in reversed(found))
