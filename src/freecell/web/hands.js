// What the menu says of the settings for any hands and eyes.

import { hasOwnLetters, t } from "./words.js";

/** @import { PreferenceName } from "./preferences.js" */
/** @typedef {[PreferenceName, string, Record<string, string>]} Setting  its name, what it is called, and what its choices are called */

/** The settings that help hands and eyes, in the order of the menu. @returns {Setting[]} */
export function handSettings() {
  /** @type {Setting[]} */
  const letters = hasOwnLetters() ? [["letters", t("Letters on cards"), { english: t("international"), own: t("of this language") }]] : [];
  return [
    // T: The colours of the card table.
    ["theme", t("Table"), {
      system: t("as the system"), light: t("light"), dark: t("dark"), "contrast-light": t("high contrast, light"), "contrast-dark": t("high contrast, dark"),
    }],
    // T: The size of rank and suit on a card.
    ["cards", t("Signs on cards"), { normal: t("normal"), large: t("large") }],
    ...letters,
    // T: For which hand the table is laid out: the left-handed have the cells at the right.
    ["hand", t("Cells"), { right: t("at the left"), left: t("at the right") }],
    ["sound", t("Sound"), { off: t("off"), on: t("on") }],
    ["tips", t("Tips for newcomers"), { on: t("one at a time"), off: t("no tips") }],
  ];
}
