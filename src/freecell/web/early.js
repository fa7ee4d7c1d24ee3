// Runs before the first paint, so that no page flashes in colours that the player does not like. preferences.js does the rest.
{
  let looks;
  try {
    looks = JSON.parse(localStorage.getItem("freecell.preferences") ?? "{}");
  } catch {
    // Nothing is stored, or nothing may be read: the page looks as it does for a newcomer.
  }
  const dark = looks?.theme === "dark" || (looks?.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.toggleAttribute("data-four", looks?.colours === "four");
  document.documentElement.toggleAttribute("data-dark", dark);
}
