// Where the player is: the game or the page that the address stands for, Back and forward, and going on with what was played last.

import { announce, notify } from "./announce.js";
import { call, reason } from "./api.js";
import { readAddress } from "./address.js";
import { closeDialogs } from "./dialogs.js";
import { showHeader } from "./header.js";
import { askGone, askLater, isOver, standstill } from "./outcome.js";
import { gameOf, joinWord, pageOf } from "./pages.js";
import { tabGame } from "./storage.js";
import { n, t } from "./words.js";

/** @import { Start, Settings, Problem, Snapshot } from "./protocol.js" */
/** @import { Acts, PageName } from "./pages.js" */
/**
 * @typedef {object} Entry  what an entry of the browser's history holds
 * @property {string} [game]
 * @property {number} [depth]  how many entries of pages lie between this one and the table
 */
/**
 * @typedef {object} Doors  what a visit needs of the page
 * @property {import("./game.js").Game} game
 * @property {() => Settings} settings
 * @property {(wanted: Start) => Promise<Problem|null>} deal  begins a game
 * @property {(wanted: Start, problem: Problem) => Promise<void>} choose  lets the player choose another, as this one cannot be had
 * @property {<Part>(load: () => Promise<Part>) => Promise<Part|null>} part  loads a part of the page
 * @property {() => void} review  reviews the game on the table
 * @property {() => Start} likeLast  the rules that were played last, without a deal
 */

/** @type {Start} */
const ANY_GAME = { deal: "random", profile: "standard" };
/** Why a game cannot be had at this moment, though it is there. */
const LATER = ["no-database", "busy", "too-busy", "too-many-requests"];

export class Visit {
  /** Whether the next game gets an entry of its own in the history, so that Back returns to the one before. */
  #keepsPrevious = false;
  /** Whether a game is being opened to be looked at. */
  looking = false;
  /** The page that is open over the table. @type {import("./page.js").Page|null} */
  #page = null;
  /** Counts what was asked for, so that a page that comes late is not shown. */
  #asked = 0;
  /** Why there is no game under the page that is open. @type {Problem|null} */
  #missing = null;
  /** Whether the player is being asked what to do without a game. */
  #asking = false;
  /** The lesson that the page was opened for. @type {import("./lesson.js").Lesson|null} */
  lesson = null;

