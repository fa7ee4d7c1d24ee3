"""How the tables came to be what they are: Alembic's environment, and a file for each change."""
