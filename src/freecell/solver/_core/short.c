/* Short solutions: a beam search in waves, which widens for as long as it is let.
 *
 * Idea. Cards to a foundation count the same in every solution, so what makes one long are the other moves: single cards, or whole
 * supermoves, as the measure has it. Positions are kept in layers by how many of those they took; a move home stays in its layer. A wave
 * goes down the layers and expands in each the positions that look best, by a score of small whole numbers; the next wave, which is wider,
 * takes those that look best of what is left. After some waves the same positions were expanded as by one wide beam, and none twice,
 * and a solution is there from the first wave on. Whoever stops early has a prefix of what whoever stops late has: more states never make
 * the result longer. What cannot become shorter than the best solution known, by an admissible bound, is dropped.
 *
 * Layout. A child is first a candidate of 24 bytes: its hash, its parent, its move, and a chain through its bucket, one for each layer and
 * score, last in first out. Only what is expanded is made into a state: one candidate in ten or so. The table of hashes also holds the
 * layer in which a position was met, since one that is met again in an earlier layer has to be gone on with again.
 *
 * Alternatives. One beam after the other, each twice as wide as the one before, expands everything about twice. A beam that keeps no
 * candidates needs less memory and begins anew for each width.
 *
 * Source: beam search is common; waves over what is left are close to Vadlamudi, Aine and Chakrabarti's anytime pack search (2016).
 */
#include "rules.h"

#include <stdlib.h>
#include <string.h>

enum { LAYERS = 240, BUCKETS = 1024, ZERO = 256, SMALLEST_TABLE = 8192, MOST_CHILDREN = 256, MOST_NODES = 1024 };
enum { FROM_CELL = CASCADES, NOWHERE = 15, SPARE = 16 };

/* A position that was met: how it comes out of its parent. */
typedef struct candidate {
  uint64_t hash;
  uint32_t parent, next; /* next in its bucket */
  fc_hop hop;
  uint8_t source, target; /* cascades, or cells from FROM_CELL on */
  int16_t terms;          /* as the state's */
  uint8_t bound, full;    /* whether cards may have gone home */
} candidate;

/* A position that is expanded. */
typedef struct state {
  uint64_t hash;
  node_id cascades[CASCADES];
  uint8_t cells[MAX_CELLS], home[SUITS];
  uint32_t parent;
  int16_t terms; /* the cascades' share of the score */
  fc_hop hop;
  uint8_t layer, bound; /* moves so far that were not home; how many more there must be */
  uint8_t free_cells, empty, home_count;
} state;

/* A child, before it is known to be new. */
typedef struct offered {
  uint64_t hash;
  node_id from, below, to, grown; /* the cascades that change, before and after */
  fc_hop hop;
  uint8_t source, target, layer, bound, full;
  int16_t terms, score; /* of a child that is made in full */
} offered;

/* What depends on a cascade alone, beside what its node holds. */
typedef struct known {
  int16_t score;
  uint8_t bound, marked; /* moves that its cards must make; whether one of its top sequence must */
} known;

struct fc_short {
  trie trie;
  known *known;
  uint32_t known_count, known_room;
  state *states;
  uint32_t count, room;
  candidate *candidates;
  uint32_t candidate_count, candidate_room;
  offered offers[MOST_CHILDREN];
  int offered;
  uint64_t *met;
  uint64_t met_size, met_count;
  uint32_t bucket[LAYERS][BUCKETS], lowest[LAYERS], waiting[LAYERS];
  int taken[LAYERS]; /* how many of each layer were expanded */
  int layers;                     /* that were used so far */
  int layer;             /* where the wave stands */
  int64_t width, widest; /* how many of each layer it expands in all, and the last such number */
  int measure, fixed, least;      /* moves home, and others, that every solution has at least */
  int limit;                      /* a solution is wanted that has fewer moves not home than this */
  int solved, told;               /* the best solution's layer, or -1; the limit as it was known outside */
  uint32_t last;                  /* its state before the last hop, and that hop */
  fc_hop last_hop;
  uint8_t dealt_breaks[CARDS]; /* how many breaks its cascade has up to each card, as the position was set up */
  int sends;
  fc_beam weights;
  fc_rules rules;
  uint64_t max_memory, generated, card_hash[CARDS], builders[CARDS + 1];
};

