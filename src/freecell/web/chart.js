// The chart of a review: moves to a win over the game. What is lost, unknown or not looked at yet has a look of its own.

import { element } from "./dom.js";

/** @import { ReviewModel } from "./reviewmodel.js" */
/** @typedef {{width: number, height: number, last: number, most: number}} Frame */

const SVG = "http://www.w3.org/2000/svg";
const LEFT = 30;
const RIGHT = 10;
const TOP = 12;
const BOTTOM = 20;

/** Where a position stands, from left to right. @param {Frame} frame @param {number} index */
export const xOf = ({ width, last }, index) => LEFT + (last ? index / last : 0.5) * (width - LEFT - RIGHT);
/** How high so many moves stand; fewer are lower. @param {Frame} frame @param {number} moves */
export const yOf = ({ height, most }, moves) => height - BOTTOM - (moves / most) * (height - TOP - BOTTOM);
/** The position that is nearest to a point. @param {Frame} frame @param {number} x */
export function indexAt({ width, last }, x) {
  const part = (x - LEFT) / Math.max(1, width - LEFT - RIGHT);
  return Math.round(Math.min(1, Math.max(0, part)) * last);
}

/** The neighbouring positions of which the same can be told, as [kind, first, last]. @param {ReviewModel} model @returns {[string, number, number][]} */
export function stretches(model) {
  /** @type {[string, number, number][]} */
  const found = [];
  for (let index = 0; index <= model.last; index += 1) {
    const kind = model.positions[index]?.status ?? (model.summary ? "unknown" : "pending");
    const before = found.at(-1);
    if (before?.[0] === kind) before[2] = index;
    else found.push([kind, index, index]);
  }
  return found;
}

export class Chart {
  #index = 0;
  #width = 0;
  #height = 0;

