/* A first solution: one attempt of best-first search.
 *
 * Idea. Always go on from the position that looks best, by a score of small whole numbers (lower is better): breaks in the cascades,
 * cards that lie above those which the foundations need next, empty cells and cascades, cards home, and the length of the path. Whole
 * supermoves are the moves, and cards go home by themselves, all that can or those that are safe. A child that looks much better than
 * its parent is gone on with at once (a dive), and the parent put back a little worse. One attempt has a small budget; many attempts
 * with different weights, each tuned on what the ones before failed on, solve nearly everything (weights.py, driver.py).
 *
 * Layout. States of 64 bytes in one array that grows; a queue of buckets, one for each score, each a chain of states, last in first out;
 * an open table of 64-bit hashes for the states met. A hash is the XOR over cascades and cells, so that their order does not matter; it
 * is worked out before a child is built, since a third of the children were met before. That two positions could share a hash may lose
 * a path here, and never claims anything: that there is no solution only the proof says (proof.c).
 *
 * Moves onto occupied cascades come from masks: the two cards that fit on a top, cut with the union of all top sequences and the cells.
 *
 * Alternatives. A heap instead of buckets is a third slower; A* with a bound is for shortest solutions; depth-first search with an
 * ordering (fc-solve's presets) needs more states and finds longer lines.
 */
#include "trie.h"

#include <stdlib.h>
#include <string.h>

enum { LOWEST_SCORE = -1024, BUCKETS = 4096, SMALLEST_TABLE = 2048, LEVELS = 11, MOST_CHILDREN = 256, MOST_NODES = 1024, FROM_CELL = CASCADES, TO_FOUNDATION = 12 };

typedef struct state {
  uint64_t hash;
  node_id cascades[CASCADES];
  uint8_t cells[MAX_CELLS], home[SUITS];
  uint32_t parent, next; /* next in its bucket */
  int16_t terms;         /* the cascades' share of the score */
  int16_t score, depth;
  uint8_t free_cells, empty, home_count; /* how many: kept up as moves are made */
  fc_hop hop;
} state;

struct fc_first {
  trie trie;
  state *states;
  uint32_t count, room;
  uint64_t *met, *tables[LEVELS]; /* the table in use, and those of each size that were needed once */
  uint32_t met_size, met_count, level;
  uint64_t table_bytes; /* of all tables */
  uint32_t bucket[BUCKETS], lowest;
  fc_weights weights;
  fc_rules rules;
  uint64_t max_memory, generated, card_hash[CARDS], builders[CARDS];
  uint32_t dive, solved; /* the state to go on with at once; the won one; 0 for none */
};

/* 1. The table of states met. */

static inline int has_met(const fc_first *s, uint64_t hash) {
  uint32_t i = (uint32_t)hash & (s->met_size - 1);
  while (s->met[i]) {
    if (s->met[i] == hash) return 1;
    i = (i + 1) & (s->met_size - 1);
  }
  return 0;
}

static inline void put_met(fc_first *s, uint64_t hash) {
  uint32_t i = (uint32_t)hash & (s->met_size - 1);
  while (s->met[i]) i = (i + 1) & (s->met_size - 1);
  s->met[i] = hash;
  s->met_count++;
}

/* How many bytes more the search may take. */
static uint64_t spare(const fc_first *s) {
  uint64_t bytes = fc_first_bytes(s);
  return bytes < s->max_memory ? s->max_memory - bytes : 0;
}

/* Takes the table of a size into use, empty. An easy deal then clears 16 KB, and not what a hard one left. */
static int use_table(fc_first *s, uint32_t level) {
  size_t size = (size_t)SMALLEST_TABLE << 2 * level;
  if (level >= LEVELS) return 0;
  if (s->tables[level]) {
    memset(s->tables[level], 0, size * sizeof *s->met);
  } else {
    if (size * sizeof *s->met > spare(s) || !(s->tables[level] = calloc(size, sizeof *s->met))) return 0;
    s->table_bytes += size * sizeof *s->met;
  }
  s->met = s->tables[level];
  s->met_size = (uint32_t)size;
  s->met_count = 0;
  s->level = level;
  return 1;
}

static int grow_met(fc_first *s) {
  const uint64_t *old = s->met;
  uint32_t size = s->met_size;
  if (!use_table(s, s->level + 1)) return 0;
  for (uint32_t i = 0; i < size; i++)
    if (old[i]) put_met(s, old[i]);
  return 1;
}

