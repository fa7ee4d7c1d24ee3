"""Games over a real server: kept, resumed, found again by their player alone, and never saved only in words."""

from __future__ import annotations

import base64
import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from databases import full_disk, locked
from plays import check_counts
from servers import Player, Served, serving, wait_until

from freecell.commands import NewGame
from freecell.server.limits import Limits
from freecell.store import LOCAL, Store, new_secret, player_with

WON = "Layout:\nFoundations: H-K C-K D-Q S-K\nFreecells: KD\nRules: standard\nMoves:"
"""One move from the win, with four cells."""


def move(player: Player, source: str, target: str) -> Any:
    return player.do("move", **{"from": source, "to": target})


def begin(player: Player, number: str = "164") -> str:
    """Deal, make a move, and return the game's name."""
    player.ask(do="new", deal=number)
    name: str = move(player, "1", "a")["snapshot"]["game"]
    return name


def without(snapshot: Any, *names: str) -> Any:
    return {name: value for name, value in snapshot.items() if name not in ("version", "clock", *names)}


# Coming back


def test_a_game_goes_on_after_the_server_was_ended_with_all_that_can_be_redone(address: str) -> None:
    with serving(address) as served, served.player() as player:
        game = begin(player)
        move(player, "1", "b")
        move(player, "1", "c")
        player.do("autoplay", value="max")
        player.do("undo")
        player.do("undo")
        player.do("hint")
        while (update := player.hear())["type"] != "update":
            pass
        before, secret = update["snapshot"], served.secret
    with serving(address) as served, Player(served.port, secret) as player:
        after = player.ask(do="open")["snapshot"]
        assert after["game"] == game
        assert without(after, "hint") == without(before, "hint")
        assert (after["undo"], after["redo"], after["help"]["hints"]) == (2, 2, 1)
        assert after["clock"]["time"] >= before["clock"]["time"] - 100
        assert player.do("redo")["snapshot"]["cells"][2] is not None
        assert player.do("redo")["snapshot"]["rules"]["autoplay"] == "max"


def test_a_command_from_before_is_stale_after_the_server_was_ended(address: str) -> None:
    with serving(address) as served, served.player() as player:
        game, secret, version = begin(player), served.secret, player.version
    with serving(address) as served, Player(served.port, secret) as player:
        player.ask(do="open", game=game)
        assert player.do("undo", version=version)["error"]["code"] == "stale"
        assert player.do("undo")["snapshot"]["moves"] == 0


def test_a_restart_is_the_same_game_until_it_is_over() -> None:
    with serving() as served, served.player() as player:
        game = begin(player)
        assert player.do("restart")["snapshot"]["game"] == game
        move(player, "1", "a")
        player.do("resign")
        again = player.do("restart")["snapshot"]
        assert again["game"] != game
        assert again["clock"] == {"time": 0, "running": False}
        move(player, "1", "a")
        listed = served.call("/api/games")[1]["games"]
        assert [(each["game"], each["result"]) for each in listed] == [(again["game"], "open"), (game, "resigned")]
        assert listed[1]["undos"] == 1


def test_playing_on_from_the_middle_is_a_game_of_its_own_with_its_history() -> None:
    with serving() as served, served.player() as player:
        game = begin(player)
        move(player, "1", "b")
        new = player.do("play-on", action=1)["snapshot"]
        assert new["game"] != game
        assert new["parent"] == game
        kept = served.call(f"/api/games/{new['game']}")[1]
        assert (kept["parent"], kept["moves"], kept["result"]) == (game, 1, "open")
        assert "Moves: 1a" in kept["text"]


def test_a_game_that_shall_not_be_kept_is_in_no_list_and_counts_nowhere() -> None:
    with serving() as served, served.player() as player:
        opened = player.ask(do="new", text=WON, kept=False)
        won = player.do("move", **{"from": "a", "to": "h"})["snapshot"]
        assert (won["status"], won["saved"]) == ("won", True)
        assert player.do("play-on", action=0)["snapshot"]["parent"] == opened["snapshot"]["game"]
        assert move(player, "a", "h")["snapshot"]["status"] == "won"
        assert player.ask(do="open")["error"]["code"] == "no-open-game"
        assert served.call("/api/games")[1]["games"] == []
        assert served.call("/api/statistics")[1]["kinds"] == []
        name = begin(player)
        assert [kept["game"] for kept in served.call("/api/games")[1]["games"]] == [name]


