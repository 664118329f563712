"""How often something may be tried: by phone first, and by address generously, as a pub is one."""

import math
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from ipaddress import IPv6Address, ip_address
from typing import ParamSpec, cast

from flask import Flask, Response, current_app, request
from flask_babel import ngettext

from companion.engine.table import Away
from companion.runtime import yielding
from companion.web.safety import phone, starters
from companion.web.safety.rate_limiter import Hit, RateLimit, RateLimiter, TooOften
from companion.web.safety.requests import PROBES
from companion.web.safety.security import SAFE, STATIC

P = ParamSpec("P")

SECOND = 1000  # milliseconds
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE

PUB = 60  # honest phones behind one address
WRITES = RateLimit(60, 12 * SECOND)  # protocol.md, Limits: 5 a second
WRITES_OF_A_PUB = RateLimit(PUB * WRITES.most, WRITES.within)
LOOKS = RateLimit(600, MINUTE)  # pages and files that are asked for, 10 a second
LOOKS_OF_A_PUB = RateLimit(10 * LOOKS.most, MINUTE)  # no 60 people turn a page each second
LOOKS_OF_STRANGERS = RateLimit(2 * LOOKS.most, MINUTE)  # of an address, who are at no table yet
TABLES = RateLimit(10, HOUR)
TABLES_OF_A_PUB = RateLimit(PUB * TABLES.most, TABLES.within)
WRONG_CODES = RateLimit(10, 10 * MINUTE)
WRONG_CODES_OF_A_PUB = RateLimit(3 * PUB, WRONG_CODES.within)  # so few that nobody guesses one
WRONG_CODES_OF_KNOWN = RateLimit(
    2 * PUB, WRONG_CODES.within
)  # kept for phones that were at a table before
JOINS = RateLimit(10, 10 * MINUTE)
JOINS_OF_A_PUB = RateLimit(3 * PUB, JOINS.within)
WHOLE_TABLES = RateLimit(10, 10 * MINUTE)
WHOLE_TABLES_OF_A_PUB = RateLimit(PUB * 3, WHOLE_TABLES.within)
UPLOADS_OF_A_PUB = 8  # files that arrive at one time from an address
UPLOADS = 24  # and from everywhere: 200 MB on the disk of this process
UPLOAD = "companion.upload"  # where the file of a request comes from, while it arrives
FILES = ("files.take_in", "files.table", "files.table_sheet", "handover.take", "handover.bundle")
LINE = "companion.line"  # in which line a request stands
AGAIN = 30 * SECOND  # when whoever has too many streams may try again
STREAMS = 3
"""Of one phone; the oldest one makes way for the next. Without HTTP/2 each takes one of the six
connections that a browser has for all of its pages."""
UNENDED = 4 * STREAMS  # with those that were sent away, which nobody may read any more
NEW_STREAMS = RateLimit(60, MINUTE)
NEW_STREAMS_OF_A_PUB = RateLimit(PUB * NEW_STREAMS.most, NEW_STREAMS.within)
STREAMS_OF_A_PUB = PUB * STREAMS
NETWORK = 64  # bits of an address of the newer sort that one household has to itself


def init_app(app: Flask) -> None:
    """Whatever is asked for is counted, unless `LIMITED` says that nothing is."""
    app.config.setdefault("LIMITED", True)
    app.extensions["writes"] = RateLimiter()
    app.extensions["streams"] = Streams()
    app.extensions["lines"] = Lines()
    app.extensions["uploads"] = Counter[str]()
    app.before_request(slow_down)
    app.before_request(line_up)
    app.teardown_request(go_on)


def slow_down() -> None:
    """Nobody posts or opens pages more often than people can; `TooOften` where somebody does.

    Strangers at an address are counted together, and apart from the phones that are known: these
    they cannot hold up by opening pages. Scripts and styles are not counted, as phones keep them.

    That protects the machine, and is counted in the memory of each process: an entry is not to
    wait for a second transaction. With several processes somebody may post as much to each.
    """
    if request.method not in SAFE:
        rate_limiter().hit(_hits("write", WRITES, WRITES_OF_A_PUB))
    elif current_app.config["LIMITED"] and request.endpoint not in (*STATIC, *PROBES):
        me = None
        with suppress(Away):  # some pages need no database
            me = phone.find_id()
        of_all = LOOKS_OF_A_PUB if me else LOOKS_OF_STRANGERS
        hits = [Hit("look", me, LOOKS)] if me else []
        what = "look of known" if me else "look"
        rate_limiter().hit([*hits, Hit(what, address(), of_all)])


