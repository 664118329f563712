"""The pages: one template each, as a whole document or as its main region alone."""

import secrets
from collections.abc import Mapping
from typing import Any

from flask import Flask, Response, render_template, url_for
from flask_compress import Compress
from jinja2 import StrictUndefined

from companion.engine.table import StoredGame, Table
from companion.runtime.yielding import in_turns
from companion.web import (
    assets,
    errors,
    htmx,
    limits,
    phone,
    prose,
    requests,
    security,
    templates,
    words,
)
from companion.web.names import fitted, shortened, table_name
from companion.web.playing import Playing


def init_app(app: Flask) -> None:
    """Every page of the app is registered, with what all of them share."""
    from companion.web import (
        boards,
        decks,
        files,
        health,
        history,
        hosting,
        install,
        joining,
        live,
        log,
        lost,
        phones,
        playing,
        reference,
        sharing,
        shelf,
        tables,
    )

    app.jinja_env.undefined = StrictUndefined
    app.add_template_global(playing_url)
    app.add_template_global(table_name)
    app.add_template_global(in_turns)
    app.add_template_filter(fitted)
    app.add_template_filter(shortened)
    for part in (
        templates,
        requests,
        assets,
        boards,
        playing,
        history,
        prose,
        htmx,
        security,
        words,
        phone,
        limits,
    ):
        part.init_app(app)
    security.csrf.init_app(app)  # reads the form, so it comes after what counts requests
    errors.init_app(app)
    pages = (
        shelf,
        joining,
        phones,
        hosting,
        tables,
        live,
        history,
        sharing,
        decks,
        log,
        lost,
        reference,
        files,
        install,
        health,
    )
    for module in pages:
        app.register_blueprint(module.bp)
    app.config.update(
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_ALGORITHM_STREAMING=["br", "gzip"],
        COMPRESS_BR_LEVEL=5,  # below 5 it is larger than gzip at its usual 6
    )
    Compress(app)
    app.after_request(_closed)  # before what packs it


def _closed(response: Response) -> Response:
    """The file that an answer is read from is closed with it: what packs it reads it only."""
    if close := getattr(response.response, "close", None):
        response.call_on_close(close)
    return response


def page(template: str, status: int = 200, **context: object) -> Response:
    """The page made of this template: the document, or under htmx its main region alone.

    This is the one place that decides which of the two it is.
    """
    fragment = htmx.wants_fragment()
    body = render_template(
        template,
        layout="fragment.html" if fragment else "page.html",
        keyed=not fragment,
        nonce=secrets.token_urlsafe(12),
        theme=phone.theme(),
        grounds=assets.GROUNDS,
        languages=phone.LANGUAGES,
        language=phone.language(),
        phone_id=phone.known() or "",
        member=_member(context),
        **context,
    )
    return htmx.answer(body, status)


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
