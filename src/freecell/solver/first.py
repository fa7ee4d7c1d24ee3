"""A first solution: one attempt of best-first search, by a score of small whole numbers, lower being better.

Always go on from the position that looks best: by breaks in the cascades, cards that lie above those which the foundations need next,
empty cells and cascades, cards home, and the length of the path. Whole supermoves are the moves, and cards go home by themselves: all
that can, or those that are safe. A child that looks much better than its parent is gone on with at once (a dive), and the parent put
back a little worse. `weights` says what each thing counts, and how the attempts follow each other.

The twin in C is `_core/first.c`, which explains more; it meets the same states in the same order. A state that was met is known by the
XOR of its cascades' and cells' hashes, so that their order does not matter. Two states with the same hash could lose a path here; an
attempt that finds nothing claims nothing.
"""

from __future__ import annotations

from typing import Final

from freecell.position import Position
from freecell.rules import Autoplay, Rules
from freecell.solver.search import EXHAUSTED, NO_CARD, NO_MEMORY, RUNNING, SOLVED, TO_CELL, TO_EMPTY, TO_HOME, Path, pack, terms_of
from freecell.solver.trie import ALL, BITS, BUILDER_BITS, CARD_HASHES, LOWER_RANKS, Trie
from freecell.solver.weights import Weights

_LOWEST_SCORE: Final = -1024
_HIGHEST_SCORE: Final = 3071
_FROM_CELL: Final = 8
_TO_FOUNDATION: Final = 12
_MAYBE: Final = -1
_MOST_CHILDREN: Final = 256
_STATE_BYTES: Final = 900  # as measured, with the share of the table, the queue and the trie

Home = tuple[int, int, int, int]


class State:
    """Where everything lies, and how it was reached."""

    __slots__ = ("cascades", "cells", "depth", "hash", "home", "hop", "parent", "score", "terms")

    cascades: list[int]
    cells: list[int]
    depth: int
    hash: int
    home: Home
    hop: tuple[int, int] | None
    parent: State | None
    score: int
    terms: int


