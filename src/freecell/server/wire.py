"""The messages of `docs/protocol.md`: what a client may send, read strictly, and what the server says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from freecell.commands import (
    Answer,
    AskHint,
    Auto,
    Command,
    Demonstrate,
    Event,
    Finish,
    GoBack,
    LoadGame,
    NewGame,
    Play,
    PlayOn,
    Redo,
    Resign,
    Restart,
    SetAutoplay,
    SetSettings,
    Stop,
    Tap,
    Undo,
)
from freecell.errors import BadInput, Refusal
from freecell.messages import word
from freecell.speech import Language

LONGEST: Final = 64 * 1024
"""Characters in the longest message that is read."""
LONGEST_ID: Final = 64
MOST_ACTIONS: Final = 4000
"""Actions in the longest game that is played; its text still fits into a message."""
_MOST_WORDS: Final = MOST_ACTIONS + 200
_MOST_FAULTS: Final = 100
_LONGEST_PROBLEM: Final = 200

Short = Annotated[str, Field(max_length=64)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    id: Annotated[str, Field(min_length=1, max_length=LONGEST_ID)]


class Settings(BaseModel):
    """How the table behaves, as far as it differs from the profile."""

    model_config = ConfigDict(extra="forbid", strict=True)
    tap: Short | None = None
    foundations: Short | None = None
    truth: Short | bool | None = None


class New(_Message):
    """Asks for a new game, from a deal or from a text."""

    do: Literal["new"]
    wish: Short | None = None
    deal: Annotated[str, Field(max_length=1000)] | None = None
    profile: Short = "standard"
    rules: dict[Short, Short | int | bool | None] = {}
    text: str | None = None
    kept: bool = True
    settings: Settings = Settings()

    def start(self) -> NewGame | LoadGame:
        """Return the game that is meant. Raises `BadInput` unless it is either a deal, or a text of no unreasonable length."""
        if self.wish is not None and self.deal != "random":
            raise BadInput("bad-message", problem="new: only a random deal can be wished for")
        if self.text is None and self.deal is not None:
            return NewGame(self.deal, self.profile, self.rules)
        if self.text is None or self.model_fields_set & {"deal", "profile", "rules"}:
            raise BadInput("bad-message", problem="new: expected either a deal with its rules, or a text, which has its own")
        check_length(self.text)
        return LoadGame(self.text)


class Open(_Message):
    """Asks to go on with a game; without a name, with the open one that was played last."""

    do: Literal["open"]
    game: Short | None = None
    settings: Settings = Settings()


class ClockMessage(_Message):
    """Lets the clock of the open game run, or stops it: the page is seen, or hidden."""

    do: Literal["clock"]
    running: bool


class _Act(_Message):
    """Something done in the open game, by a player who saw this version of it."""

    version: int

    def adds(self) -> bool:
        """Whether it makes the game longer."""
        return False


class PlayMessage(_Act):
    """Moves cards."""

    do: Literal["move"]
    source: Short = Field(alias="from")
    target: Short = Field(alias="to")
    count: Annotated[int, Field(ge=1, le=13)] | None = None

    def adds(self) -> bool:
        """Whether it makes the game longer."""
        return True

    def command(self) -> Command:
        """Return the session's command."""
        return Play(self.source, self.target, self.count)


class TapMessage(_Act):
    """Touches a card or an empty place."""

    do: Literal["tap"]
    place: Short
    depth: Annotated[int, Field(ge=0, le=51)] | None = None

    def adds(self) -> bool:
        """Whether it makes the game longer."""
        return True

    def command(self) -> Command:
        """Return the session's command."""
        return Tap(self.place, self.depth)


class PlainMessage(_Act):
    """Does what needs no more words."""

    do: Literal["undo", "redo", "restart", "finish", "resign", "hint", "auto", "demonstrate", "go-back", "stop"]

    def adds(self) -> bool:
        """Whether it makes the game longer, at once or when it is found."""
        return self.do in ("auto", "demonstrate")

    def command(self) -> Command:
        """Return the session's command."""
        return _PLAIN[self.do]


class AutoplayMessage(_Act):
    """Changes the autoplay."""

    do: Literal["autoplay"]
    value: Short

    def adds(self) -> bool:
        """Whether it makes the game longer."""
        return True

    def command(self) -> Command:
        """Return the session's command."""
        return SetAutoplay(self.value)


class SettingsMessage(_Act):
    """Changes how the table behaves."""

    do: Literal["settings"]
    tap: Short | None = None
    foundations: Short | None = None
    truth: Short | bool | None = None

    def command(self) -> Command:
        """Return the session's command."""
        return SetSettings(self.tap, self.foundations, self.truth)


class PlayOnMessage(_Act):
    """Goes on from the middle of the game, in a new one."""

    do: Literal["play-on"]
    action: Annotated[int, Field(ge=0, le=MOST_ACTIONS)]

    def command(self) -> Command:
        """Return the session's command."""
        return PlayOn(self.action)


