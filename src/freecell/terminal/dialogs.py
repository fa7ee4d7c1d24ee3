"""What comes over the table in a terminal: questions, texts to read, the menu, the list of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar, TypeVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, DataTable, OptionList, Static
from textual.widgets.option_list import Option

from freecell.messages import text as _
from freecell.speech import time_text
from freecell.terminal.names import result_name, rules_name
from freecell.terminal.preferences import VALUES, Preferences, named, said

if TYPE_CHECKING:
    from freecell.store import Kept

_Result = TypeVar("_Result")


class Dialog(ModalScreen[_Result | None]):
    """A box over the table, with its title; Esc closes it without a choice."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss", "")]
    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > Vertical {
        width: auto; min-width: 36; max-width: 92%; height: auto; max-height: 94%; padding: 1 2;
        background: $surface; border: round $primary; layout: vertical;
    }
    Dialog .title { text-style: bold; margin-bottom: 1; width: auto; }
    Dialog Static { width: 100%; }
    Dialog .problem { color: $text-error; width: 100%; height: auto; display: none; }
    Dialog Horizontal { width: auto; height: auto; margin-top: 1; }
    Dialog Button { margin-right: 1; min-width: 8; }
    Dialog VerticalScroll { height: auto; max-height: 60vh; }
    Dialog DataTable, Dialog OptionList, Dialog OptionList:focus {
        height: auto; max-height: 68vh; background: $surface; border: none; padding: 0;
    }
    """

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def compose(self) -> ComposeResult:
        """The title, and below it what the dialog is about."""
        with Vertical():
            yield Static(self._title, classes="title", markup=False)
            yield from self.parts()

    def parts(self) -> ComposeResult:
        """What the dialog is about."""
        return iter(())


class Ask(Dialog[str]):
    """A question with its choices, the first of which has the focus; the answer is the name of one."""

    def __init__(self, title: str, words: str, choices: Mapping[str, str]) -> None:
        super().__init__(title)
        self._words, self._choices = words, choices

    def parts(self) -> ComposeResult:
        """The words, and a button for each choice."""
        yield Static(self._words, markup=False)
        with Horizontal():
            for name, label in self._choices.items():
                yield Button(Text(label), id=name, compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer."""
        self.dismiss(event.button.id)

    def key_left(self) -> None:
        """Go to the choice before."""
        self.focus_previous()

    def key_right(self) -> None:
        """Go to the next choice."""
        self.focus_next()


class Reader(Dialog[None]):
    """A text to be read."""

    DEFAULT_CSS = """
    Reader > Vertical { width: 84; }
    Reader VerticalScroll { width: 100%; }
    """

    def __init__(self, title: str, lines: Sequence[str] = (), rows: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__(title)
        self._lines, self._rows = lines, rows

    def parts(self) -> ComposeResult:
        """The text, which scrolls where it is long."""
        with VerticalScroll(can_focus=True):
            if self._lines:
                yield Static("\n".join(self._lines), markup=False)
            if self._rows:
                table = Table.grid(padding=(0, 2))
                for row in self._rows:
                    table.add_row(Text(row[0], "bold", no_wrap=True), Text(row[1]))
                yield Static(table)
        with Horizontal():
            yield Button(Text(_("Close")), compact=True)

    def on_button_pressed(self) -> None:
        """Close."""
        self.dismiss(None)


class Menu(Dialog[str]):
    """What can be asked for, and what the player likes: Enter takes the next value. The answer is a command, or none."""

    def __init__(self, commands: Mapping[str, str], preferences: Preferences) -> None:
        super().__init__(_("Menu"))
        self._commands = commands
        self.preferences = preferences

    def parts(self) -> ComposeResult:
        """The list."""
        yield OptionList(*self._options())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose a command, or the next value of a preference."""
        name = str(event.option_id)
        if name not in VALUES:
            self.dismiss(name)
            return
        self.preferences = self.preferences.next(name)
        event.option_list.replace_option_prompt(name, self._preference(name))

    def _options(self) -> list[Option | None]:
        commands = [Option(Text(label), id=name) for name, label in self._commands.items()]
        return [*commands, None, *(Option(self._preference(name), id=name) for name in VALUES)]

    def _preference(self, name: str) -> Text:
        # T: A preference in the terminal's menu, with its value: "Suits: four colours".
        return Text(_("{name}: {value}", name=named(name), value=said(name, getattr(self.preferences, name))))


class Games(Dialog[str]):
    """The list of games; the answer is the name of one, to be gone on with or looked at."""

    def __init__(self, games: Sequence[Kept]) -> None:
        super().__init__(_("History"))
        self._games = games

    def parts(self) -> ComposeResult:
        """The list, the newest game first."""
        table: DataTable[Text] = DataTable(cursor_type="row")
        table.add_columns(*map(Text, (_("begun"), _("deal"), _("rules"), _("result"), _("moves"), _("time"))))
        for game in self._games:
            begun = datetime.fromtimestamp(game.begun / 1000).strftime("%Y-%m-%d %H:%M")
            told = (
                begun,
                game.deal or "-",
                rules_name(game.profile, game.cells),
                result_name(game.result),
                game.moves,
                time_text(game.time),
            )
            table.add_row(*(Text(str(each)) for each in told), key=game.uid)
        yield table if self._games else Static(_("No game is kept yet."), markup=False)

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Choose a game."""
        self.dismiss(event.row_key.value)
