import assert from "node:assert/strict";
import { test } from "node:test";

import { Deals, View, bytesOf, columnsFor, impossibleWords, progressWords } from "../../src/freecell/web/mapmodel.js";

const base64 = bytes => Buffer.from(bytes).toString("base64");
const counts = { untried: 3, open: 1, lost: 1, won: 2, at_par: 1 };
/** Deals 161 to 168: the second is open, the third lost, the fourth and fifth won, the sixth won at par. */
const deals = new Deals({ first: 161, last: 168, tried: base64([0, 1, 2, 3, 3, 4, 0, 0]), moves: base64([0, 0, 0, 0, 0, 0, 84, 0, 44, 1, 79, 0, 0, 0, 0, 0]), counts });

test("what the server tells is read byte by byte, the lower one first", () => {
  assert.deepEqual([...bytesOf("AP8C")], [0, 255, 2]);
  assert.deepEqual([161, 162, 163, 164, 165, 166].map(deal => deals.wordsFor(deal)),
    ["untried", "open", "lost", "won in 84 moves", "won in 300 moves", "won at par, in 79 moves"]);
});

test("the next untried deal is after this one, or from the beginning", () => {
  assert.equal(deals.nextUntried(161), 167);
  assert.equal(deals.nextUntried(167), 168);
  assert.equal(deals.nextUntried(168), 161);
  const all = new Deals({ first: 1, last: 2, tried: base64([3, 4]), moves: base64([1, 0, 1, 0]), counts });
  assert.equal(all.nextUntried(1), null);
});

test("the map in words", () => {
  assert.equal(deals.listOf("untried", 9), "161, 167–168");
  assert.equal(deals.listOf("untried", 1), "161 and 2 more");
  assert.equal(deals.listOf("won", 9), "164–165");
  assert.equal(progressWords(deals), "3 of 8 deals are won, 1 of them at par. 5 deals to go.");
  assert.equal(progressWords({ count: 8, counts: { ...counts, won: 0, at_par: 0 }, impossible: [] }), "None of 8 deals is won yet.");
  assert.equal(progressWords({ count: 8, counts: { ...counts, won: 6, at_par: 2 }, impossible: [] }), "All 8 are won, 2 of them at par.");
});

test("s0.19: the goal of a lifetime is every deal but the one that nobody can win", () => {
  const microsoft = won => new Deals({ first: 1, last: 32000, tried: base64(new Uint8Array(32000)), moves: "", counts: { ...counts, won, at_par: 0 } });
  assert.equal(progressWords(microsoft(2)), "2 of 32,000 deals are won. 31,997 deals to go.");
  assert.equal(progressWords(microsoft(31_999)), "All 31,999 are won, 0 of them at par.");
  assert.equal(impossibleWords(microsoft(2)), "Deal 11982 cannot be won, which is proved.");
  assert.equal(impossibleWords(deals), "");
  assert.equal(microsoft(2).wordsFor(11982), "untried, cannot be won");
});

test("the columns are those with which the dots are largest", () => {
  assert.equal(columnsFor(32000, 1000, 320), 320);
  for (const [width, height] of [[332, 300], [1140, 420], [300, 900]]) {
    const columns = columnsFor(32000, width, height);
    assert.ok(Math.min(width / columns, height / Math.ceil(32000 / columns)) > 0.85 * Math.sqrt((width * height) / 32000), `${width} ${height}: ${columns}`);
  }
});

/** @param {number} count */
function viewOf(count, width = 1000, height = 400) {
  const view = new View();
  view.fit(count, width, height);
  return view;
}

test("at first every deal is in sight, and where it is drawn it is found", () => {
  for (const [count, width, height] of [[1, 300, 300], [7, 360, 200], [32000, 1140, 420], [32000, 332, 300], [1_000_000, 1140, 420]]) {
    const view = viewOf(count, width, height);
    for (const index of [0, Math.floor(count / 3), count - 1]) {
      const { x, y } = view.spotOf(index);
      assert.ok(x >= 0 && y >= 0 && x + view.size <= width && y + view.size <= height, `${count}: ${index}`);
      assert.equal(view.indexAt(x + view.size / 2, y + view.size / 2), index);
    }
    assert.equal(view.indexAt(-1, -1), null);
  }
});

test("a zoom leaves the point under the hand where it is, and ends at the whole and at a finger's size", () => {
  const view = viewOf(32000);
  const under = view.indexAt(500, 200);
  view.zoom(4, 500, 200);
  assert.equal(view.indexAt(500, 200), under);
  view.zoom(1e9);
  assert.equal(view.size, view.largest);
  view.zoom(1e-9);
  assert.equal(view.size, view.smallest);
});

test("however it is dragged, the map does not leave its room", () => {
  const view = viewOf(32000);
  view.zoom(6);
  for (const [dx, dy] of [[1e6, 1e6], [-1e6, -1e6], [1e6, -1e6]]) {
    view.pan(dx, dy);
    const { left, right, top, bottom } = view.inSight;
    assert.ok(right - left >= Math.floor(view.width / view.size) - 1 && bottom - top >= Math.floor(view.height / view.size) - 1);
  }
});

test("a deal that is looked for comes into sight", () => {
  const view = viewOf(32000);
  view.zoom(8);
  for (const index of [0, 31999, 16000, 319, 1]) {
    view.reveal(index);
    const { x, y } = view.spotOf(index);
    assert.ok(x >= 0 && y >= 0 && x + view.size <= view.width && y + view.size <= view.height, `${index}`);
  }
});

test("seeded walks of hands never lose the map", () => {
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const view = viewOf(12345, 777, 333);
  for (let step = 0; step < 2000; step += 1) {
    if (random() < 0.5) view.zoom(0.3 + random() * 3, random() * 777, random() * 333);
    else view.pan((random() - 0.5) * 900, (random() - 0.5) * 900);
    assert.ok(Number.isFinite(view.x + view.y + view.size));
    assert.ok(view.size >= view.smallest && view.size <= view.largest);
    const { left, right, top, bottom } = view.inSight;
    assert.ok(left < right && top < bottom);
  }
});
