// The notice for what the player has asked the program: what is searched for, a hint in words, and what there is to do when nothing wins.

import { announce, notify } from "./announce.js";
import { button, byId, element } from "./dom.js";
import { t } from "./words.js";

/** @import { Event, Snapshot, Waiting } from "./protocol.js" */
/** @typedef {{text: string, busy?: boolean, acts: [string, string][]}} Advice  words, and [what a button says, the command it gives] */

/** What is found within this time needs no notice of a search. */
const SOON = 300;
/** How long a search lasts before it is worth a word to someone who hears the table. */
const LONG = 1200;

/** @type {Record<Exclude<Waiting, "demonstrate">|"deal", string>} */
const SEARCHING = {
  hint: t("Looking for a hint…"),
  auto: t("Looking for a good move…"),
  "go-back": t("Looking for the last position that could be won…"),
  deal: t("Looking for a deal as you wish…"),
};

/** @type {[string, string]} */
// T: A button that ends a search or a demonstration.
const STOP = [t("Stop"), "stop"];
/** @type {[string, string]} */
const GO_BACK = [t("Back to where it could be won"), "back"];
/** @type {[string, string]} */
const WHERE = [t("Where was it lost?"), "where"];
/** What to do about news that are no hint. @type {Record<string, [string, string][]>} */
const AFTER = {
  "hint-unwinnable": [GO_BACK, WHERE],
  "hint-never": [[t("New game"), "choose"]],
  "hint-unknown": [[t("Search again"), "hint"], [t("Review"), "review"]],
  "no-way-back": [[t("Review"), "review"]],
};

/**
 * What there is to tell of a snapshot and the events that led to it; null if nothing.
 * @param {Pick<Snapshot, "waiting"|"hint">} snapshot @param {Event[]} events
 * @returns {Advice|null}
 */
export function adviceOf({ waiting, hint }, events) {
  const notYet = events.find(event => event.code === "not-yet");
  if (waiting === "demonstrate") return null; // the demonstration's own bar tells of it
  if (waiting) return { text: notYet?.message ?? SEARCHING[waiting], busy: true, acts: [STOP] };
  const news = events.find(event => event.code in AFTER);
  if (news) return { text: news.message, acts: AFTER[news.code] };
  return hint ? { text: hint.message, acts: [[t("Do it"), "auto"]] } : null;
}

/** The words for a search of which there is no snapshot. @type {Advice} */
export const SEEKING_DEAL = { text: SEARCHING.deal, busy: true, acts: [[t("Stop"), "stop-deal"]] };

export class AdviceNotice {
  /** @type {Advice|null} */
  #advice = null;
  #version = -1;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #soon;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #long;

  /** @param {(command: string) => void} command */
  constructor(command) {
    this.command = command;
    this.notice = byId("advice");
  }

  /** Follows the game. @param {Snapshot} snapshot @param {Event[]} events */
  follow(snapshot, events) {
    byId("hint-word").textContent = snapshot.hint?.step === 1 ? t("Why?") : t("Hint");
    const advice = adviceOf(snapshot, events);
    // The same position keeps its words, until there are others.
    if (!advice && snapshot.version === this.#version && this.#advice && !this.#advice.busy) return;
    this.#version = snapshot.version;
    // Whoever was told that nothing goes on any more has the same to choose from there already.
    if (advice && !advice.busy && !byId("banner").hidden) notify(advice.text);
    else return this.show(advice);
    this.show(null);
  }

  /** Shows words with buttons, or takes them away. @param {Advice|null} advice */
  show(advice) {
    const goesOn = Boolean(advice?.busy && this.#advice?.busy);
    this.#advice = advice;
    if (!goesOn) clearTimeout(this.#soon);
    if (!goesOn) clearTimeout(this.#long);
    if (!advice || (advice.busy && !goesOn)) this.notice.hidden = true;
    if (!advice) return;
    this.#fill(advice);
    if (!advice.busy) this.notice.hidden = false;
    else if (!goesOn) this.#later();
  }

  #later() {
    this.#soon = setTimeout(() => { this.notice.hidden = false; }, SOON);
    this.#long = setTimeout(() => announce(byId("advice-text").textContent ?? ""), LONG);
  }

  /** @param {Advice} advice */
  #fill({ text, busy = false, acts }) {
    this.notice.classList.toggle("busy", busy);
    byId("advice-text").textContent = text;
    const buttons = acts.map(([words, name], index) => button(words, () => this.command(name), index === 0 && !busy ? "primary" : ""));
    const hide = element("button", { type: "button", class: "cross", "aria-label": t("Hide this notice") }, "×");
    hide.addEventListener("click", () => { this.notice.hidden = true; });
    byId("advice-buttons").replaceChildren(...buttons, ...(busy ? [] : [hide]));
  }
}
