/* Drives the solver's core under the sanitizers: on real deals and made-up positions, under all rules, with every kind of limit, and with
 * an allocator that fails on request. Ways to run it:
 *
 *   core work RUNS SEED       so many positions, three times as many deals, and the proofs of the impossible deals
 *   core starve RUNS SEED     a small workload, again and again, while some allocation fails, another one each time
 *   core fuzz RUNS SEED       what a fuzzer does, with random bytes
 *
 * Built with -fsanitize=fuzzer and -DFUZZER it is a libFuzzer target. Whatever the core gets wrong that the sanitizers do not see ends
 * in abort(). test_sanitize.py builds and runs it.
 */
#include "core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 1. Allocations that fail on request (allocator.h). */

#undef malloc
#undef calloc
#undef realloc

static uint64_t allocations, failing_from = UINT64_MAX, failing_every = 1;

static int fails(void) {
  uint64_t n = ++allocations;
  return n >= failing_from && (n - failing_from) % failing_every == 0;
}

void *failing_malloc(size_t size) { return fails() ? NULL : malloc(size); }
void *failing_calloc(size_t count, size_t size) { return fails() ? NULL : calloc(count, size); }
void *failing_realloc(void *old, size_t size) { return fails() ? NULL : realloc(old, size); }

static void must(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "the core is wrong: %s\n", what);
  abort();
}

/* 2. Choices, from a seed or from a fuzzer's bytes, which end in a stream of zeros. */

typedef struct chooser {
  const uint8_t *bytes;
  size_t left;
  uint64_t seed;
} chooser;

static uint32_t choose(chooser *c, uint32_t below) {
  uint32_t x = 0;
  if (c->bytes) {
    for (int i = 0; i < 2 && c->left; i++, c->left--) x = x << 8 | *c->bytes++;
  } else {
    c->seed = c->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    x = (uint32_t)(c->seed >> 33);
  }
  return x % below;
}

static int32_t between(chooser *c, int32_t low, int32_t high) { return low + (int32_t)choose(c, (uint32_t)(high - low + 1)); }

static fc_rules any_rules(chooser *c) {
  return (fc_rules){.cascades = CASCADES, .cells = between(c, 0, 4), .supermove = between(c, 0, 2), .foundation_return = between(c, 0, 1),
                    .foundation_first = between(c, 0, 1), .autoplay = between(c, 0, 2)};
}

static fc_weights any_weights(chooser *c) {
  fc_weights w = {.sends_all = between(c, 0, 1), .budget = 1000, .partial = between(c, 0, 1), .breaks = between(c, -3, 12),
                  .from_king = between(c, -12, 3), .above = between(c, 0, 6), .above_second = between(c, 0, 3), .home = between(c, -2, 6),
                  .path = between(c, 0, 30), .new_target = between(c, -12, 3), .new_source = between(c, -12, 3), .dive = between(c, 0, 9),
                  .put_back = between(c, 1, 30)};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 5; j++) w.space[i][j] = between(c, -50, 30);
  return w;
}

static int red(int card) { return card % 4 == 1 || card % 4 == 2; }

