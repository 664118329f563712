"""Health: where it is tried whether anything can be written."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "health",
        sa.Column("id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_health"),
    )
