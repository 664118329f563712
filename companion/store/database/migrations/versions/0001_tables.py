"""Tables with their phones and people, games with their seats, entries and refusals."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _whoever_comes_to_a_table()
    _whatever_is_played_there()


def _whoever_comes_to_a_table() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("touched_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_table(
        "phones",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("secret_hash", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_phones"),
        sa.UniqueConstraint("secret_hash", name="uq_phones_secret_hash"),
    )
    op.create_table(
        "members",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("phone", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table", "phone", name="pk_members"),
        _goes_with("members", "table", "tables"),
        _goes_with("members", "phone", "phones"),
    )
    op.create_index("ix_members_phone", "members", ["phone"])
    op.create_table(
        "people",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        _goes_with("people", "table", "tables"),
    )
    op.create_index("ix_people_table", "people", ["table"])


def _whatever_is_played_there() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("slug", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        _goes_with("games", "table", "tables"),
    )
    op.create_index("ix_games_table", "games", ["table"])
    op.create_table(
        "seats",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_seats"),
        _goes_with("seats", "game", "games"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_seats_person", deferrable=True, initially="DEFERRED"
        ),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_table(
        "entries",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("phone", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("facts", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("game", "place", name="pk_entries"),
        sa.UniqueConstraint("game", "id", name="uq_entries_game_id"),
        _goes_with("entries", "game", "games"),
        sa.ForeignKeyConstraint(["phone"], ["phones.id"], name="fk_entries_phone"),
    )
    op.create_table(
        "refusals",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("facts", sa.JSON, nullable=False),
        sa.Column("rules", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("game", "id", name="pk_refusals"),
        _goes_with("refusals", "game", "games"),
    )


def _goes_with(table: str, column: str, owner: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [f"{owner}.id"], name=f"fk_{table}_{column}", ondelete="CASCADE"
    )