/* Any position: foundations of any heights, the rest on fewer or more cascades and in cells, in any order or nearly built. */
static fc_position any_position(chooser *c, fc_rules *rules) {
  fc_position p = {.length = {0}};
  uint8_t rest[CARDS];
  int count = 0, held = 0, order = between(c, 0, 2), least = between(c, 0, 12);
  memset(p.cells, NO_CARD, sizeof p.cells);
  rules->cascades = between(c, 1, CASCADES);
  for (int suit = 0; suit < SUITS; suit++) p.home[suit] = (uint8_t)between(c, least, 13);
  for (int rank = 12; rank >= 0; rank--)
    for (int suit = 0; suit < SUITS; suit++)
      if (p.home[suit] <= rank) rest[count++] = (uint8_t)(4 * rank + suit);
  for (int i = count - 1; i > 0; i--) { /* shuffled, or only a little, or not */
    int reach = order == 0 ? i : order == 1 ? (i < 6 ? i : 6) : 0, j = i - between(c, 0, reach);
    uint8_t card = rest[i];
    rest[i] = rest[j];
    rest[j] = card;
  }
  for (int i = 0; i < count; i++) {
    int place = between(c, 0, rules->cascades - 1), card = rest[i];
    if (held < rules->cells && choose(c, 8) == 0) {
      p.cells[held++] = (uint8_t)card;
      continue;
    }
    for (int j = 0; order && j < rules->cascades; j++) {
      int top = p.length[j] ? p.cards[j][p.length[j] - 1] : NO_CARD;
      if (top != NO_CARD && card / 4 + 1 == top / 4 && red(card) != red(top)) place = j;
    }
    p.cards[place][p.length[place]++] = (uint8_t)card;
  }
  return p;
}

/* 3. What a search must keep to. */

static fc_hop path[1 << 16];

static void check_solution(const fc_position *position, const fc_rules *rules, int sends, int at_start, size_t hops, chooser *c) {
  must(hops <= sizeof path / sizeof *path, "a solution of endless length");
  must(fc_check(position, rules, sends, at_start, path, hops) >= 0, "a solution that its referee refuses");
  for (int i = 0; i < 4 && hops; i++) { /* the referee survives anything */
    path[choose(c, (uint32_t)hops)] = (fc_hop){(uint8_t)choose(c, 256), (uint8_t)choose(c, 256)};
    fc_check(position, rules, sends, at_start, path, hops);
  }
}

static int run_first(fc_first *s, const fc_position *p, const fc_rules *rules, const fc_weights *w, uint64_t states, uint64_t memory, chooser *c) {
  int status = fc_first_begin(s, p, rules, w, memory);
  for (uint64_t until = 0; status == FC_RUNNING && until < states;) status = fc_first_advance(s, until += 1 + states / 3);
  must(status == FC_NO_MEMORY || fc_first_bytes(s) <= memory, "an attempt that takes more memory than it was given");
  if (status == FC_SOLVED) {
    size_t hops = fc_first_path(s, NULL, 0);
    must(fc_first_path(s, path, sizeof path / sizeof *path) == hops, "a path of two lengths");
    if (!(rules->autoplay == AUTOPLAY_MAX && !w->sends_all) && !(!w->sends_all && rules->foundation_first))
      check_solution(p, rules, w->sends_all ? AUTOPLAY_MAX : AUTOPLAY_SAFE, 1, hops, c);
  }
  return status;
}

static int run_proof(fc_proof *s, const fc_position *p, const fc_rules *rules, uint64_t states, uint64_t memory, chooser *c) {
  int status = fc_proof_begin(s, p, rules, memory);
  for (uint64_t until = 0; status == FC_RUNNING && until < states;) status = fc_proof_advance(s, until += 1 + states / 3);
  must(status == FC_NO_MEMORY || fc_proof_bytes(s) <= memory, "a proof that takes more memory than it was given");
  if (status == FC_SOLVED) {
    size_t hops = fc_proof_path(s, NULL, 0), before = hops;
    while (fc_proof_straighten(s, 1 + choose(c, 50))) {
      hops = fc_proof_path(s, NULL, 0);
      must(hops <= before, "a way that gets longer");
    }
    hops = fc_proof_path(s, NULL, 0);
    must(hops <= before, "a way that gets longer");
    must(fc_proof_bytes(s) <= memory, "a proof that takes more memory than it was given");
    if (hops > sizeof path / sizeof *path) return status; /* depth first can go astray */
    must(fc_proof_path(s, path, sizeof path / sizeof *path) == hops, "a path of two lengths");
    check_solution(p, rules, fc_proof_sends(s), fc_proof_at_start(s), hops, c);
  }
  return status;
}

