// What the browser and the server say to each other (docs/protocol.md): the shapes, and a reader that trusts nothing.

/** @typedef {"C"|"D"|"H"|"S"} Suit */
/** @typedef {string} Card  rank and suit: "AC", "TH", "KS" */
/** @typedef {string} Place  "1"–"8" a cascade, "a"–"d" a cell, "hC" "hD" "hH" "hS" a foundation, "h" a card's own foundation */
/** @typedef {{card: Card, from: Place, to: Place}} Step  one card that moves once */
/** @typedef {{code: string, values: Record<string, any>, message: string}} Event  something that happened, worded for the player */
/** @typedef {{code: string, values?: Record<string, any>, message: string}} Problem  why something did not happen */
/** @typedef {{time: number, running: boolean}} Time  what a game's clock shows, in milliseconds, and whether it goes on from there */
/** @typedef {Record<string, string|number|boolean|null>} Rules */
/** @typedef {{tap?: string, foundations?: string, truth?: boolean}} Settings */
/** @typedef {"winnable"|"unwinnable"|"unknown"} TruthStatus */
/** @typedef {{status: TruthStatus, moves_left: number|null, searching: boolean, never: boolean, message: string}} Truth  what is known of the position shown */
/** @typedef {{from: Place, to: Place, cards: Card[], count: number, onto: Card|null, step: number, message: string}} Hint  step 1: the move, 2: why as well */
/** @typedef {"hint"|"auto"|"demonstrate"|"go-back"} Waiting */
/** @typedef {"playing"|"won"|"lost"|"resigned"|"demonstrated"} Status */

/**
 * Everything there is to show of a game.
 * @typedef {{
 *   version: number, game: string, parent: string|null, saved: boolean, clock: Time,
 *   deal: number|null, code: string|null, address: string|null, profile: string, rules: Rules,
 *   settings: {tap: string, foundations: string, truth: boolean}, status: Status, loss: "no-moves"|"proved"|null, stuck: boolean,
 *   truth: Truth|null, hint: Hint|null, waiting: Waiting|null, help: {hints: number, autos: number, demonstrated: boolean},
 *   linked: {action: number, text: string}|null,
 *   cascades: Card[][], cells: (Card|null)[], foundations: Record<Suit, number>, slots: (Suit|null)[],
 *   picked: {from: Place, count: number, cards: Card[]}|null, moves: number, score: number|null, undo: number, redo: number,
 *   can_finish: boolean, legal: Record<Place, Record<string, Place[]>>, text: string,
 * }} Snapshot
 */
/** @typedef {{name: string, title: string, summary: string, rules: Rules, cells: number[], tap: string, foundations: string}} Profile */

/** @typedef {{type: "opened", id: string, snapshot: Snapshot}} Opened */
/** @typedef {{type: "answer", id: string, events: Event[], snapshot: Snapshot}} Answer */
/** @typedef {{type: "refused", id: string, error: Problem, snapshot: Snapshot}} Refused */
/** @typedef {{type: "update", events: Event[], snapshot: Snapshot}} Update */
/** @typedef {{type: "error", id: string|null, error: Problem}} Failure */
/** @typedef {{type: "saved", game: string, saved: boolean}} Saved  whether all that was done is on disk now */
/** @typedef {{type: "clock", id?: string, clock: Time}} Clocked */
/** @typedef {{type: "closed", game: string, error: Problem}} Closed  the game is there no longer */
/** @typedef {{type: "truth", version: number, truth: Truth|null}} TruthTold */
/**
 * @typedef {{type: "review", id: string, done: number, of: number, start?: Pick<Snapshot, "cascades"|"cells"|"foundations">,
 *   actions?: Action[], positions: Reviewed[], summary: Summary|null}} ReviewPart
 */
/** @typedef {Opened|Answer|Refused|Update|Failure|Saved|Clocked|Closed|TruthTold|ReviewPart} Message */

/** @typedef {{text: string, from: Place|null, to: Place|null, cards: Card[], steps: Step[], moves: number, message: string}} Action  one of a reviewed game */
/** @typedef {{position: number, status: TruthStatus, moves_left: number|null, cost: number|null}} Reviewed */
/** @typedef {{from: Place, to: Place, cards: Card[], count: number, text: string, line: string, moves_left: number|null}} Better  a move that was better */
/**
 * @typedef {{moves: number, best: number|null, par: number|null, losing: {action: number, kept: Better[], undecided: number}|null,
 *   longer: {action: number, cost: number, better: Better|null}[], unknown: number}} Summary
 */

/** A message that is not what the protocol promises; its text names the field and quotes what stood there. */
export class ProtocolError extends Error {}

/** @type {Record<string, (value: any) => boolean>} */
const kinds = {
  text: value => typeof value === "string",
  "text or null": value => value === null || typeof value === "string",
  number: value => Number.isInteger(value),
  "number or null": value => value === null || Number.isInteger(value),
  flag: value => typeof value === "boolean",
  object: value => typeof value === "object" && value !== null && !Array.isArray(value),
  "object or null": value => value === null || kinds.object(value),
  list: Array.isArray,
  "eight lists": value => Array.isArray(value) && value.length === 8 && value.every(Array.isArray),
  "four suits": value => Array.isArray(value) && value.length === 4 && value.every(suit => suit === null || "CDHS".includes(suit)),
  status: value => ["playing", "won", "lost", "resigned", "demonstrated"].includes(value),
  "a truth's status": value => ["winnable", "unwinnable", "unknown"].includes(value),
};

