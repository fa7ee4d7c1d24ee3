// Questions to the server that are no part of a game: what is kept, counted, taken along.

import { t } from "./words.js";

/** @import { Problem } from "./protocol.js" */

/** An answer of the server that is no result; its message is for the player. */
export class Refusal extends Error {
  /** @param {Problem} problem */
  constructor({ code, values = {}, message }) {
    super(message);
    this.code = code;
    this.values = values;
  }
}

/** @type {Problem} */
const AWAY = { code: "away", message: t("The server cannot be reached at the moment.") };

/**
 * The answer to a request; throws a Refusal where there is none.
 * @param {string} path @param {{method?: string, body?: BodyInit|object, signal?: AbortSignal}} [how]  an object as body is sent as JSON
 * @returns {Promise<any>}
 */
export async function call(path, { method = "GET", body, signal } = {}) {
  await known();
  const plain = body && Object.getPrototypeOf(body) === Object.prototype;
  const sent = plain ? { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } } : { body: /** @type {BodyInit} */ (body) };
  const answer = await early(path) ?? await fetch(path, { method, signal, ...sent }).catch(problem => {
    throw signal?.aborted ? problem : new Refusal(AWAY);
  });
  const told = await answer.json().catch(() => null);
  if (!answer.ok || told === null) throw new Refusal(told?.error ?? { code: "internal", message: t("The server's answer could not be read ({status}).", { status: answer.status }) });
  return told;
}

/** The answer, if it was asked for before the modules were there; that counts once. @param {string} path @returns {Promise<Response|null>|null} */
function early(path) {
  if (typeof earlyAnswer === "undefined" || earlyAnswer.path !== path) return null;
  const { answer } = earlyAnswer;
  dropEarly();
  return answer;
}

/** Lets the early answer be, once the visit has begun: it grows old. */
export function dropEarly() {
  if (typeof earlyAnswer !== "undefined") earlyAnswer.answer = null;
}

/** What to tell of a request that failed. @param {unknown} problem @returns {string} */
export const reason = problem => (problem instanceof Error ? problem.message : String(problem));

/** Waits for the line to the server, which makes a newcomer known to it: two requests at once would make two players of one. */
function known() {
  const line = typeof earlyLine === "undefined" ? null : earlyLine;
  if (!line || line.readyState !== WebSocket.CONNECTING) return null;
  return new Promise(done => {
    line.addEventListener("open", done);
    line.addEventListener("close", done);
  });
}
