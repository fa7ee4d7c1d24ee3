/* A referee for solutions, which shares nothing with the searches: no trie, no masks, no hashes, only piles of cards.
 *
 * In bulk, replaying a solution in Python would cost more than finding it. So every solution is replayed here by the plainest code there
 * is, and a sample of them by the engine (driver.py).
 */
#include "core.h"

#include <string.h>

enum { ON_FOUNDATION = CASCADES + MAX_CELLS };

typedef struct board {
  fc_position at;
  const fc_rules *rules;
  int by_cards, length; /* which of the two measures counts, and what it has come to */
  uint8_t pile[CARDS], height[CARDS]; /* where each card lies: a cascade, a cell from CASCADES on, or ON_FOUNDATION; how many lie under it */
} board;

static int suit_of(int card) { return card & 3; }
static int below(int card) { return card >> 2; } /* how many cards of its suit lie under it on its foundation */
static int red(int card) { return suit_of(card) == 1 || suit_of(card) == 2; }
static int follows(int card, int on) { return below(card) + 1 == below(on) && red(card) != red(on); }

static int is_next(const board *b, int card) { return b->at.home[suit_of(card)] == below(card); }

/* Whether a card that is next on its foundation goes there by itself, where cards may come back or may not. */
static int may_go_by_itself(const board *b, int card, int sends, int returns) {
  int height = below(card) + 1, colour = red(card);
  if (sends == AUTOPLAY_MAX || (height <= 2 && !b->rules->foundation_first)) return 1;
  if (returns || b->rules->foundation_first) return 0;
  for (int suit = 0; suit < SUITS; suit++) {
    if (red(suit) == colour) continue;
    if (b->at.home[suit] < height - 2) return 0;
    if (b->at.home[suit] < height - 1 && b->at.home[3 - suit_of(card)] < height - 3) return 0;
  }
  return 1;
}

/* Puts cards down on a cascade, or one on a cell. */
static void put(board *b, int pile, const uint8_t *cards, int count) {
  for (int i = 0; i < count; i++) {
    b->pile[cards[i]] = (uint8_t)pile;
    if (pile >= CASCADES) {
      b->at.cells[pile - CASCADES] = cards[i];
      continue;
    }
    b->height[cards[i]] = b->at.length[pile];
    b->at.cards[pile][b->at.length[pile]++] = cards[i];
  }
}

/* Takes the top cards of a cascade, or the card of a cell, away. */
static void take(board *b, int pile, int count) {
  if (pile < CASCADES)
    b->at.length[pile] = (uint8_t)(b->at.length[pile] - count);
  else
    b->at.cells[pile - CASCADES] = NO_CARD;
}

static void send_up(board *b, int card) {
  take(b, b->pile[card], 1);
  b->pile[card] = ON_FOUNDATION;
  b->at.home[suit_of(card)]++;
  b->length++;
}

static int is_accessible(const board *b, int card) {
  return b->pile[card] >= CASCADES || b->height[card] + 1 == b->at.length[b->pile[card]];
}

static void send(board *b, int sends, int returns) {
  int last = 0; /* the suits since the last card that went: once four did not, none will */
  for (int suit = 0; sends != AUTOPLAY_OFF && last < SUITS; suit = (suit + 1) % SUITS, last++) {
    while (b->at.home[suit] < 13) {
      int card = 4 * b->at.home[suit] + suit;
      if (!is_accessible(b, card) || !may_go_by_itself(b, card, sends, returns)) break;
      send_up(b, card);
      last = 0;
    }
  }
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
  int from = b->pile[card], target = -1, count = 1;
  uint8_t moving[CARDS] = {(uint8_t)card};
  if (from == ON_FOUNDATION) {
    if (!b->rules->foundation_return || b->at.home[suit_of(card)] != below(card) + 1 || onto == TO_CELL || onto == TO_HOME) return 0;
  } else if (from < CASCADES) {
    count = b->at.length[from] - b->height[card];
    memcpy(moving, &b->at.cards[from][b->height[card]], (size_t)count);
  }
  for (int i = 1; i < count; i++)
    if (!follows(moving[i], moving[i - 1])) return 0;
  if (onto == TO_HOME) {
    if (count > 1 || !is_next(b, card)) return 0;
    send_up(b, card);
    return 1;
  }
  for (int i = 0; i < count && from != ON_FOUNDATION; i++)
    if (b->rules->foundation_first && is_next(b, moving[i])) return 0;
  if (onto == TO_CELL) {
    for (int i = b->rules->cells - 1; i >= 0; i--)
      if (b->at.cells[i] == NO_CARD) target = CASCADES + i;
    if (count > 1 || target < 0 || from >= CASCADES) return 0;
  } else if (onto == TO_EMPTY) {
    for (int i = b->rules->cascades - 1; i >= 0; i--)
      if (b->at.length[i] == 0) target = i;
    if (target < 0 || count > most(b, 1) || (from < CASCADES && count == b->at.length[from])) return 0; /* a whole cascade stays */
  } else {
    target = onto < CARDS ? b->pile[onto] : ON_FOUNDATION;
    if (target >= CASCADES || target == from || !is_accessible(b, onto) || count > most(b, 0) || !follows(card, onto)) return 0;
  }
  b->length += count > 1 && b->by_cards ? steps(count, empty_cells(b), empty_cascades(b), onto == TO_EMPTY) : 1;
  if (from == ON_FOUNDATION)
    b->at.home[suit_of(card)]--;
  else
    take(b, from, count);
  put(b, target, moving, count);
  return 1 + (from == ON_FOUNDATION);
}

/* Lays the cards out, and plays a solution: its length, or -1 if it does not win by legal moves. */
static int32_t play(const fc_position *position, const fc_rules *rules, int by_cards, int sends, int at_start, const fc_hop *path, size_t hops) {
  board b = {.rules = rules, .by_cards = by_cards};
  memset(b.at.cells, NO_CARD, sizeof b.at.cells);
  memset(b.pile, ON_FOUNDATION, sizeof b.pile);
  memcpy(b.at.home, position->home, sizeof b.at.home);
  for (int i = 0; i < CASCADES; i++) put(&b, i, position->cards[i], position->length[i]);
  for (int i = 0; i < MAX_CELLS; i++)
    if (position->cells[i] != NO_CARD) put(&b, CASCADES + i, &position->cells[i], 1);
  if (at_start) send(&b, sends, 0);
  for (size_t i = 0; i < hops; i++) {
    int made = hop(&b, path[i].card, path[i].onto);
    if (!made) return -1;
    if (made == 1 && sends < rules->autoplay) send(&b, rules->autoplay, rules->foundation_return);
    if (made == 1) send(&b, sends, 0);
  }
  for (int suit = 0; suit < SUITS; suit++)
    if (b.at.home[suit] != 13) return -1;
  return b.length;
}

int32_t fc_check(const fc_position *position, const fc_rules *rules, int32_t sends, int32_t at_start, const fc_hop *path, size_t hops) {
  return play(position, rules, 0, sends, at_start, path, hops);
}

int32_t fc_check_cards(const fc_position *position, const fc_rules *rules, int32_t sends, int32_t at_start, const fc_hop *path, size_t hops) {
  return play(position, rules, 1, sends, at_start, path, hops);
}
