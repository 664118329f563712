// A board of a score pad.
import "../sets/board.js";
import "../games/pad/score.js";