def rate_limiter() -> RateLimiter:
    """What was done of late in this process, by phone and by address."""
    return cast(RateLimiter, current_app.extensions["writes"])


@contextmanager
def new_table() -> Iterator[Callable[[], None]]:
    """What to call where this request makes a table, for a phone that is known from now on.

    Both raise `NeedsWord`, or `TooOften`: the first for a phone that nobody knows yet and that may
    not begin, so that it is not remembered. A table that comes to nothing does not count.
    """
    if phone.find_id() is None:
        starters.check()
        rate_limiter().check(_hits("table", TABLES, TABLES_OF_A_PUB))
        phone.ensure_id()
    hits, taken = _hits("table", TABLES, TABLES_OF_A_PUB), list[Hit]()

    def count() -> None:
        starters.check()
        rate_limiter().hit(hits)
        taken.extend(hits)

    try:
        yield count
    except BaseException:
        rate_limiter().refund(taken)
        raise


def wrong_codes(view: Callable[P, Response]) -> Callable[P, Response]:
    """A view whose wrong answers are counted, and no more of them taken than anybody mistypes.

    What is tried is counted before it is looked at, so that nobody tries a hundred at once.
    """

    @wraps(view)
    def slowed(*args: P.args, **kwargs: P.kwargs) -> Response:
        if request.method != "POST":
            return view(*args, **kwargs)
        hits = _hits("code", WRONG_CODES, WRONG_CODES_OF_A_PUB)
        if phone.find_id():  # what strangers type at the same address does not hold it up
            hits = _hits("code of known", WRONG_CODES, WRONG_CODES_OF_KNOWN)
        rate_limiter().hit(hits)
        is_wrong = False
        try:
            answer = view(*args, **kwargs)
            is_wrong = answer.status_code == 422
        finally:
            if not is_wrong:
                rate_limiter().refund(hits)
        return answer

    return slowed


def joins() -> None:
    """This request joins a table: `TooOften` where phones come and go quicker than people."""
    rate_limiter().hit(_hits("join", JOINS, JOINS_OF_A_PUB))


def seconds(wait: int) -> int:
    """So many milliseconds as the whole seconds that `Retry-After` says, 1 or more."""
    return max(1, math.ceil(wait / SECOND))


def when(wait: int) -> str:
    """When to try again, in words."""
    if (left := seconds(wait)) < 100:
        return ngettext("Try again in %(num)d second.", "Try again in %(num)d seconds.", left)
    minutes = math.ceil(left / 60)
    return ngettext("Try again in %(num)d minute.", "Try again in %(num)d minutes.", minutes)


def _hits(what: str, own: RateLimit, of_a_pub: RateLimit) -> list[Hit]:
    """What this request counts as; nothing where nobody counts."""
    if not current_app.config["LIMITED"]:
        return []
    me = phone.find_id()
    hits = [Hit(what, me, own)] if me else []
    return [*hits, Hit(what, address(), of_a_pub)]


def address() -> str:
    """Where a request comes from: an address, or the network that is one household's."""
    said = request.remote_addr or ""
    try:
        whole = ip_address(said)
    except ValueError:  # a proxy that says something else says it of all
        return said
    if not isinstance(whole, IPv6Address) or whole.ipv4_mapped:
        return said
    return str(IPv6Address(int(whole) >> NETWORK << NETWORK))


def whole_tables(view: Callable[P, Response]) -> Callable[P, Response]:
    """A view of a whole table, so much work that it is counted; see `begin_upload` for files."""

    @wraps(view)
    def slowed(*args: P.args, **kwargs: P.kwargs) -> Response:
        hits = _hits("whole table", WHOLE_TABLES, WHOLE_TABLES_OF_A_PUB)
        rate_limiter().hit(hits)
        return view(*args, **kwargs)

    return slowed


