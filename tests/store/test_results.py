"""What a result is, which games count as what, and in which streaks (U1 to U4): the rules of `docs/store.md`, one by one."""

from __future__ import annotations

from typing import Any

import pytest
from layouts import high
from plays import NEARLY_LOST, check_counts

from freecell import PROFILES, BadInput, Game, IllegalMove, IllegalReplay, deal
from freecell.store import Outcome, Player, Record, Result, Statistics, Step, Store, Tried, Wanted
from freecell.store.record import MOST_STEPS, Start, replay

ONE_MOVE = high(["KS"])
"""K♠ goes up by `finish` or `1h`, and the game is won."""
DAY = 86_400_000


class Table:
    """Plays whole games, each a minute after the one before."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.player, _ = store.new_player()
        self.moment = 1_700_000_000_000

    def game(self, *words: str, parent: str | None = None, profile: str = "standard") -> Record:
        game = Game(ONE_MOVE, PROFILES[profile].rules.change({"autoplay": "off"}), profile=PROFILES[profile])
        return self.go_on(Record(game, begun=self.moment, parent=parent), *words)

    def go_on(self, record: Record, *words: str) -> Record:
        for word in words:
            self.moment += 60_000
            steps = [record.play(word, self.moment, record.time + 1000)]
            assert self.store.append(self.player, record, steps).answer.result(10) is Outcome.SAVED
        return record

    def counted(self) -> Statistics:
        check_counts(self.store, self.player)
        (found,) = self.store.statistics(self.player)
        return found


@pytest.fixture
def table(store: Store) -> Table:
    return Table(store)


def test_a_streak_is_of_games_in_the_order_in_which_they_ended(table: Table) -> None:
    table.game("1h")
    slow = table.game("1a")
    table.game("1h")
    table.go_on(slow, "resign")
    assert (table.counted().streak, table.counted().longest_streak) == (0, 2)
    table.game("1h")
    assert (table.counted().streak, table.counted().longest_streak) == (1, 2)


def test_a_game_that_is_open_or_left_neither_counts_nor_ends_a_streak(table: Table) -> None:
    table.game("1h")
    table.game("1a", "leave")
    table.game("1h")
    found = table.counted()
    assert (found.total.games, found.total.won, found.open, found.streak) == (2, 2, 1, 2)
    assert found.total.share == 1


def test_a_game_that_was_never_touched_is_not_kept(table: Table) -> None:
    assert table.store.load(table.player, table.game().uid) is None
    assert table.store.statistics(table.player) == []


def test_a_restart_is_the_same_game_and_counts_as_undo(table: Table) -> None:
    record = table.game("1a", "restart", "1h")
    found = table.counted()
    assert (found.total.games, found.total.won, found.total.without_undo, record.game.moves) == (1, 1, 0, 1)


def test_a_demonstration_is_no_win_and_ends_a_streak(table: Table) -> None:
    table.game("1h")
    record = table.game("demo", "1h")
    found = table.counted()
    assert record.result is Result.DEMONSTRATED
    assert (found.total.games, found.total.won, found.total.demonstrated, found.streak) == (2, 1, 1, 0)


def test_a_demonstration_that_is_undone_is_still_one(table: Table) -> None:
    assert table.game("demo", "1a", "undo", "1h").result is Result.DEMONSTRATED


def test_hints_and_undos_are_told_apart(table: Table) -> None:
    table.game("hint", "1h")
    table.game("1a", "undo", "1h")
    table.game("1h")
    total = table.counted().total
    assert (total.won, total.without_hints, total.without_undo) == (3, 2, 2)


def test_a_game_begun_from_an_earlier_position_counts_but_not_as_one_without_help(table: Table) -> None:
    old = table.game("1a", "resign")
    table.game("1h", parent=old.uid)
    total = table.counted().total
    assert (total.games, total.won, total.without_hints, total.without_undo) == (2, 1, 0, 0)


def test_a_deal_that_is_lost_without_moves_is_open_again_after_undo(table: Table) -> None:
    record = Record(Game(NEARLY_LOST, PROFILES["one-tap"].rules.change({"cells": 0})), begun=table.moment)
    table.go_on(record, "35")
    assert record.result is Result.LOST
    assert (table.counted().total.lost, table.counted().open) == (1, 0)
    table.go_on(record, "undo")
    assert (table.counted().total.lost, table.counted().open) == (0, 1)
    table.go_on(record, "35", "restart", "resign")
    assert (table.counted().total.games, table.counted().total.resigned) == (1, 1)


def test_a_won_game_is_final(table: Table) -> None:
    won = table.game("1h")
    for word in ("undo", "restart", "resign", "1a"):
        with pytest.raises((IllegalMove, BadInput), match="The game is over"):
            won.play(word, 0, 0)


def test_wins_never_exceed_games_in_any_order(table: Table) -> None:
    for words in (["1h"], ["1a", "restart", "1h"], ["resign"], ["1a", "leave", "leave", "ah"], ["1h", "leave"], ["demo", "1h"]):
        table.game(*words)
        total = table.counted().total
        assert total.won + total.demonstrated + total.lost + total.resigned == total.games


def test_averages_are_over_games_won_and_scores_over_all(table: Table) -> None:
    table.game("1h", profile="points")
    table.game("1a", "ah", profile="points")
    table.game("1a", "resign", profile="points")
    total = table.counted().total
    assert (total.average_moves, total.best_moves, total.average_time, total.best_time) == (1.5, 1, 1500, 1000)
    assert (total.average_score, total.best_score) == (20 / 3, 10)


def test_profiles_and_cells_are_counted_apart(table: Table) -> None:
    table.game("1h")
    table.game("1h", profile="linear")
    changed = Record(Game(high(["KS"], "- -"), PROFILES["points"].rules.change({"cells": 2}), profile=PROFILES["points"]), begun=0)
    table.go_on(changed, "1h")
    own = Record(Game(high(["KS"], "-"), PROFILES["standard"].rules.change({"cells": 1}), profile=PROFILES["standard"]), begun=0)
    table.go_on(own, "1h")
    found = [(each.profile, each.cells, each.total.won) for each in table.store.statistics(table.player)]
    assert found == [("linear", 4, 1), ("own", 1, 1), ("points", 2, 1), ("standard", 4, 1)]


def test_a_reset_hides_what_ended_before_and_can_be_undone(table: Table) -> None:
    table.moment -= 10 * DAY
    table.game("1h")
    table.game("1h")
    table.store.reset_statistics(table.player)
    table.store.reset_statistics(table.player)
    assert table.store.statistics(table.player) == []
    table.moment = 4_000_000_000_000
    table.game("1h")
    assert (table.counted().total.games, table.counted().longest_streak) == (1, 1)
    assert len(table.store.history(table.player).games) == 3
    assert [table.store.undo_reset(table.player) for _ in range(3)] == [True, True, False]
    assert (table.counted().total.games, table.counted().longest_streak) == (3, 3)


def test_weeks_begin_on_monday(table: Table) -> None:
    sunday = 1_700_956_800_000 - 10 * 60_000  # 25 November 2023 was a Saturday; this is late on a Sunday
    table.moment = sunday + DAY
    table.game("1h")
    table.moment = sunday + DAY + 20 * 60_000
    table.game("1h")
    weeks = table.counted().weeks
    assert [week.won for week in weeks] == [1, 1]
    assert weeks[1].week - weeks[0].week == 1


# The map, and pars


def test_the_map_tells_the_best_that_came_of_each_deal(table: Table) -> None:
    store, player = table.store, table.player
    won = _win(table, 164)
    _win(table, 165)
    for number, words in ((166, ["1a"]), (167, ["1a", "resign"]), (168, ["resign"]), (168, ["1a"]), (169, ["1a", "undo"])):
        record = Record(Game(deal(number), deal=number), begun=table.moment)
        table.go_on(record, *words)
    table.go_on(Record(Game(deal(164), deal=164), begun=table.moment), "resign")
    store.note_pars("standard", 4, {164: won.game.moves, 165: 10, 170: 80}).done.result()
    found = store.deal_map(player, range(163, 171))
    assert [Tried(each).name for each in found.tried] == ["UNTRIED", "AT_PAR", "WON", "OPEN", "LOST", "LOST", "OPEN", "UNTRIED"]
    assert (found.first, found.moves[1], found.moves[3]) == (163, won.game.moves, 0)
    assert found.counts()[Tried.OPEN] == 2
    assert set(store.deal_map(player, range(1, 163)).tried) == {Tried.UNTRIED}
    assert Tried(store.deal_map(player, range(164, 165), "linear", 4).tried[0]) is Tried.UNTRIED
    assert Tried(store.deal_map(player, range(164, 165), "standard", 4).tried[0]) is Tried.AT_PAR
    (kept,) = store.history(player, Wanted(deal=164, results=frozenset({Result.WON}))).games
    assert (kept.par, kept.moves) == (won.game.moves, won.game.moves)


def _win(table: Table, number: int) -> Record:
    from freecell import solve

    result = solve(deal(number))
    return table.go_on(Record(Game(deal(number), deal=number), begun=table.moment), *(result.text or "").split())


def test_a_par_only_ever_falls(table: Table) -> None:
    record = table.go_on(Record(Game(deal(1), deal=1), begun=table.moment), "resign")
    for known, expected in ((90, 90), (95, 90), (85, 85)):
        table.store.note_pars("standard", 4, {1: known}).done.result()
        assert [kept.par for kept in table.store.history(table.player).games] == [expected]
    table.store.note_pars("standard", 4, {}).done.result()
    assert record.game.moves == 0


# The list


def test_the_list_is_searched_and_filtered(table: Table) -> None:
    store, player = table.store, table.player
    records = []
    for number, profile, cells, words in [
        (164, "standard", 4, ["1a"]), (164, "points", 2, ["resign"]), (1164, "linear", 4, ["1a", "resign"]), (2, "one-tap", 4, ["hint"]),
    ]:  # fmt: skip
        rules = PROFILES[profile].rules.change({"cells": cells})
        game = Game(deal(number, cells), rules, deal=number, profile=PROFILES[profile])
        records.append(table.go_on(Record(game, begun=table.moment), *words))

    def listed(**wanted: Any) -> list[int]:
        games = store.history(player, Wanted(**wanted)).games
        assert store.count(player, Wanted(**wanted)) == len(games)
        return [next(at for at, record in enumerate(records) if record.uid == kept.uid) for kept in games]

    assert listed() == [3, 2, 1, 0]
    assert listed(results=frozenset({Result.OPEN})) == [3, 0]
    assert listed(results=frozenset({Result.OPEN, Result.RESIGNED})) == [3, 2, 1, 0]
    assert listed(results=frozenset()) == []
    assert listed(deal=164) == [1, 0]
    assert listed(profile="linear") == [2]
    assert listed(cells=2) == [1]
    assert listed(since=records[1].begun) == [3, 2, 1]
    assert listed(until=records[1].begun) == [0]
    assert listed(search="#164") == [1, 0]
    assert listed(search="FC1-C2-AAAAAFE") == [1]
    assert listed(search=records[2].uid[:8]) == [2]
    assert listed(search="  ") == [3, 2, 1, 0]
    assert listed(search="%") == []


def test_pages_neither_repeat_nor_miss_a_game(table: Table) -> None:
    uids = []
    for _ in range(5):
        record = Record(Game(ONE_MOVE), begun=77)  # all at the same moment
        uids.append(table.go_on(record, "1a").uid)
    first = table.store.history(table.player, limit=2)
    second = table.store.history(table.player, after=first.after, limit=2)
    third = table.store.history(table.player, after=second.after, limit=2)
    assert [kept.uid for page in (first, second, third) for kept in page.games] == uids[::-1]
    assert third.after is None
    for wrong in ("", "x", "1", "1-", "1-2-3", "-1-2", "9" * 50 + "-1", "１-2"):
        with pytest.raises(BadInput, match="not a place in the list"):
            table.store.history(table.player, after=wrong)


# Records


def test_a_record_refuses_what_is_no_action() -> None:
    record = Record(Game(deal(164), deal=164), begun=0)
    for word in ("", "1x", "hello", "x" * 100, "resign now"):
        with pytest.raises(BadInput):
            record.play(word, 0, 0)
    assert record.version == 0
    with pytest.raises(IllegalReplay, match="Move 2"):
        replay(record, [Step("1a", 0, 0), Step("1a", 0, 0)])


def test_a_game_has_a_bounded_number_of_actions() -> None:
    record = Record(Game(deal(164), deal=164), begun=0)
    for _ in range(MOST_STEPS):
        record.note("hint", 0, 0)
    with pytest.raises(BadInput, match="at most 20000"):
        record.play("hint", 0, 0)


@pytest.mark.parametrize("profile", PROFILES)
def test_where_a_game_begins_is_kept_word_for_word(profile: str) -> None:
    rules = PROFILES[profile].rules
    for game in (Game(deal(7), rules, deal=7, profile=PROFILES[profile]), Game(ONE_MOVE, rules, profile=PROFILES[profile])):
        again = Start.of(game).game()
        assert (again.start, again.rules, again.deal, again.profile) == (game.start, game.rules, game.deal, game.profile)


# Players


def test_a_player_is_known_by_the_secret_alone(store: Store) -> None:
    player, secret = store.new_player()
    other, _ = store.new_player()
    assert len(secret) == 22  # 128 bits
    assert store.player(secret) == player
    for wrong in ("", secret[:-1], secret.lower(), secret + " ", "\udc80", "'; DROP TABLE keys"):
        assert store.player(wrong) is None
    record = Record(Game(deal(1), deal=1), begun=0)
    store.append(player, record, [record.play("1a", 0, 0)]).done.result(10)
    assert store.load(other, record.uid) is None
    assert not store.delete(other, record.uid)
    assert store.load(player, record.uid) is not None
    with store._reading() as connection:
        dump = repr([connection.exec_driver_sql(f"SELECT * FROM {table}").all() for table in ("keys", "links", "players")])
    assert secret not in dump


def test_a_link_works_once_and_not_for_ever(store: Store) -> None:
    player, secret = store.new_player()
    word = store.new_link(player)
    assert store.use_link("nonsense") is None
    used = store.use_link(word)
    assert used is not None
    assert used[0] == player
    assert store.player(used[1]) == store.player(secret) == player
    assert store.use_link(word) is None
    assert store.use_link(store.new_link(player, seconds=-1)) is None


def test_what_a_machine_played_before_it_joined_comes_along(store: Store) -> None:
    table, guest = Table(store), Table(store)
    table.game("1h")
    guest.game("1h")
    open_game = guest.game("1a")
    used = store.use_link(store.new_link(table.player), guest.player)
    assert used is not None
    assert used[0] == table.player
    assert (table.counted().total.won, table.counted().open) == (2, 1)
    assert store.statistics(guest.player) == []
    assert store.append(table.player, open_game, [open_game.play("ah", 2**41, 0)]).answer.result(10) is Outcome.SAVED
    assert table.counted().total.won == 3


def test_a_game_that_both_have_is_there_once_after_joining(store: Store) -> None:
    table, guest = Table(store), Table(store)
    table.game("1h")
    store.import_lines(guest.player, store.export(table.player))
    store.use_link(store.new_link(table.player), guest.player)
    assert table.counted().total.games == 1


def test_all_that_is_kept_of_a_player_can_be_deleted(store: Store) -> None:
    table, other = Table(store), Table(store)
    table.game("1h")
    other.game("1h")
    late = table.game("1a")
    store.reset_statistics(table.player)
    store.new_link(table.player)
    store.forget(table.player)
    assert store.statistics(table.player) == []
    assert store.append(table.player, late, [late.play("ah", 0, 0)]).answer.result(10) is Outcome.STALE
    with store._reading() as connection:
        counts = {
            name: connection.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar()
            for name in ("games", "actions", "resets", "links", "keys")
        }
    assert counts == {"games": 1, "actions": 1, "resets": 0, "links": 0, "keys": 1}
    assert other.counted().total.won == 1


def test_a_deleted_game_is_gone_for_who_still_has_it_open(table: Table) -> None:
    record = table.game("1a")
    assert table.store.delete(table.player, record.uid)
    assert not table.store.delete(table.player, record.uid)
    table.game("1a")  # it may get the number of the deleted one
    assert table.store.append(table.player, record, [record.play("ah", 0, 0)]).answer.result(10) is Outcome.STALE
    assert isinstance(table.player, Player)
