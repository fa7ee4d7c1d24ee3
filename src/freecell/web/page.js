// The frame of the pages beside the table: title, the way to the other pages, and room for what the page shows.

import { openDialog } from "./dialogs.js";
import { element, loadStyle } from "./dom.js";
import { languageChip } from "./language.js";
import { PAGES, SHORT } from "./pages.js";
import { t } from "./words.js";

/** @import { Acts, PageName } from "./pages.js" */
/**
 * @typedef {object} PageDoors
 * @property {Acts} acts
 * @property {(name: PageName, query?: string, instead?: boolean) => void} go  to another page
 * @property {() => void} closed  the player closed the page
 */

/**
 * @typedef {object} Filling  what fills a page
 * @property {() => void} end  lets go of what is being asked for
 * @property {(content: string|File) => void} [take]  takes in what was pasted or dropped
 */

/** @type {Record<PageName, () => Promise<{fill: (page: Page) => Filling}>>} */
const PARTS = {
  history: () => import("./historypage.js"),
  stats: () => import("./statspage.js"),
  map: () => import("./mappage.js"),
  "take-along": () => import("./takepage.js"),
};

/** Opens a page over the table. @param {PageName} name @param {PageDoors} doors */
export const openPage = (name, doors) => new Page(name, doors);

export class Page {
  /** Whether it is closed without the player's wish. */
  #quiet = false;
  /** @type {Filling|null} */
  #filling = null;

  /** @param {PageName} name @param {PageDoors} doors */
  constructor(name, doors) {
    this.name = name;
    this.doors = doors;
    this.status = element("p", { class: "page-status", role: "status" });
    this.body = element("div", { class: "page-body" });
    this.dialog = openDialog(PAGES[name], [this.#ways(), this.status, this.body], { kind: `page ${name}`, closed: () => this.#closed() });
    this.dialog.querySelector(".cross")?.before(languageChip("language-page"));
    const heading = /** @type {HTMLElement} */ (this.dialog.querySelector("h2"));
    heading.tabIndex = -1;
    heading.focus();
    this.dialog.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    document.title = `${PAGES[name]} · FreeCell`;
    this.filled = this.#fill();
  }

  /** What a page can ask of the table. */
  get acts() {
    return this.doors.acts;
  }

  /** What the address says beside the page's name. */
  get query() {
    return new URLSearchParams(location.search);
  }

  /** Keeps in the address what the page shows, while it is open. @param {Record<string, string>} values  those that are empty are left out */
  keep(values) {
    if (!this.dialog.open) return;
    const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "")).toString();
    history.replaceState(history.state, "", `/${this.name}${query ? `?${query}` : ""}`);
  }

  /** Says something on the page, to eyes and ears. @param {string} text @param {boolean} [wrong] */
  tell(text, wrong = false) {
    this.status.textContent = text;
    this.status.classList.toggle("wrong", wrong);
  }

  /** Takes in what was pasted or dropped. @param {string|File} content */
  async take(content) {
    await this.filled;
    this.#filling?.take?.(content);
  }

  /** Closes the page for another one, or a game, that comes in its place. */
  close() {
    this.#quiet = true;
    this.dialog.close();
  }

  /** A way to another page, which can be opened in a tab of its own as well. @param {PageName} name @param {string} query @param {string} words */
  way(name, query, words, instead = false) {
    const made = element("a", { href: `/${name}${query}` }, words);
    made.addEventListener("click", event => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      this.doors.go(name, query, instead);
    });
    return made;
  }

  #ways() {
    const names = /** @type {PageName[]} */ (Object.keys(PAGES));
    return element("nav", { "aria-label": t("Pages") }, ...names.map(name => {
      const made = this.way(name, "", SHORT[name] ?? PAGES[name], true);
      if (name === this.name) made.setAttribute("aria-current", "page");
      return made;
    }));
  }

  async #fill() {
    try {
      const [part] = await Promise.all([PARTS[this.name](), loadStyle("pages.css")]);
      if (this.dialog.open) this.#filling = part.fill(this);
    } catch (problem) {
      console.error(problem);
      this.tell(t("This page cannot be had at the moment. Reload it, and try again."), true);
    }
  }

  #closed() {
    this.#filling?.end();
    if (!this.#quiet) this.doors.closed();
  }
}