/** @type {Record<string, Record<string, string>>} */
const shapes = {
  opened: { id: "text", snapshot: "object" },
  answer: { id: "text", events: "list", snapshot: "object" },
  refused: { id: "text", error: "object", snapshot: "object" },
  update: { events: "list", snapshot: "object" },
  error: { id: "text or null", error: "object" },
  saved: { game: "text", saved: "flag" },
  clock: { clock: "object" },
  closed: { game: "text", error: "object" },
  truth: { version: "number", truth: "object or null" },
  review: { id: "text", done: "number", of: "number", positions: "list", summary: "object or null" },
  snapshot: {
    version: "number", game: "text", parent: "text or null", saved: "flag", clock: "object",
    deal: "number or null", code: "text or null", address: "text or null", profile: "text", rules: "object",
    settings: "object", status: "status", loss: "text or null", stuck: "flag", cascades: "eight lists", cells: "list", foundations: "object",
    slots: "four suits", picked: "object or null", moves: "number", score: "number or null", undo: "number", redo: "number",
    can_finish: "flag", legal: "object", text: "text", truth: "object or null", hint: "object or null", waiting: "text or null", help: "object",
    linked: "object or null",
  },
  time: { time: "number", running: "flag" },
  known: { status: "a truth's status", moves_left: "number or null", searching: "flag", never: "flag", message: "text" },
  hint: { from: "text", to: "text", cards: "list", count: "number", step: "number", message: "text" },
  reviewed: { position: "number", status: "a truth's status", moves_left: "number or null", cost: "number or null" },
  action: { text: "text", cards: "list", steps: "list", message: "text" },
  summary: { moves: "number", best: "number or null", par: "number or null", losing: "object or null", longer: "list", unknown: "number" },
  event: { code: "text", values: "object", message: "text" },
  problem: { code: "text", message: "text" },
};

const TYPES = ["opened", "answer", "refused", "update", "error", "saved", "clock", "closed", "truth", "review"];

/**
 * A message from the server, checked; throws ProtocolError when it is not one that docs/protocol.md describes.
 * @param {string} text
 * @returns {Message}
 */
export function readMessage(text) {
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    throw new ProtocolError(`expected JSON, not ${quote(text)}`);
  }
  const type = message?.type;
  if (!TYPES.includes(type)) throw new ProtocolError(`unknown type ${quote(type)}`);
  check(message, type, type);
  if (message.snapshot) check(message.snapshot, "snapshot", `${type}.snapshot`);
  const clock = message.clock ?? message.snapshot?.clock;
  if (clock) check(clock, "time", `${type}.clock`);
  const truth = message.truth ?? message.snapshot?.truth;
  if (truth) check(truth, "known", `${type}.truth`);
  if (message.snapshot?.hint) check(message.snapshot.hint, "hint", `${type}.snapshot.hint`);
  if (type === "review") checkReview(message);
  if (message.error) check(message.error, "problem", `${type}.error`);
  for (const event of message.events ?? []) check(event, "event", `${type}.events`);
  return message;
}

/** @param {any} part */
function checkReview({ positions, actions, start, summary }) {
  for (const position of positions) check(position, "reviewed", "review.positions");
  for (const action of actions ?? []) check(action, "action", "review.actions");
  if (summary) check(summary, "summary", "review.summary");
  if (start && !kinds["eight lists"](start.cascades)) throw new ProtocolError(`review.start.cascades: expected eight lists, not ${quote(start.cascades)}`);
}

/** @param {any} value @param {string} shape @param {string} where */
function check(value, shape, where) {
  if (!kinds.object(value)) throw new ProtocolError(`${where}: expected an object, not ${quote(value)}`);
  for (const [field, kind] of Object.entries(shapes[shape])) {
    if (!kinds[kind](value[field])) throw new ProtocolError(`${where}.${field}: expected ${kind}, not ${quote(value[field])}`);
  }
}

/** @param {unknown} value */
function quote(value) {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

let made = 0;
const origin = Array.from(crypto.getRandomValues(new Uint32Array(2)), part => part.toString(36)).join("");

/** A new id for a command; no other tab makes the same one. */
export function commandId() {
  made += 1;
  return `${origin}-${made}`;
}

/**
 * @typedef {object} Start  what a new game begins from: a deal, or a text
 * @property {string} [deal]  a number, a code, or "random"
 * @property {string} [profile]
 * @property {Rules} [rules]  only those that differ from the profile's
 * @property {Settings} [settings]
 * @property {string} [text]  a game or a layout as text, in place of a deal
 * @property {boolean} [kept]  whether the game is kept; absent: it is
 * @property {string} [wish]  what a random deal shall be like: "winnable", "any", or a difficulty such as "3-5"
 */

/** @param {Start} start */
export const newGame = start => ({ do: "new", ...start });
/** @param {string} [game]  absent: the open game that was played last @param {Settings} [settings] */
export const openGame = (game, settings) => ({ do: "open", ...(game ? { game } : {}), ...(settings ? { settings } : {}) });
/** @param {boolean} running */
export const turnClock = running => ({ do: "clock", running });
/** @param {Place} from @param {Place} to @param {number} [count]  absent: as many as fit */
export const move = (from, to, count) => ({ do: "move", from, to, ...(count === undefined ? {} : { count }) });
/** @param {Place} place @param {number} [depth]  absent: its top, or the slot itself */
export const tap = (place, depth) => ({ do: "tap", place, ...(depth === undefined ? {} : { depth }) });
/** @param {number} action  how many actions of this game the new one begins with */
export const playOn = action => ({ do: "play-on", action });
