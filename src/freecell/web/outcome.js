// How a game ends, or comes to a stop: all cards up with a summary, the banner for the rest, and a game that the server lost.

import { suitSymbol } from "./cards.js";
import { ask, closeDialogs } from "./dialogs.js";
import { button, byId, copy, element } from "./dom.js";
import { dealName, rulesName } from "./header.js";
import { SUITS } from "./piles.js";

/** @import { Snapshot } from "./protocol.js" */
/** @typedef {"undo"|"restart"|"new"|"next"|"share"|"review"|"back"} Wish */

const LAST_DEAL = 8589934591;

/** Shows the banner for a game that stands still, or takes it away. @param {Snapshot} snapshot @param {(wish: Wish) => void} wish */
export function showBanner(snapshot, wish) {
  const text = standstill(snapshot);
  const banner = byId("banner");
  banner.hidden = text === null;
  if (text === null) return;
  byId("banner-text").textContent = text;
  const undo = snapshot.undo > 0 && snapshot.status !== "resigned" ? [button("Undo", () => wish("undo"), "primary")] : [];
  const back = button("Back to where it could be won", () => wish("back"));
  const others = [back, button("Review", () => wish("review")), button("Restart", () => wish("restart")), button("New game", () => wish("new"))];
  const hide = element("button", { type: "button", class: "cross", "aria-label": "Hide this notice" }, "×");
  hide.addEventListener("click", () => { banner.hidden = true; });
  byId("banner-buttons").replaceChildren(...undo, ...others, hide);
}

/** What there is to say of a game that stands still; null as long as it goes on. @param {Snapshot} snapshot */
export function standstill({ status, stuck, score, text }) {
  const points = score === null ? "" : ` Score: ${score}.`;
  // Only the text of a game tells, after a reload too, that it ended by a proof and not for want of moves.
  const why = /\slost$/.test(text) ? "nothing wins from here, which is proved" : "no legal move is left";
  if (status === "lost") return `The game is lost: ${why}.${points}`;
  if (status === "resigned") return `You resigned.${points}`;
  return stuck && status === "playing" ? "No legal move is left." : null;
}

/** Whether all cards are up, by whomever. @param {Pick<Snapshot, "status">} snapshot */
export const isComplete = ({ status }) => status === "won" || status === "demonstrated";
/** Whether the game can never be played on. @param {Pick<Snapshot, "status">} snapshot */
export const isOver = ({ status }) => status !== "playing" && status !== "lost";

/** The summary when all cards are up. @param {Snapshot} snapshot @param {string|null} time  null: the clock is off @param {(wish: Wish) => void} wish */
export async function showEnd(snapshot, time, wish) {
  closeDialogs();
  const { title, note } = endWords(snapshot);
  const list = element("dl", { class: "facts" }, ...factsOf(snapshot, time).map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, value))));
  const where = element("p", { class: "dim" }, `${dealName(snapshot)}, ${rulesName(snapshot)}`);
  const suits = element("p", { class: "suits", "aria-hidden": "true" }, ...SUITS.map(suit => suitSymbol(suit)));
  const words = note ? [element("p", {}, note)] : [];
  const chosen = await ask(title, [suits, ...words, where, list], choicesAfter(snapshot), "win");
  if (chosen) wish(/** @type {Wish} */ (chosen));
}

/** How the end is called; a demonstration is no win. @param {Pick<Snapshot, "status">} snapshot */
export function endWords({ status }) {
  if (status === "won") return { title: "You won!", note: "" };
  return { title: "All cards are up", note: "The program played part of the way, so this game counts as no win." };
}

/** What the summary counts. @param {Pick<Snapshot, "moves"|"score"|"help">} snapshot @param {string|null} time @returns {[string, string][]} */
export function factsOf({ moves, score, help }, time) {
  /** @type {[string, string][]} */
  const facts = [["Moves", String(moves)]];
  if (score !== null) facts.push(["Score", String(score)]);
  if (time !== null) facts.push(["Time", time]);
  if (help.hints) facts.push(["Hints", String(help.hints)]);
  if (help.autos) facts.push(["By Auto", String(help.autos)]);
  return facts;
}

/** What one may wish for when all cards are up. @param {Pick<Snapshot, "deal"|"address"|"status">} snapshot */
export function choicesAfter({ deal, address, status }) {
  /** @type {Record<string, string>} */
  const another = deal === null || deal === LAST_DEAL ? { new: "New game" } : { next: "Next deal" };
  const again = { restart: status === "won" ? "Play again" : "Play it myself" };
  /** @type {Record<string, string>} */
  const share = address === null ? {} : { share: "Share" };
  return { ...(status === "won" ? { ...another, ...again } : { ...again, ...another }), review: "Review", ...share };
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
