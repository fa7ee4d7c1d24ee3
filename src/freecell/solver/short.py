"""Short solutions: a beam search in waves, which widens for as long as it is let.

Cards to a foundation count the same in every solution, so positions are kept in layers by how many other moves they took: single cards,
or whole supermoves, as the measure has it. A wave goes down the layers and expands in each the positions that look best; the next wave
takes those that look best of what is left. Whoever stops early has a prefix of what whoever stops late has, so that more states never
make the result longer. What cannot become shorter than the best solution known, by an admissible bound, is dropped.

The twin in C is `_core/short.c`, which explains more; it meets the same states in the same order. A candidate becomes a state only when
it is expanded. Positions that were met are known by their hashes: a search that finds nothing claims nothing.
"""

from __future__ import annotations

from typing import Final

from freecell.position import Position
from freecell.rules import Rules
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
    Measure,
    Path,
    is_red,
    pack,
    terms_of,
)
from freecell.solver.trie import ALL, BITS, BUILDER_BITS, CARD_HASHES, LOWER_RANKS, Trie
from freecell.solver.weights import Beam

LAYERS: Final = 240
_LOWEST_SCORE: Final = -256
_HIGHEST_SCORE: Final = 767
_FROM_CELL: Final = 8
_NOWHERE: Final = 15
_MOST_CHILDREN: Final = 256
_STATE_BYTES: Final = 400  # of a candidate, as measured, with its share of all else
_SUITS: Final = [sum(BITS[card] for card in range(suit, ALL, 4)) for suit in range(4)]

Home = tuple[int, int, int, int]
Hop = tuple[int, int]


class State:
    """A position that is expanded, and how it was reached."""

    __slots__ = ("cascades", "cells", "hash", "home", "hop", "layer", "parent", "shares")

    cascades: list[int]
    cells: list[int]
    hash: int
    home: Home
    hop: Hop
    layer: int
    parent: State | None
    shares: int  # the cascades' share of the score, times 256, and the moves that they need at least


Candidate = tuple[int, State, int, int, Hop, int, State | None]
"""A position that was met: its hash; its parent; the source, target and cards of the move between them; its shares; and the state, where it
is made already."""


class Layer:
    """The candidates of a layer that wait, by score."""

    __slots__ = ("buckets", "lowest", "waiting")

    def __init__(self) -> None:
        self.buckets: dict[int, list[Candidate]] = {}
        self.lowest = _HIGHEST_SCORE
        self.waiting = 0


