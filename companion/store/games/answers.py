"""What was said to each submission, so that each copy of it is answered the same."""

import json
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    Row,
    Text,
    bindparam,
    cast,
    delete,
    func,
    insert,
    not_,
    select,
    union,
)

from companion.engine.entry import Facts
from companion.engine.table import ANSWERS_PER_PHONE, StoredGame
from companion.engine.verdict import Answer, Submission, Verdict
from companion.store.database import schema

_answers, _entries = schema.answers, schema.entries
_of_game = _answers.c.game == bindparam("game_id")
# What was said to another phone about an id says nothing to this one.
IS_MINE = (_of_game, (_answers.c.phone == bindparam("phone")) | (_answers.c.phone == ""))
_of_phone = (_of_game, _answers.c.phone == bindparam("phone"))
_ids: BindParameter[str] = bindparam("ids", expanding=True)
_newer = _answers.alias("newer")

_last_number = (
    select(func.coalesce(func.max(_newer.c.number), 0))
    .where(_newer.c.game == bindparam("of_game"), _newer.c.phone == bindparam("of_phone"))
    .scalar_subquery()
)
NEW_ANSWER = insert(_answers).values(number=_last_number + 1).returning(_answers.c.number)
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
# Which of these ids of a phone were ever answered, and how much of the log is as old as a moment.
KNOWN = union(
    select(_entries.c.id).where(_entries.c.game == bindparam("game_id"), _entries.c.id.in_(_ids)),
    select(_answers.c.id).where(*IS_MINE, _answers.c.id.in_(_ids)),
)
# What this phone has entered too, as others had done before it: the places, between commas.
MERGED = select(func.aggregate_strings(cast(_answers.c.place, Text), ",").label("merged")).where(
    *_of_phone, _answers.c.answer == "merged"
)


def find(
    game: StoredGame, submission: Submission, said: str | None, row: Row[Any]
) -> Verdict | None:
    """What was answered to this id before, of which `said` are the facts; None for a new one."""
    written = next((written for written in game.log if written.id == submission.id), None)
    if written is not None:
        same = canonical(written.facts) == said
        return Verdict(Answer.RECORDED, place=written.place) if same else Verdict(Answer.REUSED)
    if row.answer_id is None:
        return None
    if canonical(row.answer_facts) != said:
        return Verdict(Answer.REUSED)
    between = tuple(game.log[place - 1] for place in row.between)
    answer, rules = Answer(row.answer), tuple(row.rules)
    return Verdict(answer, rules, row.answer_place, between, row.taught, row.possible)


def remember(
    connection: Connection, game: StoredGame, submission: Submission, verdict: Verdict
) -> None:
    """Each copy of this submission is answered so, until 500 newer ones of its phone here were.

    A phone sends one submission and waits for its answer, so no honest copy comes that late;
    without an end anybody could fill the disk with what is refused. What was merged is kept for its
    place.
    """
    row = {
        "of_game": game.id,
        "of_phone": submission.phone,
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
    }
    number = int(connection.execute(NEW_ANSWER, row).scalar_one())
    if number > ANSWERS_PER_PHONE:
        oldest = {"game_id": game.id, "phone": submission.phone}
        connection.execute(FORGET_ANSWERS, {**oldest, "number": number - ANSWERS_PER_PHONE})


def read_places(said: str | None) -> frozenset[int]:
    return frozenset(map(int, said.split(","))) if said else frozenset()


def canonical(facts: Facts) -> str | None:
    """The one way to write these facts down; None where JSON has no way."""
    try:
        return json.dumps(facts, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError):
        return None
