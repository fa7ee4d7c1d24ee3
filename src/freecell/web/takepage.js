// Take along: everything as one file, out and in; single games and layouts as text; another machine; and forgetting all of it.

import { call, reason } from "./api.js";
import { ask } from "./dialogs.js";
import { button, copy, element } from "./dom.js";
import { grouped, timeWords } from "./numbers.js";
import { n, t } from "./words.js";

/** @import { Page } from "./page.js" */
/** @typedef {{local: boolean, games: number, open: number, unsaved: number}} Player  as /api/player tells */
/** @typedef {{new: number, continued: number, known: number, refused: {line: number, problem: string}[], refused_count: number, game: string|null}} Taken  as /api/import tells */

/** The server takes no larger file. */
const LARGEST = 64_000_000;
// T: A heading: taking games out of here, as a file.
const OUT = t("Out");
// T: A heading: taking games in, from a file or a text.
const IN = t("In");
// T: A heading: deleting all that is kept.
const FORGET = t("Forget");
/** What a machine calls itself, and no other does. */
const OWN_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** @param {Page} page */
export const fill = page => new TakeAlong(page);

/** What came of an import, in a sentence. @param {Taken} taken */
export function takenWords(taken) {
  const { continued, known, refused_count: refused } = taken;
  const told = [
    ...(taken.new ? [n("{number} game is new.", "{number} games are new.", taken.new)] : []),
    ...(continued ? [n("{number} game goes on from where it stood.", "{number} games go on from where they stood.", continued)] : []),
    ...(known ? [n("{number} game was here already.", "{number} games were here already.", known)] : []),
  ];
  const failed = refused ? [n("{number} line could not be taken.", "{number} lines could not be taken.", refused)] : [];
  return [...(told.length ? told : [t("There was no game in it.")]), ...failed].join(" ");
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
    this.machine = element("section", { hidden: true }, element("h3", {}, t("On another machine")), ...this.#machine());
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
      const kept = games > 1 ? n("{number} game is kept, {open} of them open.", "{number} games are kept, {open} of them open.", games, { open: grouped(open) })
        : games ? n("{number} game is kept.", "{number} games are kept.", games) : t("No game is kept yet.");
      const late = unsaved ? [n("{number} game has moves that are not on disk yet.", "{number} games have moves that are not on disk yet.", unsaved)] : [];
      this.kept.textContent = [kept, ...late].join(" ");
      this.machine.hidden = local;
    } catch (problem) {
      if (!this.#asking.signal.aborted) this.page.tell(reason(problem), true);
    }
  }

  #out() {
    const save = element("a", { href: "/api/export", download: "freecell-games.jsonl", class: "button primary" }, t("Save all games as a file"));
    return element("section", {}, element("h3", {}, OUT), this.kept,
      element("p", {}, t("One file with every game and all its moves. Another machine reads it, as often as you like, and takes nothing twice. It is plain text, a game on each line.")),
      element("p", {}, save));
  }

  #in() {
    const file = element("input", { type: "file", id: "take-file", hidden: true, accept: ".jsonl,.txt,.text,text/plain" });
    file.addEventListener("change", () => {
      if (file.files?.[0]) this.take(file.files[0]);
      file.value = "";
    });
    const choose = button(t("Choose a file…"), () => file.click());
    const take = button(t("Take in this text"), () => this.take(this.text.value));
    return element("section", { class: "in" }, element("h3", {}, IN),
      element("p", {}, t("A file that was saved so; or the text of a game, a layout or a position, as this program, fc-solve or PySolFC writes them. Drop it anywhere on the page, paste it, or choose a file.")),
      element("p", {}, choose, file), element("label", { for: "take-text" }, t("Or as text")), this.text, element("p", {}, take), this.result);
  }

  /** Takes in games, or a layout. @param {string|File} content */
  async take(content) {
    if (typeof content === "string") this.text.value = content.slice(0, 20_000);
    const size = typeof content === "string" ? content.length : content.size;
    if (size > LARGEST) return this.#refuse(t("This is too large: {size} MB; at most {most} MB can be taken in.", { size: grouped(Math.ceil(size / 1e6)), most: LARGEST / 1e6 }));
    if (size === 0) return this.#refuse(t("There is nothing in it."));
    this.result.className = "taken";
    this.result.replaceChildren(element("p", { class: "busy-line" }, t("Taking it in: every game is replayed…")));
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
    const lines = refused.map(({ line, problem }) => element("li", {}, element("b", {}, t("Line {line}:", { line: grouped(line) })), " ", problem));
    const more = count > refused.length ? [element("li", {}, n("and {number} more line", "and {number} more lines", count - refused.length))] : [];
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
    return [element("p", {}, t("A link lets one more machine in, once. It then plays, and counts, as you do here: the games of both become one history.")),
      element("p", {}, button(t("Make a link"), () => this.#makeLink())), this.link];
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
    const field = element("input", { type: "text", readonly: true, "aria-label": t("The link"), class: "code" });
    field.value = address;
    field.addEventListener("focus", () => field.select());
    const copier = button(t("Copy"), async () => { copier.textContent = await copy(address) ? t("Copied") : t("Select it and copy it"); }, "primary");
    const left = element("p", { class: "dim" });
    const tick = () => {
      const time = until - Date.now();
      left.textContent = time > 0 ? t("Open it on the other machine. It can be used once, within {time}.", { time: timeWords(time) }) : t("The time is over: make a new link.");
      field.disabled = time <= 0;
      if (time <= 0) clearInterval(this.#counting);
    };
    clearInterval(this.#counting);
    this.#counting = setInterval(tick, 1000);
    tick();
    const own = OWN_NAMES.includes(location.hostname) ? [element("p", {}, t("Only this machine calls itself {name}: on the other one put this machine's name or address in its place.", { name: location.hostname }))] : [];
    this.link.replaceChildren(element("div", { class: "link" }, field, copier), ...own, left);
    field.focus();
  }

  #forget() {
    return element("section", { class: "forget" }, element("h3", {}, FORGET),
      element("p", {}, ...this.#singly(), " ", t("Here everything is deleted: all games, the statistics and the map.")),
      element("p", {}, button(t("Delete all that is kept of me…"), () => this.#deleteAll(), "danger")));
  }

  /** Where a single game is deleted, with the way there in the midst of the sentence. @returns {(Node|string)[]} */
  #singly() {
    // T: {history} is a link to the page of that name.
    const [before, after] = t("A single game is deleted in the {history}.").split("{history}");
    // T: A link within a sentence: "A single game is deleted in the history."
    return [before, this.page.way("history", "", t("history")), after];
  }

  async #deleteAll() {
    const words = t("Everything will be deleted for good: games, history, statistics and map. It cannot be undone; a file that you saved before can be taken in again.");
    if (await ask(t("Delete everything?"), `${this.kept.textContent} ${words}`, { keep: t("Keep it"), yes: t("Delete everything") }) !== "yes") return;
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
