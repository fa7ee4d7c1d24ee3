"""What the terminal calls a deal, rules, and how a game ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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


def standing(snapshot: Mapping[str, Any]) -> str:
    """What there is to say of a game that stands still; nothing as long as it goes on."""
    status, score = snapshot["status"], snapshot["score"]
    told = {
        "lost": {
            "proved": _("The game is lost: nothing wins from here, which is proved."),
            "no-moves": _("The game is lost: no legal move is left."),
        }.get(snapshot["loss"], ""),
        "resigned": _("You resigned."),
    }.get(status, _("No legal move is left.") if snapshot["stuck"] else "")
    return f"{told} {_('Score: {score}.', score=score)}" if told and score is not None and status != "playing" else told


def ending(snapshot: Mapping[str, Any], time: str | None, par: int | None) -> tuple[str, list[str]]:
    """What is told when all cards are up: a title, and a line for each fact."""
    lines = [f"{deal_name(snapshot['deal'])}, {rules_name(snapshot['profile'], snapshot['rules']['cells'])}", ""]
    if snapshot["status"] != "won":
        lines.insert(0, _("The program played part of the way, so this game counts as no win."))
    helped = snapshot["help"]
    facts: list[tuple[str, object]] = [(_("Moves"), snapshot["moves"]), (_("Score"), snapshot["score"]), (_("Time"), time), (_("Par"), par)]
    facts += [(_("Hints"), helped["hints"] or None), (_("By Auto"), helped["autos"] or None)]
    lines += [_("{name}: {value}", name=name, value=value) for name, value in facts if value is not None]
    return _("You won!") if snapshot["status"] == "won" else _("All cards are up"), lines
