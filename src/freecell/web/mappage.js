// The map of deals: a picture on which every deal is a dot, to look at, to go over by hand or keys, and to play from.

import { call, reason } from "./api.js";
import { button, element, icon } from "./dom.js";
import { CHOICES } from "./historymodel.js";
import { Picture } from "./mapdraw.js";
import { Deals, LAST_DEAL, MICROSOFT, MOST, STATES, STATE_NAMES, View, impossibleWords, progressWords } from "./mapmodel.js";
import { Hands } from "./maphands.js";
import { grouped } from "./numbers.js";
import { t } from "./words.js";

/** @import { Page } from "./page.js" */
/** @import { Start } from "./protocol.js" */

/** How many stretches of deals of a state are told in words. */
const TOLD = 40;
// T: Before two fields: "Deals 1 to 32000".
const DEALS = t("Deals");
// T: Between two fields: "Deals 1 to 32000", "from 4 to 6".
const TO = t("to");
// T: A button that shows a range of deals.
const SHOW = t("Show");
const NONE = t("no deal");

/** @param {Page} page */
export const fill = page => new DealMap(page);

class DealMap {
  #asking = new AbortController();
  /** @type {Deals|null} */
  deals = null;
  view = new View();
  /** The deal with the ring. */
  chosen = 1;
  #frame = 0;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    const { query } = page;
    this.profile = query.get("profile") ?? "";
    this.cells = query.get("cells") ?? "";
    this.range = { first: numberIn(query.get("first"), MICROSOFT.first), last: numberIn(query.get("last"), MICROSOFT.last) };
    this.progress = element("p", { class: "progress" });
    this.never = element("p", { class: "never" });
    this.legend = element("ul", { class: "legend", "aria-label": t("What the dots mean") });
    this.canvas = element("canvas", { "aria-hidden": "true" });
    this.map = element("div", { class: "map", role: "slider", tabindex: "0", "aria-label": t("Map of deals"), "aria-describedby": "map-keys",
      "aria-valuemin": "1", "aria-valuemax": "1", "aria-valuenow": "1" }, this.canvas);
    this.chosenWords = element("p", { class: "deal" });
    this.play = button(t("Play"), () => this.#play(), "primary");
    this.words = element("div", { class: "words" });
    page.body.append(this.#head(), this.#stage(), this.#foot(), this.#controls(), this.#inWords());
    this.picture = new Picture(this.canvas);
    new Hands(this.map, this);
    this.resized = new ResizeObserver(() => this.#fit());
    this.resized.observe(this.map);
    this.looks = new MutationObserver(() => this.#newLooks());
    this.looks.observe(document.documentElement, { attributes: true, attributeFilter: ["data-dark"] });
    this.#load();
  }

  /** Lets go of what is being asked for. */
  end() {
    this.#asking.abort();
    this.resized.disconnect();
    this.looks.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  #head() {
    return element("div", { class: "map-head" }, this.progress, this.legend, this.never);
  }

  #stage() {
    const keys = element("p", { id: "map-keys", class: "offscreen" }, t("Arrow keys go from deal to deal, Page Up and Page Down leap, plus and minus zoom, 0 shows all, N finds the next untried deal, Enter plays."));
    return element("div", { class: "map-stage" }, this.map, keys);
  }

  #foot() {
    const zoom = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {() => void} */ act) => {
      const made = button("", act);
      made.append(icon(sign));
      made.setAttribute("aria-label", label);
      return made;
    };
    const zooms = element("div", { class: "zooms", role: "group", "aria-label": t("Zoom") }, zoom(t("Zoom in"), "M12 5v14M5 12h14", () => this.zoom(1.6)),
      zoom(t("Zoom out"), "M5 12h14", () => this.zoom(1 / 1.6)), zoom(t("Show all"), "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5", () => this.zoom(0)));
    return element("div", { class: "chosen" }, this.chosenWords, zooms, button(t("Next untried"), () => this.nextUntried()), this.play);
  }

