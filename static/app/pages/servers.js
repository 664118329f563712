// Where the server of a table is named.
import "../browser/able.js";
import "../browser/held_keys.js";
import "../queue/queue.js";
import "../entry/sent_once.js";
import "../entry/filled_in.js";
import "../offline/kept.js";
import "../offline/possible.js";
import "../tables/handover.js";
import "../tables/scan.js";