class ReviewMessage(_Message):
    """Asks for a review of the open game, by a player who saw this version of it."""

    do: Literal["review"]
    version: int


_PLAIN: dict[str, Command] = {
    "undo": Undo(), "redo": Redo(), "restart": Restart(), "finish": Finish(), "resign": Resign(),
    "hint": AskHint(), "auto": Auto(), "demonstrate": Demonstrate(), "go-back": GoBack(), "stop": Stop(),
}  # fmt: skip

Act = PlayMessage | TapMessage | PlainMessage | AutoplayMessage | SettingsMessage | PlayOnMessage
ClientMessage = New | Open | ClockMessage | ReviewMessage | Act
_reader: TypeAdapter[ClientMessage] = TypeAdapter(Annotated[ClientMessage, Field(discriminator="do")])


def read(text: str) -> ClientMessage:
    """Read a client's message. Raises `BadInput` with what is wrong with it."""
    if len(text) > LONGEST:
        raise BadInput("bad-message", problem=f"{len(text)} characters; expected at most {LONGEST}")
    try:
        return _reader.validate_json(text)
    except ValidationError as error:
        raise BadInput(
            "bad-message", problem=problem_of(error.errors(include_url=False, include_context=False, include_input=False))
        ) from None


def check_length(text: str) -> None:
    """Raise `BadInput` for the text of a game that is unreasonably long."""
    if len(text.split()) > _MOST_WORDS:
        raise BadInput("bad-game", problem={"code": "too-long", "values": {"most": MOST_ACTIONS}})


def problem_of(errors: Sequence[Any]) -> str:
    """What is wrong with what a client sent: the first of the faults that were found, and what stood there."""
    fault = errors[0]
    where = ".".join(str(part) for part in fault["loc"])
    problem = f"{where}: {fault['msg']}" if where else str(fault["msg"])
    given = fault.get("input")
    quoted = f", not {json.dumps(given)}" if isinstance(given, str | int | float) else ""
    return _shortened(problem.removesuffix(".") + quoted)


def opened(id: str, snapshot: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
    """The answer to `new` and `open`."""
    return {"type": "opened", "id": id, "snapshot": snapshot}


def clock(id: str, shown: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
    """The answer to whoever lets the clock run, or stops it."""
    return {"type": "clock", "id": id, "clock": shown}


def answered(id: str, answer: Answer) -> dict[str, Any]:  # noqa: A002
    """The answer to something done in a game."""
    if answer.refusal is not None:
        return {"type": "refused", "id": id, "error": shape(answer.refusal), "snapshot": answer.snapshot}
    return {"type": "answer", "id": id, "events": _events(answer), "snapshot": answer.snapshot}


def update(answer: Answer) -> dict[str, Any]:
    """What the others who watch a game are told."""
    return {"type": "update", "events": _events(answer), "snapshot": answer.snapshot}


def truth(answer: Answer) -> dict[str, Any]:
    """What whoever watches a game is told when more is known of where it stands."""
    return {"type": "truth", **answer.snapshot}


def review(id: str, told: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
    """A part of a review."""
    return {"type": "review", "id": id, **told}


def failed(id: str | None, refusal: Refusal) -> dict[str, Any]:  # noqa: A002
    """The answer to what was not understood, or cannot be had."""
    faults = refusal.values.get("faults")
    if isinstance(faults, list) and len(faults) > _MOST_FAULTS:
        shown = [*faults[:_MOST_FAULTS], {"code": "and-more", "values": {"count": len(faults) - _MOST_FAULTS}}]
        refusal = Refusal(refusal.code, {**refusal.values, "faults": shown})
    return {"type": "error", "id": id, "error": shape(refusal)}


def shape(coded: Refusal | Event) -> dict[str, Any]:
    """The one shape of errors, refusals and events: a code, its values, and the words for it."""
    return {"code": coded.code, "values": dict(coded.values), "message": word(coded.code, coded.values)}


def reworded(told: Any, language: Language, name: str = "") -> Any:
    """The same message, or a part of one by that `name`, in another language."""
    if isinstance(told, list):
        return [reworded(each, language) for each in told]
    if not isinstance(told, dict):
        return told
    made = {key: reworded(value, language, key) for key, value in told.items()}
    if "code" in made and "message" in made:
        made["message"] = word(made["code"], made["values"], language)
    elif "message" in made and name == "hint":
        made["message"] = word("hint", made, language)
    elif "message" in made and name == "truth":
        state = "never" if made.get("never") else "searching" if made["searching"] else made["status"]
        made["message"] = word(f"truth-{state}", made, language)
    return made


def _events(answer: Answer) -> list[dict[str, Any]]:
    return [shape(event) for event in answer.events]


def _shortened(text: str) -> str:
    """What a client made up, fit to be shown."""
    text = "".join(char if char.isprintable() else "\ufffd" for char in text)
    return text if len(text) <= _LONGEST_PROBLEM else f"{text[:_LONGEST_PROBLEM]}…"
