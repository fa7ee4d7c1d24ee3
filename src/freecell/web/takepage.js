// Take along: everything as one file, out and in; single games and layouts as text; another machine; and forgetting all of it.

import { call, reason } from "./api.js";
import { ask } from "./dialogs.js";
import { button, copy, element } from "./dom.js";
import { grouped, plural, timeWords } from "./words.js";

/** @import { Page } from "./page.js" */
/** @typedef {{local: boolean, games: number, open: number, unsaved: number}} Player  as /api/player tells */
/** @typedef {{new: number, continued: number, known: number, refused: {line: number, problem: string}[], refused_count: number, game: string|null}} Taken  as /api/import tells */

/** The server takes no larger file. */
const LARGEST = 64_000_000;
/** What a machine calls itself, and no other does. */
const OWN_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** @param {Page} page */
export const fill = page => new TakeAlong(page);

/** What came of an import, in a sentence. @param {Taken} taken */
export function takenWords(taken) {
  const parts = [
    taken.new ? `${plural(taken.new, "game")} ${taken.new === 1 ? "is" : "are"} new` : "",
    taken.continued ? `${plural(taken.continued, "game")} ${taken.continued === 1 ? "goes" : "go"} on from where ${taken.continued === 1 ? "it" : "they"} stood` : "",
    taken.known ? `${plural(taken.known, "game")} ${taken.known === 1 ? "was" : "were"} here already` : "",
  ].filter(Boolean);
  const text = parts.length ? `${parts.join(", ")}.` : "There was no game in it.";
  return taken.refused_count ? `${text} ${plural(taken.refused_count, "line")} could not be taken.` : text;
}