/* A shortest solution, as long as its bound, and shorter than `best` where that is not negative. */
static int run_optimal(fc_optimal *s, const fc_position *p, const fc_rules *rules, int moves, uint64_t states, uint64_t memory, int32_t best, chooser *c) {
  int status = fc_optimal_begin(s, p, rules, moves, memory, best);
  int32_t bound = status == FC_NO_MEMORY ? 0 : fc_optimal_bound(s);
  for (uint64_t until = 0; status == FC_RUNNING && until < states;) {
    status = fc_optimal_advance(s, until += 1 + states / 3);
    must(fc_optimal_bound(s) >= bound, "a bound that falls");
    bound = fc_optimal_bound(s);
  }
  must(status == FC_NO_MEMORY || fc_optimal_bytes(s) <= memory, "a shortest solution that takes more memory than it was given");
  if (status == FC_SOLVED) {
    size_t hops = fc_optimal_path(s, NULL, 0);
    must(fc_optimal_path(s, path, sizeof path / sizeof *path) == hops, "a path of two lengths");
    must(best < 0 || bound < best, "a solution that is no shorter than was asked for");
    must(!moves || rules->supermove == SUPERMOVE_SINGLE ||
             fc_check(p, rules, fc_optimal_sends(s), fc_optimal_at_start(s), path, hops) == bound,
         "a shortest solution of another length");
    check_solution(p, rules, fc_optimal_sends(s), fc_optimal_at_start(s), hops, c);
  }
  return status;
}

static fc_beam any_beam(chooser *c) {
  fc_weights w = any_weights(c);
  fc_beam beam = {.width = between(c, 1, 60), .growth = between(c, 2, 4), .breaks = w.breaks, .from_king = w.from_king,
                  .bound = between(c, -2, 12), .above = w.above, .above_second = w.above_second, .runs = between(c, -3, 3),
                  .runs_second = between(c, -3, 3), .home = w.home};
  memcpy(beam.space, w.space, sizeof beam.space);
  return beam;
}

/* Ever shorter solutions, each as long as it says, down to what none is below. */
static int run_short(fc_short *s, const fc_position *p, const fc_rules *rules, int moves, uint64_t states, uint64_t memory, int best, chooser *c) {
  fc_beam beam = any_beam(c);
  int status = fc_short_begin(s, p, rules, &beam, moves ? FC_MOVES : FC_CARDS, between(c, 0, 100), best, memory), length = -1;
  while ((status == FC_RUNNING && fc_short_states(s) < states) || status == FC_SOLVED) {
    status = fc_short_advance(s, fc_short_states(s) + 1 + states / 3);
    if (status != FC_SOLVED) continue;
    must(length < 0 || fc_short_length(s) < length, "a shorter solution that is no shorter");
    length = fc_short_length(s);
    must(best < 0 || length < best, "a solution that is no shorter than was asked for");
    must(length >= fc_short_bound(s), "a solution shorter than its bound");
    size_t hops = fc_short_path(s, NULL, 0);
    must(fc_short_path(s, path, sizeof path / sizeof *path) == hops, "a path of two lengths");
    int counted = (moves ? fc_check : fc_check_cards)(p, rules, fc_short_sends(s), 1, path, hops);
    must(counted == length, "a short solution of another length");
    check_solution(p, rules, fc_short_sends(s), 1, hops, c);
  }
  must(status == FC_NO_MEMORY || fc_short_bytes(s) <= memory, "a short search that takes more memory than it was given");
  return length;
}

static uint64_t any_memory(chooser *c) {
  static const uint64_t some[] = {0, 1, 1000, 20000, 60000, 200000, 300000, 400000, 600000, 1000000, 3000000, UINT64_MAX, UINT64_MAX};
  return some[choose(c, sizeof some / sizeof *some)];
}

