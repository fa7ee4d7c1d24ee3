// The deal on the table: its names, how difficult it is, and what that is made of.

import { openDialog } from "./dialogs.js";
import { button, element } from "./dom.js";
import { dealName, rulesName } from "./header.js";
import { grouped, movesWords, shareWords } from "./numbers.js";
import { sayPar } from "./par.js";
import { n, t } from "./words.js";

/** @import { Snapshot } from "./protocol.js" */
/**
 * @typedef {object} Difficulty  as /api/deals/{n}/difficulty tells it
 * @property {"winnable"|"unwinnable"|"unknown"} status
 * @property {number|null} scale  1 to 10
 * @property {number|null} fewest_cells
 * @property {boolean} fewest_proved  whether one cell less is proved not to be enough
 * @property {number|null} plays_won  a share, 0 to 1
 * @property {number|null} states
 * @property {number|null} par
 */

/** A difficulty of 1 to 10 in words. @param {number} scale */
export function levelWords(scale) {
  if (scale <= 3) return t("{scale} of 10: easy.", { scale });
  if (scale <= 6) return t("{scale} of 10: medium.", { scale });
  return scale <= 8 ? t("{scale} of 10: hard.", { scale }) : t("{scale} of 10: very hard.", { scale });
}

/** The verdict in a sentence. @param {Difficulty} difficulty */
export function verdict({ status, scale }) {
  if (status === "unwinnable") return t("Impossible: that is proved.");
  if (status === "unknown") return t("Not known: the search ended without an answer.");
  return scale === null ? t("It can be won.") : levelWords(scale);
}

/** The parts as [what, how much, what that means]. @param {Difficulty} difficulty @returns {[string, string, string][]} */
export function parts({ fewest_cells: cells, fewest_proved: proved, plays_won: share, states, par }) {
  /** @type {[string, string, string][]} */
  const found = [];
  if (cells !== null) found.push([t("Fewest cells"), String(cells), fewestWords(cells, proved)]);
  if (share !== null) found.push([t("Quick plays that win"), shareOfPlays(share), t("of many, each of which gives up early")]);
  if (states !== null) found.push([t("Positions looked at"), grouped(states), t("until the first way to win")]);
  if (par !== null) found.push([t("A quick way to win"), movesWords(par), t("as the difficulty counts it")]);
  return found;
}

/** @param {number} cells @param {boolean} proved */
function fewestWords(cells, proved) {
  // T: It follows "Fewest cells: 3".
  if (!proved) return t("with which a way to win was found");
  // T: It follows "Fewest cells: 3".
  return cells ? t("with one less it cannot be won") : t("it can be won without any");
}

/** @param {number} share */
const shareOfPlays = share => shareWords(share, share > 0 && share < 0.1 ? 1 : 0);

/** Opens the panel, and asks how difficult the deal is. @param {Snapshot} snapshot @param {(command: string) => void} command */
export function openDeal(snapshot, command) {
  const result = element("div", { class: "difficulty" });
  const asking = new AbortController();
  const par = element("p", { class: "par" });
  const act = (/** @type {string} */ words, /** @type {string} */ name) => button(words, () => {
    dialog.close();
    command(name);
  });
  const share = snapshot.address === null ? [] : [act(t("Share"), "share")];
  const dialog = openDialog(t("This deal"), [
    element("p", { class: "deal" }, element("b", {}, dealName(snapshot)), element("span", { class: "code" }, snapshot.code ?? ""), element("span", { class: "dim" }, rulesName(snapshot))),
    element("h3", {}, t("How difficult it is")), result, par, element("h3", {}, t("In this game")), element("p", { class: "taken" }, helpTaken(snapshot)),
    element("div", { class: "buttons" }, act(t("New game…"), "choose"), act(t("Restart"), "restart"), ...share, act(t("Print"), "print")),
  ], { kind: "this-deal", closed: () => asking.abort() });
  sayPar(par, snapshot, asking.signal);
  if (snapshot.deal === null) result.append(element("p", { class: "dim" }, t("This is measured for numbered deals; this game began from a layout of its own.")));
  else measure(snapshot, result, asking);
}

/** What help was taken, in a sentence. @param {Pick<Snapshot, "help">} snapshot */
export function helpTaken({ help: { hints, autos, demonstrated } }) {
  const taken = [
    ...(hints ? [n("{number} hint", "{number} hints", hints)] : []),
    // T: Auto is the button that plays one good move.
    ...(autos ? [n("{number} move by Auto", "{number} moves by Auto", autos)] : []),
  ];
  // T: {list} is such as "2 hints, 1 move by Auto".
  const help = taken.length ? t("Help taken: {list}.", { list: taken.join(", ") }) : t("No help taken.");
  return demonstrated ? [help, t("The program demonstrated part of it, so it counts as no win.")].join(" ") : help;
}

/** @param {Snapshot} snapshot @param {HTMLElement} into @param {AbortController} asking */
async function measure(snapshot, into, asking) {
  const stop = button(t("Stop"), () => asking.abort());
  const again = button(t("Measure"), () => measure(snapshot, into, new AbortController()));
  into.replaceChildren(element("p", { class: "busy-line", role: "status" }, t("Measuring…")), stop);
  try {
    show(await ask(snapshot, asking.signal), into);
  } catch (problem) {
    if (!into.isConnected) return;
    const said = asking.signal.aborted ? t("Stopped.") : problem instanceof Error ? problem.message : "";
    into.replaceChildren(element("p", { role: "status" }, said), again);
  }
}

/** @param {Snapshot} snapshot @param {AbortSignal} signal @returns {Promise<Difficulty>} */
async function ask({ deal, profile, rules }, signal) {
  const body = JSON.stringify({ profile: profile === "own" ? "standard" : profile, rules });
  const answer = await fetch(`/api/deals/${deal}/difficulty`, { method: "POST", headers: { "Content-Type": "application/json" }, body, signal }).catch(problem => {
    throw signal.aborted ? problem : new Error(t("The server cannot be reached at the moment."));
  });
  const told = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error(told?.error?.message ?? t("The server could not measure this deal."));
  return told;
}

/** @param {Difficulty} difficulty @param {HTMLElement} into */
function show(difficulty, into) {
  const rows = parts(difficulty).map(([name, value, meaning]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, element("b", {}, value), " ", element("span", { class: "dim" }, meaning))));
  const scale = difficulty.scale ?? 0;
  const pips = Array.from({ length: 10 }, (_, index) => element("i", { class: index < scale ? "on" : "" }));
  const meter = scale ? [element("div", { class: "scale", "aria-hidden": "true" }, ...pips)] : [];
  into.replaceChildren(element("p", { class: "verdict", role: "status", "data-truth": difficulty.status }, verdict(difficulty)), ...meter,
    element("dl", { class: "parts" }, ...rows));
}
