"""Entries are found by their phone, and answers are those of one phone."""

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_index("ix_entries_phone", "entries", ["phone"])
    with op.batch_alter_table("answers") as answers:
        answers.drop_constraint("pk_answers", type_="primary")
        answers.create_primary_key("pk_answers", ["game", "id", "phone"])
