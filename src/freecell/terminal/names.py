"""What the terminal calls a deal, rules, and how a game ended."""

from __future__ import annotations

from freecell.messages import spoken
from freecell.messages import text as _
from freecell.speech import count_text


def deal_name(deal: int | None) -> str:
    """The name of a deal, or of a layout."""
    return _("Own layout") if deal is None else _("Deal {deal}", deal=deal)


def rules_name(profile: str, cells: int) -> str:
    """The rules in a few words."""
    titles = {"standard": _("Standard"), "one-tap": _("One tap"), "points": _("Points"), "linear": _("Linear"), "own": _("House rules")}
    return titles[profile] if cells == 4 else f"{titles[profile]}, {count_text(cells, 'cells', spoken())}"


def result_name(result: str) -> str:
    """How a game ended."""
    names = {"open": _("Open"), "won": _("Won"), "demonstrated": _("Demonstrated"), "lost": _("Lost"), "resigned": _("Resigned")}
    return names[result]
