"""What phones send to be entered, and what is answered: each submission has one answer."""

import dataclasses
import json
from collections.abc import Callable, Sequence

from sqlalchemy import (
    Boolean,
    Connection,
    and_,
    bindparam,
    case,
    func,
    insert,
    select,
)

from companion.engine.entry import Facts
from companion.engine.log import Written, undoes
from companion.engine.table import (
    BESIDES,
    ENTRIES_PER_GAME,
    ROOM_TO_UNDO,
    Away,
    Closed,
    Full,
    StoredGame,
    Unknown,
)
from companion.engine.verdict import Answer, Submission, Verdict
from companion.runtime.yielding import TooLong, briefly
from companion.store.database import capacity, schema, times
from companion.store.database.database import Database
from companion.store.database.ids import is_id
from companion.store.games import answers
from companion.store.games.games import WHOLE_GAME, Games, name_phones
from companion.store.tables import access, lessons

KEPT = (Answer.ASK, Answer.REFUSED, Answer.MERGED, Answer.CONFLICT)
"""What is said to a submission that is not written, and said again to each copy of it."""

WEIGHED = 10  # a table is weighed at each so many-th entry of its games,
LIGHT = 200  # and at each of which the facts have more bytes

UNREADABLE = Verdict(Answer.UNREADABLE)

Judge = Callable[[StoredGame], Verdict]
Judged = tuple[StoredGame, Verdict]
"""A verdict, and the game that it is about."""

TRIES = 5  # for a verdict that takes so long that the game goes on meanwhile; each may be longer


class _Laborious(Exception):
    """The verdict in this game takes longer than others should wait for a transaction."""

    def __init__(self, game: StoredGame) -> None:
        super().__init__(game.id)
        self.game = game


_answers, _entries = schema.answers, schema.entries

NEW_ENTRY = insert(_entries).values(
    {column: bindparam(f"new_{column.name}") for column in _entries.c}
)
# How much the table holds, where its entries are to be weighed before another one.
_next_place = (
    select(func.coalesce(func.max(_entries.c.place), 0) + 1)
    .where(_entries.c.game == bindparam("game_id"))
    .scalar_subquery()
)
_weight = case(
    (
        bindparam("heavy", type_=Boolean) | (_next_place % WEIGHED == 0),
        capacity.WEIGHT.scalar_subquery(),
    )
)
# The game with all that a verdict depends on: what was said to this submission before, and more.
GAME_TO_WRITE = (
    WHOLE_GAME.where(access.WRITES)
    .add_columns(
        _answers.c.id.label("answer_id"),
        _answers.c.facts.label("answer_facts"),
        _answers.c.answer,
        _answers.c.rules,
        _answers.c.place.label("answer_place"),
        _answers.c.between,
        _answers.c.taught,
        _answers.c.possible,
        answers.MERGED.scalar_subquery().label("merged"),
        _weight.label("weight"),
    )
    .outerjoin(_answers, and_(*answers.IS_MINE, _answers.c.id == bindparam("submission_id")))
)
OLDER = select(func.count()).where(
    _entries.c.game == bindparam("game_id"), _entries.c.at <= bindparam("moment")
)


