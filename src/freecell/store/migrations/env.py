"""What Alembic runs to migrate: the database is the one that `freecell.store.schema` has opened."""

from alembic import context

from freecell.store.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite alters a table by copying it
    transactional_ddl=True,
)
context.run_migrations()
