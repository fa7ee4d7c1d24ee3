/* What the searches share of the rules: which cards the foundations need, what is safe to send up, how many cards move at once. */
#ifndef FREECELL_RULES_H
#define FREECELL_RULES_H

#include "trie.h"

/* The cards that the foundations need next, and those after them, as sets. */
static inline void needed(const uint8_t home[SUITS], uint64_t *next, uint64_t *second) {
  uint64_t n = 0, m = 0;
  for (int suit = 0; suit < SUITS; suit++) {
    n |= home[suit] < 13 ? BIT(4 * home[suit] + suit) : 0;
    m |= home[suit] < 12 ? BIT(4 * home[suit] + 4 + suit) : 0;
  }
  *next = n;
  *second = m;
}

/* Whether a card that its foundation takes next may go there without a loss, as freecell/autoplay.py explains it. Where cards may come back
 * that is so for aces and twos alone. */
static inline int is_safe(const uint8_t home[SUITS], int card, int foundation_return) {
  int rank = rank_of(card), suit = suit_of(card);
  int a = home[is_red(card) ? 0 : 1], b = home[is_red(card) ? 3 : 2];
  int other = a < b ? a : b;
  if (rank <= 2) return 1;
  if (foundation_return) return 0;
  return other >= rank - 1 || (other >= rank - 2 && home[3 - suit] >= rank - 3);
}

/* How many cards move at once with so many empty cells and helping empty cascades. */
static inline int limit_of(const fc_rules *rules, int cells, int cascades) {
  if (cascades < 0) return 0;
  if (rules->supermove == SUPERMOVE_EXACT) return (cells + 1) << cascades;
  return rules->supermove == SUPERMOVE_LINEAR ? (cells + 1) * (cascades + 1) : 1;
}

/* Puts cascades into the one order that a canonical state has: the highest numbers first, and so the empty ones last. */
static inline void sort_cascades(node_id cascades[CASCADES]) {
  for (int i = 1; i < CASCADES; i++) {
    node_id x = cascades[i];
    int j = i;
    for (; j > 0 && cascades[j - 1] < x; j--) cascades[j] = cascades[j - 1];
    cascades[j] = x;
  }
}

#endif