static int grow_states(fc_first *s) {
  uint32_t more = s->room ? s->room : 4096;
  if (more * sizeof(state) > spare(s)) return 0;
  state *grown = realloc(s->states, (size_t)(s->room + more) * sizeof *grown);
  if (!grown) return 0;
  s->states = grown;
  s->room += more;
  return 1;
}

/* Makes room for all children of one state, so that nothing can fail while they are made. Nothing grows beyond the limit. */
static inline int reserve(fc_first *s) {
  if (s->trie.room - s->trie.count < MOST_NODES && !trie_reserve(&s->trie, MOST_NODES, spare(s))) return 0;
  if (s->met_count + MOST_CHILDREN > s->met_size / 2 && !grow_met(s)) return 0;
  return s->count + MOST_CHILDREN <= s->room || grow_states(s);
}

/* 2. The queue. */

static inline void put(fc_first *s, uint32_t index, int score) {
  int b = score - LOWEST_SCORE;
  b = b < 0 ? 0 : b >= BUCKETS ? BUCKETS - 1 : b;
  s->states[index].next = s->bucket[b];
  s->bucket[b] = index;
  if ((uint32_t)b < s->lowest) s->lowest = (uint32_t)b;
}

static inline uint32_t take(fc_first *s) {
  while (s->lowest < BUCKETS && !s->bucket[s->lowest]) s->lowest++;
  if (s->lowest == BUCKETS) return 0;
  uint32_t index = s->bucket[s->lowest];
  s->bucket[s->lowest] = s->states[index].next;
  return index;
}

/* 3. The score. */

/* The cards that the foundations need next, and those after them. */
static inline void needed(const uint8_t *home, uint64_t *next, uint64_t *second) {
  uint64_t n = 0, m = 0;
  for (int suit = 0; suit < SUITS; suit++) {
    n |= home[suit] < 13 ? BIT(4 * home[suit] + suit) : 0;
    m |= home[suit] < 12 ? BIT(4 * home[suit] + 4 + suit) : 0;
  }
  *next = n;
  *second = m;
}

/* One cascade's share. */
static inline int term(const fc_first *s, node_id id, uint64_t next, uint64_t second) {
  const node *n = &s->trie.nodes[id];
  const fc_weights *w = &s->weights;
  int sum = n->breaks * w->breaks + n->from_king * w->from_king;
  for (uint64_t m = n->cards & (next | second); m; m &= m - 1) {
    int card = lowest_card(m);
    sum += (next & BIT(card) ? w->above : w->above_second) * cards_above(&s->trie, n, card);
  }
  return sum;
}

static inline int16_t all_terms(const fc_first *s, const state *c) {
  uint64_t next, second;
  int sum = 0;
  needed(c->home, &next, &second);
  for (int i = 0; i < s->rules.cascades; i++) sum += term(s, c->cascades[i], next, second);
  return (int16_t)sum;
}

/* What a cascade brings that was not met before with so many cards home. */
static inline int novelty(fc_first *s, node_id id, int home, int worth) {
  node *n = &s->trie.nodes[id]; /* the empty cascade counts as met from the start */
  int met = (int)(n->met >> home & 1);
  n->met |= BIT(home);
  return met ? 0 : worth;
}

/* 4. What goes home by itself. */

static inline int is_safe(const uint8_t *home, int card) {
  int rank = rank_of(card), suit = suit_of(card);
  int a = home[is_red(card) ? 0 : 1], b = home[is_red(card) ? 3 : 2];
  int other = a < b ? a : b;
  return rank <= 2 || other >= rank - 1 || (other >= rank - 2 && home[3 - suit] >= rank - 3);
}

/* The cards that go home now, of these accessible ones. */
static inline uint64_t going_home(const fc_first *s, const state *c, uint64_t accessible) {
  uint64_t next, second, going = 0;
  needed(c->home, &next, &second);
  next &= accessible;
  if (s->weights.sends_all) return next;
  for (; next; next &= next - 1) going |= is_safe(c->home, lowest_card(next)) ? next & -next : 0;
  return going;
}

