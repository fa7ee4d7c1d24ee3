"""The lower bound: never more than what brute force finds, from every position that can be reached; and exactly what it says it is."""

from __future__ import annotations

from itertools import combinations

import pytest
from reference import CARDS, MOVES, Length, all_lengths, cards_left, steps_from
from searches import EVERY_RULES, PLENTY, brief, needs_core, seeded, small_table
from strategies import scatter

from freecell import Card, Position, Rules, deal
from freecell.solver.bound import Bound
from freecell.solver.trie import Trie

MOST = 400


def bound(position: Position, *, sequences: bool) -> int:
    """The moves not home that the Python twin asks for at least."""
    trie = Trie(position.cascades)
    return Bound(trie, sequences=sequences).of(trie.roots)


@pytest.mark.parametrize("length", [CARDS, MOVES], ids=lambda length: length.name)
@pytest.mark.parametrize("rules", EVERY_RULES, ids=brief)
def test_it_is_never_too_high_and_never_falls_too_fast(rules: Rules, length: Length) -> None:
    looked_at, exact = 0, 0
    for random in seeded(5, seed=500 + EVERY_RULES.index(rules)):
        table = small_table(random, rules)
        sequences = length is MOVES and table.rules.supermove != "single"
        for position, shortest in (all_lengths(table.position, table.rules, length, MOST) or {}).items():
            least = bound(position, sequences=sequences)
            assert cards_left(position) + least <= shortest, (table, position)
            looked_at, exact = looked_at + 1, exact + (cards_left(position) + least == shortest)
            for after, counts in steps_from(position, table.rules, length):
                beside = counts + cards_left(after) - cards_left(position)
                assert least <= beside + bound(after, sequences=sequences), (table, position, after)
    assert looked_at == 0 or exact > 0


def groups_of(position: Position, *, sequences: bool) -> list[frozenset[Card]]:
    """The cards of the table, by what can leave in one move: each by itself, or the sequences that lie on each other."""
    groups: list[list[Card]] = []
    for cascade in position.cascades:
        for height, card in enumerate(cascade):
            if sequences and height and card.fits_on(cascade[height - 1]):
                groups[-1].append(card)
            else:
                groups.append([card])
    return [frozenset(group) for group in groups]


def all_go_home(position: Position, moved: frozenset[Card]) -> bool:
    """Whether these cards, lifted off as soon as they are on top, let all the others go home from where they lie."""
    cascades = [list(cascade) for cascade in position.cascades]
    lifted = {card for card in position.cells if card is not None}
    heights = list(position.foundations)
    changed = True
    while changed:
        changed = False
        for cascade in cascades:
            while cascade and (cascade[-1] in moved or heights[cascade[-1].suit] == cascade[-1].rank - 1):
                lifted.add(cascade.pop())
                changed = True
        for card in sorted(lifted):
            if heights[card.suit] == card.rank - 1:
                heights[card.suit] += 1
                lifted.discard(card)
                changed = True
    return not any(cascades)


@pytest.mark.parametrize("sequences", [False, True], ids=["cards", "sequences"])
def test_it_is_the_fewest_that_have_to_move(sequences: bool) -> None:
    """By trying every choice of them."""
    seen = set()
    for random in seeded(150, seed=600):
        heights = [random.randint(8, 12) for _ in range(4)]
        position = scatter(random, heights, 2, random.randint(2, 5), random.choice([2.0, 20.0]))
        groups = groups_of(position, sequences=sequences)
        fewest = next(
            count
            for count in range(len(groups) + 1)
            if any(all_go_home(position, frozenset().union(*chosen)) for chosen in combinations(groups, count))
        )
        assert bound(position, sequences=sequences) == fewest, position
        seen.add(fewest)
    assert seen >= {0, 1, 2, 3, 4}


@needs_core
@pytest.mark.parametrize("measure", ["cards", "moves"])
def test_the_core_says_the_same(measure: str) -> None:
    from freecell.solver import core

    for random in seeded(200, seed=700):
        heights = [random.randint(0, 12) for _ in range(4)]
        position = scatter(random, heights, 4, random.randint(1, 8), random.choice([2.0, 20.0]))
        told = core.Optimal(position, Rules(), measure, PLENTY).bound - cards_left(position)
        assert told == bound(position, sequences=measure == "moves")
    for number in range(1, 101):
        told = core.Optimal(deal(number), Rules(), measure, PLENTY).bound - 52
        assert told == bound(deal(number), sequences=measure == "moves")
