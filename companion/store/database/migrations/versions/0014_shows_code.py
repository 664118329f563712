"""Screens that only look on: whether they may show how players join."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    shows_code = sa.Column("shows_code", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("tables", shows_code)
