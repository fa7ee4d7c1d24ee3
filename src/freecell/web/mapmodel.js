// The map of deals: which deal lies where, at any zoom, and what there is to say of it. Pure sums, no DOM.

import { grouped } from "./numbers.js";
import { language, n, t } from "./words.js";

/** What came of a deal, by the server's numbers. */
export const STATES = /** @type {const} */ (["untried", "open", "lost", "won", "at_par"]);
/** @type {Record<typeof STATES[number], string>} */
export const STATE_NAMES = {
  // T: Of a deal that was never played.
  untried: t("Untried"),
  open: t("Open"),
  lost: t("Lost"),
  won: t("Won"),
  at_par: t("Won at par"),
};

/** The range that is meant when nothing is said: every deal of the first Microsoft FreeCell. */
export const MICROSOFT = { first: 1, last: 32000 };
export const LAST_DEAL = 8589934591;
/** The most deals that a map has. */
export const MOST = 1_000_000;

/** The deals among the first million that cannot be won under any rules, as the solver proves: with four cells, and cards that come back from the foundations. */
const IMPOSSIBLE = [11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948];

/** Rows end at a number that one can count with. */
const COLUMNS = [10, 20, 25, 40, 50, 80, 100, 125, 160, 200, 250, 320, 400, 500, 640, 800, 1000, 1250, 1600, 2000];
/** A dot as large as this is large enough for any finger. */
const LARGEST = 34;
/** Room beside the map, for the ring about a deal at its edge. */
const EDGE = 8;

/** The number of columns with which so many dots are largest. @param {number} count @param {number} width @param {number} height */
export function columnsFor(count, width, height) {
  const sizeOf = (/** @type {number} */ columns) => Math.min(width / columns, height / Math.ceil(count / columns));
  return COLUMNS.reduce((best, columns) => (sizeOf(columns) > sizeOf(best) ? columns : best));
}

/** The bytes that a text in base64 stands for. @param {string} text */
export function bytesOf(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < letters.length; index += 1) bytes[index] = letters.charCodeAt(index);
  return bytes;
}

/** @typedef {{first: number, last: number, tried: string, moves: string, counts: Record<typeof STATES[number], number>}} MapAnswer */

export class Deals {
  /** @param {MapAnswer} answer */
  constructor({ first, last, tried, moves, counts }) {
    this.first = first;
    this.last = last;
    this.tried = bytesOf(tried);
    this.moves = bytesOf(moves);
    this.counts = counts;
  }

  get count() {
    return this.last - this.first + 1;
  }

  /** @param {number} deal @returns {typeof STATES[number]} */
  stateOf(deal) {
    return STATES[this.tried[deal - this.first]] ?? "untried";
  }

  /** The deals of the range that cannot be won by anybody. */
  get impossible() {
    return IMPOSSIBLE.filter(deal => deal >= this.first && deal <= this.last);
  }

  /** What came of a deal. @param {number} deal */
  wordsFor(deal) {
    const at = (deal - this.first) * 2;
    const moves = this.moves[at] + 256 * this.moves[at + 1];
    const state = this.stateOf(deal);
    if (state === "won") return n("won in {number} move", "won in {number} moves", moves);
    if (state === "at_par") return n("won at par, in {number} move", "won at par, in {number} moves", moves);
    const words = STATE_NAMES[state].toLocaleLowerCase(language());
    // T: {state} is "untried" or "lost".
    return IMPOSSIBLE.includes(deal) ? t("{state}, cannot be won", { state: words }) : words;
  }

  /** The first untried deal after this one, or from the beginning; null if all are tried. @param {number} after */
  nextUntried(after) {
    for (let step = 1; step <= this.count; step += 1) {
      const index = (after - this.first + step) % this.count;
      if (this.tried[index] === 0) return this.first + index;
    }
    return null;
  }

  /** The deals of a state, as "1–5, 8, 164". @param {typeof STATES[number]} state @param {number} most  stretches */
  listOf(state, most) {
    const wanted = STATES.indexOf(state);
    const found = [];
    let left = 0;
    for (let index = 0; index < this.tried.length; index += 1) {
      if (this.tried[index] !== wanted) continue;
      const from = index;
      while (this.tried[index + 1] === wanted) index += 1;
      if (found.length < most) found.push(from === index ? `${this.first + from}` : `${this.first + from}–${this.first + index}`);
      else left += index - from + 1;
    }
    const list = found.join(", ");
    // T: A list of deals that is too long, as "1–5, 8, 164 and 20 more".
    return left ? t("{list} and {count} more", { list, count: grouped(left) }) : list;
  }
}

