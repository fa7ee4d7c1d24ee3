"""The server speaks the player's language: pages, refusals, what is told over a WebSocket, Learn and the lessons."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from servers import Player, Served, serving
from starlette.datastructures import Headers

from freecell.learn import PAGES
from freecell.learn.lessons import lessons
from freecell.locales import PSEUDO, Words, languages
from freecell.notation import write_game
from freecell.server import wire
from freecell.server.language import COOKIE, LETTERS, language_of, letters_of


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with serving() as served:
        yield served


@pytest.mark.parametrize(
    ("headers", "tag"),
    [
        ({}, "en"),
        ({"accept-language": "de, ro;q=0.8"}, "ro"),
        ({"accept-language": "ro", "cookie": f"other=1; {COOKIE}=es"}, "es"),
        ({"accept-language": "ro", "cookie": f"{COOKIE}=tlh"}, "ro"),
        ({"accept-language": "ro", "cookie": f"{COOKIE}={PSEUDO}"}, PSEUDO),
        ({"accept-language": "it", "cookie": ";=;;\x00=\xff, a b c"}, "it"),
        ({"accept-language": "it", "cookie": f"{COOKIE}=" + "x" * 100_000}, "it"),
    ],
)
def test_the_choice_counts_and_then_what_the_browser_asks_for(headers: dict[str, str], tag: str) -> None:
    assert language_of(Headers(headers)) == tag


@pytest.mark.parametrize(
    ("cookie", "letters"), [("", "international"), ("own", "own"), ("OWN\x00", "international"), ("english", "international")]
)
def test_the_letters_on_cards_are_the_player_s_choice(cookie: str, letters: str) -> None:
    assert letters_of(Headers({"cookie": f"{COOKIE}=it; {LETTERS}={cookie}"})) == letters


def test_cards_are_told_by_the_letters_that_the_player_wants(server: Served) -> None:
    pages = {}
    for letters in ("english", "own"):
        _, _, body = server.get("/learn/rules", {"Accept-Language": "it", "Cookie": f"{LETTERS}={letters}"})
        pages[letters] = body.decode()
    assert 'data-letters="AJQK"' in pages["english"]
    assert 'data-letters="AFDR"' in pages["own"]
    headers = {"Accept-Language": "it", "Cookie": f"freecell={server.secret}; {LETTERS}=own"}
    with Player(server.port, headers=headers) as player:
        player.ask(do="new", deal="164")
        assert "D♥" in player.do("move", **{"from": "4", "to": "1"})["error"]["message"]


@pytest.mark.parametrize("tag", languages())
def test_the_page_is_in_the_player_s_language(server: Served, tag: str) -> None:
    _, headers, body = server.get("/", {"Accept-Language": tag})
    page = body.decode()
    assert headers["content-language"] == tag
    assert f'<html lang="{tag}">' in page
    assert "{{" not in page
    assert f"</svg>{Words(tag).gettext('Undo')}<" in unescape(page)
    script = re.search(r'src="(/assets/\w+/words-[\w-]+\.js)"', page)
    assert (script is None) is (tag == "en")
    if script:
        _, headers, body = server.get(script[1])
        assert "immutable" in headers["cache-control"]
        told = json.loads(body.decode().removeprefix("globalThis.freecellWords = ").rstrip().removesuffix(";"))
        assert told["language"] == tag
        assert told["messages"]["Menu"] == Words(tag).gettext("Menu")


def test_what_goes_wrong_is_told_in_the_player_s_language(server: Served) -> None:
    told = json.loads(server.get("/nope", {"Accept-Language": "es"})[2])
    assert told["error"]["message"] == "No hay nada en '/nope'."
    told = json.loads(server.get("/", {"Accept-Language": "it", "Host": "evil.example"})[2])
    assert told["error"]["message"] == Words("it").sentence("wrong-host", {})
    told = json.loads(server.get("/api/deals/0", {"Accept-Language": "ro"})[2])
    assert told["error"]["message"] == Words("ro").sentence("deal-range", {"text": "0"})
    profiles = json.loads(server.get("/api/profiles", {"Accept-Language": "pt-BR"})[2])["profiles"]
    assert [each["title"] for each in profiles[:2]] == ["Padrão", "Um toque"]


def speaking(server: Served, tag: str) -> Player:
    return Player(server.port, server.secret, {"Accept-Language": tag})


def heard(player: Player, kind: str) -> Any:
    while (message := player.hear())["type"] != kind:
        assert message["type"] in ("truth", "update", "clock"), message
    return message


def test_players_at_one_table_are_each_told_in_their_own_language(server: Served) -> None:
    with speaking(server, "it") as one, speaking(server, "ro") as other:
        opened = one.ask(do="new", deal="164")
        other.ask(do="open", game=opened["snapshot"]["game"])
        answer, update = one.do("move", **{"from": "1", "to": "a"}), heard(other, "update")
        told = [[event["message"] for event in message["events"]] for message in (answer, update)]
        values = {"cards": answer["events"][0]["values"]["cards"], "to": "a"}
        assert [texts[0] for texts in told] == [Words(tag).sentence("moved", values) for tag in ("it", "ro")]
        assert "Celula a" in other.do("move", **{"from": "8", "to": "a"})["error"]["message"]


def test_a_message_is_worded_again_with_all_its_parts() -> None:
    reason = {"code": "to-free", "values": {"card": "2C"}, "message": "to free 2♣"}
    hint = {"from": "1", "to": "3", "cards": ["KS"], "onto": None, "count": 1, "step": 2, "reason": reason, "message": "?"}
    truth = {"status": "winnable", "moves_left": 1, "searching": False, "message": "?"}
    event = {"code": "hint", "values": {key: hint[key] for key in hint if key != "message"}, "message": "?"}
    told = wire.reworded({"type": "update", "events": [event], "snapshot": {"hint": hint, "truth": truth, "text": "x"}}, Words("it"))
    assert told["events"][0]["message"] == told["snapshot"]["hint"]["message"] == "K♠ sulla cascata vuota 3, per liberare 2♣."
    assert told["snapshot"]["hint"]["reason"]["message"] == "per liberare 2♣"
    assert told["snapshot"]["truth"]["message"] == "Vincibile: resta 1 mossa nella migliore linea nota."
    assert told["snapshot"]["text"] == "x"


@pytest.mark.parametrize("tag", languages())
@pytest.mark.parametrize("name", ["", *PAGES])
def test_every_page_of_learn_is_there_in_every_language(server: Served, name: str, tag: str) -> None:
    status, headers, body = server.get(f"/learn/{name}".rstrip("/") + "?profile=points&cells=2", {"Accept-Language": tag})
    page = body.decode()
    assert (status, headers["content-type"], headers["content-language"]) == (200, "text/html; charset=utf-8", tag)
    assert f'<html lang="{tag}">' in page
    assert page.count("<h1") == 1
    assert not re.search(r"\{\w", page)
    for address in re.findall(r'href="(/[^"#]*)', page):
        found = server.get(unescape(address))
        assert found[0] == 200, address
        assert "/learn/" not in address or "profile=" in address


def test_the_rules_are_those_that_are_asked_for(server: Served) -> None:
    def rules(query: str) -> str:
        return server.get(f"/learn/rules{query}")[2].decode()

    assert len({rules(query) for query in ("", "?profile=points", "?profile=linear", "?profile=one-tap", "?profile=points&cells=1")}) == 5
    assert server.get("/learn/rules?profile=nope")[0] == 422
    assert server.get("/learn/rules?cells=9")[0] == 422
    assert server.get("/learn/nope")[0] == server.get("/lesson/nope")[0] == server.get("/api/lessons/nope")[0] == 404


def test_a_language_that_is_chosen_is_kept(server: Served) -> None:
    _, headers, body = server.get("/learn/rules?profile=points&lang=es", {"Accept-Language": "it"})
    assert 'lang="es"' in body.decode()
    assert headers["set-cookie"].startswith(f"{COOKIE}=es;")
    assert 'href="/learn/strategy?profile=points"' in body.decode()
    assert "set-cookie" not in server.get("/learn/rules?lang=xx")[1]
    assert "set-cookie" not in server.get("/?lang=es")[1]


def test_a_lesson_is_told_and_its_goal_noticed(server: Served) -> None:
    for name, lesson in lessons().items():
        assert server.get(f"/lesson/{name}")[2] == server.get("/")[2]
        told = json.loads(server.get(f"/api/lessons/{name}", {"Accept-Language": "ro"})[2])
        assert told["title"] == lesson.told(Words("ro"))["title"]
        assert told["game"] == write_game(lesson.game())
        game = lesson.game()
        assert not reached(server, name, write_game(game))
        for text in lesson.solution.split():
            game.act(text)
        assert reached(server, name, write_game(game))
    others = [lesson for lesson in lessons().values() if lesson.position != lessons()["up"].position]
    assert not reached(server, others[0].name, write_game(game))


def reached(server: Served, name: str, text: str) -> bool:
    from http.client import HTTPConnection

    line = HTTPConnection("127.0.0.1", server.port, timeout=10)
    line.request("POST", f"/api/lessons/{name}", json.dumps({"text": text}), {"content-type": "application/json"})
    answer = line.getresponse()
    told = json.loads(answer.read())
    line.close()
    assert answer.status == 200, told
    return bool(told["reached"])
