/* The proof: a complete search, which ends in a solution or in the certainty that there is none.
 *
 * Idea. Depth first over everything that can be reached, until a position is won or nothing is left. Where the rules let it be so, the
 * moves are single cards, of which every supermove is made, and every card that is safe goes home at once, which never loses a won
 * position. Where cards may come back from the foundations, or a card that can go home must, nothing goes home but by the rules
 * themselves; and where autoplay waits for the end of a supermove in a way that matters, the moves are whole supermoves
 * (driver.py says when).
 *
 * Layout. A state is canonical: its cascades and cells sorted, since their order means nothing. States are never removed: the array of
 * them is the table's store as well as the tree of the search, and the stack holds their numbers. A table of numbers finds a state by its
 * hash, and compares whole states: a claim that there is no solution never rests on a hash alone. The foundations follow from the
 * cards that are left, and are kept for speed. 32 bytes a state, and 4 to 8 for the table.
 *
 * The way. Depth first the way to a solution may be hundreds of times as long as it need be. So the same states can be met a second
 * time, breadth first, with the stack as the queue and a bit of each parent as the mark: a shortest way through what was met. None is
 * expanded more than once for it, and no other is met.
 *
 * Alternatives. Storing only hashes is a third smaller, and may be wrong. Breadth first needs the same states, and finds no solution
 * before most of them are met.
 *
 * Source: exhaustive search with safe autoplay is what fc-solve and patsolve do to prove a deal impossible; written anew for this program.
 */
#include "rules.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CHILDREN = 512, MOST_NODES = 512, SMALLEST_TABLE = 4096, MOST_STATES = 1 << 30 };
#define AGAIN (UINT32_C(1) << 31) /* with a parent: the state was met a second time */

typedef struct state {
  node_id cascades[CASCADES]; /* sorted */
  uint8_t cells[MAX_CELLS];   /* sorted, NO_CARD last */
  uint8_t home[SUITS];
  uint32_t parent;
  fc_hop hop;
} state;

struct fc_proof {
  trie trie;
  state *states;
  uint32_t count, room;
  uint32_t *table, table_size;
  uint32_t *old, old_size, moved, to_move; /* while a table grows: its old self, and which states are moved already */
  uint32_t *stack, stack_count, stack_room;
  fc_rules rules;
  int supermoves, autoplay; /* whether whole supermoves are the hops; what goes home after each */
  int waits;                /* whether cards may lie accessible that autoplay would send home after the next hop */
  uint64_t max_memory;
  uint32_t solved;
  uint32_t again, next; /* whether the states are met a second time; the place on the stack, a queue then, of the next to be expanded */
};

/* 1. The table. */

static inline uint64_t hash_of(const state *c) {
  uint64_t words[3] = {0};
  memcpy(words, c, sizeof c->cascades + sizeof c->cells);
  return scramble(words[0] ^ scramble(words[1] ^ scramble(words[2])));
}

static inline int same(const state *a, const state *b) {
  return !memcmp(a->cascades, b->cascades, sizeof a->cascades) && !memcmp(a->cells, b->cells, sizeof a->cells);
}

/* The place of a state in a table: its own, or the free one where it belongs. */
static inline uint32_t *find_in(const fc_proof *s, uint32_t *table, uint32_t size, uint64_t hash, const state *c) {
  uint32_t i = (uint32_t)hash & (size - 1);
  while (table[i] && !same(&s->states[table[i]], c)) i = (i + 1) & (size - 1);
  return &table[i];
}

static inline uint32_t *find(const fc_proof *s, const state *c) {
  uint64_t hash = hash_of(c);
  uint32_t *place = find_in(s, s->table, s->table_size, hash, c);
  if (*place || !s->old) return place;
  uint32_t *before = find_in(s, s->old, s->old_size, hash, c);
  return *before ? before : place;
}

/* Moves some states into the grown table. To move all at once would take seconds when there are many, in which no cancel is obeyed. */
static void move_on(fc_proof *s, uint32_t states) {
  for (; states && s->moved < s->to_move; states--, s->moved++) {
    uint32_t i = (uint32_t)hash_of(&s->states[s->moved]) & (s->table_size - 1);
    while (s->table[i]) i = (i + 1) & (s->table_size - 1);
    s->table[i] = s->moved;
  }
  if (s->moved < s->to_move) return;
  free(s->old);
  s->old = NULL;
  s->old_size = 0;
}

/* How many bytes more the search may take. */
static uint64_t spare(const fc_proof *s) {
  uint64_t bytes = fc_proof_bytes(s);
  return bytes < s->max_memory ? s->max_memory - bytes : 0;
}

static int grow_table(fc_proof *s) {
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
  return 1;
}

