// Cards that travel. The table always stands in its end state; motion only plays on top of it, and can be cut short at any moment.

/** @import { Card } from "./protocol.js" */
/** @typedef {{x: number, y: number, z: number}} Spot  where a card lies, and above which others */
/** @typedef {Map<Card, Spot>} Spots */
/** @typedef {{from: Spot, to: Spot, start: number, end: number}} Flight */

const IN_FLIGHT = 1000;
/** However many steps there are, the whole takes about this long at most, in milliseconds. */
const LONGEST = 1500;

/**
 * The flights of every card that lies elsewhere from one stage to the next.
 * @param {Spots[]} stages  where every card lies at first, and after each step
 * @param {number} stepTime  milliseconds for a step
 */
export function plan(stages, stepTime) {
  const steps = stages.length - 1;
  const duration = Math.max(stepTime * 1.5, 1);
  const interval = Math.min(stepTime, LONGEST / Math.max(steps, 1));
  /** @type {Map<Card, Flight[]>} */
  const flights = new Map();
  for (let step = 1; step <= steps; step += 1) {
    for (const [card, to] of stages[step]) {
      const from = stages[step - 1].get(card) ?? to;
      if (from.x === to.x && from.y === to.y) continue;
      const earlier = flights.get(card) ?? [];
      // A card cannot start before it has landed.
      const start = Math.max((step - 1) * interval, earlier.at(-1)?.end ?? 0);
      flights.set(card, [...earlier, { from, to, start, end: start + duration }]);
    }
  }
  return flights;
}

/** The keyframes of one card's flights, over the whole time. @param {Flight[]} flights @param {number} total */
export function keyframes(flights, total) {
  const frame = (/** @type {Spot} */ spot, /** @type {number} */ time, /** @type {number} */ z) => ({
    transform: `translate(${spot.x}px, ${spot.y}px)`, zIndex: String(z), offset: Math.min(1, time / total), visibility: "visible",
  });
  return [
    frame(flights[0].from, 0, flights[0].from.z),
    ...flights.flatMap(({ from, to, start, end }) => [
      frame(from, start, from.z),
      { ...frame(from, start, IN_FLIGHT + to.z), easing: "cubic-bezier(.3,.1,.3,1)" },
      frame(to, end, IN_FLIGHT + to.z),
      frame(to, end, to.z),
    ]),
    frame(/** @type {Flight} */ (flights.at(-1)).to, total, /** @type {Flight} */ (flights.at(-1)).to.z),
  ];
}

export class Motion {
  /** @type {Animation[]} */
  #playing = [];

  /**
   * Plays the way through the stages, on elements that already lie where the last stage has them.
   * @param {(card: Card) => HTMLElement} elementOf @param {Spots[]} stages @param {number} stepTime
   */
  play(elementOf, stages, stepTime) {
    this.finish();
    if (stepTime === 0) return;
    const flights = plan(stages, stepTime);
    const total = Math.max(0, ...[...flights.values()].map(list => /** @type {Flight} */ (list.at(-1)).end));
    for (const [card, list] of flights) this.add(elementOf(card).animate(keyframes(list, total), { duration: total }));
  }

  /** Settles when nothing moves any more, whether it arrived or was cut short. */
  get done() {
    return Promise.allSettled(this.#playing.map(animation => animation.finished));
  }

  /** Takes an animation among those that end when the player does something. @param {Animation} animation */
  add(animation) {
    this.#playing.push(animation);
  }

  /** Jumps to the end state. */
  finish() {
    for (const animation of this.#playing.splice(0)) animation.cancel();
  }
}

/** A small shake of the head. @param {Element} target */
export function shake(target) {
  const frames = [0, -5, 5, -3, 3, 0].map(x => ({ translate: `${x}px 0` }));
  target.animate(frames, { duration: 320, easing: "ease-out" });
}

/**
 * The joy of a win: the deck leaves the foundations, wheels once around the table and goes home.
 * @param {Motion} motion @param {(card: Card) => HTMLElement} elementOf @param {Spots} home
 * @param {{width: number, height: number, cardWidth: number, cardHeight: number}} table
 */
export function celebrate(motion, elementOf, home, table) {
  const centre = { x: (table.width - table.cardWidth) / 2, y: (table.height - table.cardHeight) / 2 };
  const wheel = { x: Math.min(centre.x, centre.y * 1.7) * 0.9, y: centre.y * 0.9 };
  const order = [...home].sort(([, a], [, b]) => b.z - a.z);
  order.forEach(([card, spot], index) => {
    const visible = { visibility: "visible", zIndex: String(IN_FLIGHT - index) };
    const at = (/** @type {number} */ turn, /** @type {number} */ offset) => {
      const angle = (turn + index / order.length) * 2 * Math.PI;
      const [x, y] = [centre.x + wheel.x * Math.sin(angle), centre.y - wheel.y * Math.cos(angle)];
      return { ...visible, offset, transform: `translate(${x}px, ${y}px) rotate(${angle}rad)` };
    };
    const rest = (/** @type {number} */ turns) => ({ ...visible, transform: `translate(${spot.x}px, ${spot.y}px) rotate(${turns}turn)` });
    const wheeling = Array.from({ length: 9 }, (_, part) => ({ ...at(part / 16, 0.3 + part * 0.05), easing: part < 8 ? "linear" : "ease-in-out" }));
    const frames = [{ ...rest(0), easing: "ease-in-out" }, ...wheeling, rest(Math.round(0.5 + index / order.length))];
    motion.add(elementOf(card).animate(frames, { duration: 2100, delay: index * 4 }));
  });
}
