// The menu: this game, and what the player likes.

import { openDialog } from "./dialogs.js";
import { button, element } from "./dom.js";
import { dealName, rulesName } from "./header.js";
import { RULES } from "./newgame.js";
import { CHOICES } from "./preferences.js";

/** @import { Snapshot } from "./protocol.js" */
/** @import { Preferences, PreferenceName } from "./preferences.js" */

/** @type {Record<PreferenceName, [string, Record<string, string>]>} */
const WORDS = {
  colours: ["Suits", { two: "two colours", four: "four colours" }],
  theme: ["Table", { system: "as the system", light: "light", dark: "dark" }],
  tap: ["A tap", {
    profile: "as the rules have it", pick: "picks up, then puts down", foundation: "foundation, else picks up",
    cascade: "picks up the whole sequence", move: "moves to the best place",
  }],
  foundations: ["Foundations", { profile: "as the rules have them", SHDC: "♠ ♥ ♦ ♣", CDHS: "♣ ♦ ♥ ♠", arrival: "as the aces arrive" }],
  truth: ["The truth after each move", { off: "not told", on: "told" }],
  clock: ["Clock", { off: "off", on: "on" }],
  speed: ["Motion", { normal: "quick", fast: "quicker", off: "none" }],
};

/**
 * Opens the menu.
 * @param {Snapshot|null} snapshot
 * @param {Preferences} preferences
 * @param {object} acts
 * @param {(command: string) => void} acts.command  what a button asks for
 * @param {(value: string) => void} acts.autoplay
 * @param {(preferences: Preferences, changed: PreferenceName) => void} acts.prefer
 */
export function openMenu(snapshot, preferences, { command, autoplay, prefer }) {
  const act = (/** @type {string} */ words, /** @type {string} */ name) => button(words, () => {
    dialog.close();
    command(name);
  });
  // The game on the table may have been begun when the player liked it otherwise.
  if (snapshot) preferences = { ...preferences, truth: snapshot.settings.truth ? "on" : "off" };
  const names = /** @type {PreferenceName[]} */ (Object.keys(WORDS));
  const fields = names.map(name => field(WORDS[name][0], `prefer-${name}`, CHOICES[name], WORDS[name][1], preferences[name], value => {
    preferences = { ...preferences, [name]: value };
    prefer(preferences, name);
  }));
  const earlier = snapshot?.linked ? [act("The game before", "earlier")] : [];
  const game = snapshot ? [
    element("p", { class: "deal" }, element("b", {}, dealName(snapshot)), element("span", { class: "code" }, snapshot.code ?? ""),
      element("span", { class: "dim" }, rulesName(snapshot))),
    element("div", { class: "buttons spread" }, act("New game…", "choose"), act("Restart", "restart"), act("Resign", "resign"), act("Share", "share"),
      act("This deal", "deal"), act("Review", "review"), act("Solve and demonstrate", "solve"), act("Copy as text", "text"), act("Keys", "keys"), ...earlier),
    field(RULES.autoplay[0], "game-autoplay", ["off", "safe", "max"], Object.fromEntries(RULES.autoplay[1]), String(snapshot.rules.autoplay), autoplay),
  ] : [act("Keys", "keys")];
  const dialog = openDialog("Menu", [...game, element("h3", {}, "What you like"), ...fields], { kind: "menu" });
}

/**
 * @param {string} label @param {string} id @param {string[]} values @param {Record<string, string>} words @param {string} current
 * @param {(value: string) => void} changed
 */
function field(label, id, values, words, current, changed) {
  const select = element("select", { id }, ...values.map(value => element("option", { value }, words[value])));
  select.value = current;
  select.addEventListener("change", () => changed(select.value));
  return element("div", { class: "row" }, element("label", { for: id }, label), select);
}
