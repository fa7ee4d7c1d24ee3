// Runs before the first paint of every page, so that none flashes in colours that the player does not like.

/** Gives the page the player's colours. @param {{colours?: string, theme?: string}|null} looks */
function applyLooks(looks) {
  const dark = looks?.theme === "dark" || (looks?.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.toggleAttribute("data-four", looks?.colours === "four");
  document.documentElement.toggleAttribute("data-dark", dark);
}

try {
  applyLooks(JSON.parse(localStorage.getItem("freecell.preferences") ?? "null"));
} catch {
  applyLooks(null); // Nothing can be read: the page looks as it does for a newcomer.
}
