"""`freecell stats`: what came of the games that are kept."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import TYPE_CHECKING

import click

from freecell.cli.games import date_text, duration
from freecell.cli.options import check_profile, database_option, opened, read_range, sure
from freecell.errors import BadInput
from freecell.messages import spoken
from freecell.messages import text as _

if TYPE_CHECKING:
    from freecell.store import Count, Player, Statistics, Store

EXAMPLES = """\b
Examples:
  freecell stats
  freecell stats --profile points --cells 2 --weeks
  freecell stats --deals 1-32000
  freecell stats --reset
"""
_FIRST_MONDAY = date(1969, 12, 29)
_MOST_DEALS = 1_000_000


@click.command("stats", epilog=EXAMPLES)
@click.option("--profile", metavar="NAME", help="Only games under these house rules; own for rules of nobody else's.")
@click.option("--cells", type=click.IntRange(0, 4), metavar="N", help="Only games with so many cells.")
@click.option("--weeks", is_flag=True, help="Also week by week.")
@click.option("--deals", metavar="RANGE", help="How many deals of a range were tried and won, as in 1-32000.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--reset", is_flag=True, help="Begin all statistics anew. No game is deleted, and --undo-reset takes it back.")
@click.option("--undo-reset", is_flag=True, help="Take the last reset back.")
@click.option("--yes", is_flag=True, help="Reset without asking.")
@database_option
def command(
    profile: str | None, cells: int | None, weeks: bool, deals: str | None, as_json: bool, reset: bool, undo_reset: bool, yes: bool,
    database: str | None,
) -> None:  # fmt: skip
    """Count the games that ended: how many were won, in which streaks, in how many moves and how much time.

    A game that is open counts when it ends. One that the program demonstrated is no win. Games under different house rules, or with
    different numbers of cells, are counted apart.
    """
    check_profile(profile)
    with opened(database) as (store, player):
        if reset:
            sure(_("Begin all statistics anew? No game is deleted."), yes)
            store.reset_statistics(player)
            click.echo(_("The statistics begin anew; freecell stats --undo-reset takes that back."))
        elif undo_reset:
            click.echo(_("The reset is taken back.") if store.undo_reset(player) else _("There is no reset to take back."))
        elif deals is not None:
            _show_deals(store, player, deals, profile, cells, as_json=as_json)
        else:
            found = [each for each in store.statistics(player) if profile in (None, each.profile) and cells in (None, each.cells)]
            since = store.last_reset(player)
            if found or since is None:
                _show_all(found, weeks=weeks, as_json=as_json)
            if since is not None and not as_json:
                told = _("Counted since {date}; freecell stats --undo-reset counts the games before as well.", date=date_text(since))
                click.echo(told, err=True)


def _show_all(found: list[Statistics], *, weeks: bool, as_json: bool) -> None:
    for at, each in enumerate(found):
        if as_json:
            click.echo(json.dumps(_json(each, weeks=weeks)))
        else:
            click.echo(("\n" if at else "") + "\n".join(_lines(each, weeks=weeks)))
    if not found and not as_json:
        click.echo(_("No game has been played yet."))


def _json(each: Statistics, *, weeks: bool) -> dict[str, object]:
    told = {**each._asdict(), "total": {**each.total._asdict(), "share": each.total.share}}
    told["weeks"] = [{"monday": _monday(week.week), **week._asdict()} for week in each.weeks] if weeks else None
    return {name: value for name, value in told.items() if value is not None}


def _lines(each: Statistics, *, weeks: bool) -> list[str]:
    total = each.total
    won = str(total.won)
    if total.share is not None:
        won = _("{won} ({share} % of those that ended)", won=total.won, share=spoken().number(100 * total.share, 1))
    unwon = {"lost": total.lost, "resigned": total.resigned, "demonstrated": total.demonstrated}
    rows = [
        (_("games"), _("{ended} ended, {open} open", ended=total.games, open=each.open)),
        (_("won"), won),
        (_("not won"), _("{lost} lost, {resigned} resigned, {demonstrated} demonstrated", **unwon)),
        (_("streak"), _("{now} now, {longest} at most", now=each.streak, longest=each.longest_streak)),
        # T: Games won without help.
        (_("unaided"), _("{undo} won without undo, {hints} without hints", undo=total.without_undo, hints=total.without_hints)),
        *_bests(total),
    ]
    width = max(9, *(len(row[0]) for row in rows))
    lines = [_("{profile}, {cells:cells}", profile=each.profile, cells=each.cells)]
    lines += [f"  {name:{width}}  {value}" for name, value in rows]
    if weeks:
        # T: {date} is a Monday.
        lines += [
            _("  week of {date}: {won} of {ended} won", date=_monday(week.week), won=week.won, ended=week.games) for week in each.weeks
        ]
    return lines


def _bests(total: Count) -> list[tuple[str, str]]:
    rows = []
    if total.average_moves is not None and total.average_time is not None and total.best_time is not None:
        moves = {"average": spoken().number(total.average_moves, 1), "best": total.best_moves}
        times = {"average": duration(total.average_time), "best": duration(total.best_time)}
        rows.append((_("moves"), _("{average} on average of games won, {best} at best", **moves)))
        rows.append((_("time"), _("{average} on average of games won, {best} at best", **times)))
    if total.average_score is not None:
        scores = {"average": spoken().number(total.average_score, 1), "best": total.best_score}
        rows.append((_("score"), _("{average} on average of games ended, {best} at best", **scores)))
    return rows


def _monday(week: int) -> str:
    return str(_FIRST_MONDAY + timedelta(weeks=week))


def _show_deals(store: Store, player: Player, deals: str, profile: str | None, cells: int | None, *, as_json: bool) -> None:
    numbers = read_range(deals)
    if numbers is None or len(numbers) > _MOST_DEALS:
        raise BadInput("bad-deals", text=deals, most=_MOST_DEALS)
    counts = {
        kind.name.lower().replace("_", " "): count for kind, count in store.deal_map(player, numbers, profile, cells).counts().items()
    }
    if as_json:
        click.echo(json.dumps(counts))
        return
    # T: Deals of which no game was played, one is open, was lost, was won, was won in no more moves than its par.
    names = {"untried": _("untried"), "open": _("open"), "lost": _("lost"), "won": _("won"), "at par": _("at par")}
    for name, count in counts.items():
        click.echo(f"{names[name]:<12} {spoken().number(count):>8}")
