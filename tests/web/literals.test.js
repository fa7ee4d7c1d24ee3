// No words for the player are left in the code: whatever is seen or heard goes through t() and n(), and {{t …}} in HTML.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import ts from "typescript";

const folder = new URL("../../src/freecell/web/", import.meta.url);
const read = name => readFileSync(new URL(name, folder), "utf-8");

/** Attributes that are seen or heard. */
const SAID = ["aria-label", "aria-valuetext", "aria-description", "aria-roledescription", "title", "placeholder", "alt", "content"];
/** Properties that are. */
const SHOWN = ["textContent", "innerText", "innerHTML", "title", "placeholder", "ariaLabel", "ariaValueText", "label"];
/** Functions whose texts are, from which argument on. */
const SPEAKERS = { announce: 0, notify: 0, button: 0, tell: 0, ask: 0, openDialog: 0, stepper: 0, titled: 0, chart: 0, append: 0, element: 2, replaceChildren: 0, toLabel: 0 };
/** What is the same in every language: names, keys of the keyboard, and texts as programs write them. */
const EVERYWHERE = ["FreeCell", " · FreeCell", "Esc", ...Array.from("FIPSTVWLYNGOXEQJKMA"), "FreeCell game\nDeal: 164\nRules: standard\nMoves: 17 1a 17", "English", "Moves:", "\nMoves:", "index.html has no #", "/api/profiles: "];
/** Words that are no player's: headers, types of elements, keys, and messages for the console. */
const CODE = [/^(Arrow|Page)(Up|Down|Left|Right)$/, /^(Home|End|Enter|Escape|Up|Down|Content-Type|JSON|POST|GET|DELETE|Object|Infinity|SHDC|CDHS|AJQK|DH|Files)$/, /^[A23456789TJQKCDHS-]+$/];

/** Whether a text has words, as sentences and titles have. @param {string} text */
const isProse = text => /\p{L}{2,} +\p{L}|^\p{Lu}\p{Ll}|[.:…?!]$/u.test(text.trim()) && /\p{L}{2}/u.test(text) && !CODE.some(code => code.test(text));

/** Looks where a literal stands. @param {ts.Node} node @returns {"said"|"code"|"unknown"} */
function place(node) {
  for (let at = node, up = node.parent; up; at = up, up = up.parent) {
    if (ts.isCallExpression(up) && up.arguments.includes(at)) {
      const name = ts.isIdentifier(up.expression) ? up.expression.text : ts.isPropertyAccessExpression(up.expression) ? up.expression.name.text : "";
      if (name === "t" || name === "n") return "code";
      if (["error", "querySelector", "querySelectorAll", "closest", "addEventListener", "matches", "matchMedia", "setProperty", "drawing", "suits", "icon", "includes", "startsWith", "test", "bar"].includes(name)) return "code";
      if (name === "setAttribute") return SAID.includes(up.arguments[0].text) && at !== up.arguments[0] ? "said" : "code";
      if (name in SPEAKERS) return up.arguments.indexOf(at) >= SPEAKERS[name] && !isKind(up, at, name) ? "said" : "code";
      if (name !== "filter" && name !== "join" && name !== "map") return "unknown";
    }
    if (ts.isNewExpression(up)) return up.expression.getText() === "Error" && isProse(node.text) ? "said" : "code";
    if (ts.isPropertyAssignment(up) && up.initializer === at) {
      const name = up.name.text;
      if (SAID.includes(name)) return "said";
      if (["class", "id", "role", "type", "d", "style", "for", "href", "viewBox", "transform", "easing", "aria-describedby", "aria-labelledby"].includes(name)) return "code";
      return "unknown";
    }
    if (ts.isBinaryExpression(up) && up.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const name = ts.isPropertyAccessExpression(up.left) ? up.left.name.text : "";
      return SHOWN.includes(name) && up.right === at ? "said" : "code";
    }
    if (ts.isBinaryExpression(up) && /^[!=]==?$/.test(up.operatorToken.getText())) return "code";
    if (ts.isConditionalExpression(up) && up.condition === at) return "code";
    if (ts.isElementAccessExpression(up) || ts.isImportDeclaration(up) || ts.isThrowStatement(up) || ts.isCaseClause(up)) return "code";
    if (ts.isFunctionLike(up) || ts.isBlock(up)) return "unknown";
  }
  return "unknown";
}

