// The menu: this game, and what the player likes.

import { openDialog } from "./dialogs.js";
import { button, element } from "./dom.js";
import { handSettings } from "./hands.js";
import { languageField } from "./language.js";
import { dealName, rulesName } from "./header.js";
import { RULES } from "./newgame.js";
import { PAGES } from "./pages.js";
import { CHOICES } from "./preferences.js";
import { t } from "./words.js";

/** @import { Snapshot } from "./protocol.js" */
/** @import { Preferences, PreferenceName } from "./preferences.js" */

/** Those that hands.js does not name. @type {Partial<Record<PreferenceName, [string, Record<string, string>]>>} */
const WORDS = {
  colours: [t("Suits"), { two: t("two colours"), four: t("four colours") }],
  tap: [t("A tap"), {
    profile: t("as the rules have it"), pick: t("picks up, then puts down"), foundation: t("foundation, else picks up"),
    cascade: t("picks up the whole sequence"), move: t("moves to the best place"),
  }],
  foundations: [t("Foundations"), { profile: t("as the rules have them"), SHDC: "♠ ♥ ♦ ♣", CDHS: "♣ ♦ ♥ ♠", arrival: t("as the aces arrive") }],
  truth: [t("The truth after each move"), { off: t("not told"), on: t("told") }],
  clock: [t("Clock"), { off: t("off"), on: t("on") }],
  // T: How fast cards travel over the table.
  speed: [t("Motion"), { normal: t("quick"), fast: t("quicker"), off: t("no motion") }],
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
  const preference = (/** @type {PreferenceName} */ name, /** @type {string} */ label, /** @type {Record<string, string>} */ words) =>
    field(label, `prefer-${name}`, CHOICES[name], words, preferences[name], value => {
      preferences = { ...preferences, [name]: value };
      prefer(preferences, name);
    });
  const fields = Object.entries(WORDS).map(([name, [label, words]]) => preference(/** @type {PreferenceName} */ (name), label, words));
  const hands = handSettings().map(([name, label, words]) => preference(name, label, words));
  const earlier = snapshot?.parent ? [act(t("The game before"), "earlier")] : [];
  const game = snapshot ? [
    element("p", { class: "deal" }, element("b", {}, dealName(snapshot)), element("span", { class: "code" }, snapshot.code ?? ""),
      element("span", { class: "dim" }, rulesName(snapshot))),
    element("div", { class: "buttons spread" }, act(t("New game…"), "choose"), act(t("Restart"), "restart"), act(t("Resign"), "resign"), act(t("Share"), "share"),
      act(t("This deal"), "deal"), act(t("Review"), "review"), act(t("Solve and demonstrate"), "solve"), act(t("Copy as text"), "text"), act(t("Keys"), "keys"), act(t("Learn"), "learn"), ...earlier),
    field(RULES.autoplay[0], "game-autoplay", ["off", "safe", "max"], Object.fromEntries(RULES.autoplay[1]), String(snapshot.rules.autoplay), autoplay),
  ] : [act(t("Keys"), "keys"), act(t("Learn"), "learn")];
  const pages = element("div", { class: "buttons spread even" }, ...Object.entries(PAGES).map(([name, title]) => act(title, name)));
  const dialog = openDialog(t("Menu"), [...game, element("h3", {}, t("Your games")), pages, element("h3", {}, t("What you like")), languageField(), ...fields,
    element("h3", {}, t("Eyes and hands")), ...hands], { kind: "menu" });
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