/** How far one has come, in a sentence. @param {Pick<Deals, "counts"|"count"|"impossible">} deals */
export function progressWords({ counts, count, impossible }) {
  const won = counts.won + counts.at_par;
  const par = grouped(counts.at_par);
  if (won === 0) return n("None of {number} deal is won yet.", "None of {number} deals is won yet.", count);
  const left = count - impossible.length - won;
  if (left <= 0) return t("All {count} are won, {par} of them at par.", { count: grouped(won), par });
  const all = n("{number} deal", "{number} deals", count);
  return [wonWords(won, all, counts.at_par ? par : ""), n("{number} deal to go.", "{number} deals to go.", left)].join(" ");
}

/** @param {number} won @param {string} all  "32,000 deals" @param {string} par  how many of them at par; empty: none */
function wonWords(won, all, par) {
  const values = { won: grouped(won), all, par };
  // T: {all} is such as "32,000 deals".
  if (won === 1) return par ? t("{won} of {all} is won, at par.", values) : t("{won} of {all} is won.", values);
  // T: {all} is such as "32,000 deals".
  return par ? t("{won} of {all} are won, {par} of them at par.", values) : t("{won} of {all} are won.", values);
}

/** What nobody can do there; empty if there is no such deal. @param {Pick<Deals, "impossible">} deals */
export function impossibleWords({ impossible }) {
  if (impossible.length === 0) return "";
  if (impossible.length === 1) return t("Deal {deal} cannot be won, which is proved.", { deal: impossible[0] });
  return t("Deals {deals} cannot be won, which is proved.", { deals: impossible.join(", ") });
}

/** Which part of the map is in sight, and how large. Lengths are in CSS pixels. */
export class View {
  width = 1;
  height = 1;
  columns = 1;
  rows = 1;
  /** How wide a deal is. */
  size = 1;
  /** Where the corner of the map lies. */
  x = 0;
  y = 0;

  /** Takes the room there is, and shows everything. @param {number} count @param {number} width @param {number} height */
  fit(count, width, height) {
    [this.width, this.height] = [width, height];
    this.columns = columnsFor(count, width - 2 * EDGE, height - 2 * EDGE);
    this.rows = Math.ceil(count / this.columns);
    this.count = count;
    this.size = this.smallest;
    this.#settle();
  }

  /** The size at which everything is in sight. */
  get smallest() {
    return Math.min(LARGEST, (this.width - 2 * EDGE) / this.columns, (this.height - 2 * EDGE) / this.rows);
  }

  get largest() {
    return Math.max(LARGEST, this.smallest);
  }

  /** Makes everything so many times larger, about a point that stays where it is. @param {number} factor @param {number} [x] @param {number} [y] */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const size = Math.min(this.largest, Math.max(this.smallest, this.size * factor));
    [this.x, this.y] = [x - (x - this.x) * (size / this.size), y - (y - this.y) * (size / this.size)];
    this.size = size;
    this.#settle();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.#settle();
  }

  /** The deal at a point, counted from 0; null beside them. @param {number} x @param {number} y @returns {number|null} */
  indexAt(x, y) {
    const [column, row] = [Math.floor((x - this.x) / this.size), Math.floor((y - this.y) / this.size)];
    const index = row * this.columns + column;
    return column >= 0 && column < this.columns && row >= 0 && index < (this.count ?? 0) ? index : null;
  }

  /** Where a deal's corner lies. @param {number} index */
  spotOf(index) {
    return { x: this.x + (index % this.columns) * this.size, y: this.y + Math.floor(index / this.columns) * this.size };
  }

  /** Moves the map so that the deal is in sight. @param {number} index */
  reveal(index) {
    const { x, y } = this.spotOf(index);
    const edge = this.size;
    const into = (/** @type {number} */ at, /** @type {number} */ room) => (at < edge ? edge - at : at + 2 * edge > room ? room - 2 * edge - at : 0);
    this.pan(into(x, this.width), into(y, this.height));
  }

  /** The rows and columns of which anything is in sight: from these to before those. */
  get inSight() {
    const clamp = (/** @type {number} */ value, /** @type {number} */ most) => Math.min(most, Math.max(0, value));
    return {
      left: clamp(Math.floor(-this.x / this.size), this.columns), right: clamp(Math.ceil((this.width - this.x) / this.size), this.columns),
      top: clamp(Math.floor(-this.y / this.size), this.rows), bottom: clamp(Math.ceil((this.height - this.y) / this.size), this.rows),
    };
  }

  /** What is smaller than its room stands in the middle; what is larger leaves no gap. */
  #settle() {
    const settle = (/** @type {number} */ at, /** @type {number} */ length, /** @type {number} */ room) =>
      (length + 2 * EDGE <= room ? (room - length) / 2 : Math.min(EDGE, Math.max(room - EDGE - length, at)));
    this.x = settle(this.x, this.columns * this.size, this.width);
    this.y = settle(this.y, this.rows * this.size, this.height);
  }
}
