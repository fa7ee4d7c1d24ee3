"""`freecell review`: the truth about every move of a game, the move that lost it, and the moves that cost length."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Final

import click

from freecell.analysis.review import MAX_SECONDS, SHORT, Loss, Question, Review, Reviewed, Saving, answer
from freecell.analysis.truth import Status, Truth, play_line
from freecell.cli.hint import CANCELLED, where_lost
from freecell.cli.options import database_option, read_asked, read_played, read_seconds, rules_options
from freecell.cli.pool import Pool
from freecell.cli.progress import ProgressLine, bar, interrupts
from freecell.game import Game
from freecell.game import Status as Played
from freecell.messages import text as _
from freecell.notation import write_rules

EXAMPLES = """\b
Examples:
  freecell review game.txt
  freecell review 3fa8c1d2
  freecell review - --json < game.txt
  freecell review 1941 "4a 4b 4c" --short 0.2
"""

_SHOWN: Final = 5
"""Of the moves that would have kept a game, so many are printed."""
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
        for line in _lines(review):
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


def _lines(review: Review) -> Iterator[str]:
    """The review in words."""
    for reviewed in review.reviewed:
        yield _line(reviewed)
    loss, game = review.loss, review.game
    if loss is None:
        yield _ending(game, review.truths[-1])
        return
    yield where_lost(game, loss)
    for saving in loss.saving[:_SHOWN]:
        yield from _saving_lines(review, loss, saving)
    if len(loss.saving) > _SHOWN:
        yield _("  and so would {count:other moves}", count=len(loss.saving) - _SHOWN)
    if loss.undecided:
        yield _("  Of {count:other moves} it is not known.", count=loss.undecided)


def _saving_lines(review: Review, loss: Loss, saving: Saving) -> Iterator[str]:
    """A move that would have kept the game, and the line that it begins."""
    assert loss.last_winnable is not None  # noqa: S101
    if not saving.truth.line and saving.truth.moves_left != 0:
        yield _("  {move} would have kept it", move=saving.text)
        return
    at, rules = review.knowledge.positions[loss.last_winnable], review.knowledge.rules[loss.last_winnable]
    game = play_line(at, rules, (saving.move, *saving.truth.line))
    yield _("  {move} would have kept it, and wins in {moves:moves}:", move=saving.text, moves=game.moves)
    yield f"    {game.text}"


def _line(reviewed: Reviewed) -> str:
    truth = reviewed.after
    known = {Status.WINNABLE: _("winnable"), Status.UNWINNABLE: _("unwinnable"), Status.UNKNOWN: _("unknown")}[truth.status]
    told = f"{reviewed.number:>4}  {reviewed.text:<12}  {known:<10}"
    if truth.moves_left is not None:
        # T: So many moves are left.
        told += "  " + _("{number} left", number=f"{truth.moves_left:>3}")
    if reviewed.cost:
        # T: So many moves more.
        told += _(", {number} more than need be", number=reviewed.cost)
    # T: This move lost the game.
    return (told + ("  " + _("lost it") if reviewed.lost_it else "")).rstrip()


def _ending(game: Game, truth: Truth | None) -> str:
    if game.position.won:
        return _("Won in {moves:moves}.", moves=game.moves)
    if truth is not None and truth.status is Status.WINNABLE:
        return _can_be_won(game.status is Played.RESIGNED, truth.moves_left)
    return _("It is not known whether it can still be won.")


def _can_be_won(resigned: bool, moves: int | None) -> str:
    if moves is None:
        return _("Resigned, though it could still be won.") if resigned else _("It can still be won.")
    if resigned:
        return _("Resigned, though it could still be won in {count:more moves}.", count=moves)
    return _("It can still be won in {count:more moves}.", count=moves)
