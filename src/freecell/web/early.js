// Runs before the first paint, so that no page flashes in colours that the player does not like. preferences.js does the rest.
try {
  const { colours, theme } = JSON.parse(localStorage.getItem("freecell.preferences") ?? "{}");
  document.documentElement.toggleAttribute("data-four", colours === "four");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is stored, or nothing may be read: the page looks as it does for a newcomer.
}
