// Runs before the modules, which use what is declared here. The line to the server is being opened while they load.
const earlyLine = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
