import assert from "node:assert/strict";
import { test } from "node:test";

import { indexAt, stretches, xOf, yOf } from "../../src/freecell/web/chart.js";
import { pilesOf } from "../../src/freecell/web/piles.js";
import { ReviewModel, boardsOf, moveWords, reversed } from "../../src/freecell/web/reviewmodel.js";

const start = { cascades: [["JS", "KS"], ["QS"], [], [], [], [], [], []], cells: [null], foundations: { C: 13, D: 13, H: 13, S: 10 } };
const actions = [
  { text: "1a", from: "1", to: "a", cards: ["KS"], steps: [{ card: "KS", from: "1", to: "a" }], moves: 1, message: "K♠ to cell a." },
  { text: "1h", from: "1", to: "hS", cards: ["JS"], steps: [{ card: "JS", from: "1", to: "hS" }], moves: 1, message: "J♠ to the foundation of spades." },
  { text: "finish", from: null, to: null, cards: [], steps: [{ card: "QS", from: "2", to: "hS" }, { card: "KS", from: "a", to: "hS" }], moves: 2,
    message: "Q♠ K♠ to the foundations." },
];
const told = (position, status, moves_left = null, cost = null) => ({ position, status, moves_left, cost });
const better = { from: "1", to: "3", cards: ["KS"], count: 1, text: "13", line: "13 1h finish", moves_left: 4 };

/** A review of that game, as far as these parts tell it. */
function reviewed(...parts) {
  const model = new ReviewModel();
  model.take({ done: 0, of: 4, start, actions, positions: [], summary: null });
  for (const part of parts) model.take({ done: part.positions.length, of: 4, summary: null, ...part });
  return model;
}

test("the board at every position follows from the single moves, forth and back", () => {
  const boards = boardsOf(start, actions);
  assert.deepEqual(boards[1].cells, ["KS"]);
  assert.deepEqual(boards[2].foundations, { C: 13, D: 13, H: 13, S: 11 });
  assert.deepEqual(boards[3], { cascades: Array(8).fill([]), cells: [null], foundations: { C: 13, D: 13, H: 13, S: 13 } });
  for (const board of boards) assert.equal([...pilesOf(board).values()].flat().length, 52);
  const undone = boardsOf(boards[3], [...actions].reverse().map(({ steps }) => ({ steps: reversed(steps) })));
  assert.deepEqual(undone, boards.toReversed());
});

test("before anything is told, nothing is claimed", () => {
  const model = reviewed();
  assert.deepEqual([model.last, model.longest, model.losing], [3, 2, null]);
  assert.equal(model.truthAt(1), "Not looked at yet.");
  assert.equal(model.verdict, "Looking at the game: 0 of 4 positions…");
  assert.deepEqual(stretches(model), [["pending", 0, 3]]);
});

test("results come in any order, and better ones replace those before", () => {
  const model = reviewed({ positions: [told(2, "winnable", 5)] }, { positions: [told(2, "winnable", 2, 1), told(3, "winnable", 0)] });
  assert.equal(model.truthAt(2), "Winnable: 2 moves left in the best line known.");
  assert.equal(model.truthAt(3), "All cards are up.");
  assert.deepEqual([model.costOf(2), model.blame(2)], [1, "This move made the best line known 1 move longer."]);
  assert.deepEqual(stretches(model), [["pending", 0, 1], ["winnable", 2, 3]]);
});

test("the losing move is known as soon as both sides of it are", () => {
  assert.equal(reviewed({ positions: [told(2, "unwinnable")] }).losing, null);
  assert.equal(reviewed({ positions: [told(1, "unknown"), told(2, "unwinnable")] }).losing, null);
  const model = reviewed({ positions: [told(1, "winnable", 3), told(2, "unwinnable")] });
  assert.deepEqual([model.losing, model.lastWinnable, model.blame(2)], [2, 1, "This move lost the game."]);
  assert.deepEqual(model.betterThan(2), []);
  assert.equal(reviewed({ positions: [told(0, "unwinnable")] }).losing, 0);
});