def test_the_winning_move_counts_once_however_often_it_is_sent(address: str) -> None:
    with serving(address) as served:
        for _ in range(2):
            with served.player() as player:
                opened = player.ask(do="new", text=WON)
                won = {"id": "w", "do": "move", "version": 0, "from": "a", "to": "h"}
                player.say(**won)
            with served.player() as again:
                name = opened["snapshot"]["game"]
                wait_until(lambda name=name: served.call(f"/api/games/{name}")[0] == 200)
                again.ask(do="open", game=name)
                assert again.ask(**won)["snapshot"]["status"] == "won"
        [counted] = served.call("/api/statistics")[1]["kinds"]
        assert (counted["games"], counted["won"]) == (2, 2)
        check_counts(served.store, _known(served))


def _known(served: Served) -> Any:
    found = served.store.player(served.secret)
    assert found is not None
    return found


# Not saved


@pytest.mark.parametrize("away", [locked, full_disk])
def test_who_cannot_be_saved_plays_on_is_told_and_told_again_when_all_is(tmp_path: Path, away: Any) -> None:
    file = tmp_path / "games.db"
    with serving(str(file)) as served, served.player() as player, served.player() as other:
        game = begin(player)
        other.ask(do="open", game=game)
        with away(file):
            answers = [move(player, "1", "b"), player.do("undo"), player.do("redo"), move(player, "1", "c")]
            assert [(answer["type"], answer["snapshot"]["saved"]) for answer in answers] == [("answer", False)] * 4
            assert served.call("/api/player")[1]["unsaved"] == 1
            new = begin(other, "1")  # a game that is not there yet can be begun
            assert served.call("/api/statistics/reset", "POST")[0] == 503
        for one, name in ((player, game), (other, new)):
            while (heard := one.hear())["type"] != "saved":
                pass
            assert heard == {"type": "saved", "game": name, "saved": True}
        assert player.do("undo")["snapshot"]["saved"] is True
        record = served.store.load(player_with(served.secret), game)
        assert record is not None
        assert record.game.text.split() == ["1a", "1b"]
        assert [game["game"] for game in served.call("/api/games")[1]["games"]] == [new, game]
        check_counts(served.store, _known(served))


