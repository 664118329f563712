// A board of The Game.
import "../sets/board.js";
import "../games/the_game/pad.js";
import "../games/the_game/piles.js";
