// The page on which a game is set up.
import "../browser/able.js";
import "../browser/held_keys.js";
import "../queue/queue.js";
import "../entry/sent_once.js";
import "../entry/filled_in.js";
import "../offline/kept.js";
import "../entry/entering.js";
import "../screen/sheets.js";
import "../screen/tools.js";
import "../board/spoken.js";
import "../offline/possible.js";
import "../entry/seats.js";