class Short:
    """A search from a position for solutions shorter than `best`, or for any."""

    def __init__(self, position: Position, rules: Rules, weights: Beam, measure: Measure, best: int | None, max_memory: int) -> None:
        self.weights, self.measure, self.max_memory = weights, measure, max_memory
        self.terms = terms = terms_of(position, rules)
        self.sends = MAX if terms.autoplay == MAX else OFF if terms.foundation_first else SAFE
        self.trie = Trie(position.cascades)
        self.needs, self.marked, self.fixed_share = [0], [False], [0]
        self._know()
        self.dealt_breaks = dict(zip(self.trie.top, self.trie.breaks, strict=True))
        self.shares_by_home: dict[Home, dict[int, int]] = {}
        self.met: dict[int, int] = {}
        self.layers: list[Layer] = []
        self.layer = self.taken = 0
        self.width = weights.width
        self.states = 1
        self.last: State | None = None
        self.last_hop: Hop | None = None
        self.solved: int | None = None
        self.left = ALL - sum(position.foundations)
        self.limit = LAYERS if best is None else min(best - self.left, LAYERS)
        self.told = self.limit
        start = self._start(position)
        self.met[start.hash] = 0
        if sum(start.home) == ALL and self.limit > 0:
            self.solved = self.limit = 0
        self._expand(start)

    def _start(self, position: Position) -> State:
        start = State()
        start.parent = None
        start.hop = NO_CARD, NO_CARD
        start.layer = start.hash = 0
        start.cascades = list(self.trie.roots)
        start.cells = [NO_CARD if held is None else int(held) for held in position.cells]
        for node in start.cascades:
            start.hash ^= self.trie.hash[node]
        for card in start.cells:
            if card != NO_CARD:
                start.hash ^= CARD_HASHES[card]
        start.home = position.foundations
        self.bound = self.left + sum(self._share(node, start.home) & 255 for node in start.cascades)
        self._send_home(start)
        self._share_all(start)
        return start

    @property
    def bytes(self) -> int:
        """How much memory the search takes, about."""
        return self.states * _STATE_BYTES

    bound: int
    """What no solution can be shorter than."""

    @property
    def length(self) -> int | None:
        """The best solution's length, in the measure."""
        return None if self.solved is None else self.left + self.solved

    def path(self) -> Path:
        """Return the best solution."""
        hops = [] if self.last_hop is None else [self.last_hop]
        state = self.last
        while state is not None and state.parent is not None:
            hops.append(state.hop)
            state = state.parent
        return Path(pack(reversed(hops)), AUTOPLAYS[self.sends], at_start=True)

    def advance(self, until: int) -> int:
        """Go on until so many states are met in all, or a shorter solution is found, after which it can be gone on with."""
        while True:
            if self.limit < self.told:
                self.told = self.limit
                return SOLVED
            if self.states >= until:
                return RUNNING
            candidate = None
            if self.taken < self.width and self.layer < min(len(self.layers), self.limit):
                candidate = self._take(self.layers[self.layer])
            if candidate is None:
                if not self._next_layer():
                    return EXHAUSTED
                continue
            if (self.states + _MOST_CHILDREN) * _STATE_BYTES > self.max_memory:
                return NO_MEMORY
            self.taken += 1
            hash_, parent, source, target, hop, shares, made = candidate
            state = made or self._make(parent, source, target, hop)
            state.hash, state.shares = hash_, shares
            self._expand(state)

    def _next_layer(self) -> bool:
        """Go on to the next layer, or the next wave; whether there is anything left."""
        self.taken = 0
        self.layer += 1
        if self.layer < min(len(self.layers), self.limit):
            return True
        self.layer = 0
        self.width = self.width * self.weights.growth // 100
        return any(layer.waiting for layer in self.layers[: max(0, self.limit)])

    def _take(self, layer: Layer) -> Candidate | None:
        while layer.waiting:
            bucket = layer.buckets.get(layer.lowest)
            while not bucket:
                layer.lowest += 1
                bucket = layer.buckets.get(layer.lowest)
            layer.waiting -= 1
            candidate = bucket.pop()
            if self.met[candidate[0]] < self.layer:
                continue  # it was met again in an earlier layer since
            if self.layer + candidate[5] % 256 < self.limit:
                return candidate
        return None

    def _know(self) -> None:
        """Work out what depends on the newest cascades alone."""
        trie, weights = self.trie, self.weights
        for node in range(len(self.needs), len(trie.parent)):
            below, card = trie.parent[node], trie.top[node]
            buries = trie.cards[below] & _SUITS[card & 3] & LOWER_RANKS[card] != 0
            marked_below = trie.sequence_length[node] > 1 and self.marked[below]
            marked = buries or marked_below
            self.marked.append(marked)
            self.needs.append(self.needs[below] + (buries if self.measure == Measure.CARDS else marked and not marked_below))
            self.fixed_share.append(
                trie.breaks[node] * weights.breaks + trie.from_king[node] * weights.from_king + self.needs[node] * weights.bound
            )

    def _share(self, node: int, home: Home) -> int:
        """One cascade's share of the score, times 256, and of the bound."""
        known = self.shares_by_home.get(home)
        if known is None:
            known = self.shares_by_home[home] = {0: 0}
        found = known.get(node)
        if found is not None:
            return found
        trie, weights = self.trie, self.weights
        if node >= len(self.needs):
            self._know()
        total = self.fixed_share[node]
        cards = trie.cards[node]
        for suit in (0, 1, 2, 3):
            card = 4 * home[suit] + suit
            if card < ALL and cards >> card & 1:
                total += weights.above * trie.cards_above(node, card) + weights.runs * self._breaks_above(node, card)
            card += 4
            if card < ALL and cards >> card & 1:
                total += weights.above_second * trie.cards_above(node, card) + weights.runs_second * self._breaks_above(node, card)
        known[node] = total = total * 256 + self.needs[node]
        return total

    def _breaks_above(self, node: int, card: int) -> int:
        """How many breaks lie above a card of this cascade."""
        trie = self.trie
        return 0 if trie.sequence[node] >> card & 1 else trie.breaks[node] - self.dealt_breaks[card]

    def _goes_home(self, card: int, home: list[int]) -> bool:
        """Whether a card that is next on its foundation goes there by itself."""
        suit, height = card & 3, card >> 2
        if self.sends != SAFE or height <= 1:
            return self.sends != OFF
        if self.terms.foundation_return:
            return False
        other = min(home[0], home[3]) if is_red(card) else min(home[1], home[2])
        return other >= height or (other >= height - 1 and home[3 - suit] >= height - 2)

    def _share_all(self, state: State) -> None:
        """Work out what the cascades share in the score and the bound."""
        home, shares = state.home, 0
        known = self.shares_by_home.get(home)
        if known is None:
            known = self.shares_by_home[home] = {0: 0}
        for node in state.cascades:
            share = known.get(node)
            shares += self._share(node, home) if share is None else share
        state.shares = shares

    def _send_home(self, state: State) -> None:
        """Send home what goes by itself."""
        trie, tops = self.trie, self.trie.top
        cascades, cells = state.cascades, state.cells
        home = list(state.home)
        again = True
        while again:
            again = False
            for place, node in enumerate(cascades):
                if not node:
                    continue
                card = tops[node]
                if home[card & 3] == card >> 2 and self._goes_home(card, home):
                    home[card & 3] += 1
                    parent = cascades[place] = trie.parent[node]
                    state.hash ^= trie.hash[node] ^ trie.hash[parent]
                    again = True
            for place, card in enumerate(cells):
                if card != NO_CARD and home[card & 3] == card >> 2 and self._goes_home(card, home):
                    home[card & 3] += 1
                    cells[place] = NO_CARD
                    state.hash ^= CARD_HASHES[card]
                    again = True
        state.home = home[0], home[1], home[2], home[3]

    def _make(self, parent: State, source: int, target: int, hop: Hop) -> State:
        """Make a state of a candidate."""
        trie = self.trie
        state = State()
        state.parent, state.hop, state.home = parent, hop, parent.home
        state.cascades, state.cells = parent.cascades.copy(), parent.cells.copy()
        state.layer = parent.layer + (target != _NOWHERE)
        card = hop[0]
        if source >= _FROM_CELL:
            state.cells[source - _FROM_CELL] = NO_CARD
            moving = BITS[card]
        else:
            node = state.cascades[source]
            moving = trie.sequence[node] & (LOWER_RANKS[card] | BITS[card])
            for _ in range(moving.bit_count()):
                node = trie.parent[node]
            state.cascades[source] = node
        if target < _FROM_CELL:
            node = state.cascades[target]
            while moving:
                moved = moving.bit_length() - 1
                moving ^= 1 << moved
                node = trie.push(node, moved)
            state.cascades[target] = node
        elif target == _NOWHERE:
            heights = list(parent.home)
            heights[card & 3] += 1
            state.home = heights[0], heights[1], heights[2], heights[3]
        else:
            state.cells[target - _FROM_CELL] = card
        return state

    def _add_full(self, parent: State, code: int, source: int, target: int, hop: Hop) -> None:
        """A child that may send cards home: made in full, unless it was met as it was before any went."""
        if self.met.get(code, LAYERS) <= parent.layer + (target != _NOWHERE):
            return
        child = self._make(parent, source, target, hop)
        child.hash = code
        self._send_home(child)
        if child.hash != code:
            self.met[code] = child.layer
        self._share_all(child)
        if child.layer + (child.shares & 255) >= self.limit:
            return
        home = sum(child.home)
        if home == ALL:
            self.states += 1
            self.solved = self.limit = child.layer
            self.last, self.last_hop = parent, hop
            return
        if self.met.get(child.hash, LAYERS) <= child.layer:
            return
        self.met[child.hash] = child.layer
        score = self._score(child.shares, child.cascades.count(0), child.cells.count(NO_CARD), home)
        self._put(child.layer, score, (child.hash, parent, source, target, hop, child.shares, child))

    def _score(self, shares: int, empty: int, free: int, home: int) -> int:
        weights = self.weights
        return (shares >> 8) + weights.space[empty if empty < 2 else 2][free] - weights.home * home

    def _put(self, layer: int, score: int, candidate: Candidate) -> None:
        layers = self.layers
        while len(layers) <= layer:
            layers.append(Layer())
        score = min(max(score, _LOWEST_SCORE), _HIGHEST_SCORE)
        queue = layers[layer]
        bucket = queue.buckets.get(score)
        if bucket is None:
            queue.buckets[score] = [candidate]
        else:
            bucket.append(candidate)
        queue.waiting += 1
        if score < queue.lowest:
            queue.lowest = score
        self.states += 1

    def _expand(self, state: State) -> None:
        trie, met = self.trie, self.met
        tops, hashes, parents = trie.top, trie.hash, trie.parent
        cascades, cells, home, hash_, shares = state.cascades, state.cells, state.home, state.hash, state.shares
        # 1. What there is to move, and where to.
        ready = 0
        for suit in (0, 1, 2, 3):
            if home[suit] < 13:
                ready |= 1 << (4 * home[suit] + suit)
        forbidden = ready if self.terms.foundation_first else 0
        if self.measure == Measure.CARDS:
            runs = [BITS[tops[node]] if node else 0 for node in cascades]
        else:
            runs = [trie.sequence[node] for node in cascades]
        either = held = 0
        for card in cells:
            if card != NO_CARD:
                held |= BITS[card]
        for run in runs:
            either |= run
        free, empty, count = cells.count(NO_CARD), cascades.count(0), sum(home)
        # 2. Home, where it does not happen by itself.
        if ready & (either | held):
            self._to_home(state, ready)
        layer = state.layer + 1
        if layer >= LAYERS:
            return
        known = self.shares_by_home[home]
        held &= ~forbidden
        either |= held
        # 3. Onto occupied cascades.
        limit, limit_empty = self.terms.limit(free, empty), self.terms.limit(free, empty - 1)
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
                    self._from_cell(state, cells.index(card), target, (card, on), ready, free, empty)
                    continue
                source = 0
                while not runs[source] & bit:
                    source += 1
                moving = runs[source] & (LOWER_RANKS[card] | bit)
                if moving.bit_count() <= limit and not moving & forbidden:
                    self._carry(state, source, moving, target, (card, on), ready, free, empty)
        # 4. Onto an empty cascade.
        if empty:
            target = cascades.index(0)
            for source, node in enumerate(cascades):
                moving, length = runs[source], trie.length[node]
                while moving.bit_count() > limit_empty:
                    moving ^= 1 << (moving.bit_length() - 1)
                while moving:
                    card = moving.bit_length() - 1
                    if moving.bit_count() != length and not moving & forbidden:
                        self._carry(state, source, moving, target, (card, TO_EMPTY), ready, free, empty)
                    moving ^= 1 << card
            for spot, card in enumerate(cells):
                if card != NO_CARD and held & BITS[card]:
                    self._from_cell(state, spot, target, (card, TO_EMPTY), ready, free, empty)
        # 5. To a cell.
        if free:
            spot = cells.index(NO_CARD)
            for source, node in enumerate(cascades):
                if not node:
                    continue
                card, below = tops[node], parents[node]
                if forbidden & BITS[card]:
                    continue
                code = hash_ ^ hashes[node] ^ hashes[below] ^ CARD_HASHES[card]
                hop = card, TO_CELL
                if ready >> card & 1 or (below and ready >> tops[below] & 1):
                    self._add_full(state, code, source, _FROM_CELL + spot, hop)
                    continue
                if met.get(code, LAYERS) <= layer:
                    continue
                share = known.get(below)
                child = shares - known[node] + (self._share(below, home) if share is None else share)
                if layer + (child & 255) >= self.limit:
                    continue
                met[code] = layer
                score = self._score(child, empty + (not below), free - 1, count)
                self._put(layer, score, (code, state, source, _FROM_CELL + spot, hop, child, None))

    def _from_cell(self, state: State, spot: int, target: int, hop: Hop, ready: int, free: int, empty: int) -> None:
        """A card from a cell onto a cascade."""
        trie, card, layer = self.trie, hop[0], state.layer + 1
        old = state.cascades[target]
        new = trie.push(old, card)
        code = state.hash ^ CARD_HASHES[card] ^ trie.hash[old] ^ trie.hash[new]
        if ready >> card & 1:
            self._add_full(state, code, _FROM_CELL + spot, target, hop)
            return
        if self.met.get(code, LAYERS) <= layer:
            return
        child = state.shares - self._share(old, state.home) + self._share(new, state.home)
        if layer + (child & 255) < self.limit:
            self.met[code] = layer
            score = self._score(child, empty - (not old), free + 1, sum(state.home))
            self._put(layer, score, (code, state, _FROM_CELL + spot, target, hop, child, None))

    def _carry(self, state: State, source: int, moving: int, target: int, hop: Hop, ready: int, free: int, empty: int) -> None:
        """The top cards of a cascade, which are a sequence, onto another."""
        trie, layer = self.trie, state.layer + 1
        old, to = state.cascades[source], state.cascades[target]
        below, grown, top = old, to, 0
        while moving:
            top = moving.bit_length() - 1
            moving ^= 1 << top
            below = trie.parent[below]
            grown = trie.push(grown, top)
        hashes = trie.hash
        code = state.hash ^ hashes[old] ^ hashes[below] ^ hashes[to] ^ hashes[grown]
        if ready >> top & 1 or (below and ready >> trie.top[below] & 1):
            self._add_full(state, code, source, target, hop)
            return
        if self.met.get(code, LAYERS) <= layer:
            return
        share, home = self._share, state.home
        child = state.shares - share(old, home) + share(below, home) - share(to, home) + share(grown, home)
        if layer + (child & 255) < self.limit:
            self.met[code] = layer
            score = self._score(child, empty + (not below) - (not to), free, sum(home))
            self._put(layer, score, (code, state, source, target, hop, child, None))

    def _to_home(self, state: State, ready: int) -> None:
        """Cards that can go home but did not go by themselves."""
        trie = self.trie
        for source, node in enumerate(state.cascades):
            if node and ready >> trie.top[node] & 1:
                code = state.hash ^ trie.hash[node] ^ trie.hash[trie.parent[node]]
                self._add_full(state, code, source, _NOWHERE, (trie.top[node], TO_HOME))
        for spot, card in enumerate(state.cells):
            if card != NO_CARD and ready >> card & 1:
                self._add_full(state, state.hash ^ CARD_HASHES[card], _FROM_CELL + spot, _NOWHERE, (card, TO_HOME))
