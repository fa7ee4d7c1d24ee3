// The game's clock as the page shows it. The server keeps the time; the page tells it when the table is out of sight.

import { timeWords } from "./numbers.js";

/** @import { Time } from "./protocol.js" */

export class Clock {
  /** @type {Time} */
  #told = { time: 0, running: false };
  #since = 0;

  /**
   * @param {(text: string) => void} show  gets the time, "2:07", whenever it changes
   * @param {(running: boolean) => void} turn  lets the game's clock run, or stops it
   */
  constructor(show, turn) {
    this.show = show;
    setInterval(() => this.#told.running && this.show(this.text), 1000);
    document.addEventListener("visibilitychange", () => turn(!document.hidden));
  }

  /** Follows the clock of the game on the table. @param {Time} told */
  follow(told) {
    if (told === this.#told) return;
    [this.#told, this.#since] = [told, performance.now()];
    this.show(this.text);
  }

  /** The time so far, "2:07". */
  get text() {
    return timeWords(this.#told.time + (this.#told.running ? performance.now() - this.#since : 0));
  }
}
