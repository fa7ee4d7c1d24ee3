import assert from "node:assert/strict";
import { test } from "node:test";

import { choicesAfter } from "../../src/freecell/web/outcome.js";

const LAST = 2 ** 33 - 1;

test("after a win the next deal is offered where there is one, and sharing where there is an address", () => {
  const offered = deal => Object.keys(choicesAfter({ deal, address: deal && `/deal/${deal}` }));
  assert.deepEqual(offered(164), ["next", "restart", "share"]);
  assert.deepEqual(offered(LAST - 1), ["next", "restart", "share"]);
  assert.deepEqual(offered(LAST), ["new", "restart", "share"]);
  assert.deepEqual(offered(null), ["new", "restart"]);
});
