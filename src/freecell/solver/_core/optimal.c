/* The shortest solution, with proof: a search by thresholds that keeps its states (A* with partial expansion).
 *
 * Idea. What a solution costs is one move for every card that is left, and what it moves besides. Of the latter a state has a part behind it
 * (its cost) and at least so much before it (bound.h). The search goes up by thresholds of the sum: of each state it keeps only
 * the children that are on the threshold, and comes back to the state at the next threshold at which it has one. So nothing is ever
 * stored that lies beyond the threshold, which is where most children lie; a child's sum is known before the child is built. The bound never
 * falls by more than a move costs, so a state is first met by a shortest way, and never has to be looked at again for a shorter one.
 * The first solution is a shortest one; and where a solution is known, no state is kept that could not lead to a shorter one.
 *
 * Moves home cost nothing beyond the one for every card. What may go home at once, and what the moves are, depends on the rules as
 * in proof.c; but where supermoves count once, they are always the moves.
 *
 * Layout. A state is canonical, its cascades sorted; the cells follow from the cascades and foundations. 32 bytes, and 4 to 8 for the table,
 * which finds a state by its hash and compares whole states. States lie in chunks that never move, so that what is taken grows by
 * little and never beyond the limit. A queue has a bucket for each threshold, a chain of states, last in first out, so that on one
 * threshold the search dives.
 *
 * Alternatives. Plain A* stores all children, several times as many. A threshold search without a table (IDA*) meets states again by every
 * order of the same moves. Breadth first by layers needs no queue, and a bound all the same.
 *
 * Source: partial expansion is by T. Yoshizumi, T. Miura and T. Ishida (AAAI 2000); A* for this game by G. Paul and M. Helmert (SoCS 2016).
 */
#include "bound.h"
#include "rules.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CHILDREN = 512, MOST_NODES = 1024, SMALLEST_TABLE = 4096, THRESHOLDS = 1024, CHUNK = 1 << 12, MOST_CHUNKS = 1 << 18 };

typedef struct state {
  node_id cascades[CASCADES]; /* sorted */
  uint16_t home;              /* four bits for each foundation */
  uint16_t cost;              /* the moves so far, less the cards that went home */
  uint32_t parent, next; /* next in its bucket */
  fc_hop hop;
  uint8_t bound, falls; /* the least that it costs from here; a bit for each cascade without whose top card that is one less */
} state;

/* A child on its way into the table. */
typedef struct fresh {
  state at;
  uint64_t hash;
} fresh;

struct fc_optimal {
  trie trie;
  bound bound;
  state **chunks;
  uint32_t count, chunk_count, chunk_room;
  uint32_t *table, table_size;
  uint32_t *old, old_size, moved, to_move; /* while a table grows: its old self, and which states are moved already */
  uint32_t bucket[THRESHOLDS], threshold, end, fresh_count;
  fresh fresh[MOST_CHILDREN];
  fc_rules rules;
  int supermoves, steps, autoplay; /* whether whole supermoves are the hops; whether they count card by card; what goes home after each */
  int left, best;                  /* cards at first; the length to beat, or less than 0 */
  int beyond;                      /* whether a child was left out for a sum of THRESHOLDS or more */
  uint8_t plan[14][MAX_CELLS + 1][CASCADES + 1][2];
  uint64_t max_memory, looked_at;
  uint32_t solved;
};

/* The state that is being looked at, unpacked. */
typedef struct view {
  state at;
  uint32_t index;
  uint8_t home[SUITS];
  uint64_t held, next, ready; /* cards in cells; those next on their foundations; and of them, those that are accessible */
  int used, free;       /* cascades that are not empty; cells that are */
  int due;              /* the next threshold at which it has children */
} view;

static inline state *state_at(const fc_optimal *s, uint32_t index) { return &s->chunks[index / CHUNK][index % CHUNK]; }

/* 1. The table. */

static inline uint64_t hash_of(const fc_optimal *s, const state *c) {
  uint64_t hash = scramble(UINT64_C(1) << 32 | c->home);
  for (int i = 0; i < CASCADES && c->cascades[i]; i++) hash ^= s->trie.nodes[c->cascades[i]].hash;
  return hash;
}

static inline int same(const state *a, const state *b) {
  return !memcmp(a->cascades, b->cascades, sizeof a->cascades) && a->home == b->home;
}

