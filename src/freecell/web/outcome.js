// How a game ends, or comes to a stop: all cards up with a summary, the banner for the rest, and a game that the server lost.

import { suitSymbol } from "./cards.js";
import { ask, closeDialogs } from "./dialogs.js";
import { button, byId, copy, element } from "./dom.js";
import { dealName, rulesName } from "./header.js";
import { grouped } from "./numbers.js";
import { SUITS } from "./piles.js";
import { t } from "./words.js";

/** @import { Snapshot } from "./protocol.js" */
/** @typedef {"undo"|"restart"|"new"|"next"|"share"|"review"|"back"} Wish */

const LAST_DEAL = 8589934591;
// T: How many moves the button Auto has played.
const BY_AUTO = t("By Auto");

/** Shows the banner for a game that stands still, or takes it away. @param {Snapshot} snapshot @param {(wish: Wish) => void} wish */
export function showBanner(snapshot, wish) {
  const text = standstill(snapshot);
  const banner = byId("banner");
  banner.hidden = text === null;
  if (text === null) return;
  byId("banner-text").textContent = text;
  const undo = snapshot.undo > 0 && snapshot.status !== "resigned" ? [button(t("Undo"), () => wish("undo"), "primary")] : [];
  const back = button(t("Back to where it could be won"), () => wish("back"));
  const others = [back, button(t("Review"), () => wish("review")), button(t("Restart"), () => wish("restart")), button(t("New game"), () => wish("new"))];
  const hide = element("button", { type: "button", class: "cross", "aria-label": t("Hide this notice") }, "×");
  hide.addEventListener("click", () => { banner.hidden = true; });
  byId("banner-buttons").replaceChildren(...undo, ...others, hide);
}

/** What there is to say of a game that stands still; null as long as it goes on. @param {Snapshot} snapshot */
export function standstill({ status, loss, stuck, score }) {
  const points = score === null ? [] : [t("Score: {score}.", { score: grouped(score) })];
  const lost = loss === "proved" ? t("The game is lost: nothing wins from here, which is proved.") : t("The game is lost: no legal move is left.");
  if (status === "lost") return [lost, ...points].join(" ");
  if (status === "resigned") return [t("You resigned."), ...points].join(" ");
  return stuck && status === "playing" ? t("No legal move is left.") : null;
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
  const par = element("p", { class: "dim par" });
  import("./par.js").then(({ sayPar }) => sayPar(par, snapshot)).catch(() => {}); // the summary does without
  const where = element("p", { class: "dim" }, `${dealName(snapshot)}, ${rulesName(snapshot)}`);
  const suits = element("p", { class: "suits", "aria-hidden": "true" }, ...SUITS.map(suit => suitSymbol(suit)));
  const words = note ? [element("p", {}, note)] : [];
  const chosen = await ask(title, [suits, ...words, where, list, par], choicesAfter(snapshot), "win");
  if (chosen) wish(/** @type {Wish} */ (chosen));
}

/** How the end is called; a demonstration is no win. @param {Pick<Snapshot, "status">} snapshot */
export function endWords({ status }) {
  if (status === "won") return { title: t("You won!"), note: "" };
  return { title: t("All cards are up"), note: t("The program played part of the way, so this game counts as no win.") };
}

/** What the summary counts. @param {Pick<Snapshot, "moves"|"score"|"help">} snapshot @param {string|null} time @returns {[string, string][]} */
export function factsOf({ moves, score, help }, time) {
  /** @type {[string, string][]} */
  const facts = [[t("Moves"), grouped(moves)]];
  if (score !== null) facts.push([t("Score"), grouped(score)]);
  if (time !== null) facts.push([t("Time"), time]);
  if (help.hints) facts.push([t("Hints"), grouped(help.hints)]);
  if (help.autos) facts.push([BY_AUTO, grouped(help.autos)]);
  return facts;
}

/** What one may wish for when all cards are up. @param {Pick<Snapshot, "deal"|"address"|"status">} snapshot */
export function choicesAfter({ deal, address, status }) {
  /** @type {Record<string, string>} */
  const another = deal === null || deal === LAST_DEAL ? { new: t("New game") } : { next: t("Next deal") };
  const again = { restart: status === "won" ? t("Play again") : t("Play it myself") };
  /** @type {Record<string, string>} */
  const share = address === null ? {} : { share: t("Share") };
  return { ...(status === "won" ? { ...another, ...again } : { ...again, ...another }), review: t("Review"), ...share };
}

/**
 * Tells that the game is not there any more, and asks how to go on.
 * @param {string} message  the server's words
 * @param {string|null} text  the game as text, if it is known
 * @returns {Promise<"continue"|"new"|null>}
 */
export function askGone(message, text) {
  closeDialogs();
  const why = element("p", {}, message);
  const choices = /** @type {Record<"continue"|"new", string>} */ (text === null ? { new: t("New game") } : { continue: t("Play it as a new game"), new: t("New game") });
  return ask(t("This game is gone"), text === null ? [why] : [why, ...textToCopy(text)], choices, "gone");
}

/** Tells that the game cannot be had at the moment, and asks how to go on. @param {string} message @returns {Promise<"again"|"new"|null>} */
export function askLater(message) {
  closeDialogs();
  return ask(t("Your game cannot be opened now"), [message, t("Nothing of it is lost.")].join(" "), { again: t("Try again"), new: t("New game") });
}

/** @param {string} text */
function textToCopy(text) {
  const field = element("textarea", { readonly: true, rows: "6", "aria-label": t("The game as text") });
  field.value = text;
  const copier = button(t("Copy the text"), async () => {
    copier.textContent = await copy(text) ? t("Copied") : t("Select the text and copy it");
  });
  return [element("p", { class: "dim" }, t("Here is your game as text; you can keep it, or go on from it.")), field, copier];
}
