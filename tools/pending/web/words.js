// The browser's words, as its modules will ask for them.
/* global t, n */

// header.js
t("Deal {deal}");
t("Own layout");
t("Standard");
t("One tap");
t("Points");
t("Linear");
t("House rules");
n("{number} cell", "{number} cells");
n("{number} move", "{number} moves");
n("{number} card", "{number} cards");
n("{number} point", "{number} points");

// outcome.js
t("The game is lost: no legal move is left.");
t("You resigned.");
t("Score: {score}.");
t("No legal move is left.");
t("New game");
t("Hide this notice");
t("Moves");
t("Score");
t("Time");
t("You won!");
t("Next deal");
t("Play again");
t("Share");
t("The server was probably restarted, or dropped the game after a long rest.");
t("Continue this game");
t("This game is gone");
t("The game as text");
t("Copy the text");
t("Copied");
t("Select the text and copy it");
t("Here is your game as text; you can keep it, or go on from it.");

// dialogs.js
t("Close");
t("Keys");
t("Enter or Space");
t("Esc");
t("{key} or {other}");
t("walk over the table; Home and End, Page Up and Page Down leap");
t("tap: pick up, put down");
t("two keys move: first from where, then to where; 6 7 moves from cascade 6 to cascade 7, 3 h to its foundation");
t("brings the spade back from its foundation to cascade 5, where the rules allow it (h c, h d, h h: the other suits)");
t("put back what is picked");
t("undo");
t("redo");
t("finish, when the rest goes up by itself");
t("new game; in one tap a random deal at once");
t("choose a game: the deal and its rules");
t("over again: restart this deal");
t("resign");
t("menu");
t("this list");

// game.js
t("The cards on it are not a sequence, so they do not move together.");
t("From a foundation: which suit?");
// T: {place} is where the cards are that are to be moved, as "cascade 3".
t("{place}: where to?");

// menu.js
t("Suits");
t("two colours");
t("four colours");
// T: The colours of the card table.
t("Table");
t("as the system");
t("light");
t("dark");
t("A tap");
t("as the rules have it");
t("picks up, the next one puts down");
t("tries the foundation, else picks up");
t("picks up the whole sequence");
t("moves to the best place");
t("Foundations");
t("as the rules have them");
t("as the aces arrive");
t("Clock");
t("off");
t("on");
// T: How fast cards travel over the table.
t("Motion");
t("quick");
t("quicker");
t("no motion");
t("New game…");
t("What you like");
t("Language");
t("Letters on cards");
t("international");
t("of this language");

// newgame.js
t("Cells");
t("Several cards at once");
t("doubled by empty cascades");
t("added by empty cascades");
t("one card at a time");
t("Cards may come back from foundations");
t("yes");
t("no");
t("A card that can go up goes nowhere else");
t("A whole cascade may go to an empty one");
t("Cards go up by themselves");
t("never");
t("when it is safe");
t("whenever they can");
t("without limit");
n("the last {number} action", "the last {number} actions");
t("not at all");
// T: A game has no score.
t("none");
t("cards on the foundations");
t("points");
t("Without a legal move");
t("the game is lost");
t("the game waits for an undo");
t("The server cannot be reached at the moment. Please try again soon.");
// T: In the empty field for the deal's number: any deal.
t("random");
t("House rules of your own");
t("A number, a code such as FC1-C4-AAAAAFE, or nothing for a random deal.");
t("Deal");
t("Rules");
t("Play");
t("Random deal");
t("Start now");

// piles.js and table.js
t("clubs");
t("diamonds");
t("hearts");
t("spades");
t("ace");
t("jack");
t("queen");
t("king");
t("{rank} of {suit}");
t("cascade {name}");
t("cell {name}");
t("the foundation");
t("the foundation of {suit}");
t("{place}, empty");
t("{card}, {place}");
t("{place}, {cards}");
// T: A card of a cascade as a screen reader says it: "7 of hearts, cascade 3, card 2 of 6".
t("{card}, {place}, card {number} of {count}");

// main.js
t("Restart this deal?");
t("Resign this game? It then counts as lost.");
n("You have made {number} move.", "You have made {number} moves.");
t("Keep playing");
t("This game has no address of its own to share.");
t("Copied: {address}");
n("{number} move made", "{number} moves made");
t("The one on the table goes on.");
