// The truth in full: what is known, what to do about it, and the switch for having it told.

import { openDialog } from "./dialogs.js";
import { button, element } from "./dom.js";
import { badge, watchTruth } from "./truth.js";
import { t } from "./words.js";

/** @import { Snapshot } from "./protocol.js" */
/** @import { Standing } from "./truth.js" */

/** @type {[string, string]} */
const REVIEW = [t("Review"), "review"];
/** @type {[string, string]} */
const SOLVE = [t("Solve and demonstrate"), "solve"];

/** What there is to do, as [what a button says, the command it gives]. @type {Record<Standing, [string, string][]>} */
export const ACTS = {
  off: [REVIEW, SOLVE],
  over: [REVIEW],
  winnable: [[t("Hint"), "hint"], SOLVE, REVIEW],
  unwinnable: [[t("Where was it lost?"), "where"], [t("Back to where it could be won"), "back"]],
  never: [[t("New game"), "choose"], REVIEW],
  searching: [REVIEW],
  unknown: [REVIEW, SOLVE],
};

/** What the sentence means. @type {Record<Standing, string>} */
export const MEANINGS = {
  off: t("After each move you can be told whether this game can still be won, under the rules that you play. Many like to find out for themselves."),
  over: t("The review shows how it stood after every move."),
  winnable: t("A way to win is known from here. As long as you follow it, nothing has to be searched for."),
  unwinnable: t("Every way on was looked at, and none wins. You can play on all the same."),
  never: t("Every way on from its start was looked at, and none wins. You can play on all the same."),
  searching: t("You can play on meanwhile; each move is a new question."),
  unknown: t("The search reached its limits. That proves nothing: the game may be won or lost."),
};

/** Opens the panel, which follows the game as long as it is open. @param {Snapshot} snapshot @param {(command: string) => void} command */
export function openTruth(snapshot, command) {
  const sentence = element("p", { class: "verdict", role: "status" });
  const meaning = element("p", { class: "dim" });
  const choices = element("div", { class: "buttons" });
  const told = element("button", { type: "button", role: "switch", class: "switch", id: "truth-switch" }, t("Tell the truth after each move"));
  told.addEventListener("click", () => command("tell"));
  const show = (/** @type {Snapshot} */ now) => {
    const { now: state, mark, sentence: words } = badge(now);
    sentence.dataset.truth = state;
    sentence.replaceChildren(element("span", { class: "mark", "aria-hidden": "true" }, mark), words);
    meaning.textContent = MEANINGS[state];
    told.setAttribute("aria-checked", String(now.settings.truth));
    const kept = choices.contains(document.activeElement);
    choices.replaceChildren(...ACTS[state].map(([says, name], index) => button(says, () => {
      dialog.close();
      command(name);
    }, index === 0 ? "primary" : "")));
    if (kept) /** @type {HTMLElement} */ (choices.firstElementChild).focus();
  };
  const ended = { watch: () => {} };
  const dialog = openDialog(t("The truth beside you"), [sentence, meaning, told, choices], { kind: "truth", closed: () => ended.watch() });
  ended.watch = watchTruth(show);
  show(snapshot);
  (snapshot.settings.truth ? /** @type {HTMLElement} */ (choices.firstElementChild) : told).focus();
}
