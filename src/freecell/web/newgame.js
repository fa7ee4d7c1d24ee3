// The dialog for a new game: which deal or what kind of one, or a text, under which house rules.

import { AT_ONCE } from "./address.js";
import { openDialog } from "./dialogs.js";
import { button, element } from "./dom.js";
import { recall, remember } from "./storage.js";
import { WishField } from "./wish.js";
import { n, t } from "./words.js";

/** @import { Profile, Rules, Start, Problem } from "./protocol.js" */
/**
 * @typedef {object} Starter
 * @property {(start: Start) => Promise<Problem|null>} play  starts a game, or tells why not
 * @property {() => void} stop  lets a deal that is searched for be
 */

/** Every house rule with its values as [value, words]. @type {Record<string, [string, [string|number|boolean|null, string][]]>} */
export const RULES = {
  cells: [t("Cells"), [0, 1, 2, 3, 4].map(count => [count, String(count)])],
  supermove: [t("Several cards at once"), [["exact", t("doubled by empty cascades")], ["linear", t("added by empty cascades")], ["single", t("one card at a time")]]],
  foundation_return: [t("Cards may come back from foundations"), yesNo()],
  foundation_first: [t("A card that can go up goes nowhere else"), yesNo()],
  whole_cascade_to_empty: [t("A whole cascade may go to an empty one"), yesNo()],
  autoplay: [t("Cards go up by themselves"), [["off", t("never")], ["safe", t("when it is safe")], ["max", t("whenever they can")]]],
  undo_limit: [t("Undo"), [[null, t("without limit")], [100, lastActions(100)], [10, lastActions(10)], [1, lastActions(1)], [0, t("not at all")]]],
  // T: A game has no score.
  scoring: [t("Score"), [["none", t("none")], ["cards", t("cards on the foundations")], ["points", t("points")]]],
  lose_without_moves: [t("Without a legal move"), [[true, t("the game is lost")], [false, t("the game waits for an undo")]]],
};

/** @returns {[boolean, string][]} */
function yesNo() {
  return [[true, t("yes")], [false, t("no")]];
}

/** How far Undo goes back. @param {number} count */
function lastActions(count) {
  return n("the last {number} action", "the last {number} actions", count);
}

// T: In the empty field for the deal's number: any deal.
const RANDOM = t("random");
/** What can be wrong with the deal itself; anything else is about its rules. */
const DEAL_PROBLEMS = ["bad-deal", "deal-range", "bad-code", "code-cells", "no-such-deal"];

/** @type {Promise<Profile[]>|null} */
let loading = null;

/** The profiles that the server offers. */
export function profiles() {
  loading ??= fetch("/api/profiles").then(async answer => {
    if (!answer.ok) throw new Error(`/api/profiles: ${answer.status}`);
    return /** @type {{profiles: Profile[]}} */ (await answer.json()).profiles;
  });
  // A failure is not kept: the next one who asks tries again.
  loading.catch(() => { loading = null; });
  return loading;
}

/**
 * Opens the dialog, and waits until it is closed. It stays open, with all that was typed, until a game could be started.
 * @param {Start} initial  what the fields hold at first
 * @param {Starter} starter
 * @param {Problem|null} [problem]  what is wrong with the initial fields
 */
export async function openNewGame(initial, starter, problem = null) {
  try {
    const list = await profiles();
    await new Promise(closed => {
      const form = new NewGameForm(list, initial, starter, () => closed(null));
      if (problem) form.complain(problem);
    });
  } catch {
    openDialog(t("New game"), [element("p", {}, t("The server cannot be reached at the moment. Please try again soon."))]);
  }
}

class NewGameForm {
  /** Whether the player said how many cells there shall be. */
  #cellsChosen = false;
  /** Whether a game is being asked for. */
  #waiting = false;

