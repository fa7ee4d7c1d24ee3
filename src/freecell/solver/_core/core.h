/* The solver's core: everything that the searches share, and the whole of the ABI.
 *
 * The core knows nothing of Python, threads, files, clocks or the environment. It is driven from outside in slices: a search is begun,
 * advanced until so many states are met, and asked for its path. Between slices the driver looks at its clock, its limits and
 * whether it was cancelled. The same searches exist in plain Python, in files of the same names, and meet the same states in the same order.
 *
 * A card is 4 * (rank - 1) + suit, suits in the order C D H S: ace of clubs 0, king of spades 51.
 */
#ifndef FREECELL_CORE_H
#define FREECELL_CORE_H

#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
#define FC_API __declspec(dllexport)
#else
#define FC_API __attribute__((visibility("default")))
#endif

enum { CASCADES = 8, MAX_CELLS = 4, SUITS = 4, CARDS = 52, NO_CARD = 0xff };

/* Where a card hops to: onto a card (0-51), or one of these. */
enum { TO_EMPTY = 52, TO_CELL = 53, TO_HOME = 54 };

/* How a search stands. */
enum { FC_RUNNING = 0, FC_SOLVED = 1, FC_EXHAUSTED = 2, FC_NO_MEMORY = 3 };

enum { SUPERMOVE_EXACT = 0, SUPERMOVE_LINEAR = 1, SUPERMOVE_SINGLE = 2 };
enum { AUTOPLAY_OFF = 0, AUTOPLAY_SAFE = 1, AUTOPLAY_MAX = 2 };

/* The house rules that decide what can be won. */
typedef struct fc_rules {
  int32_t cascades, cells, supermove, foundation_return, foundation_first, autoplay;
} fc_rules;

typedef struct fc_position {
  uint8_t length[CASCADES];
  uint8_t cards[CASCADES][CARDS]; /* from the deepest to the top */
  uint8_t cells[MAX_CELLS];       /* NO_CARD where there is none */
  uint8_t home[SUITS];            /* the rank of each foundation's last card */
} fc_position;

/* One way to score positions, as freecell/solver/weights.py explains them. */
typedef struct fc_weights {
  int32_t sends_all, budget, partial;
  int32_t breaks, from_king, above, above_second;
  int32_t space[3][5];
  int32_t home, path;
  int32_t new_target, new_source;
  int32_t dive, put_back;
} fc_weights;

/* Cards that move as one: the highest of them, and where it goes. */
typedef struct fc_hop {
  uint8_t card, onto;
} fc_hop;

typedef struct fc_first fc_first;
FC_API fc_first *fc_first_new(void);
FC_API void fc_first_free(fc_first *);
FC_API void fc_first_release(fc_first *); /* gives the memory back; another search may begin */
FC_API int fc_first_begin(fc_first *, const fc_position *, const fc_rules *, const fc_weights *, uint64_t max_memory);
FC_API int fc_first_advance(fc_first *, uint64_t until); /* so many states are met in all */
FC_API uint64_t fc_first_states(const fc_first *);
FC_API uint64_t fc_first_bytes(const fc_first *);
FC_API size_t fc_first_path(const fc_first *, fc_hop *path, size_t room);

typedef struct fc_proof fc_proof;
FC_API fc_proof *fc_proof_new(void);
FC_API void fc_proof_free(fc_proof *);
FC_API void fc_proof_release(fc_proof *);
FC_API int fc_proof_begin(fc_proof *, const fc_position *, const fc_rules *, uint64_t max_memory);
FC_API int fc_proof_advance(fc_proof *, uint64_t until);
FC_API uint64_t fc_proof_states(const fc_proof *);
FC_API uint64_t fc_proof_bytes(const fc_proof *);
FC_API int32_t fc_proof_sends(const fc_proof *);    /* what goes home after a hop: AUTOPLAY_OFF, _SAFE or _MAX */
FC_API int32_t fc_proof_at_start(const fc_proof *); /* whether it does so before the first hop as well */
FC_API size_t fc_proof_path(const fc_proof *, fc_hop *path, size_t room);
/* Of a proof that is solved: looks for the shortest way through the states that it met, by so many of them at a time. Returns whether there
 * is more to do; there is a path all the time. */
FC_API int32_t fc_proof_straighten(fc_proof *, uint32_t states);

/* What a short search counts beside moves home: single cards, or whole supermoves. */
enum { FC_CARDS = 0, FC_MOVES = 1 };

/* How a short search scores positions, as freecell/solver/weights.py explains it. */
typedef struct fc_beam {
  int32_t width, growth;
  int32_t breaks, from_king, bound, above, above_second, runs, runs_second;
  int32_t space[3][5];
  int32_t home;
} fc_beam;

