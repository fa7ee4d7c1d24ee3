// The statistics in words, and over time as charts need them. No DOM.

import { capital, decimal, grouped, kindName, percent, timeWords } from "./numbers.js";
import { locale, t } from "./words.js";

/** @typedef {{begins: string, games: number, won: number, average_moves: number|null, average_time: number|null}} Week */
/**
 * @typedef {object} Kind  the counts of one profile and number of cells, as /api/statistics tells them
 * @property {string} profile
 * @property {number} cells
 * @property {number} open
 * @property {number} games
 * @property {number} won
 * @property {number} lost
 * @property {number} resigned
 * @property {number} demonstrated
 * @property {number|null} share
 * @property {number} streak
 * @property {number} longest_streak
 * @property {number} without_undo
 * @property {number} without_hints
 * @property {number|null} best_moves
 * @property {number|null} average_moves
 * @property {number|null} best_time
 * @property {number|null} average_time
 * @property {number|null} best_score
 * @property {number|null} average_score
 * @property {Week[]} weeks
 */
/** @typedef {{begins: string, ends: string, games: number, won: number, moves: number|null, time: number|null}} Bin  some weeks; averages over the games won in them */

const WEEK = 7 * 86_400_000;
// T: Games, as a count.
export const WON = t("won");
// T: Games, as a count.
const LOST = t("lost");
// T: Games, as a count.
const RESIGNED = t("resigned");
// T: Games, as a count.
const DEMONSTRATED = t("demonstrated");

/** @param {Kind} kind */
export const nameOf = ({ profile, cells }) => kindName(profile, cells);
/** What stands for it in an address. @param {Kind} kind */
export const keyOf = ({ profile, cells }) => `${profile}-${cells}`;

/** An average, with one decimal place where that tells something. @param {number|null} value */
const average = value => (value === null ? "–" : decimal(value));
/** @param {number|null} value */
const whole = value => (value === null ? "–" : grouped(value));
/** @param {number|null} value */
const time = value => (value === null ? "–" : timeWords(value));

/** The four numbers that matter most, as [what, how much, of what]. @param {Kind} kind @returns {[string, string, string][]} */
export const headline = ({ games, won, share, streak, longest_streak: longest }) => [
  [capital(WON), grouped(won), t("of {count} that ended", { count: grouped(games) })],
  [t("Share won"), share === null ? "–" : percent(share), t("of all that ended")],
  [t("Streak now"), grouped(streak), t("won in a row")],
  [t("Longest streak"), grouped(longest), t("won in a row")],
];

/** The rest, in groups that say over which games they count. @param {Kind} kind @returns {[string, [string, string][]][]} */
export function details(kind) {
  const { won } = kind;
  const of = (/** @type {number} */ count) => (won ? `${grouped(count)} (${percent(count / won)})` : grouped(count));
  /** @type {[string, [string, string][]][]} */
  const groups = [
    [t("Over the games won"), [
      [t("Fewest moves"), whole(kind.best_moves)], [t("Moves on average"), average(kind.average_moves)],
      [t("Shortest time"), time(kind.best_time)], [t("Time on average"), time(kind.average_time)],
      [t("Without undo"), of(kind.without_undo)], [t("Without hints"), of(kind.without_hints)],
    ]],
    [t("All games that ended"), [
      [capital(WON), grouped(won)], [capital(LOST), grouped(kind.lost)], [capital(RESIGNED), grouped(kind.resigned)], [capital(DEMONSTRATED), grouped(kind.demonstrated)],
    ]],
  ];
  if (kind.best_score !== null) groups[1][1].push([t("Best score"), whole(kind.best_score)], [t("Score on average"), average(kind.average_score)]);
  groups.push([t("In no count yet"), [[t("Open games"), grouped(kind.open)]]]);
  return groups;
}

/**
 * Weeks one after the other, those without a game among them, put together so that there are no more than so many.
 * @param {Week[]} weeks  in their order @param {number} most
 * @returns {Bin[]}
 */
export function binsOf(weeks, most) {
  if (weeks.length === 0) return [];
  const at = (/** @type {string} */ day) => Date.parse(`${day}T00:00:00Z`);
  const first = at(weeks[0].begins);
  const count = Math.round((at(weeks[weeks.length - 1].begins) - first) / WEEK) + 1;
  const size = Math.ceil(count / most);
  const day = (/** @type {number} */ week) => new Date(first + week * WEEK).toISOString().slice(0, 10);
  /** @type {(Bin & {wonMoves: number, wonTime: number})[]} */
  const bins = Array.from({ length: Math.ceil(count / size) }, (_, index) => ({
    begins: day(index * size), ends: new Date(first + (index + 1) * size * WEEK - WEEK / 7).toISOString().slice(0, 10),
    games: 0, won: 0, moves: null, time: null, wonMoves: 0, wonTime: 0,
  }));
  for (const week of weeks) {
    const bin = bins[Math.floor(Math.round((at(week.begins) - first) / WEEK) / size)];
    bin.games += week.games;
    bin.won += week.won;
    bin.wonMoves += (week.average_moves ?? 0) * week.won;
    bin.wonTime += (week.average_time ?? 0) * week.won;
  }
  return bins.map(({ wonMoves, wonTime, ...bin }) => ({ ...bin, moves: bin.won ? wonMoves / bin.won : null, time: bin.won ? wonTime / bin.won : null }));
}

/** "2–8 Mar 2026" @param {Bin} bin */
export function spanWords({ begins, ends }) {
  const part = (/** @type {string} */ day, /** @type {Intl.DateTimeFormatOptions} */ how) => new Date(`${day}T00:00:00Z`).toLocaleDateString(locale(), { timeZone: "UTC", ...how });
  const far = begins.slice(0, 4) !== ends.slice(0, 4);
  return `${part(begins, { day: "numeric", month: "short", ...(far ? { year: "numeric" } : {}) })} – ${part(ends, { day: "numeric", month: "short", year: "numeric" })}`;
}

/** A round number that is not below this one, to end an axis with. @param {number} value */
export function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return power * (/** @type {number} */ ([1, 2, 4, 6, 8, 10].find(step => step * power >= value)));
}

/** The rules of counting, for readers. */
export const COUNTING = [
  t("A game counts when it ends: won, lost, resigned or demonstrated. An open game is in no count, for as long as you like, and leaving one is no loss."),
  t("A streak is a row of games won, in the order in which they ended, under the same rules and number of cells. A game lost, resigned or demonstrated ends it. An open game does not, and neither do undo, hints or a restart."),
  t("Restarting is the same as undoing everything: it is neither a loss nor another game."),
  t("Undoing takes a loss back. Resigning and winning are final."),
  t("A game that the program demonstrated is no win, however it ends."),
  t("Moves are what the counter shows at the end; a move that was undone does not count. The time is the game's clock, which stands still while the page is out of sight."),
  t("A game that was begun in the middle of another counts like any other, but never as won without undo or without hints."),
];
