"""A lower bound for what a win takes, beside one move for every card that is left.

A card that never moves but home goes there before every card that lies below it now, and so before all cards of their suits from them
on: those wait for it. Where cards wait for each other in a circle, one of them has to move elsewhere first. The least number of cards that
hit every circle is what has to be paid beside the moves home. A card above a lower one of its own suit waits for itself: it is counted
when its cascade is made. What remains is circles of two or more cascades. Where a supermove counts once, the cards of a sequence that
lie on each other may all leave in one move, and so are hit as one.

The number is exact, and so never falls by more than a move costs. The twin in C, `_core/bound.h`, tells more of how it is found.

Source: G. Paul and M. Helmert, Optimal solitaire game solutions using A* search and deadlock analysis, SoCS 2016; K. Sukegawa and
K. Hoki (2023).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from freecell.solver.trie import ALL, BITS, Trie

_FROM_CARD_ON: Final = [sum(BITS[other] for other in range(card, ALL, 4)) for card in range(ALL)]
"""For each card, those of its suit that go home no earlier."""

Fingers = tuple[int, ...]
"""Cascades, each cut down to its uppermost card that may be part of a circle; the highest numbers first."""


class Bound:
    """What the cascades of one search do to each other; lists by the trie's nodes."""

    def __init__(self, trie: Trie, *, sequences: bool) -> None:
        self.trie = trie
        self.sequences = sequences
        self.waiting = [0]  # the cards that wait for its top one
        self.finger = [0]  # the cascade at or below it whose top may be part of a circle
        self.moved = [0]  # the same below its top and what leaves with it
        self.forced = [0]  # how many times its cards have to move for waiting for themselves
        self._base = [0]
        self._leaves = [False]
        self._known: dict[Fingers, int] = {(): 0}
        self.learn()

    @property
    def known(self) -> int:
        """How many sets of circles are remembered."""
        return len(self._known)

    def learn(self) -> None:
        """Look at the cascades that were made since."""
        for node in range(len(self.waiting), len(self.trie.parent)):
            self._learn(node, self.trie.parent[node], self.trie.top[node])

    def _learn(self, node: int, parent: int, top: int) -> None:
        joins = self.sequences and self.trie.sequence_length[node] > 1
        waiting = self.waiting[parent] | _FROM_CARD_ON[self.trie.top[parent]] if parent else 0
        base = self._base[parent] if joins else parent
        left = joins and self._leaves[parent]
        leaves = left or bool(waiting >> top & 1)
        self.waiting.append(waiting)
        self._base.append(base)
        self._leaves.append(leaves)
        self.forced.append(self.forced[parent] + (leaves and not left))
        self.moved.append(self.finger[base])
        self.finger.append(self.finger[base] if leaves else node if parent else 0)

    def of(self, cascades: Iterable[int]) -> int:
        """Return how many moves not home there are at least."""
        finger, forced = self.finger, self.forced
        return sum([forced[node] for node in cascades]) + self._circles([finger[node] for node in cascades if finger[node]])

    def _circles(self, fingers: list[int]) -> int:
        settled = self._settle(fingers)
        known = self._known.get(settled)
        if known is None:
            known = self._known[settled] = self._solve(settled)
        return known

    def _settle(self, fingers: list[int]) -> Fingers:
        """Let every finger go on whose card waits for none of the others': that one goes home."""
        waiting, top, parent, finger = self.waiting, self.trie.top, self.trie.parent, self.finger
        while True:
            everything = 0
            for each in fingers:
                everything |= waiting[each]
            stuck = [each if everything >> top[each] & 1 else finger[parent[each]] for each in fingers]
            if stuck == fingers:
                return tuple(sorted(fingers, reverse=True))
            fingers = [each for each in stuck if each]

    def _solve(self, fingers: Fingers) -> int:
        """How many cards have to move for fingers that are all stuck: one of each circle of two, else of a longer one."""
        waiting, tops = self.waiting, [self.trie.top[each] for each in fingers]
        places = range(len(fingers))
        blockers = [{j for j in places if waiting[fingers[j]] >> tops[i] & 1} for i in places]
        mutual = [{j for j in blockers[i] if i in blockers[j]} for i in places]
        best = max(places, key=lambda i: len(mutual[i]))
        if not mutual[best]:
            return min(self._hit(fingers, {i}) for i in _circle(blockers))
        one = self._hit(fingers, {best})
        return one if len(mutual[best]) >= one else min(one, self._hit(fingers, mutual[best]))

    def _hit(self, fingers: Fingers, moving: set[int]) -> int:
        """How many cards have to move in all if these do."""
        after = [self.moved[each] if place in moving else each for place, each in enumerate(fingers)]
        return len(moving) + self._circles([each for each in after if each])


def _circle(blockers: list[set[int]]) -> list[int]:
    """A circle, found by going from each to one that it waits for."""
    walk = [0]
    while (after := min(blockers[walk[-1]])) not in walk:
        walk.append(after)
    return walk[walk.index(after) :]