static int send_home(fc_first *s, state *c) {
  uint8_t tops[CASCADES];
  uint64_t accessible = 0, going;
  int sent = 0;
  for (int i = 0; i < CASCADES; i++) { /* a cascade that the table does not have is empty */
    tops[i] = s->trie.nodes[c->cascades[i]].top;
    accessible |= c->cascades[i] ? BIT(tops[i]) : 0;
  }
  for (int i = 0; i < s->rules.cells; i++) accessible |= c->cells[i] == NO_CARD ? 0 : BIT(c->cells[i]);
  while ((going = going_home(s, c, accessible))) {
    int card = lowest_card(going), place = 0;
    accessible ^= BIT(card);
    while (place < CASCADES && (tops[place] != card || !c->cascades[place])) place++;
    if (place < CASCADES) {
      const node *n = &s->trie.nodes[c->cascades[place]];
      c->hash ^= n->hash ^ s->trie.nodes[n->parent].hash;
      c->cascades[place] = n->parent;
      c->empty = (uint8_t)(c->empty + !n->parent);
      tops[place] = s->trie.nodes[n->parent].top;
      accessible |= n->parent ? BIT(tops[place]) : 0;
    } else {
      for (place = 0; c->cells[place] != card;) place++;
      c->hash ^= s->card_hash[card];
      c->cells[place] = NO_CARD;
      c->free_cells++;
    }
    c->home[suit_of(card)]++;
    sent++;
  }
  c->home_count = (uint8_t)(c->home_count + sent);
  return sent;
}

/* 5. Children. */

typedef struct parent {
  state at; /* a copy, which the compiler can keep close */
  uint32_t index;
  uint64_t next, second, sequences[CASCADES], fitting[CASCADES], all_sequences, held;
  uint16_t keys[CASCADES]; /* that order the cascades by length, the empty ones last */
  int empty, cell, limit, limit_empty;
} parent;

/* Whether a card that has become accessible may go home: what was accessible before would have gone already. */
static inline int may_send(const fc_first *s, const parent *p, const state *c, int source, int target) {
  uint64_t open = 0;
  if (target == TO_FOUNDATION) return 1;
  if (source < CASCADES && c->cascades[source]) open |= BIT(s->trie.nodes[c->cascades[source]].top);
  if (target < CASCADES) open |= BIT(s->trie.nodes[c->cascades[target]].top);
  return (open & p->next) != 0;
}

/* A child whose move is made, and that was not met: sends cards home, scores, and queues it. Nonzero ends the expansion. */
static int add(fc_first *s, const parent *p, state *c, int source, int target) {
  if (may_send(s, p, c, source, target) && send_home(s, c)) {
    if (has_met(s, c->hash)) return 0;
    c->terms = all_terms(s, c);
  } else if (target == TO_FOUNDATION) {
    c->terms = all_terms(s, c);
  } else {
    int terms = p->at.terms;
    if (source < CASCADES) terms += term(s, c->cascades[source], p->next, p->second) - term(s, p->at.cascades[source], p->next, p->second);
    if (target < CASCADES) terms += term(s, c->cascades[target], p->next, p->second) - term(s, p->at.cascades[target], p->next, p->second);
    c->terms = (int16_t)terms;
  }
  put_met(s, c->hash);
  s->generated++;
  int home = c->home_count, score = c->terms + s->weights.space[c->empty > 2 ? 2 : c->empty][c->free_cells] - s->weights.home * home;
  c->depth = (int16_t)(p->at.depth + 1);
  c->parent = p->index;
  score += s->weights.path * c->depth >> 2;
  if (target < CASCADES) score += novelty(s, c->cascades[target], home, s->weights.new_target);
  if (source < CASCADES) score += novelty(s, c->cascades[source], home, s->weights.new_source);
  c->score = (int16_t)score;
  uint32_t index = s->count++; /* it is in its place already */
  if (home == CARDS) {
    s->solved = index;
    return 1;
  }
  if (score > p->at.score - s->weights.dive) {
    put(s, index, score);
    return 0;
  }
  put(s, p->index, p->at.score + s->weights.put_back);
  s->dive = index;
  return 1;
}

/* The next state of the array, as a copy of its parent; it counts once it is added. */
static inline state *child_of(fc_first *s, const parent *p, uint64_t hash, int card, int onto) {
  state *c = &s->states[s->count];
  *c = p->at;
  c->hash = hash;
  c->hop = (fc_hop){(uint8_t)card, (uint8_t)onto};
  return c;
}

