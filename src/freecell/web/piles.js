// The piles of a snapshot, and their names. Nothing here knows what is legal.

import { letter, t } from "./words.js";

/** @import { Snapshot, Card, Place, Suit } from "./protocol.js" */
/** @typedef {Map<Place, Card[]>} Piles  place → its cards, deepest first */

export const RANKS = "A23456789TJQK";
/** @type {Suit[]} */
export const SUITS = ["C", "D", "H", "S"];
/** The signs of the suits, in their order. */
const SIGNS = "♣♦♥♠";
export const CASCADES = ["1", "2", "3", "4", "5", "6", "7", "8"];

/** @type {Record<string, string>} */
const SUIT_NAMES = { C: t("clubs"), D: t("diamonds"), H: t("hearts"), S: t("spades") };
/** @type {Record<string, string>} */
const RANK_NAMES = { A: t("ace"), T: "10", J: t("jack"), Q: t("queen"), K: t("king") };

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
export const cardName = card => t("{rank} of {suit}", { rank: rankName(card), suit: SUIT_NAMES[card[1]] });

/** A text as it is said: each card by its name, and commas between several. @param {string} text */
export function spoken(text) {
  const ranks = [...RANKS].map(rank => (rank === "T" ? "10" : letter(rank)));
  const card = `(?:${ranks.join("|")})[${SIGNS}]`;
  const named = (/** @type {string} */ written) => cardName(RANKS[ranks.indexOf(written.slice(0, -1))] + SUITS[SIGNS.indexOf(written.slice(-1))]);
  return text.replace(new RegExp(`${card}(?: ${card})*`, "g"), cards => cards.split(" ").map(named).join(", "));
}

/** @param {Card} card */
const rankName = card => RANK_NAMES[card[0]] ?? card[0];

/** "cascade 3", "cell b", "foundation of spades" @param {Place} place */
export function placeName(place) {
  if (isCascade(place)) return t("cascade {name}", { name: place });
  if (!isFoundation(place)) return t("cell {name}", { name: place });
  // T: The name of a place, without an article.
  return SUIT_NAMES[place[1]] ? t("foundation of {suit}", { suit: SUIT_NAMES[place[1]] }) : t("foundation");
}

/** A move of cards that are named in short, "6♦ to cell a" @param {string} cards @param {Place} place */
export function goingTo(cards, place) {
  if (isFoundation(place)) return t("{cards} to its foundation", { cards });
  return isCascade(place) ? t("{cards} to cascade {name}", { cards, name: place }) : t("{cards} to cell {name}", { cards, name: place });
}

/** Asks for the target of a move whose source is named. @param {Place} from */
export function askTarget(from) {
  if (isCascade(from)) return t("From cascade {name} to?", { name: from });
  if (!isFoundation(from)) return t("From cell {name} to?", { name: from });
  const suit = SUIT_NAMES[from[1]];
  return suit ? t("From the foundation of {suit} to?", { suit }) : t("From a foundation: which suit?");
}

/**
 * The name by which a screen reader tells a card or an empty place.
 * @param {Place} place @param {Card[]} cards  all cards of the place
 * @param {number} depth  which of them; ignored when there is none
 */
export function label(place, cards, depth) {
  const name = placeName(place);
  // T: {place} is such as "cascade 3", "cell b", "foundation of spades".
  if (cards.length === 0) return t("{place}, empty", { place: name });
  if (isFoundation(place)) return `${name}, ${rankName(cards[depth])}`;
  const card = cardName(cards[depth]);
  if (!isCascade(place)) return `${card}, ${name}`;
  // T: A card of a cascade as a screen reader says it: "7 of hearts, cascade 3, card 2 of 6".
  return t("{card}, {place}, card {number} of {count}", { card, place: name, number: depth + 1, count: cards.length });
}
