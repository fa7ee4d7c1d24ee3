// Letting this machine join another one's games, by the word of its link.

import { call } from "./api.js";
import { ask } from "./dialogs.js";
import { n, t } from "./words.js";

/** Asks, and joins; throws where the link is good for nothing. @param {string} word @returns {Promise<boolean>} whether this machine joined */
export async function join(word) {
  const { games } = await call("/api/player");
  const mine = games ? [n("The {number} game that is kept here becomes part of it.", "The {number} games that are kept here become part of it.", games)] : [];
  const words = [t("From now on both machines share one history, with the same games and statistics."), ...mine, t("Do this only with a link of your own.")];
  // T: The button by which this machine joins another one's history.
  const agreed = await ask(t("Play here as on the other machine?"), words.join(" "), { yes: t("Join"), no: t("Not now") });
  if (agreed !== "yes") return false;
  await call("/api/player/join", { method: "POST", body: { word } });
  return true;
}
