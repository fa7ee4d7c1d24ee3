"""FreeCell in a terminal: the table in characters, played by keyboard or mouse, or line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from freecell.store import Player, Store
    from freecell.terminal.newgame import Wanted
    from freecell.terminal.seat import Start


def play(store: Store, player: Player, start: Start | Wanted) -> None:
    """Play on a screen of its own, until the player leaves. Every action is on disk by then, or as soon as that can be."""
    from freecell.messages import spoken
    from freecell.terminal.app import Terminal
    from freecell.terminal.preferences import own_file, recall, remember, speak_preferred

    file, system = own_file(), spoken()
    goes_on: Start | Wanted | None = start
    while goes_on is not None:
        preferences = recall(file)
        speak_preferred(preferences, system)
        goes_on = Terminal(store, player, goes_on, preferences, lambda liked: remember(file, liked)).run()
