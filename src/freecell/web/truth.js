// The truth beside the player: the badge in the header, and the words for its changes.

import { byId } from "./dom.js";
import { count, t } from "./words.js";

/** @import { Snapshot, Truth } from "./protocol.js" */
/** @typedef {"off"|"over"|"winnable"|"unwinnable"|"never"|"searching"|"unknown"} Standing  what there is to tell; never: lost from the start */

/** The badge's mark, its words, and those where there is little room. Each state has a mark of its own, so that none is told by its colour alone. */
const BADGES = {
  off: ["", t("Truth"), t("Truth")],
  over: ["", t("Truth"), t("Truth")],
  winnable: ["●", t("Winnable"), ""],
  unwinnable: ["✕", t("No longer winnable"), t("no win")],
  never: ["✕", t("Cannot be won"), t("no win")],
  searching: ["…", t("Not known yet"), ""],
  unknown: ["?", t("Not known"), ""],
};

/** What the badge tells. @param {Pick<Snapshot, "truth"|"settings"|"status">} snapshot @returns {Standing} */
export function standing({ truth, settings, status }) {
  if (!truth) return settings.truth || status !== "playing" ? "over" : "off";
  if (truth.never) return "never";
  return truth.status === "unknown" && truth.searching ? "searching" : truth.status;
}

/** All words of the badge: short ones to see, and a sentence to hear. @param {Pick<Snapshot, "truth"|"settings"|"status">} snapshot */
export function badge(snapshot) {
  const now = standing(snapshot);
  const [mark, word, short] = BADGES[now];
  const left = snapshot.truth?.moves_left ?? null;
  const sentence = { off: t("The truth is not told."), over: t("The game is over.") }[/** @type {string} */ (now)] ?? snapshot.truth?.message ?? "";
  return { now, mark, word, short, left: left === null ? "" : count(left), sentence };
}

/** @param {Snapshot} snapshot */
export function showTruth(snapshot) {
  const { now, mark, word, short, left, sentence } = badge(snapshot);
  const chip = byId("truth");
  chip.hidden = false;
  chip.dataset.truth = now;
  byId("truth-said").textContent = t("Truth: {sentence}", { sentence });
  chip.title = sentence;
  byId("truth-mark").textContent = mark;
  byId("truth-word").textContent = word;
  byId("truth-short").textContent = short;
  const counted = byId("truth-left");
  counted.textContent = left;
  // The number stands apart from its word, which is left out where there is little room.
  counted.dataset.word = left && t("{count} left", { count: left }).replace(left, "");
  for (const watch of watchers) watch(snapshot);
}

/** @type {Set<(snapshot: Snapshot) => void>} */
const watchers = new Set();

/** Tells whenever the truth is shown anew. @param {(snapshot: Snapshot) => void} watch @returns {() => void} ends it */
export function watchTruth(watch) {
  watchers.add(watch);
  return () => watchers.delete(watch);
}

/** Finds out what is news for someone who hears the table: each change of what is known, but not every count, and no search. */
export class TruthNews {
  #last = "";

  /** The sentence to say, or nothing. @param {Truth|null} truth */
  of(truth) {
    if (!truth) this.#last = "";
    if (!truth || (truth.status === "unknown" && truth.searching) || truth.status === this.#last) return "";
    this.#last = truth.status;
    return truth.message;
  }
}
