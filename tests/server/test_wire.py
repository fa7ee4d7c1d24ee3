"""Messages are read strictly, and whatever else comes is answered in the one shape."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from servers import some_store
from starlette.websockets import WebSocket

from freecell.commands import Command, Finish, LoadGame, NewGame, Play, Redo, Resign, Restart, SetAutoplay, SetSettings, Tap, Undo
from freecell.errors import BadInput, Refusal
from freecell.messages import word
from freecell.server import wire
from freecell.server.advisor import Advisor
from freecell.server.connection import Connection
from freecell.server.cookies import Who
from freecell.server.pars import Pars
from freecell.server.searches import Searches
from freecell.server.table import Table
from freecell.server.tables import Tables
from freecell.store import Store, new_secret, player_with

NEW: dict[str, Any] = {"id": "a", "do": "new", "deal": "164"}
OPEN: dict[str, Any] = {"id": "a", "do": "open", "game": "g"}
MOVE: dict[str, Any] = {"id": "a", "do": "move", "version": 3, "from": "6", "to": "h"}
TAP: dict[str, Any] = {"id": "a", "do": "tap", "version": 3, "place": "6"}
UNDO: dict[str, Any] = {"id": "a", "do": "undo", "version": 3}
AUTOPLAY: dict[str, Any] = {"id": "a", "do": "autoplay", "version": 3, "value": "max"}
SETTINGS: dict[str, Any] = {"id": "a", "do": "settings", "version": 3}
ALL = [NEW, OPEN, MOVE, TAP, UNDO, AUTOPLAY, SETTINGS]


def read(message: Any) -> Any:
    return wire.read(json.dumps(message))


def problem(message: Any) -> str:
    """What is said to be wrong with a message."""
    with pytest.raises(BadInput) as caught:
        read(message)
    assert caught.value.code == "bad-message"
    return str(caught.value.values["problem"])


@pytest.mark.parametrize(
    ("message", "command"),
    [
        (MOVE, Play("6", "h")),
        (MOVE | {"count": 4}, Play("6", "h", 4)),
        (MOVE | {"count": None}, Play("6", "h")),
        (TAP, Tap("6")),
        (TAP | {"depth": 0}, Tap("6", 0)),
        (UNDO, Undo()),
        (UNDO | {"do": "redo"}, Redo()),
        (UNDO | {"do": "restart"}, Restart()),
        (UNDO | {"do": "finish"}, Finish()),
        (UNDO | {"do": "resign"}, Resign()),
        (AUTOPLAY, SetAutoplay("max")),
        (SETTINGS, SetSettings()),
        (SETTINGS | {"tap": "move", "foundations": "arrival"}, SetSettings("move", "arrival")),
    ],
)
def test_each_command_is_read_as_the_session_s(message: dict[str, Any], command: Command) -> None:
    heard = read(message)
    assert heard.command() == command
    assert (heard.id, heard.version) == ("a", 3)


def test_a_new_game_is_read_from_its_deal_or_its_text() -> None:
    assert read(NEW).start() == NewGame("164")
    changed = NEW | {"profile": "points", "rules": {"cells": 2, "undo_limit": None, "foundation_first": True, "scoring": "none"}}
    assert read(changed).start() == NewGame("164", "points", changed["rules"])
    assert read(NEW).settings == wire.Settings()
    assert read(NEW | {"settings": {"tap": "pick"}}).settings == wire.Settings(tap="pick")
    assert read({"id": "a", "do": "new", "text": "Deal: 1"}).start() == LoadGame("Deal: 1")


@pytest.mark.parametrize("rest", [{}, {"deal": "1", "text": "x"}, {"text": "x", "rules": {}}, {"text": "x", "profile": "points"}])
def test_a_new_game_is_either_a_deal_or_a_text(rest: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="either a deal with its rules, or a text"):
        read({"id": "a", "do": "new"} | rest).start()


def test_opening_a_game_is_read() -> None:
    heard = read(OPEN)
    assert heard.game == "g"
    assert read({"id": "a", "do": "open", "settings": {"tap": "pick"}}).settings.tap == "pick"


@pytest.mark.parametrize("message", ALL, ids=lambda message: str(message["do"]))
def test_nothing_may_be_missing_or_more_or_of_another_type(message: dict[str, Any]) -> None:
    read(message)
    optional = {("new", "deal"), ("open", "game")}
    for name in message:
        rest = {key: value for key, value in message.items() if key != name}
        if (message["do"], name) not in optional:
            assert problem(rest)
        wrongs: list[Any] = [[], {}, 1.5, True]
        for wrong in wrongs:
            assert problem(message | {name: wrong}), (name, wrong)
    assert "more" in problem(message | {"more": 1})
    for id_ in ("", "x" * 65, 7, None, ["a"]):
        assert problem(message | {"id": id_})


_RULES: list[Any] = [[], {"cells": 1.5}, {"cells": []}, {"cells": {}}, {"x" * 65: 1}, {"cells": "x" * 65}]
_SETTINGS: list[Any] = [None, [], {"more": 1}, {"tap": 1}]


@pytest.mark.parametrize(
    "message",
    [
        *(MOVE | {"count": count} for count in (0, 14, -1, "4", 4.0)),
        *(TAP | {"depth": depth} for depth in (-1, 52, "0", 0.0)),
        *(UNDO | {"version": version} for version in ("3", 3.0, None, True)),
        *(NEW | {"rules": rules} for rules in _RULES),
        *(NEW | {"settings": settings} for settings in _SETTINGS),
        *(NEW | {"deal": deal} for deal in (164, 1e3, "9" * 1001)),
        *(UNDO | {"do": do} for do in ("Undo", "", "fly", None, 1, ["undo"])),
        *([], "undo", 7, None, True, [UNDO]),
    ],
    ids=lambda message: json.dumps(message)[:60],
)
def test_what_is_out_of_range_is_not_read(message: Any) -> None:
    assert problem(message)


@pytest.mark.parametrize(
    "text",
    ["", " ", "{", "undo", "\ufeff{}", "{'id': 'a'}", "NaN", "{}{}", '{"id": "a",}', "[" * 50_000, "\ud800", '"\\ud800"'],
    ids=lambda text: ascii(text[:20]),
)
def test_what_is_no_json_is_not_read(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        wire.read(text)
    assert caught.value.code == "bad-message"


def test_the_length_of_a_message_is_bounded() -> None:
    text = json.dumps(UNDO)
    assert wire.read(text + " " * (wire.LONGEST - len(text)))
    with pytest.raises(BadInput, match="65537 characters; expected at most 65536"):
        wire.read(text + " " * (wire.LONGEST - len(text) + 1))


def test_a_problem_is_shown_shortly_and_in_printable_characters() -> None:
    for message in (UNDO | {"do": "x" * 60_000}, UNDO | {"x" * 60_000: 1}, UNDO | {"\n\x1b[31m\u202e": 1}):
        shown = problem(message)
        assert len(shown) <= 201
        assert shown.isprintable()


def test_errors_events_and_refusals_have_one_shape() -> None:
    values = {"cell": "a", "card": "TH"}
    assert wire.shape(Refusal("cell-taken", values)) == {"code": "cell-taken", "values": values, "message": "Cell a holds 10♥ already."}
    assert wire.failed(None, Refusal("busy")) == {"type": "error", "id": None, "error": wire.shape(Refusal("busy"))}


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("bad-message", {"problem": "p"}),
        ("no-such-game", {}),
        ("no-game", {}),
        ("busy", {}),
        ("internal", {}),
        ("game-too-long", {"actions": 4000}),
        ("wrong-host", {}),
        ("wrong-origin", {}),
        ("wrong-site", {}),
        ("no-such-page", {"path": "/x"}),
        ("bad-request", {"status": 405}),
        ("bad-host", {"host": "x", "problem": "p"}),
        ("no-free-port", {"port": 1}),
        ("bad-file", {"file": "x", "problem": "p"}),
        ("missing-moves", {"deal": "164"}),
    ],
)
def test_every_code_of_the_server_and_the_command_line_has_its_sentence(code: str, values: Mapping[str, Any]) -> None:
    sentence = word(code, values)
    assert sentence.endswith(".")
    assert not sentence.startswith(code)
    assert all(str(value) in sentence for value in values.values())


# Junk


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with some_store() as found:
        yield found


class Idle(Advisor):
    """Answers no question."""

    def follow(self, table: Table) -> None:
        """Leave it open."""


class Listener(Connection):
    """A connection without a line: it keeps what it would send."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(cast(WebSocket, None), tables, Idle(Searches(2), Pars(tables.store)), Who(player_with(new_secret()), None))
        self.heard: list[Any] = []

    def tell(self, message: Mapping[str, Any]) -> None:
        self.heard.append(json.loads(json.dumps(message)))

    async def ask(self, text: str) -> Any:
        """The one answer to a message."""
        before = len(self.heard)
        await self.answer(text)
        assert len(self.heard) == before + 1
        return self.heard[-1]


