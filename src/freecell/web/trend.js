// Charts of the statistics over time: bars of games with those won among them, and lines of averages. SVG, and the same as a table.

import { element } from "./dom.js";
import { WON, roundUp, spanWords } from "./statsmodel.js";
import { capital, decimal, grouped, percent, timeWords } from "./numbers.js";
import { locale, t } from "./words.js";

/** @import { Bin } from "./statsmodel.js" */
/** @typedef {{width: number, height: number, least: number, most: number, count: number}} Frame */

const SVG = "http://www.w3.org/2000/svg";
const LEFT = 40;
const RIGHT = 8;
const TOP = 12;
const BOTTOM = 22;
// T: The head of a column: when it was, as a span of days.
const WHEN = t("When");

/** @param {Frame} frame @param {number} index  may be a half, for the middle of a bar */
const xOf = ({ width, count }, index) => LEFT + (index / count) * (width - LEFT - RIGHT);
/** @param {Frame} frame @param {number} value */
const yOf = ({ height, least, most }, value) => height - BOTTOM - ((value - least) / (most - least)) * (height - TOP - BOTTOM);

/**
 * A chart that is drawn anew when its room changes.
 * @param {string} title @param {string} summary  for those who hear it
 * @param {Bin[]} bins @param {(frame: {width: number, height: number}) => Element[]} draw
 */
function chart(title, summary, bins, draw) {
  const svg = node("svg", { role: "img", "aria-label": `${title}. ${summary}` });
  const figure = element("figure", { class: "trend" }, element("figcaption", {}, title));
  figure.append(svg);
  let drawn = "";
  new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = svg;
    if (!width || `${width} ${height}` === drawn) return;
    drawn = `${width} ${height}`;
    svg.replaceChildren(...draw({ width, height }), ...days({ width, height, least: 0, most: 1, count: bins.length }, bins));
  }).observe(svg);
  return figure;
}

/** Games that ended, and those of them that were won. @param {Bin[]} bins */
export function gamesChart(bins) {
  const [games, won] = [sum(bins, "games"), sum(bins, "won")];
  const most = roundUp(Math.max(...bins.map(bin => bin.games)));
  return chart(t("Games that ended"), wonOf(won, games), bins, size => {
    const frame = { ...size, least: 0, most, count: bins.length };
    const bars = bins.flatMap((bin, index) => {
      const [x, width] = [xOf(frame, index + 0.12), Math.max(1, xOf(frame, 0.76) - LEFT)];
      const bar = (/** @type {string} */ kind, /** @type {number} */ from, /** @type {number} */ to) => (to > from
        ? [node("rect", { class: kind, x, width, y: yOf(frame, to), height: yOf(frame, from) - yOf(frame, to), rx: Math.min(3, width / 4) })] : []);
      const both = node("g", {});
      both.append(...bar("bar won", 0, bin.won), ...bar("bar other", bin.won, bin.games), titled(`${spanWords(bin)}: ${wonOf(bin.won, bin.games)}`));
      return bin.games ? [both] : [];
    });
    return [...scale(frame, grouped), ...bars];
  });
}

/** @param {number} won @param {number} games */
const wonOf = (won, games) => t("{won} won of {games}", { won: grouped(won), games: grouped(games) });

