// The table on the screen: one element per card for as long as the page lives, a slot for every place.

import { Motion, celebrate, shake } from "./animate.js";
import { cardElement, suitSymbol } from "./cards.js";
import { element } from "./dom.js";
import { LONGEST, around, cornerOf, layout } from "./layout.js";
import { CASCADES, DECK, foundationPlaces, isCascade, isFoundation, label, pilesOf, placeName, serverPlace } from "./piles.js";
import { n, t } from "./words.js";

/** @import { Card, Place, Snapshot, Event, Step } from "./protocol.js" */
/** @import { Piles } from "./piles.js" */
/** @import { Layout } from "./layout.js" */
/** @import { Spots } from "./animate.js" */
/** @typedef {{place: Place, depth: number, card: Card|null}} Spotted  what is at a point of the table; depth -1 and no card: the slot itself */

/** How the player likes a table, as looks.js has marked the page. @returns {import("./layout.js").Likes} */
function likes() {
  const { dataset } = document.documentElement;
  return { large: "large" in dataset, left: "left" in dataset };
}

export class Table {
  /** @type {Snapshot|null} */
  snapshot = null;
  /** @type {Piles} */
  piles = new Map();
  /** @type {Layout|null} */
  layout = null;
  /** How many cards the longest cascade can come to have. */
  longest = LONGEST;
  motion = new Motion();
  /** @type {Map<Card, HTMLElement>} */
  #cards = new Map();
  #size = { width: 0, height: 0 };
  /** @type {Map<Place, HTMLElement>} */
  #groups = new Map();
  /** @type {Map<Place, HTMLElement>} */
  #slots = new Map();
  #marks = "";
  #observer = new ResizeObserver(() => this.relay());
  /** @type {{place: Place, depth: number}} where the keyboard is */
  #focus = { place: "1", depth: -1 };

  /** @param {HTMLElement} felt  the element that the table fills @param {boolean} [touchable]  false: only to be looked at */
  constructor(felt, touchable = true) {
    this.felt = felt;
    this.touchable = touchable;
    felt.addEventListener("focusin", event => {
      const found = this.spot(event.target);
      if (found) this.#rove(found);
    });
    this.#observer.observe(felt);
  }

