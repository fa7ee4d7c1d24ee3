/* The layout behind a deal number, as freecell/deals.py explains it. */
#include "core.h"

#include <string.h>

void fc_deal(uint64_t number, fc_position *position) {
  uint8_t deck[CARDS];
  uint32_t seed = (uint32_t)(number >> 32 ? number - (UINT64_C(1) << 32) : number);
  memset(position, 0, sizeof *position);
  memset(position->cells, NO_CARD, sizeof position->cells);
  for (int i = 0; i < CARDS; i++) deck[i] = (uint8_t)i;
  for (int left = CARDS; left > 0; left--) {
    seed = seed * UINT32_C(214013) + UINT32_C(2531011);
    uint32_t r = seed >> 16;
    if (number >> 32)
      r += 1;
    else
      r = number >> 31 ? (r & 0x7fff) | 0x8000 : r & 0x7fff;
    int chosen = (int)(r % (uint32_t)left), cascade = (CARDS - left) % CASCADES;
    position->cards[cascade][position->length[cascade]++] = deck[chosen];
    deck[chosen] = deck[left - 1];
  }
}
