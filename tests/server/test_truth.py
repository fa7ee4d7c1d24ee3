"""The truth beside the player, over real WebSockets: told, never in the way of a move, and never searched for nobody."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from played import EVERY_PROFILE
from servers import PATIENCE, Player, serving, wait_until

from freecell import PROFILES, Game, Rules, deal, legal_moves, read_game, solve, write_move
from freecell.analysis import Status, Truth, find_truth
from freecell.analysis.tasks import FindDeal, FindTruth
from freecell.moves import read_move
from freecell.notation import write_rules
from freecell.server.limits import Limits
from freecell.server.searches import Searches
from freecell.server.turns import Turns

LIVE = {"truth": True}


class Held:
    """Holds every search for a truth until it is let go, and counts how they end."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go = threading.Event()
        self.begun = 0
        self.cancelled = 0
        monkeypatch.setattr(FindTruth, "run", lambda task, _seconds, _memory, cancel: self._run(task, cancel))

    def _run(self, task: FindTruth, cancel: Callable[[], bool]) -> Truth:
        self.begun += 1
        end = time.monotonic() + PATIENCE
        while not self.go.is_set() and time.monotonic() < end:
            if cancel():
                self.cancelled += 1
                return Truth(Status.UNKNOWN, limit="cancelled")
            time.sleep(0.001)
        return find_truth(task.position, task.rules)


def hear_until(player: Player, kind: str) -> Any:
    """The next message of a kind, and what was heard before it is dropped."""
    while (heard := player.hear())["type"] != kind:
        pass
    return heard


def finish_line(player: Player, what: str) -> list[str]:
    """Ask for a hint, Auto or a demonstration, and return the codes of what comes of it."""
    answer = player.do(what)
    assert answer["type"] == "answer", answer
    if answer["snapshot"]["waiting"] is None:
        return [event["code"] for event in answer["events"]]
    return [event["code"] for event in hear_until(player, "update")["events"]]


@pytest.mark.parametrize("profile", list(PROFILES))
def test_the_truth_is_told_after_each_move(profile: str) -> None:
    with serving() as served, served.player() as player:
        opened = player.ask(do="new", deal="11982", profile=profile, settings=LIVE)
        assert opened["snapshot"]["truth"]["searching"] is True
        assert hear_until(player, "truth") == {
            "type": "truth",
            "version": 0,
            "truth": {
                "status": "unwinnable",
                "moves_left": None,
                "searching": False,
                "never": True,
                "message": "This deal cannot be won (proved).",
            },
        }
        answer = player.do("move", **{"from": "1", "to": "a"})
        assert answer["snapshot"]["truth"]["status"] == "unwinnable"  # which needs no search


def test_the_twin_in_python_tells_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREECELL_SOLVER", "python")
    with serving() as served, served.player() as player:
        player.ask(do="new", deal="164", settings=LIVE)
        assert hear_until(player, "truth")["truth"]["status"] == "winnable"
        assert finish_line(player, "hint") == ["hint"]
        assert finish_line(player, "go-back") == ["no-way-back"]


def test_a_move_never_waits_for_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held(monkeypatch)
    with serving(searches=Searches(2)) as served, served.player() as player:
        player.ask(do="new", deal="164", settings=LIVE)
        for cell in "abcd":  # more positions than there are places for searches
            answer = player.do("move", **{"from": "1", "to": cell})
            assert (answer["type"], answer["snapshot"]["truth"]["searching"]) == ("answer", True)
        wait_until(lambda: held.cancelled == held.begun - 1 > 0)
        held.go.set()
        heard = player.hear()
        assert (heard["type"], heard["version"]) == ("truth", 4)
        assert heard["truth"]["status"] == find_truth(read_game("Deal: 164\nMoves: 1a 1b 1c 1d")).status


def test_nobody_watching_nothing_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held(monkeypatch)
    with serving() as served:
        with served.player() as player:
            opened = player.ask(do="new", deal="164", settings=LIVE)
            wait_until(lambda: held.begun == 1)
        wait_until(lambda: held.cancelled == 1)
        held.go.set()
        with served.player() as player:  # who comes back is told
            player.ask(do="open", game=opened["snapshot"]["game"])
            assert hear_until(player, "truth")["truth"]["status"] == "winnable"


