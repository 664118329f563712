"""Expiry: since when a table is found too old, and on how many days it was."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("tables", sa.Column("expired_at", sa.BigInteger))
    op.add_column(
        "tables", sa.Column("expired_days", sa.Integer, nullable=False, server_default="0")
    )
