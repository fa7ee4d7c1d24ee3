// What a random deal shall be like: one that can be won, one of a difficulty, or whatever comes.

import { element } from "./dom.js";
import { t } from "./words.js";

const KINDS = {
  // T: It follows "A random deal".
  winnable: t("can be won under these rules"),
  // T: It follows "A random deal".
  difficulty: t("is of a difficulty"),
  // T: It follows "A random deal".
  any: t("is any: it may be impossible"),
};
const LEVELS = Array.from({ length: 10 }, (_, index) => String(index + 1));

/** What a wish says, as the fields have it; nonsense counts as no wish. @param {unknown} wish @returns {{kind: string, from: string, to: string}} */
export function readWish(wish) {
  const found = typeof wish === "string" ? /^(\d+)(?:-(\d+))?$/.exec(wish) : null;
  if (found && LEVELS.includes(found[1])) return { kind: "difficulty", from: found[1], to: LEVELS.includes(found[2]) ? found[2] : found[1] };
  return { kind: wish === "any" ? "any" : "winnable", from: "4", to: "6" };
}

/** The wish as the server reads it. @param {string} kind @param {string} from @param {string} to  in either order */
export function writeWish(kind, from, to) {
  if (kind !== "difficulty") return kind;
  const [low, high] = [Number(from), Number(to)].sort((a, b) => a - b);
  return low === high ? String(low) : `${low}-${high}`;
}

export class WishField {
  /** @param {unknown} wish  what it holds at first */
  constructor(wish) {
    const { kind, from, to } = readWish(wish);
    this.kind = select("new-wish", KINDS, kind);
    this.from = select("wish-low", Object.fromEntries(LEVELS.map(level => [level, level])), from, t("Lowest difficulty"));
    this.to = select("wish-high", Object.fromEntries(LEVELS.map(level => [level, level])), to, t("Highest difficulty"));
    this.range = element("div", { class: "row range" }, element("span", {}, t("From 1, easy, to 10, hard")), element("span", { class: "levels" }, this.from, t("to"), this.to));
    this.element = element("div", { class: "wish" },
      element("div", { class: "row" }, element("label", { for: "new-wish" }, t("A random deal")), this.kind), this.range);
    this.changed();
  }

  get value() {
    return writeWish(this.kind.value, this.from.value, this.to.value);
  }

  /** Shows the fields that matter. */
  changed() {
    this.range.hidden = this.kind.value !== "difficulty";
  }
}

/** @param {string} id @param {Record<string, string>} options @param {string} value @param {string} [label] */
function select(id, options, value, label) {
  const words = Object.entries(options);
  const made = element("select", { id, ...(label ? { "aria-label": label } : {}) }, ...words.map(([name, text]) => element("option", { value: name }, text)));
  made.value = value;
  return made;
}
