/**
 * Card faces, drawn here from nothing but paths: four suits, thirteen ranks and twelve court figures.
 *
 * `cardElement("QH")` gives a card, `suitSymbol("H")` a suit. Colours come from cards.css alone: a shape here only names
 * its paint.
 */

import { element } from "./dom.js";
import { letter } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/** @type {Record<string, string>} */
const SUIT_NAME = { C: "club", D: "diamond", H: "heart", S: "spade" };

/**
 * Suits fill a box of 24 about 0, 0, in relative steps so that pips can be chained into one path. Three lobes, straight
 * edges, a point below, a point above: told apart even at 10 px.
 * @type {Record<string, string>}
 */
const SUIT_PATH = {
  C: "m0-11a5.3 5.3 0 0 1 4.2 8.5a5.3 5.3 0 1 1-2.9 7.7c.2 2.2 1 4 2.7 5.3h-8c1.7-1.3 2.5-3.1 2.7-5.3a5.3 5.3 0 1 1-2.9-7.7a5.3 5.3 0 0 1 4.2-8.5z",
  D: "m0-11.2c2.2 4.2 5 8 8.6 11.2c-3.6 3.2-6.4 7-8.6 11.2c-2.2-4.2-5-8-8.6-11.2c3.6-3.2 6.4-7 8.6-11.2z",
  H: "m0 10.3c-2.2-4.1-10.4-7.5-10.4-14.1c0-3.6 2.5-6.2 5.7-6.2c2.2 0 3.9 1.3 4.7 3.4c.8-2.1 2.5-3.4 4.7-3.4c3.2 0 5.7 2.6 5.7 6.2c0 6.6-8.2 10-10.4 14.1z",
  S: "m0-11.2c2.2 4.4 9.9 7.6 9.9 13.3c0 2.9-2.1 4.9-4.7 4.9c-1.8 0-3.3-.9-4.1-2.4c.1 2.5 1 4.5 2.9 6.1h-8c1.9-1.6 2.8-3.6 2.9-6.1c-.8 1.5-2.3 2.4-4.1 2.4c-2.6 0-4.7-2-4.7-4.9c0-5.7 7.7-8.9 9.9-13.3z",
};

/**
 * Ranks are strokes of one width, 20 high: the same on every system, and no J or Q hangs out of the strip that is seen.
 * @type {Record<string, string>}
 */
const RANK_PATH = {
  A: "M1.3 20.3 6 1.8h1.6l4.7 18.5M3.4 14.3h6.8",
  2: "M2.1 6.5c0-2.8 1.9-4.7 4.6-4.7s4.5 1.8 4.5 4.3c0 1.8-.8 3-2.2 4.6l-6.5 7.5h9.6",
  3: "M2 5.3c.5-2.2 2.2-3.5 4.5-3.5 2.5 0 4.3 1.5 4.3 3.8S9 9.4 6.5 9.4H5h1.5c2.8 0 4.7 1.7 4.7 4.3 0 2.7-2 4.5-4.7 4.5-2.5 0-4.3-1.3-4.8-3.6",
  4: "M7.3-.2 2 14.3h11M9.1 8.3V20",
  5: "M10.9 1.8H3.4l-.6 8.3c1-1.1 2.2-1.7 3.8-1.7 2.7 0 4.6 2 4.6 4.8 0 2.9-2 5-4.8 5-2.4 0-4.1-1.2-4.7-3.3",
  6: "M8.9-.3 2.6 10.8M6.6 8.5a4.85 4.85 0 1 0 .1 0z",
  7: "M1 1.8h9.8L4.8 20.3",
  8: "M6.6 1.8a3.8 3.8 0 1 0 .1 0zM6.6 9.2a4.5 4.5 0 1 0 .1 0z",
  9: "M4.3 20.3 10.6 9.2M6.6 11.5a4.85 4.85 0 1 0-.1 0z",
  T: "M.7 4.9 4.6 2V20M9.6 6.3c0-2.8 1.6-4.5 4.2-4.5S18 3.5 18 6.3v7.4c0 2.8-1.6 4.5-4.2 4.5s-4.2-1.7-4.2-4.5z",
  J: "M10.3 0v13.3c0 3.1-1.7 4.9-4.4 4.9-2.4 0-4-1.4-4.3-3.9",
  Q: "M6.7 1.8c3 0 4.9 2 4.9 5.2v6c0 3.2-1.9 5.2-4.9 5.2S1.8 16.2 1.8 13V7c0-3.2 1.9-5.2 4.9-5.2zM7.2 12.8l5.4 7",
  K: "M2.7 0v20M12-.2 3.2 12M6.3 8.2l6.3 12",
  // The letters of other languages.
  D: "M2.7 1.8v16.4h2.6c4.2 0 6.4-2.9 6.4-8.2S9.5 1.8 5.3 1.8z",
  F: "M2.7 20V1.8h9.3M2.7 10.4h7.6",
  R: "M2.7 20V1.8h3.6c3 0 4.9 1.7 4.9 4.5s-1.9 4.6-4.9 4.6H2.7M7.4 10.9l5 9.3",
  V: "M1.3-.3 6.1 18.2h1.4L12.3-.3",
};

