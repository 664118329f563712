"""The tables of the database: what it keeps of tables, phones, people, games and decks."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

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
    # Whether screens that only look on may show how players join.
    Column("shows_code", Boolean, nullable=False, server_default=false()),
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
    # Who was said to be somebody else: whom, and whom that comes down to in the end; NULL for all
    # others. Not foreign keys: people stay as long as their table.
    Column("same_as", Text),
    Column("who", Text),
    # Whether people are asked whether they are this one.
    Column("listed", Boolean, nullable=False, server_default=true()),
)

games = Table(
    "games",
    METADATA,
    Column("id", Text, primary_key=True),
    _of("table", "tables", index=True),
    _text("slug"),
    Column("options", JSON, nullable=False),
    _moment("made_at"),
    # What somebody wrote about it, "" for nothing.
    Column("note", Text, nullable=False, server_default=""),
    # It is kept for a day, and can be restored; NULL for all others.
    Column("deleted_at", BigInteger),
    # What the file called it out of which it came, "" for one that began here.
    Column("came_as", Text, nullable=False, server_default=""),
    # The newest games of a table are found without looking at the others.
    Index("ix_games_newest", "table", "made_at", "id"),
)

removed_games = Table(
    "removed_games",
    METADATA,
    Column("id", Text, primary_key=True),
    _of("table", "tables", index=True),
)
"""Deleted games that are gone for good: a copy of their table does not bring them back."""

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
