"""Whether a form comes from a page of ours, and what a proxy does where nobody can tell.

A browser says it by `Sec-Fetch-Site`, by `Origin`, or by `Referer`. No script can set these, but a
proxy can: it may pass on another host, or have the browser leave them out.
"""

from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from flask import request

from companion.web.safety.addresses import own_origins

HOST = "proxy_set_header Host $http_host;"
SCHEME = "proxy_set_header X-Forwarded-Proto $scheme;"
REFERRER = "add_header Referrer-Policy same-origin;"
REFUSED_FOR = "Refused-For"
"""The header that says so to the doctor."""
HERE = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Doubt:
    """The header by which nobody can tell that a form is ours, and the line of nginx that mends it.

    Without a header it comes from another site.
    """

    header: str = ""
    line: str = ""


def doubt() -> Doubt | None:
    """Why the form of this request may be none of ours; None for one of ours.

    Without https a browser may say nothing of itself: then its token says enough.
    """
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None:
        return None if site in ("same-origin", "none") else Doubt()
    if origin == "null":
        return Doubt("Origin", REFERRER)
    if origin is None and request.is_secure:
        origin = _origin_of(request.referrer or "")
        if not origin:
            return Doubt("Referer", REFERRER)
    return None if origin is None or origin in own_origins() else _compare(origin)


def says_ours() -> bool:
    """Whether the browser says that this request comes from a page of ours."""
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    return site == "same-origin" if site is not None else origin in own_origins()


def _compare(address: str) -> Doubt:
    """What a proxy has made of our own address, if this is one; else it is of another site."""
    said, here = _split(address), _split(f"http://{request.host}")
    if said is None or here is None or not said.hostname:
        return Doubt()
    if here.netloc == said.netloc:
        return Doubt("X-Forwarded-Proto", SCHEME)
    lost_port = here.hostname == said.hostname and here.port is None
    if lost_port or (here.hostname in HERE and said.hostname not in HERE):
        return Doubt("Host", HOST)
    return Doubt()


def _origin_of(address: str) -> str:
    found = _split(address)
    return f"{found.scheme}://{found.netloc}" if found and found.netloc else ""


def _split(address: str) -> SplitResult | None:
    try:
        found = urlsplit(address)
        _port = found.port  # it may be none
    except ValueError:
        return None
    return found