/** Pips of a number card in a box 88 × 96: their size, then where they sit. @type {Record<string, string>} */
const PIPS = {
  2: "34 44 22 44 74",
  3: "30 44 15 44 48 44 81",
  4: "30 24 24 64 24 24 72 64 72",
  5: "28 21 21 67 21 44 48 21 75 67 75",
  6: "27 25 16 63 16 25 48 63 48 25 80 63 80",
  7: "25 20 16 68 16 44 32 20 48 68 48 20 80 68 80",
  8: "24 20 15 68 15 44 31.5 20 48 68 48 44 64.5 20 81 68 81",
  9: "23 16 16 44 16 72 16 16 48 44 48 72 48 16 80 44 80 72 80",
  T: "21 20 11 68 11 44 23.5 20 36 68 36 20 60 68 60 44 72.5 20 85 68 85",
};

/*
 * Court figures are busts in a niche 88 wide and 100 high, mirrored about x = 44. A part is a list of shapes parted by
 * ";", each a paint and a path: "gold M…" fills, "-ink M…" strokes, a "*" after the paint adds the mirror image,
 * "@x y r" inside a path is a circle and "#x y s" the figure's own suit, s units wide.
 */

/** @type {Record<string, string>} */
const PART = {
  // Head and shoulders. The shaded half of the face draws the nose, so that it needs no outline.
  robe: "suit M3 100C4 86 15 78 34 73h20c19 5 30 13 31 27z",
  head: "skin M37 58h14v18q-7 7-14 0z;shade M37 66q7 6 14 0v4.5q-7 5-14 0z;skin M30 34h28v16c0 10.5-6.5 17.5-14 17.5S30 60.5 30 50z;shade M45 34v11.5L41.6 56.5H45v11c7.2-.6 13-7.3 13-17.5V34z",

  // What the three ranks do with their faces: the jack glances aside, the queen looks down, the king looks at you
  J: "-ink M33.8 44.8q3-2.6 6.8-.8M48 43.4q3.6-1.6 6.2 1.2;ink @38.8 49.6 1.9@52 49.6 1.9;-ink M40.5 60.8q4.5 2 7.5-1.4",
  Q: "-ink* M34 44.2q3.2-2.4 6.6-.6M33.4 48.8q3.8 3.6 7.6 0M34 49.6l-1.6 1.6;blush* @35 55.5 3;rouge M39.6 60.6q2.4-2 4.4-.8 2-1.2 4.4.8-4.4 4.6-8.8 0z",
  K: "-ink* M33.4 45.6q3.6-2 7.2-.4;ink* @37.8 49.8 1.9",

  // Hair
  curls: "hair* @29 40 5@27 48 5.5@28.5 57 5",
  waves: "hair M44 24c-14 0-20 9-20 20 0 6-4 8-4 14s4 7 3 13-1 9 4 13h34c5-4 3-7 4-13s3-7 3-13-4-8-4-14c0-11-6-20-20-20z",
  bob: "hair M24 67V44q0-19 20-19t20 19v23z",
  braids: "hair M27 52V40q0-14 17-14t17 14v12z;hair* @28 52 4.5@26.5 60 4.7@25 68 4.7@24 76 4.5@23.5 83.5 4;gold* M19.5 86h8v3.5h-8z",
  straight: "hair M26 36h36l2 42H24z",
  crop: "hair M27.5 53V38h33v15z",
  veil: "soft M44 20C27 20 22 34 21 50l-9 44q32 14 64 0l-9-44c-1-16-6-30-23-30z;-paper* M28.5 46 21 90",
  parting: "hair M44 31c-1 7-7 11-15 12.5V32q4-6 15-6t15 6v11.5C51 42 45 38 44 31z",
  fringe: "hair M29.5 42.5V30h29v12.5z",

  // Beards
  cloud: "hair M29.5 50c1 4 4 6.5 7.5 6 4 0 5.5.5 7 .5s3-.5 7-.5c3.5.5 6.5-2 7.5-6 4 3 4.5 7 2 10 3 4 .5 9-4 9.5-1 5-6 6.5-8.5 4.5-1.5 2.5-6.5 2.5-8 0-2.5 2-7.5.5-8.5-4.5-4.5-.5-7-5.5-4-9.5-2.5-3-2-7 2-10z;rouge M40.8 63h6.4q-3.2 3.4-6.4 0z;-shade M36.4 58.6q3.6 3.6 7.6-.6 4 4.2 7.6.6",
  goatee: "hair M39 64h10l-5 17z;hair M44 58.5c2-2 5.5-1.5 7.5.5s6 3 8.5-2c1 6-4 9.5-9 8.5-3-.5-5-2-7-4-2 2-4 3.5-7 4-5 1-10-2.5-9-8.5 2.5 5 6.5 4 8.5 2s5.5-2.5 7.5-.5z",
  square: "hair M29 48c2 7 5.5 9 9 8.5 3-.4 4 0 6 0s3-.4 6 0c3.5.5 7-1.5 9-8.5l1 26q-1 14-16 14T28 74z;rouge M40.8 63h6.4q-3.2 3.4-6.4 0z;-shade* M34 68v13M39.3 70v14.5;-shade M36.4 58.6q3.6 3.6 7.6-.6 4 4.2 7.6.6",
  forked: "hair M29.5 49c2 6 5 8 8.5 7.5 3-.4 4 0 6 0s3-.4 6 0c3.5.5 6.5-1.5 8.5-7.5v15l-4.5 27-10-14-10 14-4.5-27z;rouge M40.8 63h6.4q-3.2 3.4-6.4 0z;-shade M36.4 58.6q3.6 3.6 7.6-.6 4 4.2 7.6.6",

  // Crowns and hats
  crownH: "gold M29 37l-4-18q8 0 10.5 7.5Q37 16 44 11q7 5 8.5 15.5Q55 19 63 19l-4 18z;deep M28.5 34h31v4h-31z;suit #44 26 9;gold* @25 18.5 2.6;gold @44 10.5 3",
  crownD: "gold M29 37 23 16l13 9.5L44 9l8 16.5L65 16l-6 21z;deep M28.5 34h31v4h-31z;suit #44 26.5 8;gold* M23 11l3 4.5-3 4.5-3-4.5z;gold M44 3l3.5 5.5L44 14l-3.5-5.5z",
  crownC: "gold M29 37l-3.5-17c4 4 9 4 11.5-1h14c2.5 5 7.5 5 11.5 1L59 37z;deep M28.5 34h31v4h-31z;gold* @25 15.5 2.6@21.5 19.5 2.6@27.5 20.5 2.6;gold @44 9 3@40 14 3@48 14 3@44 17 3;suit #44 27 9",
  crownS: "gold M29 37V21l3.5-7 3.5 7v6h4V15l4-10 4 10v12h4v-6l3.5-7 3.5 7v16z;deep M28.5 34h31v4h-31z;suit #44 26.5 8",
  tiara: "gold M30 35q-2-7-1-13 6 2 7.5 7 1.5-8 7.5-13 6 5 7.5 13 1.5-5 7.5-7 1 6-1 13-14-6-28 0z;suit #44 26 8;gold* @29 21 2.2;gold @44 14.5 2.6",
  tower: "suit M29.5 38 22 9q22-8 44 0l-7.5 29q-14.5-5-29 0z;gold M24.6 19q19.4-6.5 38.8 0l-1.2 4.5q-18.2-6-36.4 0zM28.7 35q15.3-5 30.6 0l-.8 3.5q-14.5-5-29 0z;gold #44 27 9",
  wreath: "hair @44 19 9.5;gold* M43.5 33q-4-5 0-9 4 4 0 9zM36 34q-6-2-5-8 6 2 5 8zM31 39q-6 1-8-4.5 6-2 8 4.5zM28.5 46q-5 3-9-1 4-5 9 1z;suit @44 31 2.2",
  spires: "gold M30.5 36V25l2.5-6 2.5 6v3h4.5V19l4-9 4 9v9h4.5v-3l2.5-6 2.5 6v11q-13.5-4-27 0z;suit #44 26.5 6.5",
  beret: "soft M56 30c-2-13 5-22 19-26 2 13-4 22-16 27z;-paper M57.5 31Q61 17 71 9;suit M23 35c-4-11 6-20 22-20 17 0 26 9 22 18l-7 4z;deep M28 33h32v5H28z;gold @58 31 3.5",
  bycocket: "suit M26 38 38 13q11-4 18 6l6 17z;soft M49 31Q52 10 70 4q2 16-14 27z;-paper M53 30 66 9;gold M8 36q9 0 20-1.5Q46 32.5 60 28l7 10q-20 5-38 5.5Q15 44 8 36z",
  hood: "suit M25 62V42c0-20 11-27 23-29 9-1.5 14-6 23-4.5-6 5-8.5 14-8.5 33.5v20l-5.5 5V46q-13-10-26 0v21z;shade M44 14c8-3 20-7.5 27-5.5-6 5-8.5 14-8.5 33.5v20l-5.5 5V46q-6-5-13-5z;-gold M31 62V46q13-10 26 0v16;gold #37 29 11",
  helmet: "suit M46 20C46 9 38 3 29 5 18 7 12 19 18 34c1-10 7-14 14-12 5 1.5 9 1 14-2z;soft M27 56V38q0-23 17-23t17 23v18l-4 4V43q-13-7-26 0v17z;shade M44 15q17 0 17 23v18l-4 4V43q-6-3.5-13-3.5z;-gold M31 43q13-7 26 0;gold* @29 50 1.3;gold M42 40V13.5h4V40z",

  // Clothes: a suit keeps its collar and its cloth.
  clothH: "soft* @9 95 2@17 88 2@19 98 2@27 90 2@30 98 2;paper M22 74a5.5 5.5 0 0 0 5.5 8 5.5 5.5 0 0 0 8.5 3.2 5.5 5.5 0 0 0 8 1 5.5 5.5 0 0 0 8-1 5.5 5.5 0 0 0 8.5-3.2 5.5 5.5 0 0 0 5.5-8q-8 0-15-3.5-7 5-14 0-7 3.5-15 3.5z;-soft* M27.5 81.5 33 74M36 84.5l2.5-9;-soft M44 85.5V77",
  clothD: "soft* M11 92l5-7 5 7-5 7zM21 92l5-7 5 7-5 7z;paper M34 69l10 17 10-17 12 7-22 24-22-24z;-gold M22 76l22 23 22-23",
  clothC: "-soft* M12 100l4-16M22 100l2-14M32 100V88;deep M28 72q16 12 32 0l9 5q-25 23-50 0z;gold* @24.5 78.5 1.6@31 82.3 1.6@37.5 84.6 1.6;gold @44 85.3 1.6",
  clothS: "-soft* M6 94l8-7 8 7 8-7M10 101l4-3 8 7;deep M34 70l10 16 10-16 9 5-19 23-19-23z;-gold M25 75l19 22 19-22",
  collarS: "deep* M22 82 15 54l20 18z;-gold* M15 54l7 28",

  // What they carry, and the hand that holds it
  hand: "gold M67 93h15l2 7H65z;skin M68 82h13a2.5 2.5 0 0 1 2.5 2.5v6a2.5 2.5 0 0 1-2.5 2.5H68a2.5 2.5 0 0 1-2.5-2.5v-6A2.5 2.5 0 0 1 68 82z;-shade M70 82v7M74.5 82v7M79 82v7",
  sceptre: "-gold M74.5 90V46;suit #74.5 38 16;gold @74.5 48.5 2.5",
  rose: "-deep M74.5 90V50;deep M75 68q8-1 9-9-8 1-9 9zM74 74q-8-1-9-9 8 1 9 9z;suit @74.5 43 8.5;-soft M70 42q5-5 9 0t-4 5-3-5",
  letter: "paper M59 62h27v19H59z;-soft M59 62h27v19H59zl13.5 10.5L86 62;suit #72.5 74 8",
  axe: "-gold M74.5 90V32;suit M73 38q-6-1-9-8.5-6.5 13 0 26 3-7.5 9-8.5zM76 38q5-1 8-8.5 6 13 0 26-3-7.5-8-8.5z;gold @74.5 30 2.8",
  mirror: "-gold M74.5 90V58;gold @74.5 48 11;soft @74.5 48 8;paper M69.5 52l9-10 2.5 3.5-8.5 9z",
  cards: "paper M65 86 57 67l10.5-4.5L74 78z;-soft M65 86 57 67l10.5-4.5L74 78;paper M69 60h14v24H69z;-soft M69 84V60h14v24;suit #76 70 9",
  orb: "gold @74.5 72 10;deep M64.6 70.5h19.8v3.5H64.6zM73 62h3v9h-3z;gold M73 54h3v9h-3zM70 56.5h9v3h-9z",
  clover: "-deep M74.5 90V52;deep M75 70q8-1 9-9-8 1-9 9zM74 76q-8-1-9-9 8 1 9 9z;suit #74.5 46 18",
  crook: "-gold M74.5 90V48c0-12-14-11-13-1.5",
  sword: "soft M71 78V36l3.5-9 3.5 9v42z;shade M74.5 78V27l3.5 9v42z;gold M64 77h21v4H64z",
  moon: "-gold M74.5 90V54;gold M78 30a12 12 0 1 0 7 17A9.5 9.5 0 0 1 78 30z",
  halberd: "-gold M74.5 90V22;soft M74.5 14l3 9-3 7-3-7zM76 32q8 0 10-5v20q-2-5-10-5zM73 34l-9 4 9 4z",
};

