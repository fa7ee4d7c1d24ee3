// Where everything lies on a table of a given size. Pure sums: no DOM, no rules.

import { CASCADES, foundationPlaces, isFoundation } from "./piles.js";

/** @import { Snapshot, Place } from "./protocol.js" */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {Pick<Snapshot, "cascades"|"cells"|"slots">} Cards */
/** @typedef {{width: number, height: number, gap: number, margin: number, longest: number, large: boolean, left: boolean}} Room */
/**
 * @typedef {object} Likes  how the player likes it
 * @property {boolean} [large]  large indices: cards as wide as they can be, and higher strips
 * @property {boolean} [left]  for the left hand: cells and foundations change sides
 */
/**
 * @typedef {object} Layout
 * @property {number} cardWidth
 * @property {number} cardHeight
 * @property {boolean} beside  cells and foundations stand beside the cascades, not above them
 * @property {Map<Place, Point>} slots  the top left corner of every place, in the order in which they are read
 * @property {Map<Place, number>} steps  how far apart the cards of each cascade lie
 * @property {number} index  a strip lower than this has to make its index smaller
 * @property {(Place|null)[][]} grid  the places as arrow keys walk them, in rows; a cascade may stand in several rows
 */

/** No cascade can grow longer: six cards under a king, and a whole sequence on it. */
export const LONGEST = 19;
/** A lower strip of a covered card is hard to read. */
const SMALLEST_STRIP = 15;
/** Narrower cards are worse than low strips. */
const NARROW = 40;

const MARGIN = 6;

/** How high a card is for its width: narrow cards are a little taller, so that their index has room. @param {number} width */
const heightFor = width => Math.round(width * (width < 60 ? 1.5 : 1.42));

/** How low strips may get, so that the longest cascade fits under cards that are not too narrow. @param {number} height @param {number} [longest] */
export const smallestStrip = (height, longest = LONGEST) =>
  Math.max(11, Math.min(SMALLEST_STRIP, (height - 2 * MARGIN - heightFor(NARROW)) / (longest - 1)));

/**
 * Places the piles so that every card is inside the table and every index can be read, the longest cascade included. The size of the
 * cards follows from the size of the table alone, so that it never changes in the middle of a game.
 * @param {Cards} snapshot
 * @param {number} width @param {number} height  of the table, in CSS pixels
 * @param {number} [longest]  how many cards the longest cascade of this game can have
 * @param {Likes} [likes]
 * @returns {Layout}
 */
export function layout(snapshot, width, height, longest = LONGEST, { large = false, left = false } = {}) {
  const gap = Math.min(large ? 8 : 14, Math.max(large ? 2 : 3, width * 0.012));
  const room = { width, height, gap, margin: large ? 3 : MARGIN, longest, large, left };
  const [above, beside] = [cardWidthAbove(room), cardWidthBeside(room)];
  return beside > above * 1.25 ? placeBeside(snapshot, room, beside) : placeAbove(snapshot, room, above);
}

/** @param {Room} room */
function cardWidthAbove({ width, height, gap, margin, longest, large }) {
  const byWidth = (width - 2 * margin - 7 * gap) / 8;
  const strips = (longest - 1) * SMALLEST_STRIP;
  const tallest = Math.min(height * (large ? 0.25 : 0.215), (height - 3 * MARGIN - gap - strips) / 2);
  return fit(byWidth, tallest);
}

/** @param {Room} room */
function cardWidthBeside({ width, height, gap, margin, longest }) {
  const byWidth = (width - 2 * margin - 11 * gap) / 10;
  const strips = (longest - 1) * smallestStrip(height, longest);
  const tallest = Math.min((height - 2 * MARGIN - 3 * gap) / 4, height - 2 * MARGIN - strips);
  return fit(byWidth, tallest);
}

/** The widest card that is neither too wide nor too tall. @param {number} width @param {number} tallest */
function fit(width, tallest) {
  const floor = 20;
  let size = Math.floor(Math.min(width, 150));
  while (size > floor && heightFor(size) > tallest) size -= 1;
  return size;
}