def begin_upload() -> None:
    """This request brings a whole table: `TooOften` before it is read, if it may not now.

    Of those that arrive each lies on the disk, also one that never comes to its end.
    """
    rate_limiter().hit(_hits("whole table", WHOLE_TABLES, WHOLE_TABLES_OF_A_PUB))
    if not current_app.config["LIMITED"]:
        return
    arriving, where = cast(Counter[str], current_app.extensions["uploads"]), address()
    if arriving[where] >= UPLOADS_OF_A_PUB or arriving.total() >= UPLOADS:
        raise TooOften(AGAIN)
    arriving[where] += 1
    request.environ[UPLOAD] = where


def end_upload(error: BaseException | None) -> None:
    """The file of this request, if it brought one, is not on the disk any more."""
    if (where := request.environ.pop(UPLOAD, None)) is not None:
        arriving = cast(Counter[str], current_app.extensions["uploads"])
        arriving[where] -= 1
        if not arriving[where]:
            del arriving[where]


class Lines:
    """Who does a thing one after the other, by a key of their own."""

    def __init__(self) -> None:
        self._lines: dict[str, tuple[threading.Lock, int]] = {}

    def enter(self, key: str) -> None:
        """Wait for whoever was here before under this key, until they leave."""
        lock, waiting = self._lines.get(key) or (threading.Lock(), 0)
        self._lines[key] = lock, waiting + 1
        lock.acquire()
        if waiting:
            yielding.let_others_go()

    def leave(self, key: str) -> None:
        lock, waiting = self._lines.pop(key)
        if waiting > 1:
            self._lines[key] = lock, waiting - 1
        lock.release()


def line_up() -> None:
    """A phone does one thing after the other: of many at once, others wait no longer than of one.

    What it looks at, what it enters, and its files are three lines. A stream has left its line once
    it has begun.
    """
    if not current_app.config["LIMITED"] or request.endpoint in (*STATIC, None):
        return
    if secret := phone.find_secret():  # the database may be away
        sort = "file" if request.endpoint in FILES else "look" if request.method in SAFE else "do"
        request.environ[LINE] = f"{sort} {secret}"
        cast(Lines, current_app.extensions["lines"]).enter(request.environ[LINE])


def go_on(error: BaseException | None) -> None:
    """Whatever this phone asked for next is its turn."""
    if line := request.environ.pop(LINE, None):
        cast(Lines, current_app.extensions["lines"]).leave(line)


class Streams:
    """The open streams of this process: whose, and from where.

    A phone that has as many as it may still gets the next one: its oldest is sent away, which may
    be one that nobody reads any more. One that is sent away counts until it has ended.
    """

    def __init__(self) -> None:
        self._of: dict[str, dict[object, Callable[[], None]]] = defaultdict(dict)
        self._at: Counter[str] = Counter()

    def enter(self, me: str, where: str, leave: Callable[[], None]) -> Callable[[], None]:
        """One more stream of this phone, which `leave` sends away; what to call when it has ended.

        Raises `TooOften` where there are too many from one address, or that do not end.
        """
        if self._at[where] >= STREAMS_OF_A_PUB or len(self._of.get(me, ())) >= UNENDED:
            raise TooOften(AGAIN)
        mine = self._of[me]
        for sends_away in list(mine.values())[: max(0, len(mine) - STREAMS + 1)]:
            sends_away()
        stream = object()
        mine[stream] = leave
        self._at[where] += 1

        def ended() -> None:
            if mine.pop(stream, None) is None:
                return
            self._at[where] -= 1
            if not self._at[where]:
                del self._at[where]
            if not mine and self._of.get(me) is mine:
                del self._of[me]

        return ended


def new_stream() -> None:
    """Nobody opens streams more often than a phone that comes and goes; else `TooOften`."""
    hits = _hits("stream", NEW_STREAMS, NEW_STREAMS_OF_A_PUB)
    rate_limiter().hit(hits)


def stream(me: str, leave: Callable[[], None]) -> Callable[[], None]:
    """A stream of this request begins; see `Streams`. What to call once it has ended."""
    if not current_app.config["LIMITED"]:
        return lambda: None
    return cast(Streams, current_app.extensions["streams"]).enter(me, address(), leave)
