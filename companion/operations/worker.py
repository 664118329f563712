"""How a worker of gunicorn ends: at once, and nobody is left with half an answer."""

import atexit
import logging
import select
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import gevent
from gevent.event import Event
from gevent.monkey import get_original
from gevent.pool import Pool
from gevent.server import StreamServer
from gevent.socket import wait_read  # type: ignore[attr-defined]
from gunicorn.http.errors import ParseException
from gunicorn.workers.ggevent import GeventWorker
from werkzeug.exceptions import RequestTimeout

from companion.operations.running import Mark
from companion.runtime import private_files, server_log, yielding

BEAT = 1.0  # seconds between the signs of life that gunicorn waits for
PATIENCE = 30.0  # seconds in which what a request holds has to arrive, and the time for its length
SLOWEST = 40_000  # bytes a second: a file of 5 MiB has two minutes more
UNREAD = 64 * 1024 * 1024  # bytes that are still taken of a request that is answered already
LINGER = 0.2  # seconds in which whoever is connected may still ask, and is answered


class Body:
    """What a request holds, as it arrives: all of it in so many seconds, or `RequestTimeout`."""

    def __init__(self, body: Any, seconds: float) -> None:
        self._body, self._until = body, time.monotonic() + seconds

    def __iter__(self) -> Iterator[bytes]:
        while line := self.readline():
            yield line

    def read(self, *most: Any) -> bytes:
        return self._in_time(self._body.read, *most)

    def readline(self, *most: Any) -> bytes:
        return self._in_time(self._body.readline, *most)

    def readlines(self, *most: Any) -> list[bytes]:
        return list(self)

    @property
    def failed(self) -> bool:
        """Whether it could not be read: nobody knows then where the next request begins."""
        return bool(self._body.failed)

    def discard(self) -> None:
        """Take what is left of it: a connection that is closed before that loses the answer."""
        left = UNREAD
        with suppress(RequestTimeout, OSError, ParseException):
            while left > 0 and (part := self.read(65_536)):
                left -= len(part)

    def _in_time(self, read: Callable[..., bytes], *most: Any) -> bytes:
        with gevent.Timeout(max(0.0, self._until - time.monotonic()), RequestTimeout()):
            return read(*most)


class Worker(GeventWorker):
    """A worker whose phones wait for the next one no longer than they must.

    Once it is told to stop it takes no new connection, ends the streams, answers what is asked of
    it already, and goes. gunicorn's own looks once a second whether it is to stop, and once a
    second whether it may go; and it waits for connections on which nobody asks anything.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._told = Event()
        self._under_way = 0

    def init_signals(self) -> None:
        super().init_signals()
        # Python's own handlers wait for the loop to turn, which may be after a whole beat. Ctrl+C
        # reaches all processes: gunicorn's own handler ends in the middle of something, with a
        # traceback.
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
            gevent.signal_handler(number, self.handle_exit, number, None)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._told.set()

    def run(self) -> None:
        threading.excepthook = server_log.thread_failed
        # Python takes the locks of gevent apart before the handlers that need them then.
        atexit.register(logging._handlerList.clear)  # type: ignore[attr-defined]
        pool = Pool(self.worker_connections)
        servers = [self._server(listener, pool) for listener in self.sockets]
        mark = self._mark(self.wsgi.extensions["store"].database.file)
        keeping = gevent.spawn(self.wsgi.extensions["keeper"].keep)
        for server in servers:
            server.start()
        if self.age == 1:  # and not in place of one that ended
            self.wsgi.extensions.get("when_served", lambda: None)()
        while self.alive:
            self.notify()
            self._told.wait(BEAT)
        for server in servers:
            server.close()
        keeping.kill()
        self.wsgi.extensions["live"].end()
        self._answer_the_rest()
        self.wsgi.extensions["store"].close()
        if mark:
            mark.leave()

    def handle(self, listener: Any, client: Any, address: Any) -> None:
        if self._hears(client):
            super().handle(listener, client, address)
        else:
            client.close()

    def handle_request(self, listener: Any, req: Any, client: Any, *given: Any) -> None:
        req.body = Body(req.body, _find_patience(dict(req.headers).get("CONTENT-LENGTH", "0")))
        self._under_way += 1
        try:
            super().handle_request(listener, req, client, *given)
        finally:
            req.body.discard()
            self._under_way -= 1
        self._let_others_go(req.unreader, client)

    def _let_others_go(self, unreader: Any, client: Any) -> None:
        """Whoever has been answered waits until all others that have asked are answered too.

        A quick client has asked again before its answer is done here. To read that at once would
        be to serve one connection for as long as it goes on, and to let all others wait. Raises
        `StopIteration`, which closes the connection, where nothing more is asked in time.
        """
        if unreader.buf.getvalue():  # it has sent several requests without waiting for an answer
            yielding.let_others_go()
            return
        if not self._hears(client):
            raise StopIteration

    def _hears(self, client: Any) -> bool:
        """Wait for what a phone asks next, and say whether it has, as long as a connection is kept.

        The loop hears of 64 connections at a time, and then of all times that are over: of a
        request that lies there by then the system knows.
        """
        file = client.fileno()
        if not gevent.with_timeout(self.cfg.keepalive, wait_read, file, timeout_value=True):
            return True
        poll = get_original("select", "poll")()
        poll.register(file, select.POLLIN)
        return bool(poll.poll(0))

    def _mark(self, file: Path | None) -> Mark | None:
        """This server has the SQLite database in this file, after a restore that is under way.

        Where that cannot be written down, as on a disk that is full, it serves all the same.
        """
        if file is None:
            return None
        mark = Mark(file)
        with suppress(OSError):
            private_files.make_folder(file.parent)
            while not mark.take():
                if not self.alive:
                    return None
                self.notify()
                self._told.wait(BEAT / 10)
            mark.say(self.cfg.bind)
        return mark

    def _server(self, listener: Any, pool: Pool) -> StreamServer:
        listener.setblocking(1)
        server = StreamServer(listener, handle=partial(self.handle, listener), spawn=pool)
        if self.cfg.workers > 1:
            server.max_accept = 1
        return server

    def _answer_the_rest(self) -> None:
        """Nothing has been asked for a moment, or the patience for a stop is at its end."""
        now = time.monotonic()
        last, quiet = now + self.cfg.graceful_timeout, now + LINGER
        while (now := time.monotonic()) < min(last, quiet):
            self.notify()
            gevent.sleep(LINGER / 10)
            if self._under_way:
                quiet = time.monotonic() + LINGER


def _find_patience(length: str) -> float:
    """The seconds for a request that says this of its length, which may be anything.

    No more than for the largest that any page takes: a longer one is answered before it is read.
    """
    from companion.web.handover import whole_tables

    claimed = int(length) if length.isdecimal() else 0
    return PATIENCE + min(claimed, whole_tables.LARGEST) / SLOWEST
