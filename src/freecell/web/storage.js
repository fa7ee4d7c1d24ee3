// What this browser remembers. Storage may be forbidden, full or damaged: then nothing is remembered, and nothing breaks.

/** @typedef {{game: string, secret: string, address: string|null, text: string}} SavedGame */

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

/** Remembers the game for this tab, and as the last one of this browser. @param {SavedGame} saved */
export function rememberGame(saved) {
  if (location.pathname.startsWith("/lesson/")) return; // The player's own game is the one to come back to.
  remember("sessionStorage", "game", saved);
  remember("localStorage", "game", saved);
}

/** This tab's game. @returns {SavedGame|null} */
export const tabGame = () => game(recall("sessionStorage", "game"));
/** The game that this browser played last, in whatever tab. @returns {SavedGame|null} */
export const lastGame = () => game(recall("localStorage", "game"));

/** @param {any} saved @returns {SavedGame|null} */
const game = saved => (typeof saved?.game === "string" && typeof saved.secret === "string" ? saved : null);
