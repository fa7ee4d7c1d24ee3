// Starts the page, and ties its parts together.

import { readAddress } from "./address.js";
import { AdviceNotice, SEEKING_DEAL } from "./advice.js";
import { announce, notify } from "./announce.js";
import { Clock } from "./clock.js";
import { Connection } from "./connection.js";
import { ask, closeDialogs, openKeys } from "./dialogs.js";
import { byId, copy } from "./dom.js";
import { Game } from "./game.js";
import { showHeader } from "./header.js";
import { Keyboard } from "./keyboard.js";
import { openMenu } from "./menu.js";
import { AT_ONCE, openNewGame, profiles } from "./newgame.js";
import { askGone, isComplete, isOver, showBanner, showEnd, standstill } from "./outcome.js";
import { Pointer } from "./pointer.js";
import { gameSettings, readPreferences, stepTime, storePreferences } from "./preferences.js";
import { move, playOn } from "./protocol.js";
import { lastGame, recall, tabGame } from "./storage.js";
import { Table } from "./table.js";
import { showTruth } from "./truth.js";

/** @import { Start, Problem, Identity, Snapshot } from "./protocol.js" */
/** @import { PreferenceName } from "./preferences.js" */

/** @type {Start} */
const ANY_GAME = { deal: "random", profile: "standard" };

let preferences = readPreferences();
/** Whether the next game gets an entry of its own in the history, so that Back returns to the one before. */
let keepsPrevious = false;
/** The profile that was last asked for. */
let lastProfile = "standard";
/** The game whose end was told, so that it is told once. */
let endedGame = "";
/** The demonstration that goes on, or the last one. @type {import("./demonstrate.js").Demonstration|null} */
let demonstration = null;
/** The review that is open. @type {import("./review.js").Review|null} */
let review = null;

const clock = new Clock(text => { byId("clock").textContent = text; });
const connection = new Connection({
  socket: earlyLine,
  hear: message => game.hear(message),
  state: state => {
    byId("line").hidden = state === "connected";
    if (state === "connected") review?.resume();
  },
  puzzled: problem => console.error(problem),
});
const table = new Table(byId("felt"));
const game = new Game({ table, connection, stepTime: () => stepTime(preferences), shown, known: showTruth, gone });
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
  escape: () => (pointer.dragging ? pointer.cancel() : stop()),
  command: command,
});

/** What the buttons, the keys and the menu can ask for. @type {Record<string, () => unknown>} */
const commands = {
  new: () => (game.snapshot?.profile === AT_ONCE ? startNow("random") : commands.choose()),
  choose: () => openNewGame(lastStart(), { play: start, stop: stopDeal }),
  undo: () => game.send({ do: "undo" }),
  redo: () => game.send({ do: "redo" }),
  finish: () => game.send({ do: "finish" }),
  restart: async () => await sure("Restart this deal?", "Restart") && game.send({ do: "restart" }),
  resign: async () => await sure("Resign this game? It then counts as lost.", "Resign") && game.send({ do: "resign" }),
  menu: () => openMenu(game.snapshot, preferences, { command, autoplay: value => game.send({ do: "autoplay", value }), prefer }),
  keys: openKeys,
  share,
  text: copyText,
  next: () => startNow(String((game.snapshot?.deal ?? 0) + 1)),
  earlier: () => game.snapshot?.linked && start({ text: game.snapshot.linked.text }),
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
  return await ask(question, `You have made ${countMoves(snapshot)}.`, { yes: act, no: "Keep playing" }) === "yes";
}

async function share() {
  const address = game.snapshot?.address;
  if (!address) return notify("This game has no address of its own to share.");
  const full = new URL(address, location.origin).href;
  notify(await copy(full) ? `Copied: ${full}` : full);
}

async function copyText() {
  if (game.snapshot) notify(await copy(game.snapshot.text) ? "Copied: the game as text." : "The text could not be copied.");
}

/** Loads a part of the page that the table can do without. @template Part @param {() => Promise<Part>} load @returns {Promise<Part|null>} */
async function part(load) {
  try {
    return await load();
  } catch {
    notify("This part of the page cannot be had at the moment. Reload the page, and try again.");
    return null;
  }
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
  if (wanted === "off") notify("The truth is not told any more.");
}

/** Has the program play on, once the player knows what that means; while it does, pauses or goes on. */
async function solve() {
  if (demonstration?.on) return demonstration.toggle();
  const { snapshot } = game;
  if (!snapshot) return;
  if (snapshot.status !== "playing") return game.send({ do: "demonstrate" }); // which says why not
  const warned = snapshot.help.demonstrated || await ask("Solve and demonstrate?",
    "The program plays on from here, and you can stop it at any point and play on yourself. The game then counts as no win, however it ends.",
    { yes: "Demonstrate", no: "Keep playing" }) === "yes";
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
  const { deal, ...rules } = readAddress(...addressOf(snapshot)) ?? {};
  if (deal !== undefined || !snapshot) return rules;
  return { profile: snapshot.profile === "own" ? lastProfile : snapshot.profile, rules: snapshot.rules };
}

/** @param {Snapshot|null} snapshot @returns {[string, string]} path and query */
function addressOf(snapshot) {
  const { pathname, search } = new URL(snapshot?.address ?? "/", location.origin);
  return [pathname, search];
}

