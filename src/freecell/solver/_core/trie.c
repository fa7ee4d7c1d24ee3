/* Making the trie's nodes; trie.h explains them. */
#include "trie.h"

#include <stdlib.h>
#include <string.h>

int trie_reserve(trie *t, uint32_t nodes, uint64_t spare) {
  if (t->room - t->count >= nodes) return 1;
  uint32_t room = t->room ? t->room : 512;
  while (room - t->count < nodes) {
    if (room >= MAX_NODES) return 0;
    room = room * 2 > MAX_NODES ? MAX_NODES : room * 2;
  }
  if ((uint64_t)(room - t->room) * sizeof *t->nodes > spare) return 0;
  node *grown = realloc(t->nodes, room * sizeof *grown);
  if (!grown) return 0;
  t->nodes = grown;
  t->room = room;
  return 1;
}

node_id trie_add(trie *t, node_id parent, int card) {
  node *n = &t->nodes[t->count];
  const node *p = &t->nodes[parent];
  int follows = p->length && fits_on(card, p->top);
  n->hash = scramble(t->count);
  n->cards = p->cards | BIT(card);
  n->sequence = BIT(card) | (follows ? p->sequence : 0);
  n->met = 0;
  n->parent = parent;
  n->child[0] = n->child[1] = 0;
  n->top = (uint8_t)card;
  n->length = (uint8_t)(p->length + 1);
  n->sequence_length = (uint8_t)(follows ? p->sequence_length + 1 : 1);
  n->breaks = (uint8_t)(p->breaks + (p->length && !follows));
  n->from_king = n->length == n->sequence_length && (p->length ? p->from_king : rank_of(card) == 13);
  return (node_id)t->count++;
}

int trie_begin(trie *t, const fc_position *position, node_id cascades[CASCADES], uint64_t spare) {
  t->count = 0;
  if (!trie_reserve(t, 64, spare)) return 0;
  memset(&t->nodes[0], 0, sizeof *t->nodes);
  memset(t->singles, 0, sizeof t->singles);
  memset(t->dealt_height, 0, sizeof t->dealt_height);
  t->count = 1;
  for (int i = 0; i < CASCADES; i++) {
    node_id n = 0;
    for (int j = 0; j < position->length[i]; j++) {
      int card = position->cards[i][j];
      int fits = n == 0 || fits_on(card, t->nodes[n].top);
      n = fits ? trie_push(t, n, card) : trie_add(t, n, card);
      t->dealt_height[card] = (uint8_t)(j + 1);
    }
    cascades[i] = n;
  }
  return 1;
}

void trie_release(trie *t) {
  free(t->nodes);
  t->nodes = NULL;
  t->count = t->room = 0;
}
