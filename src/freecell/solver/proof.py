"""The proof: a complete search, which ends in a solution or in the certainty that there is none.

Depth first over everything that can be reached. Where the rules let it be so, the moves are single cards, of which every supermove is
made, and every card that is safe goes home at once, which never loses a won position. Where a card that can go home goes nowhere else,
or cards may come back, nothing goes home but by the rules themselves; and where autoplay waits for the end of a supermove in a way that
matters (under `max`, and where cards may come back), the moves are whole supermoves. The way to a solution may be far too long: it is made
the shortest one through what was met, by meeting the same states a second time, breadth first.

States are canonical: cascades and cells sorted, since their order means nothing. They are compared whole: a claim that there is no
solution never rests on a hash. What is compared is a set, of the numbers of a state's cascades and of the cards in its cells, as the
bits of one long integer: a child's is made from its parent's by a few exclusive ors, before the child itself is made. The twin in C is
`_core/proof.c`; it meets the same states in the same order.
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
    is_safe,
    pack,
    terms_of,
)
from freecell.solver.trie import BITS, BUILDER_BITS, Trie

_MOST_CHILDREN: Final = 512
_STATE_BYTES: Final = 560  # as measured, with the share of the table and the trie, beside a bit for each cascade

Home = tuple[int, ...]
ALL_HOME: Final = (13, 13, 13, 13)


class Unmet(set[int]):
    """The states that are to be met a second time: it takes the place of those that are met, and so says the opposite of what it holds."""

    def __contains__(self, key: object) -> bool:
        return not super().__contains__(key)

    def add(self, key: int) -> None:
        """Meet a state."""
        self.discard(key)


class State:
    """A canonical position, and how it was reached."""

    __slots__ = ("cascades", "cells", "home", "hop", "key", "parent")

    def __init__(self, cascades: list[int], cells: list[int], home: Home, key: int, parent: State | None, hop: Hop | None) -> None:
        self.cascades = cascades  # the highest numbers first, and so the empty ones last
        self.cells = cells  # the lowest cards first, the empty ones last
        self.home = home
        self.key = key
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
        self.met: set[int] = set()
        self.stack: list[State] = []
        self.solved: State | None = None
        self.long_way: State | None = None
        self.count = self.next = 0  # of the states, once they are met a second time, and of those expanded then
        # Whether cards may lie accessible that autoplay would send home after the next hop.
        self.waits = self.autoplay != OFF and not self._at_start
        cells = [NO_CARD if held is None else int(held) for held in position.cells]
        self._settle(list(self.trie.roots), cells, list(position.foundations), None, None, may_go=self._at_start)

    @property
    def states(self) -> int:
        """How many different states were met."""
        return self.count or len(self.met)

    @property
    def bytes(self) -> int:
        """How much memory the search takes, about."""
        return self._bytes_for(2 * self.count or len(self.met))

    def _bytes_for(self, states: int) -> int:
        return states * (_STATE_BYTES + (len(self.trie.parent) + _MOST_CHILDREN) // 8)

    @property
    def _at_start(self) -> bool:
        """The rules' own autoplay waits for a first move; what only spares the search useless states need not."""
        return self.autoplay == SAFE and not self.supermoves

    def advance(self, until: int) -> int:
        """Go on until so many states are met in all; return how the search stands."""
        while self.solved is None:
            if self.stack and self._bytes_for(len(self.met) + _MOST_CHILDREN) > self.max_memory:
                return NO_MEMORY
            if len(self.met) >= until:
                return RUNNING
            if not self.stack:
                return EXHAUSTED
            self._expand(self.stack.pop())
        return SOLVED

    def path(self) -> Path:
        """Return the solution."""
        hops: list[Hop] = []
        state = self.solved
        while state is not None and state.hop is not None:
            hops.append(state.hop)
            state = state.parent
        sends: Autoplay = AUTOPLAYS[OFF if self.terms.foundation_return else self.autoplay]  # with returns, no more than the rules send
        return Path(pack(reversed(hops)), sends, self._at_start)

    def straighten(self, states: int) -> bool:
        """Look for the shortest way through what was met, by so many states at a time; return whether there is more to do.

        No state is met that was not. Where the memory does not suffice for it, the solution stays what it is.
        """
        if not self.count and not self._begin_again():
            return False
        while self.solved is self.long_way and states:
            if self.bytes > self.max_memory:
                return False
            self._expand(self.stack[self.next])
            self.next += 1
            states -= 1
        return self.solved is self.long_way

    def _begin_again(self) -> bool:
        """Begin to meet the same states a second time, breadth first."""
        self.long_way = start = self.solved
        if start is None or start.parent is None or self._bytes_for(2 * len(self.met)) > self.max_memory:
            return False
        while start.parent is not None:
            start = start.parent
        self.count = len(self.met)
        self.met = Unmet(self.met)
        self.met.add(start.key)
        self.stack = [start]
        return True

    def _goes_home(self, card: int, home: list[int]) -> bool:
        return home[card & 3] == card >> 2 and (self.autoplay == MAX or is_safe(card, home, self.terms.foundation_return))

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

    def _settle(
        self, cascades: list[int], cells: list[int], home: list[int], parent: State | None, hop: Hop | None, *, may_go: bool
    ) -> None:
        """Take in a child of which cards may go home by themselves, or return."""
        if may_go:
            self._send_home(cascades, cells, home)
        key = 0
        for node in cascades:
            key |= self.trie.bit[node]
        for card in cells:
            if card != NO_CARD:
                key |= BITS[card]
        if key not in self.met:
            self._add(cascades, cells, tuple(home), key, parent, hop)

    def _add(self, cascades: list[int], cells: list[int], home: Home, key: int, parent: State | None, hop: Hop | None) -> None:
        """Put a child on the stack that was not met before."""
        self.met.add(key)
        cascades.sort(reverse=True)
        cells.sort()
        state = State(cascades, cells, home, key, parent, hop)
        if home == ALL_HOME:
            self.solved = state
        self.stack.append(state)

    def _expand(self, state: State) -> None:
        """Make all children. The last one made is the first to be gone on with, so the least promising come first."""
        terms, trie, met = self.terms, self.trie, self.met
        tops, parents, bits = trie.top, trie.parent, trie.bit
        cascades, cells, home, key = state.cascades, state.cells, state.home, state.key
        ready = sum(1 << 4 * height + suit for suit, height in enumerate(home) if height < 13)
        bound = ready if terms.foundation_first else 0
        alert = ready if self.autoplay != OFF else 0  # what would go home by itself, or might
        empty, free = cascades.count(0), cells.count(NO_CARD)
        used = len(cascades) - empty
        held = sum(BITS[card] for card in cells if card != NO_CARD)
        movable = held
        for node in cascades[:used]:
            movable |= trie.sequence[node] if self.supermoves else BITS[tops[node]]
        # 1. Back from the foundations.
        if terms.foundation_return:
            for suit, height in enumerate(home):
                for target in range(min(used + 1, len(cascades)) if height else 0):
                    self._return(state, 4 * (height - 1) + suit, target)
        # 2. To a cell.
        if free:
            spot = cells.index(NO_CARD)
            for source in range(used):
                node = cascades[source]
                card, below = tops[node], parents[node]
                if bound >> card & 1:
                    continue
                opens = self.waits or (BITS[card] | (BITS[tops[below]] if below else 0)) & alert
                child = key ^ bits[node] ^ bits[below] ^ BITS[card]
                if not opens and child in met:
                    continue
                places, spots = cascades.copy(), cells.copy()
                places[source], spots[spot] = below, card
                if opens:
                    self._settle(places, spots, list(home), state, Hop(card, TO_CELL), may_go=True)
                else:
                    self._add(places, spots, home, child, state, Hop(card, TO_CELL))
        # 3. Onto cascades, the empty one first.
        limit = terms.limit(free, empty) if self.supermoves else 1
        limit_empty = terms.limit(free, empty - 1) if self.supermoves else 1
        for target in range(min(used, len(cascades) - 1), -1, -1):
            to = cascades[target]
            if to and not BUILDER_BITS[tops[to]] & movable:
                continue
            onto = tops[to] if to else TO_EMPTY
            fitting = BUILDER_BITS[onto] if to else -1
            for spot, card in enumerate(cells):
                if card == NO_CARD or not fitting >> card & 1 or bound >> card & 1:
                    continue
                grown = trie.push(to, card)
                opens = self.waits or alert >> card & 1
                child = key ^ bits[to] ^ bits[grown] ^ BITS[card]
                if not opens and child in met:
                    continue
                places, spots = cascades.copy(), cells.copy()
                places[target], spots[spot] = grown, NO_CARD
                if opens:
                    self._settle(places, spots, list(home), state, Hop(card, onto), may_go=True)
                else:
                    self._add(places, spots, home, child, state, Hop(card, onto))
            for source in range(used):
                if source != target and (self.supermoves or fitting >> tops[cascades[source]] & 1):
                    self._carry(state, source, target, limit if to else limit_empty, fitting, bound, alert)
        # 4. Home.
        for source, node in enumerate(cascades):
            card = tops[node]
            if node and ready >> card & 1:
                places, heights = cascades.copy(), list(home)
                places[source] = parents[node]
                heights[card & 3] += 1
                self._settle(places, cells.copy(), heights, state, Hop(card, TO_HOME), may_go=True)
        for spot, card in enumerate(cells):
            if card != NO_CARD and ready >> card & 1:
                spots, heights = cells.copy(), list(home)
                spots[spot] = NO_CARD
                heights[card & 3] += 1
                self._settle(cascades.copy(), spots, heights, state, Hop(card, TO_HOME), may_go=True)

    def _return(self, state: State, card: int, target: int) -> None:
        """Bring a card back from its foundation; nothing goes home after that."""
        to = state.cascades[target]
        onto = self.trie.top[to] if to else TO_EMPTY
        if to and not BUILDER_BITS[onto] >> card & 1:
            return
        places, heights = state.cascades.copy(), list(state.home)
        places[target] = self.trie.push(to, card)
        heights[card & 3] -= 1
        self._settle(places, state.cells.copy(), heights, state, Hop(card, onto), may_go=False)

    def _carry(self, state: State, source: int, target: int, limit: int, fitting: int, bound: int, alert: int) -> None:
        """From cascade to cascade: a single card, or with supermoves every number that the rules let move."""
        trie, cascades = self.trie, state.cascades
        whole, to = cascades[source], cascades[target]
        onto = trie.top[to] if to else TO_EMPTY
        length = trie.length[whole]
        below = whole
        moving: list[int] = []
        for count in range(1, min(trie.sequence_length[whole], limit) + 1):
            card = trie.top[below]
            below = trie.parent[below]
            moving.append(card)
            if bound >> card & 1:
                return
            if not fitting >> card & 1 or (not to and count == length):
                continue
            grown = to
            for moved in reversed(moving):
                grown = trie.push(grown, moved)
            opens = self.waits or (BITS[moving[0]] | (BITS[trie.top[below]] if below else 0)) & alert
            child = state.key ^ trie.bit[whole] ^ trie.bit[below] ^ trie.bit[to] ^ trie.bit[grown]
            if not opens and child in self.met:
                continue
            places = cascades.copy()
            places[source], places[target] = below, grown
            if opens:
                self._settle(places, state.cells.copy(), list(state.home), state, Hop(card, onto), may_go=True)
            else:
                self._add(places, state.cells.copy(), state.home, child, state, Hop(card, onto))
