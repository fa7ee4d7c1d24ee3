/* The lower bound; bound.h explains it. */
#include "bound.h"

#include <stdlib.h>
#include <string.h>

/* 1. What a cascade's cards do to others. */

uint64_t bound_bytes(const bound *b) {
  uint64_t each = sizeof *b->of + sizeof *b->base + sizeof *b->leaves;
  return b->room * each + (b->memories ? MEMORIES * (sizeof *b->memories + sizeof *b->answers) : 0);
}

int bound_reserve(bound *b, const trie *t, uint64_t spare) {
  if (b->room >= t->room) return 1;
  if ((uint64_t)(t->room - b->room) * (sizeof *b->of + sizeof *b->base + sizeof *b->leaves) > spare) return 0;
  burden *of = realloc(b->of, t->room * sizeof *of);
  if (of) b->of = of;
  node_id *base = realloc(b->base, t->room * sizeof *base);
  if (base) b->base = base;
  uint8_t *leaves = realloc(b->leaves, t->room * sizeof *leaves);
  if (leaves) b->leaves = leaves;
  if (!of || !base || !leaves) return 0;
  b->room = t->room;
  return 1;
}

/* The cards of a suit from one on: they go home after it. */
static inline uint64_t from_card_on(int card) { return UINT64_C(0x1111111111111) << card & (BIT(CARDS) - 1); }

static void learn(bound *b, const trie *t, node_id id) {
  const node *n = &t->nodes[id];
  node_id parent = n->parent;
  const burden *p = &b->of[parent];
  burden *d = &b->of[id];
  int joins = b->sequences && n->sequence_length > 1;
  d->top = n->top;
  d->waiting = parent ? p->waiting | from_card_on(p->top) : 0;
  int looped = d->waiting >> n->top & 1;
  b->base[id] = joins ? b->base[parent] : parent;
  b->leaves[id] = (uint8_t)(looped || (joins && b->leaves[parent]));
  d->forced = (uint8_t)(p->forced + (b->leaves[id] && !(joins && b->leaves[parent])));
  d->passed = p->finger;
  d->moved = b->of[b->base[id]].finger;
  d->finger = b->leaves[id] ? d->moved : parent ? id : 0;
}

void bound_learn(bound *b, const trie *t) {
  for (; b->count < t->count; b->count++) learn(b, t, (node_id)b->count);
}

int bound_begin(bound *b, const trie *t, int sequences, uint64_t spare) {
  if (!b->memories) {
    if (MEMORIES * (sizeof *b->memories + sizeof *b->answers) > spare) return 0;
    uint8_t *answers = malloc(MEMORIES * sizeof *answers);
    b->memories = answers ? malloc(MEMORIES * sizeof *b->memories) : NULL;
    if (!b->memories) {
      free(answers);
      return 0;
    }
    b->answers = answers;
    spare -= MEMORIES * (sizeof *b->memories + sizeof *b->answers);
  }
  if (!bound_reserve(b, t, spare)) return 0;
  memset(b->memories, 0, MEMORIES * sizeof *b->memories);
  memset(b->answers, 0, MEMORIES * sizeof *b->answers);
  memset(&b->of[0], 0, sizeof *b->of);
  b->of[0].top = NO_CARD;
  b->base[0] = b->leaves[0] = 0;
  b->sequences = sequences;
  b->count = 1;
  bound_learn(b, t);
  return 1;
}

void bound_release(bound *b) {
  free(b->of);
  free(b->base);
  free(b->leaves);
  free(b->memories);
  free(b->answers);
  *b = (bound){0};
}

/* 2. The circles. */

/* Lets every finger go on whose card waits for none of the others; says how many are stuck, and puts them first. */
static int settle(const bound *b, node_id *fingers, int count) {
  uint64_t waiting[CASCADES];
  for (int i = 0; i < count; i++) waiting[i] = b->of[fingers[i]].waiting;
  for (int moved = 1; moved;) {
    uint64_t all = 0;
    moved = 0;
    for (int i = 0; i < count; i++) all |= waiting[i];
    for (int i = 0; i < count;) {
      const burden *d = &b->of[fingers[i]];
      if (all >> d->top & 1) {
        i++;
        continue;
      }
      moved = 1;
      if (d->passed) {
        fingers[i] = d->passed;
        waiting[i] = b->of[d->passed].waiting;
        i++;
      } else {
        fingers[i] = fingers[--count];
        waiting[i] = waiting[count];
      }
    }
  }
  return count;
}

