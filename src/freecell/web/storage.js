// What this browser remembers. Storage may be forbidden, full or damaged: then nothing is remembered, and nothing breaks.

/** @typedef {{game: string, address: string|null, text: string, begun: boolean}} SavedGame  begun: anything was done in it, so that the server keeps it */

/** What was stored under this name, or null. @param {"localStorage"|"sessionStorage"} where @param {string} name @returns {any} */
export function recall(where, name) {
  try {
    return JSON.parse(window[where].getItem(`freecell.${name}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {"localStorage"|"sessionStorage"} where @param {string} name @param {unknown} value */
export function remember(where, name, value) {
  try {
    window[where].setItem(`freecell.${name}`, JSON.stringify(value));
  } catch {
    // Then the next visit starts afresh.
  }
}

/** Remembers the game of this tab. @param {SavedGame} saved */
export function rememberGame(saved) {
  if (location.pathname.startsWith("/lesson/")) return; // The player's own game is the one to come back to.
  remember("sessionStorage", "game", saved);
}

/** This tab's game. @returns {SavedGame|null} */
export function tabGame() {
  const saved = recall("sessionStorage", "game");
  return typeof saved?.game === "string" && typeof saved.text === "string" ? saved : null;
}
