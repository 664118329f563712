"""Eras: when the data began, and when it was put back to an earlier moment."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "eras",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("began_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_eras"),
    )