/** Whether an argument is a class or a kind, which nobody sees. @param {ts.CallExpression} call @param {ts.Node} argument @param {string} name */
function isKind(call, argument, name) {
  const index = call.arguments.indexOf(argument);
  return (name === "button" && index === 2) || (name === "ask" && index === 3) || (name === "stepper" && index === 1);
}

/** The texts of a module that a player may see or hear, and that no catalogue knows. @param {string} name @param {string} source @returns {string[]} */
function literalsIn(name, source) {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  /** @type {string[]} */
  const found = [];
  const look = node => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) {
      const at = place(node);
      const whole = ts.isStringLiteralLike(node);
      // In a place where words are said, two letters are a word; elsewhere it has to read as words do.
      const words = at === "said" ? /\p{L}{2}/u.test(node.text) : at === "unknown" && isProse(node.text) && whole;
      if (words && !EVERYWHERE.includes(node.text)) found.push(`${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.text}`);
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

/** The texts and attributes of a page that are not worded. @param {string} page @returns {string[]} */
function wordsIn(page) {
  const bare = page.replace(/\{\{t .*?\}\}/g, "").replace(/\{\{\w+\}\}/g, "").replace(/<(script|style)\b.*?<\/\1>/gs, "");
  const attributes = [...bare.matchAll(/\b([\w-]+)="([^"]*)"/g)].filter(([, name]) => SAID.includes(name)).map(([, , value]) => value);
  const technical = /^(width=device-width.*|#\w+|)$/;
  const texts = bare.replace(/<[^>]*>/g, "\n").split("\n").map(text => text.trim());
  return [...texts, ...attributes].filter(text => /\p{L}{2}/u.test(text) && text !== "FreeCell" && !technical.test(text));
}

test("no module says anything that no catalogue knows", () => {
  const modules = readdirSync(folder).filter(name => name.endsWith(".js") && name !== "cards.js" && name !== "protocol.js");
  assert.ok(modules.length > 40);
  assert.deepEqual(modules.flatMap(name => literalsIn(name, read(name))), []);
});

test("no page does, nor a style sheet", () => {
  const pages = readdirSync(folder).filter(name => name.endsWith(".html"));
  assert.ok(pages.length > 0);
  for (const name of pages) assert.deepEqual(wordsIn(read(name)), [], name);
  for (const name of readdirSync(folder).filter(other => other.endsWith(".css"))) {
    const contents = [...read(name).matchAll(/content:\s*"([^"]*)"/g)].map(([, text]) => text);
    assert.deepEqual(contents.filter(text => /\p{L}{2}/u.test(text)), [], name);
  }
});

test("words that are left in code are found, and what nobody reads is not", () => {
  const said = ['button("Undo", act)', 'element("p", { class: "dim" }, "low")', 'element("p", { "aria-label": "Close" })', "notify(`Copied ${x}`)", "node.textContent = on ? t(\"a\") : \"off\"",
    'const WORDS = { off: "not told" }', 'field.setAttribute("aria-label", `Line ${x}`)', 'const TITLES = ["Standard"]', 'throw new Error("The server is away.")', "label(x).ariaLabel = `${x} left`"];
  for (const source of said) assert.equal(literalsIn("a.js", source).length, 1, source);
  const silent = ['button(t("Undo"), act, "primary wide")', 'element("p", { class: "dim low", id: "x" }, t("Low"))', 'n("{number} card", "{number} cards", 2)', 'if (x === "Not this") f()',
    'document.querySelector("dialog main")', 'console.error("It failed.", problem)', 'field.setAttribute("aria-hidden", "true")'];
  for (const source of silent) assert.deepEqual(literalsIn("a.js", source), [], source);
  assert.deepEqual(wordsIn('<p title="Close">{{t Menu}}</p><b>Deal</b><title>FreeCell</title>'), ["Deal", "Close"]);
});
