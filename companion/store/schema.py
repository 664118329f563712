"""What the database keeps of tables, phones, people, games and decks, and how it is asked."""

from functools import lru_cache
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    BindParameter,
    Boolean,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Select,
    Table,
    Text,
    UniqueConstraint,
    and_,
    bindparam,
    case,
    cast,
    delete,
    func,
    insert,
    literal,
    not_,
    null,
    select,
    union,
    update,
)

from companion.engine.table import BESIDES, HOST, ONLOOKER, WRITERS, Options, Wanted

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)
"""Times are milliseconds UTC, ids random text; a game's state is nowhere: its log makes it."""


def _moment(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False)


def _text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False)


def _of(name: str, owner: str, *, key: bool = False, index: bool = False) -> Column[str]:
    """A column that names the row it belongs to, and goes where that goes."""
    owned = ForeignKey(f"{owner}.id", ondelete="CASCADE")
    return Column(name, Text, owned, nullable=False, primary_key=key, index=index)


tables = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text),
    _moment("made_at"),
    # Later at each change, whatever the clocks say: who watches a table sees by it that it changed.
    _moment("touched_at"),
    Column("closed_at", BigInteger),
    Column("deleted_at", BigInteger),
    # When it was last found too old, a day or more after the time before, and on how many days
    # after the first time; NULL and 0 for a table that is not.
    Column("expired_at", BigInteger),
    Column("expired_days", Integer, nullable=False, server_default="0"),
    Index("ix_tables_touched_at", "touched_at"),
)

phones = Table(
    "phones",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("secret_hash", Text, nullable=False, unique=True),
    _moment("made_at"),
)

members = Table(
    "members",
    METADATA,
    _of("table", "tables", key=True),
    _of("phone", "phones", key=True, index=True),
    _text("role"),
    # What the phone is called, "" for nothing; whose it is, if it is anybody's. Not a foreign key:
    # people stay as long as their table, and this goes with it too.
    Column("name", Text, nullable=False, server_default=""),
    Column("person", Text),
    Column("joined_at", BigInteger, nullable=False, server_default="0"),
    # When it was removed, or its table deleted: its name is needed for what it entered.
    Column("left_at", BigInteger),
)

invitations = Table(
    "invitations",
    METADATA,
    _of("table", "tables", key=True),
    Column("role", Text, primary_key=True),
    _text("number"),
    Column("link_hash", Text, nullable=False, unique=True),
    Column("code_hash", Text, nullable=False, unique=True),
)

people = Table(
    "people",
    METADATA,
    Column("id", Text, primary_key=True),
    _of("table", "tables", index=True),
    _text("name"),
    _moment("made_at"),
)

games = Table(
    "games",
    METADATA,
    Column("id", Text, primary_key=True),
    _of("table", "tables", index=True),
    _text("slug"),
    Column("options", JSON, nullable=False),
    _moment("made_at"),
    # The newest games of a table are found without looking at the others.
    Index("ix_games_newest", "table", "made_at", "id"),
)

