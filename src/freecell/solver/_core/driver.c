/* Many positions, one after the other: the searches in the order of a plan, and each solution checked. driver.py does the same for one. */
#include "core.h"

#include <stdlib.h>

struct fc_bulk {
  fc_first *first;
  fc_proof *proof;
  fc_short *brief;
  const fc_beam *beam; /* what makes solutions shorter, if that is wanted */
  int measure, width;
  fc_hop *hops;
  size_t count, room;
};

fc_bulk *fc_bulk_new(void) {
  fc_bulk *b = calloc(1, sizeof *b);
  if (!b) return NULL;
  b->first = fc_first_new();
  b->proof = fc_proof_new();
  b->brief = fc_short_new();
  b->measure = FC_MOVES;
  if (b->first && b->proof && b->brief) return b;
  fc_bulk_free(b);
  return NULL;
}

void fc_bulk_free(fc_bulk *b) {
  if (!b) return;
  fc_first_free(b->first);
  fc_proof_free(b->proof);
  fc_short_free(b->brief);
  free(b->hops);
  free(b);
}

const fc_hop *fc_bulk_hops(const fc_bulk *b) { return b->hops; }

static fc_hop *room_for(fc_bulk *b, size_t hops) {
  if (b->count + hops > b->room) {
    size_t room = (b->count + hops) * 2;
    fc_hop *grown = realloc(b->hops, room * sizeof *grown);
    if (!grown) return NULL;
    b->hops = grown;
    b->room = room;
  }
  return b->hops + b->count;
}

enum { SLICE = 1024 }; /* states between two looks at *stop */
enum { LONG = 100 };   /* hops of a proof's way that is made straight */

/* How long the solution that is kept last is, as the referee counts it. */
static int32_t length(const fc_bulk *b, const fc_position *position, const fc_rules *rules, const fc_result *r) {
  int32_t (*check)(const fc_position *, const fc_rules *, int32_t, int32_t, const fc_hop *, size_t) = b->measure == FC_CARDS ? fc_check_cards : fc_check;
  return check(position, rules, r->sends, r->at_start, b->hops + r->at, (size_t)r->hops);
}

/* Keeps a shorter solution in the place of the one before. */
static void keep_short(fc_bulk *b, const fc_position *position, const fc_rules *rules, fc_result *r) {
  size_t hops = fc_short_path(b->brief, NULL, 0);
  b->count = (size_t)r->at;
  fc_hop *path = room_for(b, hops);
  if (!path) {
    r->status = FC_NO_MEMORY;
    return;
  }
  fc_short_path(b->brief, path, hops);
  r->hops = (int32_t)hops;
  r->sends = fc_short_sends(b->brief);
  r->at_start = 1;
  if (length(b, position, rules, r) != r->moves) r->moves = -1;
  b->count += hops;
}

/* Keeps a solution, and has it replayed. */
static void keep(fc_bulk *b, const fc_position *position, const fc_rules *rules, int proved, fc_result *r) {
  size_t hops = proved ? fc_proof_path(b->proof, NULL, 0) : fc_first_path(b->first, NULL, 0);
  fc_hop *path = room_for(b, hops);
  if (!path) {
    r->status = FC_NO_MEMORY;
    return;
  }
  if (proved)
    fc_proof_path(b->proof, path, hops);
  else
    fc_first_path(b->first, path, hops);
  r->at = (int32_t)b->count;
  r->hops = (int32_t)hops;
  r->moves = length(b, position, rules, r);
  b->count += hops;
}

enum { KEPT_SHORT = 64 << 20 }; /* bytes that the search for short solutions keeps for the next deal */

/* Has a solution made shorter. */
static void shorten(fc_bulk *b, const fc_position *position, const fc_rules *rules, uint64_t max_states, uint64_t max_memory,
                    const volatile int32_t *stop, fc_result *r) {
  if (r->states < max_states && !*stop) {
    if (fc_short_bytes(b->brief) > KEPT_SHORT) fc_short_release(b->brief);
    int status = fc_short_begin(b->brief, position, rules, b->beam, b->measure, b->width, r->moves, max_memory);
    uint64_t before = r->states, most = max_states - before;
    r->bound = fc_short_bound(b->brief);
    while ((status == FC_RUNNING || status == FC_SOLVED) && fc_short_states(b->brief) < most && r->moves > r->bound && !*stop) {
      uint64_t next = fc_short_states(b->brief) + SLICE;
      status = fc_short_advance(b->brief, next < most ? next : most);
      if (status == FC_SOLVED) r->moves = fc_short_length(b->brief);
    }
    r->states = before + fc_short_states(b->brief);
    if (fc_short_bytes(b->brief) > r->bytes && fc_short_bytes(b->brief) <= max_memory) r->bytes = fc_short_bytes(b->brief);
    if (fc_short_length(b->brief) >= 0) keep_short(b, position, rules, r);
  }
  r->limited = r->states >= max_states;
}