const positions = (...rest) => [told(0, "winnable", 4), ...rest];
const summary = { moves: 4, best: 4, par: 4, losing: null, longer: [], unknown: 0 };

test("before the first news no number is told", () => {
  assert.equal(new ReviewModel().verdict, "Looking at the game…");
});

test("each way that a game can have gone has its own verdict", () => {
  const verdict = (told_, changes) => reviewed({ positions: told_, summary: { ...summary, ...changes } }).verdict;
  assert.equal(verdict(positions(told(3, "winnable", 0)), {}), "All cards are up after 4 moves, which is par: nothing shorter is known.");
  assert.equal(verdict(positions(told(3, "winnable", 0)), { par: 3 }), "All cards are up after 4 moves; par, the best known, is 3.");
  assert.equal(verdict(positions(told(3, "winnable", 0)), { par: null }), "All cards are up after 4 moves.");
  assert.equal(verdict(positions(told(3, "winnable", 0)), { longer: [{ action: 1, cost: 2, better: null }] }),
    "All cards are up after 4 moves, which is par: nothing shorter is known. One move made it longer than need be, by 2 moves.");
  assert.equal(verdict(positions(told(3, "winnable", 7)), {}), "Never lost: 7 moves left in the best line known.");
  assert.equal(verdict(positions(told(3, "unwinnable")), { losing: { action: 2, kept: [], undecided: 0 } }), "Move 2 lost it: J♠ to the foundation of spades.");
  assert.equal(verdict([told(0, "unwinnable")], { losing: { action: 0, kept: [], undecided: 0 } }), "It could not be won from the start, which is proved.");
  assert.match(verdict(positions(told(2, "unknown"), told(3, "unwinnable")), {}), /lost at the end, which is proved; which move lost it is not known/);
  assert.equal(verdict(positions(told(3, "unknown")), {}), "It is not known whether it can still be won at the end.");
});

test("what is unknown is never called lost", () => {
  const model = reviewed({ positions: positions(told(1, "unknown")), summary });
  assert.equal(model.truthAt(1), "Not known: the search ended without an answer.");
  assert.equal(model.truthAt(2), "Not known: nothing was found out in the time.");
  assert.deepEqual(stretches(model), [["winnable", 0, 0], ["unknown", 1, 3]]);
  assert.equal(model.blame(1), "");
});

test("better moves are those that would have kept the win, or been shorter", () => {
  const lost = reviewed({ positions: positions(told(1, "unwinnable")), summary: { ...summary, losing: { action: 1, kept: [better], undecided: 2 } } });
  assert.deepEqual([lost.betterThan(1), lost.betterThan(2)], [[better], []]);
  const long = reviewed({ positions: positions(told(2, "winnable", 4, 2)), summary: { ...summary, longer: [{ action: 2, cost: 2, better }] } });
  assert.deepEqual([long.betterThan(2), long.betterThan(1)], [[better], []]);
});

test("a move in words", () => {
  assert.equal(moveWords(better), "K♠ to cascade 3");
  assert.equal(moveWords({ cards: ["TH"], to: "hH" }), "10♥ to its foundation");
  assert.equal(moveWords({ cards: ["8H", "7S"], to: "7" }), "2 cards from 8♥ to cascade 7");
});

test("a press on the chart means the position that is drawn there", () => {
  for (const last of [0, 1, 40, 300]) {
    const frame = { width: 340, height: 96, last, most: 80 };
    for (const index of [0, Math.floor(last / 3), last]) assert.equal(indexAt(frame, xOf(frame, index)), index);
    assert.deepEqual([indexAt(frame, -50), indexAt(frame, 999)], [0, last]);
    assert.ok(yOf(frame, 80) < yOf(frame, 0) && yOf(frame, 80) >= 0 && yOf(frame, 0) <= 96);
  }
});
