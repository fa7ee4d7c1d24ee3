"""`freecell verify`: replays a game and says whether it wins."""

from __future__ import annotations

import click

from freecell.cli.options import Asked, is_deal, is_there, read_asked, read_file, rules_options
from freecell.deals import DealName, deal, read_deal
from freecell.errors import BadInput, IllegalReplay
from freecell.game import Game, Status
from freecell.messages import text as _
from freecell.notation import read_game, replay

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
@rules_options
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
            game, note = _replay(read_deal(what), " ".join(moves), read_asked(profile, cells, changes))
        elif profile or cells or changes:
            raise click.UsageError(_("--profile, --cells and --rule go with a deal and its moves; the text of a game has its own rules."))
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
    if is_deal(what) and not is_there(what):
        raise BadInput("missing-moves", deal=what)
    return read_file(what)


def _replay(what: DealName, moves: str, asked: Asked) -> tuple[Game, str]:
    """Replay the moves, without autoplay and then with it unless it was asked for; return the game, and a note on the autoplay."""
    number, rules, autoplay_asked = what.number, asked.for_deal(what), "autoplay" in asked.named
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
    return game, _(
        " (with {autoplay} autoplay)", autoplay=game.rules.autoplay
    ) if game.rules.autoplay != "off" and not autoplay_asked else ""


def _verdict(game: Game) -> str:
    if game.status is Status.WON:
        return _("Wins in {moves:moves}", moves=game.moves)
    told = {"home": sum(game.position.foundations), "moves": game.moves}
    if game.status is Status.LOST:
        return _("Does not win: {home} of 52 cards are on the foundations after {moves:moves}; no legal move is left", **told)
    if game.status is Status.RESIGNED:
        return _("Does not win: {home} of 52 cards are on the foundations after {moves:moves}; resigned", **told)
    return _("Does not win: {home} of 52 cards are on the foundations after {moves:moves}", **told)