def test_somebody_new_can_begin_while_nothing_can_be_written(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with serving(str(file)) as served, served.player() as player:
        with locked(file):
            player.ask(do="new", deal="1")
            assert move(player, "1", "a")["snapshot"]["saved"] is False
        assert player.hear()["type"] == "saved"
        assert served.call("/api/games")[1]["count"] == 1


# Two at once


def test_two_servers_on_one_database_never_mix_what_is_played(address: str) -> None:
    with serving(address) as one, serving(address) as other:
        with one.player() as here, one.player() as watching, Player(other.port, one.secret) as there:
            game = begin(here)
            watching.ask(do="open", game=game)
            there.ask(do="open", game=game)
            assert move(there, "1", "b")["type"] == "answer"
            refused = move(here, "2", "b")
            assert refused["type"] == "refused"
            assert refused["error"]["code"] == "stale"
            assert refused["snapshot"]["moves"] == 2  # as it was left there
            heard = watching.hear()
            assert [event["code"] for event in heard["events"]] == ["elsewhere"]
            assert without(heard["snapshot"]) == without(refused["snapshot"])
            assert move(here, "2", "c")["type"] == "answer"
            assert there.do("undo")["error"]["code"] == "stale"
            assert there.do("undo")["snapshot"]["moves"] == 2
        check_counts(one.store, _known(one))


def test_a_game_that_was_deleted_elsewhere_is_closed(address: str) -> None:
    with serving(address) as one, serving(address) as other, one.player() as here, one.player() as watching:
        game = begin(here)
        watching.ask(do="open", game=game)
        assert other.call(f"/api/games/{game}", "DELETE", secret=one.secret) == (200, {"deleted": game})
        assert here.do("undo")["error"]["code"] == "game-deleted"
        closed = watching.hear()
        assert (closed["type"], closed["game"], closed["error"]["code"]) == ("closed", game, "game-deleted")
        assert watching.do("undo")["error"]["code"] == "no-game"
        assert here.ask(do="new", deal="1")["type"] == "opened"


# Who plays


def test_the_secret_is_set_once_and_no_script_and_no_other_site_gets_it() -> None:
    with serving() as served:
        with Player(served.port) as player:
            headers = player.line.response.headers if player.line.response else {}
            cookie = headers["set-cookie"]
            secret = cookie.partition(";")[0].removeprefix("freecell=")
            assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
            assert "Secure" not in cookie
            game = begin(player)
        with Player(served.port, secret) as again:
            assert again.ask(do="open")["snapshot"]["game"] == game
            assert secret in (again.line.response.headers["set-cookie"] if again.line.response else "")
        for made_up in ("guess", "a" * 23, "ä" * 22, "%22" * 8):
            answer = served.get("/api/player", {"Cookie": f"freecell={made_up}".encode().decode("latin-1")})
            assert answer[0] == 200
            assert made_up not in answer[1]["set-cookie"]
        status, headers, _ = served.get("/")
        assert status == 200
        assert "set-cookie" not in headers  # a link from another site comes without the cookie, and must not replace it


def test_over_https_the_cookie_never_goes_unencrypted() -> None:
    with serving(proxies=["127.0.0.1"]) as served:
        assert served.get("/api/player", {"X-Forwarded-Proto": "https"})[1]["set-cookie"].endswith("; Secure")
    with serving() as served:
        host = f"localhost:{served.port}"
        with Player(served.port, headers={"Origin": f"https://{host}"}) as player:
            assert player.line.response is not None
            assert player.line.response.headers["set-cookie"].endswith("; Secure")


def test_nobody_sees_or_deletes_the_games_of_another() -> None:
    with serving() as served, served.player() as player:
        game = begin(player)
        stranger = new_secret()
        for path, method in ((f"/api/games/{game}", "GET"), (f"/api/games/{game}", "DELETE")):
            assert served.call(path, method, secret=stranger)[0] == 404
        for path in ("/api/games", f"/api/games?search={game}", "/api/games?deal=164"):
            assert served.call(path, secret=stranger)[1]["count"] == 0
        assert served.call("/api/statistics", secret=stranger)[1]["kinds"] == []
        assert served.call("/api/map?first=164&last=164", secret=stranger)[1]["counts"]["untried"] == 1
        assert served.call("/api/player", "DELETE", secret=stranger)[0] == 200
        assert served.get("/api/export", {"Cookie": f"freecell={stranger}"})[2].decode().count("\n") == 1
        with served.stranger() as other:
            assert other.ask(do="open", game=game)["error"]["code"] == "no-such-game"
            assert other.ask(do="open")["error"]["code"] == "no-open-game"
        assert player.do("undo")["type"] == "answer"
        assert served.call("/api/games")[1]["count"] == 1


def test_a_link_lets_one_more_machine_in_once_with_what_it_played(address: str) -> None:
    with serving(address) as served, served.player() as player, Player(served.port, guest := new_secret()) as machine:
        mine, theirs = begin(player), begin(machine, "1")
        link = served.call("/api/player/link", "POST")[1]
        assert link["address"] == f"/#join={link['word']}"
        assert served.call("/api/player/join", "POST", {"word": link["word"]}, secret=guest)[1]["games"] == 2
        assert served.call("/api/player/join", "POST", {"word": link["word"]}, secret=new_secret())[1]["error"]["code"] == "bad-link"
        assert machine.do("undo")["type"] == "answer"  # its table is still its own
        assert {game["game"] for game in served.call("/api/games", secret=guest)[1]["games"]} == {mine, theirs}
        with Player(served.port, guest) as joined:
            assert joined.ask(do="open", game=mine)["type"] == "opened"  # the very table
            player.do("undo")
            assert joined.hear()["type"] == "update"


def test_all_that_is_kept_of_a_player_can_be_deleted() -> None:
    with serving() as served, served.player() as player:
        begin(player)
        assert served.call("/api/player", "DELETE") == (200, {"local": False, "games": 0, "open": 0, "unsaved": 0})
        assert player.hear()["type"] == "closed"
        begin(player)
        assert served.call("/api/player")[1]["games"] == 1


def test_on_the_machines_own_server_everybody_is_the_command_lines_player(tmp_path: Path) -> None:
    file = str(tmp_path / "games.db")
    with serving(file, local=True) as served:
        with Player(served.port) as player:
            game = begin(player)
            assert player.line.response is not None
            assert "set-cookie" not in player.line.response.headers
        assert served.call("/api/player", secret=new_secret())[1] == {"local": True, "games": 1, "open": 1, "unsaved": 0}
        assert served.call("/api/player/link", "POST")[1]["error"]["code"] == "local-player"
        assert [kept.uid for kept in served.store.history(LOCAL).games] == [game]
    with Store(file) as store:
        assert store.count(store.local_player()) == 1


# What it comes to


def test_history_is_searched_filtered_and_given_by_the_page() -> None:
    with serving() as served, served.player() as player:
        games = [begin(player, number) for number in ("164", "165", "164")]
        player.do("resign")
        found = served.call("/api/games?limit=2")[1]
        assert ([game["game"] for game in found["games"]], found["count"]) == (games[:0:-1], 3)
        rest = served.call(f"/api/games?limit=2&after={found['after']}")[1]
        assert ([game["game"] for game in rest["games"]], rest["after"]) == (games[:1], None)
        for query, expected in [
            ("deal=164", [2, 0]), ("deal=FC1-C4-AAAAAFE", [2, 0]), ("deal=FC1-C2-AAAAAFE", []), ("result=resigned", [2]),
            ("result=open&result=won", [1, 0]), ("search=165", [1]), (f"search={games[0][:8]}", [0]), ("cells=2", []),
            ("profile=standard", [2, 1, 0]),
            ("since=9000000000000", []), ("until=9000000000000", [2, 1, 0]), ("result=open&order=played", [1, 0]),
        ]:  # fmt: skip
            told = served.call(f"/api/games?{query}")[1]
            assert [game["game"] for game in told["games"]] == [games[index] for index in expected], query
        for wrong in ("deal=0", "result=lucky", "limit=0", "after=x", "order=played&after=1-1", "since=x"):
            assert served.call(f"/api/games?{wrong}")[0] == 422, wrong


def test_statistics_are_reset_and_the_reset_is_undone() -> None:
    with serving() as served, served.player() as player:
        player.ask(do="new", text=WON)
        move(player, "a", "h")
        before = served.call("/api/statistics")[1]
        assert (before["kinds"][0]["won"], before["kinds"][0]["share"], before["reset"]) == (1, 1.0, None)
        reset = served.call("/api/statistics/reset", "POST")[1]
        assert reset["kinds"] == []
        assert reset["reset"] > 0
        assert served.call("/api/statistics/undo-reset", "POST")[1] == before
        assert served.call("/api/statistics/undo-reset", "POST")[1]["error"]["code"] == "no-reset"


def test_the_map_tells_every_deal_of_a_range() -> None:
    with serving() as served, served.player() as player:
        begin(player, "10")
        begin(player, "12")
        player.do("resign")
        told = served.call("/api/map?first=9&last=13")[1]
        assert list(base64.b64decode(told["tried"])) == [0, 1, 0, 2, 0]
        assert base64.b64decode(told["moves"]) == bytes(10)
        assert sum(told["counts"].values()) == 5
        assert served.call("/api/map?first=9&last=13&cells=2")[1]["counts"]["untried"] == 5
        for wrong in ("first=2&last=1", "first=0&last=5", "first=1&last=1000001", "first=x"):
            assert served.call(f"/api/map?{wrong}")[0] == 422, wrong


def test_pars_are_noted_whenever_a_search_finds_a_deal_won() -> None:
    with serving(limits=Limits(connections=2000, seconds=1000, requests=100)) as served, served.player() as player:
        begin(player, "1")
        player.do("hint")
        while player.hear()["type"] != "update":
            pass

        def par() -> Any:
            return served.call("/api/games?deal=1")[1]["games"][0]["par"]

        wait_until(par)
        by_hint = par()
        assert 50 < by_hint < 200
        found = served.call("/api/solve", "POST", {"deal": "1", "goal": "short", "max_seconds": 1.0})[1]
        wait_until(lambda: par() == min(by_hint, found["length"]))
        assert served.call("/api/review", "POST", {"text": "Deal: 1\nMoves: 1a"})[0] == 200
        assert par() <= min(by_hint, found["length"])


# Out and in


def test_what_was_exported_is_imported_elsewhere_once() -> None:
    with serving() as served, served.player() as player:
        games = [begin(player, str(number)) for number in (3, 4, 5)]
        served.call("/api/statistics/reset", "POST")
        status, headers, lines = served.get("/api/export", {"Cookie": f"freecell={served.secret}"})
        assert (status, headers["content-type"]) == (200, "application/jsonl")
        assert "freecell-games.jsonl" in headers["content-disposition"]
        other = new_secret()
        told = {"continued": 0, "refused": [], "refused_count": 0, "game": None}
        assert served.call("/api/import", "POST", lines, secret=other)[1] == {"new": 3, "known": 0, **told}
        assert served.call("/api/import", "POST", lines, secret=other)[1] == {"new": 0, "known": 3, **told}
        assert {game["game"] for game in served.call("/api/games", secret=other)[1]["games"]} == set(games)
        assert served.get("/api/export", {"Cookie": f"freecell={other}"})[2] == lines
        broken = lines.splitlines()[0] + b'\n{"game": 7}\n' + lines.splitlines()[1]
        told = served.call("/api/import", "POST", broken, secret=new_secret())[1]
        assert (told["new"], told["refused_count"], told["refused"][0]["line"]) == (1, 1, 2)


def test_an_export_of_many_games_has_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("freecell.server.keptapi._LINES", 2)  # lines are sent in portions
    with serving() as served, served.player() as player:
        games = [begin(player, str(number)) for number in range(1, 8)]
        lines = served.get("/api/export", {"Cookie": f"freecell={served.secret}"})[2].splitlines()
        assert [json.loads(line)["game"] for line in lines[1:]] == games


@pytest.mark.parametrize(
    ("text", "deal", "result"),
    [("Deal: 164\nRules: standard\nMoves: 1a 1b", 164, "open"), (WON, None, "open"), (WON + " ah", None, "demonstrated")],
)
def test_a_text_becomes_a_game_that_can_be_opened(text: str, deal: int | None, result: str) -> None:
    with serving() as served, served.player() as player:
        told = served.call("/api/import", "POST", text.encode())[1]
        assert player.ask(do="open", game=told["game"])["snapshot"]["deal"] == deal
        assert served.call(f"/api/games/{told['game']}")[1]["result"] == result
        assert served.call("/api/import", "POST", text.encode())[1]["known"] == 1


@pytest.mark.parametrize(
    "junk", [b"", b"\xff\xfe", b"AS AS", b"{}", b'{"freecell": "games", "format": 99}', b"\x80\x04PySolFC", b"x" * 2**21]
)
def test_what_is_no_game_is_refused_with_a_reason(junk: bytes) -> None:
    with serving() as served:
        status, told = served.call("/api/import", "POST", junk)
        assert status == 422
        assert told["error"]["message"]
        assert served.call("/api/player")[1]["games"] == 0


def test_an_import_is_bounded_in_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("freecell.server.app.LARGEST_IMPORT", 1000)
    with serving() as served:
        assert served.call("/api/import", "POST", b" " * 2000)[0] == 413
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            assert served.call("/api/import", "POST", json.dumps("x" * 100_000).encode())[0] == 413


def test_no_other_site_writes_or_reads_what_is_kept() -> None:
    with serving() as served:
        for path, method in (("/api/games", "GET"), ("/api/import", "POST"), ("/api/player", "DELETE"), ("/api/export", "GET")):
            for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Host": "evil.example"}):
                assert served.get(path, headers, method)[0] == 403, (path, headers)


def test_new_games_of_the_engine_are_the_servers(address: str) -> None:
    with serving(address) as served, served.player() as player:
        begin(player, "164")
        record = served.store.load(player_with(served.secret), player.do("undo")["snapshot"]["game"])
        assert record is not None
        assert record.game.start == NewGame("164").game().start