  /**
   * Shows a snapshot: the end state at once, and on top of it the way there.
   * @param {Snapshot} snapshot  of which a table to be looked at needs no more than where the cards lie
   * @param {{events?: Event[], stepTime?: number, held?: Spots|null}} [how]  held: cards that lie where the player dropped them
   */
  show(snapshot, { events = [], stepTime = 0, held = null } = {}) {
    this.motion.finish();
    // The size is asked for before anything changes: after that, the browser would have to lay everything out to tell it.
    this.#measure();
    const before = { piles: this.piles, spots: this.#spots(), layout: this.layout };
    const focused = this.felt.contains(document.activeElement);
    this.snapshot = snapshot;
    this.piles = pilesOf(snapshot);
    this.#furnish();
    this.#place();
    if (focused) this.focus(this.#focus.place, this.#focus.depth);
    // As long as cards travel, those that lay on top before are still seen.
    this.#bury(before.piles);
    if (stepTime && before.layout) this.#travel(before, events, stepTime, held);
    this.motion.done.then(() => this.snapshot === snapshot && this.#bury(this.piles));
  }

  /** Draws the cards; whoever has the time does it before the first snapshot comes. */
  draw() {
    for (const card of DECK) this.elementOf(card);
  }

  /** Lays everything out anew, without motion; for a table that changed its size. */
  relay() {
    this.motion.finish();
    this.#measure();
    this.#place();
  }

  #measure() {
    this.#size = { width: this.felt.clientWidth, height: this.felt.clientHeight };
  }

  #place() {
    const { width, height } = this.#size;
    if (!this.snapshot || !width || !height) return;
    this.layout = layout(this.snapshot, width, height, this.longest, likes());
    this.felt.classList.toggle("small", this.layout.cardWidth <= 60);
    this.felt.style.setProperty("--w", `${this.layout.cardWidth}px`);
    this.felt.style.setProperty("--h", `${this.layout.cardHeight}px`);
    for (const [place, { x, y }] of this.layout.slots) {
      /** @type {HTMLElement} */ (this.#slots.get(place)).style.transform = `translate(${x}px, ${y}px)`;
    }
    for (const [card, { x, y, z }] of this.#spots()) {
      const { style } = this.elementOf(card);
      style.transform = `translate(${x}px, ${y}px)`;
      style.zIndex = String(z);
    }
    for (const [place, step] of this.layout.steps) {
      const group = /** @type {HTMLElement} */ (this.#groups.get(place));
      group.style.setProperty("--strip", `${step}px`);
      group.classList.toggle("tight", step < this.layout.index);
    }
  }

  /** @param {Card} card */
  elementOf(card) {
    const known = this.#cards.get(card);
    if (known) return known;
    const made = element("div", { class: "holder", ...this.#role(), "data-card": card }, cardElement(card));
    this.#cards.set(card, made);
    return made;
  }

  /** Where a card belongs: the top left corner of its place. @param {Card} card */
  cornerOf(card) {
    for (const [place, cards] of this.piles) {
      if (this.layout && cards.includes(card)) return cornerOf(this.layout, place, cards.indexOf(card));
    }
    return { x: 0, y: 0 };
  }

  /** What an element of the table stands for. @param {EventTarget|null} target */
  spot(target) {
    const found = target instanceof Element ? target.closest(".holder, .slot") : null;
    if (!(found instanceof HTMLElement)) return null;
    const place = /** @type {HTMLElement} */ (found.parentElement).dataset.place ?? "";
    const card = found.dataset.card ?? null;
    return { place, card, depth: card ? (this.piles.get(place) ?? []).indexOf(card) : -1 };
  }

  /**
   * What lies at a point of the window, once all motion has ended; if nothing does, what lies nearest within `reach` pixels.
   * @param {number} x @param {number} y @param {number} [reach]
   */
  spotAt(x, y, reach = 0) {
    this.motion.finish();
    for (const [dx, dy] of around(reach)) {
      const found = this.spot(document.elementFromPoint(x + dx, y + dy));
      if (found) return found;
    }
    return null;
  }

  /**
   * Marks places as legal targets, and one of them as the one that would receive the cards.
   * @param {Set<Place>} legal @param {Place|null} [receiver] @param {Place|null} [source]
   */
  mark(legal, receiver = null, source = null) {
    // A drag asks for the same marks at every pixel; they are renewed only when they change.
    const marks = [...legal, receiver, source].join();
    if (marks === this.#marks) return;
    this.#marks = marks;
    for (const [place, group] of this.#groups) {
      group.classList.toggle("legal", legal.has(place));
      group.classList.toggle("receiver", place === receiver);
      group.classList.toggle("source", place === source);
    }
    this.#name(legal);
  }

  /** Gives the keyboard to the card, or to the slot of an empty place. @param {Place} place @param {number} depth  -1: the top card */
  focus(place, depth) {
    const target = this.#elementAt(place, depth);
    target?.focus({ preventScroll: true });
    return Boolean(target);
  }

  /** Where the keyboard is. */
  get focused() {
    const { place, depth } = this.#focus;
    const size = this.piles.get(place)?.length ?? 0;
    return { place, depth: depth < 0 || depth >= size ? size - 1 : depth };
  }

  /** Shakes the cards of a place from a depth on, or the empty slot. @param {Place} place @param {number} depth @param {boolean} moves  false: the player wants no motion */
  shake(place, depth, moves) {
    const cards = (this.piles.get(place) ?? []).slice(depth < 0 ? -1 : depth);
    const shaken = cards.length ? cards.map(card => this.elementOf(card).firstElementChild) : [this.#slots.get(place)];
    for (const target of shaken) target && moves && shake(target);
  }

  /** Plays the joy of a win. */
  celebrate() {
    if (!this.layout) return;
    this.motion.finish();
    celebrate(this.motion, card => this.elementOf(card), this.#spots(), { ...this.#size, ...this.layout });
  }

  /** How many cards of a place the arrow keys visit one by one. @param {Place} place */
  visits(place) {
    return isCascade(place) ? this.piles.get(place)?.length ?? 0 : 1;
  }

  /** Puts every card in its group, deepest first, moving only those elements that are not there yet. */
  #furnish() {
    const snapshot = /** @type {Snapshot} */ (this.snapshot);
    const cells = ["a", "b", "c", "d"].slice(0, snapshot.cells.length);
    const foundations = foundationPlaces(snapshot);
    const places = [...(likes().left ? [...foundations, ...cells] : [...cells, ...foundations]), ...CASCADES];
    for (const [place, group] of this.#groups) {
      if (!places.includes(place)) group.remove();
    }
    places.forEach((place, index) => {
      const group = this.#groupOf(place);
      if (this.felt.children[index] !== group) this.felt.insertBefore(group, this.felt.children[index] ?? null);
      const cards = this.piles.get(place) ?? [];
      cards.forEach((card, depth) => {
        const holder = this.elementOf(card);
        if (group.children[depth + 1] !== holder) group.insertBefore(holder, group.children[depth + 1] ?? null);
        holder.classList.toggle("picked", snapshot.picked?.cards.includes(card) ?? false);
      });
      group.classList.toggle("empty", cards.length === 0);
    });
    this.#marks = "anew";
    this.#advise();
    this.#name(new Set());
    this.#rove(this.#focus);
  }

  /** Shows the hint on the cards: what goes, and where to. */
  #advise() {
    const hint = this.snapshot?.hint ?? null;
    const target = this.#hintTarget();
    for (const [place, group] of this.#groups) group.classList.toggle("hint-to", place === target);
    for (const [card, holder] of this.#cards) holder.classList.toggle("hinted", hint?.cards.includes(card) ?? false);
  }

  /** Where the hint sends its cards; a foundation that has no place of its own yet is the first free one. */
  #hintTarget() {
    const { hint, slots } = this.snapshot ?? {};
    if (!hint || !slots || !isFoundation(hint.to)) return hint?.to ?? null;
    const places = foundationPlaces({ slots });
    return places.find(place => place === hint.to) ?? places.find(place => serverPlace(place) === "h") ?? null;
  }

  /**
   * Hides what lies deep in a foundation, so that thirteen shadows do not add up: all but the top two cards, now and before.
   * @param {Piles} before
   */
  #bury(before) {
    for (const [place, cards] of this.piles) {
      const seen = Math.min(cards.length, before.get(place)?.length ?? 0) - 2;
      cards.forEach((card, depth) => this.elementOf(card).classList.toggle("buried", isFoundation(place) && depth < seen));
    }
  }

  /** @returns {Record<string, string>} */
  #role() {
    return this.touchable ? { role: "button", tabindex: "-1" } : { role: "img" };
  }

  /** @param {Place} place */
  #groupOf(place) {
    const known = this.#groups.get(place);
    if (known) return known;
    const slot = element("div", { class: "slot", ...this.#role() });
    if (isFoundation(place) && !/\d/.test(place)) slot.append(suitSymbol(place[1]));
    const kind = isCascade(place) ? "cascade" : isFoundation(place) ? "foundation" : "cell";
    const group = element("div", { class: `pile ${kind}`, role: "group", "data-place": place, "aria-label": placeName(place) }, slot);
    this.#slots.set(place, slot);
    this.#groups.set(place, group);
    return group;
  }

  /** Names every card and place for those who hear the table. @param {Set<Place>} legal */
  #name(legal) {
    const hinted = this.snapshot?.hint?.cards[0];
    for (const [place, group] of this.#groups) {
      const cards = this.piles.get(place) ?? [];
      const marked = (/** @type {string} */ name) => targetName(name, legal.has(place), group.classList.contains("hint-to"));
      const visible = isCascade(place) ? 0 : cards.length - 1;
      const slot = /** @type {HTMLElement} */ (this.#slots.get(place));
      slot.setAttribute("aria-label", marked(label(place, [], 0)));
      slot.ariaHidden = cards.length ? "true" : null;
      cards.forEach((card, depth) => {
        const holder = this.elementOf(card);
        const name = card === hinted ? t("{name}, hinted", { name: label(place, cards, depth) }) : label(place, cards, depth);
        holder.setAttribute("aria-label", depth === cards.length - 1 ? marked(name) : name);
        holder.ariaHidden = depth < visible ? "true" : null;
        if (this.touchable) holder.setAttribute("aria-pressed", String(holder.classList.contains("picked")));
      });
      group.setAttribute("aria-label", isCascade(place) ? n("{place}, {number} card", "{place}, {number} cards", cards.length, { place: placeName(place) }) : placeName(place));
    }
  }

  /** @param {Place} place @param {number} depth */
  #elementAt(place, depth) {
    const cards = this.piles.get(place);
    if (!cards?.length) return this.#slots.get(place);
    return this.elementOf(cards[depth < 0 || depth >= cards.length ? cards.length - 1 : depth]);
  }

  /** Makes one element of the table the one that Tab reaches. @param {{place: Place, depth: number}} to */
  #rove({ place, depth }) {
    if (!this.touchable) return;
    if (!this.#groups.get(place)?.isConnected) place = "1";
    this.#focus = { place, depth: isCascade(place) ? depth : -1 };
    this.felt.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    this.#elementAt(place, depth)?.setAttribute("tabindex", "0");
  }

  /** Where every card lies now. @param {Piles} [piles] @param {Layout|null} [table] @returns {Spots} */
  #spots(piles = this.piles, table = this.layout) {
    /** @type {Spots} */
    const spots = new Map();
    if (!table) return spots;
    for (const [place, cards] of piles) {
      cards.forEach((card, depth) => spots.set(card, { ...cornerOf(table, place, depth), z: depth + 1 }));
    }
    return spots;
  }

  /**
   * Plays the single moves that the events tell, one stage after the other.
   * @param {{piles: Piles, spots: Spots, layout: Layout|null}} before @param {Event[]} events @param {number} stepTime @param {Spots|null} held
   */
  #travel(before, events, stepTime, held) {
    const snapshot = /** @type {Snapshot} */ (this.snapshot);
    const end = /** @type {Layout} */ (this.layout);
    const first = new Map(before.spots);
    for (const [card, spot] of held ?? []) first.set(card, spot);
    const stages = [first];
    const piles = new Map([...before.piles].map(([place, cards]) => [place, [...cards]]));
    // A foundation that is empty in the end may have no slot of its own any more, but a card still leaves from where it was.
    const slots = new Map([...(before.layout?.slots ?? []), ...end.slots]);
    const stage = () => {
      const cascades = CASCADES.map(place => piles.get(place) ?? []);
      const { steps } = layout({ ...snapshot, cascades }, this.#size.width, this.#size.height, this.longest, likes());
      stages.push(this.#spots(piles, { ...end, slots, steps }));
    };
    for (const event of events) {
      // Cards that the player carried there all at once need no single steps any more.
      const carried = held !== null && event.code === "moved";
      for (const { card, from, to } of /** @type {Step[]} */ (event.values.steps ?? [])) {
        piles.set(from, (piles.get(from) ?? []).filter(other => other !== card));
        piles.set(to, [...(piles.get(to) ?? []), card]);
        if (!carried) stage();
      }
      if (carried) stage();
    }
    const told = stages.length > 1 && [...this.piles].every(([place, cards]) => cards.join() === (piles.get(place) ?? []).join());
    this.motion.play(card => this.elementOf(card), told ? stages : [first, this.#spots()], stepTime);
  }
}

/** The name of a place or a card that is a target. @param {string} name @param {boolean} legal @param {boolean} hinted */
function targetName(name, legal, hinted) {
  // T: Of a place, for those who hear the table: the cards that are picked can go there.
  const told = legal ? t("{name}, can go here", { name }) : name;
  return hinted ? t("{name}, the hint's target", { name: told }) : told;
}
