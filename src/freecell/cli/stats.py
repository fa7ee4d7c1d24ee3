"""`freecell stats`: what came of the games that are kept."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from freecell.cli.games import date_text
from freecell.cli.options import check_profile, database_option, opened, read_range, sure
from freecell.errors import BadInput
from freecell.messages import spoken
from freecell.messages import text as _

if TYPE_CHECKING:
    from freecell.store import Player, Statistics, Store

EXAMPLES = """\b
Examples:
  freecell stats
  freecell stats --profile points --cells 2 --weeks
  freecell stats --deals 1-32000
  freecell stats --reset
"""
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
    from freecell.store.telling import statistics_lines

    for at, each in enumerate(found):
        if as_json:
            click.echo(json.dumps(_json(each, weeks=weeks)))
        else:
            click.echo(("\n" if at else "") + "\n".join(statistics_lines(each, weeks=weeks)))
    if not found and not as_json:
        click.echo(_("No game has been played yet."))


def _json(each: Statistics, *, weeks: bool) -> dict[str, object]:
    from freecell.store.telling import monday

    told = {**each._asdict(), "total": {**each.total._asdict(), "share": each.total.share}}
    told["weeks"] = [{"monday": monday(week.week), **week._asdict()} for week in each.weeks] if weeks else None
    return {name: value for name, value in told.items() if value is not None}


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
