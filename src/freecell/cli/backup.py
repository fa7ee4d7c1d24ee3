"""`freecell backup`: a copy of everything."""

from __future__ import annotations

from pathlib import Path

import click

from freecell.cli.options import database_option, opened
from freecell.messages import text as _

EXAMPLES = """\b
Examples:
  freecell backup
  freecell backup /mnt/safe/freecell.db
  freecell backup freecell.db --database postgresql://me@db.example/freecell
  freecell backup postgresql://me@db.example/freecell
"""


@click.command("backup", epilog=EXAMPLES)
@click.argument("target", required=False, metavar="[FILE|URL]")
@database_option
def command(target: str | None, database: str | None) -> None:
    """Copy everything that is kept, of all players, into a new FILE, while the game may go on.

    The copy is a database like any other, which --database can name. Without FILE it goes into the folder backups beside the database.
    The URL of an empty database is filled with everything: so a copy goes back, or moves to PostgreSQL.
    """
    with opened(database) as (store, _player):
        if target is not None and "://" in target:
            store.copy_into(target)
            click.echo(_("Everything is copied."))
        else:
            click.echo(_("Everything is copied into {file}", file=str(store.back_up(None if target is None else Path(target)))))
