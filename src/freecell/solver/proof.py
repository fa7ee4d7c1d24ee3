"""The proof: a complete search, which ends in a solution or in the certainty that there is none.

Depth first over everything that can be reached. Where the rules let it be so, the moves are single cards, of which every supermove is
made, and every card that is safe goes home at once, which never loses a won position. Where a card that can go home goes nowhere else,
or cards may come back, nothing goes home but by the rules themselves; and where autoplay waits for the end of a supermove in a way that
matters (under `max`, and where cards may come back), the moves are whole supermoves.

States are canonical: cascades and cells sorted, since their order means nothing. They are compared whole: a claim that there is no
solution never rests on a hash. The twin in C is `_core/proof.c`; it meets the same states in the same order.
"""

from __future__ import annotations

from typing import Final

from freecell.position import Position
from freecell.rules import Autoplay, Rules
from freecell.solver.search import (
    AUTOPLAYS,
    EXHAUSTED,
    MAX,
    NO_CARD,
    NO_MEMORY,
    OFF,
    RUNNING,
    SAFE,
    SOLVED,
    TO_CELL,
    TO_EMPTY,
    TO_HOME,
    Hop,
    Path,
    fits,
    is_red,
    pack,
    terms_of,
)
from freecell.solver.trie import ALL, Trie

_STATE_BYTES: Final = 620  # as measured, with the share of the table and the trie

Key = tuple[tuple[int, ...], tuple[int, ...]]
Home = tuple[int, ...]


class State:
    """A canonical position, and how it was reached."""

    __slots__ = ("cascades", "cells", "home", "hop", "parent")

    def __init__(self, cascades: tuple[int, ...], cells: tuple[int, ...], home: Home, parent: State | None, hop: Hop | None) -> None:
        self.cascades = cascades  # the highest numbers first, and so the empty ones last
        self.cells = cells  # the lowest cards first, the empty ones last
        self.home = home
        self.parent = parent
        self.hop = hop