/* 1. The table of positions met, with their layers in the lowest byte. */

static inline uint64_t slot_of(const fc_short *s, uint64_t hash) { return hash >> 16 & (s->met_size - 1); }

/* Whether a position is new in this layer; it is then known there. */
static inline int meet(fc_short *s, uint64_t hash, int layer) {
  uint64_t key = hash >> 8, i = slot_of(s, hash);
  while (s->met[i]) {
    if (s->met[i] >> 8 == key) {
      if ((int)(s->met[i] & 0xff) <= layer) return 0;
      s->met[i] = key << 8 | (uint64_t)layer;
      return 1;
    }
    i = (i + 1) & (s->met_size - 1);
  }
  s->met[i] = key << 8 | (uint64_t)layer;
  s->met_count++;
  return 1;
}

/* Whether a position was met in this layer or an earlier one. */
static inline int has_met(const fc_short *s, uint64_t hash, int layer) {
  uint64_t key = hash >> 8, i = slot_of(s, hash);
  while (s->met[i]) {
    if (s->met[i] >> 8 == key) return (int)(s->met[i] & 0xff) <= layer;
    i = (i + 1) & (s->met_size - 1);
  }
  return 0;
}

/* Whether a position was met again in an earlier layer since. */
static inline int is_stale(const fc_short *s, uint64_t hash, int layer) {
  uint64_t i = slot_of(s, hash);
  while (s->met[i] >> 8 != hash >> 8) i = (i + 1) & (s->met_size - 1);
  return (int)(s->met[i] & 0xff) < layer;
}

static uint64_t spare(const fc_short *s) {
  uint64_t bytes = fc_short_bytes(s);
  return bytes < s->max_memory ? s->max_memory - bytes : 0;
}

static int grow_met(fc_short *s) {
  uint64_t size = s->met_size * (s->met_size < 1 << 20 ? 4 : 2), *old = s->met, old_size = s->met_size;
  if (size * sizeof *s->met > spare(s)) return 0;
  uint64_t *grown = calloc(size, sizeof *grown);
  if (!grown) return 0;
  s->met = grown;
  s->met_size = size;
  for (uint64_t j = 0; j < old_size; j++) {
    if (!old[j]) continue;
    uint64_t i = slot_of(s, old[j]);
    while (grown[i]) i = (i + 1) & (size - 1);
    grown[i] = old[j];
  }
  free(old);
  return 1;
}

/* Makes an array at least so much longer. */
static int grow(fc_short *s, void **array, uint32_t *room, size_t each, uint32_t least) {
  uint64_t wanted = *room ? (uint64_t)*room * 2 : least;
  if (wanted > UINT32_MAX || (wanted - *room) * each > spare(s)) return 0;
  void *grown = realloc(*array, wanted * each);
  if (!grown) return 0;
  *array = grown;
  *room = (uint32_t)wanted;
  return 1;
}

/* Makes room for all children of one state, so that nothing can fail while they are made. Nothing grows beyond the limit. */
static int reserve(fc_short *s) {
  if (s->trie.room - s->trie.count < MOST_NODES && !trie_reserve(&s->trie, MOST_NODES, spare(s))) return 0;
  while (s->known_room < s->trie.room)
    if (!grow(s, (void **)&s->known, &s->known_room, sizeof *s->known, 2048)) return 0;
  if (s->met_count + 2 * MOST_CHILDREN > s->met_size / 2 && !grow_met(s)) return 0;
  if (s->candidate_count + MOST_CHILDREN > s->candidate_room &&
      !grow(s, (void **)&s->candidates, &s->candidate_room, sizeof *s->candidates, 8192))
    return 0;
  return s->count + 1 < s->room || grow(s, (void **)&s->states, &s->room, sizeof *s->states, 1024);
}

/* 2. The queue. */

