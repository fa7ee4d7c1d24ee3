"""`freecell hint`: the next move of a short line, and what it is good for."""

from __future__ import annotations

import json
from typing import Any, Final

import click

from freecell.analysis.hint import SHORT, Hint, find_hint, hint_from
from freecell.analysis.review import Loss, find_loss
from freecell.analysis.telling import where_lost
from freecell.analysis.truth import Status
from freecell.cli.options import database_option, read_asked, read_played, read_seconds, rules_options
from freecell.cli.progress import ProgressLine, interrupts
from freecell.game import Game
from freecell.messages import text as _
from freecell.moves import write_move
from freecell.solver.driver import Progress

EXAMPLES = """\b
Examples:
  freecell hint 1941
  freecell hint game.txt
  freecell hint 3fa8c1d2
  freecell hint 164 "1a 2b" --profile points
  freecell hint - --moves 5 < game.txt
"""

EXIT_CODES: Final = {Status.WINNABLE: 0, Status.UNWINNABLE: 1, Status.UNKNOWN: 3}
CANCELLED: Final = 130


@click.command("hint", epilog=EXAMPLES)
@click.argument("what", metavar="DEAL|CODE|FILE|-|GAME")
@click.argument("moves", nargs=-1)
@click.option("--moves", "count", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Show so many moves of the line.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
@rules_options
@click.option("--short", callback=read_seconds, metavar="S", help=f"Look so long for a shorter line.  [default: {SHORT}]")
@click.option("--max-seconds", callback=read_seconds, metavar="S", help="Give up after so long without an answer.")
@database_option
@click.pass_context
def command(
    ctx: click.Context, what: str, moves: tuple[str, ...], count: int, as_json: bool, profile: str | None, cells: str | None,
    changes: tuple[str, ...], short: float | None, max_seconds: float | None, database: str | None,
) -> None:  # fmt: skip
    """Say what to play next, and why.

    The position is where MOVES lead on a DEAL, or where the text of a game ends, which has rules of its own, from a FILE or (-) from
    standard input; or where a GAME stands that is kept, by its name as `freecell games` lists it. Where nothing wins any more,
    which is then proved, it names the last position that could be won.

    Exit code: 0 a move that wins, 1 proved that nothing wins, 2 bad input, 3 not known, 130 cancelled by Ctrl-C.
    """
    game = read_played(what, " ".join(moves), read_asked(profile, cells, changes), database)
    progress, loss = ProgressLine(), None
    with interrupts() as interrupted:
        hint = find_hint(
            game, short=SHORT if short is None else short, max_seconds=max_seconds, cancel=interrupted,
            on_progress=lambda now: progress.show(lambda: progress_text(now)),
        )  # fmt: skip
        if hint.status is Status.UNWINNABLE:
            loss = find_loss(game, max_seconds=max_seconds, cancel=interrupted)
        cancelled = interrupted()
    progress.clear()
    click.echo(json.dumps(_json(game, hint, loss)) if as_json else "\n".join(_text(game, hint, loss, count)))
    ctx.exit(CANCELLED if cancelled and hint.status is Status.UNKNOWN else EXIT_CODES[hint.status])


def progress_text(now: Progress) -> str:
    """Say how far a search is."""
    return _("{states:states}, {seconds:seconds}", states=now.states, seconds=round(now.seconds))


def _json(game: Game, hint: Hint, loss: Loss | None) -> dict[str, Any]:
    text = None if hint.move is None else write_move(hint.move, game.position, game.rules)
    return {"move": text} | hint.as_dict() | {"last_winnable": None if loss is None else loss.last_winnable}


def _text(game: Game, hint: Hint, loss: Loss | None, count: int) -> list[str]:
    if hint.move is None:
        return [str(hint), *([] if loss is None else [where_lost(game, loss)])]
    lines: list[str] = []
    table = Game(game.position, game.rules.change({"autoplay": game.autoplay}))
    left = hint.moves_left or 0
    while hint.move is not None and len(lines) < count:
        text = write_move(hint.move, table.position, table.rules)
        lines.append(f"{text}: {hint}")
        known = hint.truth.after(table.play(hint.move))
        assert known is not None  # noqa: S101
        hint = hint_from(known, table.position, table.rules)
    return [*lines, _("Winnable in {left:moves} from here.", left=left)]
