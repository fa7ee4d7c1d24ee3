// Starts the page, and ties its parts together.

import { AT_ONCE, readAddress } from "./address.js";
import { AdviceNotice, SEEKING_DEAL } from "./advice.js";
import { dropEarly } from "./api.js";
import { watchArrivals } from "./arrivals.js";
import { announce, notify } from "./announce.js";
import { Clock } from "./clock.js";
import { Connection } from "./connection.js";
import { ask, openKeys } from "./dialogs.js";
import { byId, copy } from "./dom.js";
import { Game } from "./game.js";
import { showHeader, showSaved } from "./header.js";
import { Keyboard } from "./keyboard.js";
import { languageChip } from "./language.js";
import { isComplete, isOver, showBanner, showEnd } from "./outcome.js";
import { Pointer } from "./pointer.js";
import { gameSettings, readPreferences, stepTime, storePreferences } from "./preferences.js";
import { move, openGame, playOn } from "./protocol.js";
import { recall } from "./storage.js";
import { Table } from "./table.js";
import { showTruth } from "./truth.js";
import { Visit } from "./visit.js";
import { n, t, useOwnLetters } from "./words.js";

/** @import { Start, Problem, Snapshot } from "./protocol.js" */
/** @import { PreferenceName } from "./preferences.js" */

const MENU = () => import("./menu.js");
const NEW_GAME = () => import("./newgame.js");

let preferences = readPreferences();
/** The profile that was last asked for. */
let lastProfile = "standard";
/** The game whose end was told, so that it is told once. */
let endedGame = "";
/** The demonstration that goes on, or the last one. @type {import("./demonstrate.js").Demonstration|null} */
let demonstration = null;
/** The review that is open. @type {import("./review.js").Review|null} */
let review = null;
/** The sounds, if they are wanted. @type {typeof import("./sound.js")|null} */
let sounds = null;
/** The tips, if they are wanted and not all told. @type {import("./tips.js").Tips|null} */
let tips = null;

const clock = new Clock(text => { byId("clock").textContent = text; }, running => game.turnClock(running));
const connection = new Connection({
  socket: earlyLine,
  hear: message => game.hear(message),
  state: state => {
    showLine(state === "connected");
    if (state === "connected") review?.resume();
  },
  puzzled: problem => console.error(problem),
  reopen: name => openGame(name, gameSettings(preferences)),
});
const table = new Table(byId("felt"));
const game = new Game({ table, connection, stepTime: () => stepTime(preferences), shown, known, gone: problem => visit.gone(problem), refused: () => sounds?.play(sounds.REFUSED) });
const visit = new Visit({
  game, part,
  settings: () => gameSettings(preferences),
  deal: startHere,
  choose: (wanted, problem) => openNewGame(wanted, startHere, problem),
  review: () => openReview(false),
  likeLast: lastStart,
});
const advice = new AdviceNotice(command);
const pointer = new Pointer(table, {
  tap: spotted => game.tap(spotted),
  doubleTap: spotted => game.doubleTap(spotted),
  tapFelt: () => game.putDown(),
  lift: spotted => game.lift(spotted),
  drop: (load, target, held) => game.drop(load, target, held),
  putBack: () => game.putBack(),
});
new Keyboard(table, {
  tap: spotted => game.tap(spotted),
  move: (from, to) => game.move(from, to),
  pending: from => game.pending(from),
  forget: () => game.forget(),
  escape: () => (pointer.dragging ? pointer.cancel() : stop()),
  command: command,
});

byId("header-push").after(languageChip("language-here"));