/** Who wears what: tones of skin and hair, then parts from back to front. @type {Record<string, string>} */
const FIGURE = {
  JH: "tone-2 hair-2|curls robe clothH head J beret letter hand",
  QH: "tone-1 hair-3|waves robe clothH head Q parting tiara rose hand",
  KH: "tone-1 hair-5|curls robe clothH head K cloud crownH sceptre hand",
  JD: "tone-1 hair-3|bob robe clothD head J fringe bycocket cards hand",
  QD: "tone-3 hair-1|bob robe clothD head Q fringe tower mirror hand",
  KD: "tone-2 hair-1|crop robe clothD head K goatee crownD axe hand",
  JC: "tone-3 hair-1|crop robe clothC head J hood crook hand",
  QC: "tone-1 hair-2|braids robe clothC head Q parting wreath clover hand",
  KC: "tone-1 hair-2|crop robe clothC head K square crownC orb hand",
  JS: "tone-1 hair-2|collarS robe clothS head J helmet halberd hand",
  QS: "tone-2 hair-1|veil robe clothS head Q parting spires moon hand",
  KS: "tone-3 hair-4|collarS straight robe clothS head K forked crownS sword hand",
};

/** @param {string} name @param {Record<string, string>} attributes */
function node(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  return made;
}

/** Hidden from readers: the page says in words which card it is. @param {string} box @param {string} className */
function drawing(box, className) {
  return node("svg", { viewBox: box, "aria-hidden": "true", class: className });
}

