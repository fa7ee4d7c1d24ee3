// The pages of Learn: their positions as the table's own cards, and the lessons that were learned.

import { cardElement, suitSymbol } from "./cards.js";
import { element } from "./dom.js";
import { recall } from "./storage.js";
import { useLetters } from "./words.js";

/** @typedef {{cells: string[], foundations: Record<string, number>, cascades: string[][]}} Layout */

const RANKS = "A23456789TJQK";

/** A layout as the server writes it: lines of foundations and cells, then a line for each cascade. @param {string} text @returns {Layout} */
export function readLayout(text) {
  /** @type {Layout} */
  const layout = { cells: [], foundations: {}, cascades: [] };
  for (const line of text.split("\n")) {
    const [, head, rest] = /^(?:(\w+|):)?(.*)$/.exec(line.trim()) ?? [];
    const words = rest.split(/\s+/).filter(Boolean);
    if (/^found/i.test(head ?? "")) for (const word of words) layout.foundations[word[0]] = height(word.slice(2));
    else if (/^(freecells|fc)/i.test(head ?? "")) layout.cells = words;
    else if (line.trim()) layout.cascades.push(words);
  }
  return layout;
}

/** How many cards a foundation has whose last has this rank, as a letter or a number. @param {string} rank */
const height = rank => RANKS.indexOf(rank) + 1 || Number(rank);

/** @param {Layout} layout */
function draw({ cells, foundations, cascades }) {
  const tops = [...cells.map(card => pile(card === "-" ? [] : [card])), element("span", { class: "gap" }),
    ...["S", "H", "D", "C"].map(suit => (foundations[suit] ? pile([RANKS[foundations[suit] - 1] + suit]) : pile([], suit)))];
  return element("div", { class: "drawn small", "aria-hidden": "true" }, element("div", { class: "tops" }, ...tops),
    element("div", { class: "cascades" }, ...cascades.map(cards => pile(cards))));
}

/** @param {string[]} cards @param {string} [suit]  what an empty place shows */
function pile(cards, suit) {
  const made = element("div", { class: cards.length ? "pile" : "pile empty" }, ...cards.map(cardElement));
  if (suit) made.append(suitSymbol(suit));
  return made;
}

useLetters(document.body.dataset.letters ?? "");
for (const figure of document.querySelectorAll("figure.position")) {
  if (!(figure instanceof HTMLElement)) continue;
  const layout = readLayout(figure.dataset.layout ?? "");
  while (layout.cells.length < Number(figure.dataset.cells)) layout.cells.push("-");
  figure.prepend(draw(layout));
  figure.classList.add("has-cards");
}
document.querySelector(".pages [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
const learned = recall("localStorage", "lessons") ?? {};
for (const lesson of document.querySelectorAll("[data-lesson]")) {
  const mark = lesson.querySelector(".done");
  if (mark instanceof HTMLElement && lesson instanceof HTMLElement) mark.hidden = !learned[lesson.dataset.lesson ?? ""];
}
