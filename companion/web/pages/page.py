"""A page: one template, as a whole document or as its main region alone."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Response, render_template, url_for

from companion.engine.table import StoredGame, Table
from companion.games.board import PlainBoard
from companion.web.pages import htmx
from companion.web.pages.names import set_apart
from companion.web.pages.pieces import Pieces
from companion.web.pages.playing import Playing
from companion.web.safety import phone
from companion.web.static import assets


@dataclass(frozen=True)
class Reader:
    """For whom a page is rendered, and whether as a fragment: its main region alone, under htmx.

    The epoch is "" for a phone that was never here; the phone is "" where it is not known. `pieces`
    are those of a board that is drawn once for all phones of the language.
    """

    language: str
    epoch: str
    theme: str = "system"
    phone: str = ""
    fragment: bool = True
    wide: bool = False
    pieces: Pieces | None = None

    @classmethod
    def here(cls) -> "Reader":
        """The phone of this request."""
        return cls(
            phone.language(),
            phone.epoch(),
            phone.theme(),
            phone.find_id() or "",
            htmx.wants_fragment(),
            phone.is_wide(),
        )


def page(template: str | Sequence[str], status: int = 200, **context: object) -> Response:
    """The page made of this template, or the first of these that is there, for this phone."""
    return Response(render(template, Reader.here(), **context), status)


def render(template: str | Sequence[str], reader: Reader, **context: object) -> str:
    """The document made of this template, or its main region alone.

    Texts are in the language of the context: `flask_babel` knows it in a request, and elsewhere
    `force_locale` says it.
    """
    made = render_template(
        template if isinstance(template, str) else list(template),
        layout="fragment.html" if reader.fragment else "page.html",
        keyed=not reader.fragment,
        nonce=secrets.token_urlsafe(12),
        theme=reader.theme,
        wide=reader.wide,
        grounds=assets.GROUNDS,
        languages=phone.LANGUAGES,
        language=reader.language,
        epoch=reader.epoch,
        phone_id=reader.phone,
        member=_member(context),
        pieces=reader.pieces,
        **_of_game(context),
        **context,
    )
    return set_apart(made)


def _of_game(context: Mapping[str, object]) -> dict[str, object]:
    """What every page of a game knows, and each file of macros that it takes in."""
    playing, board = context.get("playing"), context.get("board")
    words = {"words": playing.game.words} if isinstance(playing, Playing) else {}
    return words | ({"state": board.state} if isinstance(board, PlainBoard) else {})


def _member(context: Mapping[str, object]) -> Table | StoredGame | None:
    """What this phone may do where this page is from: the table, or the game, as it was read."""
    playing, table = context.get("playing"), context.get("table")
    if isinstance(playing, Playing):
        return playing.stored
    return table if isinstance(table, Table) else None


def playing_url(endpoint: str, playing: Playing, **values: Any) -> str:
    """The address of a page of this game."""
    stored = playing.stored
    return url_for(endpoint, table_id=stored.table, game_id=stored.id, **values)
