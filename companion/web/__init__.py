"""The pages: one template each, as a whole document or as its main region alone."""

from collections.abc import Iterator
from pathlib import Path

from flask import Blueprint, Flask
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
    here = app.config.setdefault("HERE", False)  # whether the tables live on this phone
    _prepare_templates(app, here)
    _add_parts(app)
    for blueprint in (*_shared_pages(), *(_pages_of_a_phone() if here else _pages_of_a_server())):
        app.register_blueprint(blueprint)
    if app.config.setdefault("METRICS", False):
        from companion.web import metrics

        app.register_blueprint(metrics.bp)


def _add_parts(app: Flask) -> None:
    """What all pages share, in this order: what counts requests comes before what reads forms."""
    from companion.web.pages import playing
    from companion.web.play import boards, entering
    from companion.web.table import copies, seasons

    for part in (
        *(copies, templates, pieces, requests, assets, boards, playing, seasons, prose, htmx),
        *(other_origins, security, words, phone, limits, entering, posted),
    ):
        part.init_app(app)
    security.csrf.init_app(app)
    errors.init_app(app)


def _shared_pages() -> Iterator[Blueprint]:
    """The pages of every app."""
    from companion.web.join import hosting, phones
    from companion.web.offline import lost
    from companion.web.play import log
    from companion.web.rules import reference
    from companion.web.table import decks, files, games, history, players, sharing, shelf, tables

    at_table = (shelf, phones, hosting, tables, history, players, games, sharing, decks)
    return (module.bp for module in (*at_table, log, lost, reference, files))


def _pages_of_a_server() -> Iterator[Blueprint]:
    """The pages of a server alone: several phones come there."""
    from companion.web import health
    from companion.web.handover import handover
    from companion.web.join import joining, word
    from companion.web.offline import install, local
    from companion.web.play import live

    return (module.bp for module in (joining, word, live, install, local, health, handover))


def _pages_of_a_phone() -> Iterator[Blueprint]:
    """The pages of an app whose tables live on the phone."""
    from companion.web.handover import elsewhere
    from companion.web.offline import alone

    return (module.bp for module in (alone, elsewhere))


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
