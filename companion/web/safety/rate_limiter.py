"""A rate limiter (GCRA): so many at once, and more as they come back one by one.

It keeps one moment for each key: when all that was taken will have come back.
"""

import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

CROWD = 10_000  # keys in memory, from which on those are dropped that hold nobody up


class TooOften(Exception):
    """Something was done as often as it may be; `wait` milliseconds from now it may be again."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"again in {wait} ms")
        self.wait = wait


@dataclass(frozen=True, slots=True)
class RateLimit:
    """`most` at once; they come back one by one, and all have after `within` milliseconds.

    All that is kept of somebody is when all will have come back, as `now` tells time: 0 for never.
    """

    most: int
    within: int

    @property
    def each(self) -> int:
        """After how many milliseconds one comes back."""
        return self.within // self.most

    def after(self, full: int, now: int) -> int:
        """When all will have come back, once one more is taken now."""
        return max(full, now) + self.each

    def wait(self, full: int, now: int) -> int:
        """In how many milliseconds one more may be taken; 0 for now."""
        return max(0, self.after(full, now) - now - self.each * self.most)


class Hit(NamedTuple):
    """Something that somebody does: what it is, who does it, and how often they may."""

    what: str
    who: str
    limit: RateLimit


class RateLimiter:
    """What was done of late, in the memory of this process alone, for any number of threads."""

    def __init__(self) -> None:
        self._full: dict[tuple[str, str], int] = {}
        self._lock = threading.Lock()

    def check(self, hits: Iterable[Hit]) -> None:
        """Raises `TooOften` where one of these may not be done now; nothing is counted."""
        with self._lock:
            self._check(hits, now())

    def hit(self, hits: Iterable[Hit]) -> None:
        """All of these are done now; none is, and `TooOften` is raised, where one may not be."""
        hits, at = list(hits), now()
        with self._lock:
            if len(self._full) >= CROWD:
                self._full = {key: full for key, full in self._full.items() if full > at}
            self._check(hits, at)
            for hit in hits:
                self._full[hit.what, hit.who] = hit.limit.after(self._of(hit), at)

    def refund(self, hits: Iterable[Hit]) -> None:
        """These were taken and do not count after all."""
        with self._lock:
            for hit in hits:
                if full := self._of(hit):
                    self._full[hit.what, hit.who] = full - hit.limit.each

    def _check(self, hits: Iterable[Hit], at: int) -> None:
        if held := max((hit.limit.wait(self._of(hit), at) for hit in hits), default=0):
            raise TooOften(held)

    def _of(self, hit: Hit) -> int:
        return self._full.get((hit.what, hit.who), 0)


def now() -> int:
    """The clock of all rate limits, in milliseconds since some moment; nobody can set it."""
    return time.monotonic_ns() // 1_000_000
