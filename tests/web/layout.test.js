import assert from "node:assert/strict";
import { test } from "node:test";

import { LONGEST, cornerOf, dropTarget, layout, neighbour, smallestStrip } from "../../src/freecell/web/layout.js";

const SLOTS = ["S", "H", "D", "C"];
// The felt at each window: what header and buttons leave of it.
const TABLES = { "360x640": [360, 538], "640x360": [564, 360], "768x1024": [768, 922], "1024x768": [1024, 666], "844x390": [768, 390],
  "390x844": [390, 742], "1280x800": [1280, 698], "1920x1080": [1920, 978], "640x290": [564, 290], "740x300": [664, 300], "667x325": [591, 325], "568x320": [492, 320] };

/** A table with so many cards in each cascade. */
const dealt = (sizes, cells = 4) => ({ cells: Array(cells).fill(null), slots: SLOTS, cascades: sizes.map(size => Array(size).fill("AC")) });

/** Every card's and slot's corner. */
function corners(snapshot, table) {
  const cards = snapshot.cascades.flatMap((cards, index) => cards.map((_, depth) => cornerOf(table, String(index + 1), depth)));
  return [...table.slots.values(), ...cards];
}

for (const [window, [width, height]] of Object.entries(TABLES)) {
  test(`H4: every card is inside the table at ${window}, and every index can be read, with nineteen cards in a cascade`, () => {
    for (const longest of [7, 12, LONGEST]) {
      for (const cells of [4, 2, 0]) {
        const snapshot = dealt([longest, 7, 7, longest, 6, 6, 0, 1], cells);
        const table = layout(snapshot, width, height);
        for (const { x, y } of corners(snapshot, table)) {
          assert.ok(x >= 0 && y >= 0 && x + table.cardWidth <= width && y + table.cardHeight <= height, `${x}, ${y}`);
        }
        for (const step of table.steps.values()) assert.ok(step >= smallestStrip(height), `a strip of ${step}`);
        assert.ok(table.cardWidth >= 36, `cards ${table.cardWidth} wide`);
      }
    }
  });
}

test("strips are as high as they comfortably are, except on the lowest tables", () => {
  assert.deepEqual([978, 538, 360].map(height => smallestStrip(height)), [15, 15, 15]);
  for (const height of [290, 300, 325]) assert.ok(smallestStrip(height) >= 11 && smallestStrip(height) < 15);
});

test("no two places overlap, and the cards keep their size whatever lies on the table", () => {
  for (const [width, height] of Object.values(TABLES)) {
    const table = layout(dealt([7, 7, 7, 7, 6, 6, 6, 6]), width, height);
    const places = [...table.slots.values()];
    places.forEach((a, index) => places.slice(index + 1).forEach(b =>
      assert.ok(Math.abs(a.x - b.x) >= table.cardWidth || Math.abs(a.y - b.y) >= table.cardHeight)));
    assert.equal(layout(dealt([19, 1, 1, 1, 1, 1, 1, 1]), width, height).cardWidth, table.cardWidth);
  }
});

test("removed cells vanish", () => {
  const table = layout(dealt([1, 1, 1, 1, 1, 1, 1, 1], 1), 1280, 700);
  assert.deepEqual([...table.slots.keys()].filter(place => "abcd".includes(place)), ["a"]);
});

test("a low and wide table has cells and foundations beside the cascades", () => {
  assert.equal(layout(dealt([7, 7, 7, 7, 6, 6, 6, 6]), 564, 360).beside, true);
  assert.equal(layout(dealt([7, 7, 7, 7, 6, 6, 6, 6]), 360, 538).beside, false);
});

const sizes = { 1: 3, 2: 2, 3: 0 };
const size = place => ("12345678".includes(place) ? sizes[place] ?? 1 : 1);

test("arrow keys walk through a cascade, between piles, and between the rows", () => {
  const { grid } = layout(dealt([3, 2, 0, 1, 1, 1, 1, 1]), 1280, 700);
  const go = (place, depth, direction) => neighbour(grid, { place, depth }, direction, size);
  assert.deepEqual(go("1", 2, "up"), { place: "1", depth: 1 });
  assert.deepEqual(go("1", 0, "up"), { place: "a", depth: -1 });
  assert.deepEqual(go("a", 0, "down"), { place: "1", depth: 0 });
  assert.deepEqual(go("1", 2, "right"), { place: "2", depth: -1 });
  assert.deepEqual(go("d", 0, "right"), { place: "hS", depth: -1 });
  assert.equal(go("1", 2, "left"), null);
  assert.equal(go("1", 2, "down"), null);
});

test("arrow keys skip cells that are not there, and find the foundations at the side", () => {
  const above = layout(dealt([3, 2, 0, 1, 1, 1, 1, 1], 1), 1280, 700);
  assert.deepEqual(neighbour(above.grid, { place: "a", depth: 0 }, "right", size), { place: "hS", depth: -1 });
  assert.equal(neighbour(above.grid, { place: "2", depth: 0 }, "up", size), null);
  const beside = layout(dealt([3, 2, 0, 1, 1, 1, 1, 1]), 564, 360);
  assert.deepEqual(neighbour(beside.grid, { place: "a", depth: 0 }, "down", size), { place: "b", depth: 0 });
  assert.deepEqual(neighbour(beside.grid, { place: "8", depth: 0 }, "right", size), { place: "hS", depth: -1 });
});

test("H2: a drop counts for the legal pile that the card overlaps most", () => {
  const table = layout(dealt([7, 7, 7, 7, 6, 6, 6, 6]), 1280, 700);
  const step = table.slots.get("2").x - table.slots.get("1").x;
  const at = columns => ({ x: table.slots.get("1").x + columns * step, y: table.slots.get("1").y + 200 });
  const drop = (columns, legal, home = "8") => dropTarget(table, at(columns), home, new Set(legal), 700);
  assert.equal(drop(3.4, ["4", "5"]), "4");
  assert.equal(drop(3.6, ["4", "5"]), "5");
  assert.equal(drop(3.4, ["5"]), "5", "a legal pile comes before one that is not, even if it is overlapped less");
  assert.equal(drop(3.4, []), "4", "with no legal pile, the one overlapped most is asked");
  assert.equal(drop(7.05, ["7"]), null, "still at home");
});

test("H2: every foundation stands for the card's own, where that is legal", () => {
  const table = layout(dealt([7, 7, 7, 7, 6, 6, 6, 6]), 1280, 700);
  const drop = (place, legal, home = "8") => dropTarget(table, table.slots.get(place), home, new Set(legal), 700);
  assert.equal(drop("hH", ["hC"]), "hC");
  assert.equal(drop("hC", ["hC"]), "hC");
  assert.equal(drop("hH", ["1"]), "hH", "asked, so that the player can be told why not");
  assert.equal(drop("hH", ["7"], "hC"), "hH");
  const waiting = layout({ ...dealt([7, 7, 7, 7, 6, 6, 6, 6]), slots: ["D", null, null, null] }, 1280, 700);
  const land = place => dropTarget(waiting, waiting.slots.get(place), "8", new Set(["hS", "h1", "h2", "h3"]), 700);
  assert.equal(land("h3"), "h3");
  assert.equal(land("hD"), "h1", "a slot that waits for a suit");
});