_words = ["1", "164", "a", "h", "hS", "3", "undo", "points", "pick", "off", "\ud800", "🂡"]
_texts = st.text(max_size=20) | st.sampled_from(_words)
_scalars = st.none() | st.booleans() | st.integers() | st.integers(0, 60) | st.floats() | _texts
_fields = ["id", "do", "version", "from", "to", "count", "place", "depth", "deal", "text", "profile", "rules", "settings", "tap", "value"]
_names = st.sampled_from([*_fields, "cells", "undo_limit"])
_values = st.recursive(
    _scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_names | _texts, inner, max_size=3), max_leaves=6
)
_junk = st.dictionaries(_names | _texts, _values, max_size=6) | _values
_places = st.sampled_from([*"12345678", *"abcd", "h", "hC", "hD", "hH", "hS", "9", "e", "", "h1", "١", "1a"])
_counts = st.none() | st.integers(-1, 20)
_layout_words = ["AS", "KH", "10D", ":", "FC:", "Founds: H-3", "\n", "Deal: 5\n", "Rules: points\n", "Moves: ", "1a", "xx"]
_layouts = st.lists(st.sampled_from(_layout_words))
_meant = st.one_of(
    st.fixed_dictionaries({"do": st.just("move"), "from": _places, "to": _places, "count": _counts}),
    st.fixed_dictionaries({"do": st.just("tap"), "place": _places, "depth": _counts}),
    st.fixed_dictionaries({"do": st.sampled_from(["undo", "redo", "restart", "finish", "resign"])}),
    st.fixed_dictionaries({"do": st.sampled_from(["hint", "auto", "demonstrate", "go-back", "stop"])}),
    st.fixed_dictionaries({"do": st.just("play-on"), "action": st.none() | st.integers(-1, 5)}),
    st.fixed_dictionaries({"do": st.just("autoplay"), "value": st.sampled_from(["off", "safe", "max", "", "OFF"])}),
    st.fixed_dictionaries({"do": st.just("settings"), "tap": st.sampled_from(["move", "pick", "", "x"]), "truth": _scalars}),
    st.fixed_dictionaries({"do": st.just("settings"), "foundations": _texts}),
    st.fixed_dictionaries(
        {"do": st.just("new"), "deal": _texts, "profile": _texts, "rules": st.dictionaries(_names, _scalars, max_size=2)}
    ),
    st.fixed_dictionaries({"do": st.just("new"), "text": st.builds(" ".join, _layouts) | st.text(max_size=200)}),
    st.fixed_dictionaries({"do": st.just("open"), "game": _texts | st.none()}),
    st.fixed_dictionaries({"do": st.just("clock"), "running": st.booleans()}),
)


