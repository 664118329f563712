"""The phone in somebody's hand: who it is, and how it likes its pages."""

import hashlib
import re
import secrets
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from babel.localedata import normalize_locale
from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    g,
    has_request_context,
    redirect,
    request,
    url_for,
)
from flask_wtf import FlaskForm
from flask_wtf.csrf import generate_csrf
from wtforms import RadioField

from companion.engine.table import Away
from companion.web.safety import other_origins
from companion.web.safety.addresses import local
from companion.web.safety.security import MARK, cookie, cookie_name, cookies_like

if TYPE_CHECKING:
    from companion.store.live import Live
    from companion.store.store import Store

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "nl": "Nederlands"}
THEMES = ("system", "light", "dark")
WIDE = ("y",)
LIKES = ("language", "theme", "wide")
SECRET = re.compile(r"[\w-]{43}", re.ASCII)
DAY = 24 * 3600
KEPT = 400 * DAY  # as long as any browser keeps a cookie, whatever it is told
RENEWED = 7 * DAY

bp = Blueprint("phone", __name__)


class PreferencesForm(FlaskForm):
    """What one phone likes, and that its screen is wide; what is left out stays as it is."""

    language = RadioField(choices=list(LANGUAGES), validate_choice=True)
    theme = RadioField(choices=THEMES, validate_choice=True)
    wide = RadioField(choices=WIDE, validate_choice=True)


def init_app(app: Flask) -> None:
    """Phones can choose a language and a theme, and each keeps its cookies."""
    app.register_blueprint(bp)


def store() -> "Store":
    """The store of this app."""
    return cast("Store", current_app.extensions["store"])


def live() -> "Live":
    """Who watches the tables of this app."""
    return cast("Live", current_app.extensions["live"])


def epoch() -> str:
    """The epoch of the data here, for a phone that was here before, even if nobody knows it by now.

    "" for one that never was: a page for it needs no database; and where nobody can tell now.
    """
    if not (cookies_like("phone") or g.get("phone")):
        return ""
    try:
        return store().database.epoch.id
    except Away:
        return ""


def find_secret() -> str | None:
    """By what this phone may be known, whether anybody knows it or not."""
    if other_origins.is_asking():
        return other_origins.find_secret()
    return next(iter(cookies_like("phone").values()), None)


def _find(look_up: Callable[[str], str | None]) -> str | None:
    """The id of this phone by its cookies, or by what it says from another origin.

    A cookie of another name counts if its secret is known here, and comes under our own from now
    on: names had no mark once, and have another one with another key.
    """
    if other_origins.is_asking():
        secret = other_origins.find_secret()
        return look_up(secret) if secret else None
    for name, secret in cookies_like("phone").items():
        if phone := look_up(secret):
            if not name.endswith(cookie_name("phone")):
                g.secret = secret
            return phone
    return None


def find_id() -> str | None:
    """The id of this phone; None for one that has never started or joined a table."""
    if "phone" not in g:
        g.phone = _find(lambda secret: store().phones.recall(secret))
    return cast("str | None", g.phone)


def require_id() -> str:
    """The id of this phone; 404 for one that has never started or joined a table."""
    return find_id() or abort(404)


def ensure_id() -> str:
    """The id of this phone, which is known from now on: the answer brings its cookie.

    A phone of another origin has its secret already, and gets none.
    """
    if "sure_phone" not in g:
        phone = _find(store().phones.find)
        if phone is None and other_origins.is_asking():
            secret = other_origins.find_secret()
            phone = store().phones.remember(secret) if secret else None
        if phone is None:
            secret = secrets.token_urlsafe(32)
            phone = store().phones.remember(secret)
            g.secret = secret
        g.phone = g.sure_phone = phone
    return cast(str, g.sure_phone)


@bp.after_app_request
def keep(response: Response) -> Response:
    """A phone that was just remembered gets the cookie by which it is known again.

    Once a week a page brings its phone all that it keeps anew, so that nobody is a stranger who
    comes at least once a year. The phone counts that week: another cookie goes when it is over.
    """
    if secret := g.pop("secret", None):
        _set(response, cookie_name("phone"), secret)
        before = request.cookies.get(cookie_name("phone"), "")
        if SECRET.fullmatch(before):  # nobody knows it here, as where this is another database
            other = hashlib.sha256(before.encode()).hexdigest()[:MARK]
            _set(response, f"{cookie_name('phone')[:-MARK]}{other}", before)
    elif _is_page(response) and cookie_name("renewed") not in request.cookies:
        kept = {name: cookie(name) for name in (*LIKES, "word")}
        kept["phone"] = request.cookies.get(cookie_name("phone"))
        if sent := {name: value for name, value in kept.items() if value}:
            for name, value in sent.items():
                _set(response, cookie_name(name), value)
            _set(response, cookie_name("renewed"), "1", RENEWED)
    return response


def _is_page(response: Response) -> bool:
    """Whether this is a page or a part of one: nobody keeps those for anybody else."""
    shown = request.method == "GET" and response.status_code == 200
    return shown and response.mimetype == "text/html"


@bp.post("/phone")
def prefer() -> Response:
    """Keep the language or the theme that was tapped, and show the same page again.

    A script says whether the screen is wide, and looks at no answer.
    """
    form = PreferencesForm()
    answer = cast(Response, redirect(local(request.form.get("next")) or url_for("shelf.home"), 303))
    for name, choices in (("language", LANGUAGES), ("theme", THEMES), ("wide", WIDE)):
        value = form[name].data
        if value in choices:
            _set(answer, cookie_name(name), value)
    return answer


@bp.get("/token")
def token() -> Response:
    """What a form brings, for a page that was kept while its session ended."""
    return Response(generate_csrf(), mimetype="text/plain")


@bp.get("/token/again")
def sign_in_again() -> Response:
    """Lead back to a page. What asks for a sign-in in front is asked here first: no worker is."""
    return cast(Response, redirect(local(request.args.get("next")) or url_for("shelf.home"), 302))


def language() -> str:
    """The language of this page: as its address asks, as was chosen, or as its browser likes."""
    if not has_request_context():  # a command speaks to whoever runs the server
        return "en"
    if "language" in g:
        return cast(str, g.language)
    chosen = cookie("language")
    if chosen in LANGUAGES:
        return chosen
    liked = (tag.partition("-")[0].lower() for tag in request.accept_languages.values())
    return next((code for code in liked if code in LANGUAGES), "en")


def locale() -> str:
    """How this page writes dates and numbers: its language, as its browser's region writes it."""
    own = language()
    liked = request.accept_languages.values() if has_request_context() else ()
    regional = (_find_locale(tag) for tag in liked)
    return next((each for each in regional if each.partition("_")[0] == own), own)


@lru_cache(maxsize=256)
def _find_locale(tag: str) -> str:
    """What Babel calls this language and region, "en_GB"; "" where it knows no such."""
    return normalize_locale(tag.replace("-", "_")) or ""


def theme() -> str:
    """Light, dark, or as the system says."""
    chosen = cookie("theme")
    return chosen if chosen in THEMES else "system"


def is_wide() -> bool:
    """Whether the screen of this device was wide before: its pages bring the style for that."""
    return cookie("wide") in WIDE


def remember(response: Response, name: str, value: str) -> None:
    """This phone keeps that under this name, as long as all that it likes."""
    _set(response, cookie_name(name), value)


def _set(response: Response, name: str, value: str, seconds: int = KEPT) -> None:
    """This phone keeps that for so long; no script reads it, and over https nobody else does."""
    response.set_cookie(
        name,
        value,
        max_age=seconds,
        path=current_app.config["ROOT"],
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
