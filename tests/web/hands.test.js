import assert from "node:assert/strict";
import { test } from "node:test";

import { around, layout, neighbour } from "../../src/freecell/web/layout.js";
import { isShaken } from "../../src/freecell/web/pointer.js";
import { REFUSED, notesOf } from "../../src/freecell/web/sound.js";
import { TIPS, tipFor } from "../../src/freecell/web/tips.js";
import { hasOwnLetters, letter, speak, useLetters, useOwnLetters } from "../../src/freecell/web/words.js";

const ITALIAN = { language: "it", name: "italiano", plurals: ["one", "many", "other"], letters: "AFDR", messages: {} };
/** The felt at 360×640, a turned phone, 768×1024, and 1280×800. */
const FELTS = [[360, 538], [564, 360], [768, 922], [1280, 698]];

const dealt = (sizes = [7, 7, 7, 7, 6, 6, 6, 6], cells = 4) =>
  ({ cells: Array(cells).fill(null), slots: ["S", "H", "D", "C"], cascades: sizes.map(size => Array(size).fill("AC")) });

for (const [width, height] of FELTS) {
  test(`for the left hand cells and foundations change sides, and nothing else moves, at ${width} by ${height}`, () => {
    for (const cells of [4, 2, 0]) {
      const [right, left] = [false, true].map(hand => layout(dealt(undefined, cells), width, height, 19, { left: hand }));
      const x = (table, place) => table.slots.get(place).x;
      for (const place of ["a", "b", "c", "d"].slice(0, cells)) assert.ok(x(left, place) > x(left, "hS"), place);
      for (const place of ["a", "b", "c", "d"].slice(0, cells)) assert.ok(x(right, place) < x(right, "hS"), place);
      for (const place of ["1", "4", "8"]) assert.deepEqual(left.slots.get(place), right.slots.get(place));
      assert.deepEqual(left.steps, right.steps);
      assert.equal(left.slots.size, right.slots.size);
      if (!left.beside && cells === 2) assert.equal(x(left, "b"), x(left, "8"), "the cells stand at the edge");
    }
  });

  test(`arrow keys walk over the left-handed table as it is seen, at ${width} by ${height}`, () => {
    const { grid, slots, beside } = layout(dealt(), width, height, 19, { left: true });
    const step = (place, direction) => neighbour(grid, { place, depth: 0 }, direction, () => 1)?.place ?? null;
    for (const row of grid) {
      for (const [index, place] of row.slice(1).entries()) assert.ok(slots.get(place).x > slots.get(row[index]).x);
    }
    assert.equal(step("hS", "left"), null);
    if (beside) assert.equal(step("8", "right"), "a");
    else assert.deepEqual([step("hC", "right"), step("d", "right"), step("8", "up")], ["a", null, "d"]);
  });

  test(`large signs have higher strips, and every card is still on the table, at ${width} by ${height}`, () => {
    const [plain, large] = [false, true].map(wish => layout(dealt(), width, height, 19, { large: wish }));
    assert.ok(large.cardWidth >= plain.cardWidth);
    assert.ok(large.steps.get("1") >= plain.steps.get("1"));
    const long = dealt([19, 7, 7, 7, 6, 6, 0, 0]);
    const full = layout(long, width, height, 19, { large: true });
    assert.equal(full.cardWidth, large.cardWidth);
    for (const [place, { x, y }] of full.slots) {
      const deepest = y + full.cardHeight + (full.steps.get(place) ?? 0) * ((long.cascades[Number(place) - 1]?.length || 1) - 1);
      assert.ok(x >= 0 && x + full.cardWidth <= width && deepest <= height, place);
    }
  });
}

test("a tap looks around itself, nearest first, and no farther than it may", () => {
  assert.deepEqual(around(0), [[0, 0]]);
  const far = around(12).map(([x, y]) => Math.round(Math.hypot(x, y)));
  assert.deepEqual(far, far.toSorted((a, b) => a - b));
  assert.equal(far.at(-1), 12);
  assert.ok(around(4).some(([x, y]) => Math.abs(x + 4) < 1e-9 && Math.abs(y) < 1e-9));
});

test("a press that shook is a tap; one that was long or went far is a drag", () => {
  assert.equal(isShaken({ touch: true, far: 20, time: 1000 }, 1200), true);
  assert.equal(isShaken({ touch: true, far: 40, time: 1000 }, 1200), false);
  assert.equal(isShaken({ touch: true, far: 20, time: 1000 }, 1900), false);
  assert.equal(isShaken({ touch: false, far: 20, time: 1000 }, 1200), false);
});