def test_everybody_who_watches_is_told_and_one_who_leaves_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held(monkeypatch)
    with serving() as served, served.player() as player:
        opened = player.ask(do="new", deal="164", settings=LIVE)
        with served.player() as other, served.player() as third:
            for each in (other, third):
                each.ask(do="open", game=opened["snapshot"]["game"])
            wait_until(lambda: held.begun == 1)
            third.line.close()
            held.go.set()
            assert hear_until(other, "truth") == hear_until(player, "truth")
        assert (held.begun, held.cancelled) == (1, 0)


def test_with_too_much_to_do_the_truth_is_not_known_and_the_game_goes_on() -> None:
    with serving(searches=Searches(turns=Turns(2, most=0))) as served, served.player() as player:
        player.ask(do="new", deal="164", settings=LIVE)
        truth = hear_until(player, "truth")["truth"]
        assert (truth["status"], truth["searching"]) == ("unknown", False)
        assert player.do("move", **{"from": "1", "to": "a"})["type"] == "answer"
        assert finish_line(player, "hint") == ["hint-unknown"]
        answer = player.ask(do="new", deal="random")
        assert (answer["type"], answer["error"]["code"]) == ("error", "too-busy")


def test_auto_plays_a_whole_game_and_wins() -> None:
    with serving() as served, served.player() as player:
        player.ask(do="new", deal="164", profile="one-tap", settings=LIVE)
        codes: list[str] = []
        while "won" not in codes:
            codes = finish_line(player, "auto")
            assert codes[0] == "moved"


def test_a_lost_game_is_told_reviewed_taken_back_and_won() -> None:
    """Deal 1941 with an error: the truth says so, the review where, and the way back leads on to a win."""
    lost = _losing_line()
    with serving() as served, served.player() as player:
        player.ask(do="new", text=f"Deal: 1941\nMoves: {lost}", settings=LIVE)
        assert hear_until(player, "truth")["truth"]["status"] == "unwinnable"
        assert finish_line(player, "hint") == ["hint-unwinnable"]
        id_ = player.say(do="review", version=player.version)
        while (heard := hear_until(player, "review"))["summary"] is None:
            assert heard["id"] == id_
        action = heard["summary"]["losing"]["action"]
        status = [each["status"] for each in heard["positions"]]
        assert status == ["winnable"] * action + ["unwinnable"] * (len(status) - action)
        for kept in heard["summary"]["losing"]["kept"][:3]:
            before = " ".join(lost.split()[: action - 1])
            assert read_game(f"Deal: 1941\nMoves: {before} {kept['line']}").status == "won"
        assert set(finish_line(player, "go-back")) == {"undone"}
        wait_until(lambda: player.do("stop")["snapshot"]["truth"]["status"] == "winnable")
        codes: list[str] = []
        while "demonstrated" not in codes:
            codes = finish_line(player, "demonstrate")


def _losing_line() -> str:
    """Moves that lose, with two further ones."""
    for first in ("1a", "2a", "3a", "4a", "5a", "6a", "7a", "8a"):
        for second in ("1b", "2b", "3b", "4b", "5b", "6b", "7b", "8b"):
            text = f"{first} {second} 1c 2d"
            tried = read_game(f"Deal: 1941\nRules: standard\nMoves: {text}")
            if tried.status == "playing" and find_truth(tried, max_seconds=1).status is Status.UNWINNABLE:
                return text
    raise AssertionError("no error loses this deal so soon")


def test_beyond_the_undo_limit_the_way_back_is_a_new_game() -> None:
    with serving() as served, served.player() as player:
        lost = _losing_line()
        player.ask(do="new", text=f"Deal: 1941\nRules: standard undo_limit=0\nMoves: {lost}")
        assert finish_line(player, "go-back") == ["continued"]
        answer = player.do("stop")
        assert answer["snapshot"]["linked"]["text"].split()[-4:] == lost.split()


