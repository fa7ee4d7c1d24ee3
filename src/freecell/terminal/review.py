"""The review of a game in a terminal: the truth about every move, as it is found out, and the table beside it."""

from __future__ import annotations

import threading
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import DataTable, Static

from freecell.analysis.review import Review, answer
from freecell.analysis.telling import outcome_lines, reviewed_line
from freecell.game import Game
from freecell.messages import text as _
from freecell.snapshot import shown_position
from freecell.terminal.felt import FELT, NARROWEST, Marks, draw

_EVERY: Final = 0.15
"""Seconds from one look at what was found out to the next."""
_SPARE: Final = 10
"""Columns that the moves have beyond what the table needs at least."""


class ReviewScreen(Screen[int | None]):
    """Steps through a game. The answer is after how many actions to play on, if the player wants to."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,v", "leave"), Binding("enter", "play_on", priority=True)]
    DEFAULT_CSS = f"""
    ReviewScreen > Horizontal {{ height: 1fr; }}
    ReviewScreen DataTable {{ width: 1fr; height: 100%; }}
    ReviewScreen VerticalScroll {{ width: 1fr; height: 100%; background: {FELT}; }}
    ReviewScreen #felt {{ width: 1fr; height: auto; background: {FELT}; }}
    ReviewScreen #told {{ height: auto; max-height: 40%; padding: 0 1; }}
    """

    def __init__(self, game: Game, *, seek: bool = False, colours: str = "two", left_handed: bool = False) -> None:
        super().__init__()
        self._review = Review(game)
        self._game, self._seek = game, seek
        self._looks = {"colours": colours, "left_handed": left_handed}
        self._ended = threading.Event()
        self._is_done = False
        self._shown: dict[int, str] = {}

    def compose(self) -> ComposeResult:
        """The moves at the left, the table at the right, and what came of it below."""
        with Horizontal():
            table: DataTable[Text] = DataTable(show_header=False, cursor_type="row")
            table.add_column("", key="told", width=50)
            table.add_row(Text(_("The start.")), key="0")
            for number, action in enumerate(self._game.actions, start=1):
                table.add_row(Text(f"{number:>4}  {action.text}"), key=str(number))
            yield table
            with VerticalScroll(can_focus=False):
                yield Static(id="felt")
        with Vertical(id="told"):
            yield Static(_("Looking at the game…"), id="outcome", markup=False)
            yield Static(Text(_("Enter: play on from here. Esc: back to the game."), "dim"))

    def on_mount(self) -> None:
        """Begin to search."""
        threading.Thread(target=self._search, name="review", daemon=True).start()
        self.set_interval(_EVERY, self._show)
        self.query_one(DataTable).move_cursor(row=len(self._game.actions))

    def on_unmount(self) -> None:
        """End the search."""
        self._ended.set()

    def on_resize(self) -> None:
        """Draw the table anew, if there is room for it beside the moves."""
        self.query_one(VerticalScroll).display = self.size.width >= 2 * NARROWEST + _SPARE
        self.call_after_refresh(self._draw)

    def on_data_table_row_highlighted(self) -> None:
        """Show the table as it was after that move."""
        self._draw()

    def action_leave(self) -> None:
        """Back to the game."""
        self.dismiss(None)

    def action_play_on(self) -> None:
        """Play on from the move that is shown."""
        self.dismiss(self.query_one(DataTable).cursor_row)

    def _search(self) -> None:
        while not self._ended.is_set() and (question := self._review.ask()) is not None:
            self._review.take(question, answer(question, self._ended.is_set))
        self._is_done = True

    def _show(self) -> None:
        done, table = self._is_done, self.query_one(DataTable)
        for reviewed in list(self._review.reviewed):
            told = reviewed_line(reviewed)
            if self._shown.get(reviewed.number) != told:
                self._shown[reviewed.number] = told
                style = "bold red" if reviewed.lost_it else "red" if reviewed.after.status == "unwinnable" else ""
                table.update_cell(str(reviewed.number), "told", Text(told, style))
        if not done or self._shown.get(-1):
            return
        self._shown[-1] = "told"
        self.query_one("#outcome", Static).update("\n".join(outcome_lines(self._review)))
        loss = self._review.loss
        if self._seek and loss is not None:
            table.move_cursor(row=loss.first_lost)

    def _draw(self) -> None:
        row = self.query_one(DataTable).cursor_row
        actions = self._game.actions
        position = actions[row - 1].after if row and actions else self._game.start
        felt = self.query_one("#felt", Static)
        slots = {"slots": ["S", "H", "D", "C"]}
        if felt.size.width:
            felt.update(draw({**shown_position(position), **slots}, felt.size.width, 1, Marks(), **self._looks).text)  # type: ignore[arg-type]
