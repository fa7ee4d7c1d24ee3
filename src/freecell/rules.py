"""House rules: what the programs that people know do differently, and the named profiles that put it together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from freecell.errors import BadInput


class Supermove(StrEnum):
    """How many cards of a sequence move at once."""

    EXACT = "exact"
    """(empty cells + 1) · 2^(empty cascades): what single-card moves can do; an empty target does not count (S0.11, S2.9)."""
    LINEAR = "linear"
    """(empty cells + 1) · (empty cascades + 1); an empty target does not count (S4.5)."""
    SINGLE = "single"
    """One: the official rule (S0.10)."""


class Autoplay(StrEnum):
    """Which cards go to the foundations by themselves after an action."""

    OFF = "off"
    SAFE = "safe"
    """Those that nothing still below could need."""
    MAX = "max"
    """All that can go; this may lose a won game, so no profile has it."""


class Scoring(StrEnum):
    """How a game is scored."""

    NONE = "none"
    CARDS = "cards"
    """The number of cards on the foundations (S1.11)."""
    POINTS = "points"
    """10 for a card placed on a foundation, 5 for one from a cell placed on a cascade (S2.18)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A set of house rules. Any combination can be played; text and numbers are accepted for each where they mean a value of it.

    Raises `BadInput` for a value that a rule cannot have.

    >>> Rules(cells=2, supermove="linear")
    Rules(cells=2, supermove=<Supermove.LINEAR: 'linear'>, foundation_return=False, foundation_first=False, \
whole_cascade_to_empty=True, autoplay=<Autoplay.SAFE: 'safe'>, undo_limit=None, scoring=<Scoring.NONE: 'none'>, \
lose_without_moves=False)
    """

    cells: int = 4
    """Free cells, 0 to 4."""
    supermove: Supermove = Supermove.EXACT
    foundation_return: bool = False
    """Whether a foundation's last card may come back onto a cascade."""
    foundation_first: bool = False
    """A card that can go to its foundation goes nowhere else, and no sequence that holds such a card moves."""
    whole_cascade_to_empty: bool = True
    """Whether a whole cascade may be moved onto an empty one, which changes nothing."""
    autoplay: Autoplay = Autoplay.SAFE
    """The autoplay that a game starts with; the player may change it while playing."""
    undo_limit: int | None = None
    """How many actions Undo takes back at most; None for no limit."""
    scoring: Scoring = Scoring.NONE
    lose_without_moves: bool = False
    """Whether the deal ends by itself, as lost, when no legal move is left."""

    def __post_init__(self) -> None:
        for rule in fields(self):
            object.__setattr__(self, rule.name, _read(rule.name, getattr(self, rule.name)))

    def change(self, changes: Mapping[str, object]) -> Rules:
        """Return these rules with some of them changed, as a person or an address may write them.

        Raises `BadInput` for a rule that there is none of, or a value that it cannot have.

        >>> Rules().change({"cells": "2", "foundation_return": "yes"}).cells
        2
        """
        for name in changes:
            if name not in _READERS:
                raise BadInput("no-such-rule", rule=name, rules=list(_READERS))
        values: dict[str, Any] = {name: _read(name, value) for name, value in changes.items()}
        return replace(self, **values) if any(value != getattr(self, name) for name, value in values.items()) else self

    def differences(self, base: Rules) -> dict[str, Any]:
        """Return the rules that differ from `base`, with their values here: `base.change(rules.differences(base)) == rules`.

        >>> Rules(cells=2).differences(Rules())
        {'cells': 2}
        """
        return {name: _plain(getattr(self, name)) for name in _READERS if getattr(self, name) != getattr(base, name)}

    def as_dict(self) -> dict[str, Any]:
        """Return the rules by name, in plain values that JSON can hold."""
        return {name: _plain(getattr(self, name)) for name in _READERS}


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, StrEnum) else value


def _read_cells(value: object) -> int:
    return _read_whole(value, at_most=4)


def _read_whole(value: object, at_most: int) -> int:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        value = int(value)
    if type(value) is not int or not 0 <= value <= at_most:
        raise ValueError
    return value


_MOST_ACTIONS: Final = 999_999_999


def _read_limit(value: object) -> int | None:
    return None if value is None or value == "none" else _read_whole(value, at_most=_MOST_ACTIONS)


_YES: Final = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


