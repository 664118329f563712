// A page from which a table goes onto a server.
import "../browser/able.js";
import "../browser/held_keys.js";
import "../queue/queue.js";
import "../entry/sent_once.js";
import "../entry/filled_in.js";
import "../offline/kept.js";
import "../offline/possible.js";
import "../tables/handover.js";
