"""The dialog for a new game: which deal, or what kind of one, under which house rules."""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Input, Label, RadioButton, RadioSet, Select, Static

from freecell.analysis import Wish, read_wish
from freecell.commands import NewGame
from freecell.errors import BadInput, FreeCellError
from freecell.messages import spoken
from freecell.messages import text as _
from freecell.rules import PROFILES, Rules, find_profile
from freecell.terminal.dialogs import Dialog

ANY: Final = "random"
_WISHES: Final = ("winnable", *map(str, range(1, 11)), "any")


class Wanted(NamedTuple):
    """A new game that is asked for; the wish is what a random deal is to be like."""

    start: NewGame
    wish: Wish = Wish()

    @property
    def rules(self) -> Rules:
        """The rules that it is to be played under."""
        return find_profile(self.start.profile).rules.change(self.start.rules)

    @property
    def is_searched(self) -> bool:
        """Whether a deal is to be found first."""
        return self.start.deal == ANY and self.wish.winnable


def read_rules(text: str) -> dict[str, str]:
    """Read house rules as they are typed, `autoplay=off undo_limit=10`. Raises `BadInput` for what is not of that form."""
    rules = {}
    for each in text.replace(",", " ").split():
        name, equals, value = each.partition("=")
        if not equals:
            raise BadInput("no-such-rule", rule=each, rules=list(Rules().as_dict()))
        rules[name] = value
    return rules


class ChooseGame(Dialog[Wanted]):
    """Asks for a new game, and stays open until one can be had."""

    DEFAULT_CSS = """
    ChooseGame > Vertical { width: 76; }
    ChooseGame VerticalScroll { width: 100%; }
    ChooseGame RadioSet { width: 100%; }
    """

    def __init__(self, last: Wanted) -> None:
        super().__init__(_("New game"))
        self._last = last

    def parts(self) -> ComposeResult:
        """The fields."""
        start = self._last.start
        with VerticalScroll(can_focus=False):
            yield Label(_("Deal"), markup=False)
            nothing = _("A number, a code such as FC1-C4-AAAAAFE, or nothing for a random deal.")
            yield Input(placeholder=nothing, id="deal", compact=True)
            yield Label(_("A random deal"), markup=False)
            yield Select([(_wish(name), name) for name in _WISHES], value=str(self._last.wish), allow_blank=False, id="wish", compact=True)
            yield Label(_("Rules"), markup=False)
            with RadioSet(id="profile", compact=True):
                for profile in PROFILES.values():
                    label = Text(spoken().gettext(profile.title))
                    yield RadioButton(label, value=profile.name == start.profile, name=profile.name, compact=True)
            yield Static(id="summary", markup=False)
            yield Label(_("House rules of your own"), markup=False)
            changes = " ".join(f"{name}={value}" for name, value in start.rules.items())
            yield Input(value=changes, placeholder="cells=2 autoplay=off", id="rules", compact=True)
        yield Static("", classes="problem", markup=False)
        with Horizontal():
            yield Button(Text(_("Play")), variant="primary", id="play", compact=True)
            yield Button(Text(_("Cancel")), id="cancel", compact=True)

    def on_mount(self) -> None:
        """Say what the rules are."""
        self.on_radio_set_changed()

    def on_radio_set_changed(self) -> None:
        """Say what the rules are that were chosen."""
        self.query_one("#summary", Static).update(spoken().gettext(find_profile(self._profile).summary))

    def on_input_submitted(self) -> None:
        """Enter in a field plays."""
        self._play()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Play, or let it be."""
        if event.button.id == "play":
            self._play()
        else:
            self.dismiss(None)

    @property
    def _profile(self) -> str:
        pressed = self.query_one("#profile", RadioSet).pressed_button
        return "standard" if pressed is None or pressed.name is None else pressed.name

    def _play(self) -> None:
        try:
            self.dismiss(self._wanted())
        except FreeCellError as error:
            problem = self.query_one(".problem", Static)
            problem.update(str(error))
            problem.display = True

    def _wanted(self) -> Wanted:
        """What the fields ask for; it can be had, as far as that is known without a search."""
        deal = self.query_one("#deal", Input).value.strip() or ANY
        start = NewGame(deal, self._profile, read_rules(self.query_one("#rules", Input).value))
        wanted = Wanted(start, read_wish(str(self.query_one("#wish", Select).value)))
        start.game()  # what is wrong with the rules, or with the deal, is said now
        return wanted


def _wish(name: str) -> str:
    if name == "winnable":
        return _("can be won under these rules")
    return _("is any: it may be impossible") if name == "any" else _("Difficulty: {scale} of 10", scale=name)
