/* A referee for solutions, which shares nothing with the searches: no trie, no masks, no hashes, only piles of cards.
 *
 * In bulk, replaying a solution in Python would cost more than finding it. So every solution is replayed here by the plainest code there
 * is, and a sample of them by the engine (driver.py).
 */
#include "core.h"

#include <string.h>

typedef struct board {
  fc_position at;
  const fc_rules *rules;
  int moves, cards;
} board;

static int suit_of(int card) { return card & 3; }
static int below(int card) { return card >> 2; } /* how many cards of its suit lie under it on its foundation */
static int red(int card) { return suit_of(card) == 1 || suit_of(card) == 2; }
static int follows(int card, int on) { return below(card) + 1 == below(on) && red(card) != red(on); }

static int top_of(const board *b, int cascade) {
  return b->at.length[cascade] ? b->at.cards[cascade][b->at.length[cascade] - 1] : NO_CARD;
}

static int is_next(const board *b, int card) { return b->at.home[suit_of(card)] == below(card); }

/* Whether a card that is next on its foundation goes there by itself. */
static int may_go_by_itself(const board *b, int card, int sends) {
  int height = below(card) + 1, colour = red(card);
  if (sends == AUTOPLAY_MAX || (height <= 2 && !b->rules->foundation_first)) return 1;
  if (b->rules->foundation_return || b->rules->foundation_first) return 0;
  for (int suit = 0; suit < SUITS; suit++) {
    if (red(suit) == colour) continue;
    if (b->at.home[suit] < height - 2) return 0;
    if (b->at.home[suit] < height - 1 && b->at.home[3 - suit_of(card)] < height - 3) return 0;
  }
  return 1;
}

static void send(board *b, int sends) {
  int place = sends == AUTOPLAY_OFF ? CASCADES + MAX_CELLS : 0;
  while (place < CASCADES + MAX_CELLS) {
    int card = place < CASCADES ? top_of(b, place) : b->at.cells[place - CASCADES];
    if (card == NO_CARD || !is_next(b, card) || !may_go_by_itself(b, card, sends)) {
      place++;
      continue;
    }
    if (place < CASCADES)
      b->at.length[place]--;
    else
      b->at.cells[place - CASCADES] = NO_CARD;
    b->at.home[suit_of(card)]++;
    b->moves++;
    b->cards++;
    place = 0; /* what was passed over may go now */
  }
}

/* Where a card lies: its cascade and height there, or its cell (from CASCADES on), or -1 where it is on a foundation. */
static int find(const board *b, int card, int *height) {
  for (int i = 0; i < CASCADES; i++)
    for (int j = 0; j < b->at.length[i]; j++)
      if (b->at.cards[i][j] == card) return *height = j, i;
  for (int i = 0; i < MAX_CELLS; i++)
    if (b->at.cells[i] == card) return *height = 0, CASCADES + i;
  return -1;
}

/* Whether what goes by itself is at least what the rules send. */
static int sends_enough(const fc_rules *rules, int sends) {
  if (rules->autoplay == AUTOPLAY_SAFE && rules->foundation_first) return 1; /* nothing is safe then */
  return sends >= rules->autoplay;
}

static int empty_cells(const board *b) {
  int cells = 0;
  for (int i = 0; i < b->rules->cells; i++) cells += b->at.cells[i] == NO_CARD;
  return cells;
}

static int empty_cascades(const board *b) {
  int cascades = 0;
  for (int i = 0; i < b->rules->cascades; i++) cascades += b->at.length[i] == 0;
  return cascades;
}

/* The fewest single cards that a supermove stands for, as freecell/supermoves.py explains it; more than can move cost very much. */
static int steps(int count, int cells, int cascades, int to_empty) {
  enum { NEVER = 10000 };
  if (count == 1) return 1;
  int helpers = cascades - to_empty, best = NEVER;
  if (cells && count - 1 <= cells << helpers) best = 2 + steps(count - 1, cells - 1, cascades, to_empty);
  if (helpers) {
    int can = (cells + 1) << (helpers - 1);
    for (int parked = cells ? 2 : 1; parked < count && parked <= can; parked++) {
      if (count - parked > can) continue;
      int all = steps(parked, cells, cascades, 1) + steps(count - parked, cells, cascades - 1, to_empty) + steps(parked, cells, helpers - 1, 0);
      best = all < best ? all : best;
    }
  }
  return best;
}