/** @param {Cards} snapshot @param {Room} room @param {number} cardWidth @returns {Layout} */
function placeAbove(snapshot, room, cardWidth) {
  const { width, height, gap } = room;
  const cardHeight = heightFor(cardWidth);
  const left = Math.round((width - 8 * cardWidth - 7 * gap) / 2);
  const top = Math.round(Math.max(MARGIN, gap * 1.2));
  const x = (/** @type {number} */ column) => Math.round(left + column * (cardWidth + gap));
  const slots = new Map();
  const cells = snapshot.cells.map((_, index) => "abcd"[index]);
  const spare = Array(4 - cells.length).fill(null);
  const foundations = foundationPlaces(snapshot);
  // What is absent leaves its gap in the middle, so that the cells stand at the edge on either side.
  const row = room.left ? [...foundations, ...spare, ...cells] : [...cells, ...spare, ...foundations];
  row.forEach((place, index) => place && slots.set(place, { x: x(index), y: top }));
  const below = Math.round(top + cardHeight + gap + MARGIN);
  CASCADES.forEach((place, index) => slots.set(place, { x: x(index), y: below }));
  const steps = stepsOf(snapshot, cardWidth, room.large, height - MARGIN - below - cardHeight);
  return { cardWidth, cardHeight, beside: false, slots, steps, index: indexOf(cardWidth, room.large), grid: [row, CASCADES] };
}

/** @param {Cards} snapshot @param {Room} room @param {number} cardWidth @returns {Layout} */
function placeBeside(snapshot, room, cardWidth) {
  const { width, height, gap } = room;
  const cardHeight = heightFor(cardWidth);
  const left = Math.round((width - 10 * cardWidth - 11 * gap) / 2);
  const x = (/** @type {number} */ column) =>
    Math.round(left + column * (cardWidth + gap) + (column > 0 ? gap : 0) + (column > 8 ? gap : 0));
  const y = (/** @type {number} */ row) => Math.round(MARGIN + row * (cardHeight + gap));
  const slots = new Map();
  const cells = snapshot.cells.map((_, index) => "abcd"[index]);
  const foundations = foundationPlaces(snapshot);
  const [first, last] = room.left ? [foundations, cells] : [cells, foundations];
  first.forEach((place, index) => slots.set(place, { x: x(0), y: y(index) }));
  CASCADES.forEach((place, index) => slots.set(place, { x: x(1 + index), y: y(0) }));
  last.forEach((place, index) => slots.set(place, { x: x(9), y: y(index) }));
  const steps = stepsOf(snapshot, cardWidth, room.large, height - 2 * MARGIN - cardHeight);
  const grid = foundations.map((_, index) => [first[index] ?? null, ...CASCADES, last[index] ?? null]);
  return { cardWidth, cardHeight, beside: true, slots, steps, index: indexOf(cardWidth, room.large), grid };
}

/**
 * Each cascade is fanned as wide as it comfortably can be, and closer when it would not fit.
 * @param {Cards} snapshot @param {number} cardWidth @param {boolean} large @param {number} room  for all strips of a cascade
 */
function stepsOf(snapshot, cardWidth, large, room) {
  const comfortable = cardWidth * (cardWidth < 60 ? 0.62 : large ? 0.48 : 0.43);
  return new Map(snapshot.cascades.map((cards, index) => {
    const covered = Math.max(1, cards.length - 1);
    return [CASCADES[index], Math.min(comfortable, room / covered)];
  }));
}

/** How high a strip must be for an index of full size; cards.css draws it. @param {number} cardWidth @param {boolean} large */
const indexOf = (cardWidth, large) => cardWidth * (cardWidth < 60 ? (large ? 0.56 : 0.36) : large ? 0.45 : 0.27);

