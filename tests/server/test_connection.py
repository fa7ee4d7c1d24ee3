"""The game over a real server and real WebSockets: what is answered, what others hear, and what survives a broken line."""

from __future__ import annotations

import contextlib
import json
import logging
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from servers import PATIENCE, Player, Served, serving, wait_until
from websockets.exceptions import ConnectionClosed

from freecell.server import wire
from freecell.session import Session


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with serving() as served:
        yield served


@pytest.fixture
def player(server: Served) -> Iterator[Player]:
    with server.player() as one:
        yield one


def deal(player: Player, number: str = "164", **values: Any) -> Any:
    opened = player.ask(do="new", deal=number, **values)
    assert opened["type"] == "opened", opened
    return opened


def take_up(player: Player, opened: Any) -> Any:
    return player.ask(do="open", game=opened["snapshot"]["game"])


def still(snapshot: Any) -> Any:
    """A snapshot without its clock."""
    return {**snapshot, "clock": None}


def is_error(heard: Any, code: str) -> bool:
    """Whether it is the one shape of errors, with that code and words of its own."""
    assert set(heard) == {"type", "id", "error"}
    assert heard["type"] == "error"
    return _is_shape(heard["error"], code)


def _is_shape(error: Any, code: str) -> bool:
    assert set(error) == {"code", "values", "message"}
    assert isinstance(error["values"], dict)
    assert error["message"]
    assert error["message"] != error["code"]
    return bool(error["code"] == code)


# Playing


def test_a_new_game_is_opened_as_it_was_asked_for(player: Player) -> None:
    opened = deal(player, profile="points", rules={"cells": 2}, settings={"tap": "pick"})
    snapshot = opened["snapshot"]
    assert (snapshot["deal"], snapshot["profile"], snapshot["rules"]["cells"], snapshot["settings"]["tap"]) == (164, "points", 2, "pick")
    assert snapshot["cells"] == [None, None]
    assert len(snapshot["game"]) == 20


def test_a_random_deal_is_another_each_time(player: Player) -> None:
    assert len({deal(player, "random")["snapshot"]["deal"] for _ in range(5)}) > 1


def test_a_move_is_answered_with_its_events_and_the_new_state(player: Player) -> None:
    deal(player)
    heard = player.do("move", **{"from": "1", "to": "a"})
    assert heard["type"] == "answer"
    assert [event["code"] for event in heard["events"]] == ["moved"]
    assert _is_shape(heard["events"][0], "moved")
    assert heard["snapshot"]["cells"][0] == "6S"
    assert heard["snapshot"]["version"] == 1


def test_what_the_rules_refuse_changes_nothing_and_says_why(player: Player) -> None:
    before = deal(player)["snapshot"]
    heard = player.do("move", **{"from": "1", "to": "2"})
    assert heard["type"] == "refused"
    assert _is_shape(heard["error"], "no-fit")
    assert heard["snapshot"] == before


def test_a_stale_command_is_told_so_and_not_applied(player: Player) -> None:
    deal(player)
    player.do("move", **{"from": "1", "to": "a"})
    heard = player.do("undo", version=0)
    assert heard["type"] == "refused"
    assert _is_shape(heard["error"], "stale")
    assert heard["snapshot"]["moves"] == 1


def test_every_command_of_the_protocol_is_answered(player: Player) -> None:
    deal(player)
    commands: list[tuple[str, dict[str, Any]]] = [
        ("tap", {"place": "1", "depth": 6}),
        ("tap", {"place": "a"}),
        ("undo", {}),
        ("redo", {}),
        ("autoplay", {"value": "off"}),
        ("settings", {"tap": "move", "foundations": "arrival"}),
        ("restart", {}),
        ("resign", {}),
    ]
    for what, values in commands:
        assert player.do(what, **values)["type"] == "answer", what
    assert player.do("finish")["type"] == "refused"


def test_moves_that_were_sent_without_waiting_are_answered_in_their_order(player: Player) -> None:
    deal(player)
    ids = [player.say(do="settings", tap="pick", version=version) for version in range(200)]
    heard = [player.hear() for _ in ids]
    assert [message["id"] for message in heard] == ids
    assert [message["snapshot"]["version"] for message in heard] == list(range(1, 201))


