"""FreeCell in a terminal: the table in characters, played by keyboard or mouse, or line by line."""
