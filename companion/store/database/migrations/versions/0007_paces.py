"""Paces: when all tries of a phone or an address will have come back."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "paces",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("full_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_paces"),
    )
