// What the browser and the server say to each other (docs/protocol.md): the shapes, and a reader that trusts nothing.

/** @typedef {"C"|"D"|"H"|"S"} Suit */
/** @typedef {string} Card  rank and suit: "AC", "TH", "KS" */
/** @typedef {string} Place  "1"–"8" a cascade, "a"–"d" a cell, "hC" "hD" "hH" "hS" a foundation, "h" a card's own foundation */
/** @typedef {{card: Card, from: Place, to: Place}} Step  one card that moves once */
/** @typedef {{code: string, values: Record<string, any>, message: string}} Event  something that happened, worded for the player */
/** @typedef {{code: string, values?: Record<string, any>, message: string}} Problem  why something did not happen */
/** @typedef {{game: string, secret: string}} Identity  what one needs to go on with a game */
/** @typedef {Record<string, string|number|boolean|null>} Rules */
/** @typedef {{tap?: string, foundations?: string}} Settings */

/**
 * Everything there is to show of a game.
 * @typedef {{
 *   version: number, deal: number|null, code: string|null, address: string|null, profile: string, rules: Rules,
 *   settings: {tap: string, foundations: string}, status: "playing"|"won"|"lost"|"resigned", stuck: boolean,
 *   cascades: Card[][], cells: (Card|null)[], foundations: Record<Suit, number>, slots: (Suit|null)[],
 *   picked: {from: Place, count: number, cards: Card[]}|null, moves: number, score: number|null, undo: number, redo: number,
 *   can_finish: boolean, legal: Record<Place, Record<string, Place[]>>, text: string,
 * }} Snapshot
 */
/** @typedef {{name: string, title: string, summary: string, rules: Rules, cells: number[], tap: string, foundations: string}} Profile */

/** @typedef {{type: "opened", id: string, game: string, secret: string, snapshot: Snapshot}} Opened */
/** @typedef {{type: "answer", id: string, events: Event[], snapshot: Snapshot}} Answer */
/** @typedef {{type: "refused", id: string, error: Problem, snapshot: Snapshot}} Refused */
/** @typedef {{type: "update", events: Event[], snapshot: Snapshot}} Update */
/** @typedef {{type: "error", id: string|null, error: Problem}} Failure */
/** @typedef {Opened|Answer|Refused|Update|Failure} Message */

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
  status: value => ["playing", "won", "lost", "resigned"].includes(value),
};

/** @type {Record<string, Record<string, string>>} */
const shapes = {
  opened: { id: "text", game: "text", secret: "text", snapshot: "object" },
  answer: { id: "text", events: "list", snapshot: "object" },
  refused: { id: "text", error: "object", snapshot: "object" },
  update: { events: "list", snapshot: "object" },
  error: { id: "text or null", error: "object" },
  snapshot: {
    version: "number", deal: "number or null", code: "text or null", address: "text or null", profile: "text", rules: "object",
    settings: "object", status: "status", stuck: "flag", cascades: "eight lists", cells: "list", foundations: "object",
    slots: "four suits", picked: "object or null", moves: "number", score: "number or null", undo: "number", redo: "number",
    can_finish: "flag", legal: "object", text: "text",
  },
  event: { code: "text", values: "object", message: "text" },
  problem: { code: "text", message: "text" },
};

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
  if (!["opened", "answer", "refused", "update", "error"].includes(type)) throw new ProtocolError(`unknown type ${quote(type)}`);
  check(message, type, type);
  if (message.snapshot) check(message.snapshot, "snapshot", `${type}.snapshot`);
  if (message.error) check(message.error, "problem", `${type}.error`);
  for (const event of message.events ?? []) check(event, "event", `${type}.events`);
  return message;
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
 */

/** @param {Start} start */
export const newGame = start => ({ do: "new", ...start });
/** @param {Identity} identity */
export const openGame = ({ game, secret }) => ({ do: "open", game, secret });
/** @param {Place} from @param {Place} to @param {number} [count]  absent: as many as fit */
export const move = (from, to, count) => ({ do: "move", from, to, ...(count === undefined ? {} : { count }) });
/** @param {Place} place @param {number} [depth]  absent: its top, or the slot itself */
export const tap = (place, depth) => ({ do: "tap", place, ...(depth === undefined ? {} : { depth }) });
