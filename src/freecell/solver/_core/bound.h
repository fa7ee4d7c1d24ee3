/* A lower bound for what a win takes, beside one move for every card that is left.
 *
 * Idea. A card that never moves but home goes there before every card that lies below it now, and so before all cards of their suits
 * from them on: those wait for it. Where cards wait for each other in a circle, one of them has to move elsewhere first. The least number
 * of cards that hit every circle is what has to be paid beside the moves home. (In the words of graphs: a smallest feedback vertex
 * set.) A card above a lower one of its own suit waits for itself: it is counted when its cascade is made. What remains is circles of two
 * or more cascades.
 *
 * Where a supermove counts once, the cards of a sequence that lie on each other may all leave in one move: they are hit as one, and cost
 * one. They still wait card by card.
 *
 * The number is exact, and so never falls by more than a move costs: the search needs no second look at a state (optimal.c).
 *
 * Layout. Of each cascade, what its cards do to others (a burden, 24 bytes, beside the trie's node): the set of the cards that wait
 * for its top one, and the next cascade below, within it, whose top may be part of a circle. To solve the circles, each cascade is a finger
 * that points to its uppermost such card. A finger whose card waits for none of the others' goes on to the next one below: that card goes home.
 * A finger that nothing under the others' waits for is done. When all are stuck, some circle has to be hit: the card that is in most circles
 * of two, or else all those that it shares them with. Only fingers' cards need be hit: an upper card blocks whatever a lower one does.
 *
 * The same fingers come again and again, a few cards moved elsewhere: a table remembers what came of them, and grows where that pays.
 * And most of a state's children need no answer of their own: a card that was not stuck changes nothing by leaving, and one that stays
 * unstuck nothing by coming. For the others it is known that they change the number by one or not at all.
 *
 * Alternatives. Counting disjoint circles of two cascades is faster for each state and needs more states, and falls by more than a
 * move costs at times. Pattern databases do not fit a game whose deals are all different.
 *
 * Source: G. Paul and M. Helmert, Optimal solitaire game solutions using A* search and deadlock analysis, SoCS 2016, have the circles
 * and the hitting set; K. Sukegawa and K. Hoki (2023) solve it for single cards. The fingers were worked out for this program.
 */
#ifndef FREECELL_BOUND_H
#define FREECELL_BOUND_H

#include "trie.h"

/* What a cascade's cards do to others. */
typedef struct burden {
  uint64_t waiting;      /* the cards that wait for its top one */
  uint64_t chain;        /* the cards at its finger and below that may be part of a circle */
  node_id finger;        /* the cascade at or below it whose top may be part of a circle; 0 for none */
  node_id passed, moved; /* the same below its top; and below its top and what leaves with it */
  uint8_t forced;        /* how many times its cards have to move for waiting for themselves */
  uint8_t top;
} burden;

/* Settled fingers, and what is known of them. */
typedef struct memory {
  node_id fingers[CASCADES];
  int32_t answer;       /* how many cards have to move */
  uint8_t asked, falls; /* the fingers of which it is known whether without their card there is one less; and whether it is so */
} memory;

enum { FEWEST_BITS = 12, MOST_BITS = 20 };

typedef struct bound {
  burden *of;
  node_id *base;   /* the cascade below its top sequence, where that moves as one; else its parent */
  uint8_t *leaves; /* whether its top sequence, or card, is forced to move */
  memory *memories; /* a table that forgets what was there before */
  int bits;         /* its size, as a power of two */
  uint32_t stored;  /* since it has that size */
  uint32_t count, room;
  int sequences; /* whether a sequence moves as one */
} bound;

int bound_begin(bound *, const trie *, int sequences, uint64_t spare); /* 0 where memory is not enough, as bound_reserve */
int bound_reserve(bound *, const trie *, uint64_t spare);              /* after trie_reserve: as much room as the trie has */
void bound_remember(bound *, uint64_t spare); /* makes its table larger where that pays */
void bound_learn(bound *, const trie *);                               /* looks at the cascades that were made since */
uint64_t bound_bytes(const bound *);
void bound_release(bound *);
/* How many moves not home there are at least; `least` if so many are known, else 0. */
int bound_of(bound *, const node_id cascades[CASCADES], int least);
/* What a cascade adds when it gets one more card: 0 or 1, or -1 where it depends on the others. */
static inline int bound_adds(const bound *b, node_id before, node_id after) {
  return b->of[before].finger == b->of[after].finger ? b->of[after].forced - b->of[before].forced : -1;
}
/* The cascades, of those asked for, without whose top card there is one less; `now` is what there are with it. */
unsigned bound_falls(bound *, const trie *, const node_id cascades[CASCADES], unsigned asked, int now);

#endif
