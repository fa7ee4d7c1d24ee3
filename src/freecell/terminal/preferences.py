"""What the player likes at the terminal, kept in a file of the user's own; if that cannot be read or written, nothing breaks."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Final

from freecell.locales import Words, languages
from freecell.messages import speak
from freecell.messages import text as _
from freecell.speech import Language

SYSTEM: Final = "system"


@dataclass(frozen=True, slots=True)
class Preferences:
    """Each preference by name, with one of its values in `VALUES`."""

    colours: str = "two"
    tap: str = "profile"
    foundations: str = "profile"
    truth: str = "off"
    clock: str = "off"
    motion: str = "normal"
    hand: str = "right"
    letters: str = "international"
    language: str = SYSTEM

    def next(self, name: str) -> Preferences:
        """Return them with the next value of one, after the last the first."""
        values = VALUES[name]
        return replace(self, **{name: values[(values.index(getattr(self, name)) + 1) % len(values)]})


VALUES: Final[dict[str, tuple[str, ...]]] = {
    "language": (SYSTEM, *languages()),
    "colours": ("two", "four"),
    "tap": ("profile", "pick", "foundation", "cascade", "move"),
    "foundations": ("profile", "SHDC", "CDHS", "arrival"),
    "truth": ("off", "on"),
    "clock": ("off", "on"),
    "motion": ("normal", "fast", "off"),
    "hand": ("right", "left"),
    "letters": ("international", "own"),
}
"""Every preference with its values, in the order of the menu."""


def named(name: str) -> str:
    """What a preference is called."""
    return {
        "language": _("Language"),
        "colours": _("Suits"),
        "tap": _("A tap"),
        "foundations": _("Foundations"),
        "truth": _("The truth after each move"),
        "clock": _("Clock"),
        "motion": _("Motion"),
        "hand": _("Cells"),
        "letters": _("Letters on cards"),
    }[name]


def said(name: str, value: str) -> str:
    """What the value of a preference is called."""
    words = {
        "language": {
            "system": _("as the system"),
            "en": "English",
            "it": "italiano",
            "es": "español",
            "ro": "română",
            "pt-BR": "português",
        },
        "colours": {"two": _("two colours"), "four": _("four colours")},
        "tap": {
            "profile": _("as the rules have it"),
            "pick": _("picks up, then puts down"),
            "foundation": _("foundation, else picks up"),
            "cascade": _("picks up the whole sequence"),
            "move": _("moves to the best place"),
        },
        "foundations": {"profile": _("as the rules have them"), "SHDC": "♠ ♥ ♦ ♣", "CDHS": "♣ ♦ ♥ ♠", "arrival": _("as the aces arrive")},
        "truth": {"off": _("not told"), "on": _("told")},
        "clock": {"off": _("off"), "on": _("on")},
        "motion": {"normal": _("quick"), "fast": _("quicker"), "off": _("no motion")},
        "hand": {"right": _("at the left"), "left": _("at the right")},
        "letters": {"international": _("international"), "own": _("of this language")},
    }
    return words[name][value]


def speak_preferred(preferences: Preferences, system: Language) -> None:
    """Speak the language that the player prefers, with its letters on cards if wanted; `system` is the one that was spoken at first."""
    tag = preferences.language
    if tag == SYSTEM:
        tag = system.tag if isinstance(system, Words) else "en"
    speak(Words(tag, letters=preferences.letters))


def own_file() -> Path:
    """Return the file in which this user's are kept."""
    from platformdirs import user_config_path

    return user_config_path("freecell", appauthor=False) / "terminal.json"


def recall(file: Path) -> Preferences:
    """Return what a file holds, as far as that is a preference."""
    try:
        found = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return Preferences()
    if not isinstance(found, dict):
        return Preferences()
    known = {each.name: found.get(each.name) for each in fields(Preferences)}
    return Preferences(**{name: value for name, value in known.items() if value in VALUES[name]})


def remember(file: Path, preferences: Preferences) -> None:
    """Keep them in a file."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(asdict(preferences)), "utf-8")
    except OSError:
        return  # then the next time begins afresh
