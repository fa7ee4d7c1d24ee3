/* The lower bound; bound.h explains it. */
#include "bound.h"

#include <stdlib.h>
#include <string.h>

/* 1. What a cascade's cards do to others. */

uint64_t bound_bytes(const bound *b) {
  uint64_t each = sizeof *b->of + sizeof *b->base + sizeof *b->leaves;
  return b->room * each + (b->memories ? sizeof *b->memories << b->bits : 0);
}

/* The place in the table for settled fingers. */
static inline memory *place_of(const bound *b, const node_id fingers[CASCADES]) {
  uint64_t words[2];
  memcpy(words, fingers, sizeof words);
  uint64_t hash = (words[0] ^ (words[1] * UINT64_C(0xd6e8feb86659fd93))) * UINT64_C(0x9e3779b97f4a7c15);
  return &b->memories[((hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93)) >> (64 - b->bits)];
}

/* Makes the table larger once it has forgotten much, but never a large part of what there is: what is lost is worked out again. */
void bound_remember(bound *b, uint64_t spare) {
  if (!(b->stored >> b->bits) || b->bits >= MOST_BITS) return;
  memory *before = b->memories;
  size_t size = (size_t)1 << b->bits;
  b->stored = 0;
  memory *grown = size * 32 * sizeof *grown <= spare ? calloc(size * 4, sizeof *grown) : NULL;
  if (!grown) return;
  b->memories = grown;
  b->bits += 2;
  for (size_t i = 0; i < size; i++)
    if (before[i].answer) *place_of(b, before[i].fingers) = before[i];
  free(before);
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
  d->chain = d->finger == id ? b->of[d->passed].chain | BIT(n->top) : b->of[d->finger].chain;
}

void bound_learn(bound *b, const trie *t) {
  for (; b->count < t->count; b->count++) learn(b, t, (node_id)b->count);
}

int bound_begin(bound *b, const trie *t, int sequences, uint64_t spare) {
  if (sizeof *b->memories << FEWEST_BITS > spare || !(b->memories = calloc((size_t)1 << FEWEST_BITS, sizeof *b->memories))) return 0;
  b->bits = FEWEST_BITS;
  b->stored = 0;
  spare -= sizeof *b->memories << FEWEST_BITS;
  if (!bound_reserve(b, t, spare)) return 0;
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
  *b = (bound){0};
}

/* 2. The circles. */

