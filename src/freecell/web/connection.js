// The line to the server: one command at a time, none lost and none applied twice when the line breaks.

import { commandId, openGame, readMessage } from "./protocol.js";

/** @import { Message, Opened } from "./protocol.js" */
/** @typedef {"connected"|"reconnecting"} LineState */
/** @typedef {{build: () => Record<string, unknown>, sent: Record<string, unknown>|null, resolve: (message: Message) => void}} Request */
/** @typedef {Pick<WebSocket, "url"|"readyState"|"send"|"close"> & {[K in "onopen"|"onclose"|"onerror"|"onmessage"]: any}} Socket */

const FIRST_DELAY = 200;
const LONGEST_DELAY = 5000;
const PATIENCE = 10000;
/** A deal that is as wished has to be searched for first. */
const LONG_PATIENCE = 60000;
/** Why a game cannot be taken up again at this moment, though it is there. */
const FOR_NOW = ["no-database", "busy", "too-busy", "too-many-requests"];

export class Connection {
  /** @type {string|null} the name of the game that is open */
  game = null;
  /** @type {Request[]} the first is being answered, the others wait */
  #queue = [];
  /** @type {Socket|null} */
  #socket = null;
  #open = false;
  #resuming = "";
  /** @type {Request|null} the one that was sent on this line */
  #waiting = null;
  /** The id of the command whose answer comes in several messages. */
  #stream = "";
  #delay = FIRST_DELAY;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #retry;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #impatience;

  /**
   * @param {object} options
   * @param {Socket} options.socket  the first line, opened or about to be; later ones go to the same address
   * @param {(message: Message) => void} options.hear  gets what the server says unasked: updates, the truth, the parts of a review after
   *   its first, and the game taken up again after a break (`opened`, or an `error` when it is not there)
   * @param {(state: LineState) => void} options.state
   * @param {(problem: unknown) => void} options.puzzled  gets messages that cannot be understood
   * @param {(game: string) => Record<string, unknown>} [options.reopen]  the command that takes a game up again
   * @param {(url: string) => Socket} [options.connect]
   */
  constructor({ socket, hear, state, puzzled, reopen = openGame, connect = url => new WebSocket(url) }) {
    this.url = socket.url;
    this.hear = hear;
    this.state = state;
    this.puzzled = puzzled;
    this.reopen = reopen;
    this.makeSocket = connect;
    this.#connect(socket);
  }

  /**
   * Sends a command when those before it are answered, and gives its answer. It is built only when it is first sent, so that it carries
   * the version that is current then; sent again after a break it is the very same message.
   * @param {() => Record<string, unknown>} build
   */
  request(build) {
    return new Promise(resolve => {
      this.#queue.push({ build, sent: null, resolve });
      if (this.#queue.length === 1) this.#next();
    });
  }

  /** Lets go of a game that is wished for, and still searched for: its answer will be of no interest. */
  forgetWish() {
    const request = this.#queue[0];
    if (!request?.sent?.wish) return;
    this.#finish(request, { type: "error", id: null, error: { code: "stopped", message: "" } });
  }

  /** Whether the server can be reached at this moment. */
  get connected() {
    return this.#open;
  }

  /** Tries again at once; for when the network or the tab comes back. */
  wake() {
    if (this.#socket !== null) return;
    this.#delay = FIRST_DELAY;
    this.#connect();
  }

  #connect(socket = this.makeSocket(this.url)) {
    clearTimeout(this.#retry);
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (/** @type {{data: string}} */ event) => this.#receive(event.data);
    socket.onclose = () => socket === this.#socket && this.#lost();
    socket.onerror = () => {};
    if (socket.readyState === 1) this.#opened();
    if (socket.readyState > 1) this.#lost();
  }

  #opened() {
    this.#open = true;
    this.#delay = FIRST_DELAY;
    const first = this.#queue[0]?.sent?.do ?? this.#queue[0]?.build().do;
    // A game that is about to be replaced need not be taken up again.
    if (this.game === null || first === "new" || first === "open") return this.#taken();
    this.#takeUp(this.game);
  }

  /** @param {string} game */
  #takeUp(game) {
    this.#resuming = commandId();
    this.#send({ id: this.#resuming, ...this.reopen(game) });
  }

  #taken() {
    this.#resuming = "";
    this.state("connected");
    this.#next();
  }

  #lost() {
    this.#socket = null;
    this.#open = false;
    this.#resuming = "";
    this.#waiting = null;
    clearTimeout(this.#impatience);
    clearTimeout(this.#retry);
    this.state("reconnecting");
    this.#retry = setTimeout(() => this.#connect(), this.#delay * (0.75 + Math.random() / 2));
    this.#delay = Math.min(LONGEST_DELAY, this.#delay * 2);
  }

  #next() {
    const request = this.#queue[0];
    if (!request || !this.#open || this.#resuming || this.#waiting) return;
    this.#waiting = request;
    request.sent ??= { id: commandId(), ...request.build() };
    this.#send(request.sent);
  }

  /** @param {Record<string, unknown>} message */
  #send(message) {
    this.#socket?.send(JSON.stringify(message));
    clearTimeout(this.#impatience);
    // A line can be dead without being closed. Whoever waits this long starts a new one.
    this.#impatience = setTimeout(() => this.#giveUp(), message.wish ? LONG_PATIENCE : PATIENCE);
  }

  #giveUp() {
    const socket = this.#socket;
    this.#lost();
    socket?.close();
  }

  /** @param {string} text */
  #receive(text) {
    let message;
    try {
      message = readMessage(text);
    } catch (problem) {
      return this.puzzled(problem);
    }
    if ("snapshot" in message) this.game = message.snapshot.game;
    if (message.type === "closed") this.game = null;
    if (!("id" in message)) return this.hear(message);
    if (message.id !== null && message.id === this.#stream) return this.hear(message);
    if (this.#resuming && message.id === this.#resuming) return this.#resumed(message);
    const request = this.#queue[0];
    // An error without an id can only be about what was sent last.
    if (!request || !(message.id === request.sent?.id || (message.type === "error" && message.id === null))) return;
    if (message.type === "review") this.#stream = message.id;
    this.#finish(request, message);
  }

  /** @param {Request} request  the first in the queue @param {Message} message */
  #finish(request, message) {
    clearTimeout(this.#impatience);
    this.#queue.shift();
    this.#waiting = null;
    request.resolve(message);
    // Whoever asked sees the answer first, so that the next command is built on what it changed.
    queueMicrotask(() => this.#next());
  }

  /** @param {Message} message */
  #resumed(message) {
    clearTimeout(this.#impatience);
    if (message.type === "error" && FOR_NOW.includes(message.error.code)) {
      this.#retry = setTimeout(() => this.game && this.#takeUp(this.game), this.#delay);
      this.#delay = Math.min(LONGEST_DELAY, this.#delay * 2);
      return;
    }
    if (message.type === "error") {
      // What was meant for the lost game means nothing in another one.
      this.game = null;
      for (const request of this.#queue.splice(0)) request.resolve({ ...message, id: null });
    }
    const request = this.#queue[0];
    // Whether the command was carried out can only be seen: once more, it might be one move too many.
    if (message.type !== "opened" || !request || !isOverhauled(request, message)) {
      this.hear(message);
      return this.#taken();
    }
    this.#resuming = "";
    this.state("connected");
    this.#finish(request, message);
  }
}

/** Whether the game has changed since the command was sent. @param {Request} request @param {Opened} opened */
const isOverhauled = ({ sent }, { snapshot }) => sent?.version !== undefined && sent.version !== snapshot.version;
