import assert from "node:assert/strict";
import { test } from "node:test";

import { factsOf, isAtPar, isFiltered, questionOf, readFilters, resultWords, startOf, titleOf, whenWords } from "../../src/freecell/web/historymodel.js";
import { joinWord, pageOf } from "../../src/freecell/web/pages.js";
import { binsOf, details, headline, roundUp, spanWords } from "../../src/freecell/web/statsmodel.js";
import { takenWords } from "../../src/freecell/web/takepage.js";
import { around } from "../../src/freecell/web/trend.js";
import { kindName, movesWords, percent, timeWords } from "../../src/freecell/web/numbers.js";

const kept = {
  game: "3fa8c1d200aa41e09b7c", deal: 164, code: "FC1-C4-AAAAAFE", address: "/deal/164", profile: "standard", cells: 4, rules: "standard", result: "won",
  moves: 83, score: null, time: 247_000, undos: 1, hints: 0, actions: 90, begun: 0, played: 247_000, ended: 247_000, parent: null, par: 83,
};
const NOW = new Date(2026, 2, 12, 14, 5).getTime();

// Addresses

test("every page has an address, and nothing else is one", () => {
  assert.deepEqual(["/history", "/stats/", "/map", "/take-along", "/", "/deal/164", "/toString"].map(pageOf), ["history", "stats", "map", "take-along", null, null, null]);
  assert.equal(joinWord("#join=Ab-9_x"), "Ab-9_x");
  for (const fragment of ["", "#join=", "#join=a b", "#other=1"]) assert.equal(joinWord(fragment), null);
});

// History

test("filters are read from an address, and what is no choice is none", () => {
  const filters = readFilters(new URLSearchParams("search=164&result=won&profile=poker&cells=2&time=99"));
  assert.deepEqual(filters, { search: "164", result: "won", profile: "", cells: "2", time: "" });
  assert.ok(isFiltered(filters));
  assert.ok(!isFiltered(readFilters(new URLSearchParams())));
});

test("the question to the server names what is filtered, and no more", () => {
  const none = readFilters(new URLSearchParams());
  assert.equal(questionOf(none, NOW, null), "/api/games?limit=50");
  const asked = new URL(questionOf({ ...none, search: " 164 ", result: "lost", time: "7" }, NOW, "x9"), "http://here");
  assert.deepEqual(Object.fromEntries(asked.searchParams), { search: "164", result: "lost", since: String(NOW - 7 * 86_400_000), after: "x9", limit: "50" });
});

test("a game is at par when it was won in no more moves than are known to be needed", () => {
  assert.ok(isAtPar(kept));
  assert.equal(resultWords(kept), "Won at par");
  for (const change of [{ moves: 84 }, { par: null }, { result: "demonstrated" }]) assert.ok(!isAtPar({ ...kept, ...change }));
  assert.equal(resultWords({ ...kept, moves: 84 }), "Won");
});

test("a game is named by its deal, and told in full", () => {
  assert.equal(titleOf(kept), "Deal 164");
  assert.equal(titleOf({ deal: null, code: null }), "Own layout");
  const facts = Object.fromEntries(factsOf({ ...kept, score: 40, hints: 2 }));
  assert.equal(facts.Par, "83 moves, the fewest known for this deal");
  assert.deepEqual([facts.Time, facts.Score, facts.Hints, facts.Undone], ["4:07", "40", "2", "1 time"]);
  assert.ok(!("Score" in Object.fromEntries(factsOf(kept))));
});

test("a moment is told shortly", () => {
  const at = (...parts) => whenWords(new Date(...parts).getTime(), NOW);
  assert.deepEqual([at(2026, 2, 12, 9, 3), at(2026, 2, 11, 23, 59), at(2026, 0, 5), at(2025, 11, 31)], ["today, 09:03", "yesterday, 23:59", "5 Jan", "31 Dec 2025"]);
});

test("a game's beginning is its text without the moves", () => {
  assert.equal(startOf("FreeCell game\nLayout:\n2S\nRules: standard\nMoves: 17 1a\n 17"), "FreeCell game\nLayout:\n2S\nRules: standard\nMoves:");
});

// Statistics

const kind = {
  profile: "points", cells: 2, open: 3, games: 10, won: 4, lost: 3, resigned: 2, demonstrated: 1, share: 0.4, streak: 0, longest_streak: 3, without_undo: 1, without_hints: 4,
  best_moves: 80, average_moves: 95.25, best_time: 60_000, average_time: 125_400, best_score: 900, average_score: 512.5, weeks: [],
};

