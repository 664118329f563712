"""Phones at one table: their names, how they are invited, and tables that are closed or deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("closed_at", sa.BigInteger))
    op.add_column("tables", sa.Column("deleted_at", sa.BigInteger))
    op.create_index("ix_tables_touched_at", "tables", ["touched_at"])
    op.add_column("members", sa.Column("name", sa.Text, nullable=False, server_default=""))
    op.add_column("members", sa.Column("person", sa.Text))
    op.add_column(
        "members", sa.Column("joined_at", sa.BigInteger, nullable=False, server_default="0")
    )
    op.add_column("members", sa.Column("left_at", sa.BigInteger))
    op.create_table(
        "invitations",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("number", sa.Text, nullable=False),
        sa.Column("link_hash", sa.Text, nullable=False),
        sa.Column("code_hash", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table", "role", name="pk_invitations"),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name="fk_invitations_table", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("link_hash", name="uq_invitations_link_hash"),
        sa.UniqueConstraint("code_hash", name="uq_invitations_code_hash"),
    )
