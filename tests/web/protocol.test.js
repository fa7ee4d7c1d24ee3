import assert from "node:assert/strict";
import { test } from "node:test";

import { ProtocolError, commandId, move, newGame, openGame, readMessage, tap } from "../../src/freecell/web/protocol.js";
import { snapshot } from "./samples.js";

test("reads what the server may say", () => {
  const messages = [
    { type: "opened", id: "1", game: "g", secret: "s", snapshot },
    { type: "answer", id: "1", events: [{ code: "moved", values: { steps: [] }, message: "6♠ to cell a." }], snapshot },
    { type: "refused", id: "1", error: { code: "stale", values: {}, message: "The game has moved on." }, snapshot },
    { type: "update", events: [], snapshot },
    { type: "error", id: null, error: { code: "bad-message", values: {}, message: "What?" } },
  ];
  for (const message of messages) assert.deepEqual(readMessage(JSON.stringify(message)), message);
});

test("a message that breaks the protocol is refused, and the error names the field and quotes it", () => {
  const wrong = [
    ["{", /expected JSON/],
    ["[]", /unknown type/],
    [JSON.stringify({ type: "hello" }), /unknown type "hello"/],
    [JSON.stringify({ type: "opened", id: "1", game: 7, secret: "s", snapshot }), /opened\.game: expected text, not 7/],
    [JSON.stringify({ type: "update", events: [], snapshot: { ...snapshot, cascades: [[]] } }), /cascades: expected eight lists/],
    [JSON.stringify({ type: "update", events: [], snapshot: { ...snapshot, status: "fine" } }), /status: expected status, not "fine"/],
    [JSON.stringify({ type: "update", events: [{ code: "won" }], snapshot }), /events\.values/],
  ];
  for (const [text, reason] of wrong) assert.throws(() => readMessage(text), error => error instanceof ProtocolError && reason.test(error.message));
});

test("builds what the client may say", () => {
  assert.deepEqual(newGame({ deal: "164", profile: "points", rules: { cells: 2 } }), { do: "new", deal: "164", profile: "points", rules: { cells: 2 } });
  assert.deepEqual(openGame({ game: "g", secret: "s", address: "/" }), { do: "open", game: "g", secret: "s" });
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
