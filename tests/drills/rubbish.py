"""Requests that no page of ours sends: no HTTP at all, or junk in their heads and forms."""

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from werkzeug.routing import Rule

from companion.games import GAMES
from tests.drills.crowd import Seated
from tests.web.hostile import hostile
from tests.web.junk import BOOK, HOSTILE, HUGE, LONG, UNREADABLE

ARGUMENT = re.compile(r"<(?:\w+:)?(\w+)>")
METHODS = (
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW", "get", "G T",
)  # fmt: skip
ODD = (
    "t" * 22, "\x00", "\ud800", "\u202e", "x" * 2000, "..", "'--", "-1", "0", "50", "1,2,3", "up-1",
    HUGE, BOOK, HOSTILE, "", "/", "?", "#", "%",
)  # fmt: skip
HEADS = (
    "Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Content-Encoding",
    "Content-Type", "Cookie", "Expect", "Forwarded", "HX-Current-URL", "HX-Request", "HX-Target",
    "If-Match", "If-Modified-Since", "If-None-Match", "Last-Event-ID", "Origin", "Range", "Referer",
    "Sec-Fetch-Site", "Upgrade", "X-CSRFToken", "X-Forwarded-For", "X-Forwarded-Host",
    "X-Forwarded-Proto", "X-HTTP-Method-Override",
)  # fmt: skip
SAID = (
    "", "\x01", "\xff\xfe", "*", "*/*;q=x", "gzip;q=99", "zz-ZZ;q=nan", "bytes=9-1", 'W/"', "null",
    "Thu, 99 Foo 0000", "phone=", "phone=\xff; session=.eJx.a.b", 'session="', "a" * 4000, "1.1",
    "multipart/form-data", "multipart/form-data; boundary=", "application/json", "h2c", "-1",
    "100-continue", HUGE, LONG,
)  # fmt: skip
FIELDS = (
    "action", "aids", "back", "before", "brush", "card", "cards", "change", "choice", "code",
    "column", "columns", "command", "confirmed", "count", "csrf_token", "deck", "differing",
    "domain", "expert", "extra_action", "extra_card", "extreme", "file", "first", "from", "game",
    "hand", "id", "kind", "lang", "last_round", "move", "name", "next", "now", "of",
    "on_fire", "open", "page", "person", "pile", "player", "players", "q", "removes", "rik", "seat",
    "seen", "signs", "smaller_hand", "strict", "table", "target", "tens", "to", "took", "withdrawn",
)  # fmt: skip
SHEETS = tuple(name for game in GAMES.values() for name in game.pages.sheets)
KINDS = tuple(entry.kind for game in GAMES.values() for entry in game.rules.entries)
JOINS = b"POST /join HTTP/1.1\r\nHost: x\r\n"
CHUNKED = JOINS + b"Transfer-Encoding: chunked\r\n"
NOT_HTTP = (
    b"\r\n\r\n\r\n", b"\x00" * 64, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x07" * 64,
    b"GET / HTTP/1.1\r\nHost\r\n\r\n", b"GET / HTTP/1.1\r\n: x\r\n\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n", b"GET http://[::/ HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET  / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET // HTTP/1.1\r\nHost: \xc3\x28\r\n\r\n", b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 200 + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 20_000 + b"\r\n\r\n",
    JOINS + b"Content-Length: -1\r\n\r\n", JOINS + b"Content-Length: " + b"9" * 400 + b"\r\n\r\n",
    JOINS + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    JOINS + b"Content-Length: 50\r\n\r\ncode=", CHUNKED + b"\r\nzz\r\n",
    CHUNKED + b"\r\n5\r\ncode=\r\n", CHUNKED + b"Content-Length: 3\r\n\r\n0\r\n\r\n",
)  # fmt: skip


@dataclass(frozen=True)
class Guest:
    """A phone at a table, with what its page has for it to post."""

    table: Seated
    keys: Mapping[str, str]