/** Steps to look around a point: none at first, then ever farther ones, up to `reach`. @param {number} reach @returns {[number, number][]} */
export function around(reach) {
  /** @type {[number, number][]} */
  const steps = [[0, 0]];
  for (let far = Math.min(3, reach); far > 0; far = far < reach ? Math.min(far + 3, reach) : 0) {
    for (let turn = 0; turn < 8; turn += 1) steps.push([far * Math.cos(turn * Math.PI / 4), far * Math.sin(turn * Math.PI / 4)]);
  }
  return steps;
}

/** The top left corner of a card. @param {Layout} table @param {Place} place @param {number} depth */
export function cornerOf(table, place, depth) {
  const slot = table.slots.get(place) ?? { x: 0, y: 0 };
  return { x: slot.x, y: slot.y + depth * (table.steps.get(place) ?? 0) };
}

/**
 * The next place that an arrow key goes to, or null at the edge of the table.
 * @param {Layout["grid"]} grid
 * @param {{place: Place, depth: number}} from
 * @param {"left"|"right"|"up"|"down"} direction
 * @param {(place: Place) => number} size  how many cards can be focused there one by one
 * @returns {{place: Place, depth: number}|null}  depth -1 stands for the top card
 */
export function neighbour(grid, from, direction, size) {
  if (direction === "up" && from.depth > 0) return { place: from.place, depth: from.depth - 1 };
  if (direction === "down" && from.depth < size(from.place) - 1) return { place: from.place, depth: from.depth + 1 };
  const row = Math.max(0, grid.findIndex(places => places.includes(from.place)));
  const column = grid[row].indexOf(from.place);
  const [rowStep, columnStep] = { left: [0, -1], right: [0, 1], up: [-1, 0], down: [1, 0] }[direction];
  for (let r = row + rowStep, c = column + columnStep; grid[r]?.[c] !== undefined; r += rowStep, c += columnStep) {
    const place = grid[r][c];
    if (place !== null && place !== from.place) return { place, depth: direction === "down" ? 0 : -1 };
  }
  return null;
}

/**
 * The pile that a dropped card belongs to: the legal one that it overlaps most; failing that, the other one that it overlaps most, so
 * that the player can be told why not; null when it lies nowhere, or still mostly at home. Every foundation stands for the card's own.
 * @param {Layout} table
 * @param {Point} corner  of the dragged card
 * @param {Place} home  where the card came from
 * @param {Set<Place>} legal
 * @param {number} bottom  of the table: a cascade takes whatever is dropped anywhere below its cards
 */
export function dropTarget(table, corner, home, legal, bottom) {
  const overlap = (/** @type {Place} */ place) => {
    const slot = /** @type {Point} */ (table.slots.get(place));
    const height = table.steps.has(place) ? Math.max(bottom - slot.y, table.cardHeight) : table.cardHeight;
    const wide = Math.min(corner.x, slot.x) + table.cardWidth - Math.max(corner.x, slot.x);
    const high = Math.min(corner.y + table.cardHeight, slot.y + height) - Math.max(corner.y, slot.y);
    return wide > 0 && high > 0 ? wide * high : 0;
  };
  const most = (/** @type {Place[]} */ places) => {
    const best = places.map(place => ({ place, area: overlap(place) })).sort((a, b) => b.area - a.area)[0];
    return best && best.area > 0 ? best : null;
  };
  const places = [...table.slots.keys()].filter(place => place !== home);
  const atHome = overlap(home);
  const scrap = table.cardWidth * table.cardHeight * 0.15;
  const own = places.find(place => isFoundation(place) && legal.has(place));
  const accepts = (/** @type {Place} */ place) => legal.has(place) || (own !== undefined && isFoundation(place));
  const wanted = most(places.filter(accepts));
  if (wanted && (wanted.area >= scrap || wanted.area >= atHome)) return legal.has(wanted.place) ? wanted.place : own ?? null;
  const refused = most(places.filter(place => !accepts(place)));
  return refused && refused.area > atHome ? refused.place : null;
}