class TakeAlong {
  #asking = new AbortController();
  /** @type {ReturnType<typeof setInterval>|undefined} */
  #counting;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.kept = element("p", { class: "dim" });
    this.result = element("div", { class: "taken", role: "status" });
    this.text = element("textarea", { id: "take-text", rows: "6", spellcheck: "false", autocomplete: "off", placeholder: "FreeCell game\nDeal: 164\nRules: standard\nMoves: 17 1a 17" });
    this.link = element("div", {});
    this.machine = element("section", { hidden: true }, element("h3", {}, "On another machine"), ...this.#machine());
    page.body.append(this.#out(), this.#in(), this.machine, this.#forget());
    this.#who();
  }

  /** Lets go of what is being asked for. */
  end() {
    clearInterval(this.#counting);
    this.#asking.abort();
  }

  async #who() {
    try {
      /** @type {Player} */
      const { local, games, open, unsaved } = await call("/api/player", { signal: this.#asking.signal });
      this.kept.textContent = games === 0 ? "No game is kept yet." : `${plural(games, "game")} ${games === 1 ? "is" : "are"} kept${games > 1 ? `, ${grouped(open)} of them open` : ""}.`
        + (unsaved ? ` ${plural(unsaved, "game")} ${unsaved === 1 ? "has" : "have"} moves that are not on disk yet.` : "");
      this.machine.hidden = local;
    } catch (problem) {
      if (!this.#asking.signal.aborted) this.page.tell(reason(problem), true);
    }
  }

  #out() {
    const save = element("a", { href: "/api/export", download: "freecell-games.jsonl", class: "button primary" }, "Save all games as a file");
    return element("section", {}, element("h3", {}, "Out"), this.kept,
      element("p", {}, "One file with every game and all its moves. Another machine reads it, as often as you like, and takes nothing twice. It is plain text, a game on each line."),
      element("p", {}, save));
  }

  #in() {
    const file = element("input", { type: "file", id: "take-file", hidden: true, accept: ".jsonl,.txt,.text,text/plain" });
    file.addEventListener("change", () => {
      if (file.files?.[0]) this.take(file.files[0]);
      file.value = "";
    });
    const choose = button("Choose a file…", () => file.click());
    const take = button("Take in this text", () => this.take(this.text.value));
    return element("section", { class: "in" }, element("h3", {}, "In"),
      element("p", {}, "A file that was saved so; or the text of a game, a layout or a position, as this program, fc-solve or PySolFC writes them. Drop it anywhere on the page, paste it, or choose a file."),
      element("p", {}, choose, file), element("label", { for: "take-text" }, "Or as text"), this.text, element("p", {}, take), this.result);
  }

  /** Takes in games, or a layout. @param {string|File} content */
  async take(content) {
    if (typeof content === "string") this.text.value = content.slice(0, 20_000);
    const size = typeof content === "string" ? content.length : content.size;
    if (size > LARGEST) return this.#refuse(`This is too large: ${grouped(Math.ceil(size / 1e6))} MB; at most ${LARGEST / 1e6} MB can be taken in.`);
    if (size === 0) return this.#refuse("There is nothing in it.");
    this.result.className = "taken";
    this.result.replaceChildren(element("p", { class: "busy-line" }, "Taking it in: every game is replayed…"));
    try {
      this.#tell(await call(`/api/import`, { method: "POST", body: content, signal: this.#asking.signal }));
    } catch (problem) {
      if (this.#asking.signal.aborted) return;
      const { faults = [] } = /** @type {{values?: {faults?: unknown[]}}} */ (problem).values ?? {};
      this.#refuse(reason(problem), faults.map(faultWords));
    }
  }

  /** @param {Taken} taken */
  #tell(taken) {
    const { game, refused, refused_count: count } = taken;
    const lines = refused.map(({ line, problem }) => element("li", {}, element("b", {}, `Line ${grouped(line)}: `), problem));
    const more = count > refused.length ? [element("li", {}, `and ${plural(count - refused.length, "more line")}`)] : [];
    this.result.replaceChildren(element("p", {}, element("b", {}, takenWords(taken))), ...(lines.length ? [element("ul", { class: "faults" }, ...lines, ...more)] : []));
    this.#who();
    if (game) this.page.acts.open(game).then(problem => problem && this.#refuse(problem.message));
  }

  /** @param {string} why @param {string[]} [faults] */
  #refuse(why, faults = []) {
    this.result.className = "taken wrong";
    this.result.replaceChildren(element("p", {}, element("b", {}, faults.length > 1 ? why.split("\n")[0] : why)), ...(faults.length > 1 ? [element("ul", { class: "faults" }, ...faults.map(fault => element("li", {}, fault)))] : []));
    this.result.scrollIntoView({ block: "nearest" });
  }

  #machine() {
    return [element("p", {}, "A link lets one more machine in, once. It then plays, and counts, as you do here: the games of both become one history."),
      element("p", {}, button("Make a link", () => this.#makeLink())), this.link];
  }

  async #makeLink() {
    try {
      const { address, seconds } = await call("/api/player/link", { method: "POST", signal: this.#asking.signal });
      this.#showLink(new URL(address, location.origin).href, Date.now() + seconds * 1000);
    } catch (problem) {
      if (!this.#asking.signal.aborted) this.page.tell(reason(problem), true);
    }
  }

  /** @param {string} address @param {number} until */
  #showLink(address, until) {
    const field = element("input", { type: "text", readonly: true, "aria-label": "The link", class: "code" });
    field.value = address;
    field.addEventListener("focus", () => field.select());
    const copier = button("Copy", async () => { copier.textContent = await copy(address) ? "Copied" : "Select it and copy it"; }, "primary");
    const left = element("p", { class: "dim" });
    const tick = () => {
      const time = until - Date.now();
      left.textContent = time > 0 ? `Open it on the other machine. It can be used once, within ${timeWords(time)}.` : "The time is over: make a new link.";
      field.disabled = time <= 0;
      if (time <= 0) clearInterval(this.#counting);
    };
    clearInterval(this.#counting);
    this.#counting = setInterval(tick, 1000);
    tick();
    const own = OWN_NAMES.includes(location.hostname) ? [element("p", {}, `Only this machine calls itself ${location.hostname}: on the other one put this machine's name or address in its place.`)] : [];
    this.link.replaceChildren(element("div", { class: "link" }, field, copier), ...own, left);
    field.focus();
  }

  #forget() {
    return element("section", { class: "forget" }, element("h3", {}, "Forget"),
      element("p", {}, "A single game is deleted in the ", this.page.way("history", "", "history"), ". Here everything is: all games, the statistics and the map."),
      element("p", {}, button("Delete all that is kept of me…", () => this.#deleteAll(), "danger")));
  }

  async #deleteAll() {
    const words = `${this.kept.textContent} Everything will be deleted for good: games, history, statistics and map. It cannot be undone; a file that you saved before can be taken in again.`;
    if (await ask("Delete everything?", words, { keep: "Keep it", yes: "Delete everything" }) !== "yes") return;
    try {
      await call("/api/player", { method: "DELETE" });
      sessionStorage.removeItem("freecell.game");
      location.replace("/");
    } catch (problem) {
      this.page.tell(reason(problem), true);
    }
  }
}

/** One of the faults of a layout. @param {unknown} fault */
const faultWords = fault => (typeof fault === "string" ? fault : /** @type {{message?: string}} */ (fault)?.message ?? JSON.stringify(fault));