  #controls() {
    const find = this.#number("map-find", t("Deal"), "", t("Deal"));
    const first = this.#number("map-first", t("First deal"), String(this.range.first));
    const last = this.#number("map-last", t("Last deal"), String(this.range.last));
    const selects = /** @type {const} */ (["profile", "cells"]).map(name => {
      const made = element("select", { id: `map-${name}`, "aria-label": name === "profile" ? t("Rules") : t("Cells") }, ...CHOICES[name].map(([value, words]) => element("option", { value }, words)));
      made.value = this[name];
      made.addEventListener("change", () => {
        this[name] = made.value;
        this.#load();
      });
      return made;
    });
    const form = (/** @type {() => void} */ act, /** @type {(Node|string)[]} */ ...fields) => {
      const made = element("form", {}, ...fields);
      made.addEventListener("submit", event => {
        event.preventDefault();
        act();
      });
      return made;
    };
    const submit = (/** @type {string} */ words) => element("button", { type: "submit" }, words);
    return element("div", { class: "map-controls" }, form(() => this.#find(find.value), find, submit(t("Find"))), element("div", { class: "pair" }, ...selects),
      form(() => this.#setRange(first.value, last.value), element("span", {}, DEALS), first, element("span", {}, TO), last, submit(SHOW)));
  }

  /** @param {string} id @param {string} label @param {string} value */
  #number(id, label, value, placeholder = "") {
    const made = element("input", { id, type: "text", inputmode: "numeric", "aria-label": label, placeholder, autocomplete: "off" });
    made.value = value;
    return made;
  }

  #inWords() {
    const details = element("details", {}, element("summary", {}, t("The map in words")), this.words);
    details.addEventListener("toggle", () => this.#tellWords());
    this.details = details;
    return details;
  }

  async #load() {
    this.#asking.abort();
    const asking = this.#asking = new AbortController();
    const { first, last } = this.range;
    const rest = { ...(this.profile ? { profile: this.profile } : {}), ...(this.cells ? { cells: this.cells } : {}) };
    this.page.keep({ ...(first === MICROSOFT.first && last === MICROSOFT.last ? {} : { first: String(first), last: String(last) }), ...rest });
    try {
      const told = await call(`/api/map?${new URLSearchParams({ first: String(first), last: String(last), ...rest })}`, { signal: asking.signal });
      this.#show(new Deals(told));
    } catch (problem) {
      if (!asking.signal.aborted) this.page.tell(reason(problem), true);
    }
  }