static inline void put(fc_short *s, uint32_t index, int layer, int score) {
  int b = score + ZERO;
  b = b < 0 ? 0 : b >= BUCKETS ? BUCKETS - 1 : b;
  for (; s->layers <= layer; s->layers++) {
    memset(s->bucket[s->layers], 0, sizeof s->bucket[0]);
    s->lowest[s->layers] = BUCKETS;
    s->waiting[s->layers] = 0;
    s->taken[s->layers] = 0;
  }
  s->candidates[index].next = s->bucket[layer][b];
  s->bucket[layer][b] = index;
  s->waiting[layer]++;
  if ((uint32_t)b < s->lowest[layer]) s->lowest[layer] = (uint32_t)b;
}

/* Takes the best of a layer. */
static inline uint32_t take(fc_short *s, int layer) {
  if (!s->waiting[layer]) return 0;
  while (!s->bucket[layer][s->lowest[layer]]) s->lowest[layer]++;
  uint32_t *first = &s->bucket[layer][s->lowest[layer]], index = *first;
  *first = s->candidates[index].next;
  s->waiting[layer]--;
  __builtin_prefetch(&s->candidates[*first]);
  return index;
}

/* Fetches what the one that is likely to be taken next will need. */
static inline void fetch_next(const fc_short *s) {
  if (s->lowest[s->layer] == BUCKETS) return;
  const candidate *k = &s->candidates[s->bucket[s->layer][s->lowest[s->layer]]];
  __builtin_prefetch(&s->states[k->parent]);
  __builtin_prefetch(&s->met[slot_of(s, k->hash)]);
}

/* 3. The score and the bound. */

/* Works out what depends on the newest cascades alone. */
static void know(fc_short *s) {
  for (; s->known_count < s->trie.count; s->known_count++) {
    const node *n = &s->trie.nodes[s->known_count];
    const fc_beam *w = &s->weights;
    known *k = &s->known[s->known_count];
    if (!n->length) {
      *k = (known){0, 0, 0};
      continue;
    }
    known below = s->known[n->parent];
    uint64_t suit = UINT64_C(0x1111111111111) << suit_of(n->top);
    int buries = (s->trie.nodes[n->parent].cards & suit & LOWER_RANKS(n->top)) != 0, follows = n->sequence_length > 1;
    int marked = buries || (follows && below.marked);
    k->bound = (uint8_t)(below.bound + (s->measure == FC_CARDS ? buries : marked && !(follows && below.marked)));
    k->marked = (uint8_t)marked;
    k->score = (int16_t)(n->breaks * w->breaks + n->from_king * w->from_king + k->bound * w->bound);
  }
}

static inline node_id push(fc_short *s, node_id parent, int card) {
  node_id n = trie_push(&s->trie, parent, card);
  if (n >= s->known_count) know(s);
  return n;
}

/* One cascade's share. */
static inline int term(const fc_short *s, node_id id, uint64_t next, uint64_t second) {
  const node *n = &s->trie.nodes[id];
  int sum = s->known[id].score;
  for (uint64_t m = n->cards & (next | second); m; m &= m - 1) {
    int card = lowest_card(m), runs = n->sequence >> card & 1 ? 0 : n->breaks - s->dealt_breaks[card];
    int cards = cards_above(&s->trie, n, card);
    sum += next & BIT(card) ? s->weights.above * cards + s->weights.runs * runs
                            : s->weights.above_second * cards + s->weights.runs_second * runs;
  }
  return sum;
}

static void score_all(const fc_short *s, state *c) {
  uint64_t next, second;
  int sum = 0, bound = 0;
  needed(c->home, &next, &second);
  for (int i = 0; i < s->rules.cascades; i++) {
    sum += term(s, c->cascades[i], next, second);
    bound += s->known[c->cascades[i]].bound;
  }
  c->terms = (int16_t)sum;
  c->bound = (uint8_t)bound;
}

/* 4. What goes home by itself. */

static inline int goes_home(const fc_short *s, const uint8_t *home, int card) {
  return s->sends == AUTOPLAY_MAX || (s->sends == AUTOPLAY_SAFE && is_safe(home, card, 0));
}

/* The cards that go home now, of these accessible ones. */
static inline uint64_t going_home(const fc_short *s, const state *c, uint64_t accessible) {
  uint64_t next, second, going = 0;
  needed(c->home, &next, &second);
  for (next &= accessible; next; next &= next - 1) going |= goes_home(s, c->home, lowest_card(next)) ? next & -next : 0;
  return going;
}

