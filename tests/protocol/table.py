"""The real thing: a store with a game in it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from flask import Flask

from companion.engine.log import Story, Written, places_that_count, read
from companion.engine.table import StoredGame
from companion.engine.verdict import Answer, Submission, Verdict
from companion.store.store import Store
from companion.web.pages import playing
from companion.web.pages.playing import Playing
from tests.drills.crowd import sit_down
from tests.protocol.script import Evening

APP = Flask("protocol")
playing.init_app(APP)


@dataclass(frozen=True)
class Board:
    """The state of a game at a place, as a phone is shown it."""

    evening: Evening
    log: tuple[Written, ...]

    @property
    def place(self) -> int:
        return len(self.log)

    @cached_property
    def story(self) -> Story:
        return read(self.evening.game.rules, self.evening.setup, self.log)

    @cached_property
    def ids(self) -> frozenset[str]:
        """The ids of the entries that count."""
        counting = places_that_count(self.log)
        return frozenset(written.id for written in self.log if written.place in counting)

    @property
    def shown(self) -> object:
        """What stands on it, in figures and lines."""
        state = self.evening.game.rules.describe(self.story.replay.state)
        lines = [(line.place, line.facts, line.counts) for line in self.story.lines]
        return state, lines, self.story.replay.flags, self.story.replay.outcome


@dataclass(frozen=True)
class Reply:
    """What a phone gets for a submission: the verdict, and the board after it."""

    verdict: Verdict
    board: Board


class Withdrawn(Submission):
    """A submission that is not to be entered any more, if it is not yet."""


class Table:
    """A game on a database of its own or a shared one, with so many phones at it.

    `told` is called after each commit, as a process tells those who watch.
    """

    def __init__(self, url: str, evening: Evening, phones: int, secret: str) -> None:
        self.evening = evening
        self._store = Store(url)
        secrets = [f"{secret} {number}" for number in range(phones)]
        self._game = sit_down(self._store, secrets, evening.slug, evening.names, **evening.options)
        self.phones = [self._store.phones.remember(each) for each in secrets]
        self._board: Board | None = None
        self.told: Callable[[], None] = lambda: None
        self._store.database.on_change = self._heard

    def enter(self, submission: Submission) -> Reply:
        """The answer to it."""
        self._board = None
        stored, verdict = self._store.submissions.enter(
            submission.phone,
            self._game.table,
            self._game.id,
            submission,
            lambda now: self.judge(submission, now),
        )
        return Reply(verdict, self._shown(stored))

    def close(self) -> None:
        self._store.close()

    @property
    def board(self) -> Board:
        """The board as it is in the database now."""
        if self._board is None:
            game = self._game
            self._board = self._shown(self._store.games.find(self.phones[0], game.table, game.id))
        return self._board

    def judge(self, submission: Submission, now: StoredGame) -> Verdict:
        """The verdict of the rules; what is withdrawn before it came is refused for good."""
        is_withdrawn = isinstance(submission, Withdrawn)
        return Verdict(Answer.REFUSED) if is_withdrawn else self.rules(submission, now)

    def rules(self, submission: Submission, now: StoredGame) -> Verdict:
        """What is said to a submission that is known to nobody."""
        with APP.app_context():
            return Playing(now).judge(submission)

    def _shown(self, stored: StoredGame) -> Board:
        return Board(self.evening, stored.log)

    def _heard(self, table: str) -> None:
        self._board = None
        if table == self._game.table:
            self.told()
