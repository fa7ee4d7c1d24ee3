"""`freecell games`: the games that are kept."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from freecell.cli.options import check_profile, database_option, opened, sure
from freecell.deals import read_deal
from freecell.errors import BadInput
from freecell.messages import text as _
from freecell.speech import time_text

if TYPE_CHECKING:
    from freecell.store import Kept, Player, Record, Store, Wanted

EXAMPLES = """\b
Examples:
  freecell games
  freecell games --result open
  freecell games --deal 1941 --result won --result lost
  freecell games 3fa8c1d2
  freecell games 3fa8c1d2 --text > game.txt
"""
_SHOWN = 8
"""Letters of a game's name: enough to tell it from others."""
_PORT = 5252
RESULTS = ("open", "won", "demonstrated", "lost", "resigned")


@click.command("games", epilog=EXAMPLES)
@click.argument("name", required=False, metavar="[GAME]")
@click.option("--result", "results", multiple=True, type=click.Choice(RESULTS), help="Only games that are or ended so.")
@click.option("--deal", metavar="DEAL", help="Only games of this deal.")
@click.option("--profile", metavar="NAME", help="Only games under these house rules; own for rules of nobody else's.")
@click.option("--cells", type=click.IntRange(0, 4), metavar="N", help="Only games with so many cells.")
@click.option("--since", metavar="DATE", help="Only games begun on this day or later, as in 2026-11-30.")
@click.option("--until", metavar="DATE", help="Only games begun before this day.")
@click.option("--search", metavar="TEXT", help="Only games whose deal, code or name this is.")
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=20, show_default=True, metavar="N", help="The newest so many.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each game.")
@click.option("--text", is_flag=True, help="Print the text of GAME, which `verify` and `solve` read.")
@click.option("--delete", is_flag=True, help="Delete GAME for good.")
@click.option("--delete-all", is_flag=True, help="Delete all games, and all else that is kept of you.")
@click.option("--yes", is_flag=True, help="Delete without asking.")
@database_option
def command(
    name: str | None, results: tuple[str, ...], deal: str | None, profile: str | None, cells: int | None, since: str | None,
    until: str | None, search: str | None, limit: int, as_json: bool, text: bool, delete: bool, delete_all: bool, yes: bool,
    database: str | None,
) -> None:  # fmt: skip
    """List the games that are kept, the newest first; or show GAME, by its name or how that begins.

    They are the games of the browser on this machine too. A game that is open can be played on there.
    """
    if name is None and (text or delete):
        raise click.UsageError(_("--text and --delete go with the name of a game."))
    check_profile(profile)
    with opened(database) as (store, player):
        from freecell.store import Result, Wanted

        if delete_all:
            sure(_("Delete all games and statistics for good?"), yes)
            store.forget(player)
            click.echo(_("Everything is deleted."))
        elif name is not None:
            _one(store, player, name, as_json=as_json, text=text, delete=delete, yes=yes)
        else:
            kinds = frozenset(map(Result, results)) if results else None
            number = None if deal is None else read_deal(deal).number
            wanted = Wanted(kinds, number, profile, cells, _moment(since), _moment(until), search=search)
            _list(store, player, wanted, limit, as_json=as_json)