static int send_home(fc_short *s, state *c) {
  uint64_t accessible = 0, going;
  int sent = 0;
  for (int i = 0; i < CASCADES; i++) accessible |= c->cascades[i] ? BIT(s->trie.nodes[c->cascades[i]].top) : 0;
  for (int i = 0; i < MAX_CELLS; i++) accessible |= c->cells[i] == NO_CARD ? 0 : BIT(c->cells[i]);
  while ((going = going_home(s, c, accessible))) {
    int card = lowest_card(going), place = 0;
    accessible ^= BIT(card);
    while (place < CASCADES && (!c->cascades[place] || s->trie.nodes[c->cascades[place]].top != card)) place++;
    if (place < CASCADES) {
      const node *n = &s->trie.nodes[c->cascades[place]];
      c->hash ^= n->hash ^ s->trie.nodes[n->parent].hash;
      c->cascades[place] = n->parent;
      c->empty = (uint8_t)(c->empty + !n->parent);
      accessible |= n->parent ? BIT(s->trie.nodes[n->parent].top) : 0;
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
  const state *at;
  uint32_t index;
  uint64_t next, second, sequences[CASCADES], all_sequences, held, forbidden;
  uint64_t idle; /* the card that moved alone just now: to move it on would be one move where it had two */
  int empty, cell, limit, limit_empty;
} parent;

/* Makes a move on a state that is still its parent's copy. */
static void make(fc_short *s, state *c, int source, int target, fc_hop hop) {
  if (source >= FROM_CELL) {
    c->cells[source - FROM_CELL] = NO_CARD;
    c->free_cells++;
    c->hash ^= s->card_hash[hop.card];
    if (target < CASCADES) {
      node_id new = push(s, c->cascades[target], hop.card);
      c->hash ^= s->trie.nodes[new].hash ^ s->trie.nodes[c->cascades[target]].hash;
      c->empty = (uint8_t)(c->empty - !c->cascades[target]);
      c->cascades[target] = new;
    }
  } else {
    node_id from = c->cascades[source];
    uint64_t cards = s->trie.nodes[from].sequence & (LOWER_RANKS(hop.card) | BIT(hop.card));
    c->hash ^= s->trie.nodes[from].hash;
    if (target < CASCADES) {
      node_id to = c->cascades[target];
      c->hash ^= s->trie.nodes[to].hash;
      c->empty = (uint8_t)(c->empty - !to);
      for (; cards; cards ^= BIT(highest_card(cards))) {
        from = s->trie.nodes[from].parent;
        to = push(s, to, highest_card(cards));
      }
      c->cascades[target] = to;
      c->hash ^= s->trie.nodes[to].hash;
    } else {
      from = s->trie.nodes[from].parent;
      if (target != NOWHERE) {
        c->cells[target - FROM_CELL] = hop.card;
        c->free_cells--;
        c->hash ^= s->card_hash[hop.card];
      }
    }
    c->cascades[source] = from;
    c->hash ^= s->trie.nodes[from].hash;
    c->empty = (uint8_t)(c->empty + !from);
  }
  if (target == NOWHERE) {
    c->home[suit_of(hop.card)]++;
    c->home_count++;
  }
  c->hop = hop;
}

static inline int score_of(const fc_short *s, int terms, int empty, int free_cells, int home_count) {
  return terms + s->weights.space[empty > 2 ? 2 : empty][free_cells] - s->weights.home * home_count;
}

/* Takes in a child. Its place in the table is only fetched now; when all children are made it will be there. */
static inline void offer(fc_short *s, offered o) {
  s->offers[s->offered++] = o;
  __builtin_prefetch(&s->met[slot_of(s, o.hash)]);
}

/* Works out the score of a child that is new. */
static inline void score_offer(const fc_short *s, const parent *p, offered *o) {
  int empty = p->at->empty, free_cells = p->at->free_cells;
  empty += (o->source < FROM_CELL && !o->below) - (o->target < FROM_CELL && !o->to);
  free_cells += (o->source >= FROM_CELL) - (o->target >= FROM_CELL);
  o->terms = (int16_t)(p->at->terms + term(s, o->below, p->next, p->second) - term(s, o->from, p->next, p->second) +
                       term(s, o->grown, p->next, p->second) - term(s, o->to, p->next, p->second));
  o->score = (int16_t)score_of(s, o->terms, empty, free_cells, p->at->home_count);
}

/* Keeps what was offered and is new. */
static void keep_offers(fc_short *s, const parent *p) {
  for (int i = 0; i < s->offered; i++) {
    offered *o = &s->offers[i];
    if (!meet(s, o->hash, o->layer)) continue;
    if (!o->full) score_offer(s, p, o);
    uint32_t index = s->candidate_count++;
    s->candidates[index] = (candidate){o->hash, p->index, 0, o->hop, o->source, o->target, o->terms, o->bound, o->full};
    s->generated++;
    put(s, index, o->layer, o->score);
  }
  s->offered = 0;
}

/* Whether one of these cards, which have become accessible, goes home: what was accessible before would have gone already. */
static inline int opens(const fc_short *s, const parent *p, uint64_t cards) {
  for (cards &= p->next; cards; cards &= cards - 1)
    if (goes_home(s, p->at->home, lowest_card(cards))) return 1;
  return 0;
}

/* A child that sends cards home: made in full, unless it was met as it was before any went. */
static void add_full(fc_short *s, const parent *p, uint64_t hash, int layer, int source, int target, fc_hop hop) {
  if (has_met(s, hash, layer)) return;
  state c = *p->at;
  make(s, &c, source, target, hop);
  if (send_home(s, &c)) meet(s, hash, layer);
  score_all(s, &c);
  if (layer + c.bound >= s->limit) return;
  if (c.home_count == CARDS) {
    s->generated++;
    s->solved = s->limit = layer;
    s->last = p->index;
    s->last_hop = hop;
    return;
  }
  int score = score_of(s, c.terms, c.empty, c.free_cells, c.home_count);
  offer(s, (offered){c.hash, 0, 0, 0, 0, hop, (uint8_t)source, (uint8_t)target, (uint8_t)layer, c.bound, 1, c.terms, (int16_t)score});
}

/* A card from a cell onto a cascade. */
static void from_cell(fc_short *s, const parent *p, int cell, int target, int onto) {
  const state *at = p->at;
  int card = at->cells[cell], layer = at->layer + 1;
  fc_hop hop = {(uint8_t)card, (uint8_t)onto};
  node_id old = at->cascades[target], new = push(s, old, card);
  uint64_t hash = at->hash ^ s->card_hash[card] ^ s->trie.nodes[old].hash ^ s->trie.nodes[new].hash;
  if (opens(s, p, BIT(card))) {
    add_full(s, p, hash, layer, FROM_CELL + cell, target, hop);
    return;
  }
  int bound = at->bound + s->known[new].bound - s->known[old].bound;
  if (layer + bound >= s->limit) return;
  offer(s, (offered){hash, 0, 0, old, new, hop, (uint8_t)(FROM_CELL + cell), (uint8_t)target, (uint8_t)layer, (uint8_t)bound, 0, 0, 0});
}

/* The top cards of one cascade, which are a sequence, onto another. */
static void from_cascade(fc_short *s, const parent *p, int source, uint64_t cards, int target, int onto) {
  const state *at = p->at;
  int layer = at->layer + 1, top = lowest_card(cards);
  fc_hop hop = {(uint8_t)highest_card(cards), (uint8_t)onto};
  node_id from = at->cascades[source], to = at->cascades[target], below = from, grown = to;
  for (uint64_t rest = cards; rest; rest ^= BIT(highest_card(rest))) {
    below = s->trie.nodes[below].parent;
    grown = push(s, grown, highest_card(rest));
  }
  const node *n = s->trie.nodes;
  uint64_t hash = at->hash ^ n[from].hash ^ n[below].hash ^ n[to].hash ^ n[grown].hash;
  if (opens(s, p, BIT(top) | (below ? BIT(n[below].top) : 0))) {
    add_full(s, p, hash, layer, source, target, hop);
    return;
  }
  const known *k = s->known;
  int bound = at->bound + k[below].bound - k[from].bound + k[grown].bound - k[to].bound;
  if (layer + bound >= s->limit) return;
  offer(s, (offered){hash, from, below, to, grown, hop, (uint8_t)source, (uint8_t)target, (uint8_t)layer, (uint8_t)bound, 0, 0, 0});
}

static void onto_cascades(fc_short *s, const parent *p) {
  for (int target = 0; target < s->rules.cascades; target++) {
    if (!p->at->cascades[target]) continue;
    int on = s->trie.nodes[p->at->cascades[target]].top;
    for (uint64_t m = s->builders[on] & (p->all_sequences | p->held); m; m &= m - 1) {
      int card = lowest_card(m), source = 0;
      if (p->held & BIT(card)) {
        while (p->at->cells[source] != card) source++;
        from_cell(s, p, source, target, on);
        continue;
      }
      for (int i = 1; i < CASCADES; i++) source += i * (int)(p->sequences[i] >> card & 1); /* without a branch to guess */
      uint64_t cards = p->sequences[source] & (LOWER_RANKS(card) | BIT(card));
      if (card_count(cards) <= p->limit && !(cards & p->forbidden) && cards != p->idle) from_cascade(s, p, source, cards, target, on);
    }
  }
}

static void onto_empty(fc_short *s, const parent *p) {
  for (int source = 0; source < s->rules.cascades; source++) {
    int length = s->trie.nodes[p->at->cascades[source]].length;
    uint64_t cards = p->sequences[source];
    while (card_count(cards) > p->limit_empty) cards ^= BIT(highest_card(cards));
    for (; cards; cards ^= BIT(highest_card(cards)))
      if (card_count(cards) != length && !(cards & p->forbidden) && cards != p->idle) from_cascade(s, p, source, cards, p->empty, TO_EMPTY);
  }
  for (int cell = 0; cell < s->rules.cells; cell++) {
    int card = p->at->cells[cell];
    if (card != NO_CARD && p->held & BIT(card)) from_cell(s, p, cell, p->empty, TO_EMPTY);
  }
}

static void to_cell(fc_short *s, const parent *p) {
  const state *at = p->at;
  int layer = at->layer + 1;
  for (int source = 0; source < s->rules.cascades; source++) {
    node_id from = at->cascades[source];
    if (!from) continue;
    const node *n = &s->trie.nodes[from], *below = &s->trie.nodes[n->parent];
    fc_hop hop = {n->top, TO_CELL};
    if ((p->forbidden | p->idle) & BIT(n->top)) continue;
    uint64_t hash = at->hash ^ n->hash ^ below->hash ^ s->card_hash[n->top];
    if (opens(s, p, BIT(n->top) | (n->parent ? BIT(below->top) : 0))) {
      add_full(s, p, hash, layer, source, FROM_CELL + p->cell, hop);
      continue;
    }
    int bound = at->bound + s->known[n->parent].bound - s->known[from].bound;
    if (layer + bound >= s->limit) continue;
    uint8_t target = (uint8_t)(FROM_CELL + p->cell);
    offer(s, (offered){hash, from, n->parent, 0, 0, hop, (uint8_t)source, target, (uint8_t)layer, (uint8_t)bound, 0, 0, 0});
  }
}

/* Cards that can go home but did not go by themselves. */
static void to_home(fc_short *s, const parent *p) {
  const state *at = p->at;
  for (int source = 0; source < s->rules.cascades; source++) {
    const node *n = &s->trie.nodes[at->cascades[source]];
    if (!n->length || !(p->next & BIT(n->top))) continue;
    add_full(s, p, at->hash ^ n->hash ^ s->trie.nodes[n->parent].hash, at->layer, source, NOWHERE, (fc_hop){n->top, TO_HOME});
  }
  for (int cell = 0; cell < s->rules.cells; cell++) {
    int card = at->cells[cell];
    if (card == NO_CARD || !(p->next & BIT(card))) continue;
    add_full(s, p, at->hash ^ s->card_hash[card], at->layer, FROM_CELL + cell, NOWHERE, (fc_hop){(uint8_t)card, TO_HOME});
  }
}

static void expand(fc_short *s, uint32_t index) {
  const state *at = &s->states[index];
  parent p = {.at = at, .index = index, .empty = -1, .cell = -1};
  needed(at->home, &p.next, &p.second);
  p.forbidden = s->rules.foundation_first ? p.next : 0;
  for (int i = s->rules.cascades - 1; i >= 0; i--) {
    const node *n = &s->trie.nodes[at->cascades[i]];
    if (!n->length)
      p.empty = i;
    else
      p.sequences[i] = s->measure == FC_CARDS ? BIT(n->top) : n->sequence;
    p.all_sequences |= p.sequences[i];
  }
  for (int i = s->rules.cells - 1; i >= 0; i--) {
    if (at->cells[i] == NO_CARD)
      p.cell = i;
    else
      p.held |= BIT(at->cells[i]);
  }
  if (index > 1 && at->home_count == s->states[at->parent].home_count) p.idle = BIT(at->hop.card);
  p.held &= ~(p.forbidden | p.idle);
  p.limit = limit_of(&s->rules, at->free_cells, at->empty);
  p.limit_empty = limit_of(&s->rules, at->free_cells, at->empty - 1);
  to_home(s, &p);
  if (at->layer + 1 < LAYERS) {
    onto_cascades(s, &p);
    if (p.empty >= 0) onto_empty(s, &p);
    if (p.cell >= 0) to_cell(s, &p);
  }
  if (s->layers) fetch_next(s);
  keep_offers(s, &p);
}

/* 6. The search. */

fc_short *fc_short_new(void) {
  fc_short *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  for (int card = 0; card < CARDS; card++) {
    s->card_hash[card] = scramble(UINT64_C(1) << 32 | (uint64_t)card);
    s->builders[card] = builders_on(card);
  }
  return s;
}

void fc_short_release(fc_short *s) {
  trie_release(&s->trie);
  free(s->known);
  free(s->states);
  free(s->candidates);
  free(s->met);
  s->known = NULL;
  s->states = NULL;
  s->candidates = NULL;
  s->met = NULL;
  s->known_room = s->room = s->candidate_room = 0;
  s->met_size = 0;
}

void fc_short_free(fc_short *s) {
  if (!s) return;
  fc_short_release(s);
  free(s);
}

static int start_table(fc_short *s) {
  if (s->met_size > SMALLEST_TABLE) {
    free(s->met);
    s->met = NULL;
    s->met_size = 0;
  }
  if (s->met) {
    memset(s->met, 0, s->met_size * sizeof *s->met);
  } else {
    if (SMALLEST_TABLE * sizeof *s->met > spare(s) || !(s->met = calloc(SMALLEST_TABLE, sizeof *s->met))) return 0;
    s->met_size = SMALLEST_TABLE;
  }
  s->met_count = 0;
  return 1;
}

int fc_short_begin(fc_short *s, const fc_position *position, const fc_rules *rules, const fc_beam *weights, int measure, int width,
                   int best, uint64_t max_memory) {
  state start = {.hop = {NO_CARD, NO_CARD}};
  s->weights = *weights;
  s->rules = *rules;
  s->measure = measure;
  s->max_memory = max_memory;
  s->sends = rules->autoplay == AUTOPLAY_MAX ? AUTOPLAY_MAX : rules->foundation_first ? AUTOPLAY_OFF : AUTOPLAY_SAFE;
  s->generated = 0;
  s->count = s->candidate_count = 1; /* 0 stands for none */
  s->known_count = 0;
  s->layers = s->layer = s->offered = 0;
  s->widest = width > 0 ? width : INT32_MAX;
  s->width = weights->width < s->widest ? weights->width : s->widest;
  s->solved = -1;
  s->fixed = CARDS - (position->home[0] + position->home[1] + position->home[2] + position->home[3]);
  s->least = 0;
  if (fc_short_bytes(s) > max_memory) fc_short_release(s);
  if (!start_table(s) || !trie_begin(&s->trie, position, start.cascades, spare(s)) || !reserve(s)) return FC_NO_MEMORY;
  know(s);
  for (int i = 0; i < rules->cascades; i++)
    for (node_id n = start.cascades[i]; n; n = s->trie.nodes[n].parent) s->dealt_breaks[s->trie.nodes[n].top] = s->trie.nodes[n].breaks;
  memcpy(start.cells, position->cells, sizeof start.cells);
  memcpy(start.home, position->home, sizeof start.home);
  for (int i = 0; i < rules->cascades; i++) {
    start.hash ^= s->trie.nodes[start.cascades[i]].hash;
    start.empty = (uint8_t)(start.empty + !start.cascades[i]);
  }
  for (int i = 0; i < rules->cells; i++) {
    start.free_cells = (uint8_t)(start.free_cells + (start.cells[i] == NO_CARD));
    if (start.cells[i] != NO_CARD) start.hash ^= s->card_hash[start.cells[i]];
  }
  start.home_count = (uint8_t)(start.home[0] + start.home[1] + start.home[2] + start.home[3]);
  s->limit = best < 0 ? LAYERS : best - s->fixed < LAYERS ? best - s->fixed : LAYERS;
  score_all(s, &start);
  s->least = start.bound;
  send_home(s, &start);
  score_all(s, &start);
  meet(s, start.hash, 0);
  s->states[s->count++] = start;
  s->generated = 1;
  s->told = s->limit;
  s->last = 0;
  if (start.home_count == CARDS && s->limit > 0) s->solved = s->limit = 0;
  expand(s, 1);
  return FC_RUNNING;
}

/* Goes on to the next layer, or the next wave; whether there is anything left. */
static int next_layer(fc_short *s) {
  if (++s->layer < s->layers && s->layer < s->limit) return 1;
  s->layer = 0;
  if (s->width >= (s->solved < 0 ? s->widest * SPARE : s->widest)) return 0;
  s->width = s->width < s->widest && s->width * s->weights.growth > s->widest ? s->widest : s->width * s->weights.growth;
  for (int i = 0; i < s->layers && i < s->limit; i++)
    if (s->waiting[i]) return 1;
  return 0;
}

/* Makes a state of a candidate, and expands it, unless that is no use any more. */
static void expand_candidate(fc_short *s, const candidate *k) {
  state *c = &s->states[s->count];
  if (s->layer + k->bound >= s->limit || is_stale(s, k->hash, s->layer)) return;
  s->taken[s->layer]++;
  *c = s->states[k->parent];
  make(s, c, k->source, k->target, k->hop);
  if (k->full) send_home(s, c);
  c->hash = k->hash;
  c->terms = k->terms;
  c->bound = k->bound;
  c->parent = k->parent;
  c->layer = (uint8_t)s->layer;
  expand(s, s->count++);
}

int fc_short_advance(fc_short *s, uint64_t until) {
  for (;;) {
    if (s->limit < s->told) {
      s->told = s->limit;
      return FC_SOLVED;
    }
    if (s->generated >= until) return FC_RUNNING;
    uint32_t index = s->layer < s->layers && s->layer < s->limit && s->taken[s->layer] < s->width ? take(s, s->layer) : 0;
    if (!index) {
      if (!next_layer(s)) return FC_EXHAUSTED;
      continue;
    }
    if (!reserve(s)) return FC_NO_MEMORY;
    expand_candidate(s, &s->candidates[index]);
  }
}

uint64_t fc_short_states(const fc_short *s) { return s->generated; }

uint64_t fc_short_bytes(const fc_short *s) {
  return sizeof *s + (uint64_t)s->room * sizeof(state) + (uint64_t)s->candidate_room * sizeof(candidate) + s->met_size * sizeof *s->met +
         (uint64_t)s->trie.room * sizeof(node) + (uint64_t)s->known_room * sizeof(known);
}

int32_t fc_short_length(const fc_short *s) { return s->solved < 0 ? -1 : s->fixed + s->solved; }

int32_t fc_short_bound(const fc_short *s) { return s->fixed + s->least; }

int32_t fc_short_sends(const fc_short *s) { return s->sends; }

size_t fc_short_path(const fc_short *s, fc_hop *path, size_t room) {
  size_t hops = s->last != 0;
  for (uint32_t i = s->last; i > 1; i = s->states[i].parent) hops++;
  size_t at = hops;
  if (!hops || hops > room) return hops;
  path[--at] = s->last_hop;
  for (uint32_t i = s->last; i > 1; i = s->states[i].parent) path[--at] = s->states[i].hop;
  return hops;
}
