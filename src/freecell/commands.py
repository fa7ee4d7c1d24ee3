"""What a session is told, and what it says: commands in, answers with events and questions out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, Final, Literal, NamedTuple, Protocol

from freecell.deals import choose_cells, deal, random_number, read_deal
from freecell.errors import BadInput, Refusal
from freecell.game import Action, Game
from freecell.messages import word
from freecell.moves import Move
from freecell.notation import read_game
from freecell.rules import find_profile
from freecell.taps import TAPS

ARRIVAL: Final = "arrival"
"""The foundations in the order in which their aces arrive."""
_ORDERS: Final = frozenset([ARRIVAL, *map("".join, permutations("CDHS"))])
_YES: Final[dict[bool | str, bool]] = {True: True, False: False, "yes": True, "no": False}


class Event(NamedTuple):
    """Something that happened, for a face to show and to say: a code with plain values."""

    code: str
    values: Mapping[str, Any] = {}

    def __str__(self) -> str:
        return word(self.code, self.values)


# What the player does


@dataclass(frozen=True, slots=True)
class NewGame:
    """Deal a number, a game code, or `random`, under a profile's rules with changes."""

    deal: str
    profile: str = "standard"
    rules: Mapping[str, Any] = field(default_factory=dict)

    def game(self) -> Game:
        """Return the game that is meant. Raises `BadInput` for a deal, a profile or a rule that there is not."""
        profile = find_profile(self.profile)
        rules = profile.rules.change(self.rules)
        if self.deal == "random":
            number = random_number()
        else:
            name = read_deal(self.deal)
            number = name.number
            asked = rules.cells if "cells" in self.rules else None
            rules = rules.change({"cells": choose_cells(name, asked) if name.cells is not None else rules.cells})
        return Game(deal(number, rules.cells), rules, deal=number, profile=profile)


@dataclass(frozen=True, slots=True)
class LoadGame:
    """Go on from the text of a game, or from a layout."""

    text: str

    def game(self) -> Game:
        """Return the game that is meant. Raises `BadInput` or `IllegalReplay`."""
        return read_game(self.text)


@dataclass(frozen=True, slots=True)
class Play:
    """Move cards; without a count, as many as fit. A target `h` is the card's own foundation."""

    source: str
    target: str
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Tap:
    """Touch a place; `depth` is the index of the touched card in its cascade, None for its top."""

    place: str
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last action."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Do again what was undone last."""


@dataclass(frozen=True, slots=True)
class Restart:
    """Start the same deal again."""


@dataclass(frozen=True, slots=True)
class Finish:
    """Send all cards to the foundations, where that alone wins."""


@dataclass(frozen=True, slots=True)
class Resign:
    """End the game as a loss."""


@dataclass(frozen=True, slots=True)
class SetAutoplay:
    """Change the autoplay, an action of the game."""

    value: str


@dataclass(frozen=True, slots=True)
class SetSettings:
    """Change how a tap works, the order of the foundations, or whether the truth is told; None leaves one as it is."""

    tap: str | None = None
    foundations: str | None = None
    truth: bool | str | None = None

    def changes(self) -> dict[str, Any]:
        """Return what is to be changed, by name. Raises `BadInput` for a value that a setting cannot have."""
        changed: dict[str, Any] = {}
        for name, value, allowed, expected in (
            ("tap", self.tap, TAPS, ", ".join(TAPS)),
            ("foundations", self.foundations, _ORDERS, f"the four letters C D H S in some order, or {ARRIVAL}"),
            ("truth", self.truth, _YES, "yes or no"),
        ):
            if value is None:
                continue
            if value not in allowed:
                raise BadInput("bad-setting", setting=name, value=value, expected=expected)
            changed[name] = _YES[value] if name == "truth" else value
        return changed


@dataclass(frozen=True, slots=True)
class AskHint:
    """Show the next move of a short line; asked again at the same position, say why as well."""


@dataclass(frozen=True, slots=True)
class Auto:
    """Make the move that a hint would show (S1.22)."""


@dataclass(frozen=True, slots=True)
class Demonstrate:
    """Play the next move of a line that wins, to show how it is done; the game is no win any more (U4)."""


@dataclass(frozen=True, slots=True)
class GoBack:
    """Go back to the last position that is known to be winnable."""


@dataclass(frozen=True, slots=True)
class PlayOn:
    """Begin a new game, linked to this one, after so many of its actions."""

    action: int


@dataclass(frozen=True, slots=True)
class Stop:
    """Wait no longer for a hint, or for whatever else was asked for."""


# What a search has found out


class Truth(Protocol):
    """The truth about a position, as `freecell.analysis` tells it."""

    @property
    def status(self) -> str:
        """Return `winnable`, `unwinnable` (proved), or `unknown`."""

    @property
    def moves_left(self) -> int | None:
        """Return how many moves the line counts."""

    @property
    def line(self) -> tuple[Move, ...]:
        """Return the player's moves that win."""

    def after(self, action: Action) -> Truth | None:
        """Return what it still says after an action."""


class Hint(Protocol):
    """A hint, as `freecell.analysis` gives it."""

    @property
    def truth(self) -> Truth:
        """Return the truth with the short line that the hint begins."""

    @property
    def message(self) -> Refusal:
        """Return the hint as a code with its values; `reason` among them is what it is good for."""


@dataclass(frozen=True, slots=True)
class TellTruth:
    """Tell the truth about the position of a question; `searching`, if the search goes on."""

    version: int
    truth: Truth
    searching: bool = False


@dataclass(frozen=True, slots=True)
class TellHint:
    """Tell the hint, or that there is none, for the position of a question; `searching`, if the search goes on."""

    version: int
    hint: Hint
    searching: bool = False


@dataclass(frozen=True, slots=True)
class TellBack:
    """Tell the last winnable position of the game; where there is none, the `status` of its start, and of where it stands if not lost."""

    version: int
    action: int | None
    status: str


@dataclass(frozen=True, slots=True)
class Question:
    """What a session wants to know about where it stands: its truth, a hint, or the last winnable position before it (`back`).

    The answer carries the question's version. `known` is what is known of the line already, with which a hint needs no search; `past` is
    what is known of the positions that the game came through, the start first, with which there is less to search for `back`.
    """

    about: Literal["truth", "hint", "back"]
    version: int
    known: Truth | None = None
    past: tuple[Truth | None, ...] = ()


Told = TellTruth | TellHint | TellBack
Command = (
    NewGame | LoadGame | Play | Tap | Undo | Redo | Restart | Finish | Resign | SetAutoplay | SetSettings
    | AskHint | Auto | Demonstrate | GoBack | PlayOn | Stop | Told
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a command: its events, or the refusal that left everything as it was; and how the game stands now.

    `questions` is everything that the session wants to know now: of those asked before, what is not among them any more need not be
    answered. Of a truth that is told, the snapshot holds `version` and `truth` alone: nothing else has changed.
    """

    events: tuple[Event, ...]
    refusal: Refusal | None
    snapshot: Mapping[str, Any]
    questions: tuple[Question, ...] = ()
