// The picture of the map on a canvas. Small dots are drawn as one image, large ones each with a mark of its state.

/** @import { Deals, View } from "./mapmodel.js" */

/** Dots at least this wide stand apart, ... */
const APART = 3;
/** ... and have marks beside their colours. */
const MARKED = 9;

export class Picture {
  /** A point for each deal. @type {HTMLCanvasElement|null} */
  #points = null;
  #pointsOf = "";

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.colours = coloursOf(canvas);
  }

  /** Takes the colours of the page as they are now, and looks at the deals anew. */
  refresh() {
    this.colours = coloursOf(this.canvas);
    this.#points = null;
  }

  /** @param {Deals} deals @param {View} view @param {number} chosen  the deal with the ring, counted from 0 */
  draw(deals, view, chosen) {
    const sharp = devicePixelRatio || 1;
    const [width, height] = [Math.round(view.width * sharp), Math.round(view.height * sharp)];
    if (this.canvas.width !== width || this.canvas.height !== height) [this.canvas.width, this.canvas.height] = [width, height];
    this.pen.setTransform(sharp, 0, 0, sharp, 0, 0);
    this.pen.clearRect(0, 0, view.width, view.height);
    if (view.size < APART) this.#drawPoints(deals, view, sharp);
    else this.#drawDots(deals, view);
    this.#drawRing(view, chosen);
  }

  /** @param {Deals} deals @param {View} view @param {number} sharp */
  #drawPoints(deals, view, sharp) {
    const key = `${deals.first} ${deals.count} ${view.columns}`;
    if (!this.#points || this.#pointsOf !== key) this.#points = this.#makePoints(deals, view);
    this.#pointsOf = key;
    // Points that are enlarged stay sharp, others melt into each other.
    this.pen.imageSmoothingEnabled = view.size * sharp < 1;
    this.pen.drawImage(this.#points, view.x, view.y, view.columns * view.size, view.rows * view.size);
  }

  /** @param {Deals} deals @param {View} view */
  #makePoints({ tried }, { columns, rows }) {
    const made = document.createElement("canvas");
    [made.width, made.height] = [columns, rows];
    const pen = /** @type {CanvasRenderingContext2D} */ (made.getContext("2d"));
    const image = pen.createImageData(columns, rows);
    const points = new Uint32Array(image.data.buffer);
    const colours = this.colours.states.map(colour => pointOf(colour));
    for (let index = 0; index < tried.length; index += 1) points[index] = colours[tried[index]];
    pen.putImageData(image, 0, 0);
    return made;
  }

  /** @param {Deals} deals @param {View} view */
  #drawDots({ tried }, view) {
    const { left, right, top, bottom } = view.inSight;
    const gap = view.size < MARKED ? Math.max(0.6, view.size * 0.16) : view.size * 0.2;
    const side = view.size - gap;
    const marked = view.size >= MARKED;
    // One colour after the other, since a change of colour takes time.
    this.colours.states.forEach((colour, state) => {
      this.pen.fillStyle = this.pen.strokeStyle = colour;
      this.pen.lineWidth = Math.max(1.2, side * 0.13);
      for (let row = top; row < bottom; row += 1) {
        for (let column = left; column < right; column += 1) {
          const index = row * view.columns + column;
          if (index >= tried.length || tried[index] !== state) continue;
          const [x, y] = [view.x + column * view.size + gap / 2, view.y + row * view.size + gap / 2];
          if (marked) this.#drawMark(state, x + side / 2, y + side / 2, side / 2);
          else this.pen.fillRect(x, y, side, side);
        }
      }
    });
  }

  /** A ring, a half-filled ring, a cross, a disc, a disc with a ring in it. @param {number} state @param {number} x @param {number} y @param {number} radius */
  #drawMark(state, x, y, radius) {
    const { pen } = this;
    const inner = radius - pen.lineWidth / 2;
    pen.beginPath();
    if (state === 2) {
      const arm = radius * 0.72;
      pen.lineWidth *= 1.6;
      pen.moveTo(x - arm, y - arm);
      pen.lineTo(x + arm, y + arm);
      pen.moveTo(x + arm, y - arm);
      pen.lineTo(x - arm, y + arm);
      pen.stroke();
      pen.lineWidth /= 1.6;
      return;
    }
    pen.arc(x, y, state > 2 ? radius : inner, 0, 2 * Math.PI);
    if (state > 2) pen.fill();
    else pen.stroke();
    if (state === 1) {
      pen.beginPath();
      pen.arc(x, y, radius * 0.42, 0, 2 * Math.PI);
      pen.fill();
    }
    if (state !== 4) return;
    pen.strokeStyle = this.colours.ground;
    pen.beginPath();
    pen.arc(x, y, radius * 0.52, 0, 2 * Math.PI);
    pen.stroke();
    pen.strokeStyle = this.colours.states[4];
  }

  /** @param {View} view @param {number} chosen */
  #drawRing(view, chosen) {
    const { x, y } = view.spotOf(chosen);
    const room = Math.max(view.size, 7);
    const [left, top] = [x + view.size / 2 - room / 2 - 1.5, y + view.size / 2 - room / 2 - 1.5];
    for (const [colour, width] of /** @type {[string, number][]} */ ([[this.colours.ground, 5], [this.colours.ink, 2.4]])) {
      this.pen.strokeStyle = colour;
      this.pen.lineWidth = width;
      this.pen.beginPath();
      this.pen.roundRect(left, top, room + 3, room + 3, Math.min(room / 3, 7));
      this.pen.stroke();
    }
  }
}

/** The colours that the page's style has for the states, for the ground, and for the ring. @param {Element} element */
function coloursOf(element) {
  const style = getComputedStyle(element);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return { states: ["untried", "open", "lost", "won", "par"].map(name => colour(`--map-${name}`)), ground: colour("--panel-raised"), ink: colour("--panel-ink") };
}

/** A colour as a point of an image has it. @param {string} colour  "#rrggbb" */
function pointOf(colour) {
  const [red, green, blue] = [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16));
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
