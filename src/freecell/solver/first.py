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

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

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
_WON: Final = 1 << ALL
_MOST_CHILDREN: Final = 256
_STATE_BYTES: Final = 900  # as measured, with the share of the table, the queue and the trie

Home = tuple[int, int, int, int]


# Tuples without names are a third faster to make than named ones, and these two are made for each state that is met.

State = tuple[int, list[int], list[int], "Heights", int, int, int, "State | None", "tuple[int, int] | None"]
"""Where everything lies, and how it was reached: the score, cascades, cells, foundations, hash, the cascades' share of the score, how
many moves it took, the state before, and the hop from there."""

Child = tuple[int, list[int], list[int], int, int, "int | None", tuple[int, int]]
"""A move that leads where the search was not yet: the hash, cascades and cells after it; the cascade that shrank, or from `_FROM_CELL` on a
cell; the cascade that grew, or a cell, or `_TO_FOUNDATION`; the suit of a card that it sent home, `_MAYBE` where a card may go by itself
now, None where none can; the hop."""


class Heights(NamedTuple):
    """The foundations, and what depends on them alone: it is worked out once for many states."""

    home: Home
    next: tuple[int, ...]
    """The cards that the foundations take next."""
    terms: dict[int, int]
    """Each cascade's share of the score, as it is asked for."""
    ready: int
    """The next ones, as a set."""
    needed: int
    """The same, and those after them."""
    depths: dict[int, tuple[int, int, int]]
    """For each card needed, as a set: the cards of lower rank, its height as it was dealt, what a card above it counts."""
    cards_home: int
    """How many lie there."""


def is_safe(card: int, home: list[int]) -> bool:
    """Whether a card that its foundation takes next may go there without a loss (`autoplay.is_safe`)."""
    height = card >> 2  # of the foundation that it goes on
    other = min(home[0], home[3]) if card & 3 in (1, 2) else min(home[1], home[2])
    return height <= 1 or other >= height or (other >= height - 1 and home[3 - (card & 3)] >= height - 2)


