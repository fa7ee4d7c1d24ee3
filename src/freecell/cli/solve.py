"""`freecell solve`: decides deals and positions, and shows how they are won."""

from __future__ import annotations

import json
import re
import time
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, NoReturn

import click

from freecell.cli.options import read_asked, read_played, read_range, read_seconds, rules_options
from freecell.cli.progress import ProgressLine, bar, interrupts
from freecell.messages import spoken
from freecell.messages import text as _
from freecell.notation import write_rules
from freecell.position import Position
from freecell.rules import Rules
from freecell.solver.driver import DEFAULT_MEMORY, Progress, Result, Verdict, solve
from freecell.solver.search import Goal, Measure

EXAMPLES = """\b
Examples:
  freecell solve 1941
  freecell solve FC1-C2-AAAAAKH --profile points
  freecell solve 164 --steps | less
  freecell solve layout.txt --json
  freecell solve - --max-seconds 10 < game.txt
  freecell solve 1-1000 --cells 3 > solved.txt
  freecell solve 1-32000 --summary
  freecell solve 617 --short 0.5
  freecell solve 1-100 --optimal --measure cards --max-seconds 60
"""

EXIT_CODES: Final = {Verdict.SOLVED: 0, Verdict.UNSOLVABLE: 1, Verdict.UNKNOWN: 3, Verdict.CANCELLED: 130}
_CANCELLED: Final = EXIT_CODES[Verdict.CANCELLED]
_MOST: Final = 2**62
"""A limit beyond this is none, and the core could not hold it."""


def _read_size(ctx: click.Context, param: click.Parameter, value: str | None) -> int:  # noqa: ARG001
    """A number of bytes."""
    if value is None:
        return DEFAULT_MEMORY
    match = re.fullmatch(r"(\d{1,18})([kmg]?)(i?b)?", value, re.IGNORECASE | re.ASCII)
    if match is None or not int(match[1]):
        raise click.BadParameter(
            _("{text:quoted} is not a size; expected a number of bytes, or one with K, M or G, as in 512M.", text=value)
        )
    return min(int(match[1]) << 10 * ("", "k", "m", "g").index(match[2].lower()), _MOST)


def _read_states(ctx: click.Context, param: click.Parameter, value: int | None) -> int | None:  # noqa: ARG001
    """A number of states."""
    return None if value is None else min(value, _MOST)


class _Asked(NamedTuple):
    """What is looked for, and where a search gives up."""

    goal: str
    measure: str
    max_states: int | None
    max_seconds: float | None
    max_memory: int


@click.command("solve", epilog=EXAMPLES)
@click.argument("what", metavar="DEAL|CODE|RANGE|FILE|-")
@click.option("--steps", is_flag=True, help="Show the solution card by card, with the board after each.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each deal.")
@click.option("--summary", is_flag=True, help="Of a range print the totals alone.")
@click.option("--short", callback=read_seconds, metavar="S", help="Look for ever shorter solutions, for so many seconds.")
@click.option("--optimal", is_flag=True, help="Find a shortest solution, and prove that it is one.")
@click.option(
    "--measure", type=click.Choice(["moves", "cards"]), help="Count a solution in moves, or in cards that move.  [default: moves]"
)
@rules_options
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="N", help="Deals of a range to solve at once.  [default: all cores]")
@click.option("--max-states", type=click.IntRange(1), callback=_read_states, metavar="N", help="Give up on a deal after so many positions.")
@click.option("--max-seconds", callback=read_seconds, metavar="S", help="Give up on a deal after so long.")
@click.option(
    "--max-memory", callback=_read_size, metavar="SIZE", help="Give up on a deal that needs more, in bytes or as in 512M.  [default: 1G]"
)
@click.pass_context
def command(
    ctx: click.Context, what: str, steps: bool, as_json: bool, summary: bool, profile: str | None, cells: str | None,
    short: float | None, optimal: bool, measure: str | None, changes: tuple[str, ...], jobs: int | None, max_states: int | None,
    max_seconds: float | None, max_memory: int,
) -> None:  # fmt: skip
    """Decide whether a deal can be won under the house rules, and show how.

    The deal is a number or a game code; or a layout, or the text of a game, from a FILE or (-) from standard input: then the question
    is whether the position where it ends can be won. A name that could be both is the deal; ./164 is the file. The solution is in the
    notation that `freecell verify` reads.

    Of a RANGE such as 1-1000 a line is printed for each deal: `1 solved 83` and the solution, `11982 unsolvable`, or `7 unknown` and
    the limit that was reached.

    With --short the solution gets shorter for as long as it is let, with --optimal it is a shortest one, or the best that was found
    before a limit. What is told then is its length by --measure, and what no solution can be shorter than.

    Exit code: 0 solved, 1 proved unsolvable, 2 bad input, 3 unknown, 130 cancelled by Ctrl-C. A range: 0 if every deal was decided, else 3.
    """
    asked = _read_goal(short, optimal, measure, max_states, max_seconds, max_memory)
    numbers = read_range(what)
    if numbers is None and (summary or jobs):
        raise click.UsageError(_("--summary and --jobs go with a range of deals, as in 1-1000."))
    if numbers is not None and steps:
        raise click.UsageError(_("--steps goes with one deal, not with a range."))
    if numbers is None:
        game = read_played(what, "", read_asked(profile, cells, changes))
        result = _solve(game.position, game.rules.change({"autoplay": game.autoplay}), asked)
        result.deal = None if game.actions else game.deal
        _show(result, steps=steps, as_json=as_json)
        ctx.exit(EXIT_CODES[result.status])
    _solve_range(ctx, numbers, read_asked(profile, cells, changes).rules, jobs, asked, as_json=as_json, summary=summary)


