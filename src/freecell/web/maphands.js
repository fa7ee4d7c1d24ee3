// The map under hands and keys: a press chooses, a drag moves, a wheel or two fingers zoom, arrows go from deal to deal.

/**
 * @typedef {object} Held  the map that is held
 * @property {{columns: number}} view
 * @property {number} index
 * @property {(x: number, y: number) => boolean} chooseAt
 * @property {(x: number, y: number) => void} point
 * @property {(by: number) => void} step
 * @property {(factor: number, x?: number, y?: number) => void} zoom
 * @property {(dx: number, dy: number) => void} pan
 * @property {() => void} nextUntried
 * @property {() => void} playChosen
 */
/** @typedef {{x: number, y: number}} Point */

/** A press that goes farther than this is a drag. */
const SLACK = 6;
/** Two presses within this time, in milliseconds, are a double one. */
const DOUBLE = 350;

export class Hands {
  /** Every finger on the map. @type {Map<number, Point>} */
  #fingers = new Map();
  #dragged = false;
  /** @type {Point} */
  #pressed = { x: 0, y: 0 };
  /** When and on which deal the last press was. */
  #last = { at: -Infinity, index: -1 };

  /** @param {HTMLElement} element @param {Held} map */
  constructor(element, map) {
    this.element = element;
    this.map = map;
    element.addEventListener("pointerdown", event => this.#down(event));
    element.addEventListener("pointermove", event => this.#move(event));
    element.addEventListener("pointerup", event => this.#up(event));
    element.addEventListener("pointercancel", event => this.#fingers.delete(event.pointerId));
    element.addEventListener("wheel", event => this.#wheel(event), { passive: false });
    element.addEventListener("keydown", event => this.#key(event));
  }

  /** @param {{clientX: number, clientY: number}} event @returns {Point} */
  #point({ clientX, clientY }) {
    const { left, top } = this.element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button > 0) return;
    this.element.setPointerCapture(event.pointerId);
    this.#pressed = this.#point(event);
    this.#fingers.set(event.pointerId, this.#pressed);
    this.#dragged = this.#fingers.size > 1;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#fingers.get(event.pointerId);
    const now = this.#point(event);
    if (!before) return this.map.point(now.x, now.y);
    if (!this.#dragged && Math.hypot(now.x - this.#pressed.x, now.y - this.#pressed.y) < SLACK) return;
    this.#dragged = true;
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.#fingers.set(event.pointerId, now);
    if (!other) return this.map.pan(now.x - before.x, now.y - before.y);
    const apart = (/** @type {Point} */ point) => Math.hypot(point.x - other.x, point.y - other.y);
    this.map.zoom(apart(now) / Math.max(1, apart(before)), (now.x + other.x) / 2, (now.y + other.y) / 2);
    this.map.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.#fingers.delete(event.pointerId) || this.#dragged) return;
    const { x, y } = this.#point(event);
    if (!this.map.chooseAt(x, y)) return;
    const again = event.timeStamp - this.#last.at < DOUBLE && this.#last.index === this.map.index;
    this.#last = { at: event.timeStamp, index: this.map.index };
    if (again) this.map.playChosen();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const { x, y } = this.#point(event);
    this.map.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0022)), x, y);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.metaKey) return;
    const { map } = this;
    const { columns } = map.view;
    const inRow = map.index % columns;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => map.step(-1), ArrowRight: () => map.step(1), ArrowUp: () => map.step(-columns), ArrowDown: () => map.step(columns),
      PageUp: () => map.step(-10 * columns), PageDown: () => map.step(10 * columns),
      Home: () => map.step(event.ctrlKey ? -map.index : -inRow), End: () => map.step(event.ctrlKey ? Infinity : columns - 1 - inRow),
      "+": () => map.zoom(1.6), "=": () => map.zoom(1.6), "-": () => map.zoom(1 / 1.6), 0: () => map.zoom(0), n: () => map.nextUntried(), Enter: () => map.playChosen(),
    };
    const act = keys[event.key];
    if (!act || (event.ctrlKey && !["Home", "End"].includes(event.key))) return;
    event.preventDefault();
    act();
  }
}
