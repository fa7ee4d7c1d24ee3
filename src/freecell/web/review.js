// The review of a game: the chart, the board to step through, the moves, and what would have been better.

import { Chart } from "./chart.js";
import { openDialog } from "./dialogs.js";
import { button, element, icon, loadStyle } from "./dom.js";
import { dealName, rulesName } from "./header.js";
import { ReviewModel, moveWords, reversed } from "./reviewmodel.js";
import { Table } from "./table.js";
import { count, n, t } from "./words.js";

/** @import { Better, Problem, ReviewPart, Snapshot, Suit } from "./protocol.js" */
/**
 * @typedef {object} Reviewed  what a review needs of the page
 * @property {Snapshot} snapshot  the game as it is on the table
 * @property {boolean} seek  whether to go to the losing move as soon as it is known
 * @property {(reviewer: (part: ReviewPart|Problem) => void) => void} ask  asks for a review
 * @property {() => number} stepTime
 * @property {(action: number, better: Better|null) => void} playOn  plays on after so many actions, with this move first
 * @property {(finished: boolean) => void} closed
 */

/** Opens a review, once its looks are there. @param {Reviewed} reviewed */
export async function openReview(reviewed) {
  await loadStyle("review.css");
  return new Review(reviewed);
}

/** Milliseconds from one move to the next in a replay. */
const PACE = 900;
// T: A button that shows a move on the board.
const SHOW = t("Show");

/** What stands beside a move in the list. @type {Record<string, string>} */
const MARKS = {
  // T: Beside a move in a list: it lost the game.
  losing: t("lost it"),
  lost: t("no win"),
  unknown: t("not known"),
};

/** @type {Suit[]} */
const SLOTS = ["S", "H", "D", "C"];
const PLAY = "M8 5.5v13L18.5 12z";
const PAUSE = "M8.5 6v12M15.5 6v12";
/** @type {Record<string, number>} */
const KEYS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };

export class Review {
  model = new ReviewModel();
  index = 0;
  /** A move that is shown on the board, of those that would have been better. @type {Better|null} */
  #shown = null;
  /** Whether the player has gone anywhere yet. */
  #moved = false;
  /** @type {HTMLButtonElement[]} */
  #items = [];
  /** @type {ReturnType<typeof setInterval>|undefined} */
  #replaying;

