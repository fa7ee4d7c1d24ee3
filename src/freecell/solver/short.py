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
    is_safe,
    pack,
    terms_of,
)
from freecell.solver.trie import ALL, BITS, BUILDER_BITS, CARD_HASHES, LOWER_RANKS, Trie
from freecell.solver.weights import Beam

LAYERS: Final = 240
SPARE: Final = 16
"""How many times as wide a beam may get until it finds something."""
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

    __slots__ = ("buckets", "lowest", "taken", "waiting")

    def __init__(self) -> None:
        self.buckets: dict[int, list[Candidate]] = {}
        self.lowest = _HIGHEST_SCORE
        self.waiting = 0
        self.taken = 0  # how many were expanded


class Short:
    """A search from a position for solutions shorter than `best`, or for any, with beams up to a width, or as wide as they get."""

    def __init__(
        self, position: Position, rules: Rules, weights: Beam, measure: Measure, width: int | None, best: int | None, max_memory: int
    ) -> None:
        self.weights, self.measure, self.max_memory = weights, measure, max_memory
        self.whole = measure == Measure.MOVES  # whether whole supermoves are the moves
        self.terms = terms = terms_of(position, rules)
        self.sends = MAX if terms.autoplay == MAX else OFF if terms.foundation_first else SAFE
        self.trie = Trie(position.cascades)
        self.needs, self.marked, self.fixed_share = [0], [False], [0]
        self.top_bits, self.fits = [0], [0]  # the top card, and what fits on it, as sets
        self.ready_by_home: dict[Home, int] = {}
        self.grows: dict[int, tuple[int, int]] = {}  # by 64 * node + card
        self.lifts = [0]  # what the hash changes by when a cascade's top card goes to a cell
        self._know()
        self.spaces = [weights.space[min(empty, 2)] for empty in range(len(position.cascades) + 1)]
        self.dealt_breaks = dict(zip(self.trie.top, self.trie.breaks, strict=True))
        self.shares_by_home: dict[Home, dict[int, int]] = {}
        self.met: dict[int, int] = {}
        self.layers: list[Layer] = []
        self.layer = 0
        self.widest = width or 2**31 - 1
        self.width = min(weights.width, self.widest)
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
            if self.layer < min(len(self.layers), self.limit) and self.layers[self.layer].taken < self.width:
                candidate = self._take(self.layers[self.layer])
            if candidate is None:
                if not self._next_layer():
                    return EXHAUSTED
                continue
            if (self.states + _MOST_CHILDREN) * _STATE_BYTES > self.max_memory:
                return NO_MEMORY
            self.layers[self.layer].taken += 1
            hash_, parent, source, target, hop, shares, made = candidate
            state = made or self._make(parent, source, target, hop)
            state.hash, state.shares = hash_, shares
            self._expand(state)

    def _next_layer(self) -> bool:
        """Go on to the next layer, or the next wave; whether there is anything left."""
        self.layer += 1
        if self.layer < min(len(self.layers), self.limit):
            return True
        self.layer = 0
        if self.width >= (self.widest * SPARE if self.solved is None else self.widest):
            return False
        grown = self.width * self.weights.growth
        self.width = self.widest if self.width < self.widest < grown else grown
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
            self.top_bits.append(BITS[card])
            self.fits.append(BUILDER_BITS[card])
            self.lifts.append(trie.hash[node] ^ trie.hash[below] ^ CARD_HASHES[card])
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
        return self.sends == MAX or (self.sends == SAFE and is_safe(card, home, False))

    def _opens(self, cards: int, home: Home) -> bool:
        """Whether one of these cards, which have become accessible and are next, goes home: those from before would have gone already."""
        heights = list(home)
        while cards:
            card = cards.bit_length() - 1
            if self._goes_home(card, heights):
                return True
            cards ^= BITS[card]
        return False

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
        """A child that sends cards home: made in full, unless it was met as it was before any went."""
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
        score = (child.shares >> 8) + self.spaces[child.cascades.count(0)][child.cells.count(NO_CARD)] - self.weights.home * home
        self._keep(self._queue(child.layer), score, (child.hash, parent, source, target, hop, child.shares, child))

    def _grow(self, node: int, card: int) -> tuple[int, int]:
        """The cascade with one more card, and what the hash changes by when the card comes there from a cell."""
        trie = self.trie
        grown = trie.push(node, card)
        if grown >= len(self.needs):
            self._know()
        found = self.grows[node << 6 | card] = grown, trie.hash[node] ^ trie.hash[grown] ^ CARD_HASHES[card]
        return found

    def _ready(self, home: Home) -> int:
        """The cards that the foundations need next, as a set."""
        ready = self.ready_by_home.get(home)
        if ready is None:
            ready = self.ready_by_home[home] = sum(BITS[4 * height + suit] for suit, height in enumerate(home) if height < 13)
        return ready

    def _queue(self, layer: int) -> Layer:
        while len(self.layers) <= layer:
            self.layers.append(Layer())
        return self.layers[layer]

    def _keep(self, queue: Layer, score: int, candidate: Candidate) -> None:
        """Queue a candidate by its score."""
        if not _LOWEST_SCORE <= score <= _HIGHEST_SCORE:
            score = min(max(score, _LOWEST_SCORE), _HIGHEST_SCORE)
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
        tops, parents, lifts, fits = trie.top, trie.parent, self.lifts, self.fits
        cascades, cells, home, hash_, shares = state.cascades, state.cells, state.home, state.hash, state.shares
        # 1. What there is to move, and where to.
        ready = self._ready(home)
        forbidden = ready if self.terms.foundation_first else 0
        free, empty, count = cells.count(NO_CARD), cascades.count(0), sum(home)
        held = 0
        for card in cells:
            if card != NO_CARD:
                held |= BITS[card]
        top_bits = self.top_bits
        singles = [top_bits[node] for node in cascades]
        accessible = sum(singles)
        # 2. Home, where it does not happen by itself.
        if ready & (accessible | held):
            self._to_home(state, ready)
        layer = state.layer + 1
        if layer >= LAYERS:
            return
        runs, either = singles, accessible
        if state.parent is not None and home is state.parent.home:
            either &= ~BITS[state.hop[0]]  # to move it on would be one move where it had two
        if self.whole:
            runs = [trie.sequence[node] for node in cascades]
            either = sum(runs)
        known, spaces, base, room = self.shares_by_home[home], self.spaces, self.weights.home * count, self.limit - layer
        queue = self._queue(layer)
        buckets, kept = queue.buckets, 0
        held &= ~forbidden
        either |= held
        # 3. Onto cascades, the occupied ones and then an empty one: what goes where.
        limit, limit_empty = self.terms.limit(free, empty), self.terms.limit(free, empty - 1)
        going: list[tuple[int, int, int, Hop]] = []
        for target, to in enumerate(cascades):
            fitting = fits[to] & either
            while fitting:
                bit = fitting & -fitting
                fitting ^= bit
                card = bit.bit_length() - 1
                if held & bit:
                    going.append((_FROM_CELL + cells.index(card), bit, target, (card, tops[to])))
                    continue
                if runs is singles:
                    if not bit & forbidden:
                        going.append((singles.index(bit), bit, target, (card, tops[to])))
                    continue
                source = 0
                while not runs[source] & bit:
                    source += 1
                moving = runs[source] & (LOWER_RANKS[card] | bit)
                if moving.bit_count() <= limit and not moving & forbidden:
                    going.append((source, moving, target, (card, tops[to])))
        if empty:
            self._onto_empty(state, runs, limit_empty, held, forbidden, going)
        # 4. The same moves made.
        hashes, grows = trie.hash, self.grows
        for source, moving, target, hop in going:
            card, to = hop[0], cascades[target]
            old = below = 0
            if source < _FROM_CELL:
                old = cascades[source]
                below = parents[old]
            if moving == BITS[card]:
                grown, change = grows.get(to << 6 | card) or self._grow(to, card)
                code = hash_ ^ change ^ lifts[old]
                opens = ready & (moving | top_bits[below])
            else:
                grown, below, top = to, old, card
                while moving:
                    top = moving.bit_length() - 1
                    moving ^= BITS[top]
                    below = parents[below]
                    grown = (grows.get(grown << 6 | top) or self._grow(grown, top))[0]
                code = hash_ ^ hashes[old] ^ hashes[below] ^ hashes[to] ^ hashes[grown]
                opens = ready & (BITS[top] | top_bits[below])
            if met.get(code, LAYERS) <= layer:
                continue
            if opens and self._opens(opens, home):
                self._add_full(state, code, source, target, hop)
                room = self.limit - layer
                continue
            share = known.get(grown)
            child = shares - known[old] - known[to] + (self._share(grown, home) if share is None else share)
            share = known.get(below)
            child += self._share(below, home) if share is None else share
            if child & 255 >= room:
                continue
            met[code] = layer
            if source >= _FROM_CELL:
                score = (child >> 8) + spaces[empty - (not to)][free + 1] - base
            else:
                score = (child >> 8) + spaces[empty + (not below) - (not to)][free] - base
            bucket = buckets.get(score)
            if bucket:  # as _keep does, for this is done most
                bucket.append((code, state, source, target, hop, child, None))
                kept += 1
            else:
                self._keep(queue, score, (code, state, source, target, hop, child, None))
        # 5. To a cell.
        if free:
            target = _FROM_CELL + cells.index(NO_CARD)
            for source, node in enumerate(cascades):
                code = hash_ ^ lifts[node]
                if met.get(code, LAYERS) <= layer or not node or forbidden & BITS[tops[node]]:
                    continue
                card, below = tops[node], parents[node]
                opens = ready & (BITS[card] | top_bits[below])
                if opens and self._opens(opens, home):
                    self._add_full(state, code, source, target, (card, TO_CELL))
                    room = self.limit - layer
                    continue
                share = known.get(below)
                child = shares - known[node] + (self._share(below, home) if share is None else share)
                if child & 255 < room:
                    met[code] = layer
                    score = (child >> 8) + spaces[empty + (not below)][free - 1] - base
                    bucket = buckets.get(score)
                    if bucket:
                        bucket.append((code, state, source, target, (card, TO_CELL), child, None))
                        kept += 1
                    else:
                        self._keep(queue, score, (code, state, source, target, (card, TO_CELL), child, None))
        queue.waiting += kept
        self.states += kept

    def _onto_empty(
        self, state: State, runs: list[int], limit: int, held: int, forbidden: int, going: list[tuple[int, int, int, Hop]]
    ) -> None:
        """Add what may go onto an empty cascade."""
        target = state.cascades.index(0)
        for source, node in enumerate(state.cascades):
            moving, length = runs[source], self.trie.length[node]
            while moving.bit_count() > limit:
                moving ^= 1 << (moving.bit_length() - 1)
            while moving:
                card = moving.bit_length() - 1
                if moving.bit_count() != length and not moving & forbidden:
                    going.append((source, moving, target, (card, TO_EMPTY)))
                moving ^= 1 << card
        for spot, card in enumerate(state.cells):
            if card != NO_CARD and held & BITS[card]:
                going.append((_FROM_CELL + spot, BITS[card], target, (card, TO_EMPTY)))

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
