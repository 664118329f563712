// A page on which something is entered, and no board.
import "../sets/page.js";
import "../entry/filled_in.js";
import "../sets/entering.js";
import "../offline/possible.js";