# What is not understood


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "[]",
        "null",
        "{}",
        '{"id": "a"}',
        '{"id": "a", "do": "fly", "version": 0}',
        '{"id": "a", "do": "undo"}',
        '{"id": "a", "do": "undo", "version": "0"}',
        '{"id": "a", "do": "undo", "version": 0, "more": 1}',
        '{"id": "\\ud800", "do": "undo", "version": 0}',
        '{"id": "a", "do": "undo", "version": 0',
        "[" * 60_000,
        '{"id": "a", "do": "undo", "version": %s}' % ("9" * 5000),
        '{"id": "a", "do": "%s", "version": 0}' % ("x" * 60_000),
        '{"id": "a", "do": "undo", "version": 0, "%s": 0}' % ("y" * 60_000),
        '{"id": "a", "do": "new", "deal": "1", "text": "Deal: 1"}',
        '{"id": "a", "do": "new"}',
    ],
    ids=lambda text: text[:40],
)
def test_a_malformed_message_gets_the_one_error_and_loses_nothing(player: Player, text: str) -> None:
    deal(player)
    before = player.do("move", **{"from": "1", "to": "a"})["snapshot"]
    player.line.send(text)
    heard = player.hear()
    assert is_error(heard, "bad-message")
    assert len(heard["error"]["message"]) < 300
    after = player.do("move", **{"from": "1", "to": "2"})
    assert after["type"] == "refused"
    assert still(after["snapshot"]) == still(before)


def test_bytes_get_the_one_error(player: Player) -> None:
    player.line.send(b'{"id": "a"}')
    heard = player.hear()
    assert heard["id"] is None
    assert is_error(heard, "bad-message")
    assert deal(player)["snapshot"]["deal"] == 164


def test_a_message_that_is_too_long_gets_the_one_error(player: Player) -> None:
    player.line.send(json.dumps({"id": "long", "do": "new", "text": "♠" * wire.LONGEST}))
    heard = player.hear()
    assert heard["id"] == "long"
    assert is_error(heard, "bad-message")
    assert deal(player)["snapshot"]["deal"] == 164


def test_a_message_far_too_long_ends_the_connection_and_not_the_game(server: Served, player: Player) -> None:
    opened = deal(player)
    with contextlib.suppress(ConnectionClosed, ConnectionResetError):  # the server need not wait for the end of it
        player.line.send("x" * 2**21)
    with pytest.raises((ConnectionClosed, ConnectionResetError)):
        player.hear()
    with server.player() as again:
        assert take_up(again, opened)["type"] == "opened"


@pytest.mark.parametrize("id_", ["\x00", "\n", "‮", '"', "🂡", "x" * 64, "__proto__"])
def test_any_short_text_is_an_id(player: Player, id_: str) -> None:
    assert player.ask(id=id_, do="new", deal="1")["id"] == id_


@pytest.mark.parametrize(
    "message", [{"deal": "0"}, {"deal": "9" * 400}, {"deal": ""}, {"deal": "1", "rules": {"cells": 7}}, {"text": "AS AS"}]
)
def test_a_game_that_cannot_be_had_leaves_the_open_one(player: Player, message: dict[str, Any]) -> None:
    deal(player)
    heard = player.ask(do="new", **message)
    assert heard["type"] == "error"
    assert _is_shape(heard["error"], heard["error"]["code"])
    assert player.do("move", **{"from": "1", "to": "a"})["snapshot"]["deal"] == 164


def test_a_command_before_any_game_is_open_is_refused(player: Player) -> None:
    assert is_error(player.do("undo"), "no-game")


def test_half_a_surrogate_pair_is_answered_and_not_choked_on(player: Player) -> None:
    player.line.send('{"id": "\\ud83c", "do": "undo"}')
    heard = player.hear()
    assert heard["id"] == "\ud83c"
    assert is_error(heard, "bad-message")
    assert deal(player)["type"] == "opened"


