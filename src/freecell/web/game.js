// The game on the table: sends what the player wants, shows what the server answers. It decides nothing about the rules.

import { announce, hideNotice, notify } from "./announce.js";
import { askTarget, isFoundation, isSequence, serverPlace, targetsOf } from "./piles.js";
import { move, newGame, openGame, tap, turnClock } from "./protocol.js";
import { rememberGame } from "./storage.js";
import { TruthNews } from "./truth.js";
import { n, t } from "./words.js";

/** @import { Message, Snapshot, Place, Event, Start, Settings, Problem, ReviewPart, TruthTold } from "./protocol.js" */
/** @import { Table, Spotted } from "./table.js" */
/** @import { Load } from "./pointer.js" */
/** @import { Spots } from "./animate.js" */
/** @typedef {{snapshot: Snapshot, events: Event[], fresh: boolean}} Shown  fresh: another game than before */
/** @typedef {(part: ReviewPart|Problem) => void} Reviewer  gets each part of a review, or why there will be none */

/** Events that are worth no words: the notice on the table says the same, if it lasts. */
const UNSAID = ["searching"];
/** An event that may come many times at once. */
const UNDONE = "undone";
/** So many of them are told one by one. */
const FEW = 2;
/** An event after which the game stands as others left it, whatever was known of it here. */
const ELSEWHERE = "elsewhere";

export class Game {
  /** @type {Snapshot|null} */
  snapshot = null;
  /** The command that was sent last. @type {Promise<unknown>} */
  #last = Promise.resolve();
  #news = new TruthNews();
  /** Who gets the parts of a review, and the id of the command that asked for it. @type {{id: string, reviewer: Reviewer}|null} */
  #review = null;

  /**
   * @param {object} parts
   * @param {Table} parts.table
   * @param {import("./connection.js").Connection} parts.connection
   * @param {() => number} parts.stepTime  milliseconds for a single move on the screen, 0 for none
   * @param {(shown: Shown) => void} parts.shown  is told of every snapshot that was shown
   * @param {(snapshot: Snapshot) => void} parts.known  is told when more is known about what is shown already
   * @param {(problem: Problem) => void} parts.gone  is told when the game on the table is not there any more
   * @param {() => void} parts.refused  is told when what the hands wanted cannot be done
   */
  constructor({ table, connection, stepTime, shown, known, gone, refused }) {
    this.table = table;
    this.connection = connection;
    this.stepTime = stepTime;
    this.shown = shown;
    this.known = known;
    this.gone = gone;
    this.refused = refused;
  }

  /** Begins another game. @param {Start} start @returns {Promise<Problem|null>} why it could not */
  async start(start) {
    return this.#enter(await this.connection.request(() => newGame(start)));
  }

  /**
   * Goes on with a game that is kept.
   * @param {string|undefined} game  its name; absent: the open one that was played last
   * @param {Settings} settings
   * @returns {Promise<Problem|null>} why it could not
   */
  async open(game, settings) {
    return this.#enter(await this.connection.request(() => openGame(game, settings)));
  }

  /** Lets the game's clock run, or stops it. @param {boolean} running */
  async turnClock(running) {
    if (this.snapshot) this.hear(await this.connection.request(() => turnClock(running)));
  }

  /**
   * Sends a command, and shows its answer.
   * @param {Record<string, unknown>} command @param {Spots|null} [held]  cards that the player holds over their target
   * @returns {Promise<Problem|null>} why it was refused
   */
  async send(command, held = null) {
    if (!this.snapshot) return null;
    const answer = this.connection.request(() => ({ ...command, version: this.snapshot?.version }));
    this.#last = answer;
    return this.#hear(await answer, held);
  }

  /** Asks for a review of the game as it is now. @param {Reviewer} reviewer @returns {Promise<void>} */
  async review(reviewer) {
    const answer = await this.connection.request(() => ({ do: "review", version: this.snapshot?.version }));
    if (answer.type === "opened") this.#enter(answer);
    if (answer.type === "refused" || answer.type === "opened") return this.review(reviewer); // the game went on meanwhile
    if (answer.type !== "review") return answer.type === "error" ? reviewer(answer.error) : undefined;
    this.#review = { id: answer.id, reviewer };
    reviewer(answer);
  }

