// How a game ends, or comes to a stop: the win with its summary, the banner for the rest, and a game that the server lost.

import { suitSymbol } from "./cards.js";
import { ask, closeDialogs } from "./dialogs.js";
import { button, byId, copy, element } from "./dom.js";
import { dealName, rulesName } from "./header.js";
import { SUITS } from "./piles.js";

/** @import { Snapshot } from "./protocol.js" */
/** @typedef {"undo"|"restart"|"new"|"next"|"share"} Wish */

const LAST_DEAL = 8589934591;

/** Shows the banner for a game that stands still, or takes it away. @param {Snapshot} snapshot @param {(wish: Wish) => void} wish */
export function showBanner(snapshot, wish) {
  const text = standstill(snapshot);
  const banner = byId("banner");
  banner.hidden = text === null;
  if (text === null) return;
  byId("banner-text").textContent = text;
  const undo = snapshot.undo > 0 && snapshot.status !== "resigned" ? [button("Undo", () => wish("undo"), "primary")] : [];
  const others = [button("Restart", () => wish("restart")), button("New game", () => wish("new"))];
  const hide = element("button", { type: "button", class: "cross", "aria-label": "Hide this notice" }, "×");
  hide.addEventListener("click", () => { banner.hidden = true; });
  byId("banner-buttons").replaceChildren(...undo, ...others, hide);
}

/** What there is to say of a game that stands still; null as long as it goes on. @param {Snapshot} snapshot */
export function standstill({ status, stuck, score }) {
  const points = score === null ? "" : ` Score: ${score}.`;
  if (status === "lost") return `The game is lost: no legal move is left.${points}`;
  if (status === "resigned") return `You resigned.${points}`;
  return stuck && status === "playing" ? "No legal move is left." : null;
}

/** The summary of a win. @param {Snapshot} snapshot @param {string|null} time  null: the clock is off @param {(wish: Wish) => void} wish */
export async function showWin(snapshot, time, wish) {
  closeDialogs();
  const facts = [["Moves", String(snapshot.moves)]];
  if (snapshot.score !== null) facts.push(["Score", String(snapshot.score)]);
  if (time !== null) facts.push(["Time", time]);
  const list = element("dl", { class: "facts" }, ...facts.map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, value))));
  const where = element("p", { class: "dim" }, `${dealName(snapshot)}, ${rulesName(snapshot)}`);
  const suits = element("p", { class: "suits", "aria-hidden": "true" }, ...SUITS.map(suit => suitSymbol(suit)));
  const chosen = await ask("You won!", [suits, where, list], choicesAfter(snapshot), "win");
  if (chosen) wish(/** @type {Wish} */ (chosen));
}

/** What a winner may wish for. @param {Pick<Snapshot, "deal"|"address">} snapshot */
export function choicesAfter({ deal, address }) {
  /** @type {Record<string, string>} */
  const choices = deal === null || deal === LAST_DEAL ? { new: "New game" } : { next: "Next deal" };
  choices.restart = "Play again";
  if (address !== null) choices.share = "Share";
  return choices;
}

/**
 * Tells that the server no longer has the game, and asks how to go on.
 * @param {string} message  the server's words
 * @param {string|null} text  the game as text, if it is known
 * @returns {Promise<"continue"|"new"|null>}
 */
export function askGone(message, text) {
  closeDialogs();
  const why = element("p", {}, `${message} The server was probably restarted, or dropped the game after a long rest.`);
  const choices = /** @type {Record<"continue"|"new", string>} */ (text === null ? { new: "New game" } : { continue: "Continue this game", new: "New game" });
  return ask("This game is gone", text === null ? [why] : [why, ...textToCopy(text)], choices, "gone");
}

/** @param {string} text */
function textToCopy(text) {
  const field = element("textarea", { readonly: true, rows: "6", "aria-label": "The game as text" });
  field.value = text;
  const copier = button("Copy the text", async () => {
    copier.textContent = await copy(text) ? "Copied" : "Select the text and copy it";
  });
  return [element("p", { class: "dim" }, "Here is your game as text; you can keep it, or go on from it."), field, copier];
}
