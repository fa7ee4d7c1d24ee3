// A lesson on the table: what is to be reached, hints, and word of it when it is. The server knows when that is.

import { announce } from "./announce.js";
import { button, byId, element } from "./dom.js";
import { recall, remember } from "./storage.js";
import { t } from "./words.js";

/** @import { Snapshot } from "./protocol.js" */
/**
 * @typedef {object} Told  what the server tells of a lesson, in the player's language
 * @property {string} name @property {string} title @property {string} text @property {string[]} hints @property {string} done
 * @property {string} game  its game as text, before the first move
 * @property {number} number @property {number} of @property {string|null} next
 */

/** The lesson of an address, or null if it cannot be had. @param {string} path @returns {Promise<Lesson|null>} */
export async function openLesson(path) {
  const name = path.split("/")[2] ?? "";
  try {
    const answer = await fetch(`/api/lessons/${name}`);
    return answer.ok ? new Lesson(await answer.json()) : null;
  } catch {
    return null;
  }
}

export class Lesson {
  /** The game as it was last asked about. */
  #asked = "";
  #hints = 0;
  #reached = false;

  /** @param {Told} told */
  constructor(told) {
    this.told = told;
    document.getElementById("lesson")?.remove();
    this.text = element("p", { id: "lesson-text", role: "status" });
    this.buttons = element("div", { class: "notice-buttons" });
    this.fold = element("button", { type: "button", class: "cross", "aria-expanded": "true", "aria-label": t("Show what is to be reached") }, "–");
    this.panel = element("section", { id: "lesson", class: "notice lesson", "aria-labelledby": "lesson-title" },
      element("h2", { id: "lesson-title" }, element("span", {}, told.title), element("small", { class: "dim" }, t("Lesson {number} of {count}", { number: told.number, count: told.of }))),
      this.fold, this.text, this.buttons);
    this.fold.addEventListener("click", () => this.#open(this.fold.getAttribute("aria-expanded") === "false"));
    byId("words").append(this.panel);
    this.#tell(told.text);
  }

  /** The text of the game to begin. */
  get game() {
    return this.told.game;
  }

  /** Where the lesson is. */
  get address() {
    return `/lesson/${this.told.name}`;
  }

  /** Whether a game, by its text, is the lesson's. @param {string} text */
  holds(text) {
    return text.startsWith(this.told.game.split("\nMoves:")[0]);
  }

  /** Brings the words up to date with the game. @param {Snapshot} snapshot */
  async follow(snapshot) {
    this.panel.hidden = !this.holds(snapshot.text);
    if (this.panel.hidden || snapshot.text === this.#asked) return;
    this.#asked = snapshot.text;
    if (snapshot.moves > 0 && !this.#reached && await this.#isReached(snapshot.text)) this.#finish();
  }

  /** @param {string} text */
  async #isReached(text) {
    try {
      const body = JSON.stringify({ text });
      const answer = await fetch(`/api/lessons/${this.told.name}`, { method: "POST", headers: { "content-type": "application/json" }, body });
      return answer.ok && (await answer.json()).reached === true;
    } catch {
      return false; // The next move asks again.
    }
  }

  #finish() {
    this.#reached = true;
    remember("localStorage", "lessons", { ...recall("localStorage", "lessons"), [this.told.name]: true });
    this.panel.classList.add("reached");
    const praise = t("Well done!");
    this.#tell(`${praise} ${this.told.done}`);
    this.#open(true);
    announce(`${praise} ${this.told.done}`);
  }

  #hint() {
    this.#hints += 1;
    const text = this.told.hints[Math.min(this.#hints, this.told.hints.length) - 1];
    this.#tell(text);
    announce(text);
  }

  /** @param {string} text */
  #tell(text) {
    this.text.textContent = text;
    const { hints, next } = this.told;
    const more = this.#hints < hints.length && !this.#reached;
    const goal = this.#hints > 0 && !this.#reached ? [button(t("What is to be reached"), () => this.#again())] : [];
    const hint = more ? [button(this.#hints ? t("Another hint") : t("Hint"), () => this.#hint())] : [];
    const on = this.#reached && next ? [element("a", { href: `/lesson/${next}`, class: "primary" }, t("Next lesson"))] : [];
    this.buttons.replaceChildren(...on, ...hint, ...goal, element("a", { href: "/learn#lessons" }, t("Lessons")));
  }

  #again() {
    this.#hints = 0;
    this.#tell(this.told.text);
  }

  /** @param {boolean} open */
  #open(open) {
    this.fold.setAttribute("aria-expanded", String(open));
    this.fold.textContent = open ? "–" : "+";
    this.text.hidden = this.buttons.hidden = !open;
  }
}
