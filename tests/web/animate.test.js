import assert from "node:assert/strict";
import { test } from "node:test";

import { keyframes, plan } from "../../src/freecell/web/animate.js";

const at = (x, y, z = 1) => ({ x, y, z });

test("cards travel one after the other, and none takes off before it has landed", () => {
  const stages = [
    new Map([["5C", at(0, 0)], ["6D", at(0, 20)]]),
    new Map([["5C", at(100, 0)], ["6D", at(0, 20)]]),
    new Map([["5C", at(100, 0)], ["6D", at(200, 0)]]),
    new Map([["5C", at(200, 20)], ["6D", at(200, 0)]]),
  ];
  const flights = plan(stages, 100);
  assert.deepEqual(flights.get("6D").map(({ start }) => start), [100]);
  const [first, second] = flights.get("5C");
  assert.ok(second.start >= first.end);
});

test("many steps take no longer than a moment and a half", () => {
  const stages = Array.from({ length: 53 }, (_, step) => new Map(Array.from({ length: 52 }, (_, card) => [String(card), at(card < step ? 500 : card, 0)])));
  const ends = [...plan(stages, 120).values()].map(flights => flights.at(-1).end);
  assert.ok(Math.max(...ends) <= 1700);
});

test("keyframes run from the first place to the last in order, on top of everything only while in flight", () => {
  const frames = keyframes([{ from: at(0, 0, 3), to: at(50, 0, 7), start: 100, end: 200 }], 400);
  assert.deepEqual(frames.map(frame => frame.offset), [0, 0.25, 0.25, 0.5, 0.5, 1]);
  assert.deepEqual(frames.map(frame => frame.zIndex), ["3", "3", "1007", "1007", "7", "7"]);
});
