// The words of the player's language. English is written where it is needed; a catalogue has what it is in the others.

/**
 * @typedef {object} Catalogue  what freecell.locales.catalogue_json makes
 * @property {string} language  a tag such as "pt-BR"
 * @property {string} name  the language's own name
 * @property {string[]} plurals  CLDR's categories in the order of the forms
 * @property {string} letters  ace, jack, queen and king by their initials in this language; empty where there are none
 * @property {Record<string, string|string[]>} messages
 */
/** @typedef {Record<string, string|number>} Values */

/** @type {Catalogue} */
const ENGLISH = { language: "en", name: "English", plurals: ["one", "other"], letters: "AJQK", messages: {} };

/** What `words-TAG.js` has left for the modules, which want it as they are loaded. @type {Catalogue} */
let catalogue = /** @type {any} */ (globalThis).freecellWords ?? ENGLISH;
let rules = new Intl.PluralRules(catalogue.language);
let numbers = new Intl.NumberFormat(catalogue.language);
let ownLetters = false;

/** Speaks a language from here on. @param {Catalogue} spoken @param {boolean} [own]  whether cards get this language's letters */
export function speak(spoken, own = false) {
  catalogue = spoken;
  ownLetters = own;
  rules = new Intl.PluralRules(spoken.language);
  numbers = new Intl.NumberFormat(spoken.language);
}

/** Gives aces and court cards the letters of the player's language, where it has such, or A J Q K. @param {boolean} own */
export function useOwnLetters(own) {
  ownLetters = own;
}

/** Gives them these letters, on a page that comes without a catalogue. @param {string} letters */
export function useLetters(letters) {
  catalogue = { ...catalogue, letters };
  ownLetters = true;
}

/** Whether the language has letters of its own for cards. */
export const hasOwnLetters = () => catalogue.letters !== "" && catalogue.letters !== ENGLISH.letters;

/** The tag of the language that is spoken. */
export const language = () => catalogue.language;

/** The locale for dates: whoever speaks English here puts the day before the month. */
export const locale = () => (catalogue.language.startsWith("en") ? "en-GB" : catalogue.language);

/** A message in the player's language, with its values in place of their names in braces. @param {string} message @param {Values} [values] */
export function t(message, values = {}) {
  const found = catalogue.messages[message];
  return fill(typeof found === "string" ? found : message, values);
}

/**
 * The form of a message that goes with a number, which is its value `number`.
 * @param {string} one @param {string} many @param {number} number @param {Values} [values]
 */
export function n(one, many, number, values = {}) {
  const forms = catalogue.messages[one];
  const english = number === 1 ? one : many;
  // A browser whose own rules are older may know fewer categories: the last form is everything else.
  const index = catalogue.plurals.indexOf(rules.select(number));
  const form = Array.isArray(forms) ? forms[index < 0 ? forms.length - 1 : index] : english;
  return fill(form, { number: count(number), ...values });
}

/** A number as the language writes it. @param {number} number */
export const count = number => numbers.format(number);

/** The letter for an ace, jack, queen or king (A J Q K), or any other rank as it is. @param {string} rank */
export function letter(rank) {
  const index = "AJQK".indexOf(rank);
  return (ownLetters && index >= 0 && catalogue.letters[index]) || rank;
}

/** @param {string} text @param {Values} values */
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