  /** @param {Doors} doors */
  constructor(doors) {
    this.doors = doors;
    this.game = doors.game;
    addEventListener("popstate", () => this.#came());
  }

  /** The game on the table, when there is one. @returns {Snapshot|null} */
  get snapshot() {
    return this.game.snapshot;
  }

  /** Whether the address is a page's, and what is on the table only lies under it. */
  get onPage() {
    return pageOf(location.pathname) !== null;
  }

  /** What stands in an address for a game. @param {Snapshot|null} snapshot @returns {[string, string]} path and query */
  addressOf(snapshot) {
    return split(this.#address(snapshot));
  }

  /** @param {Snapshot|null} snapshot */
  #address(snapshot) {
    return snapshot?.address ?? (this.lesson && snapshot && this.lesson.holds(snapshot.text) ? this.lesson.address : "/");
  }

  /** What begins a game from its text; a lesson's is not kept. @param {string} text @returns {Start} */
  startOf(text) {
    return this.lesson?.holds(text) ? { text, kept: false } : { text };
  }

  /** Shows what the address asks for, or goes on with what was played last. */
  async begin() {
    if (await this.#teach()) return;
    const word = joinWord(location.hash);
    if (word && await this.#join(word)) return;
    const named = gameOf(location.pathname);
    if (named && await this.#openNamed(named)) return;
    const page = pageOf(location.pathname);
    if (page) this.#showPage(page);
    const here = location.pathname + location.search;
    const wanted = page ? null : readAddress(location.pathname, location.search);
    const tab = tabGame();
    if (tab && (!wanted || tab.address === here)) return this.resume(tab.game);
    const open = wanted && await this.#openOn(wanted, here);
    if (open) return this.resume(open);
    if (!wanted && await this.#newest()) return;
    await this.startSomehow(wanted ?? ANY_GAME);
  }

  /** Begins the lesson that the address names. @returns {Promise<boolean>} whether there is one */
  async #teach() {
    if (!location.pathname.startsWith("/lesson/")) return false;
    const made = await this.doors.part(() => import("./lesson.js"));
    this.lesson = await made?.openLesson(location.pathname) ?? null;
    if (this.lesson) await this.startSomehow(this.startOf(this.lesson.game));
    return this.lesson !== null;
  }

  /** Begins another game; one that can be played on stays behind Back. @param {Start} wanted @returns {Promise<Problem|null>} */
  async start(wanted) {
    this.#keepsPrevious = this.#page !== null || (this.snapshot !== null && !isOver(this.snapshot));
    const problem = await this.doors.deal(wanted);
    if (problem) this.#keepsPrevious = false;
    return problem;
  }

  /** Goes on with a game, or looks at it; the one on the table stays behind Back. @param {string} name @returns {Promise<Problem|null>} */
  async open(name) {
    this.#keepsPrevious = true;
    const problem = await this.game.open(name, this.doors.settings());
    this.#keepsPrevious = false;
    if (problem || !this.#page || !this.snapshot) return problem;
    // The game was on the table before; all the same, Back returns to the page.
    history.pushState({ game: name }, "", this.#address(this.snapshot));
    this.#closeAll();
    return null;
  }

  /** Goes on with a game that this tab knows; if it is not there, the one on the table stays. @param {string} name */
  async resume(name) {
    const problem = await this.game.open(name, this.doors.settings());
    if (!problem) return;
    if (!this.snapshot || this.snapshot.game === name) return this.gone(problem);
    this.#takeEntry(this.snapshot);
    notify([problem.message, t("The one on the table goes on.")].join(" "));
  }

  /** The game of this tab cannot be had. @param {Problem} problem */
  async gone(problem) {
    if (this.#page) return void (this.#missing = problem);
    if (this.#asking) return;
    this.#asking = true;
    const wanted = await this.#instead(problem);
    this.#asking = false;
    if (wanted) await this.startSomehow(wanted);
  }

  /** What to play in place of a game that cannot be had; null: the player has gone elsewhere. @param {Problem} problem @returns {Promise<Start|null>} */
  async #instead(problem) {
    // A lesson is not kept either: it goes on from what is on the table.
    if (this.lesson && location.pathname === this.lesson.address) return this.startOf(this.snapshot?.text ?? this.lesson.game);
    const saved = tabGame();
    // Of a deal that was only looked at nothing is kept: it is dealt once more.
    if (saved && !saved.begun) return saved.address === null ? { text: saved.text } : readAddress(...split(saved.address));
    const entry = history.state?.game;
    if (LATER.includes(problem.code) && saved) {
      const later = await askLater(problem.message);
      if (later !== "new") return setTimeout(() => this.resume(saved.game)), null;
      return ANY_GAME;
    }
    const chosen = await askGone(problem.message, saved?.text ?? null);
    // Whoever went Back or forward meanwhile is there already.
    if (history.state?.game !== entry) return null;
    // Whoever closes the dialog without a choice goes on as well: a table without a game behind it would answer to nothing.
    return saved && chosen !== "new" ? { text: saved.text } : ANY_GAME;
  }

  /** Begins a game; if it cannot be had, the dialog asks for another, and there is a game after that in any case. @param {Start} wanted */
  async startSomehow(wanted) {
    const problem = await this.doors.deal(wanted);
    if (!problem) return;
    await this.doors.choose(wanted, problem);
    if (this.snapshot) this.#takeEntry(this.snapshot);
    else await this.doors.deal({ ...ANY_GAME, wish: "any" });
  }

  /** Keeps the address and the history in step with the game. @param {Snapshot} snapshot @param {boolean} fresh */
  enter(snapshot, fresh) {
    const [path, query] = this.addressOf(snapshot);
    const pushes = fresh && this.#keepsPrevious;
    const { onPage } = this;
    if (pushes) history.pushState({ game: snapshot.game }, "", path + query);
    else if (!onPage && (path + query !== location.pathname + location.search || history.state?.game !== snapshot.game)) this.#takeEntry(snapshot);
    if (!fresh) return;
    this.#keepsPrevious = false;
    this.#missing = null;
    // A game that was begun or opened on a page comes in its place; one that was only found under it does not.
    if (pushes || !onPage) this.#closeAll();
    if (!pushes && onPage) return;
    const made = snapshot.moves ? [n("{number} move made.", "{number} moves made.", snapshot.moves)] : [];
    announce([`${document.title}.`, ...made, standstill(snapshot) ?? ""].join(" "));
  }

  /** Makes this entry of the history the game's. @param {Snapshot} snapshot */
  #takeEntry(snapshot) {
    if (!this.onPage) history.replaceState({ game: snapshot.game }, "", this.#address(snapshot));
  }

  /** Goes to a page. @param {PageName} name @param {string} [query]  with its "?" @param {boolean} [instead]  in place of the page that is open */
  async openPage(name, query = "", instead = false) {
    const { depth } = /** @type {Entry} */ (history.state ?? {});
    const { onPage } = this;
    const entry = { game: this.snapshot?.game, depth: onPage ? depth && depth + (instead ? 0 : 1) : 1 };
    if (instead) history.replaceState(entry, "", `/${name}${query}`);
    else history.pushState(entry, "", `/${name}${query}`);
    await this.#showPage(name);
  }

  /** Takes in what was pasted or dropped: games, or a layout. @param {string|File} content */
  async take(content) {
    if (this.#page?.name !== "take-along") await this.openPage("take-along");
    await this.#page?.take(content);
  }

  /** @param {PageName} name */
  async #showPage(name) {
    this.#closeAll();
    const asked = this.#asked;
    const made = await this.doors.part(() => import("./page.js"));
    if (asked !== this.#asked) return;
    if (!made) return this.#leave();
    this.#page = made.openPage(name, {
      acts: this.#acts(),
      go: (other, query, instead) => this.openPage(other, query, instead),
      closed: () => this.#leave(),
    });
  }

  /** @returns {Acts} */
  #acts() {
    return {
      play: start => this.start(start),
      open: name => this.#look(name, false),
      review: name => this.#look(name, true),
      current: () => this.snapshot?.game ?? null,
      likeLast: this.doors.likeLast,
    };
  }

  /** @param {string} name @param {boolean} review */
  async #look(name, review) {
    this.looking = true;
    const problem = await this.open(name);
    this.looking = false;
    if (!problem && review) this.doors.review();
    return problem;
  }

  /** Back to the table, by the player's wish. */
  #leave() {
    const { depth } = /** @type {Entry} */ (history.state ?? {});
    this.#closeAll();
    if (!this.onPage) return;
    if (depth) return history.go(-depth);
    history.replaceState({ game: this.snapshot?.game }, "", this.#address(this.snapshot));
  }

  /** Closes whatever is open over the table. */
  #closeAll() {
    this.#asked += 1;
    const page = this.#page;
    this.#page = null;
    page?.close();
    closeDialogs();
    if (this.snapshot) showHeader(this.snapshot);
    const missing = this.#missing;
    this.#missing = null;
    if (page && missing) queueMicrotask(() => this.gone(missing));
  }

  /** The player came here by Back, forward, or an address. */
  #came() {
    const page = pageOf(location.pathname);
    if (page) return this.#showPage(page);
    this.#closeAll();
    const name = history.state?.game;
    if (!name) this.begin();
    else if (name !== this.snapshot?.game) this.resume(name);
  }

  /** Goes on with the kept game that an address names, or looks at it. @param {string} name @returns {Promise<boolean>} whether it is there */
  async #openNamed(name) {
    this.looking = true;
    const problem = await this.game.open(name, this.doors.settings());
    this.looking = false;
    if (problem) notify(problem.message);
    return problem === null;
  }

  /** Goes on with the open game that was played last. @returns {Promise<boolean>} whether there is one */
  async #newest() {
    const problem = await this.game.open(undefined, this.doors.settings());
    if (problem && problem.code !== "no-open-game") notify(problem.message);
    return problem === null;
  }

  /** An open game of the very deal and rules that the address names. @param {Start} wanted @param {string} here @returns {Promise<string|null>} */
  async #openOn({ deal }, here) {
    if (!deal || !/^\d+$/.test(deal)) return null;
    try {
      const { games } = await call(`/api/games?result=open&order=played&limit=50&deal=${deal}`);
      return games.find((/** @type {{address: string|null}} */ game) => game.address === here)?.game ?? null;
    } catch {
      return null; // Then the deal begins anew.
    }
  }

  /** Lets this machine join another's games, if the player agrees. @param {string} word @returns {Promise<boolean>} whether the page is loaded anew for that */
  async #join(word) {
    // The word is good once, and nobody's who looks at the address later.
    history.replaceState(history.state, "", location.pathname + location.search);
    const made = await this.doors.part(() => import("./join.js"));
    const joined = await made?.join(word).catch(problem => notify(reason(problem)));
    // Until the page is there, this one's line is still that of whoever played here before: it begins nothing more.
    if (joined) location.replace("/");
    return Boolean(joined);
  }
}

/** @param {string} address @returns {[string, string]} */
function split(address) {
  const { pathname, search } = new URL(address, location.origin);
  return [pathname, search];
}
