"""The keys of the table in a terminal; they are the browser's, as far as there is the same to ask for."""

from __future__ import annotations

from typing import Final

from freecell.messages import text as _

COMMANDS: Final = {
    "u": "undo", "ctrl+z": "undo", "r": "redo", "ctrl+y": "redo", "n": "new", "g": "choose", "o": "restart", "x": "resign", "f": "finish",
    "m": "menu", "question_mark": "keys", "e": "history", "q": "stats", "i": "hint", "p": "auto", "s": "solve", "v": "review", "w": "where",
    "l": "back", "t": "tell", "y": "deal", "k": "text",
}  # fmt: skip
"""What each key asks for."""
AT_HAND: Final = ("undo", "redo", "hint", "menu", "keys", "new")
"""Commands that stand below the table, as far as there is room."""
_PLACES: Final = "12345678abcdh"


class TwoKeys:
    """The keys of a move: first from where, then to where; an `h` that comes first is followed by the suit of its foundation."""

    def __init__(self) -> None:
        self.source = ""
        """What was named so far."""

    def takes(self, key: str) -> bool:
        """Whether a key has a part in a move now."""
        return key in _PLACES or self.source == "h"

    def press(self, key: str) -> tuple[str, str] | None:
        """Take in a key; return source and target once both are known.

        >>> keys = TwoKeys()
        >>> [keys.press(key) for key in "66" + "3h" + "hs5"]
        [None, None, None, ('3', 'h'), None, None, ('hS', '5')]
        """
        source, self.source = self.source, ""
        if not source:
            self.source = key
        elif source == "h":
            self.source = f"h{key.upper()}" if key in "cdhs" else ""  # after a bare "h" only a suit makes sense
        elif key != source:  # the same key twice takes it back
            return source, key
        return None


def key_rows() -> list[tuple[str, str]]:
    """Every key with what it does."""
    return [
        ("← → ↑ ↓", _("walk over the table; Home and End, Page Up and Page Down leap")),
        (_("Enter or Space"), _("tap: pick up, put down")),
        ("1–8, a–d, h", _("two keys move: first from where, then to where; 6 7 moves from cascade 6 to cascade 7, 3 h to its foundation")),
        ("h s 5", _("brings the spade back from its foundation to cascade 5, where the rules allow it (h c, h d, h h: the other suits)")),
        ("Esc", _("put back what is picked; stop a search or a demonstration")),
        (_("U or Ctrl+Z"), _("undo")),
        (_("R or Ctrl+Y"), _("redo")),
        ("F", _("finish, when the rest goes up by itself")),
        ("I", _("hint: the next good move on the cards; once more, and it says why")),
        ("P", _("play one good move: Auto; during a demonstration, one step")),
        ("S", _("solve and demonstrate; then pause, and go on")),
        ("T", _("tell the truth after each move, or no longer")),
        ("V", _("review this game, move by move")),
        ("W", _("where was it lost?")),
        ("L", _("back to the last position that could be won")),
        ("Y", _("this deal: how difficult it is")),
        ("N", _("new game; in one tap a random deal at once")),
        ("G", _("choose a game: the deal, a wish, the rules")),
        ("O", _("over again: restart this deal")),
        ("X", _("resign")),
        ("E", _("history: every earlier game")),
        ("Q", _("statistics")),
        ("K", _("this game as text")),
        ("M", _("menu")),
        ("?", _("this list")),
        ("Ctrl+Q", _("leave; the game goes on here the next time")),
    ]


def button_name(command: str) -> str:
    """What a command below the table is called."""
    return {"undo": _("Undo"), "redo": _("Redo"), "hint": _("Hint"), "new": _("New game"), "menu": _("Menu"), "keys": _("Keys")}[command]
