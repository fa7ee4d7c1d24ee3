"""`freecell export`: all games in one file."""

from __future__ import annotations

import click

from freecell.cli.options import database_option, opened
from freecell.errors import BadInput
from freecell.messages import text as _

EXAMPLES = """\b
Examples:
  freecell export games.jsonl
  freecell export | gzip > games.jsonl.gz
"""


@click.command("export", epilog=EXAMPLES)
@click.argument("file", default="-", metavar="[FILE]")
@database_option
def command(file: str, database: str | None) -> None:
    """Write all games that are kept into a new FILE, or to standard output, as JSON Lines.

    `freecell import` takes them in on another machine, without doubles. What is in the file is told in docs/store.md.
    """
    with opened(database) as (store, player):
        if file == "-":
            for line in store.export(player):
                click.echo(line)
            return
        try:
            with open(file, "x", encoding="utf-8", newline="\n") as written:
                written.writelines(line + "\n" for line in store.export(player))
        except FileExistsError:
            raise BadInput("file-exists", file=file) from None
        except OSError as error:
            raise BadInput("unwritable", file=file, problem=error.strerror or str(error)) from None
    click.echo(_("All games are written into {file}.", file=file), err=True)