def _read_goal(
    short: float | None, optimal: bool, measure: str | None, max_states: int | None, max_seconds: float | None, max_memory: int
) -> _Asked:
    """What is looked for, of options that may contradict each other."""
    if optimal and short is not None:
        raise click.UsageError(_("--short and --optimal are two things to look for; ask for one of them."))
    if short is not None and max_seconds is not None:
        raise click.UsageError(_("--short says how long to look already; leave out --max-seconds."))
    if measure is not None and not optimal and short is None:
        raise click.UsageError(_("--measure goes with --short or --optimal."))
    goal = "optimal" if optimal else "first" if short is None else "short"
    return _Asked(goal, measure or "moves", max_states, max_seconds if short is None else short, max_memory)


def _solve(position: Position, rules: Rules, asked: _Asked) -> Result:
    """Solve one position; Ctrl-C cancels the search, which then tells how far it came."""
    progress = ProgressLine()
    with interrupts() as interrupted:
        result = solve(
            position, rules, **asked._asdict(), cancel=interrupted, on_progress=lambda now: progress.show(lambda: _progress_text(now))
        )
    progress.clear()
    return result


def _progress_text(now: Progress) -> str:
    told = {"states": now.states, "seconds": round(now.seconds), "size": spoken().number(now.bytes >> 20)}
    if now.length is None:
        return _("{states:states}, {seconds:seconds}, {size} MiB", **told)
    # T: How long the best solution is that was found so far, and what none can be shorter than; then how far the search is.
    return _("{length}, at least {bound}; {states:states}, {seconds:seconds}, {size} MiB", length=now.length, bound=now.bound or 0, **told)


def _show(result: Result, *, steps: bool, as_json: bool) -> None:
    """Print what came of one position."""
    if as_json:
        click.echo(_json(result, steps=steps))
        return
    click.echo(_verdict(result))
    if steps and result.game is not None:
        from freecell.cli import board

        click.echo(f"\n{board.draw(result.position)}")
        for number, shown in enumerate(board.steps(result.game), start=1):
            click.echo(f"\n{number}. {shown}\n\n{board.draw(shown.after)}")
    elif result.text:
        click.echo(result.text)


def _verdict(result: Result) -> str:
    if result.status is Verdict.UNSOLVABLE:
        return _("Unsolvable, proved in {states:states}", states=result.states)
    if result.status is Verdict.UNKNOWN:
        return _("Unknown: stopped by --max-{limit} after {states:states}", limit=result.limit, states=result.states)
    if result.status is Verdict.CANCELLED and result.game is None:
        return _("Cancelled after {states:states}", states=result.states)
    assert result.game is not None and result.length is not None  # noqa: S101, PT018
    helped = any(action.sent_up for action in result.game.actions)
    if result.measure == Measure.MOVES:
        solved = _("Solved in {length:moves}", length=result.length)
    else:
        solved = _("Solved in {length:single-card moves}", length=result.length)
    return solved + (_(" (with {autoplay} autoplay)", autoplay=result.rules.autoplay) if helped else "") + _proof(result)


def _proof(result: Result) -> str:
    """How near to the shortest a solution is known to be, where that was asked for."""
    if result.goal == Goal.FIRST:
        return ""
    if result.optimal:
        # T: It follows "Solved in 83 moves".
        return _(", which is the fewest, proved")
    if result.goal == Goal.OPTIMAL:
        # T: It follows "Solved in 83 moves".
        return _(", at least {bound} are needed; stopped by --max-{limit}", bound=result.bound, limit=result.limit)
    # T: It follows "Solved in 83 moves".
    return _(", at least {bound} are needed", bound=result.bound)


