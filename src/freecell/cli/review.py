"""`freecell review`: the truth about every move of a game, the move that lost it, and the moves that cost length."""

from __future__ import annotations

import json
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Final

import click

from freecell.analysis.review import MAX_SECONDS, SHORT, Question, Review, answer
from freecell.analysis.telling import review_lines
from freecell.analysis.truth import Status, Truth
from freecell.cli.hint import CANCELLED
from freecell.cli.options import database_option, read_asked, read_played, read_seconds, rules_options
from freecell.cli.pool import Pool
from freecell.cli.progress import ProgressLine, bar, interrupts
from freecell.messages import text as _
from freecell.notation import write_rules

EXAMPLES = """\b
Examples:
  freecell review game.txt
  freecell review 3fa8c1d2
  freecell review - --json < game.txt
  freecell review 1941 "4a 4b 4c" --short 0.2
"""

_LOOK: Final = 0.1
"""Seconds between two looks whether Ctrl-C was pressed."""


@click.command("review", epilog=EXAMPLES)
@click.argument("what", metavar="FILE|-|DEAL|GAME")
@click.argument("moves", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
@rules_options
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="N", help="Positions to search at once.  [default: all cores]")
@click.option("--short", callback=read_seconds, metavar="S", help=f"Look so long for a short line, each position.  [default: {SHORT}]")
@click.option(
    "--max-seconds", callback=read_seconds, metavar="S", help=f"Give up on a position after so long.  [default: {MAX_SECONDS:.0f}]"
)
@database_option
@click.pass_context
def command(
    ctx: click.Context, what: str, moves: tuple[str, ...], as_json: bool, profile: str | None, cells: str | None,
    changes: tuple[str, ...], jobs: int | None, short: float | None, max_seconds: float | None, database: str | None,
) -> None:  # fmt: skip
    """Review a game, finished or not.

    The game is a text, which has rules of its own, from a FILE or (-) from standard input, or MOVES on a DEAL, or a GAME that is kept, by
    its name as `freecell games` lists it.

    A line is printed for each move: its number, the move, whether the game can be won after it and in how many moves, and by how many it
    made the best line known longer. Then where the game was lost, and what would have kept it, each with its line. Lost is only what is
    proved to be.

    Exit code: 0 every position decided, 2 bad input, 3 some are not known, 130 cancelled by Ctrl-C, which prints what is known so far.
    """
    game = read_played(what, " ".join(moves), read_asked(profile, cells, changes), database)
    review = Review(game, short=SHORT if short is None else short, max_seconds=MAX_SECONDS if max_seconds is None else max_seconds)
    cancelled = not _search(review, jobs)
    if as_json:
        click.echo(json.dumps({"deal": game.deal, "rules": write_rules(game.rules, game.profile)} | review.as_dict()))
    else:
        for line in review_lines(review):
            click.echo(line)
    unknown = any(truth is None or truth.status is Status.UNKNOWN for truth in review.truths)
    ctx.exit(CANCELLED if cancelled else 3 if unknown else 0)


def _search(review: Review, jobs: int | None) -> bool:
    """Have everything searched that a review needs; False if Ctrl-C ended it."""
    progress, waiting = ProgressLine(), dict[Future[Truth], Question]()
    with interrupts() as interrupted, Pool(jobs) as pool:
        while not interrupted():
            while len(waiting) < pool.jobs and (question := review.ask()) is not None:
                waiting[pool.submit(answer, question)] = question
            if not waiting:
                break
            for future in wait(waiting, _LOOK, FIRST_COMPLETED).done:
                review.take(waiting.pop(future), future.result())
            progress.show(lambda: _progress_text(review))
        cancelled = interrupted()
    progress.clear()
    return not cancelled


def _progress_text(review: Review) -> str:
    done, of = review.progress
    return f"{bar(done, of)} " + _("{done} of {all:searches}", done=done, all=of)
