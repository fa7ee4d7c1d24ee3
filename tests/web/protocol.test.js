import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { ProtocolError, commandId, move, newGame, openGame, playOn, readMessage, tap, turnClock } from "../../src/freecell/web/protocol.js";
import { action, event, snapshot } from "./samples.js";

test("reads what the server may say", () => {
  const messages = [
    { type: "opened", id: "1", snapshot },
    { type: "saved", game: "g", saved: true },
    { type: "clock", id: "1", clock: { time: 12, running: false } },
    { type: "clock", clock: { time: 12, running: true } },
    { type: "closed", game: "g", error: { code: "game-deleted", values: {}, message: "This game was deleted." } },
    { type: "answer", id: "1", events: [{ code: "moved", values: { steps: [] }, message: "6♠ to cell a." }], snapshot },
    { type: "refused", id: "1", error: { code: "stale", values: {}, message: "The game has moved on." }, snapshot },
    { type: "update", events: [], snapshot },
    { type: "truth", version: 3, truth: { status: "winnable", moves_left: 4, searching: false, never: false, message: "Winnable." } },
    { type: "review", id: "1", done: 0, of: 2, start: snapshot, actions: [action], positions: [], summary: null },
    { type: "error", id: null, error: { code: "bad-message", values: {}, message: "What?" } },
  ];
  for (const message of messages) assert.deepEqual(readMessage(JSON.stringify(message)), message);
});

test("a message that breaks the protocol is refused, and the error names the field and quotes it", () => {
  const wrong = [
    ["{", /expected JSON/],
    ["[]", /unknown type/],
    [JSON.stringify({ type: "hello" }), /unknown type "hello"/],
    [JSON.stringify({ type: "opened", id: "1", snapshot: { ...snapshot, game: 7 } }), /snapshot\.game: expected text, not 7/],
    [JSON.stringify({ type: "opened", id: "1", snapshot: { ...snapshot, clock: { time: "0:00" } } }), /clock\.time: expected number, not "0:00"/],
    [JSON.stringify({ type: "saved", game: "g" }), /saved\.saved: expected flag/],
    [JSON.stringify({ type: "update", events: [], snapshot: { ...snapshot, cascades: [[]] } }), /cascades: expected eight lists/],
    [JSON.stringify({ type: "update", events: [], snapshot: { ...snapshot, status: "fine" } }), /status: expected status, not "fine"/],
    [JSON.stringify({ type: "update", events: [{ code: "won" }], snapshot }), /events\.values/],
    [JSON.stringify({ type: "truth", version: 3, truth: { status: "lost" } }), /truth\.truth\.status: expected a truth's status, not "lost"/],
    [JSON.stringify({ type: "update", events: [], snapshot: { ...snapshot, hint: { from: "1" } } }), /snapshot\.hint\.to: expected text/],
    [JSON.stringify({ type: "review", id: "1", done: 0, of: 2, positions: [{ position: 0 }], summary: null }), /review\.positions\.status/],
    [JSON.stringify({ type: "review", id: "1", done: 0, of: 2, positions: [], summary: {} }), /review\.summary\.moves/],
  ];
  for (const [text, reason] of wrong) assert.throws(() => readMessage(text), error => error instanceof ProtocolError && reason.test(error.message));
});

test("builds what the client may say", () => {
  assert.deepEqual(newGame({ deal: "164", profile: "points", rules: { cells: 2 } }), { do: "new", deal: "164", profile: "points", rules: { cells: 2 } });
  assert.deepEqual(openGame("g", { tap: "pick" }), { do: "open", game: "g", settings: { tap: "pick" } });
  assert.deepEqual(openGame(), { do: "open" });
  assert.deepEqual(turnClock(false), { do: "clock", running: false });
  assert.deepEqual(move("6", "7", 4), { do: "move", from: "6", to: "7", count: 4 });
  assert.deepEqual(move("6", "h"), { do: "move", from: "6", to: "h" });
  assert.deepEqual(tap("6", 0), { do: "tap", place: "6", depth: 0 });
  assert.deepEqual(tap("a"), { do: "tap", place: "a" });
});

test("ids are short and never the same twice", () => {
  const ids = new Set(Array.from({ length: 1000 }, commandId));
  assert.equal(ids.size, 1000);
  for (const id of ids) assert.ok(id.length <= 64);
});

// The examples of docs/protocol.md; tests/server/test_protocol.py runs the same ones against the server.

const ANY = "…";
const page = readFileSync(new URL("../../docs/protocol.md", import.meta.url), "utf8");
const examples = [...page.matchAll(/^```json (\w+)[^\n]*\n(.*?)^```/gms)].map(([, who, text]) => ({ who, example: JSON.parse(text) }));

/** An example with its blanks filled in: with what a real message has there. */
function filled(example, real) {
  if (example === ANY) return real;
  if (Array.isArray(example)) return example.map((item, index) => filled(item, real?.[index]));
  if (typeof example !== "object" || example === null) return example;
  const named = Object.entries(example).filter(([name]) => name !== ANY).map(([name, item]) => [name, filled(item, real?.[name])]);
  return { ...(ANY in example ? real : {}), ...Object.fromEntries(named) };
}

test("understands every message of the server that the protocol's page shows", () => {
  const said = examples.filter(({ who }) => ["server", "update", "later"].includes(who));
  assert.ok(said.length > 15);
  for (const { example } of said) {
    // What the page leaves blank within an event or a review, and this test does not fill in, is not there.
    const real = JSON.parse(JSON.stringify(filled(example, { clock: { time: 5 }, events: Array(9).fill(event), snapshot, actions: Array(9).fill(action), positions: [{ moves_left: 80 }], summary: { best: 80, par: 80 } })));
    assert.deepEqual(readMessage(JSON.stringify(real)), real);
  }
});

const builders = {
  new: ({ deal, profile, rules, settings, text, wish }) => newGame(JSON.parse(JSON.stringify({ deal, profile, rules, settings, text, wish }))),
  "play-on": ({ action }) => playOn(action),
  open: ({ game, settings }) => openGame(game, settings),
  clock: ({ running }) => turnClock(running),
  move: ({ from, to, count }) => move(from, to, count),
  tap: ({ place, depth }) => tap(place, depth),
};

test("says exactly what the protocol's page shows of the client", () => {
  const said = examples.filter(({ who }) => who === "client");
  assert.ok(said.length > 15);
  for (const { example: { id, version, ...command } } of said) {
    assert.ok(typeof id === "string");
    assert.equal(typeof version === "number", !["new", "open", "clock"].includes(command.do));
    if (command.do in builders) assert.deepEqual(builders[command.do](command), command);
  }
});
