/* Cascades as nodes of a trie.
 *
 * Idea. A cascade never changes: taking a card off gives its parent, putting one on gives a child. A search meets few different cascades,
 * 300 to 2,000 for an ordinary deal, and each of them millions of times; so each is made once, numbered, and everything that depends
 * on a cascade alone is worked out then: its hash, the set of its cards, its top sequence, its breaks. A state is eight numbers.
 *
 * Layout. One array of 64-byte nodes, a cache line each; node 0 is the empty cascade. Only two cards fit on any card, and they differ in
 * suit / 2, so that a node has two children. What is dealt on cards that it does not fit on is reached from the deal alone.
 *
 * Where a card lies in its cascade is not stored: a card is either in the top sequence, and then the cards above it are those of the
 * sequence with lower ranks; or it has not moved since the position was set up, and then its height is known.
 *
 * Alternatives. Cascades as strings of cards, hashed anew for each state, cost three times as much; a map from (node, card) to child
 * is what the Python twin has, where it is faster than two slots.
 *
 * Source: the idea of numbering cascades is common; this layout was worked out for this program.
 */
#ifndef FREECELL_TRIE_H
#define FREECELL_TRIE_H

#include "core.h"

typedef uint16_t node_id;
enum { MAX_NODES = 65535 };

typedef struct node {
  uint64_t hash;
  uint64_t cards;    /* as a set */
  uint64_t sequence; /* the cards of the top sequence, as a set */
  uint64_t met;      /* a bit for each number of cards home at which the search has met this cascade */
  node_id parent, child[2];
  uint8_t top, length, sequence_length, breaks, from_king;
} node;

typedef struct trie {
  node *nodes;
  uint32_t count, room;
  node_id singles[CARDS];      /* the cascades of one card */
  uint8_t dealt_height[CARDS]; /* how long its cascade is up to each card, as the position was set up */
} trie;

#define BIT(card) (UINT64_C(1) << (card))
#define LOWER_RANKS(card) ((UINT64_C(1) << ((card) & ~3)) - 1)

static inline int rank_of(int card) { return (card >> 2) + 1; }
static inline int suit_of(int card) { return card & 3; }
static inline int is_red(int card) { return ((card ^ (card >> 1)) & 1); }
static inline int fits_on(int card, int on) { return (card >> 2) + 1 == on >> 2 && is_red(card) != is_red(on); }
static inline int lowest_card(uint64_t set) { return __builtin_ctzll(set); }
static inline int highest_card(uint64_t set) { return 63 - __builtin_clzll(set); }
static inline int card_count(uint64_t set) { return __builtin_popcountll(set); }

/* The two cards that fit on a card, as a set. */
static inline uint64_t builders_on(int card) {
  int lower = (card & ~3) - 4;
  return lower < 0 ? 0 : UINT64_C(1) * (is_red(card) ? 0x9 : 0x6) << lower;
}

/* A number that looks random, and is the same on every machine (splitmix64's last steps; Steele, Lea, Flood 2014). */
static inline uint64_t scramble(uint64_t x) {
  x += UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
  return x ^ (x >> 31);
}

/* Both return 0 where memory is not enough; they take at most so many bytes more. */
int trie_begin(trie *, const fc_position *, node_id cascades[CASCADES], uint64_t spare);
int trie_reserve(trie *, uint32_t nodes, uint64_t spare);
node_id trie_add(trie *, node_id parent, int card);
void trie_release(trie *);

/* The cascade with one more card, which fits, or is the first. The room must have been reserved. */
static inline node_id trie_push(trie *t, node_id parent, int card) {
  node_id *known = parent ? &t->nodes[parent].child[suit_of(card) >> 1] : &t->singles[card];
  if (*known == 0) *known = trie_add(t, parent, card);
  return *known;
}

/* How many cards lie above a card of this cascade. */
static inline int cards_above(const trie *t, const node *n, int card) {
  return n->sequence >> card & 1 ? card_count(n->sequence & LOWER_RANKS(card)) : n->length - t->dealt_height[card];
}

#endif
