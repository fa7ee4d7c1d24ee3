"""The HTTP API: what it answers, what it refuses, and that it never does more for one client than its share."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import socket
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from servers import serving, some_store, wait_until
from starlette.testclient import TestClient, WebSocketDenialResponse

from freecell import deal, read_game, read_layout, solve
from freecell.analysis import Status, Truth
from freecell.analysis.tasks import FindPar
from freecell.server.app import create_app
from freecell.server.limits import LARGEST_BODY, Limits
from freecell.server.searches import Searches
from freecell.server.turns import Turns

LOST_AT_3A = (
    "Layout:\nFoundations: H-7 C-7 D-7 S-7\nFreecells: -\n8S 9C KC\nJH 8H JS\nTS JC 9H\nQC 8D KD\nTH QH JD\nQS TC KS\n9D 9S TD\n8C QD KH\n"
    "Rules: one-tap cells=1\nMoves: 3a"
)


@contextlib.contextmanager
def client(limits: Limits | None = None, searches: Searches | None = None, address: str = "203.0.113.5") -> Iterator[TestClient]:
    limits = limits or Limits(seconds=1000, requests=100)
    with (
        some_store() as store,
        TestClient(
            create_app(store, limits=limits, searches=searches),
            base_url="http://localhost",
            client=(address, 1),
            raise_server_exceptions=False,
        ) as found,
    ):
        yield found


@pytest.fixture(scope="module")
def api() -> Iterator[TestClient]:
    with client() as found:
        yield found


def refusal(answer: Any) -> tuple[int, str]:
    """The status and the code of a failure, which has the one shape."""
    [error] = answer.json().values()
    assert set(error) == {"code", "values", "message"}
    assert not error["message"].startswith(f"{error['code']}:")
    return answer.status_code, error["code"]


# What it answers


def test_a_deal(api: TestClient) -> None:
    told = api.get("/api/deals/164").json()
    assert (told["deal"], told["code"], told["address"], told["profile"]) == (164, "FC1-C4-AAAAAFE", "/deal/164", "standard")
    assert read_layout(told["layout"]) == read_game("Deal: 164").position
    assert told["cascades"][0] == ["AH", "AS", "5S", "AD", "5H", "2S", "6S"]
    told = api.get("/api/deals/FC1-C2-AAAAAFE?profile=points").json()
    assert (told["rules"]["cells"], told["cells"], told["address"]) == (2, [None, None], "/deal/164?profile=points&cells=2")


def test_a_solution_wins(api: TestClient) -> None:
    told = api.post("/api/solve", json={"deal": "1941"}).json()
    game = read_game(f"Deal: 1941\nMoves: {told['solution']}")
    assert (told["status"], game.status, game.moves) == ("solved", "won", told["length"])
    shorter = api.post("/api/solve", json={"deal": "1941", "goal": "short", "max_seconds": 0.5}).json()
    assert shorter["length"] < told["length"]


@pytest.mark.parametrize("profile", ["one-tap", "points", "linear"])
def test_a_solution_wins_under_the_rules_that_were_asked_for(api: TestClient, profile: str) -> None:
    told = api.post("/api/solve", json={"deal": "164", "profile": profile, "rules": {"cells": 3}}).json()
    assert read_game(f"Deal: 164\nRules: {profile} cells=3\nMoves: {told['solution']}").status == "won"


def test_a_game_is_solved_from_where_it_stands(api: TestClient) -> None:
    assert api.post("/api/solve", json={"text": LOST_AT_3A}).json()["status"] == "unsolvable"
    told = api.post("/api/solve", json={"text": LOST_AT_3A.replace("3a", "8a")}).json()
    assert read_game(f"{LOST_AT_3A.replace('3a', '8a')} {told['solution']}").status == "won"


def test_a_proof_and_a_limit_are_told_apart(api: TestClient) -> None:
    assert api.post("/api/solve", json={"deal": "11982"}).json()["status"] == "unsolvable"
    told = api.post("/api/solve", json={"deal": "11982", "max_seconds": 0.001}).json()
    assert (told["status"], told["limit"], told["solution"], told["length"]) == ("unknown", "seconds", "", None)


def test_a_hint(api: TestClient) -> None:
    told = api.post("/api/hint", json={"deal": "164"}).json()
    assert (told["status"], told["line"][0][:2]) == ("winnable", [told["from"], told["to"]])
    assert told["reason"]["code"].startswith("to-")
    told = api.post("/api/hint", json={"text": LOST_AT_3A}).json()
    assert (told["status"], told["from"], told["line"], told["moves_left"]) == ("unwinnable", None, [], None)


def test_a_review_tells_where_it_was_lost_and_what_would_have_kept_it(api: TestClient) -> None:
    told = api.post("/api/review", json={"text": LOST_AT_3A}).json()
    assert (told["done"], told["of"], [each["status"] for each in told["positions"]]) == (2, 2, ["winnable", "unwinnable"])
    losing = told["summary"]["losing"]
    assert (losing["action"], losing["undecided"]) == (1, 0)
    assert sorted(each["text"] for each in losing["kept"]) == ["1a", "4a", "5a", "6a", "72", "7a", "8a"]
    for each in losing["kept"]:
        game = read_game(LOST_AT_3A.replace("3a", each["line"]))
        assert (game.status, game.moves, each["line"].split()[0]) == ("won", each["moves_left"], each["text"])


def test_a_review_tells_what_cost_length(api: TestClient) -> None:
    told = api.post("/api/review", json={"text": "Deal: 164\nMoves: 1a a7 7a a7"}).json()
    positions = told["positions"]
    assert [each["position"] for each in positions] == [0, 1, 2, 3, 4]
    assert told["summary"]["losing"] is None
    for longer in told["summary"]["longer"]:
        assert longer["cost"] == positions[longer["action"]]["cost"] > 0
        before = read_game("Deal: 164\nMoves: " + " ".join(["1a", "a7", "7a", "a7"][: longer["action"] - 1]))
        assert read_game(f"Deal: 164\nMoves: {before.text} {longer['better']['line']}").status == "won"
    assert sum(each["cost"] or 0 for each in positions) >= 2  # there and back again


def test_a_game_lost_from_the_start_has_no_losing_move(api: TestClient) -> None:
    losing = api.post("/api/review", json={"text": "Deal: 11982\nMoves: 1a"}).json()["summary"]["losing"]
    assert (losing["action"], losing["kept"]) == (0, [])


def test_par_is_searched_once_and_is_the_best_that_was_seen(api: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []

    def run(task: FindPar, *_: object) -> Truth:
        searched.append(task)
        return Truth(Status.WINNABLE, 90)

    monkeypatch.setattr(FindPar, "run", run)
    asked = [api.post("/api/par", json=body).json() for body in ({"deal": "617"}, {"text": "Deal: 617\nMoves: 1a"})]
    assert asked == [{"status": "winnable", "par": 90}] * 2
    assert len(searched) == 1
    assert api.post("/api/par", json={"deal": "617", "profile": "linear"}).json()["par"] == 90
    assert len(searched) == 2  # other rules, another par
    line = solve(deal(617), goal="short", max_states=20_000)
    won = api.post("/api/review", json={"text": f"Deal: 617\nMoves: {line.text}"}).json()
    assert won["summary"]["par"] <= (line.length or 0) < 90
    assert api.post("/api/par", json={"deal": "617"}).json()["par"] == won["summary"]["par"]


def test_a_deal_that_cannot_be_won_has_no_par(api: TestClient) -> None:
    for _ in range(2):
        assert api.post("/api/par", json={"deal": "11982"}).json() == {"status": "unwinnable", "par": None}


def test_difficulty(api: TestClient) -> None:
    assert api.post("/api/deals/164/difficulty", json={}).json()["scale"] <= 2
    assert api.post("/api/deals/1941/difficulty", json={"profile": "standard"}).json()["scale"] >= 9
    told = api.post("/api/deals/11982/difficulty", json={}).json()
    assert (told["status"], told["scale"]) == ("unwinnable", None)


# What it refuses


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        ("/api/solve", {}, (422, "bad-message")),
        ("/api/solve", {"deal": "x"}, (422, "bad-deal")),
        ("/api/solve", {"deal": "random"}, (422, "bad-deal")),
        ("/api/solve", {"deal": 0}, (422, "deal-range")),
        ("/api/solve", {"deal": 164.5}, (422, "bad-message")),
        ("/api/solve", {"deal": True}, (422, "bad-message")),
        ("/api/solve", {"deal": "0"}, (422, "deal-range")),
        ("/api/solve", {"deal": "164", "text": "Deal: 164"}, (422, "bad-message")),
        ("/api/solve", {"text": "Deal: 164", "profile": "points"}, (422, "bad-message")),
        ("/api/solve", {"text": "Deal: 164\nMoves: 1z"}, (422, "illegal-replay")),
        ("/api/solve", {"text": "AS"}, (422, "invalid-position")),
        ("/api/solve", {"text": "Deal: 1\nMoves: " + "1a " * 5000}, (422, "bad-game")),
        ("/api/solve", {"deal": "164", "profile": "vegas"}, (422, "no-such-profile")),
        ("/api/solve", {"deal": "164", "rules": {"jokers": 2}}, (422, "no-such-rule")),
        ("/api/solve", {"deal": "164", "max_seconds": 0}, (422, "bad-message")),
        ("/api/solve", {"deal": "164", "goal": "best"}, (422, "bad-message")),
        ("/api/solve", {"deal": "164", "more": 1}, (422, "bad-message")),
        ("/api/hint", [], (422, "bad-message")),
        ("/api/deals/x/difficulty", {}, (422, "bad-deal")),
        ("/api/nothing", {}, (404, "no-such-page")),
    ],
)
def test_what_is_not_understood_is_refused_in_the_one_shape(api: TestClient, path: str, body: Any, expected: tuple[int, str]) -> None:
    assert refusal(api.post(path, json=body)) == expected


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", "application/json"), (b"{", "application/json"), (b"[1]", "application/json"), (b"\xff\xfe", "application/json"),
        (b"[" * 30_000, "application/json"), (b'{"deal": ' + b"9" * 5000 + b"}", "application/json"), (b'{"deal": "1"}', "text/plain"),
    ],
)  # fmt: skip
def test_a_body_that_is_no_object_is_told_what_was_expected(api: TestClient, body: bytes, kind: str) -> None:
    answer = api.post("/api/hint", content=body, headers={"content-type": kind})
    assert answer.status_code == 422
    assert answer.json()["error"]["message"] == "The message was not understood: expected a JSON object, sent as application/json."


def test_a_fault_quotes_what_was_sent(api: TestClient) -> None:
    for body, quoted in (
        ({"deal": "1", "goal": "best"}, "goal"),
        ({"deal": 1.5}, "deal"),
        ({"deal": "1", "max_seconds": -1}, "max_seconds"),
    ):
        message = api.post("/api/solve", json=body).json()["error"]["message"]
        assert f"body.{quoted}: " in message
        assert message.endswith(f", not {json.dumps(body[quoted])}.")


@pytest.mark.parametrize(
    "sent", [r'"deal": "\ud800"', r'"deal": "1", "rules": {"cells": "\ud800"}', r'"deal": "1", "rules": {"\ud800": 1}', r'"text": "\ud800"']
)
def test_half_a_character_is_refused_like_anything_else(api: TestClient, sent: str) -> None:
    answer = api.post("/api/hint", content=f"{{{sent}}}", headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["error"]["message"]


def test_a_deal_s_number_may_be_a_number(api: TestClient) -> None:
    assert api.post("/api/hint", json={"deal": 164}).json()["status"] == "winnable"


def test_what_searches_is_never_a_get(api: TestClient) -> None:
    for path in ("/api/solve", "/api/hint", "/api/review", "/api/deals/1/difficulty", "/api/par"):
        assert refusal(api.get(path)) == (405, "bad-request")


def test_another_sites_page_cannot_call_it(api: TestClient) -> None:
    for headers in ({"origin": "http://elsewhere.example"}, {"host": "elsewhere.example"}, {"sec-fetch-site": "cross-site"}):
        assert refusal(api.post("/api/solve", json={"deal": "164"}, headers=headers))[0] == 403
    assert refusal(api.post("/api/solve", content='{"deal": "164"}', headers={"content-type": "text/plain"}))[0] == 422


def test_a_request_that_is_too_large_is_not_read(api: TestClient) -> None:
    assert refusal(api.post("/api/solve", json={"text": "x" * LARGEST_BODY})) == (413, "too-large")

    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1000

    assert refusal(api.post("/api/solve", content=pieces(), headers={"content-type": "application/json"})) == (413, "too-large")
    assert refusal(api.post("/api/solve", content=b"{}", headers={"content-length": "9" * 30}))[0] == 413


def test_a_client_that_has_used_up_its_share_is_told_when_to_come_back() -> None:
    with client(Limits(seconds=0.001, regained=0.0001)) as api:
        assert api.post("/api/hint", json={"deal": "164"}).status_code == 200
        answer = api.post("/api/hint", json={"deal": "164"})
        assert refusal(answer) == (429, "too-many-requests")
        assert int(answer.headers["retry-after"]) > 100
        assert api.get("/api/deals/164").status_code == 200  # which costs nothing


def test_a_request_takes_no_more_than_it_may() -> None:
    with client(Limits(request_seconds=0.05)) as api:
        told = api.post("/api/solve", json={"deal": "11982", "max_seconds": 3600, "goal": "optimal", "rules": {"cells": 3}}).json()
        assert told["status"] in ("unknown", "unsolvable")
        assert told["seconds"] < 5


def test_a_full_queue_is_told() -> None:
    turns = Turns(2, most=0)
    with client(searches=Searches(turns=turns)) as api:
        answer = api.post("/api/solve", json={"deal": "164"})
        assert refusal(answer) == (503, "too-busy")
        assert answer.headers["retry-after"] == "5"


def test_connections_are_bounded_for_each_client() -> None:
    with client(Limits(connections=1)) as api, api.websocket_connect("ws://localhost/ws"):
        with pytest.raises(WebSocketDenialResponse) as caught, api.websocket_connect("ws://localhost/ws"):
            pass
        assert refusal(caught.value) == (429, "too-many-connections")


def test_a_search_ends_when_its_caller_leaves() -> None:
    searches = Searches(2)
    with serving(searches=searches) as served:
        line = socket.create_connection(("127.0.0.1", served.port))
        body = json.dumps({"deal": "1941", "goal": "optimal", "max_seconds": 10})
        head = f"POST /api/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        line.sendall((head + body).encode())
        wait_until(lambda: len(searches._turns._free) == 1)
        line.close()
        wait_until(lambda: len(searches._turns._free) == 2)


# Forwarded addresses


def seconds_left(proxies: list[str], forwarded: str) -> bool:
    """Whether a second client behind the same address has a share of its own."""
    with serving(limits=Limits(seconds=0.001, regained=0.0001), proxies=proxies) as served:
        return [_ask(served.port, f"198.51.100.{number}" if forwarded == "two" else forwarded) for number in (1, 2)] == [200, 200]


def _ask(port: int, forwarded: str) -> int:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        line.request("POST", "/api/hint", '{"deal": "164"}', {"content-type": "application/json", "x-forwarded-for": forwarded})
        return line.getresponse().status
    finally:
        line.close()


def test_a_forwarded_address_counts_only_from_a_proxy_that_is_trusted() -> None:
    assert not seconds_left([], "two")
    assert not seconds_left(["192.0.2.1"], "two")
    assert seconds_left(["127.0.0.1"], "two")
    assert seconds_left(["127.0.0.0/8"], "two")
    assert not seconds_left(["127.0.0.1"], "198.51.100.7")


# Its description


def test_the_description_tells_every_call_and_no_page() -> None:
    with client() as api:
        told = api.get("/api/openapi.json").json()
    assert set(told["paths"]) == {
        *("/api/profiles", "/api/deals/{deal}", "/api/deals/{deal}/difficulty", "/api/par", "/api/solve", "/api/hint", "/api/review"),
        *("/api/player", "/api/player/link", "/api/player/join", "/api/games", "/api/games/{game}", "/api/statistics"),
        *("/api/statistics/reset", "/api/statistics/undo-reset", "/api/map", "/api/export", "/api/import"),
    }
    for path, calls in told["paths"].items():
        for method, call in calls.items():
            assert call["summary"]
            assert "422" in call["responses"] or path == "/api/profiles"
            if method == "post":
                assert {"413", "422", "429", "503"} <= set(call["responses"])
    assert "HTTPValidationError" not in told["components"]["schemas"]


class Tags(HTMLParser):
    """The tags and links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        named = dict(attrs)
        assert not {"style", "onclick"} & set(named)
        self.links += [value for name in ("href", "src") if (value := named.get(name))]
        self.ids += [value for value in (named.get("id"),) if value]