/* The place of a state in a table: its own, or the free one where it belongs. */
static inline uint32_t *find_in(const fc_optimal *s, uint32_t *table, uint32_t size, uint64_t hash, const state *c) {
  uint32_t i = (uint32_t)hash & (size - 1);
  while (table[i] && !same(state_at(s, table[i]), c)) i = (i + 1) & (size - 1);
  return &table[i];
}

static inline uint32_t *find(const fc_optimal *s, uint64_t hash, const state *c) {
  uint32_t *place = find_in(s, s->table, s->table_size, hash, c);
  if (*place || !s->old) return place;
  uint32_t *before = find_in(s, s->old, s->old_size, hash, c);
  return *before ? before : place;
}

/* Moves some states into the grown table. To move all at once would take seconds when there are many, in which no cancel is obeyed. */
static void move_on(fc_optimal *s, uint32_t states) {
  for (; states && s->moved < s->to_move; states--, s->moved++) {
    uint32_t i = (uint32_t)hash_of(s, state_at(s, s->moved)) & (s->table_size - 1);
    while (s->table[i]) i = (i + 1) & (s->table_size - 1);
    s->table[i] = s->moved;
  }
  if (s->moved < s->to_move) return;
  free(s->old);
  s->old = NULL;
  s->old_size = 0;
}

/* How many bytes more the search may take. */
static uint64_t spare(const fc_optimal *s) {
  uint64_t bytes = fc_optimal_bytes(s);
  return bytes < s->max_memory ? s->max_memory - bytes : 0;
}

static int grow_table(fc_optimal *s) {
  uint32_t size = s->table_size ? s->table_size * 2 : SMALLEST_TABLE;
  uint32_t *grown = size * sizeof *grown <= spare(s) ? calloc(size, sizeof *grown) : NULL;
  if (!grown) return 0;
  if (s->old) move_on(s, UINT32_MAX); /* it was moved long ago: every new state moves some */
  s->old = s->table;
  s->old_size = s->table_size;
  s->table = grown;
  s->table_size = size;
  s->moved = 1;
  s->to_move = s->count;
  if (!s->old) s->moved = s->to_move;
  return 1;
}

static int add_chunk(fc_optimal *s) {
  if (s->chunk_count == s->chunk_room) {
    uint32_t room = s->chunk_room ? s->chunk_room * 2 : 64;
    if (room > MOST_CHUNKS || (room - s->chunk_room) * sizeof *s->chunks > spare(s)) return 0;
    state **grown = realloc(s->chunks, room * sizeof *grown);
    if (!grown) return 0;
    s->chunks = grown;
    s->chunk_room = room;
  }
  state *chunk = CHUNK * sizeof *chunk <= spare(s) ? malloc(CHUNK * sizeof *chunk) : NULL;
  if (!chunk) return 0;
  s->chunks[s->chunk_count++] = chunk;
  return 1;
}

/* Makes room for all children of one state, so that nothing can fail while they are made. Nothing grows beyond the limit. */
static int reserve(fc_optimal *s) {
  if (s->trie.room - s->trie.count < MOST_NODES && !trie_reserve(&s->trie, MOST_NODES, spare(s))) return 0;
  if (!bound_reserve(&s->bound, &s->trie, spare(s))) return 0;
  bound_remember(&s->bound, spare(s));
  if (s->count + MOST_CHILDREN > s->chunk_count * CHUNK && !add_chunk(s)) return 0;
  return s->count + MOST_CHILDREN <= s->table_size / 4 * 3 || grow_table(s);
}

/* 2. Canonical states. */

static void send_home(const fc_optimal *s, node_id *cascades, uint64_t held, uint8_t *home) {
  uint64_t tops = 0;
  for (int i = 0; i < CASCADES; i++)
    if (cascades[i]) tops |= BIT(s->trie.nodes[cascades[i]].top);
  for (int sent = 1; sent;) {
    sent = 0;
    for (int suit = 0; suit < SUITS; suit++) {
      int card = 4 * home[suit] + suit;
      if (card >= CARDS || !((tops | held) >> card & 1)) continue;
      if (s->autoplay != AUTOPLAY_MAX && !is_safe(home, card, s->rules.foundation_return)) continue;
      home[suit]++;
      sent = 1;
      if (held >> card & 1) continue;
      int i = 0;
      while (!cascades[i] || s->trie.nodes[cascades[i]].top != card) i++;
      cascades[i] = s->trie.nodes[cascades[i]].parent;
      if (cascades[i]) tops |= BIT(s->trie.nodes[cascades[i]].top);
    }
  }
}

static inline uint16_t pack_home(const uint8_t *home) { return (uint16_t)(home[0] | home[1] << 4 | home[2] << 8 | home[3] << 12); }

