import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { Connection } from "../../src/freecell/web/connection.js";
import { snapshot } from "./samples.js";

/** A line whose other end is the test. */
class Line {
  sent = [];
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {}
  get last() {
    return this.sent.at(-1);
  }
  say(message) {
    this.onmessage({ data: typeof message === "string" ? message : JSON.stringify(message) });
  }
}

/** A connection with its lines, oldest first, and what it told. */
function connected(readyState = 0) {
  const told = { lines: [], states: [], heard: [], puzzles: [] };
  const add = () => told.lines[told.lines.push(new Line()) - 1];
  const connection = new Connection({
    socket: Object.assign(add(), { readyState }),
    hear: message => told.heard.push(message),
    state: state => told.states.push(state),
    puzzled: problem => told.puzzles.push(problem),
    connect: add,
  });
  return { connection, ...told };
}

const settle = () => new Promise(resolve => setImmediate(resolve));
const opened = id => ({ type: "opened", id, snapshot });
const answer = (id, version = 1) => ({ type: "answer", id, events: [], snapshot: { ...snapshot, version } });

/** The same with a game opened on it. */
async function playing() {
  const all = connected();
  all.lines[0].onopen();
  const game = all.connection.request(() => ({ do: "new", deal: "164" }));
  all.lines[0].say(opened(all.lines[0].last.id));
  await game;
  await settle();
  return all;
}

test("a command is sent only after the one before it was answered, and is built only then", async () => {
  const { connection, lines } = await playing();
  let version = 0;
  const first = connection.request(() => ({ do: "undo", version })).then(() => { version = 1; });
  connection.request(() => ({ do: "redo", version }));
  assert.deepEqual(lines[0].sent.map(message => message.do), ["new", "undo"]);
  lines[0].say(answer(lines[0].last.id));
  await first;
  await settle();
  assert.deepEqual(lines[0].last, { id: lines[0].last.id, do: "redo", version: 1 });
  lines[0].say(answer(lines[0].last.id));
});

test("after a break the game is opened again and the unanswered command sent again under the same id", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { connection, lines, states, heard } = await playing();
  const waiting = connection.request(() => ({ do: "undo", version: 0 }));
  const { id } = lines[0].last;
  lines[0].onclose();
  assert.equal(states.at(-1), "reconnecting");
  mock.timers.tick(1000);
  lines[1].onopen();
  assert.equal(lines[1].last.do, "open");
  assert.equal(lines[1].last.game, "g");
  lines[1].say(opened(lines[1].last.id));
  assert.deepEqual(lines[1].last, { id, do: "undo", version: 0 });
  assert.equal(heard.at(-1).type, "opened");
  lines[1].say(answer(id));
  assert.equal((await waiting).type, "answer");
  assert.equal(states.at(-1), "connected");
  mock.timers.reset();
});

test("a line that stays silent is given up for a new one", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { connection, lines, states } = await playing();
  connection.request(() => ({ do: "undo" }));
  mock.timers.tick(10000);
  assert.equal(states.at(-1), "reconnecting");
  mock.timers.tick(1000);
  assert.equal(lines.length, 2);
  mock.timers.reset();
});

test("a game that the server no longer has is told, and what waited for it is let go", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { connection, lines, heard } = await playing();
  const waiting = connection.request(() => ({ do: "undo" }));
  lines[0].onclose();
  mock.timers.tick(1000);
  lines[1].onopen();
  lines[1].say({ type: "error", id: lines[1].last.id, error: { code: "no-such-game", values: {}, message: "There is no such game." } });
  assert.equal(heard.at(-1).error.code, "no-such-game");
  assert.equal((await waiting).type, "error");
  assert.equal(connection.game, null);
  mock.timers.reset();
});

test("a new game that was asked for during a break is not preceded by the old one", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { connection, lines } = await playing();
  lines[0].onclose();
  connection.request(() => ({ do: "new", deal: "1" }));
  mock.timers.tick(1000);
  lines[1].onopen();
  assert.equal(lines[1].last.do, "new");
  mock.timers.reset();
});

test("updates are heard, and nonsense puzzles without harm", async () => {
  const { lines, heard, puzzles } = await playing();
  lines[0].say({ type: "update", events: [], snapshot });
  lines[0].say("nonsense");
  assert.equal(heard.at(-1).type, "update");
  assert.equal(puzzles.length, 1);
});

test("a line that was open before is used at once, and one that had failed is followed by another", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const open = connected(1);
  open.connection.request(() => ({ do: "new", deal: "1" }));
  assert.equal(open.lines[0].last.do, "new");
  const failed = connected(3);
  assert.equal(failed.states.at(-1), "reconnecting");
  mock.timers.tick(1000);
  assert.equal(failed.lines.length, 2);
  mock.timers.reset();
});

const part = (id, done, summary = null) => ({ type: "review", id, done, of: 2, positions: [], summary });

