"""What Alembic runs before a version: it works through the connection that it is given."""

from alembic import context

from companion.store.database.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    # SQLite cannot change a column: batches copy the table instead.
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