/* Advances a search until so many states are met. */
static int advance(fc_bulk *b, int proof, uint64_t until, const volatile int32_t *stop) {
  uint64_t met;
  int status;
  do {
    met = (proof ? fc_proof_states(b->proof) : fc_first_states(b->first)) + SLICE;
    if (met > until) met = until;
    status = proof ? fc_proof_advance(b->proof, met) : fc_first_advance(b->first, met);
  } while (status == FC_RUNNING && met < until && !*stop);
  return status;
}

enum { KEPT = 4 << 20 }; /* bytes that a search may keep for the next deal, so that an ordinary one need not ask for memory */

static void solve(fc_bulk *b, const fc_position *position, const fc_rules *rules, const fc_weights *weights, const fc_step *plan,
                  size_t steps, uint64_t max_states, uint64_t max_memory, const volatile int32_t *stop, fc_result *r) {
  int proving = 0, lost = 0; /* which proof, if any; whether no more is found without returns */
  fc_rules plain = *rules;
  plain.foundation_return = 0;
  *r = (fc_result){.status = FC_RUNNING};
  for (size_t i = 0; i < steps && r->status == FC_RUNNING && (i == 0 || r->states < max_states) && !*stop; i++) {
    int proof = plan[i].weights < 0, status = FC_RUNNING;
    if (lost && plan[i].weights != FC_PROOF) continue;
    uint64_t left = max_states - r->states, states = (uint64_t)plan[i].states < left ? (uint64_t)plan[i].states : left;
    uint64_t before = 0, others = proving ? fc_proof_bytes(b->proof) : 0, bytes;
    if (proof) {
      fc_first_release(b->first); /* only the proof keeps what it has while others search */
      if (proving == plan[i].weights)
        before = fc_proof_states(b->proof);
      else
        status = fc_proof_begin(b->proof, position, plan[i].weights == FC_PLAIN ? &plain : rules, max_memory);
      proving = plan[i].weights;
      if (status == FC_RUNNING) status = advance(b, 1, before + states, stop);
      if (status == FC_SOLVED && fc_proof_path(b->proof, NULL, 0) > LONG)
        while (!*stop && fc_proof_straighten(b->proof, SLICE)) {}
      r->states += fc_proof_states(b->proof) - before;
      bytes = fc_proof_bytes(b->proof);
    } else {
      if (fc_first_bytes(b->first) > KEPT) fc_first_release(b->first);
      status = fc_first_begin(b->first, position, rules, &weights[plan[i].weights], max_memory > others ? max_memory - others : 0);
      if (status == FC_RUNNING) status = advance(b, 0, states, stop);
      r->states += fc_first_states(b->first);
      bytes = others + fc_first_bytes(b->first);
    }
    if (bytes > r->bytes && bytes <= max_memory) r->bytes = bytes; /* a search that could not even begin took next to nothing */
    if (status == FC_SOLVED) {
      r->status = FC_SOLVED;
      r->sends = proof ? fc_proof_sends(b->proof) : weights[plan[i].weights].sends_all ? AUTOPLAY_MAX : AUTOPLAY_SAFE;
      r->at_start = proof ? fc_proof_at_start(b->proof) : 1;
      keep(b, position, rules, proof, r);
    } else if (plan[i].weights == FC_PLAIN && status != FC_RUNNING) {
      lost = 1; /* without returns there is none, or not in this memory */
      fc_proof_release(b->proof);
    } else if (proof && status != FC_RUNNING) {
      r->status = status; /* exhausted: there is none; or out of memory, and then no attempt will have enough either */
    }
  }
  if (proving) fc_proof_release(b->proof);
  if (r->status == FC_SOLVED && b->beam && r->moves >= 0) shorten(b, position, rules, max_states, max_memory, stop, r);
}

void fc_bulk_shorten(fc_bulk *b, const fc_beam *beam, int measure, int width) {
  b->beam = beam;
  b->measure = measure;
  b->width = width;
}

int32_t fc_supported(void) {
#if defined(__x86_64__) && defined(__AVX2__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
#elif defined(__x86_64__) && defined(__POPCNT__)
  return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("sse4.2");
#else
  return 1;
#endif
}

size_t fc_bulk_deals(fc_bulk *b, const uint64_t *deals, size_t count, const fc_rules *rules, const fc_weights *weights, const fc_step *plan,
                     size_t steps, uint64_t max_states, uint64_t max_memory, const volatile int32_t *stop, fc_result *results) {
  fc_position position;
  size_t done = 0;
  b->count = 0;
  while (done < count && !*stop) {
    fc_deal(deals[done], &position);
    solve(b, &position, rules, weights, plan, steps, max_states, max_memory, stop, &results[done]);
    if (!*stop) done++;
  }
  return done;
}
