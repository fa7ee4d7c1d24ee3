// The header and the buttons below the table: what the game is, how it stands, and what can be done.

import { notify } from "./announce.js";
import { byId } from "./dom.js";
import { kindName } from "./numbers.js";

/** @import { Snapshot } from "./protocol.js" */

/** "Deal 164", or what else names the deal. @param {Snapshot} snapshot */
export const dealName = ({ deal, code }) => (deal !== null ? `Deal ${deal}` : code ?? "Own layout");

/** The rules in a few words. @param {Snapshot} snapshot */
export const rulesName = ({ profile, rules }) => kindName(profile, rules.cells);

/** Brings header, buttons and the window's title up to date. @param {Snapshot} snapshot */
export function showHeader(snapshot) {
  byId("deal-number").textContent = dealName(snapshot);
  byId("code").textContent = snapshot.code;
  byId("profile").textContent = rulesName(snapshot);
  count("moves", "move", snapshot.moves, "moves");
  // The rules name what they count: cards, or points.
  count("score", "score", snapshot.score, String(snapshot.rules.scoring));
  document.title = `${dealName(snapshot)} · FreeCell`;
  showButtons(snapshot);
}

/** The game of which it was said that it is not saved. */
let unsaved = "";

/** Marks a game of which not all is on disk, and tells when that changes. @param {Snapshot} snapshot */
export function showSaved({ game, saved }) {
  byId("unsaved").hidden = saved;
  if (!saved && unsaved !== game) notify("Not saved. Play on: it is written as soon as it can be.");
  if (saved && unsaved === game) notify("All is saved again.");
  unsaved = saved ? "" : game;
}

/** @param {string} chip @param {string} part @param {number|null} number  null: there is no such count @param {string} unit  in the plural */
function count(chip, part, number, unit) {
  byId(chip).hidden = number === null;
  byId(`${part}-number`).textContent = String(number);
  byId(`${part}-word`).textContent = number === 1 ? unit.slice(0, -1) : unit;
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
