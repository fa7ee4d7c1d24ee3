"""The shortest solution, with proof: a search by thresholds that keeps its states (A* with partial expansion).

What a solution costs is one move for every card that is left, and what it moves besides. Of the latter a state has a part behind it (its
cost) and at least so much before it (`bound.py`). The search goes up by thresholds of the sum: of each state it keeps only the children
that are on the threshold, and comes back to the state at the next threshold at which it has one. So nothing is stored that lies beyond
the threshold, which is where most children lie. The bound never falls by more than a move costs, so a state is first met by a shortest
way, and never has to be looked at again for a shorter one. The first solution is a shortest one; and where a solution is known, no state is
kept that could not lead to a shorter one.

What may go home at once, and what the moves are, depends on the rules as in `proof.py`; but where supermoves count once, they are
always the moves. Whether cards or supermoves are counted makes no difference under a rule that lets single cards move only.

States are canonical and compared whole. The twin in C is `_core/optimal.c`; it meets the same states in the same order.

Source: partial expansion is by T. Yoshizumi, T. Miura and T. Ishida (AAAI 2000); A* for this game by G. Paul and M. Helmert (SoCS 2016).
"""

from __future__ import annotations

from typing import Final

from freecell.position import Position
from freecell.rules import Autoplay, Rules
from freecell.solver.bound import Bound
from freecell.solver.search import (
    AUTOPLAYS,
    EXHAUSTED,
    MAX,
    NO_MEMORY,
    OFF,
    RUNNING,
    SAFE,
    SINGLE,
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
from freecell.solver.trie import ALL, BITS, BUILDER_BITS, Trie
from freecell.supermoves import single_move_count

_MOST_CHILDREN: Final = 512
_STATE_BYTES: Final = 480  # as measured, with the share of the table and the queue
_NODE_BYTES: Final = 1000
_KNOWN_BYTES: Final = 180
_THRESHOLDS: Final = 1024
_DECK: Final = (1 << ALL) - 1
_SUITS: Final = [sum(BITS[card] for card in range(suit, ALL, 4)) for suit in range(4)]

Home = tuple[int, ...]
ALL_HOME: Final = (13, 13, 13, 13)


class State:
    """A canonical position, and how it was reached."""

    __slots__ = ("cascades", "cost", "home", "hop", "parent")

    def __init__(self, cascades: tuple[int, ...], home: Home, cost: int, parent: State | None, hop: Hop | None) -> None:
        self.cascades = cascades  # the highest numbers first, and so the empty ones last
        self.home = home
        self.cost = cost  # the moves so far, less the cards that went home
        self.parent = parent
        self.hop = hop


class View:
    """The state that is being looked at, unpacked."""

    def __init__(self, state: State, trie: Trie, cells: int) -> None:
        self.state = state
        self.home = state.home
        self.cascades = [node for node in state.cascades if node]
        self.empty = len(state.cascades) - len(self.cascades)
        self.tops = [trie.top[node] for node in self.cascades]
        gone = tops = 0
        for node, top in zip(self.cascades, self.tops, strict=True):
            gone |= trie.cards[node]
            tops |= BITS[top]
        for suit, height in enumerate(state.home):
            gone |= _SUITS[suit] & ((1 << 4 * height) - 1)
        self.held = _DECK & ~gone  # the cards in cells
        self.cells = [card for card in range(ALL) if self.held >> card & 1]
        self.free = cells - len(self.cells)
        self.next = sum(1 << 4 * height + suit for suit, height in enumerate(state.home) if height < 13)
        self.ready = self.next & (tops | self.held)
        self.due = _NEVER  # the next threshold at which it has children


_NEVER: Final = 1 << 31


class Optimal:
    """A search for the shortest solution from a position, counted in `measure`; with `best`, for one that is shorter than that."""

    def __init__(self, position: Position, rules: Rules, measure: str, max_memory: int, best: int | None = None) -> None:
        self.terms = terms = terms_of(position, rules)
        self.max_memory = max_memory
        sequences = measure == "moves" and terms.supermove != SINGLE
        self.autoplay = OFF if terms.autoplay == SAFE and terms.foundation_first else terms.autoplay
        self.supermoves = sequences or self.autoplay == MAX or (self.autoplay == SAFE and terms.foundation_return)
        self.steps = self.supermoves and not sequences  # whether a supermove counts card by card
        if not terms.foundation_return and not terms.foundation_first and terms.autoplay == OFF:
            self.autoplay = SAFE
        self.left = ALL - sum(position.foundations)
        self.best = best
        self.end = _THRESHOLDS if best is None else min(_THRESHOLDS, max(0, best - self.left))
        self.trie = Trie(position.cascades)
        self.estimate = Bound(self.trie, sequences=sequences)
        self.met: set[tuple[tuple[int, ...], Home]] = set()
        self.queue: list[list[State]] = [[] for _ in range(_THRESHOLDS)]
        self.beyond = False  # whether a child was left out for a sum too high for the queue
        self.solved: State | None = None
        self.states = 0  # looked at; those that the search comes back to are counted again
        self.threshold = self.estimate.of(self.trie.roots)
        if self.threshold < self.end:
            held = sum(BITS[card] for card in position.cells if card is not None)
            self._add(list(self.trie.roots), held, position.foundations, self.threshold, 0, None, None, may_go=self._at_start)

    @property
    def bound(self) -> int:
        """No solution is shorter, as far as is proved; in the measure that is asked for."""
        return self.left + self.threshold

    @property
    def bytes(self) -> int:
        """How much memory the search takes, about."""
        return self._bytes_for(len(self.met))

    def _bytes_for(self, states: int) -> int:
        return states * _STATE_BYTES + len(self.trie.parent) * _NODE_BYTES + self.estimate.known * _KNOWN_BYTES

    @property
    def _at_start(self) -> bool:
        """The rules' own autoplay waits for a first move; what only spares the search useless states need not."""
        return self.autoplay == SAFE and not self.terms.foundation_return

    def advance(self, until: int) -> int:
        """Go on until so many states are looked at in all; return how the search stands."""
        while self.solved is None:
            if self.states >= until and self.threshold < self.end:
                return RUNNING
            threshold = next((each for each in range(self.threshold, self.end) if self.queue[each]), None)
            if threshold is None:
                if self.best is not None:
                    self.threshold = max(self.threshold, self.end)
                return NO_MEMORY if self.beyond else EXHAUSTED
            self.threshold = threshold
            if self._bytes_for(len(self.met) + _MOST_CHILDREN) > self.max_memory:
                return NO_MEMORY
            self.states += 1
            self._expand(self.queue[threshold].pop())
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

    def _goes_home(self, card: int, home: list[int]) -> bool:
        return self.autoplay == MAX or is_safe(card, home, self.terms.foundation_return)

    def _send_home(self, cascades: list[int], held: int, heights: Home) -> Home:
        trie, home = self.trie, list(heights)
        places = {trie.top[node]: place for place, node in enumerate(cascades) if node}
        again = True
        while again:
            again = False
            for suit in range(4):
                card = 4 * home[suit] + suit
                if card >= ALL or not (card in places or held >> card & 1) or not self._goes_home(card, home):
                    continue
                home[suit] += 1
                again = True
                place = places.get(card)
                if place is not None:
                    cascades[place] = trie.parent[cascades[place]]
                    places[trie.top[cascades[place]]] = place
        return tuple(home)

    def _add(
        self, cascades: list[int], held: int, home: Home, total: int, cost: int, parent: State | None, hop: Hop | None, *, may_go: bool
    ) -> None:
        """Take in a state: met for the first time, it is put in the queue."""
        if may_go and self.autoplay != OFF:
            home = self._send_home(cascades, held, home)
        cascades.sort(reverse=True)
        key = (tuple(cascades), home)
        if key in self.met:
            return
        self.met.add(key)
        state = State(key[0], home, cost, parent, hop)
        if home == ALL_HOME:
            self.solved = state
        self.queue[total].append(state)

    def _consider(self, view: View, cascades: list[int], held: int, home: Home, hop: Hop, cost: int, *, may_go: bool = True) -> None:
        """Make a child if it is on the threshold; if it is beyond, the state is to be looked at again then."""
        self.estimate.learn()
        cost += view.state.cost
        total = cost + self.estimate.of(cascades)
        if total == self.threshold:
            self._add(cascades, held, home, total, cost, view.state, hop, may_go=may_go)
        elif total > self.threshold:
            view.due = min(view.due, total)

    def _expand(self, state: State) -> None:
        """Make the children on the threshold. The last one made is the first to be gone on with, so the least promising come first."""
        view = View(state, self.trie, self.terms.cells)
        if self.terms.foundation_return:
            self._returns(view)
        if view.free:
            self._to_cells(view)
        self._onto_cascades(view)
        self._to_home(view)
        if view.due < self.end:
            self.queue[view.due].append(state)
        elif _THRESHOLDS <= view.due < _NEVER:
            self.beyond = True

    def _returns(self, view: View) -> None:
        """Bring cards back from the foundations; nothing goes home after that, and each has to go there once more."""
        for suit, height in enumerate(view.home):
            card = 4 * (height - 1) + suit
            for target in range(min(len(view.cascades) + 1, len(view.state.cascades)) if height else 0):
                if target < len(view.cascades) and not BUILDER_BITS[view.tops[target]] >> card & 1:
                    continue
                places, home = list(view.state.cascades), list(view.home)
                hop = Hop(card, self._put(places, target, card))
                home[suit] -= 1
                self._consider(view, places, view.held, tuple(home), hop, 2, may_go=False)

    def _put(self, places: list[int], target: int, *cards: int) -> int:
        """Put cards onto a cascade, the highest first, and return what they hop onto."""
        onto = self.trie.top[places[target]] if places[target] else TO_EMPTY
        for card in cards:
            places[target] = self.trie.push(places[target], card)
        return onto

    def _to_cells(self, view: View) -> None:
        for source, card in enumerate(view.tops):
            if self.terms.foundation_first and view.next >> card & 1:
                continue
            places = list(view.state.cascades)
            places[source] = self.trie.parent[places[source]]
            self._consider(view, places, view.held | BITS[card], view.home, Hop(card, TO_CELL), 1)

    def _onto_cascades(self, view: View) -> None:
        """Onto cascades, the empty one first; before a cascade's sequences the cards in cells."""
        terms, used = self.terms, len(view.cascades)
        limit = terms.limit(view.free, view.empty) if self.supermoves else 1
        limit_empty = terms.limit(view.free, view.empty - 1) if self.supermoves else 1
        movable = view.held
        for node, top in zip(view.cascades, view.tops, strict=True):
            movable |= self.trie.sequence[node] if self.supermoves else BITS[top]
        for target in range(min(used, len(view.state.cascades) - 1), -1, -1):
            fitting = BUILDER_BITS[view.tops[target]] if target < used else _DECK
            if not fitting & movable:
                continue
            for card in view.cells:
                if fitting >> card & 1 and not (terms.foundation_first and view.next >> card & 1):
                    places = list(view.state.cascades)
                    hop = Hop(card, self._put(places, target, card))
                    self._consider(view, places, view.held & ~BITS[card], view.home, hop, 1)
            for source in range(used):
                if source != target and (self.supermoves or fitting >> view.tops[source] & 1):
                    self._carry(view, source, target, limit if target < used else limit_empty, fitting)

    def _carry(self, view: View, source: int, target: int, limit: int, fitting: int) -> None:
        """From cascade to cascade: a single card, or with supermoves every number that the rules let move."""
        trie, whole = self.trie, view.cascades[source]
        to_empty = target == len(view.cascades)
        below = whole
        moving: list[int] = []
        for count in range(1, min(trie.sequence_length[whole], limit) + 1):
            card = trie.top[below]
            below = trie.parent[below]
            moving.insert(0, card)
            if self.terms.foundation_first and view.next >> card & 1:
                return
            if not fitting >> card & 1 or (to_empty and not below):
                continue
            places = list(view.state.cascades)
            hop = Hop(card, self._put(places, target, *moving))
            places[source] = below
            cost = single_move_count(count, view.free, view.empty, to_empty=to_empty) if self.steps else 1
            self._consider(view, places, view.held, view.home, hop, cost)

    def _to_home(self, view: View) -> None:
        for suit, height in enumerate(view.home):
            card = 4 * height + suit
            if not view.ready >> card & 1:
                continue
            places, home = list(view.state.cascades), list(view.home)
            if card in view.tops:
                source = view.tops.index(card)
                places[source] = self.trie.parent[places[source]]
            home[suit] += 1
            self._consider(view, places, view.held & ~BITS[card], tuple(home), Hop(card, TO_HOME), 0)
