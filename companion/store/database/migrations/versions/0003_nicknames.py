"""Nicknames: what a table calls a game, or a part of it, for itself."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "nicknames",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("slug", sa.Text, nullable=False),
        sa.Column("thing", sa.Text, nullable=False),
        sa.Column("word", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table", "slug", "thing", name="pk_nicknames"),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name="fk_nicknames_table", ondelete="CASCADE"
        ),
    )