/* A card from a cell onto a cascade. */
static int from_cell(fc_first *s, const parent *p, int cell, int target, int onto) {
  int card = p->at.cells[cell];
  node_id old = p->at.cascades[target], new = trie_push(&s->trie, old, card);
  uint64_t hash = p->at.hash ^ s->card_hash[card] ^ s->trie.nodes[old].hash ^ s->trie.nodes[new].hash;
  if (has_met(s, hash)) return 0;
  state *c = child_of(s, p, hash, card, onto);
  c->cells[cell] = NO_CARD;
  c->cascades[target] = new;
  c->free_cells++;
  c->empty = (uint8_t)(c->empty - !old);
  return add(s, p, c, FROM_CELL + cell, target);
}

/* The top cards of one cascade, which are a sequence, onto another. */
static int from_cascade(fc_first *s, const parent *p, int source, uint64_t cards, int target, int onto) {
  trie *t = &s->trie;
  node_id from = p->at.cascades[source], to = p->at.cascades[target];
  uint64_t hash = p->at.hash ^ t->nodes[from].hash ^ t->nodes[to].hash;
  int first = highest_card(cards);
  for (uint64_t rest = cards; rest; rest ^= BIT(highest_card(rest))) {
    from = t->nodes[from].parent;
    to = trie_push(t, to, highest_card(rest));
  }
  hash ^= t->nodes[from].hash ^ t->nodes[to].hash;
  if (has_met(s, hash)) return 0;
  state *c = child_of(s, p, hash, first, onto);
  c->empty = (uint8_t)(c->empty + !from - !p->at.cascades[target]);
  c->cascades[source] = from;
  c->cascades[target] = to;
  return add(s, p, c, source, target);
}

static int cells_onto_cascades(fc_first *s, const parent *p, unsigned targets) {
  for (; targets; targets &= targets - 1) {
    int target = __builtin_ctz(targets), on = s->trie.nodes[p->at.cascades[target]].top;
    for (uint64_t m = p->fitting[target] & p->held; m; m &= m - 1) {
      int cell = 0;
      while (p->at.cells[cell] != lowest_card(m)) cell++;
      if (from_cell(s, p, cell, target, on)) return 1;
    }
  }
  return 0;
}

/* From short cascades first: what empties one soon is the most likely to be gone on with at once. */
static int cascades_onto_cascades(fc_first *s, const parent *p, unsigned targets) {
  struct {
    uint64_t cards;
    uint16_t key;
    uint8_t source, target;
  } moves[2 * CASCADES];
  int count = 0;
  for (; targets; targets &= targets - 1) {
    int target = __builtin_ctz(targets);
    for (uint64_t m = p->fitting[target] & p->all_sequences; m; m &= m - 1) {
      int card = lowest_card(m), source = 0, at = count;
      for (int i = 1; i < CASCADES; i++) source += i * (int)(p->sequences[i] >> card & 1); /* without a branch to guess */
      uint64_t cards = p->sequences[source] & (LOWER_RANKS(card) | BIT(card));
      if (card_count(cards) > p->limit || (s->rules.foundation_first && cards & p->next)) continue;
      for (; at && moves[at - 1].key > p->keys[source]; at--) moves[at] = moves[at - 1];
      moves[at].cards = cards;
      moves[at].key = p->keys[source];
      moves[at].source = (uint8_t)source;
      moves[at].target = (uint8_t)target;
      count++;
    }
  }
  for (int i = 0; i < count; i++) {
    int target = moves[i].target, on = s->trie.nodes[p->at.cascades[target]].top;
    if (from_cascade(s, p, moves[i].source, moves[i].cards, target, on)) return 1;
  }
  return 0;
}

static int onto_cascades(fc_first *s, parent *p) {
  unsigned from_cells = 0, from_cascades = 0;
  for (int i = 0; i < CASCADES; i++) { /* all first, without a branch to guess */
    p->fitting[i] = s->builders[s->trie.nodes[p->at.cascades[i]].top] & -(uint64_t)(p->at.cascades[i] != 0);
    from_cells |= (unsigned)((p->fitting[i] & p->held) != 0) << i;
    from_cascades |= (unsigned)((p->fitting[i] & p->all_sequences) != 0) << i;
  }
  return cells_onto_cascades(s, p, from_cells) || cascades_onto_cascades(s, p, from_cascades);
}

/* Puts the occupied cascades in order, the shortest first; each is counted into its place, without a branch to guess. */
static inline int by_length(const fc_first *s, const parent *p, uint8_t order[CASCADES]) {
  for (int i = 0; i < CASCADES; i++) {
    unsigned before = 0;
    for (int j = 0; j < CASCADES; j++) before += p->keys[j] < p->keys[i];
    order[before] = (uint8_t)i;
  }
  return s->rules.cascades - p->at.empty;
}

