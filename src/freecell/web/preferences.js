// What the player likes. looks.js applies colours and theme; everything else reads them here.

import { recall, remember } from "./storage.js";

/**
 * @typedef {object} Preferences
 * @property {"two"|"four"} colours
 * @property {"system"|"light"|"dark"|"contrast-light"|"contrast-dark"} theme
 * @property {"normal"|"large"} cards
 * @property {"english"|"own"} letters  on aces and court cards
 * @property {"right"|"left"} hand
 * @property {"profile"|"pick"|"foundation"|"cascade"|"move"} tap
 * @property {"profile"|"SHDC"|"CDHS"|"arrival"} foundations
 * @property {"on"|"off"} clock
 * @property {"off"|"on"} truth
 * @property {"normal"|"fast"|"off"} speed
 * @property {"off"|"on"} sound
 * @property {"on"|"off"} tips
 */

/** The choices of each preference; the first is what a newcomer has. @type {{[K in keyof Preferences]: Preferences[K][]}} */
export const CHOICES = {
  colours: ["two", "four"],
  theme: ["system", "light", "dark", "contrast-light", "contrast-dark"],
  cards: ["normal", "large"],
  letters: ["english", "own"],
  hand: ["right", "left"],
  tap: ["profile", "pick", "foundation", "cascade", "move"],
  foundations: ["profile", "SHDC", "CDHS", "arrival"],
  clock: ["off", "on"],
  truth: ["off", "on"],
  speed: ["normal", "fast", "off"],
  sound: ["off", "on"],
  tips: ["on", "off"],
};

/** @typedef {keyof Preferences} PreferenceName */

/** The stored preferences; a value that is no choice (any more) counts as not stored. @returns {Preferences} */
export function readPreferences() {
  const stored = recall("localStorage", "preferences") ?? {};
  const names = /** @type {PreferenceName[]} */ (Object.keys(CHOICES));
  const entries = names.map(name => [name, CHOICES[name].includes(/** @type {never} */ (stored[name])) ? stored[name] : CHOICES[name][0]]);
  return Object.fromEntries(entries);
}

/** Keeps them for the next visit, and gives the page their looks. @param {Preferences} preferences */
export function storePreferences(preferences) {
  remember("localStorage", "preferences", preferences);
  applyLooks(preferences);
  // The server words what it says of cards, so it has to know their letters too.
  document.cookie = `freecell-letters=${preferences.letters}; path=/; max-age=31536000; samesite=lax`;
}

/** The settings of a game that differ from its profile's. @param {Preferences} preferences @returns {import("./protocol.js").Settings} */
export function gameSettings({ tap, foundations, truth }) {
  return { ...(tap === "profile" ? {} : { tap }), ...(foundations === "profile" ? {} : { foundations }), ...(truth === "on" ? { truth: true } : {}) };
}

/** How long a single move takes on the screen, in milliseconds; 0: cards do not travel. @param {Preferences} preferences */
export function stepTime({ speed }) {
  if (speed === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return speed === "fast" ? 60 : 120;
}