static int grow(const fc_proof *s, void **array, uint32_t *room, size_t size) {
  uint32_t more = *room ? *room / 2 : 4096;
  void *grown = more * size <= spare(s) ? realloc(*array, (size_t)(*room + more) * size) : NULL;
  if (!grown) return 0;
  *array = grown;
  *room += more;
  return 1;
}

/* Makes room for all children of one state, so that nothing can fail while they are made. Nothing grows beyond the limit. */
static int reserve(fc_proof *s) {
  if (s->count > MOST_STATES) return 0;
  if (s->trie.room - s->trie.count < MOST_NODES && !trie_reserve(&s->trie, MOST_NODES, spare(s))) return 0;
  if (s->count + MOST_CHILDREN > s->room && !grow(s, (void **)&s->states, &s->room, sizeof *s->states)) return 0;
  if (s->stack_count + MOST_CHILDREN > s->stack_room && !grow(s, (void **)&s->stack, &s->stack_room, sizeof *s->stack)) return 0;
  return s->count + MOST_CHILDREN <= s->table_size / 3 * 2 || grow_table(s);
}

/* 2. Canonical states. */

static inline void sort_cells(uint8_t *a) {
  for (int i = 1; i < MAX_CELLS; i++) {
    uint8_t x = a[i];
    int j = i;
    for (; j > 0 && a[j - 1] > x; j--) a[j] = a[j - 1];
    a[j] = x;
  }
}

static void send_home(const fc_proof *s, state *c) {
  int sent = s->autoplay != AUTOPLAY_OFF;
  while (sent) {
    sent = 0;
    for (int i = 0; i < CASCADES + s->rules.cells; i++) {
      int card;
      if (i < CASCADES) {
        if (!c->cascades[i]) continue;
        card = s->trie.nodes[c->cascades[i]].top;
      } else if ((card = c->cells[i - CASCADES]) == NO_CARD) {
        continue;
      }
      if (c->home[suit_of(card)] != rank_of(card) - 1) continue;
      if (s->autoplay != AUTOPLAY_MAX && !is_safe(c->home, card, s->rules.foundation_return)) continue;
      if (i < CASCADES)
        c->cascades[i] = s->trie.nodes[c->cascades[i]].parent;
      else
        c->cells[i - CASCADES] = NO_CARD;
      c->home[suit_of(card)]++;
      sent = 1;
    }
  }
}

/* 3. Children. */

/* The cards that a hop made accessible: the moved one, and what lay under it. */
static inline uint64_t opened(const fc_proof *s, int card, node_id left) {
  return BIT(card) | (left ? BIT(s->trie.nodes[left].top) : 0);
}

/* A state that is met a second time has a shortest way to it through those that were met. */
static void meet_again(fc_proof *s, uint32_t index, uint32_t parent, int card, int onto) {
  if (!index || s->states[index].parent & AGAIN) return;
  s->states[index].parent = parent | AGAIN;
  s->states[index].hop = (fc_hop){(uint8_t)card, (uint8_t)onto};
  s->stack[s->stack_count++] = index;
}

/* A child whose hop is made: met for the first time, it is put on the stack. `may_go`: whether a card may go home by itself after it. Where
 * nothing waits on the table that could go, only what the hop made accessible can. */
static void add(fc_proof *s, state *c, uint32_t parent, int card, int onto, int may_go) {
  if (may_go) send_home(s, c);
  sort_cascades(c->cascades);
  sort_cells(c->cells);
  uint32_t *place = find(s, c);
  if (*place || s->again) {
    if (s->again) meet_again(s, *place, parent, card, onto);
    return;
  }
  c->parent = parent;
  c->hop = (fc_hop){(uint8_t)card, (uint8_t)onto};
  if (c->home[0] + c->home[1] + c->home[2] + c->home[3] == CARDS) s->solved = s->count;
  s->states[s->count] = *c;
  s->stack[s->stack_count++] = *place = s->count++;
  if (s->old) move_on(s, 2);
}

/* The cards of a cascade's sequence that move, and the cascades that it leaves and becomes. */
static void carry(fc_proof *s, state *c, int source, int count, int target) {
  trie *t = &s->trie;
  node_id from = c->cascades[source], to = c->cascades[target];
  uint8_t cards[CARDS];
  for (int i = 0; i < count; i++) {
    cards[i] = t->nodes[from].top;
    from = t->nodes[from].parent;
  }
  while (count) to = trie_push(t, to, cards[--count]);
  c->cascades[source] = from;
  c->cascades[target] = to;
}

