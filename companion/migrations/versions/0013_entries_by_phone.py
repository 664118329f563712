"""Entries by their phone: a phone that has entered nothing can be removed."""

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_index("ix_entries_phone", "entries", ["phone"])
