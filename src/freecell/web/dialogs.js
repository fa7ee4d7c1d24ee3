// Dialogs in general: one frame for all of them, a question with buttons, and the list of the keys.

import { button, element } from "./dom.js";
import { t } from "./words.js";

let made = 0;

/**
 * Opens a modal dialog, which closes by Escape, its cross, or a press beside it, and is gone then.
 * @param {string} title @param {Node[]} content
 * @param {{kind?: string, closed?: () => void}} [how]
 */
export function openDialog(title, content, { kind = "", closed = () => {} } = {}) {
  made += 1;
  const heading = element("h2", { id: `dialog-${made}` }, title);
  const cross = element("button", { type: "button", class: "cross", "aria-label": t("Close") }, "×");
  const dialog = element("dialog", { class: kind, "aria-labelledby": heading.id }, element("div", { class: "top" }, heading, cross), ...content);
  cross.addEventListener("click", () => dialog.close());
  dialog.addEventListener("pointerdown", event => event.target === dialog && isOutside(dialog, event) && dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {Element} box @param {PointerEvent} event */
function isOutside(box, { clientX: x, clientY: y }) {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}

/**
 * Asks something; gives the choice that was pressed, or null when the dialog was closed without one.
 * @template {string} Choice
 * @param {string} title @param {string|Node[]} text
 * @param {Record<Choice, string>} choices  choice → what its button says; the first is the one that is meant
 * @param {string} [kind]
 * @returns {Promise<Choice|null>}
 */
export function ask(title, text, choices, kind = "") {
  return new Promise(resolve => {
    /** @type {Choice|null} */
    let chosen = null;
    const names = /** @type {Choice[]} */ (Object.keys(choices));
    const buttons = names.map((name, index) => button(choices[name], () => {
      chosen = name;
      dialog.close();
    }, index === 0 ? "primary" : ""));
    const content = typeof text === "string" ? [element("p", {}, text)] : text;
    const dialog = openDialog(title, [...content, element("div", { class: "buttons" }, ...buttons)], { kind, closed: () => resolve(chosen) });
    if (typeof text === "string") dialog.setAttribute("aria-description", text);
    buttons[0].focus();
  });
}

/** Closes whatever dialog is open; for when the game under it has changed. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}

const KEYS = [
  ["← → ↑ ↓", t("walk over the table; Home and End, Page Up and Page Down leap")],
  [t("Enter or Space"), t("tap: pick up, put down")],
  ["1–8, a–d, h", t("two keys move: first from where, then to where; 6 7 moves from cascade 6 to cascade 7, 3 h to its foundation")],
  ["h s 5", t("brings the spade back from its foundation to cascade 5, where the rules allow it (h c, h d, h h: the other suits)")],
  ["Esc", t("put back what is picked; stop a search or a demonstration")],
  [t("U or Ctrl+Z"), t("undo")],
  [t("R, Ctrl+Y or Ctrl+Shift+Z"), t("redo")],
  ["F", t("finish, when the rest goes up by itself")],
  ["I", t("hint: the next good move on the cards; once more, and it says why")],
  ["P", t("play one good move: Auto; during a demonstration, one step")],
  ["S", t("solve and demonstrate; then pause, and go on")],
  ["T", t("tell the truth after each move, or no longer")],
  ["V", t("review this game; there, ← and → step through it, Home and End leap")],
  ["W", t("where was it lost?")],
  ["L", t("back to the last position that could be won")],
  ["Y", t("this deal: how difficult it is")],
  ["N", t("new game; in one tap a random deal at once")],
  ["G", t("choose a game: the deal, a wish, a text, the rules")],
  ["O", t("over again: restart this deal")],
  ["X", t("resign")],
  ["E", t("history: every earlier game")],
  ["Q", t("statistics")],
  ["J", t("map of the deals")],
  ["K", t("take along: out, in, and on another machine")],
  ["M", t("menu")],
  ["?", t("this list")],
];

/** Opens the list of the keys. */
export function openKeys() {
  const rows = KEYS.map(([keys, meaning]) => element("tr", {}, element("th", { scope: "row" }, keys), element("td", {}, meaning)));
  openDialog(t("Keys"), [element("table", { class: "keys" }, ...rows)]);
}