static int onto_empty(fc_first *s, const parent *p) {
  uint8_t order[CASCADES];
  int sources = by_length(s, p, order);
  for (int i = 0; i < sources; i++) {
    int source = order[sources - 1 - i];
    const node *n = &s->trie.nodes[p->at.cascades[source]];
    int whole = n->length, most = n->sequence_length < p->limit_empty ? n->sequence_length : p->limit_empty;
    uint64_t cards = p->sequences[source];
    for (int drop = n->sequence_length - most; drop > 0; drop--) cards ^= BIT(highest_card(cards));
    for (int count = most; count >= (s->weights.partial ? 1 : most); count--, cards ^= BIT(highest_card(cards))) {
      if (count == whole || (s->rules.foundation_first && cards & p->next)) continue;
      if (from_cascade(s, p, source, cards, p->empty, TO_EMPTY)) return 1;
    }
  }
  for (int cell = 0; cell < s->rules.cells; cell++) {
    int card = p->at.cells[cell];
    if (card != NO_CARD && p->held & BIT(card) && from_cell(s, p, cell, p->empty, TO_EMPTY)) return 1;
  }
  return 0;
}

static int to_cell(fc_first *s, const parent *p) {
  uint8_t order[CASCADES];
  int sources = by_length(s, p, order);
  for (int i = 0; i < sources; i++) {
    int source = order[i];
    const node *n = &s->trie.nodes[p->at.cascades[source]];
    uint64_t hash = p->at.hash ^ n->hash ^ s->trie.nodes[n->parent].hash ^ s->card_hash[n->top];
    if (has_met(s, hash) || (s->rules.foundation_first && p->next & BIT(n->top))) continue;
    state *c = child_of(s, p, hash, n->top, TO_CELL);
    c->cells[p->cell] = n->top;
    c->cascades[source] = n->parent;
    c->free_cells--;
    c->empty = (uint8_t)(c->empty + !n->parent);
    if (add(s, p, c, source, FROM_CELL + p->cell)) return 1;
  }
  return 0;
}

/* Cards that can go home but did not go by themselves. */
static int to_home(fc_first *s, const parent *p) {
  for (int source = 0; source < CASCADES + s->rules.cells; source++) {
    int card, in_cascade = source < CASCADES;
    const node *n = &s->trie.nodes[in_cascade ? p->at.cascades[source] : 0];
    if (in_cascade ? !n->length : p->at.cells[source - CASCADES] == NO_CARD) continue;
    card = in_cascade ? n->top : p->at.cells[source - CASCADES];
    uint64_t hash = p->at.hash ^ (in_cascade ? n->hash ^ s->trie.nodes[n->parent].hash : s->card_hash[card]);
    if (!(p->next & BIT(card)) || has_met(s, hash)) continue;
    state *c = child_of(s, p, hash, card, TO_HOME);
    c->home[suit_of(card)]++;
    c->home_count++;
    if (in_cascade) {
      c->cascades[source] = n->parent;
      c->empty = (uint8_t)(c->empty + !n->parent);
    } else {
      c->cells[source - CASCADES] = NO_CARD;
      c->free_cells++;
    }
    if (add(s, p, c, source, TO_FOUNDATION)) return 1;
  }
  return 0;
}

static int limit_of(const fc_rules *rules, int cells, int cascades) {
  if (cascades < 0) return 0;
  if (rules->supermove == SUPERMOVE_EXACT) return (cells + 1) << cascades;
  return rules->supermove == SUPERMOVE_LINEAR ? (cells + 1) * (cascades + 1) : 1;
}

static void expand(fc_first *s, uint32_t index) {
  parent p = {.at = s->states[index], .index = index, .empty = -1, .cell = -1};
  needed(p.at.home, &p.next, &p.second);
  for (int i = CASCADES - 1; i >= 0; i--) {
    const node *n = &s->trie.nodes[p.at.cascades[i]];
    p.sequences[i] = n->sequence;
    p.all_sequences |= n->sequence;
    p.keys[i] = (uint16_t)((p.at.cascades[i] ? n->length : CARDS + 1) << 3 | i);
    if (!p.at.cascades[i] && i < s->rules.cascades) p.empty = i;
  }
  for (int i = s->rules.cells - 1; i >= 0; i--) {
    if (p.at.cells[i] == NO_CARD)
      p.cell = i;
    else if (!(s->rules.foundation_first && p.next & BIT(p.at.cells[i])))
      p.held |= BIT(p.at.cells[i]);
  }
  p.limit = limit_of(&s->rules, p.at.free_cells, p.at.empty);
  p.limit_empty = limit_of(&s->rules, p.at.free_cells, p.at.empty - 1);
  s->dive = 0;
  if (!s->weights.sends_all && to_home(s, &p)) return;
  if (onto_cascades(s, &p)) return;
  if (p.empty >= 0 && onto_empty(s, &p)) return;
  if (p.cell >= 0) to_cell(s, &p);
}

