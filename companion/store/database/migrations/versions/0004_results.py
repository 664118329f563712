"""Results: what a game comes down to, kept beside its log to be thrown away at any time."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("summary", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_results"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_results_game", ondelete="CASCADE"),
    )
    op.create_index("ix_games_newest", "games", ["table", "made_at", "id"])
