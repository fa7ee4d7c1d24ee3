// The history: every game that is kept, searched and filtered, to go on with, look at, review, play again, or delete.

import { call, reason } from "./api.js";
import { ask, openDialog } from "./dialogs.js";
import { button, copy, element, icon } from "./dom.js";
import { CHOICES, factsOf, isAtPar, isFiltered, kindOf, questionOf, readFilters, resultWords, startOf, titleOf, whenWords } from "./historymodel.js";
import { readAddress } from "./address.js";
import { grouped, movesWords, timeWords } from "./numbers.js";
import { locale, n, t } from "./words.js";

/** @import { Page } from "./page.js" */
/** @import { Filters, Kept } from "./historymodel.js" */
/** @import { Problem } from "./protocol.js" */

/** A drawing for each result, so that none is told by its colour alone. @type {Record<string, string>} */
const MARKS = {
  open: "M8 6l9 6-9 6z", won: "m5 13 4.5 4.5L19 8", par: "m12 4 2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.7-5 2.7 1.1-5.5L4 9.7 9.6 9z",
  lost: "M6 6l12 12M18 6 6 18", resigned: "M7 20V5h10l-2.5 3.5L17 12H7", demonstrated: "M5 6l6 6-6 6M13 6l6 6-6 6",
};
const TYPING = 250;
const NEWEST_OPEN = 6;

/** @param {Page} page */
export const fill = page => new History(page);