/* 3. Children. */

static void put(fc_optimal *s, uint32_t index, int sum) {
  state_at(s, index)->next = s->bucket[sum];
  s->bucket[sum] = index;
}

/* Makes a state whose hop is made canonical, and puts it with the others that are to be taken in. */
static void make(fc_optimal *s, const state *c, uint64_t held, uint8_t *home, int may_go) {
  fresh *f = &s->fresh[s->fresh_count++];
  f->at = *c;
  if (may_go && s->autoplay != AUTOPLAY_OFF) send_home(s, f->at.cascades, held, home);
  sort_cascades(f->at.cascades);
  f->at.home = pack_home(home);
  f->hash = hash_of(s, &f->at);
  __builtin_prefetch(&s->table[(uint32_t)f->hash & (s->table_size - 1)]);
}

/* Takes in the states that were made: those met for the first time are put in the queue. To look them up one after the other would be to
 * wait for memory each time; so all are asked for first. */
static void take_in(fc_optimal *s, int sum) {
  for (uint32_t i = 0; i < s->fresh_count; i++) {
    uint32_t first = s->table[(uint32_t)s->fresh[i].hash & (s->table_size - 1)];
    if (first) __builtin_prefetch(state_at(s, first));
  }
  for (uint32_t i = 0; i < s->fresh_count; i++) {
    const state *c = &s->fresh[i].at;
    uint32_t *place = find(s, s->fresh[i].hash, c);
    if (*place) continue;
    if (c->home == 0xdddd) s->solved = s->count;
    *state_at(s, s->count) = *c;
    *place = s->count;
    put(s, s->count++, sum);
    if (s->old) move_on(s, 2);
  }
  s->fresh_count = 0;
}

/* Whether a child with this sum is to be made now; if later, the state is to be looked at again then. */
static inline int is_due(const fc_optimal *s, view *v, int sum) {
  if (sum > (int)s->threshold && sum < v->due) v->due = sum;
  return sum == (int)s->threshold;
}

/* A child by a hop: these are its cascades, not sorted, what is in its cells, and what the hop costs. Its bound is known to be from `least` to
 * `most`; it is worked out only where it matters. */
static void consider(fc_optimal *s, view *v, state *c, uint64_t held, uint8_t *home, fc_hop hop, int cost, int least, int most) {
  int sum = v->at.cost + cost, now = (int)s->threshold;
  if (sum + most < now || (sum + least > now && sum + least >= v->due)) return;
  if (least < most) {
    bound_learn(&s->bound, &s->trie);
    least = bound_of(&s->bound, c->cascades, least);
  }
  if (!is_due(s, v, sum + least)) return;
  c->cost = (uint16_t)sum;
  c->bound = (uint8_t)least;
  c->parent = v->index;
  c->hop = hop;
  make(s, c, held, home, v->home[suit_of(hop.card)] < rank_of(hop.card));
}

/* Between what the bound lies once a cascade has become another by one more card, where it was `before` without that. */
static inline void grows(fc_optimal *s, node_id cascade, node_id grown, int before, int *least, int *most) {
  bound_learn(&s->bound, &s->trie);
  int adds = bound_adds(&s->bound, cascade, grown);
  *least = before + (adds > 0);
  *most = before + (adds != 0);
}

/* From a cascade onto a cascade or an empty one: a single card, or with supermoves as many as the rules let move. */
static void from_cascade(fc_optimal *s, view *v, int source, int target, int limit) {
  const node *n = &s->trie.nodes[v->at.cascades[source]];
  int onto = v->at.cascades[target] ? s->trie.nodes[v->at.cascades[target]].top : TO_EMPTY;
  int most = n->sequence_length < limit ? n->sequence_length : limit, length = n->length;
  node_id lowest = v->at.cascades[source];
  uint8_t cards[CARDS], home[SUITS];
  for (int count = 1; count <= most; count++) {
    int first = cards[count - 1] = s->trie.nodes[lowest].top;
    lowest = s->trie.nodes[lowest].parent;
    if (s->rules.foundation_first && v->next & BIT(first)) return;
    if (onto == TO_EMPTY ? count == length : !fits_on(first, onto)) continue;
    state c = v->at;
    node_id to = c.cascades[target];
    for (int i = count - 1; i >= 0; i--) to = trie_push(&s->trie, to, cards[i]);
    c.cascades[source] = lowest;
    c.cascades[target] = to;
    memcpy(home, v->home, sizeof home);
    int cost = s->steps ? s->plan[count][v->free][s->rules.cascades - v->used][onto == TO_EMPTY] : 1;
    int least = v->at.bound - cost, most = v->at.bound + cost;
    if (count == 1) grows(s, v->at.cascades[target], to, v->at.bound - (v->at.falls >> source & 1), &least, &most);
    consider(s, v, &c, v->held, home, (fc_hop){(uint8_t)first, (uint8_t)onto}, cost, least, most);
  }
}