def test_the_page_needs_no_script_and_no_other_host(api: TestClient) -> None:
    answer = api.get("/api")
    found = Tags()
    found.feed(answer.text)
    assert answer.headers["content-type"].startswith("text/html")
    assert not {"script", "style", "iframe"} & set(found.tags)
    for link in found.links:
        assert link.startswith(("/api/", "#")), link
        assert link[0] == "/" or link[1:] in found.ids, f"{link} leads nowhere"
        assert link[0] == "#" or api.get(link).status_code == 200
    for path in api.get("/api/openapi.json").json()["paths"]:
        assert f"<code>{path}</code>" in answer.text


def test_the_pages_examples_are_answered(api: TestClient) -> None:
    page = api.get("/api").text
    for path in ("/api/solve", "/api/hint", "/api/review"):
        example = re.search(rf"<code>{path}</code>.*?<pre>(.*?)</pre>", page, re.DOTALL)
        assert example is not None
        assert api.post(path, json=json.loads(example[1].replace("&quot;", '"'))).status_code == 200


# Whatever comes, by its own description


def _values(schema: dict[str, Any], schemas: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that a schema of the description allows."""
    if "$ref" in schema:
        return _values(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    if "anyOf" in schema:
        return st.one_of([_values(each, schemas) for each in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kinds: dict[str, Callable[[], st.SearchStrategy[Any]]] = {
        "string": lambda: st.sampled_from(["164", "FC1-C4-AAAAAKH", "standard", "points", LOST_AT_3A]) | st.text(max_size=60),
        "integer": lambda: st.integers(-2, 2**40),
        "number": lambda: st.floats(0.001, 0.01),
        "boolean": st.booleans,
        "null": st.none,
        "array": lambda: st.lists(_values(schema["items"], schemas), max_size=3),
        "object": lambda: st.dictionaries(
            st.sampled_from(["cells", "supermove", "autoplay", "x"]), st.integers(-1, 5) | st.text(max_size=5) | st.none(), max_size=3
        ),
    }
    if "properties" in schema:
        return st.fixed_dictionaries({}, optional={name: _values(each, schemas) for name, each in schema["properties"].items()})
    return kinds[schema["type"]]()


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_whatever_the_description_allows_is_answered_as_it_says(api: TestClient, data: st.DataObject) -> None:
    described = api.get("/api/openapi.json").json()
    schemas = described["components"]["schemas"]
    path, method = data.draw(st.sampled_from([(path, method) for path, calls in described["paths"].items() for method in calls]))
    call = described["paths"][path][method]
    url = path.replace("{deal}", str(data.draw(st.sampled_from(["164", "0", "x", "FC1-C2-AAAAAFE", "random", "%20", "9" * 70]))))
    url = url.replace("{game}", "0" * 20)
    query = {each["name"]: data.draw(_values(each["schema"], schemas)) for each in call.get("parameters", []) if each["in"] == "query"}
    body = None
    if "requestBody" in call:
        sense = _values(call["requestBody"]["content"]["application/json"]["schema"], schemas)
        body = data.draw(sense | st.none() | st.lists(st.integers(), max_size=2) | st.text(max_size=5))
    answer = api.request(method, url, params={name: value for name, value in query.items() if value is not None}, json=body)
    assert str(answer.status_code) in call["responses"]
    if answer.status_code != 200:
        refusal(answer)
