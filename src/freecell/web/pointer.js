// Mouse, finger and pen: a press that stays is a tap, a press that travels is a drag. What they mean is decided elsewhere.

import { dropTarget } from "./layout.js";

/** @import { Table, Spotted } from "./table.js" */
/** @import { Card, Place } from "./protocol.js" */
/** @import { Spots } from "./animate.js" */
/** @typedef {{place: Place, cards: Card[], legal: Set<Place>}} Load  what the hand carries, and where it may go */
/**
 * @typedef {object} Hand  what the player's hand can do
 * @property {(spotted: Spotted) => void} tap
 * @property {(spotted: Spotted) => void} doubleTap  the second tap on the same card, shortly after the first
 * @property {() => void} tapFelt  a tap beside everything
 * @property {(spotted: Spotted) => Load|null} lift  null: these cards cannot be lifted
 * @property {(load: Load, target: Place, held: Spots) => void} drop
 * @property {(load: Load) => void} putBack
 */
/** @typedef {{id: number, x: number, y: number, dx: number, dy: number, touch: boolean, spotted: Spotted|null, load: Load|null, dead: boolean, far: number, time: number}} Press  far: how far away it ever was */

const DOUBLE_TAP = 350;
/** By finger or pen, and by mouse: how far beside a card a tap may be, how far a press may travel until it drags, and how far a shaking hand may. */
const FINGER = { beside: 12, travel: 10, shake: 26 };
const MOUSE = { beside: 4, travel: 6, shake: 14 };
/** A press that is longer than this, in milliseconds, was no tap that shook. */
const SHAKY_TAP = 400;
const IN_HAND = 2000;
/** @type {{card: Card|null, place: Place, time: number}} */
const NO_TAP = { card: null, place: "", time: 0 };

export class Pointer {
  /** @type {Press|null} */
  #press = null;
  /** Fingers on the table. @type {Set<number>} */
  #fingers = new Set();
  #lastTap = NO_TAP;

