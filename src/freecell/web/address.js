// A deal's address: /deal/164?profile=points&cells=2, with every changed rule.

/** @import { Start, Rules } from "./protocol.js" */

/** The profile under which a random deal begins without any question. */
export const AT_ONCE = "one-tap";
/** The house rules that an address can name. Any other name is passed on as it is: the server says what is wrong with it. */
const FLAGS = ["foundation_return", "foundation_first", "whole_cascade_to_empty", "lose_without_moves"];
const NUMBERS = ["cells", "undo_limit"];
/** @type {Record<string, boolean>} */
const WORDS = { yes: true, true: true, on: true, 1: true, no: false, false: false, off: false, 0: false };

/**
 * What the address asks for, or null when it names no deal.
 * @param {string} path @param {string} query  with or without its "?"
 * @returns {Start|null}
 */
export function readAddress(path, query) {
  const found = /^\/deal\/(.+?)\/?$/.exec(path);
  if (!found) return null;
  /** @type {Start} */
  const start = { deal: decode(found[1]) };
  /** @type {Rules} */
  const rules = {};
  for (const [name, value] of new URLSearchParams(query)) {
    if (name === "profile") start.profile = value;
    else rules[name] = ruleValue(name, value);
  }
  return Object.keys(rules).length ? { ...start, rules } : start;
}

/** @param {string} name @param {string} value */
function ruleValue(name, value) {
  if (FLAGS.includes(name) && value.toLowerCase() in WORDS) return WORDS[value.toLowerCase()];
  if (name === "undo_limit" && value === "none") return null;
  if (NUMBERS.includes(name) && /^\d{1,9}$/.test(value)) return Number(value);
  return value;
}

/** @param {string} part */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
