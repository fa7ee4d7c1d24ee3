import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { beforeEach, test } from "node:test";

import { count, language, letter, n, speak, t } from "../../src/freecell/web/words.js";

const ENGLISH = { language: "en", name: "English", plurals: ["one", "other"], letters: "AJQK", messages: {} };
const ROMANIAN = {
  language: "ro", name: "română", plurals: ["one", "few", "other"], letters: "AVDR",
  messages: {
    "New": "Nouă",
    "Deal {deal}": "Împărțirea {deal}",
    "{number} card": ["{number} carte", "{number} cărți", "{number} de cărți"],
    "{number} of {all}": ["{number} din {all}", "{number} din {all}", "{number} din {all}"],
  },
};

beforeEach(() => speak(ENGLISH));

test("English needs no catalogue", () => {
  assert.equal(t("New"), "New");
  assert.equal(t("Deal {deal}", { deal: 164 }), "Deal 164");
  assert.deepEqual([0, 1, 2].map(number => n("{number} card", "{number} cards", number)), ["0 cards", "1 card", "2 cards"]);
  assert.equal(language(), "en");
});

test("a catalogue's words, and Romanian's three plurals", () => {
  speak(ROMANIAN);
  assert.equal(t("New"), "Nouă");
  assert.equal(t("Deal {deal}", { deal: "#164" }), "Împărțirea #164");
  const cards = number => n("{number} card", "{number} cards", number);
  assert.deepEqual([0, 1, 2, 19, 20, 101, 120].map(cards),
    ["0 cărți", "1 carte", "2 cărți", "19 cărți", "20 de cărți", "101 cărți", "120 de cărți"]);
  assert.equal(n("{number} of {all}", "{number} of {all}", 2, { all: 6 }), "2 din 6");
});

test("a message that a catalogue lacks stays English, and a value that is not given stays visible", () => {
  speak(ROMANIAN);
  assert.equal(t("Unheard of"), "Unheard of");
  assert.equal(n("{number} frog", "{number} frogs", 2), "2 frogs");
  assert.equal(t("Deal {deal}", {}), "Împărțirea {deal}");
});

test("what a value says is never read as a message", () => {
  assert.equal(t("Copied: {address}", { address: "{address} $& $1" }), "Copied: {address} $& $1");
});

test("a browser that knows fewer categories takes the last form", () => {
  speak({ ...ROMANIAN, plurals: ["one", "several", "other"] });
  assert.equal(n("{number} card", "{number} cards", 2), "2 de cărți");
});

test("numbers and letters follow the language", () => {
  assert.equal(count(8589934591), "8,589,934,591");
  speak(ROMANIAN);
  assert.equal(count(8589934591), "8.589.934.591");
  assert.deepEqual([..."AJQK7T"].map(letter), [..."AJQK7T"]);
  speak(ROMANIAN, true);
  assert.deepEqual([..."AJQK7T"].map(letter), [..."AVDR7T"]);
  speak({ ...ROMANIAN, letters: "" }, true);
  assert.equal(letter("Q"), "Q");
});

test("the catalogues that the server makes speak here, in the categories that this engine knows", t_ => {
  const script = "from freecell.locales import *; import json; print(json.dumps([json.loads(catalogue_json(tag)) for tag in languages()]))";
  let text;
  try {
    text = execFileSync(process.env.PYTHON ?? ".venv/bin/python", ["-c", script], { encoding: "utf-8" });
  } catch {
    return t_.skip("no Python with the package");
  }
  for (const catalogue of JSON.parse(text)) {
    speak(catalogue);
    const known = new Intl.PluralRules(catalogue.language).resolvedOptions().pluralCategories;
    assert.deepEqual([...known].sort(), [...catalogue.plurals].sort(), catalogue.language);
    for (const number of [0, 1, 2, 20, 1000000]) assert.ok(n("{number} move", "{number} moves", number).includes(count(number)));
  }
});
