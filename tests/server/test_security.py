"""Who is let in: by Host, Origin and Sec-Fetch-Site; and the headers on every answer."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from servers import PATIENCE, Player, Served, serving, some_store
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import InvalidStatus

from freecell.server.app import create_app
from freecell.server.run import names
from freecell.server.security import Gate

Pairs = Sequence[tuple[str, str]]
POLICY = (
    "content-security-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
    "referrer-policy",
    "x-content-type-options",
    "x-frame-options",
)


def ask(app: Any, headers: Pairs, *, kind: str = "http", method: str = "GET", path: str = "/") -> tuple[int, dict[str, str], bytes]:
    """The status, headers and body of an application's answer to such a request; 101 for a WebSocket that is accepted."""
    heard: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"} if kind == "websocket" else {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        heard.append(message)

    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers]
    asyncio.run(app({"type": kind, "method": method, "path": path, "query_string": b"", "headers": raw}, receive, send))
    if heard[0]["type"] == "websocket.accept":
        return 101, {}, b""
    body = b"".join(message.get("body", b"") for message in heard)
    return heard[0]["status"], {name.decode(): value.decode() for name, value in heard[0]["headers"]}, body


async def _yes(scope: Scope, _: Receive, send: Send) -> None:
    """An application that answers everything."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"yes"})


def refusal(headers: Pairs, hosts: Sequence[str] = (), *, addresses: bool = False, **request: Any) -> str | None:
    """The code of the refusal; None if the request is let in."""
    status, _, body = ask(Gate(_yes, hosts, addresses=addresses), headers, **request)
    if status in (101, 200):
        return None
    assert status == 403
    error = json.loads(body)["error"]
    assert set(error) == {"code", "values", "message"}
    assert error["message"] != error["code"]
    return str(error["code"])


KINDS = pytest.mark.parametrize("kind", ["http", "websocket"])


# Host


@KINDS
@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST:5252", "localhost:", "127.0.0.1", "127.0.0.1:5252", "127.8.9.1", "[::1]", "[::1]:5252", "[0:0:0:0:0:0:0:1]"],
)
def test_loopback_names_and_addresses_are_ours(kind: str, host: str) -> None:
    assert refusal([("host", host)], kind=kind) is None


@KINDS
@pytest.mark.parametrize(
    "host",
    [
        *("example.com", "example.com:5252", "localhost.example.com", "127.0.0.1.example.com", "localhostess", "xlocalhost"),
        *("192.168.1.7", "10.0.0.1:5252", "[fe80::1]", "0.0.0.0", "2130706433", "0x7f.1", "127.1"),
        *("", ":5252", "[::1", "::1", "[localhost]", "[]", "localhost]", "localhost:x", "localhost:1:2"),
        *("x@localhost", "localhost/x", "localhost?", "localhost#", "localhost, example.com", " localhost", "locälhost", "localhost\n"),
    ],
)
def test_any_other_host_is_not(kind: str, host: str) -> None:
    assert refusal([("host", host)], kind=kind) == "wrong-host"


@KINDS
def test_a_missing_or_second_host_is_refused(kind: str) -> None:
    assert refusal([], kind=kind) == "wrong-host"
    assert refusal([("host", "localhost"), ("host", "localhost")], kind=kind) == "wrong-host"
    assert refusal([("host", "localhost"), ("host", "example.com")], kind=kind) == "wrong-host"


@KINDS
def test_a_name_that_is_allowed_is_ours_in_any_case_and_no_other(kind: str) -> None:
    allowed = ["Cards.example"]
    assert refusal([("host", "cards.EXAMPLE:80")], allowed, kind=kind) is None
    assert refusal([("host", "www.cards.example")], allowed, kind=kind) == "wrong-host"
    assert refusal([("host", "192.168.1.7")], allowed, kind=kind) == "wrong-host"


@KINDS
def test_where_addresses_are_allowed_names_still_are_not(kind: str) -> None:
    for host in ("192.168.1.7:5252", "[fe80::1]", "8.8.8.8"):
        assert refusal([("host", host)], addresses=True, kind=kind) is None
    for host in ("example.com", "7.1.168.192.in-addr.arpa", "192.168.1.7.example.com"):
        assert refusal([("host", host)], addresses=True, kind=kind) == "wrong-host"


def test_the_machine_s_name_is_ours_only_where_others_reach_it() -> None:
    assert names("127.0.0.1", ["cards.example"]) == ["127.0.0.1", "cards.example"]
    assert names("0.0.0.0", ["cards.example"]) == ["0.0.0.0", socket.gethostname(), "cards.example"]
    assert "" not in names("", [""])


# Origin


@KINDS
@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:5252", "http://localhost:5252"),
        ("LocalHost:5252", "HTTP://localhost:5252"),
        ("localhost", "https://localhost"),
        ("[::1]:5252", "http://[::1]:5252"),
    ],
)
def test_our_own_page_is_let_in(kind: str, host: str, origin: str) -> None:
    assert refusal([("host", host), ("origin", origin)], kind=kind) is None


@KINDS
@pytest.mark.parametrize(
    "origin",
    [
        *("null", "", "file://", "http://", "//localhost:5252", "localhost:5252", "ftp://localhost:5252"),
        *("http://localhost", "http://localhost:5253", "http://127.0.0.1:5252", "http://example.com", "http://example.com:5252"),
        *(
            "http://[::1",
            "http://localhost:5252@example.com",
            "http://x@localhost:5252",
            "http://localhost:5252/",
            "http://localhost:5252.",
        ),
        *("http://localhost:5252 http://example.com", "chrome-extension://localhost:5252"),
    ],
)
def test_any_other_page_is_not(kind: str, origin: str) -> None:
    assert refusal([("host", "localhost:5252"), ("origin", origin)], kind=kind) == "wrong-origin"


def test_a_second_origin_is_refused() -> None:
    ours = ("origin", "http://localhost")
    assert refusal([("host", "localhost"), ours, ("origin", "http://example.com")], kind="websocket") == "wrong-origin"
    assert refusal([("host", "localhost"), ours, ours], kind="websocket") == "wrong-origin"


# Sec-Fetch-Site


@KINDS
@pytest.mark.parametrize("site", ["cross-site", "same-site", "something-new"])
def test_what_another_site_started_is_refused(kind: str, site: str) -> None:
    for mode in ("cors", "no-cors", "websocket", "same-origin", ""):
        assert refusal([("host", "localhost"), ("sec-fetch-site", site), ("sec-fetch-mode", mode)], kind=kind) == "wrong-site"
    assert refusal([("host", "localhost"), ("sec-fetch-site", site)], kind=kind) == "wrong-site"


@KINDS
@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_what_our_page_or_the_player_started_is_not(kind: str, site: str) -> None:
    assert refusal([("host", "localhost"), ("sec-fetch-site", site), ("sec-fetch-mode", "cors")], kind=kind) is None


def test_another_site_may_lead_here_and_no_more() -> None:
    led = [("host", "localhost"), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]
    assert refusal(led) is None
    assert refusal(led, method="HEAD") is None
    assert refusal(led, method="POST") == "wrong-site"
    assert refusal(led, kind="websocket") == "wrong-site"


# The whole server


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with serving() as served:
        yield served


def test_the_gate_stands_before_pages_assets_and_profiles(server: Served) -> None:
    page = server.get("/")[2].decode()
    script = page.split('src="')[1].split('"')[0]
    for path in ("/", "/deal/164", "/api/profiles", script):
        assert server.get(path)[0] == 200
        assert server.get(path, {"Host": "example.com"})[0] == 403
        assert server.get(path, {"Origin": "http://example.com"})[0] == 403
        assert server.get(path, {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"})[0] == 403
        assert server.get(path, {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"})[0] == 200


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"Origin": "http://example.com"}, "wrong-origin"),
        ({"Origin": "null"}, "wrong-origin"),
        ({"Sec-Fetch-Site": "cross-site"}, "wrong-site"),
        ({"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "websocket"}, "wrong-site"),
    ],
)
def test_the_gate_stands_before_the_games(server: Served, headers: dict[str, str], code: str) -> None:
    with pytest.raises(InvalidStatus) as caught, Player(server.port, headers=headers):
        pass
    answer = caught.value.response
    assert answer.status_code == 403
    assert json.loads(answer.body or b"")["error"]["code"] == code
    assert all(name in answer.headers for name in POLICY)


def test_our_own_page_plays(server: Served) -> None:
    with Player(server.port, headers={"Origin": f"http://localhost:{server.port}", "Sec-Fetch-Site": "same-origin"}) as player:
        assert player.ask(do="new", deal="1")["type"] == "opened"


@pytest.mark.parametrize("request_line", ["GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nHost: localhost\r\nHost: example.com\r\n\r\n"])
def test_a_raw_request_without_or_with_two_hosts_is_refused(server: Served, request_line: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as line:
        line.sendall(request_line.encode())
        assert line.recv(100).split()[1] in (b"400", b"403")


@pytest.mark.parametrize(
    ("path", "method", "headers", "status"),
    [
        ("/", "GET", {}, 200),
        ("/deal/164?profile=points", "GET", {}, 200),
        ("/api/profiles", "GET", {}, 200),
        ("/", "HEAD", {}, 200),
        ("/nothing", "GET", {}, 404),
        ("/assets/0000000000000000/main.js", "GET", {}, 404),
        ("/ws", "GET", {}, 404),
        ("/", "POST", {}, 405),
        ("/", "GET", {"Host": "example.com"}, 403),
        ("/api/profiles/", "GET", {}, 307),
    ],
)
def test_every_answer_has_the_strict_policy(server: Served, path: str, method: str, headers: dict[str, str], status: int) -> None:
    real, found, body = server.get(path, headers, method)
    assert real == status
    assert all(name in found for name in POLICY)
    assert "cache-control" in found
    assert "server" not in found
    if status in (403, 404, 405):
        assert set(json.loads(body)["error"]) == {"code", "values", "message"}


def test_the_policy_lets_nothing_in_from_elsewhere(server: Served) -> None:
    policy = server.get("/")[1]["content-security-policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["frame-ancestors"] == "'none'"
    assert {value for name, value in rules.items() if name.endswith("-src")} == {"'none'", "'self'"}


def test_a_fault_of_the_program_is_answered_in_the_one_shape_and_with_the_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("freecell.server.api.profile_shape", lambda _: 1 / 0)
    answers: list[Message] = []

    async def send(message: Message) -> None:
        answers.append(message)

    scope = {"type": "http", "method": "GET", "path": "/api/profiles", "query_string": b"", "headers": [(b"host", b"localhost")]}

    async def call() -> None:
        with some_store() as store:
            await create_app(store)(scope, _nothing_more, send)

    with pytest.raises(ZeroDivisionError):  # for the log
        asyncio.run(call())
    assert answers[0]["status"] == 500
    assert {name.decode() for name, _ in answers[0]["headers"]} >= set(POLICY)
    assert json.loads(answers[1]["body"])["error"]["code"] == "internal"


async def _nothing_more() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}
