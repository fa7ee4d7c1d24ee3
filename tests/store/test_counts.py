"""Any sequence of games, undos, quits, resumes, imports and deletions keeps every count equal to a recount from the actions."""

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from plays import Playing, check_counts

from freecell.store import Store


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32 - 1), choices=st.integers(1, 120))
def test_every_count_is_what_the_actions_say(store: Store, seed: int, choices: int) -> None:
    player, _ = store.new_player()
    Playing(store, player, Random(seed)).play(choices)
    check_counts(store, player)
