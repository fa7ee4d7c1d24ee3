import assert from "node:assert/strict";
import { test } from "node:test";

import { readAddress } from "../../src/freecell/web/address.js";

test("reads the deal, the profile and every changed rule", () => {
  assert.deepEqual(readAddress("/deal/164", ""), { deal: "164" });
  assert.deepEqual(readAddress("/deal/FC1-C4-AAAAAFE", ""), { deal: "FC1-C4-AAAAAFE" });
  assert.deepEqual(readAddress("/deal/164", "?profile=points&cells=2&supermove=linear&foundation_return=no&lose_without_moves=yes&undo_limit=none&scoring=cards"),
    { deal: "164", profile: "points", rules: { cells: 2, supermove: "linear", foundation_return: false, lose_without_moves: true, undo_limit: null, scoring: "cards" } });
  assert.deepEqual(readAddress("/deal/164", "?undo_limit=7"), { deal: "164", rules: { undo_limit: 7 } });
});

test("what it does not know is passed on, so that the server can say what is wrong", () => {
  assert.deepEqual(readAddress("/deal/x%20y", "?colour=red&cells=many"), { deal: "x y", rules: { colour: "red", cells: "many" } });
  assert.deepEqual(readAddress("/deal/%E0%A4%A", ""), { deal: "%E0%A4%A" });
});

test("other paths name no deal", () => {
  assert.equal(readAddress("/", ""), null);
  assert.equal(readAddress("/deal/", "?cells=2"), null);
});