static void from_cell(fc_optimal *s, view *v, int card, int target) {
  int onto = v->at.cascades[target] ? s->trie.nodes[v->at.cascades[target]].top : TO_EMPTY;
  if ((s->rules.foundation_first && v->next & BIT(card)) || (onto != TO_EMPTY && !fits_on(card, onto))) return;
  state c = v->at;
  uint8_t home[SUITS];
  memcpy(home, v->home, sizeof home);
  int least, most;
  c.cascades[target] = trie_push(&s->trie, c.cascades[target], card);
  grows(s, v->at.cascades[target], c.cascades[target], v->at.bound, &least, &most);
  consider(s, v, &c, v->held & ~BIT(card), home, (fc_hop){(uint8_t)card, (uint8_t)onto}, 1, least, most);
}

static void from_foundation(fc_optimal *s, view *v, int suit, int target) {
  int card = 4 * (v->home[suit] - 1) + suit, onto = v->at.cascades[target] ? s->trie.nodes[v->at.cascades[target]].top : TO_EMPTY;
  if (onto != TO_EMPTY && !fits_on(card, onto)) return;
  state c = v->at;
  uint8_t home[SUITS];
  memcpy(home, v->home, sizeof home);
  home[suit]--;
  int least, most;
  c.cascades[target] = trie_push(&s->trie, c.cascades[target], card);
  grows(s, v->at.cascades[target], c.cascades[target], v->at.bound, &least, &most);
  consider(s, v, &c, v->held, home, (fc_hop){(uint8_t)card, (uint8_t)onto}, 2, least, most);
}

static void to_cells(fc_optimal *s, view *v) {
  for (int i = 0; i < v->used; i++) {
    const node *n = &s->trie.nodes[v->at.cascades[i]];
    if (s->rules.foundation_first && v->next & BIT(n->top)) continue;
    state c = v->at;
    uint8_t home[SUITS];
    memcpy(home, v->home, sizeof home);
    c.cascades[i] = n->parent;
    int least = v->at.bound - (v->at.falls >> i & 1);
    consider(s, v, &c, v->held | BIT(n->top), home, (fc_hop){n->top, TO_CELL}, 1, least, least);
  }
}

static void to_home(fc_optimal *s, view *v) {
  for (int suit = 0; suit < SUITS; suit++) {
    int card = 4 * v->home[suit] + suit;
    if (!(v->ready >> card & 1)) continue;
    state c = v->at;
    uint8_t home[SUITS];
    memcpy(home, v->home, sizeof home);
    home[suit]++;
    for (int i = 0; i < v->used; i++)
      if (s->trie.nodes[c.cascades[i]].top == card) c.cascades[i] = s->trie.nodes[c.cascades[i]].parent;
    consider(s, v, &c, v->held & ~BIT(card), home, (fc_hop){(uint8_t)card, TO_HOME}, 0, v->at.bound, v->at.bound);
  }
}

static view unpack(const fc_optimal *s, uint32_t index) {
  view v = {.at = *state_at(s, index), .index = index, .due = INT32_MAX};
  uint64_t gone = 0, tops = 0;
  for (; v.used < CASCADES && v.at.cascades[v.used]; v.used++) {
    const node *n = &s->trie.nodes[v.at.cascades[v.used]];
    gone |= n->cards;
    tops |= BIT(n->top);
  }
  for (int suit = 0; suit < SUITS; suit++) {
    v.home[suit] = v.at.home >> 4 * suit & 15;
    gone |= (UINT64_C(0x1111111111111) << suit) & (BIT(4 * v.home[suit]) - 1);
  }
  v.held = (BIT(CARDS) - 1) & ~gone;
  v.free = s->rules.cells - card_count(v.held);
  for (int suit = 0; suit < SUITS; suit++)
    if (v.home[suit] < 13) v.next |= BIT(4 * v.home[suit] + suit);
  v.ready = v.next & (tops | v.held);
  return v;
}

