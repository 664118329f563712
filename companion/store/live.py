"""Who watches a table, and telling them that it was touched."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.engine.table import Away, Watched
from companion.store.database import times
from companion.store.database.epochs import Epoch
from companion.store.store import Store

CHECK = 1.0  # seconds that a lost notification may cost
SLACK = 10_000  # milliseconds by which the clocks of machines with one database may differ


class Live:
    """Everybody who watches a table of this store, for any number of threads or greenlets.

    `notify` is told of tables that were touched, by whoever touched them. While anybody
    watches, a thread asks the store once a second what was touched, so that a lost notification
    costs a second and never the truth; on PostgreSQL another one hears what other processes
    touched.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables: dict[str, _Watching] = {}
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._jobs = {"check": self._check}
        if not store.database.is_sqlite:
            self._jobs["listen"] = self._listen
        self._running: dict[str, threading.Thread] = {}

    @contextmanager
    def watching(self, table: str) -> Iterator["Watcher"]:
        """Somebody who is woken when this table is touched, for as long as this lasts."""
        watcher = self._begin(table)
        try:
            yield watcher
        finally:
            self._end(watcher)

    def notify(self, table: str) -> None:
        """This table was touched: whoever watches it wakes up and looks at it anew."""
        if watching := self._tables.get(table):
            watching.notify()

    def end(self) -> None:
        """Everybody's watch is over, and so is that of whoever comes now."""
        self._stopped.set()
        for watching in list(self._tables.values()):
            watching.notify()

    def stop(self) -> None:
        """Nobody watches any more, and nothing of this runs."""
        self.end()
        for thread in list(self._running.values()):
            thread.join()

    @property
    def watchers(self) -> int:
        """How many watch."""
        with self._lock:
            return sum(len(watching.watchers) for watching in self._tables.values())

    def _begin(self, table: str) -> "Watcher":
        with self._lock:
            watching = self._tables.get(table)
            if watching is None:
                watching = self._tables[table] = _Watching(self._store, table, self._stopped)
            watcher = Watcher(watching)
            watching.watchers.add(watcher)
            for name, job in self._jobs.items():
                if name not in self._running and not self._stopped.is_set():
                    thread = threading.Thread(target=self._run, args=(name, job), daemon=True)
                    self._running[name] = thread
                    thread.start()
        return watcher

    def _end(self, watcher: "Watcher") -> None:
        watching = watcher.watching
        with self._lock:
            watching.watchers.discard(watcher)
            if not watching.watchers:
                del self._tables[watching.table]

    def _run(self, name: str, job: Callable[[], None]) -> None:
        try:
            while self._is_needed(name):
                job()
        except BaseException:
            self._running.pop(name, None)
            raise

    def _is_needed(self, name: str) -> bool:
        """Whether anybody watches; where nobody does, whoever comes next starts the job again."""
        with self._lock:
            needed = bool(self._tables) and not self._stopped.is_set()
            if not needed:
                self._running.pop(name, None)
            return needed

    def _check(self) -> None:
        """Ask what was touched, once a second, until nobody watches."""
        since, epoch = times.now() - SLACK, Epoch("", 0)
        while self._tables and not self._stopped.wait(CHECK):
            asked = times.now()
            try:
                touched = self._store.tables.find_touched(since)
                before, epoch = epoch, self._store.database.epoch
            except Away:  # the next second asks from the same moment on
                continue
            since = asked - SLACK
            for table, moment in touched.items():
                watching = self._tables.get(table)
                if watching and watching.is_behind(moment):
                    watching.notify()
            if epoch != before:  # nothing that anybody saw has to be true by now
                for watching in list(self._tables.values()):
                    watching.notify()

    def _listen(self) -> None:
        """Hear what other processes touched, until nobody watches or the database goes away."""
        try:
            with self._store.database.listen() as hear:
                while self._tables and not self._stopped.is_set():
                    for table in hear(CHECK):
                        self.notify(table)
        except Away:
            self._stopped.wait(CHECK)


class Watcher:
    """One who watches a table."""

    __slots__ = ("_woken", "watching")

    def __init__(self, watching: "_Watching") -> None:
        self.watching = watching
        self._woken = threading.Event()

    def has_ended(self) -> bool:
        """Whether the watch is over, since this process is to stop."""
        return self.watching.stopped.is_set()

    def sees(self) -> Watched | None:
        """How the table is; None where it is gone."""
        return self.watching.now()

    def waits(self, seconds: float) -> bool:
        """Whether the table was touched before so much time had passed."""
        woken = self._woken.wait(seconds)
        self._woken.clear()
        return woken

    def wake(self) -> None:
        self._woken.set()


class _Watching:
    """A table that is watched: asked about once for all who watch it."""

    def __init__(self, store: Store, table: str, stopped: threading.Event) -> None:
        self.table, self.stopped = table, stopped
        self.watchers: set[Watcher] = set()
        self._store = store
        self._known: Watched | None = None
        self._stale = True
        self._lock = threading.Lock()

    def notify(self) -> None:
        self._stale = True
        for watcher in list(self.watchers):
            watcher.wake()

    def is_behind(self, moment: int) -> bool:
        return self._known is None or self._known.moment < moment

    def now(self) -> Watched | None:
        with self._lock:
            if self._stale:
                self._stale = False  # before asking: what is touched meanwhile is asked about again
                try:
                    self._known = self._store.tables.find_watched(self.table)
                except Away:  # the check wakes everybody once it is back
                    self._stale = True
                    if self._known is None:
                        raise
            return self._known
