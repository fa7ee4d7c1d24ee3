// Runs before the modules, which use what is declared here. The line to the server is being opened while they load.
const earlyLine = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);

/** Gives the page the player's colours. @param {{colours?: string, theme?: string}|null} looks */
function applyLooks(looks) {
  const dark = looks?.theme === "dark" || (looks?.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.toggleAttribute("data-four", looks?.colours === "four");
  document.documentElement.toggleAttribute("data-dark", dark);
}

// Before the first paint, so that no page flashes in colours that the player does not like.
try {
  applyLooks(JSON.parse(localStorage.getItem("freecell.preferences") ?? "null"));
} catch {
  applyLooks(null); // Nothing can be read: the page looks as it does for a newcomer.
}