/** An average over the games won. @param {string} title @param {Bin[]} bins @param {"moves"|"time"} what */
export function averageChart(title, bins, what) {
  const words = what === "time" ? timeWords : (/** @type {number} */ value) => grouped(Math.round(value));
  const told = bins.filter(bin => bin[what] !== null);
  const values = told.map(bin => /** @type {number} */ (bin[what]));
  const [least, most] = around(values, what === "time" ? 60_000 : 10);
  const summary = values.length ? t("From {first} to {last}", { first: words(values[0]), last: words(values[values.length - 1]) }) : t("No game was won yet");
  return chart(title, summary, bins, size => {
    if (values.length === 0) return [text("x", size.width / 2, size.height / 2, summary)];
    const frame = { ...size, least, most, count: bins.length };
    const dots = bins.flatMap((bin, index) => {
      const value = bin[what];
      if (value === null) return [];
      const dot = node("circle", { class: "dot", cx: xOf(frame, index + 0.5), cy: yOf(frame, value), r: 7 / Math.sqrt(Math.max(4, bins.length / 4)) });
      dot.append(titled(`${spanWords(bin)}: ${words(value)}`));
      return [{ dot, at: `${xOf(frame, index + 0.5).toFixed(1)} ${yOf(frame, value).toFixed(1)}` }];
    });
    const line = dots.length > 1 ? [node("path", { class: "line", d: `M${dots.map(({ at }) => at).join("L")}` })] : [];
    return [...scale(frame, words), ...line, ...dots.map(({ dot }) => dot)];
  });
}

/** The same as the charts tell, as a table. @param {Bin[]} bins */
export function table(bins) {
  const head = [WHEN, t("Games"), capital(WON), t("Share won"), t("Moves on average (won)"), t("Time on average (won)")].map(name => element("th", { scope: "col" }, name));
  const rows = bins.filter(bin => bin.games).reverse().map(bin => element("tr", {}, element("th", { scope: "row" }, spanWords(bin)),
    ...[grouped(bin.games), grouped(bin.won), percent(bin.won / bin.games), bin.moves === null ? "–" : decimal(bin.moves), bin.time === null ? "–" : timeWords(bin.time)]
      .map(value => element("td", {}, value))));
  return element("div", { class: "scrolls", tabindex: "0", role: "group", "aria-label": t("The charts as a table") },
    element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)));
}

/** The ends of an axis around these values: multiples of twice a unit, with room between. @param {number[]} values @param {number} unit @returns {[number, number]} */
export function around(values, unit) {
  if (values.length === 0) return [0, 2 * unit];
  const step = 2 * unit;
  const [low, high] = [Math.floor(Math.min(...values) / step - 0.25) * step, Math.ceil(Math.max(...values) / step + 0.25) * step];
  return [Math.max(0, low), Math.max(high, low + step)];
}

/** @param {Bin[]} bins @param {"games"|"won"} what */
const sum = (bins, what) => bins.reduce((all, bin) => all + bin[what], 0);

/** Lines for the values, with their words. @param {Frame} frame @param {(value: number) => string} words */
function scale(frame, words) {
  const values = [frame.least, (frame.least + frame.most) / 2, frame.most];
  return values.filter(value => Number.isInteger(value)).flatMap(value => [
    node("line", { class: "grid", x1: LEFT, x2: frame.width - RIGHT, y1: yOf(frame, value), y2: yOf(frame, value) }),
    text("y", LEFT - 6, yOf(frame, value) + 3.5, words(value)),
  ]);
}

/** The days below, as many as there is room for. @param {Frame} frame @param {Bin[]} bins */
function days(frame, bins) {
  const every = Math.ceil(bins.length / Math.max(1, Math.floor((frame.width - LEFT) / 76)));
  const far = bins.length > 1 && Date.parse(bins[bins.length - 1].begins) - Date.parse(bins[0].begins) > 300 * 86_400_000;
  /** @type {Intl.DateTimeFormatOptions} */
  const how = far ? { month: "short", year: "numeric" } : { day: "numeric", month: "short" };
  return bins.flatMap((bin, index) => (index % every ? [] : [
    text("x", xOf(frame, index + 0.5), frame.height - 5, new Date(`${bin.begins}T00:00:00Z`).toLocaleDateString(locale(), { timeZone: "UTC", ...how }))]));
}

/** @param {string} words */
function titled(words) {
  const made = node("title", {});
  made.textContent = words;
  return made;
}

/** @param {string} kind @param {number} x @param {number} y @param {string} words */
function text(kind, x, y, words) {
  const made = node("text", { class: kind, x, y });
  made.textContent = words;
  return made;
}

/** @param {string} tag @param {Record<string, string|number>} attributes */
function node(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}
