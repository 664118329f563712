"""Long work takes turns: whatever computes for long lets everybody else go first, again and again.

One gevent worker answers all phones, one after the other. Work that can take longer than some
milliseconds calls `yield_now` in its loops. Under gevent the sleep in it is a switch to the others;
of all those who work for long, only one goes on in between. In plain threads it does no harm.
"""

import math
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TypeVar

T = TypeVar("T")

SLICE = 0.005  # seconds of work between two turns of the others
BRIEF = 0.02  # seconds of work of this process for which others may wait without a turn
TURN = 0.001  # seconds; after none at all gevent would look for new requests every 50 turns only


# Of one thread or greenlet: since when it works, and in how many blocks undisturbed. Neither these
# nor the line are made by Python's own threading: this is imported before gevent replaces it.
_since: ContextVar[float] = ContextVar("since", default=0.0)
_undisturbed: ContextVar[int] = ContextVar("undisturbed", default=0)
_until: ContextVar[float] = ContextVar("until", default=math.inf)


class TooLong(BaseException):
    """What was to be done while others wait takes longer than they should wait.

    No fault: whoever takes anything that goes wrong in a game for damage does not catch it.
    """


class Line:
    """Where one after the other has its turn, in the order in which they came.

    A lock is free for a moment when it is given back: whoever did that takes it again before any
    of those who wait for it runs. Here it is given to the first of them.
    """

    def __init__(self) -> None:
        self._door = threading.Lock()
        self._waiting = deque[threading.Lock]()
        self._is_taken = False

    def __enter__(self) -> None:
        turn = threading.Lock()
        with self._door:
            if not self._is_taken:
                self._is_taken = True
                return
            turn.acquire()
            self._waiting.append(turn)
        turn.acquire()

    def __exit__(self, *_: object) -> None:
        with self._door:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False


@cache
def _line() -> Line:
    """Where those stand who work for long."""
    return Line()


def yield_now() -> None:
    """Let everybody else go first, if this has worked for a while since it last did.

    Raises `TooLong` where that is to be brief, and is not.
    """
    now, since = time.perf_counter(), _since.get()
    until = _until.get()
    if until < math.inf and time.process_time() > until:
        raise TooLong
    if now - since < SLICE or _undisturbed.get():
        return
    if since:
        with _line():  # whoever else works for long goes on after this one has
            let_others_go()
    _since.set(time.perf_counter())


def begin_work() -> None:
    """Count the work from now on: a connection may have waited for long since its last request."""
    _since.set(time.perf_counter())


def let_others_go() -> None:
    """Let everybody else go first, whoever just came included."""
    time.sleep(TURN)


def in_turns(items: Iterable[T]) -> Iterator[T]:
    """These items, with turns of the others in between."""
    for item in items:
        yield item
        yield_now()


@contextmanager
def without_turns() -> Iterator[None]:
    """Whatever is in this block goes on without turns of others: they would wait for its end."""
    before = _undisturbed.get()
    _undisturbed.set(before + 1)
    try:
        yield
    finally:
        _undisturbed.set(before)


@contextmanager
def briefly(times: int = 1) -> Iterator[None]:
    """Whatever is in this block, and lets others go first elsewhere, ends soon or by `TooLong`.

    It counts what is worked, not how long a busy machine takes for it; `times` as much may be.
    """
    before = _until.get()
    _until.set(time.process_time() + times * BRIEF)
    try:
        yield
    finally:
        _until.set(before)
