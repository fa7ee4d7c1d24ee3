// Runs before the modules, which use what is declared here. The line to the server is being opened while they load.
const earlyLine = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);

const [, earlyDeal] = /^\/deal\/(\d+)$/.exec(location.pathname) ?? [];
const earlyPath = `/api/games?result=open&order=played&limit=50&deal=${earlyDeal}`;
/**
 * The open games of the deal that the address names: what the visit asks for first, sent as soon as the server knows who asks.
 * @type {{path: string, answer: Promise<Response|null>|null}}
 */
const earlyAnswer = {
  path: earlyPath,
  answer: earlyDeal ? new Promise(known => earlyLine.addEventListener("open", known)).then(() => fetch(earlyPath)).catch(() => null) : null,
};