def test_a_layout_full_of_faults_is_answered_shortly(player: Player) -> None:
    heard = player.ask(do="new", text="x " * 4000)
    assert is_error(heard, "invalid-position")
    assert len(json.dumps(heard)) < 64 * 1024
    assert heard["error"]["message"].endswith("more")


def test_a_text_of_unreasonably_many_moves_is_refused_unread(player: Player) -> None:
    assert is_error(player.ask(do="new", text="Deal: 1\nMoves: " + "1a " * 20_000), "bad-game")


def test_a_game_does_not_grow_without_end_and_can_still_be_taken_elsewhere(player: Player) -> None:
    words = "autoplay=max autoplay=off " * (wire.MOST_ACTIONS // 2)
    text = player.ask(do="new", text=f"Deal: 1\nMoves: {words}")["snapshot"]["text"]
    heard = player.do("move", **{"from": "1", "to": "a"})
    assert is_error(heard, "game-too-long")
    player.do("undo")
    assert player.do("move", **{"from": "1", "to": "a"})["type"] == "answer"
    assert player.ask(do="new", text=text)["type"] == "opened"


def test_a_fault_of_the_program_is_answered_logged_and_survived(
    player: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    deal(player)
    with monkeypatch.context() as patch, caplog.at_level(logging.ERROR, "freecell"):
        patch.setattr(Session, "do", lambda *_, **__: 1 / 0)
        assert is_error(player.do("undo"), "internal")
    assert "ZeroDivisionError" in caplog.text
    assert player.do("move", **{"from": "1", "to": "a"})["type"] == "answer"


# Several connections


def test_another_player_learns_nothing_of_a_game(server: Served, player: Player) -> None:
    opened = deal(player)
    with server.stranger() as other:
        deal(other, "1")
        wrong = take_up(other, opened)
        unknown = other.ask(do="open", game="nobody")
        assert is_error(wrong, "no-such-game")
        assert wrong["error"] == unknown["error"]
        assert other.do("move", **{"from": "1", "to": "a"})["snapshot"]["deal"] == 1  # its own game is still open
    assert player.do("move", **{"from": "1", "to": "a"})["snapshot"]["version"] == 1


def test_another_tab_hears_what_is_done_and_may_go_on(server: Served, player: Player) -> None:
    opened = deal(player)
    with server.player() as other:
        assert take_up(other, opened)["snapshot"] == opened["snapshot"]
        answer = player.do("move", **{"from": "1", "to": "a"})
        heard = other.hear()
        assert heard == {"type": "update", "events": answer["events"], "snapshot": answer["snapshot"]}
        assert other.do("undo")["snapshot"]["moves"] == 0
        assert player.hear()["type"] == "update"


def test_another_tab_hears_nothing_of_what_was_refused_or_repeated(server: Served, player: Player) -> None:
    opened = deal(player)
    with server.player() as other:
        take_up(other, opened)
        player.ask(id="one", do="move", version=0, **{"from": "1", "to": "a"})
        player.ask(id="one", do="move", version=0, **{"from": "1", "to": "a"})
        player.do("move", **{"from": "1", "to": "2"})
        player.do("undo")
        assert [other.hear()["snapshot"]["version"] for _ in range(2)] == [1, 2]


def test_who_opened_another_game_hears_no_more_of_the_first(server: Served, player: Player) -> None:
    opened = deal(player)
    with server.player() as other:
        take_up(other, opened)
        deal(other, "1")
        player.do("move", **{"from": "1", "to": "a"})
        assert other.do("move", **{"from": "1", "to": "a"})["snapshot"]["deal"] == 1


def test_games_do_not_disturb_each_other(server: Served, player: Player) -> None:
    deal(player)
    with server.player() as other:
        deal(other)
        other.do("move", **{"from": "1", "to": "a"})
        assert player.do("move", **{"from": "2", "to": "a"})["snapshot"]["moves"] == 1


def test_the_same_game_opened_twice_on_a_connection_is_watched_once(server: Served, player: Player) -> None:
    opened = deal(player)
    take_up(player, opened)
    table = server.table(opened)
    assert len(table.watchers) == 1


def test_the_last_who_leaves_leaves_the_game_behind(server: Served) -> None:
    with server.player() as one:
        opened = deal(one)
    table = server.table(opened)
    wait_until(lambda: not table.watchers)
    with server.player() as again:
        assert take_up(again, opened)["snapshot"] == opened["snapshot"]


def test_who_does_not_read_is_let_go_without_disturbing_others() -> None:
    with serving(send_buffer=4096) as server, server.player() as player:
        opened = deal(player)
        table = server.table(opened)
        slow = _open_without_reading(server, opened)
        wait_until(lambda: len(table.watchers) == 2)
        for _ in range(2000):
            assert player.do("settings", tap="pick")["type"] == "answer"
            if len(table.watchers) == 1:
                break
        assert len(table.watchers) == 1
        while slow.recv(65536):  # what was on its way arrives, and then the end, upon which a browser reconnects
            pass
        slow.close()
        assert player.do("move", **{"from": "1", "to": "a"})["type"] == "answer"
        with server.player() as again:
            assert take_up(again, opened)["snapshot"]["moves"] == 1


def _open_without_reading(server: Served, opened: Any) -> socket.socket:
    """A WebSocket that opens the game and reads no more."""
    line = socket.socket()
    line.settimeout(PATIENCE)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", server.port))
    key = f"Cookie: freecell={server.secret}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
    line.sendall(f"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{key}\r\n\r\n".encode())
    assert line.recv(65536).startswith(b"HTTP/1.1 101")
    text = json.dumps({"id": "s", "do": "open", "game": opened["snapshot"]["game"]}).encode()
    line.sendall(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
    assert len(text) < 126
    return line


# A line that breaks


def test_a_repeated_command_gets_the_same_answer_and_is_not_applied_again(player: Player) -> None:
    deal(player)
    message = {"id": "once", "do": "move", "version": 0, "from": "1", "to": "a"}
    first = player.ask(**message)
    repeated = player.ask(**message)
    assert {**repeated, "snapshot": still(repeated["snapshot"])} == {**first, "snapshot": still(first["snapshot"])}
    assert player.do("undo")["snapshot"]["undo"] == 0


def test_it_is_not_applied_again_on_another_connection_either(server: Served) -> None:
    message = {"id": "once", "do": "move", "version": 0, "from": "1", "to": "a"}
    with server.player() as one:
        opened = deal(one)
        first = one.ask(**message)
    with server.player() as again:
        assert still(take_up(again, opened)["snapshot"]) == still(first["snapshot"])
        repeated = again.ask(**message)
        assert {**repeated, "snapshot": still(repeated["snapshot"])} == {**first, "snapshot": still(first["snapshot"])}
        assert again.do("undo")["snapshot"]["undo"] == 0


def test_a_line_that_breaks_before_the_answer_loses_nothing(server: Served) -> None:
    message = {"id": "once", "do": "move", "version": 0, "from": "1", "to": "a"}
    with server.player() as one:
        opened = deal(one)
        one.say(**message)
        one.line.socket.shutdown(socket.SHUT_RDWR)
    with server.player() as again:
        take_up(again, opened)
        heard = again.ask(**message)
        assert heard["type"] == "answer"
        assert (heard["snapshot"]["moves"], heard["snapshot"]["undo"], heard["snapshot"]["version"]) == (1, 1, 1)


def test_a_refusal_is_repeated_as_it_was(player: Player) -> None:
    deal(player)
    message = {"id": "never", "do": "move", "version": 0, "from": "1", "to": "2"}
    first = player.ask(**message)
    player.do("move", **{"from": "1", "to": "a"})
    repeated = player.ask(**message)
    assert {**repeated, "snapshot": still(repeated["snapshot"])} == {**first, "snapshot": still(first["snapshot"])}


def test_a_full_server_says_so() -> None:
    with serving(most=1) as server, server.player() as one, server.player() as other:
        deal(one)
        assert is_error(other.ask(do="new", deal="1"), "busy")
        assert one.do("move", **{"from": "1", "to": "a"})["type"] == "answer"