test("u3: every number says over which games it is", () => {
  const words = [...headline(kind).map(([name, value, of]) => `${name} ${value} ${of}`)];
  assert.deepEqual(words, ["Won 4 of 10 that ended", "Share won 40% of all that ended", "Streak now 0 won in a row", "Longest streak 3 won in a row"]);
  const groups = Object.fromEntries(details(kind).map(([title, facts]) => [title, Object.fromEntries(facts)]));
  assert.deepEqual(groups["Over the games won"], {
    "Fewest moves": "80", "Moves on average": "95.3", "Shortest time": "1:00", "Time on average": "2:05", "Without undo": "1 (25%)", "Without hints": "4 (100%)" });
  assert.deepEqual(groups["All games that ended"], { Won: "4", Lost: "3", Resigned: "2", Demonstrated: "1", "Best score": "900", "Score on average": "512.5" });
  assert.deepEqual(groups["In no count yet"], { "Open games": "3" });
});

test("what there is none of is told as that, and not as nought", () => {
  const none = { ...kind, games: 0, won: 0, share: null, best_moves: null, average_moves: null, best_time: null, average_time: null, best_score: null };
  assert.equal(headline(none)[1][1], "–");
  assert.deepEqual(details(none)[0][1].map(([, value]) => value), ["–", "–", "–", "–", "1", "4"]);
  assert.ok(!details(none).flatMap(([, facts]) => facts).some(([name]) => name.includes("core")));
});

const week = (begins, games, won, average_moves = null, average_time = null) => ({ begins, games, won, average_moves, average_time });

test("weeks without a game are among the bars, and no game is lost by putting weeks together", () => {
  const weeks = [week("2026-01-05", 2, 1, 90, 1000), week("2026-01-26", 4, 3, 100, 3000), week("2026-06-29", 5, 0)];
  const single = binsOf(weeks, 52);
  assert.equal(single.length, 26);
  assert.deepEqual(single.slice(0, 5).map(bin => [bin.begins, bin.games]), [["2026-01-05", 2], ["2026-01-12", 0], ["2026-01-19", 0], ["2026-01-26", 4], ["2026-02-02", 0]]);
  const few = binsOf(weeks, 7);
  assert.equal(few.length, 7);
  assert.deepEqual(few[0], { begins: "2026-01-05", ends: "2026-02-01", games: 6, won: 4, moves: 97.5, time: 2500 });
  for (const most of [1, 2, 3, 10, 26]) {
    const bins = binsOf(weeks, most);
    assert.ok(bins.length <= most);
    assert.deepEqual([bins.reduce((sum, bin) => sum + bin.games, 0), bins.reduce((sum, bin) => sum + bin.won, 0)], [11, 4]);
  }
  assert.deepEqual(binsOf([], 10), []);
  assert.equal(spanWords(few[0]), "5 Jan – 1 Feb 2026");
});

test("weeks are told apart over a change of the clocks, and of the year", () => {
  const bins = binsOf([week("2025-12-29", 1, 1, 80, 5), week("2026-03-30", 1, 1, 82, 5)], 100);
  assert.equal(bins.length, 14);
  assert.equal(bins.at(-1).games, 1);
  assert.equal(spanWords(bins[0]), "29 Dec 2025 – 4 Jan 2026");
});

test("an axis ends at a round number with room for what it shows", () => {
  assert.deepEqual([0, 1, 3, 7, 10, 11, 650, 1001].map(roundUp), [1, 1, 4, 8, 10, 20, 800, 2000]);
  assert.deepEqual(around([95, 105], 10), [80, 120]);
  assert.deepEqual(around([4], 10), [0, 20]);
  assert.deepEqual(around([], 10), [0, 20]);
});

// Taking along

test("what came of an import is told in a sentence", () => {
  const taken = { new: 0, continued: 0, known: 0, refused: [], refused_count: 0, game: null };
  assert.equal(takenWords(taken), "There was no game in it.");
  assert.equal(takenWords({ ...taken, new: 1 }), "1 game is new.");
  assert.equal(takenWords({ ...taken, new: 1200, continued: 1, known: 3, refused_count: 2 }),
    "1,200 games are new. 1 game goes on from where it stood. 3 games were here already. 2 lines could not be taken.");
});

// Words

test("numbers, times and rules in words", () => {
  assert.deepEqual([1, 0, 32000].map(movesWords), ["1 move", "0 moves", "32,000 moves"]);
  assert.deepEqual([0, 59_999, 3_600_000, 36_061_000].map(timeWords), ["0:00", "0:59", "1:00:00", "10:01:01"]);
  assert.deepEqual([0, 0.0001, 0.625, 0.9999, 1].map(percent), ["0%", "0.1%", "63%", "99.9%", "100%"]);
  assert.deepEqual([kindName("one-tap", 4), kindName("points", 1), kindName("own", 0)], ["One tap", "Points, 1 cell", "House rules, 0 cells"]);
});
