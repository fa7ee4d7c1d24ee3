import assert from "node:assert/strict";
import { test } from "node:test";

import { SEEKING_DEAL, adviceOf } from "../../src/freecell/web/advice.js";
import { helpTaken, levelWords, parts, verdict } from "../../src/freecell/web/dealpanel.js";
import { TruthNews, badge, standing } from "../../src/freecell/web/truth.js";
import { ACTS, MEANINGS } from "../../src/freecell/web/truthpanel.js";
import { readWish, writeWish } from "../../src/freecell/web/wish.js";

const truth = (status, searching = false, moves_left = null) => ({ status, searching, never: false, moves_left, message: `${status} ${moves_left}` });
const never = { ...truth("unwinnable"), never: true, message: "This deal cannot be won (proved)." };
const at = told => ({ truth: told, settings: { truth: true }, status: told ? "playing" : "resigned" });
const STATES = [
  [{ truth: null, settings: { truth: false }, status: "playing" }, "off"], [at(null), "over"], [at(truth("winnable", false, 42)), "winnable"],
  [at(truth("unwinnable")), "unwinnable"], [at(never), "never"], [at(truth("unknown", true)), "searching"], [at(truth("unknown")), "unknown"],
];

test("each state of the truth has words, a mark, a meaning and something to do of its own", () => {
  for (const [snapshot, state] of STATES) {
    assert.equal(standing(snapshot), state);
    assert.ok(badge(snapshot).word && badge(snapshot).sentence && MEANINGS[state] && ACTS[state].length, state);
  }
  const told = STATES.filter(([, state]) => state !== "off" && state !== "over").map(([snapshot]) => badge(snapshot));
  assert.equal(new Set(told.map(({ mark }) => mark)).size, 4); // lost is lost, whenever it was
  assert.equal(new Set(told.map(({ word }) => word)).size, 5);
  assert.equal(new Set(Object.values(MEANINGS)).size, 7);
});

test("where the game is over there is nothing to solve, whether the truth is told or not", () => {
  for (const status of ["won", "lost", "resigned", "demonstrated"]) {
    for (const wanted of [true, false]) assert.equal(standing({ truth: null, settings: { truth: wanted }, status }), "over");
  }
  assert.ok(!ACTS.over.some(([, command]) => ["solve", "hint", "auto"].includes(command)));
});

test("only what is known to be winnable tells how many moves are left, and only a proof says that nothing wins", () => {
  assert.deepEqual(STATES.map(([snapshot]) => badge(snapshot).left), ["", "", "42", "", "", "", ""]);
  for (const [snapshot, state] of STATES) {
    assert.equal(/no longer|none wins|no win/i.test(badge(snapshot).word + badge(snapshot).short + MEANINGS[state]), ["unwinnable", "never"].includes(state), state);
    assert.equal(ACTS[state].some(([, command]) => command === "where"), state === "unwinnable", state);
  }
});

test("who hears the table is told of every change, but of no search and no count", () => {
  const news = new TruthNews();
  const told = [truth("unknown", true), truth("winnable", false, 9), truth("winnable", false, 8), truth("unknown", true), truth("winnable", false, 12),
    truth("unwinnable"), truth("unwinnable"), truth("winnable", false, 12), truth("unknown"), null, truth("unknown")].map(each => news.of(each));
  assert.deepEqual(told, ["", "winnable 9", "", "", "", "unwinnable null", "", "winnable 12", "unknown null", "", "unknown null"]);
});

const event = (code, message = code) => ({ code, values: {}, message });

test("a search can be stopped, whatever it is for", () => {
  for (const waiting of ["hint", "auto", "go-back"]) {
    assert.deepEqual([adviceOf({ waiting, hint: null }, []).busy, adviceOf({ waiting, hint: null }, []).acts], [true, [["Stop", "stop"]]]);
  }
  assert.equal(adviceOf({ waiting: "hint", hint: null }, [event("not-yet", "Not known yet: the search goes on.")]).text, "Not known yet: the search goes on.");
  assert.equal(adviceOf({ waiting: "demonstrate", hint: null }, []), null);
  assert.deepEqual(SEEKING_DEAL.acts, [["Stop", "stop-deal"]]);
});

test("a hint is told in words, and why when it is asked for again", () => {
  const first = adviceOf({ waiting: null, hint: { step: 1, message: "K♠ to cascade 3." } }, [event("hint")]);
  assert.deepEqual(first, { text: "K♠ to cascade 3.", acts: [["Do it", "auto"]] });
  const second = adviceOf({ waiting: null, hint: { step: 2, message: "K♠ to cascade 3, to send J♠ up." } }, [event("hint")]);
  assert.deepEqual(second, { text: "K♠ to cascade 3, to send J♠ up.", acts: [["Do it", "auto"]] });
});

test("where nothing wins the way back is offered; where nothing is known, it is not", () => {
  const offered = code => adviceOf({ waiting: null, hint: null }, [event(code)]).acts.map(([, command]) => command);
  assert.deepEqual(offered("hint-unwinnable"), ["back", "where"]);
  assert.deepEqual(offered("hint-never"), ["choose"]); // no move is to blame, and there is nowhere to go back to
  assert.deepEqual(offered("hint-unknown"), ["hint", "review"]);
  assert.deepEqual(offered("no-way-back"), ["review"]);
});

test("a wish is written as the server reads it, and nonsense is no wish", () => {
  for (const wish of ["winnable", "any", "7", "3-5", "10"]) {
    const { kind, from, to } = readWish(wish);
    assert.equal(writeWish(kind, from, to), wish);
  }
  assert.equal(writeWish("difficulty", "8", "2"), "2-8");
  for (const nonsense of [null, undefined, 7, "12", "0-3", "x"]) assert.equal(readWish(nonsense).kind, "winnable");
});

const difficulty = { status: "winnable", scale: 9, fewest_cells: 4, fewest_proved: true, plays_won: 0.017, states: 12345, par: 83 };

test("a difficulty is told with its parts, and never guessed", () => {
  assert.equal(verdict(difficulty), "9 of 10: very hard.");
  assert.deepEqual(parts(difficulty).map(([, value]) => value), ["4", "1.7%", "12,345", "83 moves"]);
  assert.match(parts(difficulty)[0][2], /one less it cannot be won/);
  assert.match(parts({ ...difficulty, fewest_proved: false })[0][2], /was found/);
  const nothing = { status: "unwinnable", scale: null, fewest_cells: null, fewest_proved: false, plays_won: null, states: null, par: null };
  assert.equal(verdict(nothing), "Impossible: that is proved.");
  assert.deepEqual(parts(nothing), []);
  assert.match(verdict({ ...nothing, status: "unknown" }), /Not known/);
  assert.deepEqual([1, 3, 4, 6, 7, 8, 9, 10].map(level => levelWords(level).split(": ")[1]),
    ["easy.", "easy.", "medium.", "medium.", "hard.", "hard.", "very hard.", "very hard."]);
});

test("the help that was taken is counted", () => {
  assert.equal(helpTaken({ help: { hints: 0, autos: 0, demonstrated: false } }), "No help taken.");
  assert.equal(helpTaken({ help: { hints: 1, autos: 2, demonstrated: false } }), "Help taken: 1 hint, 2 moves by Auto.");
  assert.match(helpTaken({ help: { hints: 0, autos: 0, demonstrated: true } }), /counts as no win/);
});