typedef struct fc_short fc_short;
FC_API fc_short *fc_short_new(void);
FC_API void fc_short_free(fc_short *);
FC_API void fc_short_release(fc_short *);
/* A search for solutions shorter than `best`, or (-1) for any, with beams up to a width, or (0) as wide as they get. */
FC_API int fc_short_begin(fc_short *, const fc_position *, const fc_rules *, const fc_beam *, int measure, int width, int best,
                          uint64_t max_memory);
FC_API int fc_short_advance(fc_short *, uint64_t until); /* FC_SOLVED for each shorter solution; then it can be gone on with */
FC_API uint64_t fc_short_states(const fc_short *);
FC_API uint64_t fc_short_bytes(const fc_short *);
FC_API int32_t fc_short_length(const fc_short *); /* of the best solution, in the measure; -1 if there is none */
FC_API int32_t fc_short_bound(const fc_short *);  /* what no solution can be shorter than */
FC_API int32_t fc_short_sends(const fc_short *);
FC_API size_t fc_short_path(const fc_short *, fc_hop *path, size_t room);

/* The shortest solution: counted in cards that move, or (`moves` not 0) a supermove as one. Only those
 * shorter than `best` are looked for, if it is not negative. */
typedef struct fc_optimal fc_optimal;
FC_API fc_optimal *fc_optimal_new(void);
FC_API void fc_optimal_free(fc_optimal *);
FC_API void fc_optimal_release(fc_optimal *);
FC_API int fc_optimal_begin(fc_optimal *, const fc_position *, const fc_rules *, int32_t moves, uint64_t max_memory, int32_t best);
FC_API int fc_optimal_advance(fc_optimal *, uint64_t until); /* so many states are looked at in all */
FC_API uint64_t fc_optimal_states(const fc_optimal *);
FC_API uint64_t fc_optimal_bytes(const fc_optimal *);
FC_API int32_t fc_optimal_bound(const fc_optimal *); /* no solution is shorter */
FC_API int32_t fc_optimal_sends(const fc_optimal *);
FC_API int32_t fc_optimal_at_start(const fc_optimal *);
FC_API size_t fc_optimal_path(const fc_optimal *, fc_hop *path, size_t room);

/* What came of one position of many. */
typedef struct fc_result {
  int32_t status;  /* FC_SOLVED, FC_EXHAUSTED: there is no solution, FC_RUNNING: the plan or max_states ended first, FC_NO_MEMORY */
  int32_t sends;   /* what goes home after each hop: AUTOPLAY_OFF, AUTOPLAY_SAFE or AUTOPLAY_MAX */
  int32_t at_start; /* whether it does so before the first hop as well */
  int32_t moves;   /* in the solution, as docs/rules.md counts them, or cards that move; -1 if the check failed */
  int32_t hops, at; /* how many, and where in fc_bulk_hops they begin */
  int32_t bound, limited; /* what no solution can be shorter than; whether max_states ended the search for shorter ones */
  uint64_t states, bytes;
} fc_result;

/* One step of a plan: an attempt with these weights, or a proof, for so many more states. */
typedef struct fc_step {
  int32_t weights, states;
} fc_step;

/* In the place of weights: the proof, and one without returns under rules that have them, as freecell/solver/weights.py explains it. */
enum { FC_PROOF = -1, FC_PLAIN = -2 };

typedef struct fc_bulk fc_bulk;
FC_API fc_bulk *fc_bulk_new(void);
FC_API void fc_bulk_free(fc_bulk *);
/* Solves deals one after the other, until *stop is not 0; returns how many were done. */
FC_API size_t fc_bulk_deals(fc_bulk *, const uint64_t *deals, size_t count, const fc_rules *, const fc_weights *, const fc_step *plan,
                            size_t steps, uint64_t max_states, uint64_t max_memory, const volatile int32_t *stop, fc_result *);
/* Has each deal's solution made shorter from now on by beams up to this width, or (0) as wide as they get. */
FC_API void fc_bulk_shorten(fc_bulk *, const fc_beam *, int measure, int width);
FC_API const fc_hop *fc_bulk_hops(const fc_bulk *);

FC_API void fc_deal(uint64_t number, fc_position *);
/* Replays a solution with code that shares nothing with the searches: the number of its moves, or -1 if it does not win by legal moves. */
FC_API int32_t fc_check(const fc_position *, const fc_rules *, int32_t sends, int32_t at_start, const fc_hop *, size_t hops);
/* The same, but the number of cards that move. */
FC_API int32_t fc_check_cards(const fc_position *, const fc_rules *, int32_t sends, int32_t at_start, const fc_hop *, size_t hops);
/* Whether this processor can do what the core was compiled for. */
FC_API int32_t fc_supported(void);

#endif