/** What the buttons, the keys and the menu can ask for. @type {Record<string, () => unknown>} */
const commands = {
  new: () => (game.snapshot?.profile === AT_ONCE ? startNow("random") : commands.choose()),
  choose: () => openNewGame(lastStart(), start),
  history: () => visit.openPage("history"),
  stats: () => visit.openPage("stats"),
  map: () => visit.openPage("map"),
  "take-along": () => visit.openPage("take-along"),
  unsaved,
  undo: () => game.send({ do: "undo" }),
  redo: () => game.send({ do: "redo" }),
  finish: () => game.send({ do: "finish" }),
  restart: async () => await sure(t("Restart this deal?"), t("Restart")) && game.send({ do: "restart" }),
  resign: async () => await sure(t("Resign this game? It then counts as lost."), t("Resign")) && game.send({ do: "resign" }),
  menu: openMenu,
  keys: openKeys,
  learn: () => location.assign(`/learn${visit.addressOf(game.snapshot)[1]}`),
  share,
  text: copyText,
  next: () => startNow(String((game.snapshot?.deal ?? 0) + 1)),
  earlier,
  print: async () => game.snapshot && (await part(() => import("./sheet.js")))?.printDeal(game.snapshot),
  deal: async () => game.snapshot && (await part(() => import("./dealpanel.js")))?.openDeal(game.snapshot, command),
  truth: async () => game.snapshot && (await part(() => import("./truthpanel.js")))?.openTruth(game.snapshot, command),
  tell: tellTruth,
  hint: () => game.send({ do: "hint" }),
  auto: () => (demonstration?.on ? demonstration.step() : game.send({ do: "auto" })),
  solve,
  review: () => openReview(false),
  where: () => openReview(true),
  back: () => game.send({ do: "go-back" }),
  stop: () => game.send({ do: "stop" }),
  "stop-deal": stopDeal,
};

/** Shows that the line is broken, and tells when that changes. @param {boolean} connected */
function showLine(connected) {
  const line = byId("line");
  if (line.hidden !== connected) announce(connected ? t("The connection is back.") : line.textContent ?? "");
  line.hidden = connected;
}

/** @param {string} name */
function command(name) {
  pointer.cancel();
  table.motion.finish();
  commands[name]?.();
}

/** @param {string} question @param {string} act */
async function sure(question, act) {
  const { snapshot } = game;
  if (!snapshot || snapshot.moves === 0 || isOver(snapshot)) return true;
  const made = n("You have made {number} move.", "You have made {number} moves.", snapshot.moves);
  return await ask(question, made, { yes: act, no: t("Keep playing") }) === "yes";
}

async function share() {
  const address = game.snapshot?.address;
  if (!address) return notify(t("This game has no address of its own to share."));
  const full = new URL(address, location.origin).href;
  notify(await copy(full) ? t("Copied: {address}", { address: full }) : full);
}

async function copyText() {
  if (game.snapshot) notify(await copy(game.snapshot.text) ? t("Copied: the game as text.") : t("The text could not be copied."));
}

/** Tells what it means that a game is not saved. */
async function unsaved() {
  const words = [
    t("What you did in this game could not be written: the server's disk or database is not to be had at the moment."),
    t("Play on. All of it is written in its order as soon as that can be, and the mark goes away. It would be lost only if the server ended before."),
  ];
  const chosen = await ask(t("Not saved yet"), words.join(" "), { on: t("Play on"), text: t("Copy as text") });
  if (chosen === "text") copyText();
}

/** Opens the game in whose middle this one was begun; if it was deleted, begins it anew. */
async function earlier() {
  const { parent = null, linked = null } = game.snapshot ?? {};
  const problem = parent && await visit.open(parent);
  if (problem && linked) start(visit.startOf(linked.text));
  else if (problem) notify(problem.message);
}

/** Loads a part of the page that the table can do without. @template Part @param {() => Promise<Part>} load @returns {Promise<Part|null>} */
async function part(load) {
  try {
    return await load();
  } catch {
    notify(t("This part of the page cannot be had at the moment. Reload the page, and try again."));
    return null;
  }
}

/** The dialog for a new game, which `play` begins. @param {Start} wanted @param {(start: Start) => Promise<Problem|null>} play @param {Problem|null} [problem] */
async function openNewGame(wanted, play, problem = null) {
  await (await part(NEW_GAME))?.openNewGame(wanted, { play, stop: stopDeal }, problem);
}

async function openMenu() {
  (await part(MENU))?.openMenu(game.snapshot, preferences, { command, autoplay: value => game.send({ do: "autoplay", value }), prefer });
}