/* How many cards the rules let move at once. */
static int most(const board *b, int to_empty) {
  int cells = empty_cells(b), cascades = empty_cascades(b) - to_empty;
  if (b->rules->supermove == SUPERMOVE_SINGLE) return 1;
  if (b->rules->supermove == SUPERMOVE_LINEAR) return (cells + 1) * (cascades + 1);
  int limit = cells + 1;
  while (cascades-- > 0) limit *= 2;
  return limit;
}

static int hop(board *b, int card, int onto) {
  if (card >= CARDS) return 0;
  int height = 0, from = find(b, card, &height), target = -1, count = 1;
  uint8_t moving[CARDS];
  if (from < 0) { /* from its foundation */
    if (!b->rules->foundation_return || b->at.home[suit_of(card)] != below(card) + 1 || onto == TO_CELL || onto == TO_HOME) return 0;
  } else if (from < CASCADES) {
    count = b->at.length[from] - height;
  }
  memcpy(moving, from >= 0 && from < CASCADES ? &b->at.cards[from][height] : &(uint8_t){(uint8_t)card}, (size_t)count);
  for (int i = 1; i < count; i++)
    if (!follows(moving[i], moving[i - 1])) return 0;
  if (onto == TO_HOME) {
    if (count > 1 || !is_next(b, card)) return 0;
  } else {
    for (int i = 0; i < count && from >= 0; i++)
      if (b->rules->foundation_first && is_next(b, moving[i])) return 0;
  }
  if (onto == TO_CELL) {
    for (int i = b->rules->cells - 1; i >= 0; i--)
      if (b->at.cells[i] == NO_CARD) target = i;
    if (count > 1 || target < 0 || from >= CASCADES) return 0;
  } else if (onto != TO_HOME) {
    for (int i = b->rules->cascades - 1; i >= 0; i--)
      if (onto == TO_EMPTY ? b->at.length[i] == 0 : top_of(b, i) == onto) target = i;
    if (target < 0 || target == from || count > most(b, onto == TO_EMPTY)) return 0;
    if (onto == TO_EMPTY ? height == 0 && from >= 0 && from < CASCADES : !follows(card, onto)) return 0; /* a whole cascade stays */
  }
  b->cards += count == 1 ? 1 : steps(count, empty_cells(b), empty_cascades(b), onto == TO_EMPTY);
  if (from < 0)
    b->at.home[suit_of(card)]--;
  else if (from < CASCADES)
    b->at.length[from] -= (uint8_t)count;
  else
    b->at.cells[from - CASCADES] = NO_CARD;
  if (onto == TO_HOME)
    b->at.home[suit_of(card)]++;
  else if (onto == TO_CELL)
    b->at.cells[target] = (uint8_t)card;
  else
    for (int i = 0; i < count; i++) b->at.cards[target][b->at.length[target]++] = moving[i];
  b->moves++;
  return 1 + (from < 0);
}

/* Plays a solution; whether it wins. */
static int play(board *b, int32_t sends, int32_t at_start, const fc_hop *path, size_t hops) {
  if (!sends_enough(b->rules, sends)) return 0;
  if (at_start) send(b, sends);
  for (size_t i = 0; i < hops; i++) {
    int made = hop(b, path[i].card, path[i].onto);
    if (!made) return 0;
    if (made == 1) send(b, sends);
  }
  for (int suit = 0; suit < SUITS; suit++)
    if (b->at.home[suit] != 13) return 0;
  return 1;
}

int32_t fc_check(const fc_position *position, const fc_rules *rules, int32_t sends, int32_t at_start, const fc_hop *path, size_t hops) {
  board b = {.at = *position, .rules = rules};
  return play(&b, sends, at_start, path, hops) ? b.moves : -1;
}

int32_t fc_check_cards(const fc_position *position, const fc_rules *rules, int32_t sends, int32_t at_start, const fc_hop *path, size_t hops) {
  board b = {.at = *position, .rules = rules};
  return play(&b, sends, at_start, path, hops) ? b.cards : -1;
}
