"""The pages: one template each, as a whole document or as its main region alone."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask, Response, render_template, url_for
from jinja2 import StrictUndefined

from companion.engine.table import StoredGame, Table
from companion.runtime import places
from companion.runtime.yielding import in_turns
from companion.web import (
    assets,
    errors,
    htmx,
    limits,
    other_origins,
    phone,
    pieces,
    posted,
    prose,
    requests,
    security,
    templates,
    words,
)
from companion.web.names import fit, set_apart, shorten, table_name
from companion.web.pieces import Pieces
from companion.web.playing import Playing

LARGEST_REQUEST = 16 * 1024  # bytes; an entry takes less than one of these
MOST_FIELDS = 100  # of a form that comes with a file


def make_app(instance: Path) -> Flask:
    """An app without pages and data; `instance` is where Flask would look for files of its own."""
    app = requests.Discreet(
        "companion",
        template_folder=str(places.TEMPLATES),
        static_folder=str(places.STATIC),
        instance_path=str(instance),
    )
    app.config.from_mapping(MAX_CONTENT_LENGTH=LARGEST_REQUEST, SESSION_COOKIE_SAMESITE="Lax")
    app.config["MAX_FORM_PARTS"] = MOST_FIELDS
    return app


def init_app(app: Flask) -> None:
    """Every page of the app is registered, with what all of them share."""
    from companion.web import (
        alone,
        along,
        announcing,
        arriving,
        boards,
        copies,
        decks,
        entering,
        files,
        handover,
        health,
        history,
        hosting,
        install,
        joining,
        live,
        local,
        log,
        lost,
        moved,
        phones,
        playing,
        reference,
        sharing,
        shelf,
        tables,
    )

    here = app.config.setdefault("HERE", False)  # whether the tables live on this phone
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.globals["lives_here"] = here
    app.jinja_env.globals["site"] = None  # of a page that no app of a server or a phone renders
    app.add_template_global(playing_url)
    app.add_template_global(table_name)
    app.add_template_global(in_turns)
    app.add_template_global(announcing.write_newest)
    app.add_template_global(announcing.write_corrected)
    app.add_template_filter(fit)
    app.add_template_filter(shorten)
    for part in (
        copies,
        templates,
        pieces,
        requests,
        assets,
        boards,
        playing,
        history,
        prose,
        htmx,
        other_origins,
        security,
        words,
        phone,
        limits,
        entering,
        posted,
    ):
        part.init_app(app)
    security.csrf.init_app(app)  # reads the form, so it comes after what counts requests
    errors.init_app(app)
    pages = (shelf, phones, hosting, tables, history, sharing, decks, log, lost, reference, files)
    of_a_server = (joining, live, install, local, health, handover, arriving)
    for module in (*pages, *((alone, moved, along) if here else of_a_server)):
        app.register_blueprint(module.bp)


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


def page(template: str, status: int = 200, **context: object) -> Response:
    """The page made of this template, for the phone of this request."""
    return htmx.answer(render(template, Reader.here(), **context), status)


def render(template: str, reader: Reader, **context: object) -> str:
    """The document made of this template, or its main region alone.

    Texts are in the language of the context: `flask_babel` knows it in a request, and elsewhere
    `force_locale` says it.
    """
    made = render_template(
        template,
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
        **context,
    )
    return set_apart(made)


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
