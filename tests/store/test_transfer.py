"""What an import takes and what it refuses; exports that come back, in any order and from any hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from plays import Playing, check_counts

from freecell import BadInput, Game, deal
from freecell.store import Imported, Outcome, Player, Record, Store
from freecell.store.record import MOST_STEPS
from freecell.store.transfer import MOST_LETTERS

HEADING = '{"freecell": "games", "format": 1}'
NAME = "0123456789abcdef0123"
GAME: dict[str, Any] = {"game": NAME, "begun": 5, "deal": 164, "rules": "standard", "actions": [["17", 6, 1], ["undo", 7, 2]]}


def line(**changes: Any) -> str:
    told = {name: value for name, value in (GAME | changes).items() if value is not ...}
    return json.dumps(told)


def take(store: Store, *lines: str) -> tuple[Player, Imported]:
    player, _ = store.new_player()
    return player, store.import_lines(player, [HEADING, *lines])


@pytest.fixture(scope="module")
def one_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store(str(tmp_path_factory.mktemp("imports") / "games.db")) as opened:
        yield opened


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("nonsense", "a line is no JSON object"),
        ("[1]", "a line is no JSON object"),
        ("[" * 100_000, "a line is no JSON object"),
        ('{"game": NaN}', "a game's name has 20 letters"),
        (line(game="../../../etc/passwd1"), "a game's name has 20 letters"),
        (line(game=NAME.upper()), "a game's name has 20 letters"),
        (line(game=...), "a game's name has 20 letters"),
        (line(parent="x"), "a game's name has 20 letters"),
        (line(deal=...), "either a deal or a layout"),
        (line(layout="KS"), "either a deal or a layout"),
        (line(deal=0), "There is no deal 0"),
        (line(deal=10**400), "There is no deal"),
        (line(deal=True), "is not a deal"),
        (line(deal="164"), "is not a deal"),
        (line(deal=..., layout="AC"), "Missing"),
        (line(deal=..., layout="\0"), "text of bounded length"),
        (line(deal=..., layout="x " * 10_000), "text of bounded length"),
        (line(rules="nobodys"), "There is no profile 'nobodys'"),
        (line(rules=["standard"]), "text of bounded length"),
        (line(rules=...), "text of bounded length"),
        (line(begun=-1), "a moment is a whole number"),
        (line(begun=1.5), "a moment is a whole number"),
        (line(begun=10**18), "a moment is a whole number"),
        (line(begun=True), "a moment is a whole number"),
        (line(actions=[]), "a game has 1 to"),
        (line(actions={}), "a game has 1 to"),
        (line(actions=[["hint", 1, 1]] * (MOST_STEPS + 1)), "a game has 1 to"),
        (line(actions=["17"]), "an action is its word"),
        (line(actions=[["17", 1]]), "an action is its word"),
        (line(actions=[[17, 1, 1]]), "an action is its word"),
        (line(actions=[["17", 1, -1]]), "a moment is a whole number"),
        (line(actions=[["17", 1, 10**18]]), "a moment is a whole number"),
        (line(actions=[["12", 1, 1]]), "Move 1, '12': 6♠ does not go on 6♥"),
        (line(actions=[["17", 1, 1], ["redo", 1, 1]]), "Move 2, 'redo': There is nothing to redo"),
        (line(actions=[["resign", 1, 1], ["17", 1, 1]]), "Move 2, '17': The game is over"),
        (line(actions=[["x" * 1000, 1, 1]]), "is not a move"),
        ('{"reset": "now"}', "a moment is a whole number"),
        (" " * (MOST_LETTERS + 1) + line(), "a line is longer"),
    ],
)
def test_a_wrong_line_is_refused_with_its_reason_and_the_next_is_taken(one_store: Store, wrong: str, why: str) -> None:
    player, told = take(one_store, wrong, line())
    assert (told.new, told.refused_count, told.refused[0].line) == (1, 1, 2)
    assert why in told.refused[0].problem
    assert len(told.refused[0].problem) < 500
    assert one_store.count(player) == 1


@pytest.mark.parametrize(
    ("heading", "why"),
    [
        ("", "no JSON object"),
        ("{}", "its first line should be"),
        ('{"freecell": "games", "format": 2}', "a newer program has written it"),
        (line(), "its first line should be"),
    ],
)
def test_a_file_that_is_no_export_is_refused_whole(store: Store, heading: str, why: str) -> None:
    player, _ = store.new_player()
    with pytest.raises(BadInput, match=why):
        store.import_lines(player, [heading, line()])
    assert store.count(player) == 0


def test_texts_can_hide_nothing_else(store: Store) -> None:
    """A layout or rules that would begin another part of a game's text are refused, or are nothing but what they seem."""
    player, told = take(
        store,
        line(rules="standard\nMoves: 17 1a"),
        line(game=NAME[::-1], deal=..., layout="Foundations: H-K C-K D-K S-Q\nKS\nMoves: 1h", actions=[["1a", 1, 1]]),
    )
    check_counts(store, player)
    assert told.new == 2
    assert [kept.moves for kept in store.history(player).games] == [2, 0]  # the second one's K♠ went up by itself after 1a