seats = Table(
    "seats",
    METADATA,
    _of("game", "games", key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    # Without a cascade: whoever has a seat stays as long as the game does. Asked at the end of a
    # transaction, because PostgreSQL takes the people of a deleted table away before its games.
    Column(
        "person",
        Text,
        ForeignKey("people.id", deferrable=True, initially="DEFERRED"),
        nullable=False,
        index=True,
    ),
)

entries = Table(
    "entries",
    METADATA,
    _of("game", "games", key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    _text("id"),
    # Without a cascade: what a phone wrote outlives the phone.
    Column("phone", Text, ForeignKey("phones.id"), nullable=False, index=True),
    _moment("at"),
    Column("seen", Integer, nullable=False),
    _text("kind"),
    Column("facts", JSON, nullable=False),
    UniqueConstraint("game", "id"),
)

answers = Table(
    "answers",
    METADATA,
    _of("game", "games", key=True),
    Column("id", Text, primary_key=True),
    # Whose submission it was; "" for those of older versions.
    Column("phone", Text, primary_key=True),
    Column("facts", JSON, nullable=False),
    _text("answer"),
    Column("rules", JSON, nullable=False),
    # Where the same act stands in the log already; NULL for what was not merged.
    Column("place", Integer),
    # The places of what a conflict is about, and whether it can be entered all the same.
    Column("between", JSON, nullable=False),
    Column("possible", Boolean, nullable=False),
    # What the deck would learn from it, which may be what is asked about.
    Column("taught", JSON, nullable=False),
    # Which of the answers to its phone in its game it was, from 1; 0 for those of older versions.
    Column("number", Integer, nullable=False, server_default="0"),
)
"""Submissions that wrote nothing, and what was said to them: a late copy is told the same."""

results = Table(
    "results",
    METADATA,
    _of("game", "games", key=True),
    # The last entry that it was made from, and by which version of what makes it: where either is
    # another now, it is made again.
    Column("place", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("summary", JSON, nullable=False),
)
"""A cache of what logs come down to: all of it may be thrown away at any time."""

health = Table("health", METADATA, Column("id", Text, primary_key=True))
"""Empty: what is written here to see whether anything can be is deleted in the same breath."""

lessons = Table(
    "lessons",
    METADATA,
    _of("table", "tables", key=True),
    Column("slug", Text, primary_key=True),
    Column("card", Text, primary_key=True),
    # The game in which it was chosen, or "". Not a foreign key: what was learned outlives the game.
    Column("game", Text, primary_key=True),
    _text("carries"),
    _moment("at"),
)

nicknames = Table(
    "nicknames",
    METADATA,
    _of("table", "tables", key=True),
    Column("slug", Text, primary_key=True),
    # What is called so: the game itself, or a part of it that has no name of its own.
    Column("thing", Text, primary_key=True),
    _text("word"),
)

epochs = Table(
    "eras",
    METADATA,
    Column("id", Text, primary_key=True),
    _moment("began_at"),
)
"""Each time that this data began anew: when it was made, and when it was restored from a backup."""

_WRITES = members.c.role.in_(WRITERS)

# What the store asks and says, built once: that is most of what a statement costs.

_MINE = and_(members.c.phone == bindparam("phone"), members.c.left_at.is_(None))
_AT_TABLE = games.c.table == bindparam("table_id")
_PLAYED = select(func.count()).where(games.c.table == tables.c.id).scalar_subquery()
_LAST_ENTRY = (
    select(entries.c.at)
    .where(entries.c.game == games.c.id)
    .order_by(entries.c.place.desc())
    .limit(1)
    .scalar_subquery()
)

PHONE = select(phones.c.id).where(phones.c.secret_hash == bindparam("secret_hash"))
PHONE_TO_WRITE = (
    select(phones.c.id).where(phones.c.id == bindparam("phone")).with_for_update(key_share=True)
)

TABLES = (
    select(
        tables.c.id,
        tables.c.name,
        tables.c.touched_at,
        tables.c.closed_at,
        _PLAYED.label("games"),
        members.c.role,
        members.c.person,
    )
    .join(members, members.c.table == tables.c.id)
    .where(_MINE)
    .order_by(tables.c.touched_at.desc(), tables.c.id)
)
HOSTED_TABLES = TABLES.where(members.c.role == HOST)
TABLE = TABLES.where(tables.c.id == bindparam("table_id"))
# Whoever waits for a lock sees the locked row anew, and all others as they were before it waited:
# so a table is locked first, and what its phones may do is asked after that.
LOCK_TABLE = (
    select(tables.c.id).where(tables.c.id == bindparam("table_id")).with_for_update(key_share=True)
)
TABLE_TO_WRITE = (
    select(tables.c.closed_at)
    .join(members, members.c.table == tables.c.id)
    .where(_MINE, _WRITES, tables.c.id == bindparam("table_id"))
)
PEOPLE = (
    select(people.c.id, people.c.table, people.c.name)
    .where(people.c.table.in_(bindparam("tables", expanding=True)))
    .order_by(people.c.made_at, people.c.id)
)

_GAME = (games.c.id, games.c.table, games.c.slug, games.c.options, games.c.made_at)
_GAMES = (
    select(*_GAME, members.c.role, members.c.person, tables.c.closed_at, tables.c.touched_at)
    .select_from(games)
    .join(tables, tables.c.id == games.c.table)
    .join(members, members.c.table == games.c.table)
    .where(_MINE)
)
GAMES = _GAMES.where(_AT_TABLE).order_by(games.c.made_at.desc(), games.c.id)
LATEST_GAMES = _GAMES.order_by(
    func.coalesce(_LAST_ENTRY, games.c.made_at).desc(), games.c.id
).limit(bindparam("most", type_=Integer))
GAME = _GAMES.where(_AT_TABLE, games.c.id == bindparam("game_id"))
# Which game of its kind at its table it is, from 1.
_earlier = games.alias("earlier")
NUMBER = (
    select(func.count())
    .select_from(games)
    .join(_earlier, (_earlier.c.table == games.c.table) & (_earlier.c.slug == games.c.slug))
    .where(games.c.id == bindparam("game_id"), _earlier.c.made_at <= games.c.made_at)
)
# What stands on the board of a game is the same for every phone: these ask for no phone.
_SHARED = select(
    *_GAME,
    literal(ONLOOKER).label("role"),
    null().label("person"),
    null().label("closed_at"),
    literal(0).label("touched_at"),
)
SERIES = (
    _SHARED.where(_AT_TABLE, games.c.slug == bindparam("slug"))
    .order_by(games.c.made_at.desc(), games.c.id)
    .limit(bindparam("most", type_=Integer))
)
NEXT_GAMES = (
    _SHARED.where(_AT_TABLE, games.c.slug == bindparam("slug"))
    .where(games.c.made_at > bindparam("moment"))
    .order_by(games.c.made_at.desc(), games.c.id)
    .limit(1)
)
# The only games that can be the same as one out of a file.
GAMES_MADE_AT = _GAMES.where(
    _AT_TABLE, games.c.slug == bindparam("slug"), games.c.made_at == bindparam("moment")
)
WRITTEN_GAMES = (
    select(func.count())
    .select_from(games)
    .where(_AT_TABLE, games.c.id.in_(bindparam("games", expanding=True)))
)
NEWEST_GAME = select(func.coalesce(func.max(games.c.made_at), 0)).where(_AT_TABLE)
TAKEN_GAMES = select(games.c.id).where(games.c.id.in_(bindparam("games", expanding=True)))
# The logs of an import are written at a table that is deleted and has no phones; see `imports`.
STAGING = (
    select(tables.c.id)
    .where(tables.c.deleted_at.is_not(None))
    .where(not_(select(members.c.phone).where(members.c.table == tables.c.id).exists()))
    .subquery()
)
STAGED = (
    select(STAGING.c.id)
    .distinct()
    .join(games, games.c.table == STAGING.c.id)
    .where(games.c.id.in_(bindparam("games", expanding=True)))
)
A_STAGED_GAME = select(games.c.id).where(_AT_TABLE).limit(1)
# How many bytes the entries of a table take in its file, at most.
WEIGHT = (
    select(
        func.coalesce(func.sum(func.length(cast(entries.c.facts, Text)) + BESIDES), 0),
    )
    .join(games, games.c.id == entries.c.game)
    .where(_AT_TABLE)
)
SHOW_GAMES = (
    update(games)
    .where(games.c.table == bindparam("staging"))
    .where(games.c.id.in_(bindparam("games", expanding=True)))
    .values(table=bindparam("table_id"))
)
UNSTAGE = delete(tables).where(tables.c.id == bindparam("table_id"))
FORGET_GAME = delete(games).where(games.c.id == bindparam("game_id"))
GAMES_AT_TABLE = select(func.count()).select_from(games).where(_AT_TABLE)
STARTED_GAME = _GAMES.where(games.c.id == bindparam("game_id"))
GAME_TO_WRITE = GAME.where(_WRITES)
SEATS = (
    select(seats.c.game, people.c.id, people.c.name)
    .join(people, people.c.id == seats.c.person)
    .where(seats.c.game.in_(bindparam("games", expanding=True)))
    .order_by(seats.c.game, seats.c.number)
)
LOGS = (
    select(entries)
    .where(entries.c.game.in_(bindparam("games", expanding=True)))
    .order_by(entries.c.game, entries.c.place)
)
LATER = (
    select(entries)
    .where(entries.c.game == bindparam("game_id"), entries.c.place >= bindparam("place"))
    .order_by(entries.c.place)
)
_HEAD = (
    select(func.coalesce(func.max(entries.c.place), 0))
    .where(entries.c.game == games.c.id)
    .scalar_subquery()
)
_OUTLINES = (
    select(games, _HEAD.label("head"), results.c.place, results.c.version, results.c.summary)
    .join(members, members.c.table == games.c.table)
    .outerjoin(results, results.c.game == games.c.id)
    .where(_MINE)
)
# Every game of a table, oldest first, with its result; who sat where is asked for all at once.
RESULTS = _OUTLINES.where(_AT_TABLE).order_by(games.c.made_at, games.c.id)
TABLE_SEATS = (
    select(seats.c.game, people.c.id, people.c.name)
    .join(people, people.c.id == seats.c.person)
    .where(people.c.table == bindparam("table_id"))
    .order_by(seats.c.game, seats.c.number)
)
FORGET_RESULTS = delete(results).where(results.c.game.in_(bindparam("games", expanding=True)))

# What was said to another phone about an id says nothing to this one.
_TOLD = (
    answers.c.game == bindparam("game_id"),
    (answers.c.phone == bindparam("phone")) | (answers.c.phone == ""),
)
ANSWER = select(answers).where(*_TOLD, answers.c.id == bindparam("wish_id"))
_ANSWERED = (answers.c.game == bindparam("game_id"), answers.c.phone == bindparam("phone"))
LAST_ANSWER = select(func.coalesce(func.max(answers.c.number), 0)).where(*_ANSWERED)
_MERGED = answers.c.answer == "merged"
_newer = answers.alias("newer")
# What was merged last at a place stays: by it the phone has seen that place, see MET.
FORGET_ANSWERS = delete(answers).where(
    *_ANSWERED,
    answers.c.number <= bindparam("number"),
    not_(_MERGED)
    | answers.c.place.in_(
        select(_newer.c.place).where(
            _newer.c.game == bindparam("game_id"),
            _newer.c.phone == bindparam("phone"),
            _newer.c.answer == "merged",
            _newer.c.number > bindparam("number"),
        )
    ),
)
# What this phone has entered too, as others had done before it.
MET = select(answers.c.place).where(
    answers.c.game == bindparam("game_id"),
    answers.c.phone == bindparam("phone"),
    answers.c.answer == "merged",
)

# Which of these ids of a phone were ever answered, and how much of the log is as old as a moment.
_ASKED: BindParameter[str] = bindparam("ids", expanding=True)
KNOWN = union(
    select(entries.c.id).where(entries.c.game == bindparam("game_id"), entries.c.id.in_(_ASKED)),
    select(answers.c.id).where(*_TOLD, answers.c.id.in_(_ASKED)),
)
OLDER = select(func.count()).where(
    entries.c.game == bindparam("game_id"), entries.c.at <= bindparam("moment")
)

_OF_DECK = (lessons.c.table == bindparam("table_id"), lessons.c.slug == bindparam("slug"))
LESSONS = (
    select(lessons.c.card, lessons.c.carries, lessons.c.game)
    .join(members, members.c.table == lessons.c.table)
    .where(_MINE, *_OF_DECK)
    .order_by(lessons.c.at, lessons.c.card, lessons.c.game)
)
NEWEST_LESSON = select(func.coalesce(func.max(lessons.c.at), 0)).where(*_OF_DECK)
# The decks of all tables that a phone writes at: by slug the one comes last that TABLES has first.
DECKS = (
    select(lessons.c.slug, tables.c.id, tables.c.touched_at)
    .distinct()
    .select_from(lessons)
    .join(tables, tables.c.id == lessons.c.table)
    .join(members, members.c.table == tables.c.id)
    .where(_MINE, _WRITES)
    .order_by(tables.c.touched_at, tables.c.id.desc())
)

_NAMED = (nicknames.c.table == bindparam("table_id"), nicknames.c.slug == bindparam("slug"))
NICKNAMES = select(nicknames.c.thing, nicknames.c.word).where(*_NAMED)
TABLE_NICKNAMES = (
    select(nicknames.c.slug, nicknames.c.thing, nicknames.c.word)
    .join(members, members.c.table == nicknames.c.table)
    .where(_MINE, nicknames.c.table == bindparam("table_id"))
)
# Those of all tables that a phone writes at: by slug the table comes last that TABLES has first.
ALL_NICKNAMES = (
    select(nicknames.c.table, nicknames.c.slug, nicknames.c.thing, nicknames.c.word)
    .join(tables, tables.c.id == nicknames.c.table)
    .join(members, members.c.table == tables.c.id)
    .where(_MINE, _WRITES)
    .order_by(tables.c.touched_at, tables.c.id.desc())
)
FORGET_NICKNAMES = delete(nicknames).where(
    *_NAMED, nicknames.c.thing.in_(bindparam("things", expanding=True))
)

EPOCH = select(epochs).order_by(epochs.c.began_at.desc()).limit(1)
NEW_EPOCH = insert(epochs)

NEW_PHONE, NEW_TABLE, NEW_MEMBER = insert(phones), insert(tables), insert(members)
NEW_PERSON, NEW_GAME, NEW_SEAT = insert(people), insert(games), insert(seats)
NEW_ENTRY, NEW_ANSWER, NEW_LESSON = insert(entries), insert(answers), insert(lessons)
NEW_NICKNAME, NEW_RESULT = insert(nicknames), insert(results)
BREATHE_IN = insert(health)
BREATHE_OUT = delete(health).where(health.c.id == bindparam("breath"))
TOUCH = (
    update(tables)
    .where(tables.c.id == bindparam("table_id"))
    .values(
        touched_at=case(
            (tables.c.touched_at >= bindparam("moment"), tables.c.touched_at + 1),
            else_=bindparam("moment"),
        ),
        expired_at=None,
        expired_days=0,
    )
    .returning(tables.c.touched_at)
)
TELL = select(func.pg_notify(bindparam("channel"), bindparam("table_id")))
CALL_TABLE = (
    update(tables).where(tables.c.id == bindparam("table_id")).values(name=bindparam("new_name"))
)
RENAME = (
    update(people)
    .where(people.c.id == bindparam("person_id"), people.c.table == bindparam("table_id"))
    .values(name=bindparam("new_name"))
)
UNLEARN = delete(lessons).where(*_OF_DECK, lessons.c.card.in_(bindparam("cards", expanding=True)))
UNLEARN_IN_GAME = UNLEARN.where(lessons.c.game == bindparam("game_id"))


@lru_cache(maxsize=100)
def page_of(wanted: Wanted) -> tuple[Select[Any], Select[Any]]:
    """What asks for some games of a table, newest first, and what counts all of these.

    `wanted` says whether they are those of a person; which one is asked for as `person`.

    Which games they are is found first, so that no result is read of any other.
    """
    which = [_MINE, _AT_TABLE, games.c.table == members.c.table]
    if wanted.slug:
        which.append(games.c.slug == wanted.slug)
    if wanted.having:
        which.append(_has(wanted.having))
    which += [not_(_has(other)) for other in wanted.lacking]
    if wanted.person:  # whoever it is
        sits = (seats.c.game == games.c.id) & (seats.c.person == bindparam("person"))
        which.append(select(seats.c.game).where(sits).exists())
    newest = (games.c.made_at.desc(), games.c.id.desc())
    found = (
        select(games.c.id)
        .select_from(games.join(members, members.c.table == games.c.table))
        .where(*which)
    )
    some = found.order_by(*newest).limit(bindparam("most", type_=Integer))
    some = some.offset(bindparam("skip", type_=Integer)).correlate(None)
    page = _OUTLINES.where(games.c.id.in_(some)).order_by(*newest)
    return page, select(func.count()).select_from(found.subquery())


def _has(options: Options) -> ColumnElement[bool]:
    """Whether a game is played with all of these options."""
    each = (func.coalesce(games.c.options[name].as_boolean(), False) == on for name, on in options)
    return and_(*each)