def _read_flag(value: object) -> bool:
    if isinstance(value, str) and value.lower() in _YES:
        return _YES[value.lower()]
    if isinstance(value, bool):
        return value
    raise ValueError


_READERS: Final[dict[str, tuple[Any, str]]] = {
    "cells": (_read_cells, "a number from 0 to 4"),
    "supermove": (Supermove, "exact, linear or single"),
    "foundation_return": (_read_flag, "yes or no"),
    "foundation_first": (_read_flag, "yes or no"),
    "whole_cascade_to_empty": (_read_flag, "yes or no"),
    "autoplay": (Autoplay, "off, safe or max"),
    "undo_limit": (_read_limit, f"a number of actions from 0 to {_MOST_ACTIONS}, or none"),
    "scoring": (Scoring, "none, cards or points"),
    "lose_without_moves": (_read_flag, "yes or no"),
}


def _read(name: str, value: object) -> Any:
    reader, expected = _READERS[name]
    try:
        return reader(value)
    except ValueError:
        raise BadInput("bad-rule", rule=name, value=value, expected=expected) from None


def read_autoplay(value: object) -> Autoplay:
    """Return the autoplay of that name; raises `BadInput` for another."""
    found: Autoplay = _read("autoplay", value)
    return found


@dataclass(frozen=True, slots=True)
class Profile:
    """The house rules of a program that people know, by name, with how its table behaves."""

    name: str
    title: str
    summary: str
    rules: Rules
    cells: tuple[int, ...]
    """The numbers of cells that it offers, its own first."""
    tap: str
    """What a tap does: see `freecell.taps.TAPS`."""
    foundations: str
    """The suits of the four foundations from left to right, or `arrival`: in the order in which the aces arrive."""

    def offers(self, rules: Rules) -> bool:
        """Whether these are rules that the profile can be played with. Autoplay may always be chosen: it is changed in play anyway."""
        return rules.cells in self.cells and rules.differences(self.rules).keys() <= {"cells", "autoplay"}


PROFILES: Final[Mapping[str, Profile]] = MappingProxyType(
    {
        profile.name: profile
        for profile in (
            Profile(
                name="standard",
                title="Standard",
                summary="The reference rules: supermoves, safe autoplay, undo without end.",
                rules=Rules(),
                cells=(4,),
                tap="pick",
                foundations="SHDC",
            ),
            Profile(
                name="one-tap",
                title="One tap",
                summary="A random deal at once; a tap sends a card up if it can go, and it never comes back. "
                "The score is the number of cards on the foundations.",
                rules=Rules(
                    foundation_first=True,
                    whole_cascade_to_empty=False,
                    autoplay=Autoplay.OFF,
                    scoring=Scoring.CARDS,
                    lose_without_moves=True,
                ),
                cells=(4,),
                tap="cascade",
                foundations="CDHS",
            ),
            Profile(
                name="points",
                title="Points",
                summary="4, 2 or 1 cells; nothing moves by itself, cards may come back from the foundations; "
                "10 points for a card placed there, 5 for one played from a cell.",
                rules=Rules(foundation_return=True, autoplay=Autoplay.OFF, undo_limit=100, scoring=Scoring.POINTS),
                cells=(4, 2, 1),
                tap="foundation",
                foundations="SHDC",
            ),
            Profile(
                name="linear",
                title="Linear",
                summary="One click moves a sequence to its best place; each empty cascade adds to a supermove instead of doubling it.",
                rules=Rules(supermove=Supermove.LINEAR, autoplay=Autoplay.OFF),
                cells=(4,),
                tap="move",
                foundations="arrival",
            ),
        )
    }
)


def find_profile(name: str) -> Profile:
    """Return the profile of that name; raises `BadInput` if there is none.

    >>> find_profile("points").rules.undo_limit
    100
    """
    profile = PROFILES.get(name)
    if profile is None:
        raise BadInput("no-such-profile", profile=name, profiles=list(PROFILES))
    return profile


@lru_cache(maxsize=256)
def nearest_profile(rules: Rules) -> Profile:
    """Return the profile that differs least from `rules`: the one that offers them, if one does.

    >>> nearest_profile(Rules(cells=3)).name
    'standard'
    """
    return min(PROFILES.values(), key=lambda p: (not p.offers(rules), len(rules.differences(p.rules))))