/* Makes the children on the threshold. The last one made is the first to be gone on with, so the least promising come first. */
static void expand(fc_optimal *s, uint32_t index) {
  view v = unpack(s, index);
  int empty = s->rules.cascades - v.used;
  int limit = s->supermoves ? limit_of(&s->rules, v.free, empty) : 1;
  int limit_empty = s->supermoves && empty ? limit_of(&s->rules, v.free, empty - 1) : 1;
  int targets = empty ? v.used + 1 : v.used; /* the occupied ones, and one that is empty */
  if (v.at.cost + v.at.bound == (int)s->threshold) { /* it is looked at for the first time */
    unsigned asked = v.free || empty ? (1u << v.used) - 1 : 0;
    for (int i = 0; i < v.used && !(v.free || empty); i++) {
      uint64_t fits = builders_on(s->trie.nodes[v.at.cascades[i]].top);
      for (int j = 0; j < v.used; j++) asked |= (unsigned)(fits >> s->trie.nodes[v.at.cascades[j]].top & 1) << j;
    }
    bound_learn(&s->bound, &s->trie);
    v.at.falls = state_at(s, index)->falls = (uint8_t)bound_falls(&s->bound, &s->trie, v.at.cascades, asked, v.at.bound);
  }
  if (s->rules.foundation_return)
    for (int suit = 0; suit < SUITS; suit++)
      for (int target = 0; v.home[suit] && target < targets; target++) from_foundation(s, &v, suit, target);
  if (v.free) to_cells(s, &v);
  uint64_t movable = v.held;
  for (int i = 0; i < v.used; i++) {
    const node *n = &s->trie.nodes[v.at.cascades[i]];
    movable |= s->supermoves ? n->sequence : BIT(n->top);
  }
  for (int target = targets - 1; target >= 0; target--) {
    if (target < v.used && !(builders_on(s->trie.nodes[v.at.cascades[target]].top) & movable)) continue;
    for (uint64_t held = v.held; held; held &= held - 1) from_cell(s, &v, lowest_card(held), target);
    for (int source = 0; source < v.used; source++)
      if (source != target) from_cascade(s, &v, source, target, target == v.used ? limit_empty : limit);
  }
  to_home(s, &v);
  take_in(s, (int)s->threshold);
  if (v.due < THRESHOLDS) {
    if ((uint32_t)v.due < s->end) put(s, index, v.due);
  } else if (v.due < INT32_MAX) {
    s->beyond = 1;
  }
}

/* 4. The search as others see it. */

/* The fewest single-card moves that a supermove stands for, as supermoves.py plans them; 0 where it cannot be. */
static void make_plan(fc_optimal *s) {
  memset(s->plan, 0, sizeof s->plan);
  for (int cascades = 0; cascades <= CASCADES; cascades++)
    for (int cells = 0; cells <= MAX_CELLS; cells++)
      for (int count = 1; count <= 13; count++)
        for (int to_empty = 1; to_empty >= 0; to_empty--) {
          int helpers = cascades - to_empty, best = 255;
          if (helpers < 0) continue;
          if (count == 1) best = 1;
          if (count > 1 && cells && count - 1 <= cells << helpers) best = 2 + s->plan[count - 1][cells - 1][cascades][to_empty];
          if (count > 1 && helpers) {
            int most = (cells + 1) << (helpers - 1);
            for (int parked = cells ? 2 : 1; parked < count && parked <= most; parked++) {
              if (count - parked > most) continue;
              int moves = s->plan[parked][cells][cascades][1] + s->plan[count - parked][cells][cascades - 1][to_empty] +
                          s->plan[parked][cells][helpers - 1][0];
              if (moves < best) best = moves;
            }
          }
          s->plan[count][cells][cascades][to_empty] = (uint8_t)(best < 255 ? best : 0);
        }
}

fc_optimal *fc_optimal_new(void) { return calloc(1, sizeof(fc_optimal)); }

void fc_optimal_free(fc_optimal *s) {
  if (!s) return;
  fc_optimal_release(s);
  free(s);
}

void fc_optimal_release(fc_optimal *s) {
  trie_release(&s->trie);
  bound_release(&s->bound);
  for (uint32_t i = 0; i < s->chunk_count; i++) free(s->chunks[i]);
  free(s->chunks);
  free(s->table);
  free(s->old);
  s->chunks = NULL;
  s->table = s->old = NULL;
  s->count = s->chunk_count = s->chunk_room = s->table_size = s->old_size = 0;
}

