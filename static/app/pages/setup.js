// The page on which a game is set up.
import "../sets/page.js";
import "../entry/filled_in.js";
import "../sets/entering.js";
import "../offline/possible.js";
import "../entry/seats.js";
