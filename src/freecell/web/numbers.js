// Numbers, times and names in words, as the header and the pages have them.

import { count as grouped, locale, n, t } from "./words.js";

export { grouped };

/** @type {Record<string, string>} */
const TITLES = { standard: t("Standard"), "one-tap": t("One tap"), points: t("Points"), linear: t("Linear"), own: t("House rules") };

/** @param {string} profile */
export const profileName = profile => TITLES[profile] ?? profile;

/** The rules in a few words. @param {string} profile @param {unknown} cells */
export const kindName = (profile, cells) => (cells === 4 ? profileName(profile) : `${profileName(profile)}, ${cellsWords(Number(cells))}`);

/** "1 cell" @param {number} cells */
export const cellsWords = cells => n("{number} cell", "{number} cells", cells);

/** "1 move", "1,400 moves" @param {number} moves */
export const movesWords = moves => n("{number} move", "{number} moves", moves);

/** A number with at most one decimal place. @param {number} value */
export const decimal = value => value.toLocaleString(locale(), { maximumFractionDigits: 1 });

/** A word as it begins a line. @param {string} word */
export const capital = word => word.charAt(0).toLocaleUpperCase(locale()) + word.slice(1);

/** A stretch of time, "2:07" or "1:02:07". @param {number} milliseconds */
export function timeWords(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** A share of 0 to 1, "62%". What is neither none nor all is never rounded to it. @param {number} share */
export function percent(share) {
  const whole = Math.round(share * 100);
  const near = (whole === 0 && share > 0) || (whole === 100 && share < 1);
  return near ? shareWords(Math.min(0.999, Math.max(0.001, share)), 1) : shareWords(whole / 100, 0);
}

/** @param {number} share @param {number} digits  after the point */
export const shareWords = (share, digits) => share.toLocaleString(locale(), { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits });
