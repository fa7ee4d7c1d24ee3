// The history in words: what can be asked for, and what there is to say of a game. No DOM.

import { kindName, plural, timeWords } from "./numbers.js";

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

/** What each filter can be, and in which words; the first is no filter. @type {Record<"result"|"profile"|"cells"|"time", [string, string][]>} */
export const CHOICES = {
  result: [["", "Any result"], ["open", "Open"], ["won", "Won"], ["lost", "Lost"], ["resigned", "Resigned"], ["demonstrated", "Demonstrated"]],
  profile: [["", "Any rules"], ["standard", "Standard"], ["one-tap", "One tap"], ["points", "Points"], ["linear", "Linear"], ["own", "House rules"]],
  cells: [["", "Any cells"], ["4", "4 cells"], ["3", "3 cells"], ["2", "2 cells"], ["1", "1 cell"], ["0", "No cells"]],
  time: [["", "Any time"], ["1", "Last 24 hours"], ["7", "Last 7 days"], ["30", "Last 30 days"], ["365", "Last 365 days"]],
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
export const titleOf = ({ deal, code }) => (deal !== null ? `Deal ${deal}` : code ?? "Own layout");

/** @param {Pick<Kept, "result"|"moves"|"par">} game */
export const isAtPar = ({ result, moves, par }) => result === "won" && par !== null && moves <= par;

/** @type {Record<Result, string>} */
const RESULTS = { open: "Open", won: "Won", demonstrated: "Demonstrated", lost: "Lost", resigned: "Resigned" };

/** @param {Pick<Kept, "result"|"moves"|"par">} game */
export const resultWords = game => (isAtPar(game) ? "Won at par" : RESULTS[game.result]);

/** The rules of a game in a few words. @param {Pick<Kept, "profile"|"cells">} game */
export const kindOf = ({ profile, cells }) => kindName(profile, cells);

/** When it was, "today, 14:05", "12 Mar", "12 Mar 2025". @param {number} moment @param {number} now */
export function whenWords(moment, now) {
  const [then, today] = [new Date(moment), new Date(now)];
  const clock = then.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (then.toDateString() === today.toDateString()) return `today, ${clock}`;
  if (then.toDateString() === new Date(now - DAY).toDateString()) return `yesterday, ${clock}`;
  const sameYear = then.getFullYear() === today.getFullYear();
  return then.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...(sameYear ? {} : { year: "numeric" }) });
}

/** All there is to say of a game, as [what, how much]. @param {Kept} game @returns {[string, string][]} */
export function factsOf(game) {
  const moment = (/** @type {number} */ at) => new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
  /** @type {[string, string][]} */
  const facts = [["Result", resultWords(game)], ["Rules", kindOf(game)], ["Moves", String(game.moves)]];
  if (game.par !== null) facts.push(["Par", `${plural(game.par, "move")}, the fewest known for this deal`]);
  if (game.score !== null) facts.push(["Score", String(game.score)]);
  facts.push(["Time", timeWords(game.time)], ["Undone", plural(game.undos, "time")], ["Hints", game.hints ? String(game.hints) : "none"]);
  facts.push(["Begun", moment(game.begun)], ["Played last", moment(game.played)]);
  return facts;
}

/** The beginning of a game: the same text without what was played. @param {string} text */
export const startOf = text => text.replace(/^Moves:[\s\S]*/m, "Moves:");