def test_a_review_can_be_stopped_and_replaced() -> None:
    with serving() as served, served.player() as player:
        player.ask(do="new", text="Deal: 617\nMoves: 1a 2b 3c 4d")
        first, second = player.say(do="review", version=player.version), player.say(do="review", version=player.version)
        heard: list[Any] = []
        while not heard or heard[-1]["id"] != second or heard[-1]["summary"] is None:
            heard.append(hear_until(player, "review"))
        assert all(each["summary"] is None for each in heard if each["id"] == first)
        player.say(do="review", version=player.version)
        assert hear_until(player, "answer" if player.say(do="stop", version=player.version) else "")["events"][0]["code"] == "stopped"
        stale = player.ask(do="review", version=player.version + 5)
        assert (stale["type"], stale["error"]["code"]) == ("refused", "stale")


def test_a_long_game_is_reviewed_whole() -> None:
    moves = "1a " + "a7 7a " * 60
    with serving() as served, served.player() as player:
        player.ask(do="new", text=f"Deal: 164\nMoves: {moves}")
        player.say(do="review", version=player.version)
        first = hear_until(player, "review")
        assert (first["of"], len(first["actions"])) == (122, 121)
        while (heard := hear_until(player, "review"))["summary"] is None:
            assert heard["positions"]
        assert [each["position"] for each in heard["positions"]] == list(range(122))
        assert all(each["status"] == "winnable" for each in heard["positions"])


def test_a_review_needs_a_game() -> None:
    with serving() as served, served.player() as player:
        assert player.ask(do="review", version=0)["error"]["code"] == "no-game"


# New games by wish


@pytest.mark.parametrize("profile", list(PROFILES))
def test_a_random_deal_is_winnable_unless_any_is_wished_for(profile: str) -> None:
    with serving() as served, served.player() as player:
        opened = player.ask(do="new", deal="random", profile=profile, rules={"cells": "2"})
        rules = PROFILES[profile].rules.change({"cells": 2})
        assert find_truth(deal(opened["snapshot"]["deal"], 2), rules).status is Status.WINNABLE
        assert player.ask(do="new", deal="random", profile=profile, wish="any")["type"] == "opened"


def test_a_difficulty_can_be_wished_for() -> None:
    with serving() as served, served.player() as player:
        opened = player.ask(do="new", deal="random", wish="1-5")
        assert opened["snapshot"]["deal"] is not None


@pytest.mark.parametrize("wish", ["0", "11", "5-2", "hard", ""])
def test_what_is_no_wish_is_refused(wish: str) -> None:
    with serving() as served, served.player() as player:
        assert player.ask(do="new", deal="random", wish=wish)["error"]["code"] == "bad-wish"


def test_only_a_random_deal_can_be_wished_for() -> None:
    with serving() as served, served.player() as player:
        assert player.ask(do="new", deal="164", wish="winnable")["error"]["code"] == "bad-message"


def test_a_wish_that_cannot_be_had_in_time_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FindDeal, "run", lambda *_: None)
    with serving() as served, served.player() as player:
        assert player.ask(do="new", deal="random")["error"]["code"] == "no-such-deal"


