// How long the player has played each game: from the first move to the end, while the page is in sight.

import { isOver } from "./outcome.js";
import { recall, remember } from "./storage.js";

const KEPT = 20;

export class Clock {
  #game = "";
  #elapsed = 0;
  #since = 0;
  #running = false;

  /** @param {(text: string) => void} show  gets the time, "2:07", whenever it changes */
  constructor(show) {
    this.show = show;
    setInterval(() => this.#running && this.#tell(), 1000);
    document.addEventListener("visibilitychange", () => this.#turn());
    addEventListener("pagehide", () => this.#store());
  }

  /** Follows the game that is on the table. @param {string} game @param {import("./protocol.js").Snapshot} snapshot */
  follow(game, snapshot) {
    if (game !== this.#game) {
      this.#store();
      this.#game = game;
      this.#running = false;
      this.#elapsed = times().find(([name]) => name === game)?.[1] ?? 0;
    }
    this.started = snapshot.moves > 0 || snapshot.undo > 0 || this.#elapsed > 0;
    this.ended = isOver(snapshot);
    this.#turn();
    this.#tell();
  }

  /** Begins again at nothing; for a game that was restarted. */
  reset() {
    this.#elapsed = 0;
    this.#running = false;
    this.#store();
  }

  /** The time so far, "2:07". */
  get text() {
    const seconds = Math.floor(this.#now() / 1000);
    const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
    return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
  }

  #now() {
    return this.#elapsed + (this.#running ? performance.now() - this.#since : 0);
  }

  #turn() {
    const running = Boolean(this.started) && !this.ended && !document.hidden;
    if (running === this.#running) return;
    this.#elapsed = this.#now();
    this.#since = performance.now();
    this.#running = running;
    this.#store();
  }

  #tell() {
    this.show(this.text);
  }

  #store() {
    if (!this.#game) return;
    const others = times().filter(([name]) => name !== this.#game).slice(0, KEPT - 1);
    remember("localStorage", "clock", [[this.#game, Math.round(this.#now())], ...others]);
  }
}

/** @returns {[string, number][]} */
function times() {
  const stored = recall("localStorage", "clock");
  return Array.isArray(stored) ? stored.filter(entry => Array.isArray(entry) && Number.isFinite(entry[1])) : [];
}
