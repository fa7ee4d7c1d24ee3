"""The table as a widget: it shows where the cards lie, walks by arrows, and tells what is tapped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rich.text import Text
from textual.events import Click, Key
from textual.geometry import Region, Size
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from freecell.terminal.felt import CELLS, FELT, RANKS, Felt, Marks, Spot, draw

PACES: Final = {"normal": 0.07, "fast": 0.03, "off": 0.0}
"""Seconds that each card takes, by the preference for motion."""
_LEAPS: Final = {"home": 0, "end": -1}


class Board(Widget, can_focus=True):
    """The cards, one of which the player is at. Cards that move are shown one by one, which any key cuts short."""

    DEFAULT_CSS = f"Board {{ width: 1fr; height: auto; background: {FELT}; }}"

    class Tapped(Message):
        """The player taps a card, or an empty place."""

        def __init__(self, place: str, depth: int | None) -> None:
            super().__init__()
            self.place, self.depth = place, depth

    class Moved(Message):
        """The player has walked on to another card."""

    def __init__(self) -> None:
        super().__init__()
        self.colours, self.left_handed, self.pace = "two", False, PACES["normal"]
        self.focused: Spot = ("1", 0)
        self._table: Mapping[str, Any] = {"cascades": [[]] * 8, "cells": [None] * 4, "foundations": {}, "slots": [None] * 4}
        self._frames: list[Mapping[str, Any]] = []
        self._timer: Timer | None = None
        self._felt: Felt | None = None

    @property
    def table(self) -> Mapping[str, Any]:
        """What is shown at the moment: where cards are on their way, not yet where they will lie."""
        return self._frames[0] if self._frames else self._table

    def show(self, snapshot: Mapping[str, Any], steps: Sequence[Mapping[str, str]] = ()) -> None:
        """Show how the game stands, after these single-card moves one by one."""
        self.settle()
        if steps and self.pace and len(steps) > 1:
            self._frames = list(_frames(self._table, steps))
            self._timer = self.set_interval(self.pace, self._advance)
        self._table = snapshot
        self._keep_focus()
        self.refresh(layout=True)

    def settle(self) -> None:
        """Show at once where the cards that are on their way will lie."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self._frames = []
            self._keep_focus()
            self.refresh(layout=True)

    def at(self, place: str) -> Spot:
        """Return the top of a place."""
        return place, self._count(place) - 1

    def go_to(self, spot: Spot) -> None:
        """Let the player be there."""
        self.focused = spot
        self._keep_focus()
        self._show_focus()
        self.post_message(self.Moved())

    def render(self) -> Text:
        """Return the table as it is drawn."""
        return self._draw(self.size.width, self._room).text

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Return the rows that the table takes."""
        return self._draw(width, container.height).height

    def on_resize(self) -> None:
        """Draw anew in the new size."""
        self.refresh(layout=True)

    def on_key(self, event: Key) -> None:
        """Walk and tap."""
        if event.key in ("left", "right", "up", "down", "home", "end", "pageup", "pagedown"):
            self.settle()
            self.go_to(self._walk(event.key))
        elif event.key in ("enter", "space"):
            self.settle()
            self._tap(self.focused)
        else:
            return
        event.stop()
        event.prevent_default()

    def on_click(self, event: Click) -> None:
        """Tap what was clicked."""
        self.settle()
        spot = None if self._felt is None else self._felt.spot_at(event.x, event.y)
        if spot is not None:
            self.go_to(spot)
            self._tap(spot)

    def _tap(self, spot: Spot) -> None:
        place, depth = spot
        self.post_message(self.Tapped(place, depth if place.isdigit() and depth >= 0 else None))

    @property
    def _room(self) -> int:
        parent = self.parent
        return parent.size.height if isinstance(parent, Widget) else self.size.height

    def _draw(self, width: int, height: int) -> Felt:
        self._felt = draw(self.table, width, height, self._marks(), colours=self.colours, left_handed=self.left_handed)
        return self._felt

    def _marks(self) -> Marks:
        table = self.table
        picked, hint = table.get("picked"), table.get("hint")
        legal = table.get("legal", {})
        moving = (picked["from"], picked["count"]) if picked else None
        targets = frozenset(legal.get(moving[0], {}).get(str(moving[1]), ())) if moving else frozenset()
        focus = self.focused if self.has_focus else None
        if not hint or moving:
            return Marks(focus, moving, targets)
        return Marks(focus, None, targets, (hint["from"], hint["count"]), hint["to"])

    def _advance(self) -> None:
        self._frames = self._frames[1:]
        if not self._frames:
            self.settle()
        self.refresh(layout=True)

    # Walking

    def _count(self, place: str) -> int:
        if place.isdigit():
            return len(self._table["cascades"][int(place) - 1])
        if place in CELLS:
            return int(self._table["cells"][CELLS.index(place)] is not None)
        return int(self._table["foundations"].get(place[1:], 0))

    def _upper(self) -> list[str | None]:
        """The places above the eight cascades, from left to right; None where there is none."""
        cells: list[str | None] = [*CELLS[: len(self._table["cells"])]]
        piles: list[str | None] = [f"h{suit}" if suit else "h" for suit in self._table["slots"]]
        first, second = (piles, cells) if self.left_handed else (cells, piles)
        return [*first, *[None] * (8 - len(first) - len(second)), *second]

    def _keep_focus(self) -> None:
        """Where the player's card has gone, be at the place's top."""
        place, depth = self.focused
        if place in CELLS[len(self._table["cells"]) :]:
            place, depth = "1", 0
        top = self._count(place) - 1
        self.focused = place, top if not place.isdigit() else min(max(depth, 0), top)

    def _walk(self, key: str) -> Spot:
        place, depth = self.focused
        if key in _LEAPS:
            return (place, 0) if key == "home" and place.isdigit() else self.at(place)
        if place.isdigit():
            return self._walk_below(key, int(place) - 1, depth)
        return self._walk_above(key, place)

    def _walk_below(self, key: str, column: int, depth: int) -> Spot:
        place = str(column + 1)
        if key in ("left", "right"):
            other = str((column + (1 if key == "right" else -1)) % 8 + 1)
            return other, min(max(depth, 0), self._count(other) - 1)
        if key == "down":
            return place, min(depth + 1, self._count(place) - 1)
        if key == "up" and depth > 0:
            return place, depth - 1
        if key == "pagedown":
            return self.at(place)
        above = self._upper()
        near = sorted((abs(index - column), index) for index, each in enumerate(above) if each is not None)
        return self.at(above[near[0][1]] or "h")

    def _walk_above(self, key: str, place: str) -> Spot:
        above = self._upper()
        column = above.index(place) if place in above else 7
        if key in ("down", "pagedown"):
            below = str(column + 1)
            return self.at(below) if key == "pagedown" else (below, min(0, self._count(below) - 1))
        if key in ("up", "pageup"):
            return self.at(place)
        step = 1 if key == "right" else -1
        columns = [(column + step * distance) % 8 for distance in range(1, 9)]
        return self.at(next(each for index in columns if (each := above[index]) is not None))

    def _show_focus(self) -> None:
        """Scroll to where the player is, where the table is higher than the terminal."""
        self.refresh()
        parent = self.parent
        if isinstance(parent, Widget) and self._felt is not None:
            row = self._felt.row_of(self.focused)
            parent.scroll_to_region(Region(0, max(0, row - 1), 1, self._felt.size.height + 1), animate=False)


def _frames(table: Mapping[str, Any], steps: Sequence[Mapping[str, str]]) -> Iterator[Mapping[str, Any]]:
    """The table after each of some single-card moves but the last, as far as it is drawn."""
    cascades = [list(cards) for cards in table["cascades"]]
    cells, foundations, slots = list(table["cells"]), dict(table["foundations"]), list(table["slots"])
    for step in steps[:-1]:
        card, source, target = step["card"], step["from"], step["to"]
        if source.isdigit():
            cascades[int(source) - 1].pop()
        elif source in CELLS:
            cells[CELLS.index(source)] = None
        else:
            foundations[card[1]] -= 1
        if target.isdigit():
            cascades[int(target) - 1].append(card)
        elif target in CELLS:
            cells[CELLS.index(target)] = card
        else:
            foundations[card[1]] = RANKS.index(card[0]) + 1
            if card[1] not in slots:
                slots[slots.index(None)] = card[1]
        yield {
            "cascades": [list(cards) for cards in cascades],
            "cells": list(cells),
            "foundations": dict(foundations),
            "slots": list(slots),
        }
