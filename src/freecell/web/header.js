// The header and the buttons below the table: what the game is, how it stands, and what can be done.

import { byId } from "./dom.js";

/** @typedef {import("./protocol.js").Snapshot} Snapshot */

/** @type {Record<string, string>} */
const TITLES = { standard: "Standard", "one-tap": "One tap", points: "Points", linear: "Linear", own: "House rules" };

/** "Deal 164", or what else names the deal. @param {Snapshot} snapshot */
export const dealName = ({ deal, code }) => (deal !== null ? `Deal ${deal}` : code ?? "Own layout");

/** The rules in a few words. @param {Snapshot} snapshot */
export function rulesName({ profile, rules }) {
  const title = TITLES[profile] ?? profile;
  return rules.cells === 4 ? title : `${title}, ${rules.cells} ${rules.cells === 1 ? "cell" : "cells"}`;
}

/** Brings header, buttons and the window's title up to date. @param {Snapshot} snapshot */
export function showHeader(snapshot) {
  const { deal, code, moves, score } = snapshot;
  fill("deal", "deal-number", deal !== null ? String(deal) : code === null ? "own layout" : null);
  byId("deal").classList.toggle("unnumbered", deal === null);
  fill("code", "code", code);
  fill("profile", "profile", rulesName(snapshot));
  fill("moves", "move-number", String(moves));
  fill("score", "score-number", score === null ? null : String(score));
  byId("move-word").textContent = moves === 1 ? "move" : "moves";
  document.title = `${dealName(snapshot)} · FreeCell`;
  showButtons(snapshot);
}

/** @param {string} chip @param {string} part @param {string|null} text  null: there is no such thing to show */
function fill(chip, part, text) {
  byId(chip).hidden = text === null;
  byId(part).textContent = text ?? "";
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