class Proof:
    """A complete search from a position."""

    def __init__(self, position: Position, rules: Rules, max_memory: int) -> None:
        self.terms = terms = terms_of(position, rules)
        self.max_memory = max_memory
        self.trie = Trie(position.cascades)
        self.autoplay = OFF if terms.autoplay == SAFE and terms.foundation_first else terms.autoplay
        self.supermoves = self.autoplay == MAX or (self.autoplay == SAFE and terms.foundation_return)
        if not terms.foundation_return and not terms.foundation_first and terms.autoplay == OFF:
            self.autoplay = SAFE
        self.met: set[Key] = set()
        self.stack: list[State] = []
        self.solved: State | None = None
        cells = [NO_CARD if held is None else int(held) for held in position.cells]
        self._add(list(self.trie.roots), cells, list(position.foundations), None, None, stays=not self._at_start)

    @property
    def states(self) -> int:
        """How many different states were met."""
        return len(self.met)

    @property
    def bytes(self) -> int:
        """How much memory the search takes, about."""
        return len(self.met) * _STATE_BYTES

    @property
    def _at_start(self) -> bool:
        """The rules' own autoplay waits for a first move; what only spares the search useless states need not."""
        return self.autoplay == SAFE and not self.supermoves

    def advance(self, until: int) -> int:
        """Go on until so many states are met in all; return how the search stands."""
        while self.solved is None:
            if len(self.met) >= until:
                return RUNNING
            if not self.stack:
                return EXHAUSTED
            if self.bytes > self.max_memory:
                return NO_MEMORY
            self._expand(self.stack.pop())
        return SOLVED

    def path(self) -> Path:
        """Return the solution."""
        hops: list[Hop] = []
        state = self.solved
        while state is not None and state.hop is not None:
            hops.append(state.hop)
            state = state.parent
        sends: Autoplay = AUTOPLAYS[self.autoplay]
        return Path(pack(reversed(hops)), sends, self._at_start)

    def _goes_home(self, card: int, home: list[int]) -> bool:
        suit, height = card & 3, card >> 2
        if home[suit] != height:
            return False
        if self.autoplay == MAX or height <= 1:
            return True
        if self.terms.foundation_return:
            return False
        other = min(home[0], home[3]) if is_red(card) else min(home[1], home[2])
        return other >= height or (other >= height - 1 and home[3 - suit] >= height - 2)

    def _send_home(self, cascades: list[int], cells: list[int], home: list[int]) -> None:
        trie = self.trie
        again = self.autoplay != OFF
        while again:
            again = False
            for place, node in enumerate(cascades):
                if node and self._goes_home(trie.top[node], home):
                    home[trie.top[node] & 3] += 1
                    cascades[place] = trie.parent[node]
                    again = True
            for place, card in enumerate(cells):
                if card != NO_CARD and self._goes_home(card, home):
                    home[card & 3] += 1
                    cells[place] = NO_CARD
                    again = True

    def _add(
        self, cascades: list[int], cells: list[int], home: list[int], parent: State | None, hop: Hop | None, *, stays: bool = False
    ) -> None:
        """Take in a child whose hop is made: met for the first time, it is put on the stack. `stays`: nothing goes home after it."""
        if not stays:
            self._send_home(cascades, cells, home)
        cascades.sort(reverse=True)
        cells.sort()
        key = (tuple(cascades), tuple(cells))
        if key in self.met:
            return
        self.met.add(key)
        state = State(*key, tuple(home), parent, hop)
        if sum(home) == ALL:
            self.solved = state
        self.stack.append(state)

    def _expand(self, state: State) -> None:
        """Make all children. The last one made is the first to be gone on with, so the least promising come first."""
        terms, trie = self.terms, self.trie
        cascades, cells, home = state.cascades, state.cells, state.home
        ready = {4 * height + suit for suit, height in enumerate(home) if height < 13}
        bound = ready if terms.foundation_first else set()
        empty = cascades.count(0)
        used = len(cascades) - empty
        free = cells.count(NO_CARD)
        limit = terms.limit(free, empty) if self.supermoves else 1
        limit_empty = terms.limit(free, empty - 1) if self.supermoves and empty else 1
        targets = used + 1 if empty else used  # the occupied ones, and one that is empty
        # 1. Back from the foundations.
        if terms.foundation_return:
            for suit, height in enumerate(home):
                for target in range(targets if height else 0):
                    self._return(state, 4 * (height - 1) + suit, target)
        # 2. To a cell.
        if free:
            spot = cells.index(NO_CARD)
            for source in range(used):
                node = cascades[source]
                card = trie.top[node]
                if card in bound:
                    continue
                places, spots = list(cascades), list(cells)
                places[source], spots[spot] = trie.parent[node], card
                self._add(places, spots, list(home), state, Hop(card, TO_CELL))
        # 3. Onto cascades, the empty one first.
        for target in range(targets - 1, -1, -1):
            to = cascades[target]
            onto = trie.top[to] if to else TO_EMPTY
            for source, card in enumerate(cells):
                if card == NO_CARD or card in bound or (to and not fits(card, onto)):
                    continue
                places, spots = list(cascades), list(cells)
                places[target], spots[source] = trie.push(to, card), NO_CARD
                self._add(places, spots, list(home), state, Hop(card, onto))
            for source in range(used):
                if source != target:
                    self._carry(state, source, target, limit if to else limit_empty, bound)
        # 4. Home.
        for source, node in enumerate(cascades):
            card = trie.top[node]
            if node and card in ready:
                places, heights = list(cascades), list(home)
                places[source] = trie.parent[node]
                heights[card & 3] += 1
                self._add(places, list(cells), heights, state, Hop(card, TO_HOME))
        for source, card in enumerate(cells):
            if card in ready:
                spots, heights = list(cells), list(home)
                spots[source] = NO_CARD
                heights[card & 3] += 1
                self._add(list(cascades), spots, heights, state, Hop(card, TO_HOME))

    def _return(self, state: State, card: int, target: int) -> None:
        """Bring a card back from its foundation; nothing goes home after that."""
        to = state.cascades[target]
        onto = self.trie.top[to] if to else TO_EMPTY
        if to and not fits(card, onto):
            return
        places, heights = list(state.cascades), list(state.home)
        places[target] = self.trie.push(to, card)
        heights[card & 3] -= 1
        self._add(places, list(state.cells), heights, state, Hop(card, onto), stays=True)

    def _carry(self, state: State, source: int, target: int, limit: int, bound: set[int]) -> None:
        """From cascade to cascade: a single card, or with supermoves every number that the rules let move."""
        trie = self.trie
        node, to = state.cascades[source], state.cascades[target]
        onto = trie.top[to] if to else TO_EMPTY
        length = trie.length[node]
        moving: list[int] = []
        for count in range(1, min(trie.sequence_length[node], limit) + 1):
            card = trie.top[node]
            node = trie.parent[node]
            moving.append(card)
            if card in bound:
                return
            if fits(card, onto) if to else count != length:
                places = list(state.cascades)
                places[source] = node
                for moved in reversed(moving):
                    to_node = places[target]
                    places[target] = trie.push(to_node, moved)
                self._add(places, list(state.cells), list(state.home), state, Hop(card, onto))