class First:
    """One attempt: a search from a position, by these weights."""

    def __init__(self, position: Position, rules: Rules, weights: Weights, max_memory: int) -> None:
        self.weights = weights
        self.space = [(*row, 0) for row in (weights.space[0], weights.space[1], *[weights.space[2]] * 7)]
        self.terms = terms_of(position, rules)
        self.max_memory = max_memory
        self.trie = Trie(position.cascades)
        self.met: set[int] = set()
        self.buckets: defaultdict[int, list[State]] = defaultdict(list)
        self.lowest = _HIGHEST_SCORE
        self.heights: dict[Home, Heights] = {}
        start = self._start(position)
        self.met.add(start[4])
        self.dive: State | None = start
        self.solved: State | None = start if start[3].cards_home == ALL else None

    def _start(self, position: Position) -> State:
        cascades = list(self.trie.roots)
        cells = [NO_CARD if held is None else int(held) for held in position.cells]
        hash_ = 0
        for node in cascades:
            hash_ ^= self.trie.hash[node]
        for card in cells:
            if card != NO_CARD:
                hash_ ^= CARD_HASHES[card]
        heights = self._heights_of(position.foundations)
        hash_, heights = self._send_home(cascades, cells, heights, hash_)
        return 0, cascades, cells, heights, hash_, self._all_terms(cascades, heights, heights), 0, None, None

    @property
    def states(self) -> int:
        """How many states were met."""
        return len(self.met)

    @property
    def bytes(self) -> int:
        """How much memory the search takes, about."""
        return len(self.met) * _STATE_BYTES

    def advance(self, until: int) -> int:
        """Go on until so many states are met in all; return how the search stands."""
        met = self.met
        while self.solved is None:
            if (len(met) + _MOST_CHILDREN) * _STATE_BYTES > self.max_memory:
                return NO_MEMORY
            if len(met) >= until:
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
        while state is not None and (hop := state[-1]) is not None:
            hops.append(hop)
            state = state[-2]
        return Path(pack(reversed(hops)), Autoplay.MAX if self.weights.sends_all else Autoplay.SAFE, at_start=True)

    def _take(self) -> State | None:
        buckets, lowest = self.buckets, self.lowest
        while not (bucket := buckets.get(lowest)):
            if lowest == _HIGHEST_SCORE:
                return None
            lowest += 1
        self.lowest = lowest
        return bucket.pop()

    def _put(self, state: State, score: int) -> None:
        score = min(max(score, _LOWEST_SCORE), _HIGHEST_SCORE)
        self.buckets[score].append(state)
        if score < self.lowest:
            self.lowest = score

    def _heights_of(self, home: Home) -> Heights:
        known = self.heights.get(home)
        if known is None:
            weights, heights = self.weights, self.trie.dealt_height
            depths: dict[int, tuple[int, int, int]] = {}
            needed = 0
            for suit in (0, 1, 2, 3):
                for card, worth in ((4 * home[suit] + suit, weights.above), (4 * home[suit] + 4 + suit, weights.above_second)):
                    if card < ALL:
                        depths[BITS[card]] = LOWER_RANKS[card], heights[card], worth
                        needed |= BITS[card]
            following = tuple(4 * height + suit for suit, height in enumerate(home) if height < 13)
            ready = sum(BITS[card] for card in following)
            known = self.heights[home] = Heights(home, following, {0: 0}, ready, needed, depths, sum(home))
        return known

    def _term(self, node: int, heights: Heights) -> int:
        """One cascade's share of the score, which was not asked for with these foundations yet."""
        trie, weights = self.trie, self.weights
        total = trie.breaks[node] * weights.breaks + trie.from_king[node] * weights.from_king
        needed = trie.cards[node] & heights.needed
        if needed:
            sequence, length = trie.sequence[node], trie.length[node]
            while needed:
                bit = needed & -needed
                needed ^= bit
                lower, height, worth = heights.depths[bit]
                total += worth * ((sequence & lower).bit_count() if sequence & bit else length - height)
        heights.terms[node] = total
        return total

    def _all_terms(self, cascades: list[int], heights: Heights, before: Heights) -> int:
        """The cascades' share of the score after cards went home; what holds none of the cards that this is about counts as before."""
        cards, known, total = self.trie.cards, heights.terms, 0
        changed = heights.needed ^ before.needed | heights.ready ^ before.ready
        for node in cascades:
            term = known.get(node)
            if term is None:
                term = None if cards[node] & changed else before.terms.get(node)
                if term is None:
                    term = self._term(node, heights)
                else:
                    known[node] = term
            total += term
        return total

    def _send_home(self, cascades: list[int], cells: list[int], heights: Heights, hash_: int) -> tuple[int, Heights]:
        """Send home what goes by itself; return the hash after it, and the foundations."""
        trie = self.trie
        line = [trie.top[node] for node in cascades]
        home = list(heights.home)
        following = list(heights.next)
        sends_all, sent, again = self.weights.sends_all, False, True
        while again:
            again = False
            for at, card in enumerate(following):
                while (card in line or card in cells) and (sends_all or is_safe(card, home)):
                    if card in cells:
                        cells[cells.index(card)] = NO_CARD
                        hash_ ^= CARD_HASHES[card]
                    else:
                        place = line.index(card)
                        node = cascades[place]
                        below = cascades[place] = trie.parent[node]
                        line[place] = trie.top[below]
                        hash_ ^= trie.hash[node] ^ trie.hash[below]
                    home[card & 3] += 1
                    card += 4
                    sent = again = True
                following[at] = card
        if not sent:
            return hash_, heights
        clubs, diamonds, hearts, spades = home
        return hash_, self._heights_of((clubs, diamonds, hearts, spades))

    def _expand(self, state: State) -> None:
        """Score and queue the children that were not met, up to one that is worth going on with at once."""
        trie, met, weights, buckets, space = self.trie, self.met, self.weights, self.buckets, self.space
        novel, new_target, new_source = trie.met, weights.new_target, weights.new_source
        parent_score, parent_cascades, parent_cells, parent_heights, parent_hash, parent_terms, depth, _, _ = state
        depth += 1
        path, dive = weights.path * depth >> 2, parent_score - weights.dive
        known, base, bit = parent_heights.terms, path - weights.home * parent_heights.cards_home, 1 << parent_heights.cards_home
        self.dive, lowest = None, self.lowest
        for code, cascades, cells, source, target, sent, hop in self._children(parent_cascades, parent_cells, parent_heights, parent_hash):
            # 1. What goes home by itself; each cascade's share of the score.
            heights = parent_heights
            if sent is not None:
                if sent != _MAYBE:
                    home = parent_heights.home
                    heights = self._heights_of((*home[:sent], home[sent] + 1, *home[sent + 1 :]))  # type: ignore[arg-type]
                before = code
                code, heights = self._send_home(cascades, cells, heights, code)
                if code != before and code in met:
                    continue
            if heights is parent_heights:
                terms, rest, mark = parent_terms, base, bit
                if source < _FROM_CELL:
                    node = cascades[source]
                    term = known.get(node)
                    terms += (self._term(node, heights) if term is None else term) - known[parent_cascades[source]]
                if target < _FROM_CELL:
                    node = cascades[target]
                    term = known.get(node)
                    terms += (self._term(node, heights) if term is None else term) - known[parent_cascades[target]]
            else:
                terms, rest, mark = (
                    self._all_terms(cascades, heights, parent_heights),
                    path - weights.home * heights.cards_home,
                    1 << heights.cards_home,
                )
            met.add(code)
            # 2. The rest of the score; the empty cascade counts as met from the start.
            score = terms + space[cascades.count(0)][cells.count(NO_CARD)] + rest
            if target < _FROM_CELL and not novel[node := cascades[target]] & mark:
                novel[node] |= mark
                score += new_target
            if source < _FROM_CELL and not novel[node := cascades[source]] & mark:
                novel[node] |= mark
                score += new_source
            child = score, cascades, cells, heights, code, terms, depth, state, hop
            # 3. Into the queue, or gone on with.
            if mark == _WON:
                self.solved = child
                return
            if score <= dive:
                self._put(state, parent_score + weights.put_back)
                self.dive = child
                return
            if lowest <= score <= _HIGHEST_SCORE:  # as _put does, for this is done most
                buckets[score].append(child)
            else:
                self._put(child, score)
                lowest = self.lowest

    def _children(self, cascades: list[int], cells: list[int], heights: Heights, hash_: int) -> Iterator[Child]:
        """What can be reached by one move and was not met."""
        # 1. What there is to move, and where to.
        trie, met = self.trie, self.met
        tops, hashes, parents, sequences, lengths, nodes = trie.top, trie.hash, trie.parent, trie.sequence, trie.length, trie.children
        ready = heights.ready
        forbidden = ready if self.terms.foundation_first else 0
        line = [tops[node] for node in cascades]
        either = held = 0
        for card in cells:
            if card != NO_CARD:
                held |= BITS[card]
        held &= ~forbidden
        for node in cascades:
            either |= sequences[node]
        free, empty = cells.count(NO_CARD), cascades.count(0)
        # 2. Home, where it does not happen by itself.
        if not self.weights.sends_all:
            yield from self._to_home(cascades, cells, hash_, ready)
        # 3. Onto occupied cascades: from cells first, then from short cascades.
        either |= held
        moves = []
        for target, on in enumerate(line):
            fitting = BUILDER_BITS[on] & either
            while fitting:
                bit = fitting & -fitting
                fitting ^= bit
                card = bit.bit_length() - 1
                if held & bit:
                    source = cells.index(card)
                    to = cascades[target]
                    new = nodes.get(to << 6 | card) or trie.push(to, card)
                    code = hash_ ^ CARD_HASHES[card] ^ hashes[to] ^ hashes[new]
                    if code not in met:
                        places, spots = cascades.copy(), cells.copy()
                        places[target], spots[source] = new, NO_CARD
                        yield code, places, spots, _FROM_CELL + source, target, _MAYBE if ready & bit else None, (card, on)
                    continue
                if card in line:
                    source = line.index(card)
                else:
                    source = 0
                    while not sequences[cascades[source]] & bit:
                        source += 1
                moves.append((lengths[cascades[source]], source, target, bit, card))
        if len(moves) > 1:
            moves.sort()
        for _, source, target, bit, card in moves:
            old, to = cascades[source], cascades[target]
            if line[source] == card:
                if forbidden & bit:
                    continue
                below, new = parents[old], nodes.get(to << 6 | card) or trie.push(to, card)
            else:
                moving = sequences[old] & (LOWER_RANKS[card] | bit)
                if moving & forbidden or moving.bit_count() > self.terms.limit(free, empty):
                    continue
                below, new = self._carry(old, to, moving)
            code = hash_ ^ hashes[old] ^ hashes[below] ^ hashes[to] ^ hashes[new]
            if code not in met:
                places = cascades.copy()
                places[source], places[target] = below, new
                opened = ready & (BITS[tops[below]] | BITS[tops[new]])
                yield code, places, cells.copy(), source, target, _MAYBE if opened else None, (card, line[target])
        if not empty and not free:
            return
        order = sorted(range(len(cascades)), key=[lengths[node] for node in cascades].__getitem__)
        # 4. Onto an empty cascade.
        if empty:
            yield from self._onto_empty(cascades, cells, hash_, ready, held, self.terms.limit(free, empty - 1), order)
        # 5. To a cell.
        if free:
            spot = cells.index(NO_CARD)
            for source in order:
                node, card = cascades[source], line[source]
                below = parents[node]
                code = hash_ ^ hashes[node] ^ hashes[below] ^ CARD_HASHES[card]
                if code in met or not node or forbidden & BITS[card]:
                    continue
                places, spots = cascades.copy(), cells.copy()
                places[source], spots[spot] = below, card
                yield code, places, spots, source, _FROM_CELL + spot, _MAYBE if ready & BITS[tops[below]] else None, (card, TO_CELL)

    def _carry(self, below: int, new: int, moving: int) -> tuple[int, int]:
        """Move the top cards of a cascade, which are a sequence, onto another; return what both are then."""
        trie = self.trie
        while moving:
            card = moving.bit_length() - 1
            moving ^= 1 << card
            below = trie.parent[below]
            new = trie.children.get(new << 6 | card) or trie.push(new, card)
        return below, new

    def _onto_empty(
        self, cascades: list[int], cells: list[int], hash_: int, ready: int, held: int, limit: int, order: list[int]
    ) -> Iterator[Child]:
        trie, met = self.trie, self.met
        tops, hashes = trie.top, trie.hash
        forbidden = ready if self.terms.foundation_first else 0
        target = cascades.index(0)
        used = order[cascades.count(0) :]
        for source in reversed(used):
            node = cascades[source]
            length, most = trie.length[node], min(trie.sequence_length[node], limit)
            moving = trie.sequence[node]
            for _ in range(trie.sequence_length[node] - most):
                moving ^= 1 << (moving.bit_length() - 1)
            for count in range(most, 0 if self.weights.partial else most - 1, -1):
                card = moving.bit_length() - 1
                if count != length and not moving & forbidden:
                    below, new = self._carry(node, 0, moving)
                    code = hash_ ^ hashes[node] ^ hashes[below] ^ hashes[new]
                    if code not in met:
                        places = cascades.copy()
                        places[source], places[target] = below, new
                        opened = (below and ready >> tops[below] & 1) or ready >> tops[new] & 1
                        yield code, places, cells.copy(), source, target, _MAYBE if opened else None, (card, TO_EMPTY)
                moving ^= 1 << card
        for source, card in enumerate(cells):
            if card == NO_CARD or not held & BITS[card]:
                continue
            new = trie.push(0, card)
            code = hash_ ^ CARD_HASHES[card] ^ hashes[new]
            if code not in met:
                places, spots = cascades.copy(), cells.copy()
                places[target], spots[source] = new, NO_CARD
                yield code, places, spots, _FROM_CELL + source, target, _MAYBE if ready & BITS[card] else None, (card, TO_EMPTY)

    def _to_home(self, cascades: list[int], cells: list[int], hash_: int, ready: int) -> Iterator[Child]:
        """Send home the cards that can go and did not go by themselves."""
        trie = self.trie
        for source, node in enumerate(cascades):
            if not node or not ready >> trie.top[node] & 1:
                continue
            below, card = trie.parent[node], trie.top[node]
            code = hash_ ^ trie.hash[node] ^ trie.hash[below]
            if code not in self.met:
                places = cascades.copy()
                places[source] = below
                yield code, places, cells.copy(), source, _TO_FOUNDATION, card & 3, (card, TO_HOME)
        for source, card in enumerate(cells):
            if card == NO_CARD or not ready & BITS[card]:
                continue
            code = hash_ ^ CARD_HASHES[card]
            if code not in self.met:
                spots = cells.copy()
                spots[source] = NO_CARD
                yield code, cascades.copy(), spots, _FROM_CELL + source, _TO_FOUNDATION, card & 3, (card, TO_HOME)
