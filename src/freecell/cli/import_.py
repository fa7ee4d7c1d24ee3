"""`freecell import`: games from a file, or a layout."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Final

import click

from freecell.cli.options import database_option, opened
from freecell.errors import BadInput
from freecell.messages import text as _
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
        raise BadInput("bad-game", problem={"code": "too-many-bytes", "values": {"most": _LONGEST_TEXT}})
    record, is_new = store.import_text(player, decode(text))
    told = {"file": name, "name": record.uid[:8], "result": str(record.result)}
    if is_new:
        click.echo(_("{file}: game {name}, {result}", **told))
    else:
        click.echo(_("{file}: game {name}, {result}; it was there already", **told))
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
    counts = {"new": told.new, "continued": told.continued, "known": told.known}
    click.echo(_("{file}: {new:new games}, {continued} that went on, {known} that were there already", file=name, **counts))
    for refused in told.refused:
        click.echo(_("{file}, line {number}: {problem}", file=name, number=refused.line, problem=refused.problem), err=True)
    if told.refused_count:
        click.echo(_("{file}: {count:lines not taken}", file=name, count=told.refused_count), err=True)
    return not told.refused_count
