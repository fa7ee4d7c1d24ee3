"""Cascades as nodes of a trie: each is made once, numbered, and everything that depends on a cascade alone is worked out then.

Taking a card off a cascade gives its parent, putting one on gives a child, and a search meets few different cascades: 300 to 2,000 for
an ordinary deal. A state is eight of their numbers. Node 0 is the empty cascade. The twin in C is `_core/trie.h`.
"""

from __future__ import annotations

from random import Random
from typing import Final

from freecell.cards import BUILDERS, DECK
from freecell.position import Cascades

ALL: Final = len(DECK)
BITS: Final = [*(1 << card for card in range(ALL)), 0]
"""Each card as a set; an empty cascade's top, -1, is none."""
LOWER_RANKS: Final = [(1 << (card & ~3)) - 1 for card in range(ALL)]
BUILDER_BITS: Final = [*(sum(BITS[card] for card in BUILDERS[on]) for on in range(ALL)), 0]
"""For each card, the set of the two that fit on it; on an empty cascade, by this list, none."""

_random: Final = Random(52)  # noqa: S311  (the same numbers every time are wanted)
_hashes: Final[list[int]] = [0]
_bits: Final[list[int]] = [0]
CARD_HASHES: Final = [_random.getrandbits(60) for _ in range(ALL)]
"""A random number for each card that lies in a cell."""


class Trie:
    """The cascades of one search, in parallel lists by node."""

    def __init__(self, cascades: Cascades) -> None:
        self.parent = [0]
        self.top = [-1]
        self.length = [0]
        self.hash = _hashes  # the same numbers for every search, and so one list
        self.cards = [0]
        self.sequence = [0]
        self.sequence_length = [0]
        self.breaks = [0]
        self.from_king = [0]
        self.met = [-1]  # the empty cascade was met with any number of cards home
        self.bit = _bits
        self.children: dict[int, int] = {}  # by 64 * node + card
        self.dealt_height = [0] * ALL
        self.roots = [self._deal(cascade) for cascade in cascades]

    def _deal(self, cascade: tuple[int, ...]) -> int:
        node = 0
        for height, card in enumerate(cascade, start=1):
            node = self.push(node, int(card))
            self.dealt_height[card] = height
        return node

    def push(self, parent: int, card: int) -> int:
        """Return the cascade with one more card on it."""
        key = parent << 6 | card
        node = self.children.get(key)
        return self._add(key, parent, card) if node is None else node

    def _add(self, key: int, parent: int, card: int) -> int:
        node = self.children[key] = len(self.parent)
        if node == len(_hashes):
            _hashes.extend(_random.getrandbits(60) for _ in range(512))
            _bits.extend(1 << (later + ALL) for later in range(node, node + 512))
        length = self.length[parent]
        follows = length > 0 and BUILDER_BITS[self.top[parent]] >> card & 1
        self.parent.append(parent)
        self.top.append(card)
        self.length.append(length + 1)
        self.cards.append(self.cards[parent] | BITS[card])
        self.sequence.append(BITS[card] | self.sequence[parent] if follows else BITS[card])
        self.sequence_length.append(self.sequence_length[parent] + 1 if follows else 1)
        self.breaks.append(self.breaks[parent] + (length > 0 and not follows))
        self.from_king.append(self.from_king[parent] if follows else int(length == 0 and card >= 48))
        self.met.append(0)
        return node

    def cards_above(self, node: int, card: int) -> int:
        """How many cards lie above a card of this cascade: it is in the top sequence, or still where it was dealt."""
        sequence = self.sequence[node]
        if sequence >> card & 1:
            return (sequence & LOWER_RANKS[card]).bit_count()
        return self.length[node] - self.dealt_height[card]