class Submissions:
    """The submissions to all games."""

    def __init__(self, database: Database, games: Games) -> None:
        self._database, self._games = database, games

    def enter(
        self, phone: str, table_id: str, game_id: str, submission: Submission, judge: Judge
    ) -> tuple[StoredGame, Verdict]:
        """Answer a submission of this phone: the game after it, and the verdict.

        What is recorded is so for good.

        An id that was answered before gets the same answer again, or `reused` if it says something
        else now (protocol.md, The verdict). Otherwise `judge` decides, by the game as it stands
        while nobody else writes in it; what it raises leaves nothing behind. Raises `Unknown` for
        strangers and onlookers, `Full` for entry 5,001 if it takes nothing back, `TooMuch` where
        the table is full, ValueError for another phone's submission.

        Nobody waits for a verdict that takes long: it is reached outside of the transaction, and
        holds where the game is the same in the next one. `Away` where it never is.

        What a recorded submission teaches takes the place of what its game had taught of those
        cards.
        """
        if submission.phone != phone:
            raise ValueError("a phone enters its own submissions only")
        judged: Judged | None = None
        for number in range(TRIES):
            try:
                return self._enter(phone, table_id, game_id, submission, judge, judged, 2**number)
            except _Laborious as found:
                self._games.keep(found.game, self._database.last_epoch.id)
                judged = found.game, judge(name_phones(found.game, phone))
        raise Away

    def _enter(
        self,
        phone: str,
        table_id: str,
        game_id: str,
        submission: Submission,
        judge: Judge,
        judged: Judged | None,
        times: int,
    ) -> tuple[StoredGame, Verdict]:
        """As `enter`, with what was judged before; `_Laborious` for what is to be judged so."""
        with self._database.write() as connection:
            epoch = self._database.last_epoch.id
            if not self._database.is_sqlite:  # where one alone writes, the tables are locked
                access.lock(connection, table_id)
            game, known, weight = self._read(connection, phone, table_id, game_id, submission)
            if game.closed:
                raise Closed(game_id)
            if known is not None:
                verdict = known
            else:
                verdict = _reach_verdict(game, phone, judge, judged, times)
                if verdict.answer in KEPT:
                    answers.remember(connection, game, submission, verdict)
                if verdict.answer is Answer.RECORDED:
                    game = self._record(connection, game, submission, weight)
                    if verdict.taught:
                        at = self._database.next_moment()
                        learned = lessons.learn(connection, game, verdict.taught, at)
                        game = dataclasses.replace(game, lessons=learned)
                    verdict = dataclasses.replace(verdict, place=len(game.log))
        self._games.keep(game, epoch)
        return name_phones(game, phone), verdict

    def _read(
        self,
        connection: Connection,
        phone: str,
        table_id: str,
        game_id: str,
        submission: Submission,
    ) -> tuple[StoredGame, Verdict | None, int | None]:
        """The game to write in, what can be answered without judging, and what its table weighs.

        That is None where it is not to be weighed now. Raises `Unknown` for strangers.
        """
        said = answers.canonical(submission.facts)
        readable = said is not None and is_id(submission.id)
        heavy = said is not None and _takes(submission.facts) > LIGHT + BESIDES
        asked = {"submission_id": submission.id if readable else "", "heavy": heavy}
        game, row = self._games.read_whole(
            connection, GAME_TO_WRITE, self._database.last_epoch.id,
            phone, table_id, game_id, **asked,
        )  # fmt: skip
        if game is None or row is None:
            raise Unknown(game_id)
        game = dataclasses.replace(game, met=answers.read_places(row.merged))
        known = answers.find(game, submission, said, row) if readable else UNREADABLE
        return game, known, row.weight

    def find_met(self, phone: str, game: StoredGame) -> frozenset[int]:
        """The places of what this phone has entered too, as others had done before it."""
        asked = {"phone": phone, "game_id": game.id}
        with self._database.read() as connection:
            return answers.read_places(connection.execute(answers.MERGED, asked).scalar())

    def find_unknown(
        self, phone: str, game: StoredGame, ids: Sequence[str]
    ) -> tuple[tuple[str, ...], int]:
        """The ids of this phone that are unknown in this game, and where its log ended.

        That is where it ended when the epoch began: what a restore has lost was entered after it.
        """
        asked = {"phone": phone, "game_id": game.id, "ids": [each for each in ids if is_id(each)]}
        since = {"game_id": game.id, "moment": self._database.epoch.began_at}
        with self._database.read() as connection:
            known = set(connection.execute(answers.KNOWN, asked).scalars())
            older = int(connection.execute(OLDER, since).scalar_one())
        return tuple(each for each in ids if each not in known), older

    def _record(
        self, connection: Connection, game: StoredGame, submission: Submission, weight: int | None
    ) -> StoredGame:
        """The game with this submission written at the next place, if its table has the room."""
        takes_back = undoes(game.log, submission.facts)
        if len(game.log) >= ENTRIES_PER_GAME and not takes_back:
            raise Full(game.id)
        facts = {name: fact for name, fact in submission.facts.items() if name != "kind"}
        # What the entries in between come to is little, and the file of a table has room for it.
        if weight is not None:
            more = ROOM_TO_UNDO if takes_back else 0
            capacity.check_room(game.table, weight + _takes(submission.facts) - more)
        at = self._database.next_moment()
        row = {
            "new_game": game.id,
            "new_place": len(game.log) + 1,
            "new_id": submission.id,
            "new_phone": submission.phone,
            "new_at": at,
            "new_seen": submission.seen,
            "new_kind": submission.facts["kind"],
            "new_facts": facts,
        }
        touched = self._database.touch(connection, game.table, at, NEW_ENTRY, row)
        written = Written(
            len(game.log) + 1,
            submission.id,
            submission.phone,
            times.to_time(at),
            submission.seen,
            submission.facts,
        )
        return dataclasses.replace(game, log=(*game.log, written), touched=touched)


def _reach_verdict(
    game: StoredGame, phone: str, judge: Judge, judged: Judged | None, times: int
) -> Verdict:
    """The verdict in this game as it is now: what was judged of it before, else a quick one."""
    if judged and (judged[0], judged[0].met) == (game, game.met):
        return judged[1]
    try:
        with briefly(times):
            return judge(name_phones(game, phone))
    except TooLong:
        raise _Laborious(game) from None


def _takes(facts: Facts) -> int:
    """How many bytes an entry of these facts takes in the file of its table, at most."""
    return len(json.dumps({name: fact for name, fact in facts.items() if name != "kind"})) + BESIDES
