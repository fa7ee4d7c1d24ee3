import assert from "node:assert/strict";
import { test } from "node:test";

import { DECK, foundationPlaces, isSequence, label, pilesOf, serverPlace, spoken, targetsOf } from "../../src/freecell/web/piles.js";
import { speak } from "../../src/freecell/web/words.js";
import { snapshot } from "./samples.js";

test("a snapshot's piles hold the deck, foundations from the ace up", () => {
  const piles = pilesOf(snapshot);
  assert.deepEqual([...piles.values()].flat().sort(), [...DECK].sort());
  const later = pilesOf({ cascades: [[]], cells: ["TH"], foundations: { C: 0, D: 3, H: 0, S: 1 } });
  assert.deepEqual(later.get("hD"), ["AD", "2D", "3D"]);
  assert.deepEqual(later.get("a"), ["TH"]);
});

test("H5: every card and place has a name and a place", () => {
  const cascade = ["KS", "7H"];
  assert.equal(label("3", cascade, 1), "7 of hearts, cascade 3, card 2 of 2");
  assert.equal(label("3", cascade, 0), "king of spades, cascade 3, card 1 of 2");
  assert.equal(label("3", [], 0), "cascade 3, empty");
  assert.equal(label("b", [], 0), "cell b, empty");
  assert.equal(label("b", ["TD"], 0), "10 of diamonds, cell b");
  assert.equal(label("hS", ["AS", "2S", "3S"], 2), "foundation of spades, 3");
  assert.equal(label("hS", [], 0), "foundation of spades, empty");
});

test("what is said names cards, with commas between several", () => {
  assert.equal(spoken("10♥ A♠ to the foundations."), "10 of hearts, ace of spades to the foundations.");
  assert.equal(spoken("3 cards from Q♣ to cascade 2."), "3 cards from queen of clubs to cascade 2.");
  assert.equal(spoken("♠ ♥ ♦ ♣, Deal 164"), "♠ ♥ ♦ ♣, Deal 164");
  const words = { language: "it", name: "italiano", plurals: ["one", "many", "other"], letters: "AFDR", messages: {} };
  speak(words, true);
  assert.equal(spoken("D♥ sulla cascata 3: ci va un F♠"), "queen of hearts sulla cascata 3: ci va un jack of spades");
  speak({ ...words, language: "en", letters: "AJQK" });
});

test("a hand lifts only what hangs together", () => {
  assert.equal(isSequence(["8H", "7S", "6D", "5C"]), true);
  assert.equal(isSequence(["8H", "7D"]), false);
  assert.equal(isSequence(["8H", "6S"]), false);
  assert.equal(isSequence(["8H"]), true);
});

test("targets are the snapshot's, for this number of cards, or for fewer where the target decides", () => {
  const some = { ...snapshot, legal: { 6: { 1: ["a", "hS"], 2: ["4"], 3: ["7"] } } };
  assert.deepEqual([...targetsOf(some, "6", 3)], ["7"]);
  assert.deepEqual([...targetsOf(some, "6", 2, true)].sort(), ["4", "a", "hS"]);
  assert.deepEqual([...targetsOf(some, "5", 1)], []);
});

test("an ace without a slot of its own may go to any slot that waits for a suit", () => {
  const some = { ...snapshot, slots: ["D", null, null, null], legal: { 6: { 1: ["hS"] }, 7: { 1: ["hD"] } } };
  assert.deepEqual(foundationPlaces(some), ["hD", "h1", "h2", "h3"]);
  assert.deepEqual([...targetsOf(some, "6", 1)], ["hS", "h1", "h2", "h3"]);
  assert.deepEqual([...targetsOf(some, "7", 1)], ["hD"]);
  assert.deepEqual(["h1", "hD", "3"].map(serverPlace), ["h", "hD", "3"]);
});
