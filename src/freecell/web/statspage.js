// The statistics: for each kind of game how it went, over time, how it is counted, and how to begin anew.

import { call, reason } from "./api.js";
import { ask } from "./dialogs.js";
import { button, element } from "./dom.js";
import { COUNTING, WON, binsOf, details, headline, keyOf, nameOf } from "./statsmodel.js";
import { averageChart, gamesChart, table } from "./trend.js";
import { capital, grouped, percent } from "./numbers.js";
import { locale, n, t } from "./words.js";

/** @import { Page } from "./page.js" */
/** @import { Kind } from "./statsmodel.js" */
/** @typedef {{kinds: Kind[], reset: number|null}} Statistics */

const MOST_BARS = 52;
// T: What a colour of a chart stands for: games not won.
const NOT_WON = t("not won");

/** @param {Page} page */
export const fill = page => new Stats(page);

class Stats {
  #asking = new AbortController();
  /** @type {Kind[]} */
  #kinds = [];
  /** The kind that the player wants to see, even while there is none of it. @type {string|null} */
  #wanted;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.#wanted = page.query.get("kind");
    this.kinds = element("div", { class: "kinds", role: "group", "aria-label": t("Rules") });
    this.kind = element("section", { class: "kind" });
    this.overview = element("section", {});
    this.counting = element("div", { class: "counting" });
    page.body.append(this.kinds, this.kind, this.overview, this.counting);
    this.#load("/api/statistics", "GET");
  }

  /** Lets go of what is being asked for. */
  end() {
    this.#asking.abort();
  }

  /** @param {string} path @param {string} method @param {string} [done]  what to say then */
  async #load(path, method, done = "") {
    try {
      const told = await call(path, { method, signal: this.#asking.signal });
      this.#show(told);
      this.page.tell(done);
    } catch (problem) {
      if (!this.#asking.signal.aborted) this.page.tell(reason(problem), true);
    }
  }

  /** @param {Statistics} told */
  #show({ kinds, reset }) {
    // The kind that is played most comes first.
    this.#kinds = [...kinds].sort((a, b) => b.games - a.games || b.open - a.open);
    const chosen = this.#kinds.find(kind => keyOf(kind) === this.#wanted) ?? this.#kinds[0];
    const several = this.#kinds.length > 1;
    this.kinds.replaceChildren(...(several ? this.#choices() : []));
    this.overview.replaceChildren(...(several ? this.#overview() : []));
    this.kind.replaceChildren();
    if (chosen) this.#choose(chosen);
    else this.kind.append(element("p", { class: "empty" }, reset ? t("No game has ended since the counts were begun anew.") : t("No games yet. Every game that ends is counted here, under the rules that it was played by.")));
    this.counting.replaceChildren(...this.#countingOf(reset, chosen !== undefined));
  }

  /** What to choose from, where there is more than one kind. */
  #choices() {
    return this.#kinds.map(kind => {
      const choose = button(nameOf(kind), () => this.#want(kind), "choose");
      choose.dataset.kind = keyOf(kind);
      return choose;
    });
  }

  /** All kinds beside each other. */
  #overview() {
    // T: The share of games won, in per cent.
    const share = t("Share won");
    // T: The head of a column: the longest streak.
    const longest = t("Longest");
    const names = [t("Rules"), t("Games"), capital(WON), share, t("Streak"), longest];
    const rows = this.#kinds.map(kind => {
      const cells = [grouped(kind.games), grouped(kind.won), kind.share === null ? "–" : percent(kind.share), grouped(kind.streak), grouped(kind.longest_streak)];
      return element("tr", {}, element("th", { scope: "row" }, nameOf(kind)), ...cells.map(value => element("td", {}, value)));
    });
    return [element("h3", {}, t("All rules")), element("div", { class: "scrolls", tabindex: "0", role: "group", "aria-label": t("All rules played") }, element("table", {},
      element("thead", {}, element("tr", {}, ...names.map(name => element("th", { scope: "col" }, name)))), element("tbody", {}, ...rows)))];
  }

  /** @param {Kind} kind */
  #want(kind) {
    this.#wanted = keyOf(kind);
    this.page.keep({ kind: this.#wanted });
    this.#choose(kind);
  }

  /** @param {Kind} kind */
  #choose(kind) {
    for (const other of this.kinds.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other.dataset.kind === keyOf(kind)));
    const tiles = headline(kind).map(([name, value, of]) =>
      element("div", {}, element("dt", {}, name), element("dd", {}, element("b", {}, value), element("span", { class: "dim" }, of))));
    const groups = details(kind).map(([title, facts]) => element("div", { class: "group" }, element("h4", {}, title),
      element("dl", { class: "parts" }, ...facts.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))))));
    this.kind.replaceChildren(element("h3", { class: this.#kinds.length > 1 ? "offscreen" : "" }, nameOf(kind)), element("dl", { class: "tiles" }, ...tiles), ...this.#charts(kind), element("div", { class: "groups" }, ...groups),
      element("p", { class: "ways" }, this.page.way("history", `?profile=${kind.profile}&cells=${kind.cells}`, t("These games")),
        this.page.way("map", `?profile=${kind.profile}&cells=${kind.cells}`, t("Their map"))));
  }

  /** @param {Kind} kind @returns {Node[]} */
  #charts({ weeks }) {
    const bins = binsOf(weeks, MOST_BARS);
    if (bins.length === 0) return [];
    const legend = element("p", { class: "legend" }, element("span", { class: "key won" }, WON), element("span", { class: "key other" }, NOT_WON));
    const games = gamesChart(bins);
    games.append(legend);
    return [element("div", { class: "trends" }, games, averageChart(t("Moves on average, of games won"), bins, "moves"), averageChart(t("Time on average, of games won"), bins, "time")),
      element("details", {}, element("summary", {}, t("The charts as a table")), table(bins))];
  }

  /** @param {number|null} reset @param {boolean} any */
  #countingOf(reset, any) {
    const moment = new Date(reset ?? 0).toLocaleString(locale(), { dateStyle: "long", timeStyle: "short" });
    const since = reset === null ? [] : [element("p", {}, t("Counted since {moment}. Games that ended before are kept, and not counted.", { moment }))];
    const undo = reset === null ? [] : [button(t("Undo the last reset"), () => this.#load("/api/statistics/undo-reset", "POST", t("The last reset is undone: the games before it count again.")))];
    const anew = any ? [button(t("Begin anew…"), () => this.#reset(), "danger")] : [];
    return [element("h3", {}, t("How this is counted")), element("ul", { class: "rules" }, ...COUNTING.map(rule => element("li", {}, rule))), ...since,
      element("p", { class: "reset" }, ...undo, ...anew)];
  }

  async #reset() {
    const games = this.#kinds.reduce((sum, kind) => sum + kind.games, 0);
    const words = n("All counts begin anew from this moment: {number} game will no longer be counted.", "All counts begin anew from this moment: {number} games will no longer be counted.", games);
    const calm = t("Nothing is deleted, the history and the map stay as they are, and you can undo it at any time.");
    if (await ask(t("Begin the statistics anew?"), `${words} ${calm}`, { yes: t("Begin anew"), no: t("Keep counting") }) === "yes") {
      this.#load("/api/statistics/reset", "POST", t("The counts begin anew from now."));
    }
  }
}
