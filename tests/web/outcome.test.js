import assert from "node:assert/strict";
import { test } from "node:test";

import { choicesAfter, endWords, factsOf, isComplete, isOver, standstill } from "../../src/freecell/web/outcome.js";
import { parWords } from "../../src/freecell/web/par.js";

const LAST = 2 ** 33 - 1;

test("after a win the next deal is offered where there is one, and sharing where there is an address", () => {
  const offered = deal => Object.keys(choicesAfter({ deal, address: deal && `/deal/${deal}`, status: "won" }));
  assert.deepEqual(offered(164), ["next", "restart", "review", "share"]);
  assert.deepEqual(offered(LAST - 1), ["next", "restart", "review", "share"]);
  assert.deepEqual(offered(LAST), ["new", "restart", "review", "share"]);
  assert.deepEqual(offered(null), ["new", "restart", "review"]);
});

test("a demonstrated game is told as no win, and may be played oneself", () => {
  assert.equal(endWords({ status: "won" }).title, "You won!");
  assert.match(endWords({ status: "demonstrated" }).note, /counts as no win/);
  assert.doesNotMatch(endWords({ status: "demonstrated" }).title, /won/);
  assert.deepEqual(Object.entries(choicesAfter({ deal: 164, address: null, status: "demonstrated" }))[0], ["restart", "Play it myself"]);
});

test("what ends a game, and what only stops it, is told in words of its own", () => {
  const at = changes => standstill({ status: "playing", loss: null, stuck: false, score: null, ...changes });
  assert.equal(at({}), null);
  assert.equal(at({ stuck: true }), "No legal move is left.");
  assert.equal(at({ status: "lost" }), "The game is lost: no legal move is left.");
  assert.equal(at({ status: "lost", loss: "proved" }), "The game is lost: nothing wins from here, which is proved.");
  assert.equal(at({ status: "lost", loss: "proved", score: 28 }), "The game is lost: nothing wins from here, which is proved. Score: 28.");
  assert.equal(at({ status: "resigned" }), "You resigned.");
  assert.equal(at({ status: "demonstrated" }), null);
});

test("a lost deal can be taken up again, any other end is one", () => {
  const ends = status => [isComplete({ status }), isOver({ status })];
  assert.deepEqual(["playing", "lost", "resigned", "won", "demonstrated"].map(ends), [[false, false], [false, false], [false, true], [true, true], [true, true]]);
});

test("the summary counts the help that was taken, and nothing that was not", () => {
  const help = { hints: 0, autos: 0, demonstrated: false };
  assert.deepEqual(factsOf({ moves: 90, score: null, help }, null), [["Moves", "90"]]);
  assert.deepEqual(factsOf({ moves: 90, score: 52, help: { ...help, hints: 2, autos: 1 } }, "1:02"),
    [["Moves", "90"], ["Score", "52"], ["Time", "1:02"], ["Hints", "2"], ["By Auto", "1"]]);
});

test("par is called the best known, and a game that reached it is told so", () => {
  assert.equal(parWords(77), "Par: 77 moves, the best known.");
  assert.equal(parWords(77, 90), "Par: 77 moves, the best known.");
  assert.equal(parWords(77, 77), "Par: 77 moves: nothing shorter is known.");
  assert.equal(parWords(1), "Par: 1 move, the best known.");
});