  /** @param {Profile[]} list @param {Start} initial @param {Starter} starter @param {() => void} closed */
  constructor(list, initial, starter, closed) {
    this.list = list;
    this.starter = starter;
    this.wish = new WishField(initial.wish ?? recall("localStorage", "wish"));
    this.deal = element("input", {
      id: "new-deal", type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", enterkeyhint: "go",
      placeholder: RANDOM, "aria-describedby": "new-deal-help new-deal-problem",
    });
    this.deal.value = initial.deal === "random" ? "" : initial.deal ?? "";
    this.problem = element("p", { id: "new-deal-problem", class: "problem", role: "alert" });
    this.otherProblem = element("p", { class: "problem", role: "alert" });
    this.radios = list.map(profile => element("input", { type: "radio", name: "profile", value: profile.name }));
    this.cells = element("div", { class: "segments", role: "group", "aria-label": t("Cells") });
    this.rules = Object.fromEntries(Object.entries(RULES).map(([name, [, values]]) => [name, select(name, values)]));
    this.house = element("details", {}, element("summary", {}, t("House rules of your own")), ...this.#houseFields());
    this.text = element("textarea", { id: "new-text", rows: "7", spellcheck: "false", autocomplete: "off", placeholder: "FreeCell game\nDeal: 164\nRules: standard\nMoves: 17 1a 17" });
    this.dialog = openDialog(t("New game"), [this.#form()], { kind: "new", closed: () => this.#closed(closed) });
    this.#choose(list.find(profile => profile.name === initial.profile) ?? list[0], initial.rules ?? {});
    this.deal.focus();
  }

  /** Shows why the game could not begin: by the deal, or above all fields. @param {Problem} problem */
  complain({ code, message }) {
    const about = DEAL_PROBLEMS.includes(code);
    (about ? this.problem : this.otherProblem).textContent = message;
    if (!about) return this.dialog.scrollTo(0, 0);
    this.deal.setAttribute("aria-invalid", "true");
    this.deal.focus();
  }

  #form() {
    const help = element("p", { id: "new-deal-help", class: "dim help" }, t("A number, a code such as FC1-C4-AAAAAFE, or nothing for a random deal."));
    const deal = element("div", { class: "field" }, element("label", { for: "new-deal" }, t("Deal")), this.deal, help, this.problem);
    const cards = this.list.map((profile, index) => {
      const words = element("span", { id: `profile-${profile.name}` }, element("b", {}, profile.title), element("span", { class: "dim" }, profile.summary));
      return element("div", { class: "profile" }, element("label", {}, this.radios[index], words), ...(profile.name === AT_ONCE ? [this.#starter(profile)] : []));
    });
    const legend = element("legend", {}, t("Rules"));
    this.buttons = element("div", { class: "buttons" },
      element("button", { type: "submit", class: "primary" }, t("Play")), button(t("Random deal"), () => this.#submit("random")));
    this.busy = element("div", { class: "buttons busy", hidden: true }, element("span", { role: "status" }), button(t("Stop"), () => this.starter.stop()));
    const form = element("form", {}, this.otherProblem, deal, this.wish.element, element("fieldset", {}, legend, ...cards), this.cells, this.house,
      this.#textField(), this.buttons, this.busy);
    form.addEventListener("submit", event => {
      event.preventDefault();
      this.#submit(this.deal.value.trim() || "random");
    });
    form.addEventListener("change", event => this.#changedField(event.target));
    this.deal.addEventListener("input", () => this.#forgive());
    return form;
  }

  /** A button that needs none of the fields. @param {Profile} profile */
  #starter({ name }) {
    const made = button(t("Start now"), () => this.#start({ deal: "random", profile: name }));
    made.setAttribute("aria-describedby", `profile-${name}`);
    return made;
  }

  /** A game or a layout as text, which has its own rules. */
  #textField() {
    const open = button(t("Open this text"), () => this.#start({ text: this.text.value }));
    return element("details", { class: "from-text" }, element("summary", {}, t("A game or a layout as text")),
      element("label", { for: "new-text", class: "offscreen" }, t("The text")), this.text, element("p", {}, open));
  }

  #houseFields() {
    return Object.entries(RULES).map(([name, [label]]) =>
      element("div", { class: "row" }, element("label", { for: `rule-${name}` }, label), this.rules[name]));
  }

  /** @param {EventTarget|null} target */
  #changedField(target) {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (target.name === "profile") this.#choose(this.profile, {});
    if (target.name === "cells") this.#setRule("cells", Number(target.value));
    this.wish.changed();
    if (target === this.rules.cells) this.#showCells();
    if (target === this.rules.cells || target.name === "cells") this.#cellsChosen = true;
  }

  get profile() {
    return this.list[Math.max(0, this.radios.findIndex(radio => radio.checked))];
  }

  /** @param {Profile} profile @param {Rules} rules  what differs from it */
  #choose(profile, rules) {
    this.radios[this.list.indexOf(profile)].checked = true;
    for (const name of Object.keys(RULES)) this.#setRule(name, name in rules ? rules[name] : profile.rules[name]);
    this.#cellsChosen = false;
    this.#showCells();
    // No rule holds unseen: what is neither the profile's nor among its cells is shown.
    const changed = this.#changed();
    if (Object.keys(changed).some(name => name !== "cells" || !profile.cells.includes(Number(changed.cells)))) this.house.open = true;
  }

  /** @param {string} name @param {string|number|boolean|null} value */
  #setRule(name, value) {
    const text = JSON.stringify(value ?? null);
    const field = this.rules[name];
    if (![...field.options].some(option => option.value === text)) field.append(element("option", { value: text }, String(value)));
    field.value = text;
  }

  #showCells() {
    const counts = this.profile.cells;
    const current = JSON.parse(this.rules.cells.value);
    this.cells.hidden = counts.length < 2;
    this.cells.replaceChildren(element("span", {}, t("Cells")), ...counts.map(count => {
      const radio = element("input", { type: "radio", name: "cells", value: String(count) });
      radio.checked = count === current;
      return element("label", {}, radio, element("span", {}, String(count)));
    }));
  }

  /** The rules that differ from the profile's. @returns {Rules} */
  #changed() {
    const { rules } = this.profile;
    const values = Object.keys(RULES).map(name => [name, JSON.parse(this.rules[name].value)]);
    return Object.fromEntries(values.filter(([name, value]) => value !== rules[name]));
  }

  /** @param {string} deal */
  async #submit(deal) {
    const { cells, ...others } = this.#changed();
    // A code brings its own cells.
    const silent = cells === undefined || (!this.#cellsChosen && /^fc/i.test(deal));
    const wish = deal === "random" ? { wish: this.wish.value } : {};
    await this.#start({ deal, profile: this.profile.name, rules: silent ? others : { cells, ...others }, ...wish });
  }

  /** @param {Start} wanted */
  async #start(wanted) {
    this.#forgive();
    this.#wait(true);
    const slow = setTimeout(() => { this.#status.textContent = t("Looking for a deal as you wish…"); }, 300);
    const problem = await this.starter.play(wanted);
    clearTimeout(slow);
    this.#wait(false);
    if (problem?.code === "stopped") this.deal.focus();
    else if (problem) this.complain(problem);
    else this.dialog.close();
    if (!problem && wanted.wish) remember("localStorage", "wish", wanted.wish);
  }

  get #status() {
    return /** @type {HTMLElement} */ (this.busy?.firstElementChild);
  }

  /** @param {boolean} waiting */
  #wait(waiting) {
    this.#waiting = waiting;
    this.#status.textContent = "";
    if (this.buttons) this.buttons.hidden = waiting;
    if (this.busy) this.busy.hidden = !waiting;
  }

  /** @param {() => void} closed */
  #closed(closed) {
    if (this.#waiting) this.starter.stop();
    closed();
  }

  #forgive() {
    this.problem.textContent = this.otherProblem.textContent = "";
    this.deal.removeAttribute("aria-invalid");
  }
}

/** @param {string} name @param {[string|number|boolean|null, string][]} values */
function select(name, values) {
  return element("select", { id: `rule-${name}` }, ...values.map(([value, words]) => element("option", { value: JSON.stringify(value) }, words)));
}
