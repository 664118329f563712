"""Games have a note, and can be deleted and restored for a day."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("games", sa.Column("note", sa.Text, nullable=False, server_default=""))
    op.add_column("games", sa.Column("deleted_at", sa.BigInteger))
    op.create_table(
        "removed_games",
        sa.Column("id", sa.Text),
        sa.Column("table", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_removed_games"),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name="fk_removed_games_table", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_removed_games_table", "removed_games", ["table"])
