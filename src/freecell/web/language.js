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
  return select;
}

/** The choice in the menu, with its name. */
export const languageField = () => element("div", { class: "row" }, element("label", { for: "language" }, t("Language")), choice({ id: "language" }));

/** The choice in the header, in sight where there is room. */
export const languageChip = () => choice({ class: "chip", id: "language-here", "aria-label": t("Language") });