@given(st.one_of(_junk.map(json.dumps), st.text(), st.binary().map(lambda junk: junk.decode("latin-1"))))
@example('{"id": "a", "do": "undo", "version": 1e400}')
@example('{"id": "a", "do": "new", "deal": "1", "rules": {"cells": %s}}' % ("9" * 4000))
def test_junk_is_read_or_is_bad_input_and_nothing_else(text: str) -> None:
    with contextlib.suppress(BadInput):
        assert wire.read(text).id


@given(st.lists(_meant | _junk, max_size=12), st.data())
def test_every_message_has_one_answer_and_none_is_a_fault(store: Store, messages: list[Any], data: st.DataObject) -> None:
    asyncio.run(_ask_all(store, messages, data))


async def _ask_all(store: Store, messages: list[Any], data: st.DataObject) -> None:
    listener = Listener(Tables(store))
    version = (await listener.ask(json.dumps(NEW | {"rules": {"undo_limit": 3}})))["snapshot"]["version"]
    for number, message in enumerate(messages):
        if isinstance(message, dict) and message.get("do") not in ("new", "open") and data.draw(st.integers(0, 3)):
            message = message | {"version": version}
        if isinstance(message, dict):
            message = {"id": str(number)} | message
        heard = await listener.ask(json.dumps(message))
        version = heard.get("snapshot", {"version": version})["version"]
        problem = heard.get("error")
        if problem is not None:
            assert set(problem) == {"code", "values", "message"}
            assert problem["code"] != "internal"
            assert not problem["message"].startswith(f"{problem['code']}:"), "a code without a sentence"
