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
const opened = id => ({ type: "opened", id, game: "g", secret: "s", snapshot });
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
  assert.deepEqual([lines[1].last.game, lines[1].last.secret], ["g", "s"]);
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
  assert.equal(connection.identity, null);
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
  const back = connection.request(() => ({ do: "open", game: "g", secret: "s" }));
  await settle();
  line.say({ ...opened(id), game: "other" });
  line.say(opened(line.last.id));
  assert.equal((await back).game, "g");
  assert.equal(connection.identity.game, "g");
  connection.forgetWish(); // nothing is wished for now
});
