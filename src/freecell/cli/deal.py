"""`freecell deal`: the layout of a deal."""

from __future__ import annotations

import click

from freecell.deals import choose_cells, deal, game_code, random_number, read_deal
from freecell.messages import text as _
from freecell.notation import write_layout
from freecell.rules import Rules

EXAMPLES = """\b
Examples:
  freecell deal 11982
  freecell deal FC1-C4-AAAAAKH
  freecell deal 617 --cells 2
  freecell deal random
"""


@click.command("deal", epilog=EXAMPLES, context_settings={"ignore_unknown_options": True})  # -5 is a wrong deal, not an option
@click.argument("name", metavar="DEAL")
@click.option("--cells", metavar="N", help="Number of free cells, 0 to 4.  [default: 4, or the code's]")
def command(name: str, cells: str | None) -> None:
    """Print the layout of DEAL: a number from 1 to 8589934591, a game code, or random.

    A cascade is a line, from its deepest card to its top; fc-solve and PySolFC read the same. The number and code of a random deal go to
    standard error.
    """
    wanted = None if cells is None else Rules().change({"cells": cells}).cells
    if name == "random":
        number, count = random_number(), wanted
    else:
        asked = read_deal(name)
        number, count = asked.number, choose_cells(asked, wanted)
    count = 4 if count is None else count
    if name == "random":
        code = game_code(number, count)
        click.echo(_("Deal {number}, {code}", number=number, code=code), err=True)
    click.echo(write_layout(deal(number, count)))
