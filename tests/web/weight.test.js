import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const folder = new URL("../../src/freecell/web/", import.meta.url);
const read = name => readFileSync(new URL(name, folder));
/** As the server sends it. */
const weigh = names => names.reduce((sum, name) => sum + gzipSync(read(name)).length, 0);

const FIRST = 150_000;
const LATER = 25_000;

const page = read("index.html").toString();
const named = [...page.matchAll(/(?:src|href)="\{\{assets\}\}\/([^"]+)"/g)].flatMap(([, name]) => name.split("+"));
const imported = name => [...read(name).toString().matchAll(/\bfrom "\.\/([^"]+)"/g)].map(([, found]) => found);
const imports = name => [...read(name).toString().matchAll(/=> import\("\.\/([^"]+)"\)/g)].map(([, found]) => found);

/** These modules, and all that they import. */
function closure(names) {
  const found = new Set(names);
  for (const name of found) for (const other of imported(name)) found.add(other);
  return found;
}

const atFirst = closure(named.filter(name => name.endsWith(".js")));
const later = new Set([...atFirst].flatMap(imports));
for (const name of later) for (const part of closure([name])) for (const found of imports(part)) later.add(found);

test("what the table needs at first is light", () => {
  const files = [...new Set(["index.html", ...named, ...atFirst])];
  const weight = weigh(files);
  assert.ok(weight < FIRST, `${weight} bytes`);
  assert.ok(weight > 20_000, "the files were not found");
});

test("every module that the table needs is named in the page, so that it is loaded at once, and no other", () => {
  assert.deepEqual([...atFirst].sort(), named.filter(name => name.endsWith(".js")).sort());
  for (const name of later) assert.ok(!atFirst.has(name), name);
});

test("what is loaded later is light too, each part with its looks", () => {
  const parts = ["dealpanel.js", "demonstrate.js", "historypage.js", "join.js", "lesson.js", "mappage.js", "menu.js", "newgame.js", "page.js", "review.js", "sheet.js", "sound.js", "statspage.js", "takepage.js", "tips.js", "truthpanel.js"];
  assert.deepEqual([...later].sort(), parts);
  for (const name of later) {
    const own = [...closure([name])].filter(other => !atFirst.has(other));
    const looks = own.flatMap(other => [...read(other).toString().matchAll(/"([a-z]+\.css)"/g)].map(([, sheet]) => sheet));
    const weight = weigh([...own, ...looks]);
    assert.ok(weight < LATER, `${name}: ${weight} bytes`);
  }
});

test("no file is left that nothing loads", () => {
  const icons = JSON.parse(read("manifest.webmanifest").toString()).icons.map(icon => icon.src);
  const used = new Set(["index.html", ...named, ...icons, ...closure([...atFirst, ...later, "learn.js"]), "review.css", "pages.css", "learn.css"]);
  assert.deepEqual(readdirSync(folder).filter(name => !used.has(name)), []);
});