/* Lets every finger go on whose card waits for none of the others; says how many are stuck, and puts them first. */
static int go_on(const bound *b, node_id *fingers, int count) {
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

/* The same, without those fingers for which nothing under the others waits: they are in no circle. */
static int settle(const bound *b, node_id *fingers, int count) {
  count = go_on(b, fingers, count);
  for (int dropped = count > 1; dropped;) {
    uint64_t chains = 0;
    dropped = 0;
    for (int i = 0; i < count; i++) chains |= b->of[fingers[i]].chain;
    for (int i = 0; i < count; i++) {
      const burden *d = &b->of[fingers[i]];
      if (d->waiting & chains & ~d->chain) continue;
      fingers[i--] = fingers[--count];
      dropped = 1;
    }
  }
  return count;
}

/* With which others each finger waits in a circle of two; returns the one that does so with most, or -1. */
static inline int pair(const bound *b, const node_id *fingers, int count, unsigned *mutual) {
  uint64_t waiting[CASCADES];
  int tops[CASCADES], best = -1, most = 0;
  for (int i = 0; i < count; i++) {
    waiting[i] = b->of[fingers[i]].waiting;
    tops[i] = b->of[fingers[i]].top;
    mutual[i] = 0;
    for (int j = 0; j < i; j++) {
      unsigned both = (unsigned)(waiting[j] >> tops[i] & waiting[i] >> tops[j] & 1);
      mutual[i] |= both << j;
      mutual[j] |= both << i;
    }
  }
  for (int i = 0; i < count; i++) {
    int degree = __builtin_popcount(mutual[i]);
    if (degree > most) most = degree, best = i;
  }
  return best;
}

/* A circle, found by going from each finger to one that it waits for. */
static unsigned walk(const bound *b, const node_id *fingers, int count) {
  unsigned seen = 0, circle = 0;
  int path[CASCADES + 1], length = 0, at = 0;
  while (!(seen >> at & 1)) {
    seen |= 1u << at;
    path[length++] = at;
    int top = b->of[fingers[at]].top;
    for (at = 0; at < count && !(b->of[fingers[at]].waiting >> top & 1);) at++;
  }
  do circle |= 1u << path[--length];
  while (path[length] != at);
  return circle;
}

static int without(const bound *b, const node_id *before, int count, unsigned moving, node_id *fingers) {
  int kept = 0;
  for (int i = 0; i < count; i++) {
    node_id finger = moving >> i & 1 ? b->of[before[i]].moved : before[i];
    if (finger) fingers[kept++] = finger;
  }
  return settle(b, fingers, kept);
}

static int circles(bound *b, node_id *fingers, int count, int least);

/* How many cards have to move in all if these do. */
static int hit(bound *b, const node_id *before, int count, unsigned moving, int least) {
  node_id fingers[CASCADES];
  int hits = __builtin_popcount(moving);
  count = without(b, before, count, moving, fingers);
  return hits + circles(b, fingers, count, least > hits ? least - hits : 0);
}

/* How many cards have to move for fingers that are settled; it is known to be this many at least. */
static int solve(bound *b, const node_id *fingers, int count, int least) {
  unsigned mutual[CASCADES];
  int best = pair(b, fingers, count, mutual);
  if (best >= 0) {
    int one = hit(b, fingers, count, 1u << best, least);
    if (one <= least || __builtin_popcount(mutual[best]) >= one) return one;
    int others = hit(b, fingers, count, mutual[best], one - 1);
    return one < others ? one : others;
  }
  int fewest = INT32_MAX;
  for (unsigned circle = walk(b, fingers, count); circle && fewest > least; circle &= circle - 1) {
    int found = hit(b, fingers, count, circle & (0u - circle), least);
    if (found < fewest) fewest = found;
  }
  return fewest;
}

static void sort(node_id *fingers, int count) {
  for (int i = 1; i < count; i++) {
    node_id x = fingers[i];
    int j = i;
    for (; j > 0 && fingers[j - 1] < x; j--) fingers[j] = fingers[j - 1];
    fingers[j] = x;
  }
}

/* What is remembered of settled fingers, which are sorted here; it is worked out if it has to be. */
static memory *recall(bound *b, node_id *fingers, int count, int least) {
  memory key = {.asked = 0};
  sort(fingers, count);
  memcpy(key.fingers, fingers, (size_t)count * sizeof *fingers);
  memory *known = place_of(b, key.fingers);
  if (memcmp(known->fingers, key.fingers, sizeof key.fingers)) {
    key.answer = solve(b, fingers, count, least);
    *known = key;
    b->stored++;
  }
  return known;
}

static int circles(bound *b, node_id *fingers, int count, int least) {
  return count ? recall(b, fingers, count, least)->answer : 0;
}

static int gather(const bound *b, const node_id cascades[CASCADES], node_id *fingers, int *count) {
  int forced = 0;
  *count = 0;
  for (int i = 0; i < CASCADES; i++) {
    const burden *d = &b->of[cascades[i]];
    forced += d->forced;
    fingers[*count] = d->finger;
    *count += d->finger != 0;
  }
  return forced;
}

int bound_of(bound *b, const node_id cascades[CASCADES], int least) {
  node_id fingers[CASCADES + 1];
  int count, forced = gather(b, cascades, fingers, &count);
  return forced + circles(b, fingers, settle(b, fingers, count), least > forced ? least - forced : 0);
}

/* Whether without the card of this finger there is one less. */
static int one_less(bound *b, const node_id *fingers, int count, int finger, int now) {
  node_id less[CASCADES + 1], passed = b->of[fingers[finger]].passed;
  memcpy(less, fingers, sizeof less);
  less[finger] = passed ? passed : less[count - 1];
  count = settle(b, less, count - !passed);
  return circles(b, less, count, now - 1) < now;
}

unsigned bound_falls(bound *b, const trie *t, const node_id cascades[CASCADES], unsigned asked, int now) {
  node_id fingers[CASCADES + 1];
  int count, forced = gather(b, cascades, fingers, &count);
  unsigned found = 0;
  count = settle(b, fingers, count);
  memory *place = count ? recall(b, fingers, count, now - forced) : NULL, known = {.answer = 0};
  if (place) known = *place;
  for (; asked; asked &= asked - 1) {
    int i = __builtin_ctz(asked), finger = 0;
    node_id parent = t->nodes[cascades[i]].parent;
    const burden *with = &b->of[cascades[i]], *below = &b->of[parent];
    int falls = with->forced - below->forced;
    while (finger < count && fingers[finger] != cascades[i]) finger++;
    if (with->finger != below->finger && falls) {
      node_id changed[CASCADES];
      memcpy(changed, cascades, sizeof changed);
      changed[i] = parent;
      falls = bound_of(b, changed, now - 1) < now;
    } else if (finger < count) {
      if (!(known.asked >> finger & 1)) {
        known.asked |= (uint8_t)(1u << finger);
        known.falls |= (uint8_t)(one_less(b, fingers, count, finger, known.answer) << finger);
      }
      falls = known.falls >> finger & 1;
    }
    found |= (unsigned)falls << i;
  }
  if (place) *place = known;
  return found;
}
