// What the cards of a deck do.
import "../sets/page.js";
import "../entry/filled_in.js";
import "../sets/entering.js";
import "../entry/brush.js";
