// The keyboard: arrows walk over the table, Enter taps, two keys move, letters command.

import { neighbour } from "./layout.js";

/** @import { Table, Spotted } from "./table.js" */
/** @import { Place } from "./protocol.js" */
/**
 * @typedef {object} Keys  what the keyboard can ask for
 * @property {(spotted: Spotted) => void} tap
 * @property {(from: Place, to: Place) => void} move
 * @property {(from: Place|null) => void} pending  a source was named (or no longer is), the target is to come
 * @property {() => void} forget  what the keys had named is not meant any more
 * @property {() => void} escape
 * @property {(name: string) => void} command  one of COMMANDS
 */

/** @type {Record<string, "left"|"right"|"up"|"down">} */
const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
/** @type {Record<string, string>} */
const COMMANDS = {
  u: "undo", r: "redo", n: "new", g: "choose", o: "restart", x: "resign", f: "finish", m: "menu", "?": "keys",
  e: "history", q: "stats", j: "map", k: "take-along",
  i: "hint", p: "auto", s: "solve", v: "review", w: "where", l: "back", t: "tell", y: "deal",
};

export class Keyboard {
  /** The keys of a move so far: a source, or "h" for a foundation whose suit is to come. */
  #source = "";

  /** @param {Table} table @param {Keys} keys */
  constructor(table, keys) {
    this.table = table;
    this.keys = keys;
    document.addEventListener("keydown", event => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    // In a list of choices, keys choose.
    const choosing = event.target instanceof HTMLSelectElement && event.key !== "Escape";
    if (choosing || document.querySelector("dialog[open]") || event.altKey || event.isComposing) return;
    const done = event.ctrlKey || event.metaKey ? this.#control(event) : this.#plain(event);
    if (done) event.preventDefault();
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key meant something */
  #control(event) {
    const key = event.key.toLowerCase();
    if (key === "z") this.keys.command(event.shiftKey ? "redo" : "undo");
    else if (key === "y") this.keys.command("redo");
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event @returns {boolean} */
  #plain(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const onTable = this.table.felt.contains(event.target instanceof Node ? event.target : null);
    if (key === "Escape") return this.#escape();
    if (key in ARROWS) return this.#walk(ARROWS[key], onTable);
    if (["Home", "End", "PageUp", "PageDown"].includes(key)) return onTable && this.#jump(key);
    if (key === "Enter" || key === " ") return onTable && this.#tap(event);
    if (/^[1-8a-dh]$/.test(key) || (this.#source === "h" && key === "s")) return this.#place(key);
    if (!(key in COMMANDS) || event.repeat && !"urp".includes(key)) return false;
    this.#pending("");
    this.keys.command(COMMANDS[key]);
    return true;
  }

  #escape() {
    if (this.#source) this.#forget();
    else this.keys.escape();
    return true;
  }

  /** @param {"left"|"right"|"up"|"down"} direction @param {boolean} onTable */
  #walk(direction, onTable) {
    this.table.motion.finish();
    const { focused, layout } = this.table;
    if (!onTable || !layout) return this.table.focus(focused.place, focused.depth);
    const next = neighbour(layout.grid, { place: focused.place, depth: Math.max(0, this.#visited(focused)) }, direction, place => this.table.visits(place));
    if (next) this.table.focus(next.place, next.depth);
    return true;
  }

  /** A cell or a foundation is one stop, however many cards lie there. @param {{place: Place, depth: number}} focused */
  #visited({ place, depth }) {
    return this.table.visits(place) > 1 ? depth : 0;
  }

  /** Home and End: the deepest and the top card; PageUp and PageDown: to the row of cells and back. @param {string} key */
  #jump(key) {
    const { focused, layout } = this.table;
    if (key === "Home") return this.table.focus(focused.place, 0);
    if (key === "End") return this.table.focus(focused.place, -1);
    const edge = key === "PageUp" ? 0 : this.table.visits(focused.place) - 1;
    const next = layout && neighbour(layout.grid, { ...focused, depth: edge }, key === "PageUp" ? "up" : "down", place => this.table.visits(place));
    return next ? this.table.focus(next.place, -1) : true;
  }

  /** @param {KeyboardEvent} event */
  #tap(event) {
    this.table.motion.finish();
    const spotted = this.table.spot(event.target);
    if (!spotted || event.repeat) return false;
    this.#pending("");
    this.keys.tap(spotted);
    return true;
  }

  /** One of the two keys of a move. @param {string} key */
  #place(key) {
    if (!this.#source) return this.#pending(key);
    const source = this.#source;
    if (source === "h" && "cdhs".includes(key)) return this.#pending(`h${key.toUpperCase()}`);
    // The same key twice takes it back; after a bare "h" only a suit makes sense.
    if (key === source || source === "h") return this.#forget();
    this.#pending("");
    this.keys.move(source, key);
    return true;
  }

  #forget() {
    this.keys.forget();
    return this.#pending("");
  }

  /** @param {string} source */
  #pending(source) {
    if (source || this.#source) this.keys.pending(source || null);
    this.#source = source;
    return true;
  }
}