def test_a_game_goes_on_and_a_shorter_version_of_it_changes_nothing(store: Store) -> None:
    longer = line(actions=[*GAME["actions"], ["17", 8, 3], ["1a", 9, 4]])
    player, told = take(store, line(), longer, line(), longer)
    assert (told.new, told.continued, told.known) == (1, 1, 2)
    assert [kept.version for kept in store.history(player).games] == [4]
    check_counts(store, player)


def test_a_game_that_went_on_differently_is_kept_twice_and_not_more(store: Store) -> None:
    here = line(actions=[*GAME["actions"], ["1a", 8, 3]])
    there = line(actions=[*GAME["actions"], ["1b", 8, 3]])
    further = line(actions=[*GAME["actions"], ["1b", 8, 3], ["undo", 9, 4]])
    player, told = take(store, here, there, here, there, further, further)
    assert (told.new, told.continued, told.known) == (2, 1, 3)
    assert sorted(kept.version for kept in store.history(player).games) == [3, 4]
    check_counts(store, player)


def test_another_game_of_the_same_name_takes_nothing_away(store: Store) -> None:
    player, told = take(store, line(), line(deal=1, actions=[["1a", 6, 1]]), line(deal=2, actions=[["leave", 6, 1]]))
    assert told.new == 3
    assert sorted(kept.deal or 0 for kept in store.history(player).games) == [1, 2, 164]
    check_counts(store, player)


def test_nobodys_games_are_touched_by_anothers_import(store: Store) -> None:
    first, _ = take(store, line())
    second, told = take(store, line(actions=[*GAME["actions"], ["resign", 8, 3]]))
    assert told.new == 1
    assert [kept.version for kept in store.history(first).games] == [2]
    assert [kept.version for kept in store.history(second).games] == [3]


def test_a_game_that_somebody_plays_goes_on_by_an_import_and_the_player_is_told(store: Store) -> None:
    player, _ = take(store, line())
    playing = store.load(player, NAME)
    assert playing is not None
    store.import_lines(player, [HEADING, line(actions=[*GAME["actions"], ["1a", 8, 3]])])
    assert store.append(player, playing, [playing.play("17", 9, 9)]).done.result(10) is Outcome.STALE
    check_counts(store, player)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_whatever_is_in_a_file_it_is_taken_or_refused(store: Store, data: st.DataObject) -> None:
    """Lines with anything put in the place of anything: no other error, and every count right afterwards."""
    anything = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30) | st.sampled_from(["undo", "1a", "demo", NAME]),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=5,
    )
    told = dict(GAME)
    for _ in range(data.draw(st.integers(0, 2))):
        told[data.draw(st.sampled_from([*GAME, "parent", "layout", "reset"]))] = data.draw(anything)
    if data.draw(st.booleans()) and isinstance(told["actions"], list):
        told["actions"] = [*told["actions"], data.draw(anything)]
    player, _ = take(store, json.dumps(told), data.draw(st.text(max_size=40)))
    check_counts(store, player)


def test_an_export_is_written_in_plain_words(store: Store) -> None:
    player, _ = store.new_player()
    record = Record(Game(deal(164), deal=164), begun=5, uid=NAME)
    store.append(player, record, [record.play("17", 6, 1)]).done.result(10)
    store.append(player, record, [record.play("undo", 7, 2)]).done.result(10)
    heading, game = store.export(player)
    assert (json.loads(heading), json.loads(game)) == (json.loads(HEADING), GAME)


def test_two_machines_that_exchange_files_end_with_the_same_games(store: Store) -> None:
    one, other = store.new_player()[0], store.new_player()[0]
    playing = [Playing(store, player, Random(seed), 10**12 * seed) for seed, player in ((1, one), (2, other))]
    for _ in range(3):
        for each in playing:
            each.play(25)
        for source, target in ((one, other), (other, one)):
            assert store.import_lines(target, list(store.export(source))).refused == []
        for each in playing:
            each.records = [store.load(each.player, record.uid) or record for record in each.records]
        assert sorted(store.export(one)) == sorted(store.export(other))
    for player in (one, other):
        check_counts(store, player)
