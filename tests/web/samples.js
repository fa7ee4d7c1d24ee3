// A snapshot as the server would send it: deal 164 before the first move.
export const snapshot = {
  version: 0, game: "g", parent: null, saved: true, clock: { time: 0, running: false }, deal: 164, code: "FC1-C4-AAAAAFE", address: "/deal/164", profile: "standard",
  rules: { cells: 4, supermove: "exact", foundation_return: false, foundation_first: false, whole_cascade_to_empty: true, autoplay: "safe",
    undo_limit: null, scoring: "none", lose_without_moves: false },
  settings: { tap: "pick", foundations: "SHDC", truth: false }, status: "playing", loss: null, stuck: false,
  truth: null, hint: null, waiting: null, help: { hints: 0, autos: 0, demonstrated: false }, linked: null,
  cascades: ["AH AS 5S AD 5H 2S 6S", "5D TD JS 2H TC 6C 6H", "JH KC 7S KH 3C KD 6D", "AC 4H 8H KS 9C 8C QH", "QD TH TS 9S 7C 3H", "QS 8S 4C 9H 4S 3S",
    "3D 2C 9D QC 7H 7D", "8D 2D JC JD 4D 5C"].map(cards => cards.split(" ")),
  cells: [null, null, null, null], foundations: { C: 0, D: 0, H: 0, S: 0 }, slots: ["S", "H", "D", "C"], picked: null, moves: 0, score: null,
  undo: 0, redo: 0, can_finish: false, legal: { 8: { 1: ["a", "b", "c", "d", "2", "3"] }, 3: { 1: ["a", "b", "c", "d"] } }, text: "deal 164\n",
};

/** An action of a reviewed game: the first move of deal 164. */
export const action = { text: "17", from: "1", to: "7", cards: ["6S"], steps: [{ card: "6S", from: "1", to: "7" }], moves: 1, message: "6♠ to cascade 7." };

/** Something that happened. */
export const event = { code: "moved", values: { steps: action.steps }, message: "6♠ to cascade 7." };
