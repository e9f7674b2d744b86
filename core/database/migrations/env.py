"""Lets Alembic work on the connection that `core.database.engine` opened."""

from alembic import context

from core.database.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
