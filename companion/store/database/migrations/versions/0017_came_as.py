"""A game keeps what the file called it out of which it came."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("games", sa.Column("came_as", sa.Text, nullable=False, server_default=""))
