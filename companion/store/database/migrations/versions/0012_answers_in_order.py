"""Answers in order, by phone and game: of old ones, only so many are kept."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("answers", sa.Column("number", sa.Integer, nullable=False, server_default="0"))
