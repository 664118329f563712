"""What phones send to be entered, and what is answered: each submission has one answer."""

import dataclasses
import json
from collections.abc import Callable, Sequence

from sqlalchemy import (
    BindParameter,
    Connection,
    bindparam,
    delete,
    func,
    insert,
    not_,
    select,
    union,
)

from companion.engine.deck import Taught
from companion.engine.entry import Facts
from companion.engine.log import Written
from companion.engine.table import (
    ANSWERS_PER_PHONE,
    BESIDES,
    ENTRIES_PER_GAME,
    Closed,
    Full,
    StoredGame,
    Unknown,
)
from companion.engine.verdict import Answer, Submission, Verdict
from companion.store import access, capacity, lessons, schema, times
from companion.store.database import Database
from companion.store.entries import NEW_ENTRY
from companion.store.games import GAME_TO_WRITE, Games
from companion.store.ids import is_id

KEPT = (Answer.ASK, Answer.REFUSED, Answer.MERGED, Answer.CONFLICT)
"""What is said to a submission that is not written, and said again to each copy of it."""

WEIGHED = 10  # a table is weighed at each so many-th entry of its games,
LIGHT = 200  # and at each of which the facts have more bytes

Judge = Callable[[StoredGame], Verdict]

_answers, _entries = schema.answers, schema.entries
_of_game = _answers.c.game == bindparam("game_id")
# What was said to another phone about an id says nothing to this one.
_is_mine = (_of_game, (_answers.c.phone == bindparam("phone")) | (_answers.c.phone == ""))
_of_phone = (_of_game, _answers.c.phone == bindparam("phone"))
_ids: BindParameter[str] = bindparam("ids", expanding=True)
_newer = _answers.alias("newer")