/** Begins another game; one that can be played on stays behind Back. @param {Start} wanted @returns {Promise<Problem|null>} */
async function start(wanted) {
  keepsPrevious = game.snapshot !== null && !isOver(game.snapshot);
  const problem = await startHere(wanted);
  if (problem) keepsPrevious = false;
  return problem;
}

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
  if (game.identity) return game.open(game.identity);
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
  if (events.some(event => event.code === "dealt")) clock.reset();
  clock.follow(game.identity?.game ?? "", snapshot);
  showBanner(snapshot, command);
  showTruth(snapshot);
  advice.follow(snapshot, events);
  demonstration?.hear(snapshot, events);
  enter(snapshot, fresh);
  if (!isComplete(snapshot)) endedGame = "";
  else if (endedGame !== game.identity?.game) await ended(events);
}

/** Tells that all cards are up, and celebrates a win that has only just come. @param {import("./protocol.js").Event[]} events */
async function ended(events) {
  endedGame = game.identity?.game ?? "";
  if (events.some(event => event.code === "won")) await celebrate();
  else await table.motion.done;
  const { snapshot } = game;
  // Meanwhile the player may have gone on to something else.
  if (snapshot && isComplete(snapshot) && endedGame === game.identity?.game) showEnd(snapshot, preferences.clock === "on" ? clock.text : null, command);
}

async function celebrate() {
  await table.motion.done;
  if (stepTime(preferences)) table.celebrate();
  await table.motion.done;
}

/** Keeps the address and the history in step with the game. @param {Snapshot} snapshot @param {boolean} fresh */
function enter(snapshot, fresh) {
  const [path, query] = addressOf(snapshot);
  if (fresh && keepsPrevious) history.pushState({ ...game.identity }, "", path + query);
  else if (fresh || path + query !== location.pathname + location.search) takeEntry(snapshot);
  if (!fresh) return;
  keepsPrevious = false;
  closeDialogs();
  const made = snapshot.moves ? `, ${countMoves(snapshot)} made` : "";
  announce(`${document.title}${made}. ${standstill(snapshot) ?? ""}`);
}

/** Makes this entry of the history the game's. @param {Snapshot} snapshot */
function takeEntry(snapshot) {
  history.replaceState({ ...game.identity }, "", snapshot.address ?? "/");
}

/** "1 move", "14 moves" @param {Snapshot} snapshot */
const countMoves = ({ moves }) => `${moves} ${moves === 1 ? "move" : "moves"}`;

/** Goes on with a game that this browser knows; if the server does not, the one on the table stays. @param {Identity} identity */
async function resume(identity) {
  const problem = await game.open(identity);
  if (!problem) return;
  if (!game.snapshot || game.identity?.game === identity.game) return gone(problem, identity);
  takeEntry(game.snapshot);
  notify(`${problem.message} The one on the table goes on.`);
}

/** The server no longer has the game. @param {Problem} problem @param {Identity|null} identity */
async function gone(problem, identity) {
  if (document.querySelector("dialog.gone")) return;
  const saved = [tabGame(), lastGame()].find(other => other?.game === identity?.game);
  const text = game.identity?.game === identity?.game ? game.snapshot?.text : undefined;
  const known = text ?? saved?.text ?? null;
  const entry = history.state?.game;
  const chosen = await askGone(problem.message, known);
  // Whoever went Back or forward meanwhile is there already.
  if (history.state?.game !== entry) return;
  // Whoever closes the dialog without a choice goes on as well: a table without a game behind it would answer to nothing.
  await startSomehow(known !== null && chosen !== "new" ? { text: known } : ANY_GAME);
}

/** Begins a game; if it cannot be had, the dialog asks for another, and there is a game after that in any case. @param {Start} wanted */
async function startSomehow(wanted) {
  const problem = await startHere(wanted);
  if (!problem) return;
  await openNewGame(wanted, { play: startHere, stop: stopDeal }, problem);
  if (game.snapshot) takeEntry(game.snapshot);
  else await startHere({ ...ANY_GAME, wish: "any" });
}

/** @param {import("./preferences.js").Preferences} changed @param {PreferenceName} name */
async function prefer(changed, name) {
  preferences = changed;
  storePreferences(preferences);
  byId("clock").hidden = preferences.clock === "off";
  if (name === "truth") await game.send({ do: "settings", truth: preferences.truth === "on" });
  if (name !== "tap" && name !== "foundations") return;
  const value = preferences[name] === "profile" ? await profileSetting(name) : preferences[name];
  if (value) game.send({ do: "settings", [name]: value });
}

/** What the profile of the game has for a setting. @param {"tap"|"foundations"} name */
async function profileSetting(name) {
  const base = lastStart().profile ?? "standard";
  return (await profiles()).find(profile => profile.name === base)?.[name];
}

/** Shows what the address asks for, or goes on with what was played last. */
async function begin() {
  const wanted = readAddress(location.pathname, location.search);
  const here = location.pathname + location.search;
  const tab = tabGame();
  const saved = wanted ? (tab?.address === here ? tab : null) : tab ?? lastGame();
  if (saved) return resume(saved);
  await startSomehow(wanted ?? ANY_GAME);
}

for (const bar of document.querySelectorAll("header, footer")) {
  bar.addEventListener("click", event => {
    const button = event.target instanceof Element ? event.target.closest("[data-command]") : null;
    if (button instanceof HTMLElement) command(button.dataset.command ?? "");
  });
}
addEventListener("popstate", event => {
  closeDialogs();
  if (event.state?.game) resume(event.state);
  else begin();
});
addEventListener("online", () => connection.wake());
document.addEventListener("visibilitychange", () => document.hidden || connection.wake());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => applyLooks(preferences));
byId("clock").hidden = preferences.clock === "off";
begin();
// The server deals meanwhile.
table.draw();