test("the first part of a review is the answer, the others are heard, and other commands go on meanwhile", async () => {
  const { connection, lines: [line], heard } = await playing();
  const asked = connection.request(() => ({ do: "review", version: 0 }));
  const { id } = line.last;
  line.say(part(id, 0));
  assert.deepEqual(await asked, part(id, 0));
  const moved = connection.request(() => ({ do: "undo", version: 0 }));
  await settle();
  const undo = line.last.id;
  line.say(part(id, 1));
  line.say(answer(undo));
  assert.deepEqual(await moved, answer(undo));
  const failure = { type: "error", id, error: { code: "internal", message: "A fault." } };
  line.say(failure);
  assert.deepEqual(heard.slice(-2), [part(id, 1), failure]);
});

test("the truth is heard", async () => {
  const { lines: [line], heard } = await playing();
  const truth = { type: "truth", version: 0, truth: null };
  line.say(truth);
  assert.deepEqual(heard.at(-1), truth);
});

test("a game that is wished for may be let go, and its answer changes nothing that was asked later", async () => {
  const { connection, lines: [line] } = await playing();
  const wished = connection.request(() => ({ do: "new", deal: "random", wish: "8-10" }));
  const { id } = line.last;
  connection.forgetWish();
  assert.equal((await wished).error.code, "stopped");
  const back = connection.request(() => ({ do: "open", game: "g" }));
  await settle();
  line.say({ ...opened(id), snapshot: { ...snapshot, game: "other" } });
  line.say(opened(line.last.id));
  assert.equal((await back).snapshot.game, "g");
  assert.equal(connection.game, "g");
  connection.forgetWish(); // nothing is wished for now
});

/** A command that was not answered, and a new line on which the game was asked for. */
async function broken() {
  const all = await playing();
  const waiting = all.connection.request(() => ({ do: "undo", version: 0 }));
  all.lines[0].onclose();
  mock.timers.tick(1000);
  all.lines[1].onopen();
  return { ...all, waiting, line: all.lines[1] };
}

test("a command is not sent again into a game that has changed: the game itself is its answer", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { connection, waiting, line, heard, states } = await broken();
  let seen = 0;
  const next = connection.request(() => ({ do: "redo", version: seen }));
  const told = waiting.then(message => { seen = message.snapshot.version; });
  line.say({ ...opened(line.last.id), snapshot: { ...snapshot, version: 7 } });
  await told;
  await settle();
  assert.deepEqual(line.sent.map(({ do: what, version }) => [what, version]), [["open", undefined], ["redo", 7]]);
  assert.deepEqual(heard, []);
  assert.equal(states.at(-1), "connected");
  line.say(answer(line.last.id, 8));
  assert.equal((await next).snapshot.version, 8);
  mock.timers.reset();
});

test("a game that cannot be had for the moment is asked for again, and nothing is let go", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { connection, waiting, line, heard } = await broken();
  for (const code of ["no-database", "busy"]) {
    line.say({ type: "error", id: line.last.id, error: { code, values: {}, message: "Not now." } });
    const asked = line.sent.length;
    mock.timers.tick(5000);
    assert.equal(line.sent.length, asked + 1);
    assert.equal(line.last.do, "open");
  }
  assert.equal(connection.game, "g");
  assert.deepEqual(heard, []);
  line.say(opened(line.last.id));
  assert.equal(line.last.do, "undo");
  line.say(answer(line.last.id));
  assert.equal((await waiting).type, "answer");
  mock.timers.reset();
});

test("a game is taken up again with the settings that the player has now", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { connection, lines } = await playing();
  connection.reopen = game => ({ do: "open", game, settings: { tap: "move" } });
  lines[0].onclose();
  mock.timers.tick(1000);
  lines[1].onopen();
  assert.deepEqual({ ...lines[1].last, id: "" }, { id: "", do: "open", game: "g", settings: { tap: "move" } });
  mock.timers.reset();
});

test("what is said of keeping a game is heard, and a deleted game is not asked for again", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { connection, lines, heard } = await playing();
  const said = [{ type: "saved", game: "g", saved: false }, { type: "clock", clock: { time: 5, running: true } },
    { type: "closed", game: "g", error: { code: "game-deleted", values: {}, message: "This game was deleted." } }];
  for (const message of said) lines[0].say(message);
  assert.deepEqual(heard, said);
  assert.equal(connection.game, null);
  lines[0].onclose();
  mock.timers.tick(1000);
  lines[1].onopen();
  assert.deepEqual(lines[1].sent, []);
  mock.timers.reset();
});

test("the game of an answer is the one that is taken up again", async () => {
  const { connection, lines: [line] } = await playing();
  connection.request(() => ({ do: "play-on", action: 1 }));
  line.say({ ...answer(line.last.id), snapshot: { ...snapshot, game: "h", parent: "g" } });
  assert.equal(connection.game, "h");
});
