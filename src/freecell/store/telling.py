"""What was counted of the games that are kept, in words that a line has room for."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from freecell.messages import spoken
from freecell.messages import text as _
from freecell.speech import time_text
from freecell.store.statistics import Count, Statistics

_FIRST_MONDAY: Final = date(1969, 12, 29)


def statistics_lines(each: Statistics, *, weeks: bool = False) -> list[str]:
    """Tell what was counted of the games of one kind, with `weeks` also week by week."""
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
            _("  week of {date}: {won} of {ended} won", date=monday(week.week), won=week.won, ended=week.games) for week in each.weeks
        ]
    return lines


def _bests(total: Count) -> list[tuple[str, str]]:
    rows = []
    if total.average_moves is not None and total.average_time is not None and total.best_time is not None:
        moves = {"average": spoken().number(total.average_moves, 1), "best": total.best_moves}
        times = {"average": time_text(total.average_time), "best": time_text(total.best_time)}
        rows.append((_("moves"), _("{average} on average of games won, {best} at best", **moves)))
        rows.append((_("time"), _("{average} on average of games won, {best} at best", **times)))
    if total.average_score is not None:
        scores = {"average": spoken().number(total.average_score, 1), "best": total.best_score}
        rows.append((_("score"), _("{average} on average of games ended, {best} at best", **scores)))
    return rows


def monday(week: int) -> str:
    """The day on which a week begins."""
    return str(_FIRST_MONDAY + timedelta(weeks=week))