static int circles(bound *b, node_id *fingers, int count);

/* How many cards have to move in all if these do. */
static int hit(bound *b, const node_id *before, int count, unsigned moving) {
  node_id fingers[CASCADES];
  int kept = 0;
  for (int i = 0; i < count; i++) {
    node_id finger = moving >> i & 1 ? b->of[before[i]].moved : before[i];
    if (finger) fingers[kept++] = finger;
  }
  return __builtin_popcount(moving) + circles(b, fingers, kept);
}

/* How many cards have to move for fingers that are settled. */
static int solve(bound *b, const node_id *fingers, int count) {
  unsigned blockers[CASCADES], mutual[CASCADES], most = 0, best = 0;
  for (int i = 0; i < count; i++) {
    int top = b->of[fingers[i]].top;
    blockers[i] = 0;
    for (int j = 0; j < count; j++) blockers[i] |= (unsigned)(b->of[fingers[j]].waiting >> top & 1) << j;
  }
  for (int i = 0; i < count; i++) {
    mutual[i] = 0;
    for (int j = 0; j < count; j++) mutual[i] |= (blockers[i] >> j & blockers[j] >> i & 1) << j;
    unsigned degree = (unsigned)__builtin_popcount(mutual[i]);
    if (degree > most) most = degree, best = (unsigned)i;
  }
  if (most > 0) {
    int one = hit(b, fingers, count, 1u << best);
    if ((int)most >= one) return one;
    int others = hit(b, fingers, count, mutual[best]);
    return one < others ? one : others;
  }
  /* No circle of two: a longer one is found by going from each to one that it waits for. */
  unsigned seen = 0, circle = 0;
  int at = 0, least = INT32_MAX;
  while (!(seen >> at & 1)) seen |= 1u << at, at = __builtin_ctz(blockers[at]);
  for (int i = at; !(circle >> i & 1); i = __builtin_ctz(blockers[i])) circle |= 1u << i;
  for (int i = 0; i < count; i++) {
    int found = circle >> i & 1 ? hit(b, fingers, count, 1u << i) : INT32_MAX;
    if (found < least) least = found;
  }
  return least;
}

static int circles(bound *b, node_id *fingers, int count) {
  count = settle(b, fingers, count);
  if (count == 0) return 0;
  for (int i = 1; i < count; i++) {
    node_id x = fingers[i];
    int j = i;
    for (; j > 0 && fingers[j - 1] < x; j--) fingers[j] = fingers[j - 1];
    fingers[j] = x;
  }
  memory key = {{0}};
  memcpy(key.fingers, fingers, (size_t)count * sizeof *fingers);
  uint64_t words[2];
  memcpy(words, &key, sizeof words);
  uint64_t hash = (words[0] ^ (words[1] * UINT64_C(0xd6e8feb86659fd93))) * UINT64_C(0x9e3779b97f4a7c15);
  hash ^= hash >> 32;
  uint32_t place = (uint32_t)((hash * UINT64_C(0xd6e8feb86659fd93)) >> (64 - 16));
  if (!memcmp(&b->memories[place], &key, sizeof key)) return b->answers[place];
  int moves = solve(b, fingers, count);
  b->memories[place] = key;
  b->answers[place] = (uint8_t)moves;
  return moves;
}

int bound_of(bound *b, const node_id cascades[CASCADES]) {
  node_id fingers[CASCADES];
  int forced = 0, count = 0;
  for (int i = 0; i < CASCADES; i++) {
    const burden *d = &b->of[cascades[i]];
    forced += d->forced;
    if (d->finger) fingers[count++] = d->finger;
  }
  return forced + (count ? circles(b, fingers, count) : 0);
}