  /** Wants no more of the review. */
  endReview() {
    this.#review = null;
  }

  /** Shows what the server said, asked or unasked. @param {Message} message */
  hear(message) {
    if (message.type === "truth") this.#learnTruth(message);
    else if (message.type === "saved") message.game === this.snapshot?.game && this.#learn({ saved: message.saved });
    else if (message.type === "clock") this.#learn({ clock: message.clock });
    else if (message.type === "closed") message.game === this.snapshot?.game && this.gone(message.error);
    else if (message.type === "review") this.#review?.reviewer(message);
    else if (message.type === "error" && message.id !== null && message.id === this.#review?.id) this.#review.reviewer(message.error);
    else if (message.type === "opened") this.#enter(message);
    else this.#hear(message, null);
  }

  /** @param {Spotted} spotted */
  async tap({ place, depth, card }) {
    const picked = this.snapshot?.picked;
    // A slot without a suit is nobody's place yet; with a card in the hand it means that card's own foundation.
    if (serverPlace(place) === "h") return picked ? this.#try(move(picked.from, "h", 1), picked.from, -1) : undefined;
    await this.#try(tap(place, card && /\d/.test(place) ? depth : undefined), place, depth);
  }

  /** The second tap on a card: up to its foundation with it. @param {Spotted} spotted */
  async doubleTap(spotted) {
    if (spotted.depth !== (this.table.piles.get(spotted.place) ?? []).length - 1) return this.tap(spotted);
    // The first tap may have moved the card already; then the one below it must not follow.
    await this.#last;
    if (this.table.piles.get(spotted.place)?.at(-1) !== spotted.card) return;
    // What the first tap picked is put back before, so that the answer to the move is what the player sees and hears last.
    await this.putDown();
    await this.#try(move(spotted.place, "h", 1), spotted.place, spotted.depth);
  }

  /** Puts back what is picked, if anything is. */
  async putDown() {
    const picked = this.snapshot?.picked;
    if (!picked) return;
    const cards = this.table.piles.get(picked.from) ?? [];
    await this.send(tap(picked.from, /\d/.test(picked.from) ? cards.length - picked.count : undefined));
  }

  /** What the hand lifts from here, if these cards hang together. @param {Spotted} spotted */
  lift({ place, depth }) {
    const cards = (this.table.piles.get(place) ?? []).slice(depth);
    hideNotice();
    if (!this.snapshot || cards.length === 0) return null;
    if (!isSequence(cards)) {
      this.table.shake(place, depth, this.stepTime() > 0);
      this.refused();
      notify(t("The cards on it are not a sequence, so they do not move together."));
      return null;
    }
    return { place, cards, legal: targetsOf(this.snapshot, place, cards.length) };
  }

  /** @param {Load} load @param {Place} target @param {Spots} held */
  async drop(load, target, held) {
    // Cards do not hover over their target for as long as the line is broken.
    if (!this.connection.connected) this.putBack();
    const to = isFoundation(target) ? "h" : target;
    await this.#try(move(load.place, to, load.cards.length), load.place, -load.cards.length, this.connection.connected ? held : null);
  }

  /** The dragged cards go back, and nothing is sent. */
  putBack() {
    if (this.snapshot) this.#show(this.snapshot, []);
  }

  /** A move by its two keys: as many cards as fit. @param {Place} from @param {Place} to */
  async move(from, to) {
    await this.#try(move(from, to), from, -1);
  }

  /** The first key of a move was pressed, or taken back. @param {Place|null} from */
  pending(from) {
    if (!from) return this.mark();
    const targets = this.snapshot ? targetsOf(this.snapshot, from, Infinity, true) : new Set();
    this.table.mark(targets, null, from);
    announce(askTarget(from));
  }

  /** Tells those who hear the table that the first key of a move does not count any more. */
  forget() {
    announce(t("The choice is taken back."));
  }

  /** Marks where the picked cards may go. */
  mark() {
    const picked = this.snapshot?.picked;
    if (!this.snapshot || !picked) return this.table.mark(new Set());
    const orFewer = this.snapshot.settings.tap === "cascade";
    this.table.mark(targetsOf(this.snapshot, picked.from, picked.count, orFewer), null, picked.from);
  }

  /**
   * Sends a move or a tap; when it is refused, the cards shake their heads and the reason is shown.
   * @param {Record<string, unknown>} command @param {Place} place @param {number} depth  negative: counted from the top
   * @param {Spots|null} [held]
   */
  async #try(command, place, depth, held = null) {
    hideNotice();
    const problem = await this.send(command, held);
    if (!problem) return;
    this.refused();
    const size = this.table.piles.get(place)?.length ?? 0;
    this.table.shake(place, depth < 0 ? Math.max(0, size + depth) : depth, this.stepTime() > 0);
  }

