"""The terminal's program around the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import App
from textual.binding import BindingType
from textual.theme import Theme

from freecell.store import Player, Store
from freecell.terminal.newgame import Wanted
from freecell.terminal.preferences import Preferences
from freecell.terminal.seat import Start
from freecell.terminal.table import TableScreen

_FELT = Theme(
    name="felt", dark=True, primary="#7fd3b4", secondary="#b5d0c5", accent="#ffd873", error="#ffaba0", foreground="#eef6f2",
    background="#0e3a30", surface="#123f35", panel="#1b5647",
)  # fmt: skip
"""The colours of the browser's table."""


class Terminal(App[Start | None]):
    """Plays until the player leaves. The result is the game to go on with in another language, if that is what was asked for."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "FreeCell"
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+c", "quit", "")]

    def __init__(
        self, store: Store, player: Player, start: Start | Wanted, preferences: Preferences, remember: Callable[[Preferences], object]
    ) -> None:
        super().__init__()
        self._table = TableScreen(store, player, start, preferences, remember)

    def on_mount(self) -> None:
        """Show the table."""
        self.register_theme(_FELT)
        self.theme = _FELT.name
        self.push_screen(self._table)