/* 6. The search as others see it. */

fc_first *fc_first_new(void) {
  fc_first *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  for (int card = 0; card < CARDS; card++) {
    s->card_hash[card] = scramble(UINT64_C(1) << 32 | (uint64_t)card);
    s->builders[card] = builders_on(card);
  }
  return s;
}

void fc_first_release(fc_first *s) {
  trie_release(&s->trie);
  free(s->states);
  for (int level = 0; level < LEVELS; level++) {
    free(s->tables[level]);
    s->tables[level] = NULL;
  }
  s->states = NULL;
  s->met = NULL;
  s->table_bytes = s->room = s->met_size = 0;
}

void fc_first_free(fc_first *s) {
  if (!s) return;
  fc_first_release(s);
  free(s);
}

int fc_first_begin(fc_first *s, const fc_position *position, const fc_rules *rules, const fc_weights *weights, uint64_t max_memory) {
  state start = {.hop = {NO_CARD, NO_CARD}};
  s->weights = *weights;
  s->rules = *rules;
  s->max_memory = max_memory;
  s->generated = s->dive = s->solved = 0;
  s->count = 1; /* state 0 stands for none */
  s->lowest = BUCKETS;
  memset(s->bucket, 0, sizeof s->bucket);
  if (fc_first_bytes(s) > max_memory) fc_first_release(s);
  if (!use_table(s, 0) || !trie_begin(&s->trie, position, start.cascades, spare(s)) || !reserve(s)) return FC_NO_MEMORY;
  s->trie.nodes[0].met = ~UINT64_C(0);
  memcpy(start.cells, position->cells, sizeof start.cells);
  memcpy(start.home, position->home, sizeof start.home);
  for (int i = 0; i < s->rules.cascades; i++) start.hash ^= s->trie.nodes[start.cascades[i]].hash;
  for (int i = 0; i < rules->cells; i++)
    if (start.cells[i] != NO_CARD) start.hash ^= s->card_hash[start.cells[i]];
  start.home_count = (uint8_t)(start.home[0] + start.home[1] + start.home[2] + start.home[3]);
  for (int i = 0; i < rules->cells; i++) start.free_cells = (uint8_t)(start.free_cells + (start.cells[i] == NO_CARD));
  for (int i = 0; i < rules->cascades; i++) start.empty = (uint8_t)(start.empty + !start.cascades[i]);
  send_home(s, &start);
  start.terms = all_terms(s, &start);
  put_met(s, start.hash);
  s->states[s->count++] = start;
  s->generated = 1;
  s->dive = 1;
  if (start.home_count == CARDS) s->solved = 1;
  return s->solved ? FC_SOLVED : FC_RUNNING;
}

int fc_first_advance(fc_first *s, uint64_t until) {
  while (!s->solved) {
    if (s->generated >= until) return FC_RUNNING;
    uint32_t index = s->dive ? s->dive : take(s);
    if (!index) return FC_EXHAUSTED;
    if (!reserve(s)) return FC_NO_MEMORY;
    expand(s, index);
  }
  return FC_SOLVED;
}

uint64_t fc_first_states(const fc_first *s) { return s->generated; }

uint64_t fc_first_bytes(const fc_first *s) {
  return sizeof *s + (uint64_t)s->room * sizeof(state) + s->table_bytes + (uint64_t)s->trie.room * sizeof(node);
}

size_t fc_first_path(const fc_first *s, fc_hop *path, size_t room) {
  size_t hops = 0;
  for (uint32_t i = s->solved; i > 1; i = s->states[i].parent) hops++;
  size_t at = hops;
  for (uint32_t i = s->solved; i > 1 && hops <= room; i = s->states[i].parent) path[--at] = s->states[i].hop;
  return hops;
}