/**
 * A suit, or several of one size, as a single path.
 * @param {string} suit @param {number} size @param {number[]} spots x and y of each @param {string} [className]
 */
function suits(suit, size, spots, className = "suit") {
  const scale = size / 24;
  let d = "";
  for (let i = 0; i < spots.length; i += 2) {
    // The first step of a suit leads from its centre; "M" goes there, the path's own "m" on from it.
    d += `M${spots[i] / scale} ${spots[i + 1] / scale}${SUIT_PATH[suit]}`;
  }
  return node("path", { d, class: className, transform: `scale(${scale})` });
}

/** Adds the shapes of a part; the note above PART says how they are written. @param {Element} svg @param {string} part @param {string} suit */
function drawPart(svg, part, suit) {
  for (const shape of part.split(";")) {
    const space = shape.indexOf(" ");
    const paint = shape.slice(0, space).replace("*", "");
    const d = shape.slice(space + 1);
    if (d[0] === "#") {
      const [x, y, size] = d.slice(1).split(" ").map(Number);
      svg.append(suits(suit, size, [x, y], paint));
      continue;
    }
    const path = node("path", { d: d.replace(/@(\S+) (\S+) ([\d.]+)/g, circle), class: paint.replace("-", "line ") });
    svg.append(path);
    if (shape[space - 1] === "*") {
      const twin = /** @type {Element} */ (path.cloneNode());
      twin.setAttribute("transform", "matrix(-1 0 0 1 88 0)");
      svg.append(twin);
    }
  }
}

