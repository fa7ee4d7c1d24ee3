// Par: the best known length of the deal on the table, under the rules that it is played by.

import { n } from "./words.js";

/** @import { Snapshot } from "./protocol.js" */

/**
 * Asks for par, and has it searched for where nothing is known yet.
 * @param {Pick<Snapshot, "text">} snapshot @param {AbortSignal} [signal]
 * @returns {Promise<number|null>} null where it is not known, or the server cannot be reached: nobody waits for it
 */
export async function parOf({ text }, signal) {
  try {
    const answer = await fetch("/api/par", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text }), signal });
    const { par } = await answer.json();
    return Number.isInteger(par) ? par : null;
  } catch {
    return null;
  }
}

/** Par in a sentence, beside a game that was won in so many moves. @param {number} par @param {number|null} [moves] */
export function parWords(par, moves = null) {
  if (moves === par) return n("Par: {number} move: nothing shorter is known.", "Par: {number} moves: nothing shorter is known.", par);
  return n("Par: {number} move, the best known.", "Par: {number} moves, the best known.", par);
}

/** Says par as soon as it is known. @param {HTMLElement} into @param {Pick<Snapshot, "text"|"status"|"moves">} snapshot @param {AbortSignal} [signal] */
export async function sayPar(into, snapshot, signal) {
  const par = await parOf(snapshot, signal);
  if (par !== null) into.textContent = parWords(par, snapshot.status === "won" ? snapshot.moves : null);
}
