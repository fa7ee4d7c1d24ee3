// Small conveniences over the DOM.

/** The element with this id, which index.html promises. @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no #${id}`);
  return found;
}

/**
 * A new element with text or children in it.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string|boolean>} [attributes]  true: present, false: absent
 * @param {...(Node|string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** @param {string} text  what the button says @param {() => void} act @param {string} [kind]  a class */
export function button(text, act, kind = "") {
  const made = element("button", { type: "button", class: kind }, text);
  made.addEventListener("click", act);
  return made;
}

/**
 * Puts text on the clipboard; where the browser forbids it, selects it in a field for the player to copy.
 * @param {string} text
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = element("textarea", { readonly: true, class: "offscreen" });
    field.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    return copied;
  }
}

/** Loads a style sheet that the table does not need; without it the words are still there. @param {string} name @returns {Promise<unknown>|undefined} */
export function loadStyle(name) {
  const href = new URL(name, import.meta.url).href;
  if (document.querySelector(`link[href="${href}"]`)) return undefined;
  const link = element("link", { rel: "stylesheet", href });
  return new Promise(resolve => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
    document.head.append(link);
  });
}

/** A drawing that says nothing to those who hear the page. @param {string} path  on a field of 24 by 24 */
export function icon(path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "path");
  drawn.setAttribute("d", path);
  svg.append(drawn);
  return svg;
}