  /** @param {ReviewModel} model @param {(index: number) => void} choose */
  constructor(model, choose) {
    this.model = model;
    this.svg = node("svg", { "aria-hidden": "true" });
    this.element = element("div", { class: "chart", role: "slider", tabindex: "0", "aria-label": "Moves to a win, over the game", "aria-valuemin": "0" });
    this.element.append(this.svg);
    const press = (/** @type {PointerEvent} */ event) => choose(indexAt(this.#frame, event.clientX - this.svg.getBoundingClientRect().left));
    this.element.addEventListener("pointerdown", event => {
      this.element.setPointerCapture(event.pointerId);
      press(event);
    });
    this.element.addEventListener("pointermove", event => event.buttons && press(event));
    new ResizeObserver(([{ contentRect }]) => {
      [this.#width, this.#height] = [contentRect.width, contentRect.height];
      this.draw(this.#index);
    }).observe(this.element);
  }

  /** @returns {Frame} */
  get #frame() {
    const most = Math.max(10, ...this.model.positions.map(told => told?.moves_left ?? 0));
    return { width: this.#width, height: this.#height, last: this.model.last, most };
  }

  /** Draws what is known, and where the board is. @param {number} index */
  draw(index) {
    this.#index = index;
    const { element: slider, model } = this;
    slider.setAttribute("aria-valuemax", String(model.last));
    slider.setAttribute("aria-valuenow", String(index));
    slider.setAttribute("aria-valuetext", [model.moveTo(index), model.truthAt(index), model.blame(index)].filter(Boolean).join(" "));
    if (!this.#width || !model.boards.length) return;
    const frame = this.#frame;
    this.svg.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    this.svg.replaceChildren(...this.#grid(frame), ...this.#bands(frame), ...this.#lines(frame), ...this.#marks(frame), ...this.#cursor(frame, index));
  }

  /** @param {Frame} frame */
  #grid(frame) {
    const step = [5, 10, 20, 50, 100, 200, 500].find(size => frame.most / size <= 4) ?? 1000;
    const ticks = Array.from({ length: Math.floor(frame.most / step) + 1 }, (_, index) => index * step);
    const lines = ticks.flatMap(moves => [
      node("line", { class: "grid", x1: LEFT, x2: frame.width - RIGHT, y1: yOf(frame, moves), y2: yOf(frame, moves) }),
      text("y", LEFT - 6, yOf(frame, moves) + 3.5, String(moves)),
    ]);
    const along = [20, 50, 100, 200, 500, 1000].find(size => frame.last / size <= frame.width / 60) ?? 2000;
    const marks = Array.from({ length: Math.floor(frame.last / along) }, (_, index) => (index + 1) * along);
    return [...lines, ...marks.map(index => text("x", xOf(frame, index), frame.height - 5, String(index)))];
  }

  /** What is no line: lost, unknown, and not looked at. @param {Frame} frame */
  #bands(frame) {
    const half = (xOf(frame, 1) - xOf(frame, 0)) / 2;
    return stretches(this.model).filter(([kind]) => kind !== "winnable").flatMap(([kind, first, last]) => {
      const [x, end] = [Math.max(LEFT, xOf(frame, first) - half), Math.min(frame.width - RIGHT, xOf(frame, last) + half)];
      const width = Math.max(2, end - x);
      const band = node("rect", { class: `band ${kind}`, x, y: TOP, width, height: frame.height - TOP - BOTTOM });
      const word = { unwinnable: "lost", unknown: "not known" }[kind] ?? "";
      return word && width > word.length * 9 ? [band, text(`word ${kind}`, x + width / 2, TOP + 14, word)] : [band];
    });
  }

  /** @param {Frame} frame */
  #lines(frame) {
    const floor = yOf(frame, 0);
    return stretches(this.model).filter(([kind]) => kind === "winnable").flatMap(([, first, last]) => {
      const points = [];
      for (let index = first; index <= last; index += 1) {
        const moves = this.model.positions[index]?.moves_left ?? null;
        if (moves !== null) points.push(`${xOf(frame, index).toFixed(1)} ${yOf(frame, moves).toFixed(1)}`);
      }
      if (points.length === 0) return [];
      const area = `M${xOf(frame, first).toFixed(1)} ${floor}L${points.join("L")}L${xOf(frame, last).toFixed(1)} ${floor}z`;
      return [node("path", { class: "area", d: area }), node("path", { class: "way", d: `M${points.join("L")}` })];
    });
  }

  /** The losing move, and those that cost length. @param {Frame} frame */
  #marks(frame) {
    const costly = this.model.positions.filter(told => (told?.cost ?? 0) > 0 && told?.moves_left !== null);
    const dots = costly.map(told => told && node("circle", { class: "costly", cx: xOf(frame, told.position), cy: yOf(frame, told.moves_left ?? 0), r: 3.2 }));
    const { losing } = this.model;
    if (!losing) return dots.filter(dot => dot !== undefined);
    const x = (xOf(frame, losing - 1) + xOf(frame, losing)) / 2;
    return [...dots.filter(dot => dot !== undefined),
      node("path", { class: "loss", d: `M${x} ${TOP}V${frame.height - BOTTOM}` }), node("path", { class: "loss-mark", d: `M${x - 5} ${TOP - 7}h10l-5 7z` })];
  }

  /** @param {Frame} frame @param {number} index */
  #cursor(frame, index) {
    const x = xOf(frame, index);
    const moves = this.model.positions[index]?.moves_left ?? null;
    const line = node("line", { class: "cursor", x1: x, x2: x, y1: TOP - 4, y2: frame.height - BOTTOM });
    return moves === null ? [line] : [line, node("circle", { class: "cursor", cx: x, cy: yOf(frame, moves), r: 5 })];
  }
}

/** @param {string} tag @param {Record<string, string|number>} attributes */
function node(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/** @param {string} kind @param {number} x @param {number} y @param {string} words */
function text(kind, x, y, words) {
  const made = node("text", { class: kind, x, y });
  made.textContent = words;
  return made;
}
