// Short sounds, made here from a few waves; nothing is loaded. Which notes sound is a matter of sums; playing them is not.

import { RANKS, isFoundation } from "./piles.js";

/** @import { Event, Step } from "./protocol.js" */
/**
 * @typedef {object} Note
 * @property {number} at  when it begins, in seconds from now
 * @property {number} pitch  in hertz
 * @property {number} [to]  the pitch that it slides to
 * @property {number} length  in seconds
 * @property {number} loud  0 to 1
 * @property {OscillatorType} wave
 */

/** However many cards move, their sounds last no longer, in seconds; about as long as the cards travel. */
const LONGEST = 1.5;
/** Where cards do not travel, their sounds still follow one another, in seconds. */
const LEAST = 0.05;
/** Half tones over the ace's, a step of the scale for each rank: a suit that goes home is heard to grow. */
const SCALE = [0, 2, 4, 5, 7, 9, 11, 12, 14, 16, 17, 19, 21];
const ACE = 392;

/** A card is set down. @param {number} at @returns {Note} */
const down = at => ({ at, pitch: 210, to: 110, length: 0.07, loud: 0.3, wave: "triangle" });
/** A card goes home. @param {number} at @param {string} card @returns {Note} */
const home = (at, card) => ({ at, pitch: ACE * 2 ** (SCALE[RANKS.indexOf(card[0])] / 12), length: 0.18, loud: 0.14, wave: "sine" });

/** What a refused move sounds like. @type {Note[]} */
export const REFUSED = [0, 0.1].map(at => ({ at, pitch: 150, to: 130, length: 0.08, loud: 0.22, wave: "triangle" }));

/**
 * The notes for what happened.
 * @param {Event[]} events
 * @param {number} stepTime  how long a single move takes on the screen, in milliseconds
 * @returns {Note[]}
 */
export function notesOf(events, stepTime) {
  const steps = events.flatMap(event => /** @type {Step[]} */ (event.values.steps ?? []));
  const apart = Math.min(Math.max(stepTime / 1000, LEAST), LONGEST / Math.max(steps.length, 1));
  const notes = steps.map(({ card, to }, index) => (isFoundation(to) ? home((index + 1) * apart, card) : down((index + 1) * apart)));
  return events.some(event => event.code === "won") ? [...notes, ...fanfare((steps.length + 2) * apart)] : notes;
}

/** @param {number} start @returns {Note[]} */
function fanfare(start) {
  const chord = [0, 4, 7, 12].map((tones, index) => ({ at: start + index * 0.11, tones }));
  return [...chord, ...[4, 7].map(tones => ({ at: start + 0.33, tones }))].map(({ at, tones }) =>
    ({ at, pitch: 523.25 * 2 ** (tones / 12), length: at >= start + 0.33 ? 0.9 : 0.22, loud: 0.13, wave: "sine" }));
}

/** The loudspeaker; a browser opens it only after the player has touched something. @type {AudioContext|null} */
let speaker = null;

/** Plays them; where there is no sound to be had, nothing happens. @param {Note[]} notes */
export function play(notes) {
  if (notes.length === 0 || typeof AudioContext === "undefined") return;
  speaker ??= new AudioContext();
  if (speaker.state === "suspended") speaker.resume().catch(() => {});
  for (const note of notes) sound(speaker, note);
}

/** @param {AudioContext} context @param {Note} note */
function sound(context, { at, pitch, to = pitch, length, loud, wave }) {
  const start = context.currentTime + at;
  const [tone, volume] = [new OscillatorNode(context, { type: wave, frequency: pitch }), new GainNode(context, { gain: 0 })];
  tone.frequency.exponentialRampToValueAtTime(to, start + length);
  // A wave that begins or ends at once would click.
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + length);
}