/** Ends whatever goes on by itself; if nothing does, puts down what is picked. */
function stop() {
  if (demonstration?.on) return demonstration.stop();
  return game.snapshot?.waiting ? game.send({ do: "stop" }) : game.putDown();
}

/** Has the truth told after each move, or no longer. */
async function tellTruth() {
  const wanted = game.snapshot?.settings.truth ? "off" : "on";
  await prefer({ ...preferences, truth: wanted }, "truth");
  if (wanted === "off") notify(t("The truth is not told any more."));
}

/** Has the program play on, once the player knows what that means; while it does, pauses or goes on. */
async function solve() {
  if (demonstration?.on) return demonstration.toggle();
  const { snapshot } = game;
  if (!snapshot) return;
  if (snapshot.status !== "playing") return game.send({ do: "demonstrate" }); // which says why not
  const warned = snapshot.help.demonstrated || await ask(t("Solve and demonstrate?"),
    t("The program plays on from here, and you can stop it at any point and play on yourself. The game then counts as no win, however it ends."),
    { yes: t("Demonstrate"), no: t("Keep playing") }) === "yes";
  const made = warned && await part(() => import("./demonstrate.js"));
  if (!made) return;
  demonstration = made.demonstrate({ send: name => game.send({ do: name }), settle: () => table.motion.done, into: byId("words") });
}

/** @param {boolean} seek  whether to go to the losing move as soon as it is known */
async function openReview(seek) {
  const { snapshot } = game;
  const made = snapshot && await part(() => import("./review.js"));
  if (!snapshot || !made || review) return;
  demonstration?.stop();
  review = await made.openReview({
    snapshot, seek,
    ask: reviewer => game.review(reviewer),
    stepTime: () => stepTime(preferences),
    playOn: async (action, better) => {
      const problem = await game.send(playOn(action));
      if (!problem && better) await game.send(move(better.from, better.to, better.count));
    },
    closed: finished => {
      review = null;
      game.endReview();
      if (!finished) game.send({ do: "stop" });
    },
  });
}

/** The deal's rules as they were asked for, so that the next one begins alike; without the deal itself. @returns {Start} */
function lastStart() {
  const { snapshot } = game;
  const { deal, ...rules } = readAddress(...visit.addressOf(snapshot)) ?? {};
  if (deal !== undefined || !snapshot) return rules;
  return { profile: snapshot.profile === "own" ? lastProfile : snapshot.profile, rules: snapshot.rules };
}

/** Begins another game; one that can be played on stays behind Back. @param {Start} wanted @returns {Promise<Problem|null>} */
const start = wanted => visit.start(wanted);

/** Begins a game in place of whatever the address stands for. @param {Start} wanted */
async function startHere(wanted) {
  if (!wanted.text) lastProfile = wanted.profile ?? "standard";
  const settings = gameSettings(preferences);
  if (wanted.deal !== "random") return game.start({ ...wanted, settings });
  if (!document.querySelector("dialog[open]")) advice.show(SEEKING_DEAL);
  const problem = await game.start({ wish: lastWish(), ...wanted, settings });
  if (problem) advice.show(null);
  return problem;
}

/** What random deals shall be like, as it was wished last. @returns {string} */
function lastWish() {
  const wish = recall("localStorage", "wish");
  return typeof wish === "string" ? wish : "winnable";
}

/** Lets a deal that is searched for be; the game on the table goes on. */
function stopDeal() {
  connection.forgetWish();
  advice.show(null);
  if (game.snapshot) return game.open(game.snapshot.game, gameSettings(preferences));
  connection.request(() => ({ do: "stop", version: 0 })); // before the first game, nothing else ends the search
}

/** Begins another deal under the same rules, without a question. @param {string} deal */
async function startNow(deal) {
  const problem = await start({ ...lastStart(), deal });
  if (problem?.message) notify(problem.message);
}

