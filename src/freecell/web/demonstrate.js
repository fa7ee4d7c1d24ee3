// The program plays on from here, move by move: at a speed, paused, a step at a time, and stopped whenever the player likes.

import { button, element } from "./dom.js";
import { t } from "./words.js";

/** @import { Event, Problem, Snapshot } from "./protocol.js" */
/** @typedef {"slow"|"normal"|"fast"} Speed */

/** Milliseconds from one move to the next. @type {Record<Speed, number>} */
const PAUSES = { slow: 1800, normal: 800, fast: 200 };
// T: How fast a demonstration goes.
const SLOW = t("slow");
// T: How fast a demonstration goes.
const NORMAL = t("normal");
// T: How fast a demonstration goes.
const FAST = t("fast");
/** @type {Record<Speed, string>} */
const SPEEDS = { slow: SLOW, normal: NORMAL, fast: FAST };
/** Events that leave the demonstration as it is; any other without `demonstrating` means that someone else played. */
const BESIDE = ["searching", "not-yet", "settings"];

/**
 * @typedef {object} Stage  what a demonstration plays on
 * @property {(name: string) => Promise<Problem|null>} send  gives a command of the game, and gets why it was refused
 * @property {() => Promise<unknown>} settle  waits until the cards have arrived
 * @property {(state: {on: boolean, running: boolean, searching: boolean, message: string}) => void} show
 */

export class Demonstration {
  on = true;
  running = true;
  /** Whether a move is asked for, and has not come yet. */
  #asked = false;
  #message = t("Looking for a way to win…");
  /** @type {Speed} */
  speed = "normal";
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #next;

  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.#ask();
  }

  /** Pauses, or goes on. */
  toggle() {
    this.running = !this.running;
    clearTimeout(this.#next);
    if (this.running) this.#ask();
    this.#show();
  }

  /** Pauses, after one more move. */
  step() {
    this.running = false;
    clearTimeout(this.#next);
    this.#ask();
    this.#show();
  }

  /** Ends it; the player plays on. */
  stop() {
    if (!this.on) return;
    this.on = this.running = false;
    clearTimeout(this.#next);
    if (this.#asked) this.stage.send("stop");
    this.#show();
  }

  /** Follows what happens on the table. @param {Snapshot} snapshot @param {Event[]} events */
  hear(snapshot, events) {
    if (!this.on) return;
    const shown = events.find(event => event.code === "demonstrating");
    const words = shown ?? events.find(event => event.code === "not-yet");
    if (words) this.#message = words.message;
    if (shown) this.#asked = false;
    const foreign = !shown && events.some(event => !BESIDE.includes(event.code));
    if (foreign) this.#asked = false;
    if (foreign || snapshot.status !== "playing") return this.stop();
    if (shown && this.running) this.#later();
    this.#show();
  }

  async #later() {
    await this.stage.settle();
    clearTimeout(this.#next);
    if (this.on && this.running) this.#next = setTimeout(() => this.#ask(), PAUSES[this.speed]);
  }

  async #ask() {
    if (this.#asked) return;
    this.#asked = true;
    this.#show();
    if (!await this.stage.send("demonstrate")) return;
    this.#asked = false;
    this.stop();
  }

  #show() {
    this.stage.show({ on: this.on, running: this.running, searching: this.#asked, message: this.#message });
  }
}

/**
 * Begins a demonstration with its bar of buttons.
 * @param {Pick<Stage, "send"|"settle"> & {into: HTMLElement}} stage
 */
export function demonstrate({ send, settle, into }) {
  const words = element("p", {});
  const pause = button(t("Pause"), () => made.toggle(), "primary");
  const speed = element("select", { "aria-label": t("Speed") }, ...Object.entries(SPEEDS).map(([name, words]) => element("option", { value: name }, words)));
  speed.value = "normal";
  speed.addEventListener("change", () => { made.speed = /** @type {Speed} */ (speed.value); });
  const buttons = element("div", { class: "notice-buttons" }, pause, button(t("Step"), () => made.step()), speed, button(t("Stop"), () => made.stop()));
  const bar = element("section", { class: "notice demonstration", "aria-label": t("Demonstration") }, words, buttons);
  into.append(bar);
  const made = new Demonstration({
    send, settle,
    show: ({ on, running, message }) => {
      words.textContent = message;
      pause.textContent = running ? t("Pause") : t("Go on");
      if (!on) bar.remove();
    },
  });
  pause.focus({ preventScroll: true });
  return made;
}