class Rubbish:
    """Junk without end, the same for the same seed: `request` after `request`."""

    def __init__(self, rules: Iterable[Rule], guests: Sequence[Guest], seed: int) -> None:
        self._guests, self._chance = guests, random.Random(seed)
        methods = {rule.rule: rule.methods or set() for rule in rules}
        self._rules = list(methods)
        self._posts = [rule for rule, allowed in methods.items() if "POST" in allowed]
        self._texts = [*ODD, *hostile()]

    def request(self) -> bytes:
        kinds = (self._no_http, self._address, self._head, self._entry, self._form)
        return self._chance.choices(kinds, (1, 3, 3, 4, 4))[0]()

    def _no_http(self) -> bytes:
        junk = self._chance.choice([*NOT_HTTP, self._chance.randbytes(200)])
        at = self._chance.randrange(len(junk))
        return junk if self._chance.random() < 0.7 else junk[:at] + b"\xa0" + junk[at:]

    def _address(self) -> bytes:
        """Any route, with any method, where some of its arguments and its query are junk."""
        rule = self._chance.choice(self._rules)
        guest = self._guest()
        query = self._chance.choice(("", "?" + self._said_of(self._junk_form())))
        method = self._chance.choice((*METHODS, *["GET"] * 10))
        return _request(method, self._filled(rule, guest, 0.4) + query, guest.keys, b"")

    def _head(self) -> bytes:
        """A page that is there, asked for with junk in the head."""
        rule = self._chance.choice(self._rules)
        guest = self._guest()
        junk = {self._chance.choice(HEADS): self._chance.choice(SAID) for _ in range(3)}
        return _request("GET", self._filled(rule, guest, 0), {**guest.keys, **junk}, b"")

    def _entry(self) -> bytes:
        """An entry of which one field cannot be what it is, or of which only the kind is."""
        entry, field, values = self._chance.choice(UNREADABLE)
        form = {"seen": "0", "id": f"{self._chance.getrandbits(128):032x}", **entry}
        value = self._chance.choice([*values, self._text()])
        form = {**form, field: value} if value is not None else form
        if self._chance.random() < 0.5:
            form = {**self._junk_form(), "kind": self._chance.choice(KINDS), "seen": "0"}
        guest = self._guest()
        return _posted(f"{guest.table.address}entries", guest.keys, self._said_of(form))

    def _form(self) -> bytes:
        """A form with junk in it, for anything that can be posted."""
        guest = self._guest()
        said = self._said_of(self._junk_form())
        return _posted(self._filled(self._chance.choice(self._posts), guest, 0.1), guest.keys, said)

    def _guest(self) -> Guest:
        return self._chance.choice(self._guests)

    def _text(self) -> str:
        return self._chance.choice(self._texts)

    def _junk_form(self) -> dict[str, object]:
        return {self._chance.choice((*FIELDS, self._text())): self._text() for _ in range(4)}

    def _said_of(self, form: Mapping[str, object]) -> str:
        said = urlencode(form, errors="surrogatepass")
        return said if self._chance.random() < 0.9 else said.replace("%", "", 1) + "&=&%ff&%"

    def _filled(self, rule: str, guest: Guest, junk: float) -> str:
        """The address of this route for this guest; so large a share of its arguments is junk."""
        known = {
            "table_id": guest.table.table, "game_id": guest.table.game, "slug": guest.table.slug,
            "place": "1", "name": self._chance.choice(SHEETS), "chapter": "extreme",
            "filename": "icon.svg",
        }  # fmt: skip

        def argument(found: re.Match[str]) -> str:
            right = self._chance.random() >= junk and found[1] in known
            return (
                known[found[1]] if right else quote(self._text(), safe="", errors="surrogatepass")
            )

        return ARGUMENT.sub(argument, rule)


def _posted(address: str, keys: Mapping[str, str], form: str) -> bytes:
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    return _request("POST", address, {**keys, **kind}, form.encode())


def _request(method: str, address: str, heads: Mapping[str, str], body: bytes) -> bytes:
    said = {"Host": "drill", **heads}
    if body:
        said["Content-Length"] = str(len(body))
    lines = "".join(f"{name}: {value}\r\n" for name, value in said.items())
    return f"{method} {address} HTTP/1.1\r\n{lines}\r\n".encode("latin-1", "replace") + body
