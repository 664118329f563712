// A board of the Game of Bluff.
import "../sets/board.js";
import "../games/game_of_bluff/closing.js";
import "../games/game_of_bluff/totals.js";
