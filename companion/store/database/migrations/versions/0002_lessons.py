"""Lessons: what a table has learned of its cards."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "lessons",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("slug", sa.Text, nullable=False),
        sa.Column("card", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("carries", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table", "slug", "card", "game", name="pk_lessons"),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name="fk_lessons_table", ondelete="CASCADE"
        ),
    )
