"""One file for each change of the tables; each can be undone."""