int fc_optimal_begin(fc_optimal *s, const fc_position *position, const fc_rules *rules, int32_t moves, uint64_t max_memory, int32_t best) {
  state start = {.hop = {NO_CARD, NO_CARD}};
  uint8_t home[SUITS];
  uint64_t held = 0;
  int sequences = moves && rules->supermove != SUPERMOVE_SINGLE;
  fc_optimal_release(s);
  s->rules = *rules;
  s->max_memory = max_memory;
  s->autoplay = rules->autoplay == AUTOPLAY_SAFE && rules->foundation_first ? AUTOPLAY_OFF : rules->autoplay;
  s->supermoves = sequences || s->autoplay == AUTOPLAY_MAX || (s->autoplay == AUTOPLAY_SAFE && rules->foundation_return);
  s->steps = !sequences && s->supermoves;
  if (!rules->foundation_return && !rules->foundation_first && rules->autoplay == AUTOPLAY_OFF) s->autoplay = AUTOPLAY_SAFE;
  s->left = CARDS;
  for (int suit = 0; suit < SUITS; suit++) s->left -= home[suit] = position->home[suit];
  s->best = best;
  s->end = best < 0 || best - s->left > THRESHOLDS ? THRESHOLDS : best > s->left ? (uint32_t)(best - s->left) : 0;
  s->beyond = 0;
  s->threshold = 0;
  s->count = 1; /* state 0 stands for none */
  s->solved = 0;
  s->looked_at = 0;
  s->fresh_count = 0;
  memset(s->bucket, 0, sizeof s->bucket);
  if (s->steps) make_plan(s);
  if (!trie_begin(&s->trie, position, start.cascades, spare(s)) || !bound_begin(&s->bound, &s->trie, sequences, spare(s)) || !reserve(s))
    return FC_NO_MEMORY;
  for (int i = 0; i < rules->cells; i++)
    if (position->cells[i] != NO_CARD) held |= BIT(position->cells[i]);
  int sum = bound_of(&s->bound, start.cascades, 0);
  start.bound = (uint8_t)sum;
  s->threshold = (uint32_t)sum;
  if (s->threshold >= s->end) return FC_EXHAUSTED;
  sort_cascades(start.cascades);
  make(s, &start, held, home, fc_optimal_at_start(s));
  take_in(s, sum);
  return s->solved ? FC_SOLVED : FC_RUNNING;
}

int fc_optimal_advance(fc_optimal *s, uint64_t until) {
  while (!s->solved) {
    if (s->looked_at >= until) return FC_RUNNING;
    uint32_t threshold = s->threshold;
    while (threshold < s->end && !s->bucket[threshold]) threshold++;
    if (threshold == s->end) {
      if (s->best >= 0) s->threshold = s->end;
      return s->beyond ? FC_NO_MEMORY : FC_EXHAUSTED;
    }
    s->threshold = threshold;
    if (!reserve(s)) return FC_NO_MEMORY;
    uint32_t index = s->bucket[threshold];
    s->bucket[threshold] = state_at(s, index)->next;
    __builtin_prefetch(state_at(s, s->bucket[threshold]));
    s->looked_at++;
    expand(s, index);
  }
  return FC_SOLVED;
}

uint64_t fc_optimal_states(const fc_optimal *s) { return s->looked_at; }

int32_t fc_optimal_bound(const fc_optimal *s) { return s->left + (int32_t)s->threshold; }

uint64_t fc_optimal_bytes(const fc_optimal *s) {
  return sizeof *s + (uint64_t)s->chunk_room * sizeof *s->chunks + (uint64_t)s->chunk_count * CHUNK * sizeof(state) +
         ((uint64_t)s->table_size + s->old_size) * sizeof(uint32_t) + (uint64_t)s->trie.room * sizeof(node) + bound_bytes(&s->bound);
}

/* With returns, no more than the rules send. */
int32_t fc_optimal_sends(const fc_optimal *s) { return s->rules.foundation_return ? AUTOPLAY_OFF : s->autoplay; }

/* The rules' own autoplay waits for a first move; what only spares the search useless states need not. */
int32_t fc_optimal_at_start(const fc_optimal *s) { return s->autoplay == AUTOPLAY_SAFE && !s->rules.foundation_return; }

size_t fc_optimal_path(const fc_optimal *s, fc_hop *path, size_t room) {
  size_t hops = 0;
  for (uint32_t i = s->solved; i > 1; i = state_at(s, i)->parent) hops++;
  size_t at = hops;
  for (uint32_t i = s->solved; i > 1 && hops <= room; i = state_at(s, i)->parent) path[--at] = state_at(s, i)->hop;
  return hops;
}
