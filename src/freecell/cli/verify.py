"""`freecell verify`: replays a game and says whether it wins."""

from __future__ import annotations

from pathlib import Path

import click

from freecell.deals import DealName, choose_cells, deal, read_deal
from freecell.errors import BadInput, IllegalReplay
from freecell.game import Game, Status
from freecell.messages import count_text
from freecell.notation import read_game, replay
from freecell.rules import Rules, find_profile

EXAMPLES = """\b
Examples:
  freecell verify 164 "4d 4a 2b 2h"
  freecell verify FC1-C2-AAAAAKH "..." --profile points
  freecell verify 1 "..." --rule supermove=single --rule autoplay=off
  freecell verify game.txt
  freecell verify - < game.txt
"""


@click.command("verify", epilog=EXAMPLES)
@click.argument("what", metavar="DEAL|FILE|-")
@click.argument("moves", nargs=-1)
@click.option("--profile", metavar="NAME", help="House rules that the moves are replayed under.  [default: standard]")
@click.option("--cells", metavar="N", help="Number of free cells, 0 to 4.")
@click.option(
    "--rule", "changes", multiple=True, metavar="NAME=VALUE", help="A rule that differs from the profile's; see `freecell profiles`."
)
@click.pass_context
def command(
    ctx: click.Context, what: str, moves: tuple[str, ...], profile: str | None, cells: str | None, changes: tuple[str, ...]
) -> None:
    """Replay MOVES on DEAL, or the text of a game, which has rules of its own, from a FILE or (-) from standard input.

    Says whether the game is won, or which move is wrong and why. Moves that list every card that goes to a foundation are replayed
    without autoplay; if that fails, they are replayed with the profile's, as players of such programs write them down.

    Exit code: 0 won, 1 not won or a move is wrong, 2 bad input.
    """
    try:
        if moves:
            game, note = _replay(read_deal(what), " ".join(moves), _rules(profile or "standard", cells, changes))
        elif profile or cells or changes:
            raise click.UsageError("--profile, --cells and --rule go with a deal and its moves; the text of a game has its own rules.")
        else:
            game, note = read_game(_text(what)), ""
    except IllegalReplay as error:
        if error.reason.code.startswith("bad-"):
            raise
        click.echo(str(error))
        ctx.exit(1)
    click.echo(_verdict(game) + note)
    ctx.exit(0 if game.status is Status.WON else 1)


def _text(what: str) -> str:
    """The text of a game from a file or from standard input."""
    try:
        return _bytes(what).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("bad-game", problem="it is not UTF-8 text") from None
    except OSError as error:
        if isinstance(error, FileNotFoundError) and _is_deal(what):
            raise BadInput("missing-moves", deal=what) from None
        raise BadInput("bad-file", file=what, problem=error.strerror or str(error)) from None


def _bytes(what: str) -> bytes:
    if what != "-":
        return Path(what).read_bytes()
    with open(0, "rb", closefd=False) as standard_input:
        return standard_input.read()


def _is_deal(text: str) -> bool:
    try:
        read_deal(text)
    except BadInput:
        return False
    return True


def _rules(profile: str, cells: str | None, changes: tuple[str, ...]) -> tuple[Rules, bool, bool]:
    """The rules asked for, and whether autoplay and the number of cells were among what was asked."""
    asked: dict[str, object] = {}
    for change in changes:
        name, _, value = change.partition("=")
        asked[name] = value
    if cells is not None:
        asked["cells"] = cells
    return find_profile(profile).rules.change(asked), "autoplay" in asked, "cells" in asked


def _replay(what: DealName, moves: str, asked: tuple[Rules, bool, bool]) -> tuple[Game, str]:
    """Replay the moves, without autoplay and then with it unless it was asked for; return the game, and a note on the autoplay."""
    rules, autoplay_asked, cells_asked = asked
    number = what.number
    if what.cells is not None:
        rules = rules.change({"cells": choose_cells(what, rules.cells if cells_asked else None)})
    start = deal(number, rules.cells)
    tries = [rules] if autoplay_asked else [rules.change({"autoplay": "off"}), rules]
    games: list[Game] = []
    failures: list[IllegalReplay] = []
    for attempt in tries:
        try:
            games.append(replay(Game(start, attempt, deal=number), moves))
        except IllegalReplay as error:
            failures.append(error)
        else:
            if games[-1].position.won:
                break
    if not games:
        raise max(failures, key=lambda error: error.index)
    game = max(games, key=lambda game: sum(game.position.foundations))
    return game, f" (with {game.rules.autoplay} autoplay)" if game.rules.autoplay != "off" and not autoplay_asked else ""


def _verdict(game: Game) -> str:
    made = count_text(game.moves, "move", "moves")
    if game.status is Status.WON:
        return f"Wins in {made}"
    home = sum(game.position.foundations)
    how = {Status.LOST: "; no legal move is left", Status.RESIGNED: "; resigned"}.get(game.status, "")
    return f"Does not win: {home} of 52 cards are on the foundations after {made}{how}"
