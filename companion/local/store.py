"""What the local app asks in place of a database: the games that the phone has mirrored.

It has as much of `companion.store.store.Store` as the pages of one game ask for.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from companion.engine.deck import learn_in_game
from companion.engine.log import Written
from companion.engine.table import WRITERS, Closed, StoredGame, Table, Unknown
from companion.engine.verdict import Answer, Submission, Verdict
from companion.files.mirror import Mirror


@dataclass(frozen=True, slots=True)
class Epoch:
    """The epoch of the server's data."""

    id: str = ""


class Store:
    """One game of a server's table, and what waits on this phone to be entered in it."""

    def __init__(self) -> None:
        self.mirror: Mirror | None = None
        self.game: StoredGame | None = None
        """The mirrored game with what waits at the end of its log."""
        self.database, self.phones, self.tables = Database(self), Phones(self), Tables()
        self.games, self.series = Games(self), Series(self)
        self.submissions = Submissions(self)

    def put(self, mirror: Mirror) -> None:
        """From now on this is the game, and nothing waits in it."""
        self.mirror, self.game = mirror, mirror.game

    @property
    def places(self) -> dict[str, int]:
        """Where that stands on its board which waits, by the ids of the submissions."""
        waiting = self.game.log[self.game.place :] if self.game else ()
        return {written.id: written.place for written in waiting}

    def rewind(self) -> None:
        """Nothing waits in the game."""
        self.game = self.mirror.game if self.mirror else None


@dataclass(frozen=True, slots=True)
class Database:
    """The data of the server, as far as pages ask for it."""

    store: Store

    @property
    def epoch(self) -> Epoch:
        return Epoch(self.store.mirror.epoch if self.store.mirror else "")

    last_epoch = epoch


@dataclass(frozen=True, slots=True)
class Phones:
    """The phone that this runs on."""

    store: Store

    def recall(self, secret: str) -> str | None:
        """Its id, whatever it calls itself."""
        return self.store.mirror.me if self.store.mirror else None


class Tables:
    """No table: only a game of one is mirrored."""

    def find(self, me: str, table: str) -> Table | None:
        return None


@dataclass(frozen=True, slots=True)
class Games:
    """The games that the phone has mirrored."""

    store: Store

    def find(self, me: str, table: str, game: str) -> StoredGame | None:
        found = self.store.game
        return found if found and (found.table, found.id) == (table, game) else None

    find_outline = find

    def recall_outline(self, table: str, game: str) -> StoredGame | None:
        return self.find("", table, game)


@dataclass(frozen=True, slots=True)
class Series:
    """The games of its kind at the table of the mirrored game, as far as the phone has them."""

    store: Store

    def find_number(self, game: StoredGame) -> int:
        return self._mirror.number

    def find_next(self, game: StoredGame) -> StoredGame | None:
        return self._mirror.later

    def find_before(self, game: StoredGame) -> StoredGame | None:
        """The phone shows the one game that it mirrors: its server leads to another."""
        raise Unknown(game.id)

    def find_newest(self, game: StoredGame, limit: int) -> tuple[StoredGame, ...]:
        found = self._mirror.series or (game,)
        return tuple(game if each.id == game.id else each for each in found[:limit])

    @property
    def _mirror(self) -> Mirror:
        assert self.store.mirror
        return self.store.mirror


@dataclass(frozen=True, slots=True)
class Submissions:
    """What is entered in the mirrored game: it waits there, and the server has the last word."""

    store: Store

    def enter(
        self,
        me: str,
        table: str,
        game_id: str,
        submission: Submission,
        judge: Callable[[StoredGame], Verdict],
    ) -> tuple[StoredGame, Verdict]:
        """As that of a database; what is recorded here waits."""
        game = self.store.games.find(me, table, game_id)
        if game is None or game.role not in WRITERS:
            raise Unknown(game_id)
        if game.closed:
            raise Closed(game_id)
        place = next((each.place for each in game.log if each.id == submission.id), None)
        if place is not None:  # the server has it, and the phone has not heard so yet
            return game, Verdict(Answer.RECORDED, place=place)
        verdict = judge(game)
        if verdict.answer is Answer.MERGED and verdict.place is not None:
            self.store.game = replace(game, met=game.met | {verdict.place})
        if verdict.answer is Answer.RECORDED:
            place, now = len(game.log) + 1, datetime.now(UTC)
            written = Written(place, submission.id, me, now, submission.seen, submission.facts)
            lessons = learn_in_game(game.lessons, game.id, verdict.taught)
            game = replace(
                game, log=(*game.log, written), lessons=lessons, waiting=game.waiting + 1
            )
            verdict = replace(verdict, place=place)
            self.store.game = game
        return game, verdict