/** @param {import("./game.js").Shown} shown */
async function shown({ snapshot, events, fresh }) {
  pointer.refresh();
  showHeader(snapshot);
  showBanner(snapshot, command);
  known(snapshot);
  advice.follow(snapshot, events);
  visit.lesson?.follow(snapshot);
  sounds?.play(sounds.notesOf(events, stepTime(preferences)));
  tips?.follow(snapshot);
  demonstration?.hear(snapshot, events);
  visit.enter(snapshot, fresh);
  // Opening a game lets its clock run, also for a page that is out of sight.
  if (document.hidden && events.length === 0) game.turnClock(false);
  if (!isComplete(snapshot)) endedGame = "";
  else if (visit.looking || visit.onPage) endedGame = snapshot.game; // its end is no news
  else if (endedGame !== snapshot.game) await ended(events);
}

/** @param {Snapshot} snapshot */
function known(snapshot) {
  showTruth(snapshot);
  showSaved(snapshot);
  clock.follow(snapshot.clock);
}

/** Tells that all cards are up, and celebrates a win that has only just come. @param {import("./protocol.js").Event[]} events */
async function ended(events) {
  endedGame = game.snapshot?.game ?? "";
  if (events.some(event => event.code === "won")) await celebrate();
  else await table.motion.done;
  const { snapshot } = game;
  // Meanwhile the player may have gone on to something else.
  if (snapshot && isComplete(snapshot) && endedGame === snapshot.game) showEnd(snapshot, preferences.clock === "on" ? clock.text : null, command);
}

async function celebrate() {
  await table.motion.done;
  if (stepTime(preferences)) table.celebrate();
  await table.motion.done;
}

/** @param {import("./preferences.js").Preferences} changed @param {PreferenceName} name */
async function prefer(changed, name) {
  preferences = changed;
  storePreferences(preferences);
  byId("clock").hidden = preferences.clock === "off";
  if (name === "letters") location.reload(); // the server words what it says of cards anew, too
  if (name === "cards" || name === "hand") game.putBack(); // laid out anew
  if (name === "sound") await tune();
  if (name === "tips") await teach(true);
  if (name === "truth") await game.send({ do: "settings", truth: preferences.truth === "on" });
  if (name !== "tap" && name !== "foundations") return;
  const value = preferences[name] === "profile" ? await profileSetting(name) : preferences[name];
  if (value) game.send({ do: "settings", [name]: value });
}

/** Fetches the sounds, or lets them be. */
async function tune() {
  sounds = preferences.sound === "on" ? await part(() => import("./sound.js")) : null;
}

/** Fetches the tips, or ends them. @param {boolean} again  whether all are told again */
async function teach(again) {
  tips?.end();
  tips = null;
  if (preferences.tips === "off" || visit.lesson) return;
  const made = await part(() => import("./tips.js"));
  if (!made) return;
  if (again) made.tellAgain();
  if (made.toldTips().length >= made.TIPS.length) return;
  tips = new made.Tips(table, () => prefer({ ...preferences, tips: "off" }, "tips"));
  if (game.snapshot) tips.follow(game.snapshot);
}

/** What the table can do without until the cards lie there. */
async function furnish() {
  dropEarly();
  // Whoever loses the line later has these all the same.
  await Promise.all([part(MENU), part(NEW_GAME)]);
  await tune();
  await teach(false);
  (await part(() => import("./sheet.js")))?.keepSheet(() => game.snapshot);
}

/** What the profile of the game has for a setting. @param {"tap"|"foundations"} name */
async function profileSetting(name) {
  const base = lastStart().profile ?? "standard";
  return (await (await part(NEW_GAME))?.profiles())?.find(profile => profile.name === base)?.[name];
}

for (const bar of document.querySelectorAll("header, footer")) {
  bar.addEventListener("click", event => {
    const button = event.target instanceof Element ? event.target.closest("[data-command]") : null;
    if (button instanceof HTMLElement) command(button.dataset.command ?? "");
  });
}
watchArrivals(content => visit.take(content));
addEventListener("online", () => connection.wake());
document.addEventListener("visibilitychange", () => document.hidden || connection.wake());
byId("clock").hidden = preferences.clock === "off";
useOwnLetters(preferences.letters === "own");
visit.begin().then(furnish);
// The server deals meanwhile.
table.draw();
