// Tips for newcomers: one at a time, about what is on the table just now. None is told twice, and none lies on cards or places.

import { button, byId, element } from "./dom.js";
import { recall, remember } from "./storage.js";
import { t } from "./words.js";

/** @import { Snapshot } from "./protocol.js" */
/** @import { Table } from "./table.js" */
/** @typedef {Pick<Snapshot, "status"|"moves"|"undo"|"cascades"|"cells"|"legal"|"rules"|"settings"|"can_finish">} Seen  what of a game decides which tip is due */
/** @typedef {{name: string, due: (game: Seen) => boolean, text: (game: Seen) => string, urgent?: boolean}} Tip  urgent: it does not wait its turn */

/** So many moves lie between two tips, and after so many a tip that nobody dismissed has been seen. */
const APART = 2;
const LASTS = 5;

/** @type {Record<string, () => string>} */
const HOW = {
  pick: () => t("Tap a card, then the place where it should go; or drag it."),
  foundation: () => t("Tap a card: it goes up if it can, else tap the place where it should go; or drag it."),
  cascade: () => t("Tap a cascade, then the place where its cards should go; or drag them."),
  move: () => t("Tap a card: it goes to its best place; or drag it."),
};

/** In the order in which they are told when several are due. @type {Tip[]} */
export const TIPS = [
  { name: "finish", urgent: true, due: game => game.can_finish, text: () => t("The rest goes up by itself: press Finish.") },
  { name: "goal", due: game => game.moves === 0, text: game => [t("Bring every suit onto its foundation, from ace to king."), (HOW[game.settings.tap] ?? HOW.pick)()].join(" ") },
  { name: "alternate", due: () => true, text: () => t("On the cascades, cards go down by one in alternating colours: a red 6 goes on a black 7.") },
  { name: "undo", due: game => game.undo > 0 && game.cells.length > 0 && game.cells.every(Boolean), text: () => t("All cells are full, and that is a tight spot. Undo takes back what turned out badly.") },
  { name: "cell", due: game => game.cells.some(Boolean), text: () => t("A cell keeps one card until it fits elsewhere. Empty cells are your room to move.") },
  { name: "empty", due: game => game.cascades.some(cards => cards.length === 0), text: () => t("An empty cascade takes any card, and is worth more than an empty cell.") },
  { name: "sequence", due: movesTogether, text: () => t("Cards that go down in alternating colours move together: the more cells and cascades are empty, the more of them.") },
  { name: "hint", due: game => game.moves >= 12, text: () => t("Not sure how to go on? Hint shows a good move, and tells why when it is pressed again.") },
];

/** Whether several cards can go somewhere at once. @param {Seen} game */
function movesTogether({ legal, rules }) {
  return rules.supermove !== "single" && Object.values(legal).some(counts => Object.entries(counts).some(([count, places]) => Number(count) > 1 && places.length > 0));
}

/**
 * The tip that is due, or null.
 * @param {Seen} game @param {string[]} told  the names of those that were told
 * @param {number} last  at which move of this game the last one was told; -Infinity: at none
 */
export function tipFor(game, told, last) {
  const rested = game.moves < last || game.moves >= last + APART;
  return game.status !== "playing" ? null : TIPS.find(tip => !told.includes(tip.name) && (rested || tip.urgent) && tip.due(game)) ?? null;
}

/** Forgets which tips were told. */
export const tellAgain = () => remember("localStorage", "tips", []);

/** The names of those that were told. @returns {string[]} */
export function toldTips() {
  const told = recall("localStorage", "tips");
  return Array.isArray(told) ? told : [];
}

export class Tips {
  /** The one that is on the table, and at which move it came. @type {{tip: Tip, moves: number}|null} */
  #shown = null;
  #last = -Infinity;
  #game = "";

  /** @param {Table} table @param {() => void} stop  the player wants no more of them */
  constructor(table, stop) {
    this.table = table;
    this.text = element("p", { id: "tip-text" });
    const buttons = element("div", { class: "notice-buttons" }, button(t("Got it"), () => this.#dismiss(), "primary"), button(t("No more tips"), () => {
      this.#dismiss();
      stop();
    }));
    this.notice = element("section", { id: "tip", class: "notice tip", "aria-labelledby": "tip-text", hidden: true }, this.text, buttons);
    this.voice = element("p", { class: "offscreen", "aria-live": "polite" });
    byId("words").append(this.notice);
    document.body.append(this.voice);
  }

  /** Follows the game: a tip that is due comes, one that had its time goes. @param {Snapshot} snapshot */
  async follow(snapshot) {
    if (snapshot.game !== this.#game) this.#last = -Infinity;
    this.#game = snapshot.game;
    if (this.#shown && this.#isOver(snapshot)) this.#take();
    if (!this.#shown) this.#bring(snapshot);
    await this.table.motion.done;
    this.#makeRoom();
  }

  /** Takes the notice away for good. */
  end() {
    this.notice.remove();
    this.voice.remove();
  }

  /** @param {Snapshot} snapshot */
  #isOver(snapshot) {
    const { tip, moves } = /** @type {{tip: Tip, moves: number}} */ (this.#shown);
    const passed = Math.abs(snapshot.moves - moves);
    return snapshot.status !== "playing" || passed >= LASTS || (passed > 0 && !tip.due(snapshot));
  }

  /** @param {Snapshot} snapshot */
  #bring(snapshot) {
    const tip = tipFor(snapshot, toldTips(), this.#last);
    if (!tip) return;
    this.#shown = { tip, moves: snapshot.moves };
    this.text.textContent = tip.text(snapshot);
  }

  /** Shows the tip if there is room for it: beside the cards, and with no other notice. */
  #makeRoom() {
    const seen = !this.notice.hidden;
    this.notice.hidden = this.#shown === null || [...document.querySelectorAll("#words .notice:not(.tip)")].some(other => other.checkVisibility());
    if (!this.notice.hidden && this.#liesOnCards()) this.notice.hidden = true;
    if (!this.notice.hidden && !seen) this.voice.textContent = this.text.textContent;
  }

  #liesOnCards() {
    const tip = this.notice.getBoundingClientRect();
    return [...this.table.felt.querySelectorAll(".holder, .slot")].some(card => {
      const box = card.getBoundingClientRect();
      return box.left < tip.right && tip.left < box.right && box.top < tip.bottom && tip.top < box.bottom;
    });
  }

  /** The tip was told. */
  #take() {
    const { tip, moves } = /** @type {{tip: Tip, moves: number}} */ (this.#shown);
    // One that never found room comes again.
    if (!this.notice.hidden) remember("localStorage", "tips", [...toldTips(), tip.name]);
    this.#last = moves;
    this.#shown = null;
    this.notice.hidden = true;
    this.voice.textContent = "";
  }

  #dismiss() {
    const focused = this.notice.contains(document.activeElement);
    if (this.#shown) this.#take();
    const { place, depth } = this.table.focused;
    if (focused) this.table.focus(place, depth);
  }
}
