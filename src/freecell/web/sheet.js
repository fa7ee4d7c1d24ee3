// A sheet of paper with a deal: its number, its rules and its cards, for black ink alone. print.css shows it in place of the page.

import { cardElement } from "./cards.js";
import { element } from "./dom.js";
import { dealName, rulesName } from "./header.js";
import { RULES } from "./newgame.js";
import { SUITS, RANKS } from "./piles.js";
import { n, t } from "./words.js";

/** @import { Card, Snapshot } from "./protocol.js" */
/** @typedef {Pick<Snapshot, "deal"|"code"|"profile"|"rules"|"address"|"moves"|"cascades"|"cells"|"foundations">} Printed */

/** Whatever the browser prints, the sheet is up to date. @param {() => Snapshot|null} current  the game on the table */
export function keepSheet(current) {
  addEventListener("beforeprint", () => {
    const snapshot = current();
    if (snapshot && !asked) lay(snapshot);
    asked = false;
  });
}

/** Whether the sheet was laid for what is being printed. */
let asked = false;

/** Prints the deal as it was before the first move; a game that began from a layout as it stands now. @param {Snapshot} snapshot */
export async function printDeal(snapshot) {
  const dealt = snapshot.deal === null ? null : await dealtAs(snapshot);
  lay(dealt ? { ...snapshot, ...dealt, moves: 0 } : snapshot);
  asked = true;
  print();
}

/** @param {Snapshot} snapshot @returns {Promise<Pick<Snapshot, "cascades"|"cells"|"foundations">|null>} */
async function dealtAs({ deal, rules }) {
  try {
    const answer = await fetch(`/api/deals/${deal}?cells=${rules.cells}`);
    if (!answer.ok) return null;
    const { cascades, cells, foundations } = await answer.json();
    return { cascades, cells, foundations };
  } catch {
    return null;
  }
}

/** @param {Printed} printed */
function lay(printed) {
  document.getElementById("sheet")?.remove();
  const { code, address, moves, rules } = printed;
  const names = [code ?? "", rulesName(/** @type {Snapshot} */ (printed)), moves ? n("after {number} move", "after {number} moves", moves) : ""].filter(Boolean);
  const list = Object.entries(RULES).map(([name, [label, values]]) =>
    element("div", {}, element("dt", {}, label), element("dd", {}, values.find(([value]) => value === rules[name])?.[1] ?? String(rules[name] ?? ""))));
  const link = address ? [element("p", { class: "address" }, new URL(address, location.origin).href)] : [];
  document.body.append(element("section", { id: "sheet" }, element("h1", {}, ["FreeCell", dealName(/** @type {Snapshot} */ (printed))].join(" · ")),
    element("p", { class: "names-printed" }, names.join(" · ")), ...tops(printed),
    element("div", { class: "columns" }, ...printed.cascades.map(cards => element("div", {}, ...cards.map(printedCard)))),
    element("h2", {}, t("Rules")), element("dl", {}, ...list), ...link));
}

/** What lies in the cells and on the foundations, if anything does. @param {Printed} printed */
function tops({ cells, foundations }) {
  const held = cells.flatMap(card => card ?? []);
  const up = SUITS.filter(suit => foundations[suit] > 0).map(suit => RANKS[foundations[suit] - 1] + suit);
  const row = (/** @type {string} */ name, /** @type {Card[]} */ cards) => (cards.length ? [element("p", { class: "tops" }, element("b", {}, name), ...cards.map(printedCard))] : []);
  return [...row(t("Cells"), held), ...row(t("Foundations"), up)];
}

/** Red suits are hollow, so that black ink tells them apart. @param {Card} card */
function printedCard(card) {
  const drawn = cardElement(card);
  drawn.classList.add("printed");
  drawn.classList.toggle("hollow", "DH".includes(card[1]));
  return drawn;
}