class History {
  /** @type {Filters} */
  #filters;
  /** Where the next part of the list begins. @type {string|null} */
  #after = null;
  #asking = new AbortController();
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #typing;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.#filters = readFilters(page.query);
    this.open = element("section", { class: "open-games", "aria-labelledby": "open-games", hidden: true });
    this.count = element("p", { class: "count", role: "status" });
    this.list = element("ul", { class: "games", "aria-label": t("Games") });
    this.more = button(t("Show more"), () => this.#load(true));
    this.more.hidden = true;
    page.body.append(this.open, this.#form(), this.count, this.#columns(), this.list, element("p", { class: "more" }, this.more));
    this.#load(false);
    this.#loadOpen();
  }

  /** Lets go of what is being asked for. */
  end() {
    clearTimeout(this.#typing);
    this.#asking.abort();
  }

  #form() {
    const search = element("input", { type: "search", id: "history-search", "aria-label": t("Search a deal or a code"), placeholder: t("Deal or code"), autocomplete: "off", spellcheck: "false" });
    search.value = this.#filters.search;
    search.addEventListener("input", () => {
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => this.#filter({ search: search.value }), TYPING);
    });
    const names = /** @type {(keyof typeof CHOICES)[]} */ (Object.keys(CHOICES));
    // T: When a game was begun.
    const labels = { time: t("Begun"), result: t("Result"), profile: t("Rules"), cells: t("Cells") };
    const selects = names.map(name => {
      const made = element("select", { id: `history-${name}`, "aria-label": labels[name] }, ...CHOICES[name].map(([value, words]) => element("option", { value }, words)));
      made.value = this.#filters[name];
      made.addEventListener("change", () => this.#filter({ [name]: made.value }));
      return made;
    });
    const form = element("form", { class: "filters", role: "search" }, search, ...selects);
    form.addEventListener("submit", event => event.preventDefault());
    return form;
  }

  #columns() {
    // T: The head of a column: when a game was played last.
    const played = t("Played");
    const names = ["", t("Deal"), t("Result"), t("Moves"), t("Par"), t("Score"), t("Time"), played, ""];
    return element("div", { class: "game columns", "aria-hidden": "true" }, ...names.map(name => element("span", {}, name)));
  }

  /** @param {Partial<Filters>} changed */
  #filter(changed) {
    this.#filters = { ...this.#filters, ...changed };
    this.page.keep(this.#filters);
    this.#load(false);
    this.#loadOpen();
  }

  /** Shows the first part of the list, or one part more. @param {boolean} more */
  async #load(more) {
    this.#asking.abort();
    const asking = this.#asking = new AbortController();
    try {
      const told = await call(questionOf(this.#filters, Date.now(), more ? this.#after : null), { signal: asking.signal });
      const items = told.games.map((/** @type {Kept} */ game) => this.#item(game));
      if (more) this.list.append(...items);
      else this.list.replaceChildren(...items);
      this.#after = told.after;
      this.#tell(told.count);
      // The button is hidden at the end of the list, and the keyboard must not be lost with it.
      if (more) items[0]?.querySelector("button")?.focus();
    } catch (problem) {
      if (asking.signal.aborted) return;
      this.count.textContent = "";
      this.page.tell(reason(problem), true);
    }
  }

  /** @param {number} count */
  #tell(count) {
    this.more.hidden = this.#after === null;
    const shown = this.list.children.length;
    this.count.textContent = countWords(count, shown, isFiltered(this.#filters));
    this.page.tell("");
  }

  /** The open games, the one that was played last first. */
  async #loadOpen() {
    this.open.hidden = true;
    if (isFiltered(this.#filters)) return;
    const told = await call(`/api/games?result=open&order=played&limit=${NEWEST_OPEN}`).catch(() => null);
    if (!told?.games.length || isFiltered(this.#filters)) return;
    const all = told.count > told.games.length ? [this.page.way("history", "?result=open", n("All {number} open game", "All {number} open games", told.count))] : [];
    this.open.replaceChildren(element("h3", { id: "open-games" }, t("To go on with")),
      element("div", { class: "open-row" }, ...told.games.map((/** @type {Kept} */ game) => this.#openCard(game))), ...all);
    this.open.hidden = false;
  }

  /** @param {Kept} game */
  #openCard(game) {
    const here = game.game === this.page.acts.current();
    const made = button("", () => this.#try(this.page.acts.open(game.game)), "open-card");
    made.append(element("b", {}, titleOf(game)), element("span", { class: "dim" }, kindOf(game)),
      element("span", {}, `${movesWords(game.moves)}, ${timeWords(game.time)}`),
      element("span", { class: "dim" }, here ? t("on the table") : whenWords(game.played, Date.now())));
    return made;
  }

  /** @param {Kept} game */
  #item(game) {
    const { score, par } = game;
    const at = new Date(game.played).toISOString();
    const kind = isAtPar(game) ? "par" : game.result;
    const title = button("", () => this.#details(game, item), "title");
    title.append(element("b", {}, titleOf(game)), element("span", { class: "dim" }, kindOf(game)));
    const deal = titleOf(game);
    const act = game.result === "open" ? button(t("Go on"), () => this.#try(this.page.acts.open(game.game))) : button(t("Review"), () => this.#try(this.page.acts.review(game.game)));
    act.setAttribute("aria-label", game.result === "open" ? t("Go on: {deal}", { deal }) : t("Review: {deal}", { deal }));
    // T: A button: play this deal once more.
    const again = button(t("Again"), () => this.#again(game));
    again.setAttribute("aria-label", t("Play again: {deal}", { deal }));
    const number = (/** @type {string} */ name, /** @type {string|null} */ value, /** @type {string} */ words) =>
      element("span", { class: `number ${name}` }, ...(value === null ? [] : [element("span", { class: "bare" }, value), element("span", { class: "said" }, words)]));
    const item = element("li", { class: "game" }, element("span", { class: `mark ${kind}` }, icon(MARKS[kind])), title,
      element("span", { class: "result" }, resultWords(game)),
      number("moves", grouped(game.moves), movesWords(game.moves)), number("par", par === null ? null : grouped(par), t("par {par}", { par: par ?? 0 })),
      number("score", score === null ? null : grouped(score), t("score {score}", { score: score ?? 0 })), number("time", timeWords(game.time), timeWords(game.time)),
      element("time", { datetime: at, title: new Date(game.played).toLocaleString(locale()) }, whenWords(game.played, Date.now())),
      element("span", { class: "acts" }, act, again));
    return item;
  }

  /** Everything about a game, and all that can be done with it. @param {Kept} game @param {HTMLElement} item */
  #details(game, item) {
    const { acts } = this.page;
    const act = (/** @type {string} */ words, /** @type {() => unknown} */ does, kind = "") => button(words, () => {
      dialog.close();
      does();
    }, kind);
    const rows = factsOf(game).map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value)));
    const parent = game.parent ? [element("p", { class: "dim" }, t("It was begun in the middle of another game, and never counts as won without undo or without hints."))] : [];
    const earlier = game.parent ? [act(t("The game before"), () => this.#try(acts.open(/** @type {string} */ (game.parent))))] : [];
    const open = game.result === "open";
    const dialog = openDialog(titleOf(game), [
      element("dl", { class: "parts" }, ...rows), ...parent,
      element("div", { class: "buttons" }, act(open ? t("Go on") : t("Look at it on the table"), () => this.#try(acts.open(game.game)), open ? "primary" : ""),
        act(t("Replay and review"), () => this.#try(acts.review(game.game)), open ? "" : "primary"), act(t("Play again"), () => this.#again(game)), ...earlier,
        act(t("Copy as text"), () => this.#copy(game)), act(t("Delete…"), () => this.#delete(game, item), "danger")),
    ], { kind: "game-details" });
  }

  /** @param {Kept} game */
  async #again(game) {
    const start = game.address === null ? null : readAddress(new URL(game.address, location.origin).pathname, new URL(game.address, location.origin).search);
    try {
      await this.#try(this.page.acts.play(start ?? { text: startOf(await this.#text(game)) }));
    } catch (problem) {
      this.page.tell(reason(problem), true);
    }
  }

  /** @param {Kept} game @returns {Promise<string>} */
  #text = async ({ game }) => (await call(`/api/games/${game}`)).text;

  /** @param {Kept} game */
  async #copy(game) {
    try {
      const text = await this.#text(game);
      this.page.tell(await copy(text) ? t("Copied: {deal} as text.", { deal: titleOf(game) }) : t("The text could not be copied."));
    } catch (problem) {
      this.page.tell(reason(problem), true);
    }
  }

  /** @param {Kept} game @param {HTMLElement} item */
  async #delete(game, item) {
    const told = [titleOf(game), resultWords(game).toLocaleLowerCase(locale()), movesWords(game.moves)].join(", ");
    // T: {game} is such as "Deal 164, won, 90 moves".
    const words = t("{game}: it will be gone for good, and no longer count in the statistics and on the map.", { game: told });
    if (await ask(t("Delete this game?"), words, { yes: t("Delete it"), no: t("Keep it") }) !== "yes") return;
    try {
      await call(`/api/games/${game.game}`, { method: "DELETE" });
      const next = item.nextElementSibling ?? item.previousElementSibling;
      item.remove();
      /** @type {HTMLElement} */ (next?.querySelector("button") ?? this.page.dialog.querySelector("h2")).focus();
      await this.#load(false);
      this.page.tell(t("Deleted: {deal}.", { deal: titleOf(game) }));
      this.#loadOpen();
    } catch (problem) {
      this.page.tell(reason(problem), true);
    }
  }

  /** @param {Promise<Problem|null>} going */
  async #try(going) {
    const problem = await going;
    if (problem) this.page.tell(problem.message, true);
  }
}

/** How many games there are. @param {number} count @param {number} shown @param {boolean} filtered */
function countWords(count, shown, filtered) {
  if (count === 0) return filtered ? t("No game matches.") : t("No games yet. Each one is kept from its first move on.");
  if (shown < count) return n("{shown} of {number} game", "{shown} of {number} games", count, { shown: grouped(shown) });
  return filtered ? n("{number} game matches", "{number} games match", count) : n("{number} game is kept", "{number} games are kept", count);
}
