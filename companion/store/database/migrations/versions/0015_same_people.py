"""People may be somebody else of their table, and may be left out of its lists."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("people", sa.Column("same_as", sa.Text))
    op.add_column("people", sa.Column("who", sa.Text))
    listed = sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.true())
    op.add_column("people", listed)