static uint32_t any_states(chooser *c) {
  static const uint32_t some[] = {0, 1, 2, 50, 300, 1000, 2000, 4000};
  return some[choose(c, sizeof some / sizeof *some)];
}

/* A position, and all searches from it. The searches are kept from one to the next, as in bulk. */
static void try_position(fc_first *first, fc_proof *proof, fc_optimal *optimal, fc_short *brief, chooser *c) {
  fc_rules rules = any_rules(c);
  fc_weights weights = any_weights(c);
  fc_position p = any_position(c, &rules);
  int attempt = run_first(first, &p, &rules, &weights, any_states(c), any_memory(c), c);
  int proved = run_proof(proof, &p, &rules, any_states(c), any_memory(c), c);
  int sound = weights.sends_all || !(rules.foundation_first || rules.foundation_return || rules.autoplay == AUTOPLAY_MAX);
  must(!(sound && attempt == FC_SOLVED && proved == FC_EXHAUSTED), "what an attempt wins is proved to be lost");
  int moves = between(c, 0, 1), best = choose(c, 3) ? -1 : between(c, 0, 100);
  int shortest = run_optimal(optimal, &p, &rules, moves, any_states(c), any_memory(c), best, c);
  must(!(shortest == FC_SOLVED && proved == FC_EXHAUSTED), "a shortest solution of what is proved to be lost");
  int length = run_short(brief, &p, &rules, moves, any_states(c), any_memory(c), best, c);
  must(!(length >= 0 && (proved == FC_EXHAUSTED || shortest == FC_EXHAUSTED)), "a short solution where there is none");
  must(!(length >= 0 && shortest == FC_SOLVED && length < fc_optimal_bound(optimal)), "a solution shorter than the shortest");
  must(!(shortest == FC_EXHAUSTED && best < 0 && proved == FC_SOLVED), "no shortest solution of what is won");
}

static void try_deals(fc_bulk *bulk, chooser *c, uint32_t most_states) {
  fc_step plan[] = {{0, 400}, {1, 400}, {-1, 1000}, {0, 3000}, {-1, 100000}};
  fc_weights weights[] = {any_weights(c), any_weights(c)};
  fc_rules rules = any_rules(c);
  uint64_t deals[3], max_memory = any_memory(c), max_states = choose(c, 4) ? any_states(c) : most_states;
  fc_result results[3];
  volatile int32_t stop = 0;
  weights[0].sends_all = weights[1].sends_all = 1;
  for (int i = 0; i < 3; i++) deals[i] = 1 + choose(c, 1u << 31) + ((uint64_t)choose(c, 4) << 31);
  fc_beam beam = any_beam(c);
  fc_bulk_shorten(bulk, choose(c, 2) ? &beam : NULL, choose(c, 2) ? FC_CARDS : FC_MOVES, between(c, 1, 100));
  if (choose(c, 50) == 0) stop = 1;
  size_t done = fc_bulk_deals(bulk, deals, 3, &rules, weights, plan, 5, max_states, max_memory, &stop, results);
  must(done == (stop ? 0 : 3), "deals are missing");
  for (size_t i = 0; i < done; i++) {
    must(results[i].status != FC_SOLVED || results[i].moves >= 0, "a solution in bulk that its referee refuses");
    must(results[i].bytes <= max_memory, "more memory in bulk than was given");
    must(results[i].states <= max_states + 256, "more states in bulk than were asked for");
  }
}

/* 4. The ways to run. */

typedef struct searches {
  fc_first *first;
  fc_proof *proof;
  fc_optimal *optimal;
  fc_short *brief;
  fc_bulk *bulk;
} searches;

static int begin(searches *s) {
  *s = (searches){fc_first_new(), fc_proof_new(), fc_optimal_new(), fc_short_new(), fc_bulk_new()};
  return s->first && s->proof && s->optimal && s->brief && s->bulk;
}

