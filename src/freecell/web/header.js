// The header and the buttons below the table: what the game is, how it stands, and what can be done.

import { notify } from "./announce.js";
import { byId } from "./dom.js";
import { kindName, movesWords } from "./numbers.js";
import { count, n, t } from "./words.js";

/** @import { Snapshot } from "./protocol.js" */

/** "Deal 164", or what else names the deal. @param {Snapshot} snapshot */
export const dealName = ({ deal, code }) => (deal !== null ? t("Deal {deal}", { deal }) : code ?? t("Own layout"));

/** The rules in a few words. @param {Snapshot} snapshot */
export const rulesName = ({ profile, rules }) => kindName(profile, rules.cells);

/** Brings header, buttons and the window's title up to date. @param {Snapshot} snapshot */
export function showHeader(snapshot) {
  byId("deal-number").textContent = dealName(snapshot);
  byId("code").textContent = snapshot.code;
  byId("profile").textContent = rulesName(snapshot);
  showCount("moves", "move", snapshot.moves, movesWords);
  showCount("score", "score", snapshot.score, snapshot.rules.scoring === "points" ? pointsWords : cardsWords);
  document.title = `${dealName(snapshot)} · FreeCell`;
  showButtons(snapshot);
}

/** The game of which it was said that it is not saved. */
let unsaved = "";

/** Marks a game of which not all is on disk, and tells when that changes. @param {Snapshot} snapshot */
export function showSaved({ game, saved }) {
  byId("unsaved").hidden = saved;
  if (!saved && unsaved !== game) notify(t("Not saved. Play on: it is written as soon as it can be."));
  if (saved && unsaved === game) notify(t("All is saved again."));
  unsaved = saved ? "" : game;
}

/** @param {number} cards */
const cardsWords = cards => n("{number} card", "{number} cards", cards);
/** @param {number} points */
const pointsWords = points => n("{number} point", "{number} points", points);

/** @param {string} chip @param {string} part @param {number|null} number  null: there is no such count @param {(number: number) => string} words */
function showCount(chip, part, number, words) {
  byId(chip).hidden = number === null;
  const written = count(number ?? 0);
  byId(`${part}-number`).textContent = written;
  // The number stands apart from its noun, which is left out where there is little room.
  byId(`${part}-word`).textContent = words(number ?? 0).replace(written, "").trim();
}

/** @param {Snapshot} snapshot */
function showButtons({ undo, redo, status, can_finish: canFinish }) {
  const playing = status === "playing";
  enable("undo", undo > 0);
  enable("redo", redo > 0);
  enable("resign", playing);
  for (const button of buttons("finish")) button.hidden = !canFinish;
}

/** @param {string} command @param {boolean} possible */
function enable(command, possible) {
  // Not `disabled`: the button would lose the keyboard, and the server can say why not.
  for (const button of buttons(command)) button.setAttribute("aria-disabled", String(!possible));
}

/** @param {string} command @returns {NodeListOf<HTMLElement>} */
const buttons = command => document.querySelectorAll(`[data-command="${command}"]`);
