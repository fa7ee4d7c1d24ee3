// The piles of a snapshot, and their names. Nothing here knows what is legal.

/** @import { Snapshot, Card, Place, Suit } from "./protocol.js" */
/** @typedef {Map<Place, Card[]>} Piles  place → its cards, deepest first */

export const RANKS = "A23456789TJQK";
/** @type {Suit[]} */
export const SUITS = ["C", "D", "H", "S"];
export const CASCADES = ["1", "2", "3", "4", "5", "6", "7", "8"];

/** @type {Record<string, string>} */
const SUIT_NAMES = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
/** @type {Record<string, string>} */
const RANK_NAMES = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };

/** Every card of the deck, clubs first. @type {Card[]} */
export const DECK = SUITS.flatMap(suit => [...RANKS].map(rank => rank + suit));

/** The cards at every place, foundations from the ace up. @param {Pick<Snapshot, "cascades"|"cells"|"foundations">} snapshot @returns {Piles} */
export function pilesOf(snapshot) {
  /** @type {Piles} */
  const piles = new Map();
  snapshot.cells.forEach((card, index) => piles.set("abcd"[index], card ? [card] : []));
  for (const suit of SUITS) piles.set(`h${suit}`, [...RANKS.slice(0, snapshot.foundations[suit])].map(rank => rank + suit));
  snapshot.cascades.forEach((cards, index) => piles.set(String(index + 1), [...cards]));
  return piles;
}

/**
 * The places of the four foundation slots, left to right. A slot whose suit is not known yet is "h0" to "h3".
 * @param {Pick<Snapshot, "slots">} snapshot
 */
export function foundationPlaces(snapshot) {
  return snapshot.slots.map((suit, index) => `h${suit ?? index}`);
}

/** The place as the server knows it: a slot without a suit stands for the card's own foundation. @param {Place} place */
export const serverPlace = place => (/^h\d$/.test(place) ? "h" : place);

/** @param {Place} place */
export const isCascade = place => place >= "1" && place <= "8";
/** @param {Place} place */
export const isFoundation = place => place.startsWith("h");

/**
 * Where `count` cards of a place may go, as far as the snapshot says: the places of the slots to mark.
 * @param {Snapshot} snapshot @param {Place} from @param {number} count
 * @param {boolean} [orFewer]  the target decides how many of them go
 */
export function targetsOf(snapshot, from, count, orFewer = false) {
  const counts = snapshot.legal[from] ?? {};
  const targets = new Set(Object.entries(counts).flatMap(([number, places]) =>
    Number(number) === count || (orFewer && Number(number) < count) ? places : []));
  const slots = foundationPlaces(snapshot);
  const homeless = [...targets].some(place => isFoundation(place) && !slots.includes(place));
  if (homeless) slots.filter(place => serverPlace(place) === "h").forEach(place => targets.add(place));
  return targets;
}

/** Whether the cards run down in alternating colours, so that a hand can lift them together. @param {Card[]} cards */
export function isSequence(cards) {
  return cards.every((card, index) => index === 0
    || (RANKS.indexOf(cards[index - 1][0]) === RANKS.indexOf(card[0]) + 1 && isRed(cards[index - 1]) !== isRed(card)));
}

/** @param {Card} card */
const isRed = card => "DH".includes(card[1]);

/** "7 of hearts" @param {Card} card */
export const cardName = card => `${RANK_NAMES[card[0]] ?? card[0]} of ${SUIT_NAMES[card[1]]}`;

/** "cascade 3", "cell b", "foundation of spades" @param {Place} place */
export function placeName(place) {
  if (isCascade(place)) return `cascade ${place}`;
  if (!isFoundation(place)) return `cell ${place}`;
  return SUIT_NAMES[place[1]] ? `foundation of ${SUIT_NAMES[place[1]]}` : "foundation";
}

/**
 * The name by which a screen reader tells a card or an empty place.
 * @param {Place} place @param {Card[]} cards  all cards of the place
 * @param {number} depth  which of them; ignored when there is none
 */
export function label(place, cards, depth) {
  const name = placeName(place);
  if (cards.length === 0) return `${name}, empty`;
  if (isFoundation(place)) return `${name}, ${RANK_NAMES[cards[depth][0]] ?? cards[depth][0]}`;
  if (!isCascade(place)) return `${cardName(cards[depth])}, ${name}`;
  return `${cardName(cards[depth])}, ${name}, card ${depth + 1} of ${cards.length}`;
}