/* From a cascade onto a cascade or an empty one: a single card, or with supermoves as many as the rules let move. */
static void from_cascade(fc_proof *s, const state *p, uint32_t index, int source, int target, int limit, uint64_t ready) {
  const node *n = &s->trie.nodes[p->cascades[source]];
  int onto = p->cascades[target] ? s->trie.nodes[p->cascades[target]].top : TO_EMPTY;
  int most = n->sequence_length < limit ? n->sequence_length : limit, length = n->length;
  node_id lowest = p->cascades[source];
  for (int count = 1; count <= most; count++) {
    int first = s->trie.nodes[lowest].top;
    lowest = s->trie.nodes[lowest].parent;
    if (s->rules.foundation_first && ready & BIT(first)) return;
    if (onto == TO_EMPTY ? count == length : !fits_on(first, onto)) continue;
    state c = *p;
    carry(s, &c, source, count, target);
    add(s, &c, index, first, onto, s->waits || opened(s, s->trie.nodes[c.cascades[target]].top, lowest) & ready);
  }
}

static void from_cell(fc_proof *s, const state *p, uint32_t index, int cell, int target, uint64_t ready) {
  int card = p->cells[cell], onto = p->cascades[target] ? s->trie.nodes[p->cascades[target]].top : TO_EMPTY;
  if ((s->rules.foundation_first && ready & BIT(card)) || (onto != TO_EMPTY && !fits_on(card, onto))) return;
  state c = *p;
  c.cells[cell] = NO_CARD;
  c.cascades[target] = trie_push(&s->trie, p->cascades[target], card);
  add(s, &c, index, card, onto, s->waits || opened(s, card, 0) & ready);
}

static void from_foundation(fc_proof *s, const state *p, uint32_t index, int suit, int target) {
  int card = 4 * (p->home[suit] - 1) + suit, onto = p->cascades[target] ? s->trie.nodes[p->cascades[target]].top : TO_EMPTY;
  if (onto != TO_EMPTY && !fits_on(card, onto)) return;
  state c = *p;
  c.home[suit]--;
  c.cascades[target] = trie_push(&s->trie, p->cascades[target], card);
  add(s, &c, index, card, onto, 0);
}

static void to_cells(fc_proof *s, const state *p, uint32_t index, int cell, uint64_t ready) {
  for (int i = 0; i < CASCADES && p->cascades[i]; i++) {
    const node *n = &s->trie.nodes[p->cascades[i]];
    if (s->rules.foundation_first && ready & BIT(n->top)) continue;
    state c = *p;
    c.cells[cell] = n->top;
    c.cascades[i] = n->parent;
    add(s, &c, index, n->top, TO_CELL, s->waits || opened(s, n->top, n->parent) & ready);
  }
}

static void to_home(fc_proof *s, const state *p, uint32_t index, uint64_t ready) {
  for (int i = 0; i < CASCADES + s->rules.cells; i++) {
    state c = *p;
    int card;
    if (i < CASCADES) {
      if (!p->cascades[i]) continue;
      card = s->trie.nodes[p->cascades[i]].top;
      c.cascades[i] = s->trie.nodes[p->cascades[i]].parent;
    } else {
      card = p->cells[i - CASCADES];
      if (card == NO_CARD) continue;
      c.cells[i - CASCADES] = NO_CARD;
    }
    if (!(ready & BIT(card))) continue;
    c.home[suit_of(card)]++;
    add(s, &c, index, card, TO_HOME, 1);
  }
}

/* The last child made is the first to be gone on with, so the least promising come first. */
static void expand(fc_proof *s, uint32_t index) {
  state p = s->states[index];
  int cells = 0, cell = -1, used = 0;
  uint64_t ready = 0, movable = 0; /* movable: what may be built with */
  for (; used < s->rules.cascades && p.cascades[used]; used++) {
    const node *n = &s->trie.nodes[p.cascades[used]];
    movable |= s->supermoves ? n->sequence : BIT(n->top);
  }
  for (int i = s->rules.cells - 1; i >= 0; i--) {
    if (p.cells[i] == NO_CARD)
      cell = i, cells++;
    else
      movable |= BIT(p.cells[i]);
  }
  for (int suit = 0; suit < SUITS; suit++)
    if (p.home[suit] < 13) ready |= BIT(4 * p.home[suit] + suit);
  int cascades = s->rules.cascades - used;
  int limit = s->supermoves ? limit_of(&s->rules, cells, cascades) : 1;
  int limit_empty = s->supermoves && cascades ? limit_of(&s->rules, cells, cascades - 1) : 1;
  int targets = cascades ? used + 1 : used; /* the occupied ones, and one that is empty */
  if (s->rules.foundation_return)
    for (int suit = 0; suit < SUITS; suit++)
      for (int target = 0; p.home[suit] && target < targets; target++) from_foundation(s, &p, index, suit, target);
  if (cell >= 0) to_cells(s, &p, index, cell, ready);
  for (int target = targets - 1; target >= 0; target--) {
    if (target < used && !(builders_on(s->trie.nodes[p.cascades[target]].top) & movable)) continue;
    for (int i = 0; i < s->rules.cells; i++)
      if (p.cells[i] != NO_CARD) from_cell(s, &p, index, i, target, ready);
    for (int source = 0; source < used; source++)
      if (source != target) from_cascade(s, &p, index, source, target, target == used ? limit_empty : limit, ready);
  }
  to_home(s, &p, index, ready);
}

