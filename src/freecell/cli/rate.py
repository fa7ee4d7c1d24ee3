"""`freecell rate`: how hard deals are, with the parts that say so."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future
from contextlib import closing
from functools import partial
from typing import Any, Final

import click

from freecell.analysis.difficulty import MAX_STATES, Difficulty, rate
from freecell.analysis.telling import difficulty_lines
from freecell.analysis.truth import Status, rules_of
from freecell.cli.hint import CANCELLED, EXIT_CODES, progress_text
from freecell.cli.options import read_asked, read_played, read_range, rules_options
from freecell.cli.pool import Pool
from freecell.cli.progress import ProgressLine, bar, interrupts
from freecell.deals import deal
from freecell.messages import spoken
from freecell.messages import text as _
from freecell.position import Position
from freecell.rules import Rules

EXAMPLES = """\b
Examples:
  freecell rate 1941
  freecell rate 1-1000
  freecell rate 1-1000 --cells 2 --json > rated.txt
  freecell rate layout.txt
"""

_AHEAD: Final = 3
_LOOK: Final = 0.1


@click.command("rate", epilog=EXAMPLES)
@click.argument("what", metavar="DEAL|CODE|RANGE|FILE|-")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each deal.")
@rules_options
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="N", help="Deals of a range to rate at once.  [default: all cores]")
@click.option(
    "--max-states", type=click.IntRange(1, 2**62), default=MAX_STATES, metavar="N",
    help=f"Give up on a deal after so many positions.  [default: {MAX_STATES:,}]",
)  # fmt: skip
@click.pass_context
def command(
    ctx: click.Context, what: str, as_json: bool, profile: str | None, cells: str | None, changes: tuple[str, ...], jobs: int | None,
    max_states: int,
) -> None:  # fmt: skip
    """Rate how hard a deal is under the house rules, from 1, easy, to 10, hard; of random deals a tenth has each under the standard rules.

    The parts: the fewest cells with which a win was found, how many of the quick plays win, the positions that were met before the first
    solution, and par, the moves of a short line. Of a RANGE such as 1-1000 a line is printed for each deal, as in
    `164 1 cells 0 plays 62% states 183 par 78`, `11982 impossible`, or `7 unknown`.

    Exit code: 0 rated, 1 proved impossible, 2 bad input, 3 not known, 130 cancelled by Ctrl-C. A range: 0 if every deal was decided,
    else 3.
    """
    numbers = read_range(what)
    asked = read_asked(profile, cells, changes)
    if numbers is not None:
        ctx.exit(_rate_range(numbers, asked.rules, jobs, max_states, as_json=as_json))
    if jobs:
        raise click.UsageError(_("--jobs goes with a range of deals, as in 1-1000."))
    game = read_played(what, "", asked)
    progress = ProgressLine()
    with interrupts() as interrupted:
        rated = rate(
            game.position, rules_of(game), max_states=max_states, cancel=interrupted,
            on_progress=lambda now: progress.show(lambda: progress_text(now)),
        )  # fmt: skip
        cancelled = interrupted()
    progress.clear()
    number = None if game.actions else game.deal
    click.echo(json.dumps({"deal": number} | rated.as_dict()) if as_json else "\n".join(difficulty_lines(rated)))
    ctx.exit(CANCELLED if cancelled and rated.status is Status.UNKNOWN else EXIT_CODES[rated.status])


def _rate_range(numbers: range, rules: Rules, jobs: int | None, max_states: int, *, as_json: bool) -> int:
    """Rate many deals, a line each; return the exit code."""
    progress, unknown = ProgressLine(), 0
    with interrupts() as interrupted, closing(_rated(numbers, rules, jobs, max_states, interrupted)) as results:
        for done, (number, rated) in enumerate(results, start=1):
            unknown += rated.status is Status.UNKNOWN
            progress.give_way()
            click.echo(json.dumps({"deal": number} | rated.as_dict()) if as_json else _line(number, rated))
            progress.show(partial(_bar, done, len(numbers)))
        cancelled = interrupted()
    progress.clear()
    return CANCELLED if cancelled else EXIT_CODES[Status.UNKNOWN] if unknown else 0


def _bar(done: int, of: int) -> str:
    return f"{bar(done, of)} " + _("{done} of {all}", done=spoken().number(done), all=spoken().number(of))


def _rated(
    numbers: range, rules: Rules, jobs: int | None, max_states: int, interrupted: Callable[[], bool]
) -> Generator[tuple[int, Difficulty], None, None]:
    """Every deal with its rating, in order; an end as soon as Ctrl-C is pressed."""
    waiting: deque[tuple[int, Future[Difficulty]]] = deque()
    left = iter(numbers)
    with Pool(jobs) as pool:
        while not interrupted():
            while len(waiting) < _AHEAD * pool.jobs and (number := next(left, None)) is not None:
                waiting.append((number, pool.submit(_rate_deal, (number, rules, max_states))))
            if not waiting:
                return
            number, future = waiting[0]
            if _wait(future):
                waiting.popleft()
                yield number, future.result()


def _wait(future: Future[Any]) -> bool:
    """Wait a moment for a result, and return whether it is there."""
    try:
        future.exception(_LOOK)
    except TimeoutError:
        return False
    return True


def _rate_deal(what: tuple[int, Rules, int], cancel: Callable[[], bool]) -> Difficulty:
    number, rules, max_states = what
    position: Position = deal(number, rules.cells)
    return rate(position, rules, max_states=max_states, cancel=cancel)


def _line(number: int, rated: Difficulty) -> str:
    """A range's line for a deal."""
    if rated.scale is None or rated.plays_won is None:
        return f"{number} {'impossible' if rated.status is Status.UNWINNABLE else 'unknown'}"
    return f"{number} {rated.scale} cells {rated.fewest_cells} plays {rated.plays_won:.0%} states {rated.states} par {rated.par}"