class First:
    """One attempt: a search from a position, by these weights."""

    def __init__(self, position: Position, rules: Rules, weights: Weights, max_memory: int) -> None:
        self.weights = weights
        self.terms = terms_of(position, rules)
        self.max_memory = max_memory
        self.trie = Trie(position.cascades)
        self.met: set[int] = set()
        self.buckets: dict[int, list[State]] = {}
        self.lowest = _HIGHEST_SCORE
        self.queued = 0
        self.states = 1
        self.terms_by_home: dict[Home, dict[int, int]] = {}
        start = self._start(position)
        self.met.add(start.hash)
        self.dive: State | None = start
        self.solved: State | None = start if sum(start.home) == ALL else None

    def _start(self, position: Position) -> State:
        start = State()
        start.parent = start.hop = None
        start.depth = start.score = start.hash = 0
        start.cascades = list(self.trie.roots)
        start.cells = [NO_CARD if held is None else int(held) for held in position.cells]
        for node in start.cascades:
            start.hash ^= self.trie.hash[node]
        for card in start.cells:
            if card != NO_CARD:
                start.hash ^= CARD_HASHES[card]
        home = list(position.foundations)
        start.hash = self._send_home(start.cascades, start.cells, home, start.hash)
        start.home = (home[0], home[1], home[2], home[3])
        start.terms = sum(self._term(node, start.home) for node in start.cascades)
        return start

    @property
    def bytes(self) -> int:
        """How much memory the search takes, about."""
        return self.states * _STATE_BYTES

    def advance(self, until: int) -> int:
        """Go on until so many states are met in all; return how the search stands."""
        while self.solved is None:
            if (self.states + _MOST_CHILDREN) * _STATE_BYTES > self.max_memory:
                return NO_MEMORY
            if self.states >= until:
                return RUNNING
            state = self.dive or self._take()
            if state is None:
                return EXHAUSTED
            self._expand(state)
        return SOLVED

    def path(self) -> Path:
        """Return the solution."""
        hops: list[tuple[int, int]] = []
        state = self.solved
        while state is not None and state.hop is not None:
            hops.append(state.hop)
            state = state.parent
        return Path(pack(reversed(hops)), Autoplay.MAX if self.weights.sends_all else Autoplay.SAFE, at_start=True)

    def _take(self) -> State | None:
        if not self.queued:
            return None
        self.queued -= 1
        bucket = self.buckets.get(self.lowest)
        while not bucket:
            self.lowest += 1
            bucket = self.buckets.get(self.lowest)
        return bucket.pop()

    def _put(self, state: State, score: int) -> None:
        score = min(max(score, _LOWEST_SCORE), _HIGHEST_SCORE)
        bucket = self.buckets.get(score)
        if bucket is None:
            self.buckets[score] = [state]
        else:
            bucket.append(state)
        self.queued += 1
        if score < self.lowest:
            self.lowest = score

    def _term(self, node: int, home: Home) -> int:
        """One cascade's share of the score, with these foundations."""
        known = self.terms_by_home.get(home)
        if known is None:
            known = self.terms_by_home[home] = {0: 0}
        found = known.get(node)
        if found is not None:
            return found
        trie, weights = self.trie, self.weights
        total = trie.breaks[node] * weights.breaks + trie.from_king[node] * weights.from_king
        cards = trie.cards[node]
        for suit in (0, 1, 2, 3):
            card = 4 * home[suit] + suit
            if card < ALL and cards >> card & 1:
                total += weights.above * trie.cards_above(node, card)
            card += 4
            if card < ALL and cards >> card & 1:
                total += weights.above_second * trie.cards_above(node, card)
        known[node] = total
        return total

    def _goes_home(self, card: int, home: list[int]) -> bool:
        suit = card & 3
        height = card >> 2  # of the foundation that the card goes on
        if home[suit] != height:
            return False
        if self.weights.sends_all or height <= 1:
            return True
        other = min(home[0], home[3]) if suit in (1, 2) else min(home[1], home[2])
        return other >= height or (other >= height - 1 and home[3 - suit] >= height - 2)

    def _send_home(self, cascades: list[int], cells: list[int], home: list[int], hash_: int) -> int:
        """Send home what goes by itself; return the hash after it."""
        trie = self.trie
        again = True
        while again:
            again = False
            for place, node in enumerate(cascades):
                if node and self._goes_home(trie.top[node], home):
                    home[trie.top[node] & 3] += 1
                    parent = cascades[place] = trie.parent[node]
                    hash_ ^= trie.hash[node] ^ trie.hash[parent]
                    again = True
            for place, card in enumerate(cells):
                if card != NO_CARD and self._goes_home(card, home):
                    home[card & 3] += 1
                    cells[place] = NO_CARD
                    hash_ ^= CARD_HASHES[card]
                    again = True
        return hash_

    def _add(
        self,
        parent: State,
        hash_: int,
        cascades: list[int],
        cells: list[int],
        sent: int | None,
        source: int,
        target: int,
        hop: tuple[int, int],
    ) -> bool:
        """Score and queue a child that was not met; whether the expansion of its parent ends here.

        `sent` is the suit of a card that the hop sent home, `_MAYBE` where a card may go by itself now, None where none can.
        """
        trie, weights = self.trie, self.weights
        home = parent.home
        terms = None
        if sent is not None:
            heights = list(home)
            if sent != _MAYBE:
                heights[sent] += 1
            before = hash_
            hash_ = self._send_home(cascades, cells, heights, hash_)
            if hash_ != before and hash_ in self.met:
                return False
            if hash_ != before or sent != _MAYBE:
                home = (heights[0], heights[1], heights[2], heights[3])
                terms = 0
                for node in cascades:
                    terms += self._term(node, home)
        if terms is None:
            known = self.terms_by_home[home]
            terms = parent.terms
            if source < _FROM_CELL:
                node = cascades[source]
                new = known.get(node)
                terms += (self._term(node, home) if new is None else new) - known[parent.cascades[source]]
            if target < _FROM_CELL:
                node = cascades[target]
                new = known.get(node)
                terms += (self._term(node, home) if new is None else new) - known[parent.cascades[target]]
        self.met.add(hash_)
        self.states += 1
        home_count = home[0] + home[1] + home[2] + home[3]
        child = State()
        child.parent = parent
        child.hop = hop
        child.hash = hash_
        child.cascades = cascades
        child.cells = cells
        child.home = home
        child.terms = terms
        child.depth = depth = parent.depth + 1
        empty = cascades.count(0)
        score = (
            terms + weights.space[empty if empty < 2 else 2][cells.count(NO_CARD)] - weights.home * home_count + (weights.path * depth >> 2)
        )
        bit = 1 << home_count
        if target < _FROM_CELL:
            node = cascades[target]
            if node and not trie.met[node] & bit:
                trie.met[node] |= bit
                score += weights.new_target
        if source < _FROM_CELL:
            node = cascades[source]
            if node and not trie.met[node] & bit:
                trie.met[node] |= bit
                score += weights.new_source
        child.score = score
        if home_count == ALL:
            self.solved = child
            return True
        if score > parent.score - weights.dive:
            bucket = self.buckets.get(score)  # as _put does, for this is done most
            if bucket is None or score < self.lowest:
                self._put(child, score)
            else:
                bucket.append(child)
                self.queued += 1
            return False
        self._put(parent, parent.score + weights.put_back)
        self.dive = child
        return True

    def _expand(self, state: State) -> None:
        # 1. What there is to move, and where to.
        trie, met, weights = self.trie, self.met, self.weights
        tops, hashes, parents, sequences = trie.top, trie.hash, trie.parent, trie.sequence
        cascades, cells, home, hash_ = state.cascades, state.cells, state.home, state.hash
        self.dive = None
        ready = 0
        for suit in (0, 1, 2, 3):
            if home[suit] < 13:
                ready |= 1 << (4 * home[suit] + suit)
        forbidden = ready if self.terms.foundation_first else 0
        runs = [sequences[node] for node in cascades]
        movable = 0
        for run in runs:
            movable |= run
        held = 0
        for card in cells:
            if card != NO_CARD:
                held |= BITS[card]
        held &= ~forbidden
        free, empty = cells.count(NO_CARD), cascades.count(0)
        limit, limit_empty = self.terms.limit(free, empty), self.terms.limit(free, empty - 1)
        # 2. Home, where it does not happen by itself.
        if not weights.sends_all and self._to_home(state, ready):
            return
        # 3. Onto occupied cascades.
        either = movable | held
        for target, to in enumerate(cascades):
            if not to:
                continue
            on = tops[to]
            fitting = BUILDER_BITS[on] & either
            while fitting:
                bit = fitting & -fitting
                fitting ^= bit
                card = bit.bit_length() - 1
                if held & bit:
                    source = cells.index(card)
                    new = trie.push(to, card)
                    code = hash_ ^ CARD_HASHES[card] ^ hashes[to] ^ hashes[new]
                    if code in met:
                        continue
                    places, spots = cascades.copy(), cells.copy()
                    places[target] = new
                    spots[source] = NO_CARD
                    sent = _MAYBE if ready & bit else None
                    if self._add(state, code, places, spots, sent, _FROM_CELL + source, target, (card, on)):
                        return
                    continue
                source = 0
                while not runs[source] & bit:
                    source += 1
                moving = runs[source] & (LOWER_RANKS[card] | bit)
                if moving.bit_count() > limit or moving & forbidden:
                    continue
                if self._carry(state, source, moving, target, (card, on), ready):
                    return
        # 4. Onto an empty cascade.
        if empty:
            target = cascades.index(0)
            for source, node in enumerate(cascades):
                if not node:
                    continue
                length, most = trie.length[node], min(trie.sequence_length[node], limit_empty)
                moving = runs[source]
                for _ in range(trie.sequence_length[node] - most):
                    moving ^= 1 << (moving.bit_length() - 1)
                for count in range(most, 0 if weights.partial else most - 1, -1):
                    card = moving.bit_length() - 1
                    if count != length and not moving & forbidden and self._carry(state, source, moving, target, (card, TO_EMPTY), ready):
                        return
                    moving ^= 1 << card
            for source, card in enumerate(cells):
                if card == NO_CARD or not held & BITS[card]:
                    continue
                new = trie.push(0, card)
                code = hash_ ^ CARD_HASHES[card] ^ hashes[new]
                if code in met:
                    continue
                places, spots = cascades.copy(), cells.copy()
                places[target] = new
                spots[source] = NO_CARD
                sent = _MAYBE if ready & BITS[card] else None
                if self._add(state, code, places, spots, sent, _FROM_CELL + source, target, (card, TO_EMPTY)):
                    return
        # 5. To a cell.
        if free:
            spot = cells.index(NO_CARD)
            for source, node in enumerate(cascades):
                if not node:
                    continue
                card, below = tops[node], parents[node]
                code = hash_ ^ hashes[node] ^ hashes[below] ^ CARD_HASHES[card]
                if code in met or forbidden & BITS[card]:
                    continue
                places, spots = cascades.copy(), cells.copy()
                places[source] = below
                spots[spot] = card
                sent = _MAYBE if below and ready >> tops[below] & 1 else None
                if self._add(state, code, places, spots, sent, source, _FROM_CELL + spot, (card, TO_CELL)):
                    return

    def _carry(self, state: State, source: int, moving: int, target: int, hop: tuple[int, int], ready: int) -> bool:
        """Move the top cards of a cascade, which are a sequence, onto another; whether the expansion ends here."""
        trie = self.trie
        cascades = state.cascades
        old, to = cascades[source], cascades[target]
        below, new = old, to
        while moving:
            top = moving.bit_length() - 1
            moving ^= 1 << top
            below = trie.parent[below]
            new = trie.push(new, top)
        hashes = trie.hash
        code = state.hash ^ hashes[old] ^ hashes[below] ^ hashes[to] ^ hashes[new]
        if code in self.met:
            return False
        places = cascades.copy()
        places[source] = below
        places[target] = new
        opened = (below and ready >> trie.top[below] & 1) or ready >> trie.top[new] & 1
        return self._add(state, code, places, state.cells.copy(), _MAYBE if opened else None, source, target, hop)

    def _to_home(self, state: State, ready: int) -> bool:
        """Send home the cards that can go and did not go by themselves; whether the expansion ends here."""
        trie = self.trie
        for source, node in enumerate(state.cascades):
            if not node or not ready >> trie.top[node] & 1:
                continue
            below, card = trie.parent[node], trie.top[node]
            code = state.hash ^ trie.hash[node] ^ trie.hash[below]
            if code in self.met:
                continue
            places = state.cascades.copy()
            places[source] = below
            if self._add(state, code, places, state.cells.copy(), card & 3, source, _TO_FOUNDATION, (card, TO_HOME)):
                return True
        for source, card in enumerate(state.cells):
            if card == NO_CARD or not ready & BITS[card]:
                continue
            code = state.hash ^ CARD_HASHES[card]
            if code in self.met:
                continue
            spots = state.cells.copy()
            spots[source] = NO_CARD
            if self._add(state, code, state.cascades.copy(), spots, card & 3, _FROM_CELL + source, _TO_FOUNDATION, (card, TO_HOME)):
                return True
        return False
