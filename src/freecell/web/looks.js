// Runs before the first paint of every page, so that none flashes in colours that the player does not like.

/** @typedef {{colours?: string, theme?: string, cards?: string, hand?: string}|null} Looks */

/** What was applied last. @type {Looks} */
let looksNow = null;

/** Gives the page the player's looks. @param {Looks} looks */
function applyLooks(looks) {
  looksNow = looks;
  const theme = looks?.theme ?? "system";
  const chosen = /light|dark/.exec(theme)?.[0];
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const contrast = chosen ? theme.startsWith("contrast") : matchMedia("(prefers-contrast: more)").matches;
  const attributes = { four: looks?.colours === "four", dark, contrast, large: looks?.cards === "large", left: looks?.hand === "left" };
  for (const [name, on] of Object.entries(attributes)) document.documentElement.toggleAttribute(`data-${name}`, on);
}

try {
  applyLooks(JSON.parse(localStorage.getItem("freecell.preferences") ?? "null"));
} catch {
  applyLooks(null); // Nothing can be read: the page looks as it does for a newcomer.
}
for (const wish of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) matchMedia(wish).addEventListener("change", () => applyLooks(looksNow));
