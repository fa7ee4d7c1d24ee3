// Words for the player: spoken by a screen reader, or shown for a moment at the foot of the table.

import { byId } from "./dom.js";
import { spoken } from "./piles.js";

const SHOWN = 4000;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let hiding;
let region = 0;

/** Has a screen reader say it, cards by their names, even when it is the same sentence twice. @param {string} text */
export function announce(text) {
  if (!text) return;
  // Two regions take turns: the same text set twice in one of them would not be a change, and would be said once.
  const regions = [byId("say-a"), byId("say-b")];
  regions[region].textContent = "";
  region = 1 - region;
  regions[region].textContent = spoken(text);
}

/** Shows it for some seconds, and has it said. @param {string} text */
export function notify(text) {
  announce(text);
  const toast = byId("toast");
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(hideNotice, SHOWN);
}

/** Takes the notice away. */
export function hideNotice() {
  byId("toast").hidden = true;
}