  /** @param {Table} table @param {Hand} hand */
  constructor(table, hand) {
    this.table = table;
    this.hand = hand;
    const { felt } = table;
    felt.addEventListener("pointerdown", event => this.#start(event));
    felt.addEventListener("pointermove", event => this.#move(event));
    felt.addEventListener("pointerup", event => this.#up(event));
    felt.addEventListener("pointercancel", event => this.#gone(event));
    felt.addEventListener("lostpointercapture", event => this.#gone(event));
    // Screen readers click without a pointer; a click that follows a press was dealt with already.
    felt.addEventListener("click", event => event.detail === 0 && this.#click(event));
    felt.addEventListener("contextmenu", event => this.#press?.touch && event.preventDefault());
    addEventListener("blur", () => this.cancel());
    document.addEventListener("visibilitychange", () => this.cancel());
    // On a table of another size nothing is any more where it was touched.
    new ResizeObserver(() => this.cancel()).observe(felt);
  }

  /** Whether cards are in the hand. */
  get dragging() {
    return Boolean(this.#press?.load);
  }

  /** Puts back whatever is in the hand; nothing was done. */
  cancel() {
    const press = this.#press;
    if (!press) return;
    this.#press = null;
    if (press.load) this.#release(press.load);
    if (press.load) this.hand.putBack(press.load);
  }

  /** Goes on carrying after the table has changed, if the cards still lie where they were lifted. */
  refresh() {
    const press = this.#press;
    if (!press?.load) return;
    const { place, cards } = press.load;
    const pile = this.table.piles.get(place) ?? [];
    const load = pile.slice(-cards.length).join() === cards.join() ? this.hand.lift({ place, depth: pile.length - cards.length, card: cards[0] }) : null;
    if (!load) return this.cancel();
    press.load = load;
    this.#carry(load, press.dx, press.dy);
  }

  /** @param {PointerEvent} event */
  #start(event) {
    if (event.pointerType !== "mouse") this.#fingers.add(event.pointerId);
    if (this.#fingers.size > 1 || this.#press) return this.cancel();
    if (event.button !== 0) return;
    const touch = event.pointerType !== "mouse";
    const spotted = this.table.spotAt(event.clientX, event.clientY, toleranceOf({ touch }).beside);
    this.#press = { id: event.pointerId, x: event.clientX, y: event.clientY, dx: 0, dy: 0, touch, spotted, load: null, dead: false, far: 0, time: performance.now() };
    this.table.felt.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (!press || press.id !== event.pointerId || press.dead) return;
    press.dx = event.clientX - press.x;
    press.dy = event.clientY - press.y;
    press.far = Math.max(press.far, Math.hypot(press.dx, press.dy));
    if (!press.load && press.far < toleranceOf(press).travel) return;
    if (!press.load) this.#lift(press);
    if (press.load) this.#carry(press.load, press.dx, press.dy);
  }

  /** @param {Press} press */
  #lift(press) {
    press.load = press.spotted?.card ? this.hand.lift(press.spotted) : null;
    press.dead = !press.load;
    for (const card of press.load?.cards ?? []) this.table.elementOf(card).classList.add("dragged");
  }

  /** @param {Load} load @param {number} dx @param {number} dy */
  #carry(load, dx, dy) {
    this.#held(load, dx, dy).forEach((spot, card) => {
      const { style } = this.table.elementOf(card);
      style.transform = `translate(${spot.x}px, ${spot.y}px)`;
      style.zIndex = String(spot.z);
    });
    this.table.mark(load.legal, this.#receiver(load, dx, dy, true), load.place);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.#fingers.delete(event.pointerId);
    const press = this.#press;
    if (!press || press.id !== event.pointerId) return;
    this.#press = null;
    if (press.load && isShaken(press, performance.now())) this.#settle(press);
    else if (press.load) this.#drop(press.load, event.clientX - press.x, event.clientY - press.y);
    else if (!press.dead) this.#tap(press.spotted);
  }

  /** A drag that was none: the hand only shook. @param {Press} press */
  #settle(press) {
    const load = /** @type {Load} */ (press.load);
    this.#release(load);
    this.hand.putBack(load);
    this.#tap(press.spotted);
  }

  /** @param {Load} load @param {number} dx @param {number} dy */
  #drop(load, dx, dy) {
    const target = this.#receiver(load, dx, dy, false);
    const held = this.#held(load, dx, dy);
    this.#release(load);
    if (target === null) this.hand.putBack(load);
    else this.hand.drop(load, target, held);
  }

  /** @param {Spotted|null} spotted */
  #tap(spotted) {
    if (!spotted) return this.hand.tapFelt();
    const { card, place } = spotted;
    const time = performance.now();
    const { card: first, ...last } = this.#lastTap;
    const soon = first !== null && place === last.place && time - last.time < DOUBLE_TAP;
    // The first tap has moved its card already: the second was meant for that card too, not for what lies there now.
    if (soon && !this.table.piles.get(place)?.includes(first)) return;
    const again = soon && card === first;
    this.#lastTap = again ? NO_TAP : { card, place, time };
    if (again) this.hand.doubleTap(spotted);
    else this.hand.tap(spotted);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    this.table.motion.finish();
    const spotted = this.table.spot(event.target);
    if (spotted) this.hand.tap(spotted);
  }

  /** The pointer is lost: another app, a second finger, the system. @param {PointerEvent} event */
  #gone(event) {
    if (event.type === "pointercancel") this.#fingers.delete(event.pointerId);
    if (this.#press?.id === event.pointerId) this.cancel();
  }

  /** @param {Load} load */
  #release(load) {
    for (const card of load.cards) this.table.elementOf(card).classList.remove("dragged");
    this.table.mark(new Set());
  }

  /** Where the carried cards are. @param {Load} load @param {number} dx @param {number} dy */
  #held(load, dx, dy) {
    return new Map(load.cards.map((card, index) => {
      const { x, y } = this.table.cornerOf(card);
      return [card, { x: x + dx, y: y + dy, z: IN_HAND + index }];
    }));
  }

  /** @param {Load} load @param {number} dx @param {number} dy @param {boolean} legalOnly */
  #receiver(load, dx, dy, legalOnly) {
    const { layout, felt } = this.table;
    const { x, y } = this.table.cornerOf(load.cards[0]);
    const target = layout && dropTarget(layout, { x: x + dx, y: y + dy }, load.place, load.legal, felt.clientHeight);
    return target !== null && legalOnly && !load.legal.has(target) ? null : target;
  }
}

/** @param {{touch: boolean}} press */
const toleranceOf = ({ touch }) => (touch ? FINGER : MOUSE);

/** Whether a press that began to carry was meant as a tap: short, and never far from where it began. @param {Pick<Press, "touch"|"far"|"time">} press @param {number} now */
export const isShaken = (press, now) => now - press.time < SHAKY_TAP && press.far < toleranceOf(press).shake;
