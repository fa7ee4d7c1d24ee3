// Text and files that are pasted or dropped on the page.

/** Shorter than any layout or game. */
const SHORTEST = 20;

/** Tells of whatever is pasted or dropped anywhere on the page, unless a field takes it. @param {(content: string|File) => void} arrived */
export function watchArrivals(arrived) {
  document.addEventListener("paste", event => {
    if (isField(event.target)) return;
    const content = contentOf(event.clipboardData);
    if (!content) return;
    event.preventDefault();
    arrived(content);
  });
  document.addEventListener("dragover", event => {
    if (isField(event.target) || !event.dataTransfer) return;
    // A file that nobody took would be shown in place of the page.
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  });
  document.addEventListener("drop", event => {
    if (isField(event.target)) return;
    event.preventDefault();
    const content = contentOf(event.dataTransfer);
    if (content) arrived(content);
  });
}

/** @param {DataTransfer|null} transfer @returns {string|File|null} */
function contentOf(transfer) {
  const file = transfer?.files[0];
  if (file) return file;
  const text = transfer?.getData("text/plain") ?? "";
  return text.trim().length >= SHORTEST ? text : null;
}

/** @param {EventTarget|null} target */
const isField = target => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
