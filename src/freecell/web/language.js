// The player's language: which there are, and the switch. The server words the page; it is told by a cookie.

import { element } from "./dom.js";
import { language, t } from "./words.js";

/** Each language by the name that its speakers give it. */
const LANGUAGES = { en: "English", it: "italiano", es: "español", ro: "română", "pt-BR": "português" };

/** A choice of languages, which loads the page anew in the one that is chosen. @param {Record<string, string>} attributes */
function choice(attributes) {
  const select = element("select", attributes, ...Object.entries(LANGUAGES).map(([tag, name]) => element("option", { value: tag, lang: tag }, name)));
  select.value = language();
  select.addEventListener("change", () => {
    document.cookie = `freecell-language=${select.value}; path=/; max-age=31536000; samesite=lax`;
    location.reload();
  });
  select.addEventListener("keydown", event => {
    if (!/^(Arrow.*|.)$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || !select.showPicker) return;
    // In the open list the player walks as far as wanted; in the closed field each step would be a choice, and another page.
    event.preventDefault();
    select.showPicker();
  });
  return select;
}

/** The choice in the menu, with its name. */
export const languageField = () => element("div", { class: "row" }, element("label", { for: "language" }, t("Language")), choice({ id: "language" }));

/** The choice at the top: the language's name, or where there is little room its two letters, with the choice over them. @param {string} id */
export function languageChip(id) {
  const letters = element("span", { class: "letters", "aria-hidden": "true" }, language().slice(0, 2).toUpperCase());
  return element("span", { class: "chip language" }, letters, choice({ id, "aria-label": t("Language") }));
}
