// What a review knows so far: the game to step through, the truth about its positions, and the words for it. No DOM.

import { movesWords } from "./numbers.js";
import { goingTo } from "./piles.js";
import { letter, n, t } from "./words.js";

/** @import { Action, Better, Card, Place, Reviewed, ReviewPart, Snapshot, Step, Summary } from "./protocol.js" */
/** @typedef {Pick<Snapshot, "cascades"|"cells"|"foundations">} Board */

/** @type {Record<string, string>} */
const SYMBOLS = { C: "♣", D: "♦", H: "♥", S: "♠" };

export class ReviewModel {
  /** Where the cards lie after each number of actions. @type {Board[]} */
  boards = [];
  /** @type {Action[]} */
  actions = [];
  /** The truth about each position, as far as it was told. @type {(Reviewed|undefined)[]} */
  positions = [];
  done = 0;
  of = 0;
  /** @type {Summary|null} */
  summary = null;

  /** Takes in a part of the review; the first of them begins it anew. @param {ReviewPart} part */
  take({ start, actions, positions, done, of, summary }) {
    if (start && actions) {
      this.actions = actions;
      this.boards = boardsOf(start, actions);
      this.positions = [];
    }
    for (const told of positions) this.positions[told.position] = told;
    [this.done, this.of, this.summary] = [done, of, summary ?? null];
  }

  /** Where the last action led. */
  get last() {
    return this.actions.length;
  }

  /** The most cards that a cascade has in this game. */
  get longest() {
    return Math.max(2, ...this.boards.flatMap(board => board.cascades.map(cards => cards.length)));
  }

  /** The action that lost the game, 0 if its start was lost; null if there is none, or it is not known yet. */
  get losing() {
    if (this.summary) return this.summary.losing?.action ?? null;
    if (this.positions[0]?.status === "unwinnable") return 0;
    const found = this.positions.findIndex((told, index) => told?.status === "unwinnable" && this.positions[index - 1]?.status === "winnable");
    return found > 0 ? found : null;
  }

  /** The position to look at for someone who asks where it was lost: the last that could be won. */
  get lastWinnable() {
    return this.losing === null ? null : Math.max(0, this.losing - 1);
  }

  /** How many moves more the action cost than the best that was known. @param {number} action */
  costOf(action) {
    return this.positions[action]?.cost ?? 0;
  }

  /** The moves that would have been better than the action: those that keep the win, or one that is shorter. @param {number} action @returns {Better[]} */
  betterThan(action) {
    if (action > 0 && action === this.losing) return this.summary?.losing?.kept ?? [];
    const better = this.summary?.longer.find(longer => longer.action === action)?.better;
    return better ? [better] : [];
  }

  /** What is known of a position, in a sentence. @param {number} index */
  truthAt(index) {
    const told = this.positions[index];
    if (!told) return this.summary ? t("Not known: nothing was found out in the time.") : t("Not looked at yet.");
    if (told.status === "unknown") return t("Not known: the search ended without an answer.");
    if (told.status === "unwinnable") return this.losing === 0 ? t("This deal cannot be won (proved).") : t("No longer winnable (proved).");
    if (told.moves_left === 0) return t("All cards are up.");
    if (told.moves_left === null) return t("Winnable.");
    return n("Winnable: {number} move left in the best line known.", "Winnable: {number} moves left in the best line known.", told.moves_left);
  }

  /** The move that led to a position, in words. @param {number} index */
  moveTo(index) {
    return index === 0 ? t("The start.") : t("Move {number}: {move}", { number: index, move: this.actions[index - 1].message });
  }

  /** What the action is to be blamed for; nothing if nothing. @param {number} action */
  blame(action) {
    if (action > 0 && action === this.losing) return t("This move lost the game.");
    const cost = this.costOf(action);
    return cost > 0 ? n("This move made the best line known {number} move longer.", "This move made the best line known {number} moves longer.", cost) : "";
  }