const moved = (...steps) => ({ code: "moved", values: { steps: steps.map(([card, from, to]) => ({ card, from, to })) }, message: "" });

test("each card that moves is heard, one after the other, and a higher rank goes home on a higher note", () => {
  const [low, high, down] = notesOf([moved(["AS", "1", "hS"], ["2S", "2", "hS"]), moved(["9H", "a", "4"])], 120);
  assert.ok(low.pitch < high.pitch);
  assert.equal(down.wave, "triangle");
  assert.ok(low.at < high.at && high.at < down.at);
  assert.deepEqual(notesOf([{ code: "picked", values: { from: "1", cards: [] }, message: "" }], 120), []);
});

test("sounds are short, however many cards move, also where none is seen to travel", () => {
  const all = Array.from({ length: 52 }, (_, index) => ["AS", "1", index % 2 ? "hS" : "2"]);
  for (const stepTime of [0, 60, 120]) {
    const notes = notesOf([moved(...all), { code: "won", values: {}, message: "" }], stepTime);
    assert.ok(notes.every(note => note.at + note.length < 3.5 && note.length < 1 && note.loud > 0 && note.loud <= 0.3));
    assert.ok(notes.length > 52, "a win has notes of its own");
  }
  assert.ok(REFUSED.every(note => note.at + note.length < 0.3));
});

const game = changes => ({
  status: "playing", moves: 0, undo: 0, cascades: dealt().cascades, cells: [null, null, null, null], legal: {}, rules: { supermove: "exact" },
  settings: { tap: "pick" }, can_finish: false, ...changes,
});
const names = TIPS.map(tip => tip.name);
const without = (...due) => names.filter(name => !due.includes(name));

test("the first tip says what the game is about and how a card is moved, by the rules of taps", () => {
  const tip = tipFor(game(), [], -Infinity);
  assert.equal(tip.name, "goal");
  const told = ["pick", "foundation", "cascade", "move"].map(tap => tip.text(game({ settings: { tap } })));
  assert.equal(new Set(told).size, 4);
});

test("tips come one at a time: not twice, not at once after another, and not when the game is over", () => {
  assert.equal(tipFor(game(), ["goal", "alternate"], -Infinity), null);
  assert.equal(tipFor(game({ moves: 4 }), ["goal"], 3), null);
  assert.equal(tipFor(game({ moves: 5 }), ["goal"], 3).name, "alternate");
  assert.equal(tipFor(game({ moves: 5 }), names, -Infinity), null);
  assert.equal(tipFor(game({ status: "won" }), [], -Infinity), null);
  assert.equal(tipFor(game({ moves: 4, can_finish: true }), ["goal"], 3).name, "finish", "this one does not wait");
});

test("each tip waits for what it is about", () => {
  const about = {
    undo: game({ moves: 5, undo: 4, cells: ["AS", "2S", "3S", "4S"] }), cell: game({ moves: 2, cells: ["AS", null, null, null] }),
    empty: game({ moves: 20, cascades: dealt([0, 7, 7, 7, 6, 6, 6, 6]).cascades }), sequence: game({ moves: 2, legal: { 1: { 1: ["a"], 2: ["4"] } } }),
    hint: game({ moves: 12 }), finish: game({ can_finish: true }),
  };
  for (const [name, due] of Object.entries(about)) {
    assert.equal(tipFor(due, without(name), -Infinity)?.name, name);
    assert.equal(tipFor(game({ moves: 1 }), without(name), -Infinity), null, name);
  }
  assert.equal(tipFor(game({ moves: 2, rules: { supermove: "single" }, legal: { 1: { 2: ["4"] } } }), without("sequence"), -Infinity), null);
});

test("cards have the letters of the language where it has such and the player wants them", () => {
  speak(ITALIAN);
  assert.equal(hasOwnLetters(), true);
  assert.equal(letter("Q"), "Q");
  useOwnLetters(true);
  assert.deepEqual([..."AJQK9T"].map(letter).join(""), "AFDR9T");
  speak({ ...ITALIAN, language: "es", letters: "" }, true);
  assert.equal(hasOwnLetters(), false);
  assert.equal(letter("K"), "K");
  useLetters("AVDR");
  assert.equal(letter("K"), "R");
});
