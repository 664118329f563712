"""Another server than that of this address, onto which the tables of this phone can go.

Its address is typed. The phone has a key for each such server, and shows none that of another.
"""

import ipaddress
import re
from itertools import takewhile
from urllib.parse import urlsplit

from flask import Response, abort, current_app, g, request
from flask_babel import gettext as _

from companion.runtime.origins import USUAL_PORTS, write_origin
from companion.web.handover import phone_file
from companion.web.handover.phone_file import server_shelf
from companion.web.safety import security

LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?"
NAME = re.compile(rf"{LABEL}(?:\.{LABEL})*")
NUMBER = re.compile(r"(?:.*\.)?\d+")
"""A name that ends like this is an address in figures, or none at all."""
THIS = re.compile(r"localhost|127(\.\d+){3}")
"""The machine on which somebody types it."""
AT_HOME = (".local", ".lan", ".internal", ".home.arpa", ".fritz.box")
OURS = ("continue", "here", "j", "join", "new", "on-this-phone", "rules", "t")
"""How the paths of our own pages begin: what stands before them is the address of the server."""
STEP = re.compile(r"(?!\.\.?$)[\w.~-]+", re.ASCII)
LONGEST = 300  # characters
LIKE = "cards.example"


class NotAServer(ValueError):
    """This is no address of a server, as the message says to whoever has typed it."""

    def __init__(self, why: str = "") -> None:
        like = _("That is not a server address. Type it like this: %(like)s", like=LIKE)
        super().__init__(why or like)


def find(table_id: str) -> str:
    """The server that this table is on, or onto which it goes; "" for none."""
    known = phone_file.read()
    of = known.along.get(table_id) or known.going.get(table_id) or known
    return of.server or server_shelf()


def choose(server: str) -> None:
    """Tables go onto this server from now on; "" for that of this address."""
    own = f"{request.host_url.rstrip('/')}{server_shelf()}" if server_shelf() else ""
    phone_file.read().choose("" if server == own else server)


def give_key(server: str) -> str:
    """By what this other server knows this phone; "" for that of this address, and unknown ones.

    It is for the page that is made now, which may ask that server from then on.
    """
    key = phone_file.read().keys.get(server, "")
    if key:
        g.setdefault("reached", set()).add(server)
    return key


def find_asked() -> str:
    """The address of the other server that this request is about; "" for that of this address.

    404 where there is none.
    """
    asked = request.args.get("server", "")
    if asked in phone_file.read().keys:
        return asked
    return "" if server_shelf() else abort(404)


def name_of(server: str) -> str:
    """What another server is called, such as "cards.example:8443"; "" for that of this address."""
    return urlsplit(server).netloc


def let_reach(answer: Response) -> Response:
    """This page may ask the other servers whose keys it was given, and nobody else in the world."""
    reached = g.pop("reached", ())
    if origins := tuple(sorted({"/".join(each.split("/")[:3]) for each in reached})):
        said = security.policy(current_app.config["HERE"], origins)
        answer.headers["Content-Security-Policy"] = said
    return answer


def read_address(said: str) -> str:
    """The address of the server that somebody has typed so; it ends with a slash.

    Raises `NotAServer`.
    """
    said = said.strip()
    try:
        parts = urlsplit(said if "://" in said else f"//{said}")
        host, port, path = _read_host(parts.hostname or ""), parts.port, _read_path(parts.path)
    except ValueError:
        raise NotAServer from None
    scheme, is_this = parts.scheme or _guess_scheme(host, port), bool(THIS.fullmatch(host))
    is_whole = parts.scheme or port or "." in host or is_this
    is_simple = scheme in USUAL_PORTS and parts.username is None and len(said) <= LONGEST
    if port == 0 or not (is_whole and is_simple):
        raise NotAServer
    if scheme == "http" and request.is_secure and not is_this:
        raise NotAServer(_("This page uses https, so it can only reach servers that do too."))
    address = write_origin(scheme, host, port) + path
    here = request.host.lower() + request.script_root.removesuffix("here")
    if not server_shelf() and address.partition("://")[2] == here:
        raise NotAServer(_("There is no server at the address of this page: type another one."))
    return address


def _read_host(said: str) -> str:
    """This name or address as browsers write it. Raises ValueError."""
    host = said if said.isascii() else said.encode("idna").decode()
    if NUMBER.fullmatch(host):
        return str(ipaddress.IPv4Address(host))
    if not NAME.fullmatch(host):  # nor can a policy of a page name an address with colons
        raise ValueError(said)
    return host


def _read_path(said: str) -> str:
    """What of this path is before our own pages. Raises ValueError."""
    steps = [*filter(None, takewhile(lambda step: step not in OURS, said.split("/")))]
    if not all(map(STEP.fullmatch, steps)):
        raise ValueError(said)
    return "".join(["/", *(f"{step}/" for step in steps)])


def _guess_scheme(host: str, port: int | None) -> str:
    """A machine nearby is likely to have no https."""
    if NUMBER.fullmatch(host):
        return "http" if ipaddress.IPv4Address(host).is_private else "https"
    is_near = host == "localhost" or (port and ("." not in host or host.endswith(AT_HOME)))
    return "http" if is_near else "https"