def _moment(date: str | None) -> int | None:
    """The moment at which a day begins here; raises `BadInput`."""
    if date is None:
        return None
    try:
        return int(datetime.strptime(date, "%Y-%m-%d").timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        raise BadInput("bad-date", text=date) from None


def _list(store: Store, player: Player, wanted: Wanted, limit: int, *, as_json: bool) -> None:
    from freecell.store import Wanted

    shown, after = 0, None
    if not as_json:
        click.echo(_row(_("game"), _("begun"), _("deal"), _("rules"), _("result"), _("moves"), _("time"), _("score"), _("par")))
    while shown < limit:
        page = store.history(player, wanted, after, limit - shown)
        for kept in page.games:
            click.echo(json.dumps(_told(kept)) if as_json else _line(kept))
        shown, after = shown + len(page.games), page.after
        if after is None:
            break
    total = store.count(player, wanted)
    if not as_json and total == 0:
        click.echo(_("No game is kept yet.") if wanted == Wanted() else _("No game matches."), err=True)
    elif not as_json and total != shown:
        click.echo(_("{shown} of {all} games; --limit shows more.", shown=shown, all=total), err=True)


def _told(kept: Kept) -> dict[str, Any]:
    """A game by the names that an export and the HTTP API have."""
    told = kept._asdict()
    return {"game": told.pop("uid"), "actions": told.pop("version"), **told}


def _line(kept: Kept) -> str:
    return _row(
        short_name(kept.uid), date_text(kept.begun), kept.deal, kept.rules, kept.result, kept.moves, time_text(kept.time), kept.score,
        kept.par,
    )  # fmt: skip


def _row(*values: Any) -> str:
    told = ["-" if value is None else str(value) for value in values]
    widths = (_SHOWN, 16, 10, 16, 12)
    left = "  ".join(f"{value:<{width}}" for value, width in zip(told, widths, strict=False))
    return f"{left}  " + "  ".join(f"{value:>6}" for value in told[len(widths) :])


def short_name(uid: str) -> str:
    """As much of a game's name as is shown: never digits alone, which would be a deal.

    >>> short_name("3fa8c1d200aa41e09b7c"), short_name("31415926535897932384")
    ('3fa8c1d2', '314159265358')
    """
    return uid[: 12 if uid[:_SHOWN].isdigit() else _SHOWN]


def date_text(moment: int) -> str:
    """A moment, as the clocks here show it."""
    return datetime.fromtimestamp(moment / 1000).strftime("%Y-%m-%d %H:%M")


def find_game(store: Store, player: Player, name: str) -> tuple[Kept, Record]:
    """Return the one game whose name begins so. Raises `BadInput` if there is none, or more than one."""
    from freecell.store import Wanted

    wanted = Wanted(name=name)
    games = store.history(player, wanted, limit=2).games
    if len(games) > 1:
        raise BadInput("many-games", name=name, count=store.count(player, wanted))
    record = store.load(player, games[0].uid) if games else None
    if record is None:
        raise BadInput("no-kept-game", name=name)
    return games[0], record


def _one(store: Store, player: Player, name: str, *, as_json: bool, text: bool, delete: bool, yes: bool) -> None:
    from freecell.notation import write_game

    kept, record = find_game(store, player, name)
    if delete:
        sure(_("Delete game {name} for good?", name=short_name(kept.uid)), yes)
        store.delete(player, kept.uid)
        click.echo(_("Game {name} is deleted.", name=short_name(kept.uid)))
    elif as_json:
        click.echo(json.dumps({**_told(kept), "text": write_game(record.game)}))
    elif text:
        click.echo(write_game(record.game))
    else:
        _show(kept, record, in_browser=store.is_own)


def _show(kept: Kept, record: Record, *, in_browser: bool) -> None:
    from freecell.cli.board import draw

    what = _("A layout") if kept.deal is None else _("Deal {deal}", deal=kept.deal)
    told = {"what": what, "rules": kept.rules, "result": kept.result, "moves": kept.moves, "time": time_text(kept.time)}
    # T: {what} is "Deal 164", {rules} and {result} are as they are typed, {time} is 2:07.
    click.echo(_("{what}, {rules}: {result} after {moves:moves} in {time}", **told))
    dates = {"begun": date_text(kept.begun), "played": date_text(kept.played), "undos": kept.undos, "hints": kept.hints}
    click.echo(_("Begun {begun}, last played {played}; {undos:undos}, {hints:hints}", **dates))
    if kept.score is not None:
        click.echo(_("Score {score}", score=kept.score))
    if kept.par is not None:
        click.echo(_("Par {par}", par=kept.par))
    click.echo(f"\n{draw(record.game.position)}\n")
    if in_browser:  # of another database the browser's players are others
        there = f"http://127.0.0.1:{_PORT}/game/{kept.uid}"
        if kept.result == "open":
            click.echo(_("To play on: {address} in the browser, while `freecell` runs", address=there))
        else:
            click.echo(_("To look at it: {address} in the browser, while `freecell` runs", address=there))
    click.echo(_("Its text: freecell games {name} --text", name=short_name(kept.uid)))
    click.echo(_("What to play, or where it was lost: freecell hint {name}, freecell review {name}", name=short_name(kept.uid)))
