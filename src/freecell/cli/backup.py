"""`freecell backup`: a copy of everything."""

from __future__ import annotations

from pathlib import Path

import click

from freecell.cli.options import database_option, opened

EXAMPLES = """\b
Examples:
  freecell backup
  freecell backup /mnt/safe/freecell.db
  freecell backup freecell.db --database postgresql://me@db.example/freecell
"""


@click.command("backup", epilog=EXAMPLES)
@click.argument("file", required=False, metavar="[FILE]")
@database_option
def command(file: str | None, database: str | None) -> None:
    """Copy everything that is kept, of all players, into a new FILE, while the game may go on.

    The copy is a database like any other, which --database can name. Without FILE it goes into the folder backups beside the database.
    """
    with opened(database) as (store, _):
        click.echo(f"Everything is copied into {store.back_up(None if file is None else Path(file))}")
