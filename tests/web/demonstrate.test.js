import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { Demonstration } from "../../src/freecell/web/demonstrate.js";
import { snapshot } from "./samples.js";

const moved = [{ code: "demonstrating", values: { left: 2 }, message: "Demonstration: 2 moves are left." }, { code: "moved", values: {}, message: "J♠ up." }];
const settle = async () => { for (let turn = 0; turn < 8; turn += 1) await Promise.resolve(); };

/** A demonstration whose game is the test. */
function begun(refusal = null) {
  const told = { sent: [], states: [] };
  const made = new Demonstration({ send: async name => told.sent.push(name) && refusal, settle: async () => {}, show: state => told.states.push(state) });
  return { made, ...told };
}

/** Lets time pass, and what waited for it happen. */
async function pass(milliseconds) {
  await settle();
  mock.timers.tick(milliseconds);
  await settle();
}

test.beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
test.afterEach(() => mock.timers.reset());

test("one move after the other is asked for, each when the one before has been seen", async () => {
  const { made, sent, states } = begun();
  assert.deepEqual(sent, ["demonstrate"]);
  await pass(10_000);
  assert.equal(sent.length, 1);
  made.hear(snapshot, moved);
  assert.equal(states.at(-1).message, "Demonstration: 2 moves are left.");
  await pass(799);
  assert.equal(sent.length, 1);
  await pass(1);
  assert.deepEqual(sent, ["demonstrate", "demonstrate"]);
});

test("a search keeps it waiting, and says so", async () => {
  const { made, sent, states } = begun();
  made.hear(snapshot, [{ code: "searching", values: {}, message: "Searching…" }]);
  made.hear(snapshot, [{ code: "not-yet", values: {}, message: "Not known yet." }]);
  assert.deepEqual([made.on, states.at(-1).searching, states.at(-1).message], [true, true, "Not known yet."]);
  made.hear(snapshot, moved);
  await pass(800);
  assert.equal(sent.length, 2);
});

test("paused, nothing comes; a step is one move; then it goes on", async () => {
  const { made, sent } = begun();
  made.hear(snapshot, moved);
  made.toggle();
  await pass(5000);
  assert.equal(sent.length, 1);
  made.step();
  made.step(); // the first is not here yet
  made.hear(snapshot, moved);
  await pass(5000);
  assert.equal(sent.length, 2);
  made.toggle();
  await settle();
  assert.equal(sent.length, 3);
});

test("the speed can be changed", async () => {
  const { made, sent } = begun();
  made.speed = "fast";
  made.hear(snapshot, moved);
  await pass(200);
  assert.equal(sent.length, 2);
});

test("it stops by the button, and ends what is searched for", async () => {
  const { made, sent, states } = begun();
  made.stop();
  assert.deepEqual([sent, states.at(-1).on], [["demonstrate", "stop"], false]);
  made.hear(snapshot, moved);
  await pass(5000);
  assert.equal(sent.length, 2);
});

test("it stops when the player plays, when the game is over, and when it is refused", async () => {
  for (const [shown, events] of [
    [snapshot, [{ code: "picked", values: {}, message: "Picked." }]], [{ ...snapshot, status: "demonstrated" }, moved],
    [snapshot, [{ code: "hint-unwinnable", values: {}, message: "Nothing wins." }]],
  ]) {
    const { made, sent } = begun();
    made.hear(snapshot, moved);
    made.hear(shown, events);
    await pass(5000);
    assert.deepEqual([made.on, sent.filter(name => name === "demonstrate").length], [false, 1]);
  }
  const refused = begun({ code: "game-over", message: "The game is over." });
  await settle();
  assert.equal(refused.made.on, false);
});

test("settings and the truth do not disturb it", () => {
  const { made } = begun();
  made.hear(snapshot, [{ code: "settings", values: {}, message: "Settings changed." }]);
  made.hear(snapshot, []);
  assert.equal(made.on, true);
});