ANSWER = select(_answers).where(*_is_mine, _answers.c.id == bindparam("submission_id"))
NEW_ANSWER = insert(_answers)
LAST_ANSWER = select(func.coalesce(func.max(_answers.c.number), 0)).where(*_of_phone)
# What was merged last at a place stays: by it the phone has seen that place, see MERGED.
FORGET_ANSWERS = delete(_answers).where(
    *_of_phone,
    _answers.c.number <= bindparam("number"),
    not_(_answers.c.answer == "merged")
    | _answers.c.place.in_(
        select(_newer.c.place).where(
            _newer.c.game == bindparam("game_id"),
            _newer.c.phone == bindparam("phone"),
            _newer.c.answer == "merged",
            _newer.c.number > bindparam("number"),
        )
    ),
)
# What this phone has entered too, as others had done before it.
MERGED = select(_answers.c.place).where(*_of_phone, _answers.c.answer == "merged")
# Which of these ids of a phone were ever answered, and how much of the log is as old as a moment.
KNOWN = union(
    select(_entries.c.id).where(_entries.c.game == bindparam("game_id"), _entries.c.id.in_(_ids)),
    select(_answers.c.id).where(*_is_mine, _answers.c.id.in_(_ids)),
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
        strangers and onlookers, `Full` for entry 5,001, `TooMuch` where the table is full,
        ValueError for another phone's submission.

        What a recorded submission teaches takes the place of what its game had taught of those
        cards.
        """
        if submission.phone != phone:
            raise ValueError("a phone enters its own submissions only")
        with self._database.write() as connection:
            access.lock(connection, table_id)
            game = self._games.read_whole(connection, GAME_TO_WRITE, phone, table_id, game_id)
            if game is None:
                raise Unknown(game_id)
            if game.closed:
                raise Closed(game_id)
            if known := _find_answer(connection, game, submission):
                return game, known
            met = _find_merged(connection, game, phone)
            verdict = judge(dataclasses.replace(game, met=met))
            if verdict.answer in KEPT:
                _remember(connection, game, submission, verdict)
            if verdict.answer is Answer.RECORDED:
                game = self._record(connection, game, submission)
                if verdict.taught:
                    game = self._learn(connection, phone, game, verdict.taught)
                verdict = dataclasses.replace(verdict, place=len(game.log))
        return game, verdict

    def find_unknown(
        self, phone: str, game: StoredGame, ids: Sequence[str]
    ) -> tuple[tuple[str, ...], int]:
        """The ids of this phone that are unknown in this game, and where its log ended.

        That is where it ended when the epoch began: what a restore has lost was entered after it.
        """
        asked = {"phone": phone, "game_id": game.id, "ids": [each for each in ids if is_id(each)]}
        since = {"game_id": game.id, "moment": self._database.epoch.began_at}
        with self._database.read() as connection:
            known = set(connection.execute(KNOWN, asked).scalars())
            older = int(connection.execute(OLDER, since).scalar_one())
        return tuple(each for each in ids if each not in known), older

    def _record(
        self, connection: Connection, game: StoredGame, submission: Submission
    ) -> StoredGame:
        """The game with this submission written at the next place."""
        if len(game.log) >= ENTRIES_PER_GAME:
            raise Full(game.id)
        facts = {name: fact for name, fact in submission.facts.items() if name != "kind"}
        # What the entries in between come to is little, and the file of a table has room for it.
        takes = len(json.dumps(facts)) + BESIDES
        if len(game.log) % WEIGHED == WEIGHED - 1 or takes > LIGHT + BESIDES:
            capacity.check_weight(connection, game.table, takes)
        at = self._database.next_moment()
        row = {
            "game": game.id,
            "place": len(game.log) + 1,
            "id": submission.id,
            "phone": submission.phone,
        }
        said = {"seen": submission.seen, "kind": submission.facts["kind"], "facts": facts}
        connection.execute(NEW_ENTRY, {**row, "at": at, **said})
        touched = self._database.touch(connection, game.table, at)
        written = Written(
            len(game.log) + 1,
            submission.id,
            submission.phone,
            times.to_time(at),
            submission.seen,
            submission.facts,
        )
        return dataclasses.replace(game, log=(*game.log, written), touched=touched)

    def _learn(
        self, connection: Connection, phone: str, game: StoredGame, taught: Taught
    ) -> StoredGame:
        """The game with this learned in it; its table was touched before, and so is locked."""
        lessons.learn(connection, game, taught, self._database.next_moment())
        learned = lessons.read(connection, phone, game.table, game.slug)
        return dataclasses.replace(game, lessons=learned)


def _find_answer(
    connection: Connection, game: StoredGame, submission: Submission
) -> Verdict | None:
    """What can be answered without judging: the id is known, or nothing that can be kept."""
    said = _canonical(submission.facts)
    if said is None or not is_id(submission.id):
        return Verdict(Answer.UNREADABLE)
    written = next((written for written in game.log if written.id == submission.id), None)
    if written is not None:
        same = _canonical(written.facts) == said
        return Verdict(Answer.RECORDED, place=written.place) if same else Verdict(Answer.REUSED)
    asked = {"game_id": game.id, "submission_id": submission.id, "phone": submission.phone}
    kept = connection.execute(ANSWER, asked).one_or_none()
    if kept is None:
        return None
    if _canonical(kept.facts) != said:
        return Verdict(Answer.REUSED)
    between = tuple(game.log[place - 1] for place in kept.between)
    answer, rules = Answer(kept.answer), tuple(kept.rules)
    return Verdict(answer, rules, kept.place, between, kept.taught, kept.possible)


def _find_merged(connection: Connection, game: StoredGame, phone: str) -> frozenset[int]:
    found = connection.execute(MERGED, {"game_id": game.id, "phone": phone})
    return frozenset(found.scalars())


def _remember(
    connection: Connection, game: StoredGame, submission: Submission, verdict: Verdict
) -> None:
    """Each copy of this submission is answered so, until 500 newer ones of its phone here were.

    A phone sends one submission and waits for its answer, so no honest copy comes that late;
    without an end anybody could fill the disk with what is refused. What was merged is kept for its
    place.
    """
    asked = {"game_id": game.id, "phone": submission.phone}
    number = int(connection.execute(LAST_ANSWER, asked).scalar_one()) + 1
    row = {
        "game": game.id,
        "id": submission.id,
        "phone": submission.phone,
        "facts": dict(submission.facts),
        "answer": verdict.answer,
        "rules": verdict.rules,
        "place": verdict.place,
        "between": [written.place for written in verdict.between],
        "possible": verdict.possible,
        "taught": dict(verdict.taught),
        "number": number,
    }
    connection.execute(NEW_ANSWER, row)
    if number > ANSWERS_PER_PHONE:
        oldest = {**asked, "number": number - ANSWERS_PER_PHONE}
        connection.execute(FORGET_ANSWERS, oldest)


def _canonical(facts: Facts) -> str | None:
    """The one way to write these facts down; None where JSON has no way."""
    try:
        return json.dumps(facts, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError):
        return None
