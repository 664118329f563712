"""Answers: what was said to submissions that wrote nothing; refusals were the first."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    answers = op.create_table(
        "answers",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("phone", sa.Text, nullable=False),
        sa.Column("facts", sa.JSON, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("rules", sa.JSON, nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("between", sa.JSON, nullable=False),
        sa.Column("possible", sa.Boolean, nullable=False),
        sa.Column("taught", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("game", "id", name="pk_answers"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_answers_game", ondelete="CASCADE"),
    )
    refusals = sa.table("refusals", *map(sa.column, ("game", "id", "facts", "rules")))
    refused = {
        "game": refusals.c.game,
        "id": refusals.c.id,
        "phone": sa.literal(""),
        "facts": refusals.c.facts,
        "answer": sa.literal("refused"),
        "rules": refusals.c.rules,
        "between": sa.literal([], sa.JSON),
        "possible": sa.true(),
        "taught": sa.literal({}, sa.JSON),
    }
    op.execute(answers.insert().from_select(list(refused), sa.select(*refused.values())))
    op.drop_table("refusals")