  /** @param {Deals} deals */
  #show(deals) {
    const changed = !this.deals || this.deals.first !== deals.first || this.deals.count !== deals.count;
    this.deals = deals;
    this.picture.refresh();
    this.page.tell("");
    this.progress.textContent = progressWords(deals);
    this.never.textContent = impossibleWords(deals);
    this.legend.replaceChildren(...STATES.map(state => element("li", { class: `key ${state}` }, element("span", {}, STATE_NAMES[state]), element("b", {}, grouped(deals.counts[state])))));
    this.map.setAttribute("aria-valuemin", String(deals.first));
    this.map.setAttribute("aria-valuemax", String(deals.last));
    if (changed) this.#fit();
    this.choose(Math.min(deals.last, Math.max(deals.first, this.chosen)), changed);
    this.#tellWords();
  }

  /** Takes the room there is; what was zoomed to stays large. */
  #fit() {
    if (!this.deals || !this.map.clientWidth) return;
    const { size } = this.view;
    const zoomed = this.view.count === this.deals.count && size > this.view.smallest * 1.01;
    this.view.fit(this.deals.count, this.map.clientWidth, this.map.clientHeight);
    if (zoomed) this.view.zoom(size / this.view.size);
    if (zoomed) this.view.reveal(this.index);
    this.#draw();
  }

  #newLooks() {
    this.picture.refresh();
    this.#draw();
  }

  /** Draws once before the next picture is shown, however much changes until then. */
  #draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.deals && this.picture.draw(this.deals, this.view, this.index));
  }

  /** The chosen deal, counted from 0. */
  get index() {
    return this.chosen - (this.deals?.first ?? 1);
  }

  /** Puts the ring on a deal. @param {number} deal @param {boolean} [quietly]  and leaves the map where it is */
  choose(deal, quietly = false) {
    const { deals } = this;
    if (!deals) return;
    this.chosen = Math.min(deals.last, Math.max(deals.first, deal));
    const [state, words] = [deals.stateOf(this.chosen), deals.wordsFor(this.chosen)];
    this.map.setAttribute("aria-valuenow", String(this.chosen));
    this.map.setAttribute("aria-valuetext", t("Deal {deal}, {result}", { deal: this.chosen, result: words }));
    this.play.textContent = state === "open" ? t("Go on") : state === "untried" ? t("Play") : t("Play again");
    const way = state === "untried" ? [] : [this.page.way("history", `?search=${this.chosen}`, t("Its games"))];
    this.chosenWords.replaceChildren(element("b", {}, t("Deal {deal}", { deal: this.chosen })), element("span", { class: "state" }, words), ...way);
    if (!quietly) this.view.reveal(this.index);
    this.#draw();
  }

  /** The deal under a point is chosen. @param {number} x @param {number} y */
  chooseAt(x, y) {
    const index = this.view.indexAt(x, y);
    if (index !== null && this.deals) this.choose(this.deals.first + index, true);
    return index !== null;
  }

  /** Tells what the mouse is over. @param {number} x @param {number} y */
  point(x, y) {
    const index = this.view.indexAt(x, y);
    const { deals } = this;
    this.map.title = index === null || !deals ? "" : t("Deal {deal}, {result}", { deal: deals.first + index, result: deals.wordsFor(deals.first + index) });
  }

  /** @param {number} by  deals */
  step(by) {
    this.choose(this.chosen + by);
  }

  /** Zooms about a point, else about the chosen deal. @param {number} factor  0: shows all @param {number} [x] @param {number} [y] */
  zoom(factor, x, y) {
    const { view } = this;
    const spot = view.spotOf(this.index);
    const inSight = spot.x >= 0 && spot.x < view.width && spot.y >= 0 && spot.y < view.height;
    const [aboutX, aboutY] = [x ?? (inSight ? spot.x + view.size / 2 : undefined), y ?? (inSight ? spot.y + view.size / 2 : undefined)];
    view.zoom(factor || 1e-9, aboutX, aboutY);
    if (inSight && x === undefined) view.reveal(this.index);
    this.#draw();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.view.pan(dx, dy);
    this.#draw();
  }

  nextUntried() {
    const next = this.deals?.nextUntried(this.chosen) ?? null;
    if (next === null) return this.page.tell(t("No deal of this range is untried."));
    if (this.view.size < 12) this.view.zoom(14 / this.view.size);
    this.choose(next);
    this.page.tell("");
  }

  /** Plays the chosen deal. */
  playChosen() {
    this.#play();
  }

  async #play() {
    const deal = this.chosen;
    const open = this.deals?.stateOf(deal) === "open" ? await this.#openGame(deal) : null;
    const problem = open ? await this.page.acts.open(open) : await this.page.acts.play({ ...this.#rules(), deal: String(deal) });
    if (problem) this.page.tell(problem.message, true);
  }

  /** The rules that the map is of; of all rules, those that were played last. @returns {Start} */
  #rules() {
    if (!this.profile || this.profile === "own") return this.page.acts.likeLast();
    return { profile: this.profile, ...(this.cells ? { rules: { cells: Number(this.cells) } } : {}) };
  }

  /** @param {number} deal @returns {Promise<string|null>} */
  async #openGame(deal) {
    const rest = { ...(this.profile ? { profile: this.profile } : {}), ...(this.cells ? { cells: this.cells } : {}) };
    const question = new URLSearchParams({ deal: String(deal), result: "open", order: "played", limit: "1", ...rest });
    const told = await call(`/api/games?${question}`).catch(() => null);
    return told?.games[0]?.game ?? null;
  }

  /** @param {string} text */
  #find(text) {
    const { deals } = this;
    const deal = numberOf(text);
    if (!deals || !Number.isInteger(deal) || deal < deals.first || deal > deals.last) {
      return this.page.tell(t("'{text}' is not on this map; expected a number from {first} to {last}.", { text, first: grouped(deals?.first ?? 1), last: grouped(deals?.last ?? 1) }), true);
    }
    if (this.view.size < 12) this.view.zoom(14 / this.view.size);
    this.choose(deal);
    this.page.tell("");
    this.map.focus();
  }

  /** @param {string} from @param {string} to */
  #setRange(from, to) {
    const [first, last] = [from, to].map(numberOf);
    const fine = Number.isInteger(first) && Number.isInteger(last) && first >= 1 && last <= LAST_DEAL && first <= last && last - first < MOST;
    if (!fine) return this.page.tell(t("'{from}' to '{to}' is no range; expected deals from 1 to {last}, at most {most} of them.", { from, to, last: grouped(LAST_DEAL), most: grouped(MOST) }), true);
    this.range = { first, last };
    this.#load();
  }

  #tellWords() {
    const { deals } = this;
    if (!this.details?.open || !deals) return;
    const states = /** @type {const} */ (["at_par", "won", "open", "lost", "untried"]);
    this.words.replaceChildren(element("p", {}, progressWords(deals)), element("dl", { class: "parts" }, ...states.map(state => element("div", {},
      element("dt", {}, `${STATE_NAMES[state]}: ${grouped(deals.counts[state])}`), element("dd", {}, deals.listOf(state, TOLD) || NONE)))));
  }
}

/** @param {string|null} text @param {number} otherwise */
const numberIn = (text, otherwise) => (text && /^\d{1,10}$/.test(text) && Number(text) > 0 ? Number(text) : otherwise);

/** The number that was typed, with whatever stands between its thousands. @param {string} text */
const numberOf = text => Number(text.replaceAll(/[\s.,]/g, ""));
