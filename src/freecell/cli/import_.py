"""`freecell import`: games from a file, or a layout."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Final

import click

from freecell.cli.options import database_option, opened
from freecell.errors import BadInput
from freecell.messages import count_text
from freecell.notation import decode

if TYPE_CHECKING:
    from freecell.store import Player, Store

EXAMPLES = """\b
Examples:
  freecell import games.jsonl
  freecell import - < games.jsonl
  freecell import game.txt layout.txt
"""
_LONGEST_TEXT: Final = 1_000_000
"""Bytes: the longest text of one game."""


@click.command("import", epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, metavar="FILE|-...")
@database_option
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], database: str | None) -> None:
    """Take in the games of each FILE, or (-) of standard input: what `freecell export` wrote, or the text of a game or a layout.

    Every game is replayed before it counts. What is there already is not taken twice, and a game that went on elsewhere goes on here.
    A layout, or a game that has not ended, is open and can be played on; a game from a text that is won already counts as demonstrated.

    Exit code: 0 all is taken, 1 some lines are not, 2 bad input.
    """
    complete = True
    with opened(database) as (store, player):
        for name in files:
            complete &= _take(store, player, name)
    ctx.exit(0 if complete else 1)


def _take(store: Store, player: Player, name: str) -> bool:
    from freecell.store.transfer import is_export

    try:
        with open(0 if name == "-" else name, "rb", closefd=name != "-") as file:
            first = _line(file)
            if is_export(decode(first)):
                return _take_lines(store, player, name, file, first)
            text = first + file.read(_LONGEST_TEXT)
    except OSError as error:
        raise BadInput("bad-file", file=name, problem=error.strerror or str(error)) from None
    if len(text) > _LONGEST_TEXT:
        raise BadInput("bad-game", problem=f"it is longer than {_LONGEST_TEXT} bytes")
    record, is_new = store.import_text(player, decode(text))
    click.echo(f"{name}: game {record.uid[:8]}, {record.result}" + ("" if is_new else "; it was there already"))
    return True


def _line(file: IO[bytes]) -> bytes:
    from freecell.store.transfer import MOST_LETTERS

    return file.readline(4 * MOST_LETTERS)  # longer than any line of letters may be


def _take_lines(store: Store, player: Player, name: str, file: IO[bytes], first: bytes) -> bool:
    def lines() -> Iterator[str]:
        line = first
        while line:
            yield line.decode("utf-8", "replace")
            line = _line(file)

    told = store.import_lines(player, lines())
    games = count_text(told.new, "new game", "new games")
    click.echo(f"{name}: {games}, {told.continued} that went on, {told.known} that were there already")
    for refused in told.refused:
        click.echo(f"{name}, line {refused.line}: {refused.problem}", err=True)
    if told.refused_count:
        click.echo(f"{name}: {count_text(told.refused_count, 'line is', 'lines are')} not taken", err=True)
    return not told.refused_count
