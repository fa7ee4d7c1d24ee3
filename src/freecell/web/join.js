// Letting this machine join another one's games, by the word of its link.

import { call } from "./api.js";
import { ask } from "./dialogs.js";

/** Asks, and joins; throws where the link is good for nothing. @param {string} word @returns {Promise<boolean>} whether this machine joined */
export async function join(word) {
  const { games } = await call("/api/player");
  const mine = games === 0 ? "" : games === 1 ? " The game that is kept here becomes part of it." : ` The ${games} games that are kept here become part of it.`;
  const agreed = await ask("Play here as on the other machine?",
    `From now on both machines share one history, with the same games and statistics.${mine} Do this only with a link of your own.`, { yes: "Join", no: "Not now" });
  if (agreed !== "yes") return false;
  await call("/api/player/join", { method: "POST", body: { word } });
  return true;
}