/** @type {(match: string, x: string, y: string, r: string) => string} */
const circle = (_, x, y, r) => `M${x} ${Number(y) - Number(r)}a${r} ${r} 0 1 0 .1 0z`;

/** @param {string} card */
function courtFigure(card) {
  const suit = card[1];
  const [tones, parts] = FIGURE[card].split("|");
  const svg = drawing("0 0 88 100", `court ${tones}`);
  // A niche of other proportions (cards are taller on phones) crops the sides and keeps the figure on its ground.
  svg.setAttribute("preserveAspectRatio", "xMidYMax slice");
  drawPart(svg, "ground #44 52 92", suit);
  for (const name of parts.split(" ")) drawPart(svg, PART[name], suit);
  return svg;
}

/** @param {string} card */
function pips(card) {
  const [size, ...spots] = PIPS[card[0]].split(" ").map(Number);
  const svg = drawing("0 0 88 96", "pips");
  svg.append(suits(card[1], size, spots));
  return svg;
}

/** An ace: one suit within a fine line that follows its outline. @param {string} suit */
function ace(suit) {
  const svg = drawing("0 0 88 96", "pips");
  for (const layer of ["rim", "gap", "suit"]) svg.append(suits(suit, 62, [44, 47], layer));
  return svg;
}

/** Rank and suit side by side, so that both fit the strip a covered card shows. @param {string} card */
function index(card) {
  const rank = letter(card[0]);
  const wide = rank === "T" ? 20 : 13;
  const svg = drawing(`0 0 ${wide + 21} 20`, "index");
  svg.append(node("path", { d: RANK_PATH[rank], class: "rank" }), suits(card[1], 18, [wide + 11.5, 10.2]));
  return svg;
}

/**
 * A card face as large as --w and --h say. Number cards hold pips and one big suit; the style shows whichever suits their
 * size. The page names the card; everything in it is hidden from readers.
 * @param {string} card rank and suit, as in "7H" or "TD"
 */
export function cardElement(card) {
  const [rank, suit] = card;
  const face = element("div", { class: "card" }, index(card));
  face.style.setProperty("--c", colourOf(suit));
  if (FIGURE[card]) face.append(courtFigure(card));
  else {
    const big = drawing("-12 -12 24 24", "big");
    big.append(suits(suit, 24, [0, 0]));
    face.append(rank === "A" ? ace(suit) : pips(card), big);
  }
  return face;
}

/** A suit in its colour. @param {string} suit */
export function suitSymbol(suit) {
  const svg = drawing("-12 -12 24 24", "suit-symbol");
  svg.style.color = colourOf(suit);
  svg.append(node("path", { d: SUIT_PATH[suit], fill: "currentColor" }));
  return svg;
}

/** @param {string} suit */
const colourOf = suit => `var(--${SUIT_NAME[suit]})`;
