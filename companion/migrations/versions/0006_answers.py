"""Answers: what was said to wishes that wrote nothing; refusals and mergers were the first."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    answers = op.create_table(
        "answers",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("facts", sa.JSON, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("rules", sa.JSON, nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("between", sa.JSON, nullable=False),
        sa.Column("possible", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game", "id", name="pk_answers"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_answers_game", ondelete="CASCADE"),
    )
    refusals = sa.table("refusals", *map(sa.column, ("game", "id", "facts", "rules", "merged")))
    refused = {
        "game": refusals.c.game,
        "id": refusals.c.id,
        "facts": refusals.c.facts,
        "answer": sa.case((refusals.c.merged.is_(None), "refused"), else_="merged"),
        "rules": refusals.c.rules,
        "place": refusals.c.merged,
        "between": sa.literal([], sa.JSON),
        "possible": sa.true(),
    }
    op.execute(answers.insert().from_select(list(refused), sa.select(*refused.values())))
    op.drop_table("refusals")