  /** @param {Message} message */
  #enter(message) {
    if (message.type !== "opened") return message.type === "error" ? message.error : null;
    const fresh = message.snapshot.game !== this.snapshot?.game;
    this.#news = new TruthNews();
    this.#show(message.snapshot, [], fresh ? "deal" : "jump");
    this.shown({ snapshot: message.snapshot, events: [], fresh });
    return null;
  }

  /** @param {Message} message @param {Spots|null} held */
  #hear(message, held) {
    if (message.type === "opened") return this.#enter(message);
    if (!("snapshot" in message) && message.type !== "error") return null;
    const problem = message.type === "refused" || message.type === "error" ? message.error : null;
    if (problem && ["no-such-game", "no-game", "game-deleted"].includes(problem.code)) this.gone(problem);
    else if (problem) notify(problem.message);
    else if (message.type === "answer") hideNotice();
    const snapshot = message.type === "error" ? this.snapshot : message.snapshot;
    const events = "events" in message ? message.events : [];
    const elsewhere = events.find(event => event.code === ELSEWHERE);
    if (!snapshot || (!elsewhere && this.#isOld(snapshot))) return problem;
    if (elsewhere) notify(elsewhere.message);
    const said = wordsOf(events.filter(event => !UNSAID.includes(event.code)));
    announce([...said, this.#news.of(snapshot.truth)].filter(Boolean).join(" "));
    this.#show(snapshot, events, "move", held);
    this.shown({ snapshot, events, fresh: false });
    return problem;
  }

  /** Whether the table has gone on from there already. @param {Snapshot} snapshot */
  #isOld({ game, version }) {
    return this.snapshot?.game === game && version < this.snapshot.version;
  }

  /** @param {TruthTold} told */
  #learnTruth({ version, truth }) {
    if (this.snapshot?.version !== version) return;
    announce(this.#news.of(truth));
    this.#learn({ truth });
  }

  /** Takes in news of what is shown already. @param {Partial<Snapshot>} news */
  #learn(news) {
    if (!this.snapshot) return;
    this.snapshot = { ...this.snapshot, ...news };
    this.known(this.snapshot);
  }

  /** @param {Snapshot} snapshot @param {Event[]} events @param {"deal"|"jump"|"move"} [how] @param {Spots|null} [held] */
  #show(snapshot, events, how = "move", held = null) {
    const stepTime = how === "jump" ? 0 : this.stepTime();
    this.snapshot = snapshot;
    this.table.show(snapshot, { events, stepTime: how === "deal" ? stepTime * 2 : stepTime, held });
    this.mark();
    const { game, address, text } = snapshot;
    rememberGame({ game, address, text, begun: isBegun(snapshot) });
  }
}

/** What is said of events; of a long way back, only how far it went. @param {Event[]} events */
function wordsOf(events) {
  const undone = events.filter(event => event.code === UNDONE).length;
  if (undone <= FEW) return events.map(event => event.message);
  const others = events.filter(event => event.code !== UNDONE).map(event => event.message);
  return [n("{number} action undone.", "{number} actions undone.", undone), ...others];
}

/** Whether anything was done in it, so that it is kept. @param {Snapshot} snapshot */
export const isBegun = ({ moves, undo, redo, status, help }) => moves + undo + redo + help.hints > 0 || status !== "playing";
