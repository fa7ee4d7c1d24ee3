// Numbers, times and names in words, as the header and the pages have them.

/** @type {Record<string, string>} */
const TITLES = { standard: "Standard", "one-tap": "One tap", points: "Points", linear: "Linear", own: "House rules" };

/** @param {string} profile */
export const profileName = profile => TITLES[profile] ?? profile;

/** The rules in a few words. @param {string} profile @param {unknown} cells */
export const kindName = (profile, cells) => (cells === 4 ? profileName(profile) : `${profileName(profile)}, ${plural(Number(cells), "cell")}`);

/** "1 move", "1,400 moves" @param {number} count @param {string} one @param {string} [many] */
export const plural = (count, one, many = `${one}s`) => `${grouped(count)} ${count === 1 ? one : many}`;

/** "32,000" @param {number} count */
export const grouped = count => count.toLocaleString("en");

/** A stretch of time, "2:07" or "1:02:07". @param {number} milliseconds */
export function timeWords(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** A share of 0 to 1, "62 %". What is neither none nor all is never rounded to it. @param {number} share */
export function percent(share) {
  const whole = Math.round(share * 100);
  const rounded = (whole === 0 && share > 0) || (whole === 100 && share < 1) ? Math.min(99.9, Math.max(0.1, share * 100)).toFixed(1) : String(whole);
  return `${rounded} %`;
}
