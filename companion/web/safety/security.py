"""What every answer says to the browser, and what every unsafe request must bring."""

import hashlib
import hmac
import logging
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from flask import Flask, Request, Response, abort, current_app, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf import CSRFProtect
from itsdangerous import BadSignature
from werkzeug.exceptions import Forbidden
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.runtime import server_log
from companion.runtime.bounded_cache import Recent
from companion.web.safety import other_origins, senders
from companion.web.safety.senders import Doubt
from companion.web.static.assets import edition, style_hashes

STATIC = frozenset(("static", "assets.scripts", "assets.source"))
SAFE = frozenset(("GET", "HEAD", "OPTIONS"))

USED = ("clipboard-write", "screen-wake-lock")
"""What our scripts ask a browser for. Sharing is allowed anyway, and some do not know its name."""
UNUSED = (
    "accelerometer",
    "camera",
    "clipboard-read",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
)
YEAR = 365 * 24 * 3600  # seconds

LARGER: dict[str, int] = {}
"""How many bytes a file and what is around it may have, by the endpoints that take files."""
CROWD = 10_000  # cookies in memory of which we know what they say
HOST_ONLY, SECURE = "__Host-", "__Secure-"
MARK = 6  # signs
ALIKE = 12  # cookies of one name that are looked at; so many installations are on no host
LONGEST_HOST = 255  # signs: no name of a machine has more
LONGEST_QUERY = 2_000  # signs behind the "?" of an address: no page of ours leads to half as many

FORWARDED = frozenset(("Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Real-Ip"))
UNTRUSTED = (
    "A proxy says where requests come from, and nobody believes it: all phones count as one "
    "address, and as without https. If it is yours, set TRUSTED_PROXIES=1"
)


DOUBTED = (
    "A form was refused, as by the header {} nobody can tell that it comes from a page of ours. If "
    "a proxy changes that header, this line of nginx mends it: {} Then run: "
    "companion doctor --through https://your-address"
)


class Tokens(CSRFProtect):
    """Every form has to bring a token, but where no cookie says who sends it."""

    def protect(self, apply_exemptions: bool = False) -> None:
        if not other_origins.is_asking():
            super().protect(apply_exemptions)


csrf = Tokens()


class Sessions(SecureCookieSessionInterface):
    """Sessions whose cookie never leaves https once it came over it, and that no clock ends.

    What a cookie says is looked up once and kept: each request of a phone brings the same one.
    """

    def __init__(self) -> None:
        self._known: Recent[dict[str, Any]] = Recent(CROWD)

    digest_method = staticmethod(hashlib.sha256)

    def get_cookie_name(self, app: Flask) -> str:
        return cookie_name(super().get_cookie_name(app))

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """What the cookie says, as long as we signed it: it may be of a clock that was ahead."""
        if not app.secret_key:
            return None
        said = cookie(SecureCookieSessionInterface.get_cookie_name(self, app))
        if not said:
            return self.session_class()
        signed_with = f"{app.secret_key!r} {said}"
        known = self._known.get(signed_with)
        if known is None:
            signed = self.get_signing_serializer(app)
            assert signed
            try:
                known = dict(signed.loads(said))
            except BadSignature:
                return self.session_class()
            self._known.keep(signed_with, known, 1)
        return self.session_class(known)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Another origin gets no cookie."""
        if not other_origins.is_asking():
            super().save_session(app, session, response)

    def get_cookie_path(self, app: Flask) -> str:
        return str(app.config["ROOT"])

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


def init_app(app: Flask) -> None:
    """Forms carry a token without expiry, answers a strict policy; strangers' forms are refused.

    Whoever asks for the token reads the form: `csrf` comes into an app after what is counted.
    """
    app.config.setdefault("WTF_CSRF_TIME_LIMIT", None)  # entered at eight, sent at two
    app.config.setdefault("WTF_CSRF_SSL_STRICT", False)  # senders.py looks at more than referrers
    app.config.setdefault(
        "WTF_I18N_ENABLED", False
    )  # what is wrong with a form is said in our words
    app.config.setdefault("ROOT", "/")
    app.config.setdefault("FRAME_ANCESTORS", ())
    app.session_interface = Sessions()
    if proxies := app.config["TRUSTED_PROXIES"]:
        # The proxies pass on the host as it was asked for; nobody else's word for it is taken.
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=0)  # type: ignore[method-assign]
    else:
        app.before_request(warn_of_proxy)
    app.before_request(refuse_long_addresses)
    app.before_request(allow_files)
    app.before_request(refuse_other_origins)
    app.after_request(add_headers)


def cookie_name(name: str) -> str:
    """What a cookie is called; under https so that only this host can have set it.

    Cookies know no port. So the name has a mark of this installation, and of its path. Below a path
    browsers let no cookie have that name, which is for whole hosts: it came over https, at least.
    """
    marked = f"{name}-{_mark(str(current_app.secret_key), request.root_path)}"
    return _prefixes()[0] + marked if request.is_secure else marked


def _prefixes() -> tuple[str, ...]:
    """How the names of our cookies begin under https: first those of now, then of before."""
    return (HOST_ONLY,) if current_app.config["ROOT"] == "/" else (SECURE, HOST_ONLY)


@lru_cache(maxsize=100)
def _mark(key: str, path: str) -> str:
    return hmac.digest(key.encode(), f"cookies of {path}".encode(), "sha256").hex()[:MARK]


def cookie(name: str) -> str | None:
    """What this phone was given under this name; names had no mark once.

    Where a proxy speaks https and nobody has told us (TRUSTED_PROXIES), what it was given over
    https counts as well: only this host can have set it.
    """
    found = cookies_like(name)
    begins = ("", *_prefixes())
    bare = cookie_name(name).removeprefix(begins[1])
    names = (begin + mine for mine in (bare, name) for begin in begins)
    return next((found[each] for each in names if each in found), None)


def cookies_like(name: str) -> dict[str, str]:
    """What this phone may have been given under this name, by the cookies; ours comes first.

    The others are of other installations on this host, or of this one with another key. Over https
    only this host can have set them.
    """
    begins = "|".join((*_prefixes(), *(() if request.is_secure else ("",))))
    alike = re.compile(rf"({begins}){name}(-[0-9a-f]{{6}})?")
    own = cookie_name(name)
    found = sorted(filter(alike.fullmatch, request.cookies), key=lambda each: own not in each)
    return {each: request.cookies[each] for each in found[:ALIKE] if request.cookies[each]}


def warn_of_proxy() -> None:
    """The log says once that a proxy stands before us, of which nothing is believed."""
    if not current_app.extensions.get("proxy") and not FORWARDED.isdisjoint(request.headers.keys()):
        current_app.extensions["proxy"] = True
        server_log.write(logging.WARNING, UNTRUSTED, {})


def refuse_long_addresses() -> None:
    """Whatever reads an address, or makes one of it, such as a drawn link, is spared long ones."""
    if len(request.host) > LONGEST_HOST:
        abort(400)
    if len(request.query_string) > LONGEST_QUERY:
        abort(414)


def allow_files() -> None:
    """A request with a file may be larger, before anything of it is read; no other form may."""
    larger = LARGER.get(request.endpoint or "")
    if larger and request.mimetype == "multipart/form-data":
        request.max_content_length = larger


class NotOurs(Forbidden):
    """This form comes from another site, or nobody can tell that it does not."""

    def __init__(self, doubt: Doubt) -> None:
        super().__init__()
        self.doubt = doubt


def refuse_other_origins() -> None:
    """Unsafe requests come from our own pages: the browser says so, and the form has a token.

    Only phones of an allowed origin ask from elsewhere, for what they may. The log says once of
    each header that a proxy may have changed it.
    """
    if request.method in SAFE or other_origins.is_asking():
        return
    if found := senders.doubt():
        told: set[str] = current_app.extensions.setdefault("doubts", set())
        if found.header and found.header not in told:
            told.add(found.header)
            server_log.write(logging.WARNING, DOUBTED.format(found.header, found.line), {})
        raise NotOurs(found)


def policy(framed: bool = False, reaches: tuple[str, ...] = ()) -> str:
    """The Content-Security-Policy of every page: our own files, and our styles by their hashes.

    A page may be `framed` by one of ours, and by those that FRAME_ANCESTORS names. It asks nobody
    else, but the origins that it `reaches`.
    """
    frames = (*(("'self'",) if framed else ()), *current_app.config["FRAME_ANCESTORS"])
    return _policy(style_hashes(), frames or ("'none'",), reaches)


@cache  # one text for all answers: a stream holds its head for as long as it lasts
def _policy(styles: str, frames: tuple[str, ...], reaches: tuple[str, ...]) -> str:
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            f"style-src {styles}",
            "img-src 'self'",
            " ".join(("connect-src 'self'", *reaches)),
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            " ".join(("frame-ancestors", *frames)),
        )
    )


@cache
def permissions(*more: str) -> str:
    """The Permissions-Policy: what scripts of a page may use, and of what none does `more`."""
    unused = [name for name in UNUSED if name not in more]
    return ", ".join(
        [*(f"{name}=()" for name in unused), *(f"{name}=(self)" for name in (*USED, *more))]
    )


def in_page(said: str) -> str:
    """What a page itself can say of this policy, where no header does."""
    return "; ".join(each for each in said.split("; ") if not each.startswith("frame-ancestors"))


def add_headers(response: Response) -> Response:
    """What an answer does not say yet of itself it says from here on."""
    said = set(response.headers.keys(lower=True))
    for name, value in _own_headers(response):
        if name.lower() not in said:
            response.headers.add(name, value)
    return response


def _own_headers(response: Response) -> Iterator[tuple[str, str]]:
    yield "X-Content-Type-Options", "nosniff"
    yield "Cross-Origin-Resource-Policy", "same-origin"
    if request.is_secure:  # elsewhere it says nothing, and at home there may be no https
        yield "Strict-Transport-Security", f"max-age={YEAR}"
    yield "Companion", edition()  # whoever stands between us and a phone says no such
    if request.endpoint in STATIC and response.status_code < 400:  # no page: that is all
        return
    framed = current_app.config["HERE"]
    yield "Content-Security-Policy", policy(framed)
    yield "Permissions-Policy", permissions()
    if not (framed or current_app.config["FRAME_ANCESTORS"]):
        yield "X-Frame-Options", "DENY"
    yield "Referrer-Policy", "same-origin"
    yield "Cross-Origin-Opener-Policy", "same-origin"
    yield "Cache-Control", "no-store"