static void end(searches *s) {
  fc_first_free(s->first);
  fc_proof_free(s->proof);
  fc_optimal_free(s->optimal);
  fc_short_free(s->brief);
  fc_bulk_free(s->bulk);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  chooser c = {.bytes = data, .left = size};
  searches s;
  must(begin(&s), "no searches");
  try_position(s.first, s.proof, s.optimal, s.brief, &c);
  try_deals(s.bulk, &c, 500);
  end(&s);
  return 0;
}

#ifndef FUZZER
static void work(uint32_t runs, uint64_t seed) {
  static const uint64_t impossible[] = {11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948};
  chooser c = {.seed = seed};
  searches s;
  must(begin(&s), "no searches");
  for (uint32_t i = 0; i < runs; i++) {
    try_position(s.first, s.proof, s.optimal, s.brief, &c);
    try_deals(s.bulk, &c, 2000);
  }
  for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
    fc_rules rules = {.cascades = CASCADES, .cells = 4, .autoplay = AUTOPLAY_SAFE};
    fc_position p;
    fc_deal(impossible[i], &p);
    must(run_proof(s.proof, &p, &rules, UINT64_MAX / 2, UINT64_MAX, &c) == FC_EXHAUSTED, "an impossible deal is not proved so");
  }
  end(&s);
}

static void starve(uint32_t runs, uint64_t seed) {
  for (uint32_t n = 1; n <= runs; n++) {
    chooser c = {.seed = seed + n / 40};
    searches s;
    allocations = 0;
    failing_from = n % 40 + 1;
    failing_every = n % 3 == 0 ? 1 : n % 3 == 1 ? 7 : UINT64_MAX; /* all from then on, some, or only that one */
    if (begin(&s)) {
      fc_rules rules = {.cascades = CASCADES, .cells = between(&c, 1, 4), .autoplay = AUTOPLAY_SAFE};
      fc_weights weights = any_weights(&c);
      fc_position p;
      fc_deal(1 + choose(&c, 32000), &p);
      for (int again = 0; again < 2; again++) { /* what failed once can begin anew */
        run_first(s.first, &p, &rules, &weights, 3000, UINT64_MAX, &c);
        run_proof(s.proof, &p, &rules, 6000, UINT64_MAX, &c);
        run_optimal(s.optimal, &p, &rules, again, 6000, UINT64_MAX, -1, &c);
        run_short(s.brief, &p, &rules, again, 6000, UINT64_MAX, -1, &c);
        try_deals(s.bulk, &c, 2000);
      }
      failing_from = UINT64_MAX;
      must(run_proof(s.proof, &p, &rules, 100, UINT64_MAX, &c) != FC_NO_MEMORY, "memory is there again, but not used");
      must(run_first(s.first, &p, &rules, &weights, 100, UINT64_MAX, &c) != FC_NO_MEMORY, "memory is there again, but not used");
      must(run_optimal(s.optimal, &p, &rules, 1, 100, UINT64_MAX, -1, &c) != FC_NO_MEMORY, "memory is there again, but not used");
    }
    end(&s);
  }
}

static void fuzz(uint32_t runs, uint64_t seed) {
  chooser c = {.seed = seed};
  uint8_t data[600];
  for (uint32_t i = 0; i < runs; i++) {
    size_t size = choose(&c, sizeof data + 1);
    for (size_t j = 0; j < size; j++) data[j] = (uint8_t)choose(&c, 256);
    LLVMFuzzerTestOneInput(data, size);
  }
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  uint32_t runs = (uint32_t)strtoul(arguments[2], NULL, 10);
  uint64_t seed = strtoull(arguments[3], NULL, 10);
  if (!strcmp(arguments[1], "work"))
    work(runs, seed);
  else if (!strcmp(arguments[1], "starve"))
    starve(runs, seed);
  else if (!strcmp(arguments[1], "fuzz"))
    fuzz(runs, seed);
  else
    return 2;
  return 0;
}
#endif
