// A board of One Brain.
import "../sets/board.js";
import "../games/one_brain/card.js";
