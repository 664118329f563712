"""The pages: one template each, as a whole document or as its main region alone."""

from pathlib import Path

from flask import Flask
from jinja2 import StrictUndefined

from companion.runtime import places
from companion.runtime.version import VERSION
from companion.runtime.yielding import in_turns
from companion.web.pages import errors, htmx, page, pieces, prose, templates, words
from companion.web.pages.names import fit, shorten, table_name
from companion.web.safety import limits, other_origins, phone, posted, requests, security
from companion.web.static import assets

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
    from companion.web import health
    from companion.web.handover import along, handover, moved
    from companion.web.join import hosting, joining, phones
    from companion.web.offline import alone, install, local, lost
    from companion.web.pages import playing
    from companion.web.play import boards, entering, live, log
    from companion.web.rules import reference
    from companion.web.table import (
        copies,
        decks,
        files,
        history,
        players,
        seasons,
        sharing,
        shelf,
        tables,
    )

    here = app.config.setdefault("HERE", False)  # whether the tables live on this phone
    _prepare_templates(app, here)
    for part in (
        copies,
        templates,
        pieces,
        requests,
        assets,
        boards,
        playing,
        seasons,
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
    pages = (
        shelf,
        phones,
        hosting,
        tables,
        history,
        players,
        sharing,
        decks,
        log,
        lost,
        reference,
        files,
    )
    of_a_server = (joining, live, install, local, health, handover)
    if app.config.setdefault("METRICS", False):
        from companion.web import metrics

        app.register_blueprint(metrics.bp)
    for module in (*pages, *((alone, moved, along) if here else of_a_server)):
        app.register_blueprint(module.bp)


def _prepare_templates(app: Flask, here: bool) -> None:
    """What templates can say, besides what the parts of the app add; an unset name is an error."""
    from companion.web.play import announcing

    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.globals["lives_here"] = here
    app.jinja_env.globals["version"] = VERSION
    app.jinja_env.globals["site"] = None  # of a page that no app of a server or a phone renders
    for known in (page.playing_url, table_name, in_turns):
        app.add_template_global(known)
    for tell in (announcing.write_newest, announcing.write_corrected):
        app.add_template_global(tell)
    for change in (fit, shorten):
        app.add_template_filter(change)