  /** @param {Reviewed} reviewed */
  constructor(reviewed) {
    this.reviewed = reviewed;
    this.chart = new Chart(this.model, index => this.#choose(index));
    this.felt = element("div", { class: "felt", role: "group", "aria-label": t("The board") });
    this.table = new Table(this.felt, false);
    this.verdict = element("p", { class: "verdict", role: "status" });
    this.progress = element("progress", { "aria-label": t("Positions looked at") });
    this.seek = button(t("Where it was lost"), () => this.#choose(this.model.lastWinnable ?? 0));
    this.here = element("div", { class: "here" });
    this.moves = element("ol", { class: "moves", "aria-label": t("Moves") });
    this.#build();
    this.resume();
  }

  /** Asks for the review, once more if the line was broken in its midst. */
  resume() {
    if (!this.model.summary) this.reviewed.ask(part => this.#take(part));
  }

  #build() {
    const { snapshot, closed } = this.reviewed;
    const name = element("p", { class: "dim name" }, `${dealName(snapshot)}, ${rulesName(snapshot)}`);
    this.step = {
      first: stepper(t("First position"), "M18 6 11 12l7 6M7 6v12", () => this.#choose(0)),
      back: stepper(t("One move back"), "M15 6 8 12l7 6", () => this.#choose(this.index - 1)),
      replay: stepper(t("Replay"), PLAY, () => (this.#replaying ? this.#stopReplay() : this.#replay())),
      next: stepper(t("One move on"), "m9 6 7 6-7 6", () => this.#choose(this.index + 1)),
      last: stepper(t("Last position"), "m6 6 7 6-7 6M17 6v12", () => this.#choose(Infinity)),
    };
    this.on = button("", () => this.#playOn(this.index, null), "primary");
    this.on.append(element("span", { class: "brief", "aria-hidden": "true" }, t("Play on")), element("span", { class: "full" }, t("Play on from here")));
    const walk = element("div", { class: "walk", role: "group", "aria-label": t("Step through the game") }, ...Object.values(this.step), this.on);
    const head = element("div", { class: "head" }, this.verdict, this.progress, this.seek);
    const body = element("div", { class: "review-body" }, name, head, this.chart.element, this.felt, walk, this.here, this.moves);
    this.dialog = openDialog(t("Review of the game"), [body], { kind: "review", closed: () => {
      this.#stopReplay();
      closed(this.model.summary !== null);
    } });
    this.dialog.addEventListener("keydown", event => this.#key(event));
    this.chart.element.focus({ preventScroll: true });
    this.#render();
  }

  /** @param {ReviewPart|Problem} part */
  #take(part) {
    if (!("type" in part)) {
      this.verdict.textContent = part.message;
      this.progress.hidden = true;
      return;
    }
    this.model.take(part);
    if (part.actions) this.#begin();
    const { lastWinnable } = this.model;
    // Whoever asked where it was lost is led there, unless they have gone elsewhere meanwhile.
    if (this.reviewed.seek && !this.#moved && lastWinnable !== null) this.index = lastWinnable;
    this.#show(false);
    this.#render();
  }

  /** The game to step through has come. */
  #begin() {
    if (!this.#moved) this.index = this.model.last;
    this.table.longest = this.model.longest;
    this.#items = this.model.actions.map((action, at) => {
      const item = button("", () => this.#choose(at + 1));
      item.append(element("span", { class: "number" }, `${at + 1}.`), element("span", { class: "words" }, action.message), element("span", { class: "mark" }));
      return item;
    });
    this.moves.replaceChildren(...this.#items.map(item => element("li", {}, item)));
  }

  /** Shows the game move by move from here; from its start, if this is its end. */
  #replay() {
    if (!this.model.boards.length) return;
    if (this.index === this.model.last) this.#choose(0);
    this.#replaying = setInterval(() => this.#walk(this.index + 1), PACE);
    this.#showReplay();
  }

  #stopReplay() {
    clearInterval(this.#replaying);
    this.#replaying = undefined;
    this.#showReplay();
  }

  #showReplay() {
    this.step?.replay.setAttribute("aria-label", this.#replaying ? t("Pause") : t("Replay"));
    this.step?.replay.replaceChildren(icon(this.#replaying ? PAUSE : PLAY));
  }

  /** The player goes to a position. @param {number} index */
  #choose(index) {
    if (this.#replaying) this.#stopReplay();
    this.#walk(index);
  }

  /** @param {number} index */
  #walk(index) {
    if (this.#replaying && index >= this.model.last) this.#stopReplay();
    const to = Math.min(this.model.last, Math.max(0, index));
    if (to === this.index || !this.model.boards.length) return;
    const from = this.index;
    [this.index, this.#moved, this.#shown] = [to, true, null];
    const focused = this.moves.contains(document.activeElement);
    this.#show(true, from);
    this.#render();
    if (focused && to > 0) this.#items[to - 1].focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const by = KEYS[event.key];
    const upright = event.key.endsWith("Up") || event.key.endsWith("Down");
    const walks = this.moves.contains(document.activeElement) || document.activeElement === this.chart.element;
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || (upright && !walks)) return;
    event.preventDefault();
    // On the chart, up is more; in the list, up is before.
    const sign = upright && document.activeElement === this.chart.element ? -1 : 1;
    this.#choose(this.index + by * sign);
  }

  /** Brings the board to the position, with the single moves that lead there from a neighbour. @param {boolean} moves @param {number} [from] */
  #show(moves, from = this.index) {
    const board = this.model.boards[this.index];
    if (!board) return;
    const [low, steps] = from < this.index ? [from, "forth"] : [this.index, "back"];
    const action = Math.abs(from - this.index) === 1 ? this.model.actions[low] : null;
    const way = action ? [{ code: "moved", values: { steps: steps === "forth" ? action.steps : reversed(action.steps) }, message: "" }] : [];
    const hint = this.#shown && { ...this.#shown, onto: null, step: 1, message: "" };
    this.table.show({ ...this.reviewed.snapshot, ...board, slots: SLOTS, picked: null, hint, legal: {} }, { events: way, stepTime: moves ? this.reviewed.stepTime() : 0 });
  }

  #render() {
    const { model, index } = this;
    this.verdict.textContent = model.verdict;
    this.progress.hidden = model.summary !== null;
    this.progress.max = Math.max(1, model.of);
    this.progress.value = model.done;
    this.seek.hidden = !model.losing || index === model.lastWinnable;
    this.chart.draw(index);
    // A game without a move has its start to look at, and nothing else.
    for (const part of [this.chart.element, this.moves]) part.toggleAttribute("hidden", model.boards.length === 1);
    if (!this.step || !model.boards.length) return;
    for (const [name, there] of /** @type {const} */ ([["first", index > 0], ["back", index > 0], ["next", index < model.last], ["last", index < model.last]])) {
      this.step[name].setAttribute("aria-disabled", String(!there));
    }
    this.#items.forEach((item, at) => this.#mark(item, at + 1));
    this.#reveal();
    this.#tell();
  }

  /** @param {HTMLButtonElement} item @param {number} action */
  #mark(item, action) {
    const { model } = this;
    const cost = model.costOf(action);
    const told = model.positions[action];
    const kind = action === model.losing ? "losing" : told?.status === "unwinnable" ? "lost" : cost > 0 ? "costly" : told?.status ?? "pending";
    item.dataset.kind = kind;
    item.tabIndex = action === Math.max(1, this.index) ? 0 : -1;
    if (action === this.index) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
    const words = kind === "costly" ? `+${count(cost)}` : MARKS[kind] ?? "";
    const mark = /** @type {HTMLElement} */ (item.lastElementChild);
    const left = kind === "winnable" && told?.moves_left ? count(told.moves_left) : "";
    mark.textContent = words || left;
    // T: So many moves are left to a win; the number comes first.
    if (left) mark.ariaLabel = t("{count} left", { count: left });
    else mark.ariaLabel = kind === "costly" ? n("{number} move longer", "{number} moves longer", cost) : null;
  }

  /** Scrolls the list, and nothing else, to the move. */
  #reveal() {
    const item = this.#items[this.index - 1];
    if (!item) return this.moves.scrollTo(0, 0);
    const [box, list] = [item.getBoundingClientRect(), this.moves.getBoundingClientRect()];
    if (box.top < list.top) this.moves.scrollTop += box.top - list.top;
    if (box.bottom > list.bottom) this.moves.scrollTop += box.bottom - list.bottom;
  }

  /** What there is to say and to do at this position. */
  #tell() {
    const { model, index } = this;
    const told = model.positions[index];
    const next = index + 1;
    const lost = next === model.losing;
    const better = lost || model.costOf(next) > 0 ? next : model.blame(index) && index === model.losing ? index : 0;
    const lines = [
      element("p", { class: "move" }, model.moveTo(index)),
      element("p", { class: "truth", "data-truth": told?.status ?? "pending" }, model.truthAt(index)),
      ...(model.blame(index) ? [element("p", { class: index === model.losing ? "blame" : "cost" }, model.blame(index))] : []),
      ...(lost ? [element("p", { class: "blame" }, t("This is the last position that could be won. Move {number} lost it: {move}", { number: next, move: model.actions[index].message }))] : []),
    ];
    if (this.on) this.on.hidden = told?.moves_left === 0;
    const status = element("div", { role: "status" }, ...lines);
    const focused = this.here.contains(document.activeElement) ? nameOf(/** @type {HTMLElement} */ (document.activeElement)) : "";
    this.here.replaceChildren(status, ...(better ? this.#better(better) : []));
    if (focused) [...this.here.querySelectorAll("button")].find(other => nameOf(other) === focused)?.focus({ preventScroll: true });
  }

  /** The moves that would have been better than the action. @param {number} action @returns {Node[]} */
  #better(action) {
    const { model } = this;
    const moves = model.betterThan(action);
    const losing = action === model.losing;
    const undecided = losing ? model.summary?.losing?.undecided ?? 0 : 0;
    if (losing && !model.summary) return [element("p", { class: "dim" }, t("Looking for the moves that would have kept it…"))];
    if (moves.length === 0) return [];
    const title = losing ? t("What would have kept it") : t("Shorter than move {number}", { number: action });
    const more = undecided ? [element("p", { class: "dim" }, n("Of {number} other move it could not be found out.", "Of {number} other moves it could not be found out.", undecided))] : [];
    return [element("h3", {}, title), element("ul", { class: "better" }, ...moves.map(move => this.#betterMove(action, move))), ...more];
  }

  /** @param {number} action @param {Better} better */
  #betterMove(action, better) {
    const words = moveWords(better);
    const show = button(SHOW, () => {
      [this.index, this.#shown] = [action - 1, better];
      this.#show(false);
      this.#render();
      this.felt.scrollIntoView({ block: "nearest" });
    });
    const play = button(t("Play it"), () => this.#playOn(action - 1, better));
    show.setAttribute("aria-label", t("Show {move}", { move: words }));
    play.setAttribute("aria-label", t("Play {move}", { move: words }));
    const wins = better.moves_left === null ? [] : [element("span", { class: "dim" }, n("wins in {number} move", "wins in {number} moves", better.moves_left))];
    const line = better.line ? [element("details", {}, element("summary", {}, t("Its line")), element("code", { tabindex: "0" }, better.line))] : [];
    return element("li", {}, element("div", {}, element("b", {}, words), ...wins, element("div", { class: "acts" }, show, play)), ...line);
  }

  /** @param {number} action @param {Better|null} better */
  #playOn(action, better) {
    this.dialog?.close();
    this.reviewed.playOn(action, better);
  }
}

/** @param {HTMLElement} target */
const nameOf = target => target.getAttribute("aria-label") ?? target.textContent ?? "";

/** @param {string} words @param {string} path @param {() => void} act */
function stepper(words, path, act) {
  const made = button("", act, "step");
  made.setAttribute("aria-label", words);
  made.append(icon(path));
  return made;
}