  /** The whole in a sentence or two. */
  get verdict() {
    if (this.summary) return [this.#outcome(this.summary), ...lengthWords(this.summary)].join(" ");
    if (!this.of) return t("Looking at the game…");
    return n("Looking at the game: {done} of {number} position…", "Looking at the game: {done} of {number} positions…", this.of, { done: this.done });
  }

  /** @param {Summary} summary */
  #outcome({ moves, par, losing }) {
    const end = this.positions[this.last];
    if (losing?.action === 0) return t("It could not be won from the start, which is proved.");
    if (losing) return t("Move {number} lost it: {move}", { number: losing.action, move: this.actions[losing.action - 1].message });
    if (end?.status === "unwinnable") return t("It is lost at the end, which is proved; which move lost it is not known.");
    if (end?.status !== "winnable") return t("It is not known whether it can still be won at the end.");
    if (end.moves_left === 0) return wonWords(moves, par);
    if (end.moves_left === null) return t("Never lost: it can still be won.");
    return n("Never lost: {number} move left in the best line known.", "Never lost: {number} moves left in the best line known.", end.moves_left);
  }
}

/** @param {number} moves @param {number|null} par */
function wonWords(moves, par) {
  if (par === null) return n("All cards are up after {number} move.", "All cards are up after {number} moves.", moves);
  if (par !== moves) return n("All cards are up after {number} move; par, the best known, is {par}.", "All cards are up after {number} moves; par, the best known, is {par}.", moves, { par });
  return n("All cards are up after {number} move, which is par: nothing shorter is known.", "All cards are up after {number} moves, which is par: nothing shorter is known.", moves);
}

/** What the moves cost that made the best line longer. @param {Summary} summary @returns {string[]} */
function lengthWords({ longer }) {
  if (longer.length === 0) return [];
  const total = longer.reduce((sum, { cost }) => sum + cost, 0);
  if (longer.length === 1) return [n("One move made it longer than need be, by {number} move.", "One move made it longer than need be, by {number} moves.", total)];
  const moves = movesWords(longer.length);
  // T: {moves} is such as "3 moves".
  return [n("{moves} made it longer than need be, by {number} move in all.", "{moves} made it longer than need be, by {number} moves in all.", total, { moves })];
}

/** "10♥" @param {Card} card */
export const cardText = ([rank, suit]) => (rank === "T" ? "10" : letter(rank)) + SYMBOLS[suit];

/** "6♦ to cell a", "4 cards from 8♥ to cascade 7" @param {{cards: Card[], to: Place}} move */
export function moveWords({ cards, to }) {
  const card = cardText(cards[0]);
  // T: A sequence of cards, of which {card} is the deepest: "4 cards from 8♥".
  return goingTo(cards.length > 1 ? n("{number} card from {card}", "{number} cards from {card}", cards.length, { card }) : card, to);
}

/** Every position of a game, from its single-card moves. @param {Board} start @param {Pick<Action, "steps">[]} actions @returns {Board[]} */
export function boardsOf(start, actions) {
  const boards = [start];
  for (const { steps } of actions) boards.push(steps.reduce(after, /** @type {Board} */ (boards.at(-1))));
  return boards;
}

/** @param {Board} board @param {Step} step @returns {Board} */
function after({ cascades, cells, foundations }, { card, from, to }) {
  const taken = cells.map((held, index) => ("abcd"[index] === from ? null : held));
  const up = from.startsWith("h") ? { ...foundations, [card[1]]: foundations[/** @type {"C"} */ (card[1])] - 1 } : foundations;
  return {
    cascades: cascades.map((cards, index) => {
      const place = String(index + 1);
      if (place === from) return cards.slice(0, -1);
      return place === to ? [...cards, card] : cards;
    }),
    cells: taken.map((held, index) => ("abcd"[index] === to ? card : held)),
    foundations: to.startsWith("h") ? { ...up, [card[1]]: up[/** @type {"C"} */ (card[1])] + 1 } : up,
  };
}

/** The steps of an action as they are taken back. @param {Step[]} steps @returns {Step[]} */
export const reversed = steps => [...steps].reverse().map(({ card, from, to }) => ({ card, from: to, to: from }));