def test_a_wish_is_given_up_for_another_game(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()

    def run(_task: FindDeal, _seconds: float, _memory: int, cancel: Callable[[], bool]) -> None:
        while not cancel():
            time.sleep(0.001)
        ended.set()

    monkeypatch.setattr(FindDeal, "run", run)
    with serving() as served, served.player() as player:
        player.say(do="new", deal="random")
        player.say(do="new", deal="164")
        assert player.hear()["error"]["code"] == "stopped"
        opened = player.hear()
        assert opened["snapshot"]["deal"] == 164
        assert ended.wait(PATIENCE)
        assert player.do("move", **{"from": "1", "to": "a"})["type"] == "answer"


@pytest.mark.parametrize("playing", [False, True])
def test_stop_ends_the_search_for_a_deal(monkeypatch: pytest.MonkeyPatch, playing: bool) -> None:
    began, ended = threading.Event(), threading.Event()

    def run(_task: FindDeal, _seconds: float, _memory: int, cancel: Callable[[], bool]) -> None:
        began.set()
        while not cancel():
            time.sleep(0.001)
        ended.set()

    monkeypatch.setattr(FindDeal, "run", run)
    with serving() as served, served.player() as player:
        if playing:
            player.ask(do="new", deal="164")
        wished = player.say(do="new", deal="random")
        assert began.wait(PATIENCE)
        stopped = player.say(do="stop", version=player.version)
        assert player.hear() == {"type": "error", "id": wished, "error": {"code": "stopped", "values": {}, "message": "Stopped."}}
        heard = player.hear()
        assert heard["id"] == stopped
        assert heard["type"] == ("answer" if playing else "error")
        assert ended.wait(PATIENCE)
        assert player.ask(do="new", deal="617")["type"] == "opened"


@pytest.mark.parametrize(("name", "rules"), EVERY_PROFILE)
@pytest.mark.parametrize("live", [True, False])
def test_after_an_error_the_way_back_leads_to_the_position_before_it(name: str, rules: Rules, live: bool) -> None:
    game, error = game_with_an_error(rules)
    with serving() as served, served.player() as player:
        profile = PROFILES["points" if name.startswith("points") else name]
        under = rules.differences(profile.rules)
        player.ask(do="new", deal=str(game.deal), profile=profile.name, rules=under, settings={"truth": live})
        moves = [*(action.text for action in game.actions), error]
        for number, text in enumerate(moves):
            known = read_game(f"Deal: {game.deal}\nRules: {write_rules(rules, profile)}\nMoves: {' '.join(moves[:number])}")
            source, target, count = read_move(text, known.position, rules)
            if live:
                wait_for_truth(player)
            assert player.do("move", **{"from": str(source), "to": str(target)}, count=count)["type"] == "answer"
        if live:
            assert wait_for_truth(player) == "unwinnable"
        codes = finish_line(player, "go-back")
        assert codes[0] == "undone"
        assert player.do("undo")["snapshot"]["undo"] == len(game.actions) - 1


def wait_for_truth(player: Player) -> str:
    """The truth about where the game stands, once it is known."""
    while True:
        truth = player.do("settings", truth=True)["snapshot"]["truth"]
        if not truth["searching"]:
            return str(truth["status"])
        time.sleep(0.002)


def game_with_an_error(rules: Rules) -> tuple[Game, str]:
    """A game along a line that wins, and a move that loses it late on the way."""
    for number in range(1, 100):
        line = solve(deal(number, rules.cells), rules, max_states=50_000).moves
        game = Game(deal(number, rules.cells), rules, deal=number)
        for move in line[:38]:
            game.play(move)
        while len(game.actions) > 10:
            for move in legal_moves(game.position, rules):
                after = game.copy()
                after.play(move)
                if find_truth(after, max_states=20_000).status is Status.UNWINNABLE:
                    return game, write_move(move, game.position, rules)
            game.undo()
            game = game.copy()
    raise AssertionError("no error loses any of these deals")


def test_many_players_share_the_searches_and_none_is_starved(monkeypatch: pytest.MonkeyPatch) -> None:
    """One client asks for the truth of many games, another for that of one: it does not wait for all of the others."""
    order: list[int] = []
    lock = threading.Lock()

    def run(task: FindTruth, _seconds: float, _memory: int, _cancel: Callable[[], bool]) -> Truth:
        with lock:
            order.append(len(task.position.cells))
        time.sleep(0.01)
        return Truth(Status.UNWINNABLE)

    monkeypatch.setattr(FindTruth, "run", run)
    with serving(searches=Searches(2), limits=Limits(), proxies=["127.0.0.1"]) as served:
        crowd = [Player(served.port, headers={"x-forwarded-for": "198.51.100.1"}) for _ in range(20)]
        alone = Player(served.port, headers={"x-forwarded-for": "198.51.100.2"})
        for player in (*crowd, alone):
            player.__enter__()
        for player in crowd:
            player.say(do="new", deal="164", settings=LIVE)
        alone.say(do="new", deal="164", rules={"cells": 3}, settings=LIVE)
        for player in (*crowd, alone):
            assert hear_until(player, "truth")["truth"]["status"] == "unwinnable"
            player.line.close()
        assert order.count(3) == 1
        assert order.index(3) < 20
