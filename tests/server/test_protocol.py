"""The examples of docs/protocol.md, run against the server in their order; tests/web/protocol.test.js runs them against the client."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from servers import some_store
from starlette.testclient import TestClient, WebSocketTestSession

from freecell.server.app import create_app
from freecell.store import new_secret

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
ANY = "…"


def examples() -> list[tuple[str, Any]]:
    """Each example with who says it: client, server, update (to another connection), http with what is asked for, or later."""
    blocks = re.findall(r"^```json ([^\n]+)\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return [(who, json.loads(text)) for who, text in blocks]


def agrees(example: Any, real: Any) -> bool:
    """Whether what was said is what the example shows."""
    if example == ANY:
        return True
    if isinstance(example, dict) and isinstance(real, dict):
        named = {key for key in example if key != ANY}
        complete = named == set(real) if ANY not in example else named <= set(real)
        return complete and all(agrees(example[key], real[key]) for key in named)
    if isinstance(example, list) and isinstance(real, list):
        return len(example) == len(real) and all(map(agrees, example, real))
    return type(example) is type(real) and bool(example == real)


@pytest.mark.parametrize(
    ("example", "real", "expected"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ({"a": 1, ANY: ANY}, {"a": 1, "b": 2}, True),
        ({"a": ANY}, {"a": [1, 2]}, True),
        ([1, 2], [1], False),
        ({"a": 0}, {"a": False}, False),
    ],
)
def test_an_example_is_compared_strictly_but_for_its_blanks(example: Any, real: Any, expected: bool) -> None:
    assert agrees(example, real) is expected


def test_the_server_says_what_the_page_says() -> None:
    with (
        some_store() as store,
        TestClient(create_app(store), base_url="http://localhost", cookies={"freecell": new_secret()}) as client,
        client.websocket_connect("ws://localhost/ws") as player,
        client.websocket_connect("ws://localhost/ws") as other,
    ):
        real: Any = None
        kept = ""
        for who, example in examples():
            if who == "later":  # there is another example of that, in a test of its own
                continue
            if who == "client":
                player.send_json(example)
                continue
            if who.startswith("http "):
                real = _asked(client, who.removeprefix("http "), kept)
                kept = real["games"][0]["game"] if real.get("games") and "after" in real else kept
            elif who == "update":  # to the other
                real = _update(other, real["snapshot"]["version"])
            else:
                real = _said(player)
            assert agrees(example, real), f"{json.dumps(real, ensure_ascii=False)}\nis not\n{json.dumps(example, ensure_ascii=False)}"
            if real.get("type") == "opened":
                _join(other, real)


def test_every_kind_of_message_has_an_example() -> None:
    said = examples()
    assert {example["do"] for who, example in said if who == "client"} == {
        *("new", "open", "move", "tap", "undo", "redo", "restart", "finish", "resign", "autoplay", "settings"),
        *("hint", "auto", "demonstrate", "go-back", "play-on", "review", "stop", "clock"),
    }
    assert {example["type"] for who, example in said if who in ("server", "update", "later")} == {
        *("opened", "answer", "refused", "update", "error", "truth", "review", "clock", "saved", "closed"),
    }


def _asked(client: TestClient, what: str, kept: str) -> Any:
    """The answer of the HTTP API; what is sent along is text."""
    method, path = what.replace("{game}", kept).split()
    answer = client.request(method, path, content="Deal: 1\nRules: standard\nMoves:" if "import" in path else None)
    assert answer.status_code == 200, answer.text
    return answer.json()


def _said(player: WebSocketTestSession) -> Any:
    """What the server says next; on a slow machine a review tells its news in the midst, which the last message has again."""
    while True:
        heard = player.receive_json()
        if heard["type"] != "review" or heard["summary"] is not None or "start" in heard:
            return heard


def _join(other: WebSocketTestSession, opened: dict[str, Any]) -> None:
    """Open the same game on the other connection, after it has heard all that was said at the last."""
    other.send_json({"id": "o", "do": "open", "game": opened["snapshot"]["game"]})
    while other.receive_json()["type"] != "opened":
        pass


def _update(other: WebSocketTestSession, version: int) -> Any:
    """What the other connection was told of that version."""
    while True:
        heard = other.receive_json()
        if heard["type"] == "update" and heard["snapshot"]["version"] == version:
            return heard
