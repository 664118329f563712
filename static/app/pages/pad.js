// A board of a score pad.
import "../browser/able.js";
import "../browser/held_keys.js";
import "../queue/queue.js";
import "../entry/sent_once.js";
import "../offline/kept.js";
import "../entry/entering.js";
import "../screen/sheets.js";
import "../screen/tools.js";
import "../board/spoken.js";
import "../board/later.js";
import "../games/pad/score.js";