/* 4. The search as others see it. */

fc_proof *fc_proof_new(void) { return calloc(1, sizeof(fc_proof)); }

void fc_proof_free(fc_proof *s) {
  if (!s) return;
  fc_proof_release(s);
  free(s);
}

void fc_proof_release(fc_proof *s) {
  trie_release(&s->trie);
  free(s->states);
  free(s->table);
  free(s->old);
  free(s->stack);
  s->states = NULL;
  s->table = s->old = s->stack = NULL;
  s->room = s->table_size = s->old_size = s->stack_room = 0;
}

int fc_proof_begin(fc_proof *s, const fc_position *position, const fc_rules *rules, uint64_t max_memory) {
  state start = {.hop = {NO_CARD, NO_CARD}};
  s->rules = *rules;
  s->max_memory = max_memory;
  s->autoplay = rules->autoplay == AUTOPLAY_SAFE && rules->foundation_first ? AUTOPLAY_OFF : rules->autoplay;
  s->supermoves = s->autoplay == AUTOPLAY_MAX || (s->autoplay == AUTOPLAY_SAFE && rules->foundation_return);
  if (!rules->foundation_return && !rules->foundation_first && rules->autoplay == AUTOPLAY_OFF) s->autoplay = AUTOPLAY_SAFE;
  s->count = 1; /* state 0 stands for none */
  s->stack_count = s->solved = s->again = 0;
  if (fc_proof_bytes(s) > max_memory) fc_proof_release(s);
  s->moved = s->to_move = 1;
  if (s->old) move_on(s, 0);
  if (s->table) memset(s->table, 0, s->table_size * sizeof *s->table);
  if (!trie_begin(&s->trie, position, start.cascades, spare(s)) || !reserve(s)) return FC_NO_MEMORY;
  memcpy(start.cells, position->cells, sizeof start.cells);
  memcpy(start.home, position->home, sizeof start.home);
  s->waits = !fc_proof_at_start(s);
  add(s, &start, 0, NO_CARD, NO_CARD, !s->waits);
  return s->solved ? FC_SOLVED : FC_RUNNING;
}

int fc_proof_advance(fc_proof *s, uint64_t until) {
  while (!s->solved) {
    if (fc_proof_states(s) >= until) return FC_RUNNING;
    if (!s->stack_count) return FC_EXHAUSTED;
    if (!reserve(s)) return FC_NO_MEMORY;
    expand(s, s->stack[--s->stack_count]);
  }
  return FC_SOLVED;
}

int32_t fc_proof_straighten(fc_proof *s, uint32_t states) {
  if (s->solved <= 1) return 0;
  if (!s->again) {
    while (s->stack_room < s->count + MOST_CHILDREN)
      if (!grow(s, (void **)&s->stack, &s->stack_room, sizeof *s->stack)) return 0;
    s->again = s->stack_count = 1;
    s->next = 0;
    s->stack[0] = 1;
    s->states[1].parent |= AGAIN;
  }
  for (; states && !(s->states[s->solved].parent & AGAIN); states--) {
    if (!reserve(s)) return 0;
    expand(s, s->stack[s->next++]);
  }
  return !(s->states[s->solved].parent & AGAIN);
}

uint64_t fc_proof_states(const fc_proof *s) { return s->count - 1; }

uint64_t fc_proof_bytes(const fc_proof *s) {
  return sizeof *s + (uint64_t)s->room * sizeof(state) + ((uint64_t)s->table_size + s->old_size) * sizeof(uint32_t) +
         (uint64_t)s->stack_room * sizeof(uint32_t) + (uint64_t)s->trie.room * sizeof(node);
}

/* With returns, no more than the rules send. */
int32_t fc_proof_sends(const fc_proof *s) { return s->rules.foundation_return ? AUTOPLAY_OFF : s->autoplay; }

/* The rules' own autoplay waits for a first move; what only spares the search useless states need not. */
int32_t fc_proof_at_start(const fc_proof *s) { return s->autoplay == AUTOPLAY_SAFE && !s->supermoves; }

size_t fc_proof_path(const fc_proof *s, fc_hop *path, size_t room) {
  size_t hops = 0;
  for (uint32_t i = s->solved; i > 1; i = s->states[i].parent & ~AGAIN) hops++;
  size_t at = hops;
  for (uint32_t i = s->solved; i > 1 && hops <= room; i = s->states[i].parent & ~AGAIN) path[--at] = s->states[i].hop;
  return hops;
}