def _json(result: Result, *, steps: bool = False) -> str:
    solved = result.status is Verdict.SOLVED
    told: dict[str, Any] = {
        "deal": result.deal,
        "rules": write_rules(result.rules),
        "status": str(result.status),
        "limit": result.limit,
        "moves": result.game.moves if result.game is not None else None,
        "solution": result.text if solved else None,
        "states": result.states,
        "seconds": round(result.seconds, 6),
        "bytes": result.bytes,
    }
    if result.goal != Goal.FIRST:
        told |= {"measure": str(result.measure), "length": result.length, "bound": result.bound or None, "optimal": result.optimal}
    if steps:
        from freecell.cli import board

        shown = board.steps(result.game) if result.game is not None else ()
        told["steps"] = [{"card": str(each.card), "from": str(each.step.source), "to": str(each.step.target)} for each in shown]
    return json.dumps(told)


def _solve_range(
    ctx: click.Context, numbers: range, rules: Rules, jobs: int | None, asked: _Asked, *, as_json: bool, summary: bool
) -> NoReturn:
    """Solve many deals, a line each; then, or once Ctrl-C ends it, the totals if they are wanted."""
    from freecell.solver.many import solve_many

    totals, progress, interrupted = _Totals(len(numbers), asked.measure), ProgressLine(), False
    try:
        with closing(solve_many(numbers, rules, jobs=jobs, replay_all=not summary, **asked._asdict())) as results:
            for result in results:
                totals.add(result)
                if not summary:
                    progress.give_way()
                    click.echo(_json(result) if as_json else _line(result))
                progress.show(totals.bar)
    except KeyboardInterrupt:
        interrupted = True
        click.echo(nl=False)  # a line that it came upon is printed first
    progress.clear()
    if summary or interrupted:
        click.echo(json.dumps(totals.as_dict()) if as_json and summary else totals, err=not summary)
    ctx.exit(_CANCELLED if interrupted else EXIT_CODES[Verdict.UNKNOWN] if totals.count[Verdict.UNKNOWN] else 0)


def _line(result: Result) -> str:
    """A range's line for a deal, as `docs/notation.md` has it."""
    if result.status is Verdict.SOLVED:
        return f"{result.deal} {'optimal' if result.optimal else 'solved'} {result.length} {result.text}"
    return f"{result.deal} {result.status}" + (f" {result.limit}" if result.limit else "")


def _no_deals() -> dict[Verdict, int]:
    return dict.fromkeys((Verdict.SOLVED, Verdict.UNSOLVABLE, Verdict.UNKNOWN), 0)


@dataclass
class _Totals:
    """What came of a range so far."""

    wanted: int
    measure: str = "moves"
    count: dict[Verdict, int] = field(default_factory=_no_deals)
    moves: int = 0
    began: float = field(default_factory=time.perf_counter)

    def add(self, result: Result) -> None:
        self.count[result.status] += 1
        self.moves += result.length or 0

    def as_dict(self) -> dict[str, float | None]:
        """The totals by name, in the order in which they are printed."""
        done, solved = sum(self.count.values()), self.count[Verdict.SOLVED]
        return {
            "deals": done,
            **{str(status): count for status, count in self.count.items()},
            "deals_per_second": round(done / (time.perf_counter() - self.began), 1),
            f"mean_{self.measure}": round(self.moves / solved, 2) if solved else None,
        }

    def __str__(self) -> str:
        names = {
            "deals": _("deals"), "solved": _("solved"), "unsolvable": _("unsolvable"), "unknown": _("unknown"),
            "deals_per_second": _("deals per second"), "mean_moves": _("mean moves"), "mean_cards": _("mean cards"),
        }  # fmt: skip
        told = {names[name]: "-" if value is None else _number(value) for name, value in self.as_dict().items()}
        if (done := sum(self.count.values())) < self.wanted:
            told[names["deals"]] = _("{done} of {all}", done=_number(done), all=_number(self.wanted))
        width = max(16, *map(len, told))
        return "\n".join(f"{name:{width}}  {value}" for name, value in told.items())

    def bar(self) -> str:
        """How far it is, on one line."""
        told = self.as_dict()
        done = sum(self.count.values())
        return f"{bar(done, self.wanted)} " + _(
            "{done} of {all}, {pace} a second, {unsolvable} unsolvable, {unknown} unknown",
            done=_number(done),
            all=_number(self.wanted),
            pace=_number(round(told["deals_per_second"] or 0)),
            unsolvable=_number(told["unsolvable"] or 0),
            unknown=_number(told["unknown"] or 0),
        )


def _number(value: float) -> str:
    """A number as the language spoken writes it, with as many digits after the point as it was rounded to."""
    return spoken().number(value, len(str(value).partition(".")[2]))
