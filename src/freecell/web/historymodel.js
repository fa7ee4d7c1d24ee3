// The history in words: what can be asked for, and what there is to say of a game. No DOM.

import { cellsWords, grouped, kindName, profileName, timeWords } from "./numbers.js";
import { locale, n, t } from "./words.js";

/** @typedef {"open"|"won"|"demonstrated"|"lost"|"resigned"} Result */
/**
 * @typedef {object} Kept  a game as /api/games tells it
 * @property {string} game
 * @property {number|null} deal
 * @property {string|null} code
 * @property {string|null} address
 * @property {string} profile
 * @property {number} cells
 * @property {string} rules
 * @property {Result} result
 * @property {number} moves
 * @property {number|null} score
 * @property {number} time  milliseconds
 * @property {number} undos
 * @property {number} hints
 * @property {number} actions
 * @property {number} begun
 * @property {number} played
 * @property {number|null} ended
 * @property {string|null} parent
 * @property {number|null} par
 */
/** @typedef {Record<"search"|"result"|"profile"|"cells"|"time", string>} Filters  "" for whatever there is */

/** What came of a game. @type {Record<Result, string>} */
const RESULTS = {
  // T: A game that can be played on.
  open: t("Open"),
  won: t("Won"),
  // T: A game that the program played to its end.
  demonstrated: t("Demonstrated"),
  lost: t("Lost"),
  resigned: t("Resigned"),
};

/** What each filter can be, and in which words; the first is no filter. @type {Record<"result"|"profile"|"cells"|"time", [string, string][]>} */
export const CHOICES = {
  result: [["", t("Any result")], ...(/** @type {const} */ (["open", "won", "lost", "resigned", "demonstrated"])).map(name => /** @type {[string, string]} */ ([name, RESULTS[name]]))],
  profile: [["", t("Any rules")], ...["standard", "one-tap", "points", "linear", "own"].map(name => /** @type {[string, string]} */ ([name, profileName(name)]))],
  cells: [["", t("Any cells")], ...["4", "3", "2", "1"].map(cells => /** @type {[string, string]} */ ([cells, cellsWords(Number(cells))])), ["0", t("No cells")]],
  time: [["", t("Any time")], ["1", t("Last 24 hours")], ["7", t("Last 7 days")], ["30", t("Last 30 days")], ["365", t("Last 365 days")]],
};
const DAY = 86_400_000;

/** The filters that an address names; what is no choice counts as none. @param {URLSearchParams} query @returns {Filters} */
export function readFilters(query) {
  const pick = (/** @type {keyof typeof CHOICES} */ name) => (CHOICES[name].some(([value]) => value === query.get(name)) ? query.get(name) ?? "" : "");
  return { search: query.get("search") ?? "", result: pick("result"), profile: pick("profile"), cells: pick("cells"), time: pick("time") };
}

/** Whether anything is filtered. @param {Filters} filters */
export const isFiltered = filters => Object.values(filters).some(value => value !== "");

/** The question to the server. @param {Filters} filters @param {number} now @param {string|null} after  where the page before ended */
export function questionOf({ search, result, profile, cells, time }, now, after) {
  const since = time === "" ? "" : String(now - Number(time) * DAY);
  const asked = Object.entries({ search: search.trim(), result, profile, cells, since, after: after ?? "" }).filter(([, value]) => value !== "");
  return `/api/games?${new URLSearchParams([...asked, ["limit", "50"]])}`;
}

/** "Deal 164" @param {Pick<Kept, "deal"|"code">} game */
export const titleOf = ({ deal, code }) => (deal !== null ? t("Deal {deal}", { deal }) : code ?? t("Own layout"));

/** @param {Pick<Kept, "result"|"moves"|"par">} game */
export const isAtPar = ({ result, moves, par }) => result === "won" && par !== null && moves <= par;

/** @param {Pick<Kept, "result"|"moves"|"par">} game */
export const resultWords = game => (isAtPar(game) ? t("Won at par") : RESULTS[game.result]);

/** The rules of a game in a few words. @param {Pick<Kept, "profile"|"cells">} game */
export const kindOf = ({ profile, cells }) => kindName(profile, cells);

/** When it was, "today, 14:05", "12 Mar", "12 Mar 2025". @param {number} moment @param {number} now */
export function whenWords(moment, now) {
  const [then, today] = [new Date(moment), new Date(now)];
  const clock = then.toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit" });
  if (then.toDateString() === today.toDateString()) return t("today, {clock}", { clock });
  if (then.toDateString() === new Date(now - DAY).toDateString()) return t("yesterday, {clock}", { clock });
  const sameYear = then.getFullYear() === today.getFullYear();
  return then.toLocaleDateString(locale(), { day: "numeric", month: "short", ...(sameYear ? {} : { year: "numeric" }) });
}

/** All there is to say of a game, as [what, how much]. @param {Kept} game @returns {[string, string][]} */
export function factsOf(game) {
  const moment = (/** @type {number} */ at) => new Date(at).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
  /** @type {[string, string][]} */
  const facts = [[t("Result"), resultWords(game)], [t("Rules"), kindOf(game)], [t("Moves"), grouped(game.moves)]];
  if (game.par !== null) facts.push([t("Par"), n("{number} move, the fewest known for this deal", "{number} moves, the fewest known for this deal", game.par)]);
  if (game.score !== null) facts.push([t("Score"), grouped(game.score)]);
  // T: No hints.
  const none = t("none");
  // T: How often a move was undone.
  facts.push([t("Time"), timeWords(game.time)], [t("Undone"), n("{number} time", "{number} times", game.undos)], [t("Hints"), game.hints ? grouped(game.hints) : none]);
  // T: When a game was begun.
  facts.push([t("Begun"), moment(game.begun)], [t("Played last"), moment(game.played)]);
  return facts;
}

/** The beginning of a game: the same text without what was played. @param {string} text */
export const startOf = text => text.replace(/^Moves:[\s\S]*/m, "Moves:");
