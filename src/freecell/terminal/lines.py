"""The lines around the table, and what is told when a game stands still or ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.style import Style
from rich.text import Text

from freecell.commands import Event
from freecell.messages import spoken
from freecell.messages import text as _
from freecell.sentences import FEW
from freecell.speech import count_text, time_text
from freecell.terminal.keys import AT_HAND, COMMANDS, button_name
from freecell.terminal.names import deal_name, rules_name


def head_text(snapshot: Mapping[str, Any], *, clock: bool) -> Text:
    """What stands above the table: the deal, its rules, and how far the game is."""
    words = spoken()
    parts = [deal_name(snapshot["deal"]), rules_name(snapshot["profile"], snapshot["rules"]["cells"]), snapshot["code"] or ""]
    parts.append(count_text(snapshot["moves"], "moves", words))
    if snapshot["score"] is not None:
        parts.append(_("{name}: {value}", name=_("Score"), value=words.number(snapshot["score"])))
    if clock:
        parts.append(time_text(snapshot["time"]))
    head = Text("  ·  ".join(filter(None, parts)))
    if not snapshot["saved"]:
        head.append("  " + _("Not saved. Play on: it is written as soon as it can be."), "bold #ffc46b")
    return head


def truth_text(truth: Mapping[str, Any]) -> Text:
    """The truth after a move, with a mark of its own for each."""
    mark = {"winnable": "●", "unwinnable": "✕", "unknown": "…"}[truth["status"]]
    return Text(f"{mark} {truth['message']}")


def below_text() -> Text:
    """The commands that are always at hand, each to be clicked as well."""
    keys = {command: key for key, command in reversed(COMMANDS.items())}
    below = Text(no_wrap=True, overflow="ellipsis")
    for command in AT_HAND:
        key = {"question_mark": "?"}.get(keys[command], keys[command].upper())
        below.append(f" {key} ", Style(bold=True, color="#0e3a30", bgcolor="#b5d0c5", meta={"command": command}))
        below.append(f" {button_name(command)}  ", Style(meta={"command": command}))
    return below


def told_of(events: Sequence[Event]) -> list[str]:
    """What is told of events, a sentence each; of a long way back only how long it was."""
    told = [event for event in events if event.code not in ("settings", "undone")]
    undone = [event for event in events if event.code == "undone"]
    if len(undone) <= FEW:
        return list(map(str, [*undone, *told]))
    words = spoken()
    count = words.ngettext("{number} action undone.", "{number} actions undone.", len(undone)).format(number=words.number(len(undone)))
    return [count, *map(str, told)]


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
