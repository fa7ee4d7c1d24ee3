// The pages beside the table, each with an address of its own: which there are, and which one an address stands for.

import { t } from "./words.js";

/** @import { Problem, Start } from "./protocol.js" */
/** @typedef {"history"|"stats"|"map"|"take-along"} PageName */
/**
 * @typedef {object} Acts  what a page can ask of the table
 * @property {(start: Start) => Promise<Problem|null>} play  begins a game
 * @property {(game: string) => Promise<Problem|null>} open  goes on with a game, or looks at it
 * @property {(game: string) => Promise<Problem|null>} review  opens a game, and its review
 * @property {() => string|null} current  the name of the game on the table
 * @property {() => Start} likeLast  the rules that were played last, without a deal
 */

/** Every page by the path that it has, with its title. @type {Record<PageName, string>} */
export const PAGES = {
  // T: The list of all games that were played.
  history: t("History"),
  stats: t("Statistics"),
  map: t("Map of deals"),
  // T: The page for taking one's games to another machine.
  "take-along": t("Take along"),
};

/** Shorter, for the ways from page to page. @type {Partial<Record<PageName, string>>} */
export const SHORT = { map: t("Map") };

/** The page that an address stands for. @param {string} path @returns {PageName|null} */
export function pageOf(path) {
  const name = path.replace(/^\/|\/$/g, "");
  return Object.hasOwn(PAGES, name) ? /** @type {PageName} */ (name) : null;
}

/** The name of the kept game that an address stands for. @param {string} path */
export const gameOf = path => /^\/game\/([0-9a-f]{20})\/?$/.exec(path)?.[1] ?? null;

/** The word of a link that lets this machine join another's games. @param {string} fragment  with its "#" */
export const joinWord = fragment => /^#join=([\w.~-]+)$/.exec(fragment)?.[1] ?? null;
