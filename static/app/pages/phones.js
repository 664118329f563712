// The phones at a table.
import "../browser/able.js";
import "../browser/held_keys.js";
import "../queue/queue.js";
import "../entry/sent_once.js";
import "../entry/filled_in.js";
import "../offline/kept.js";
import "../offline/possible.js";
import "../tables/share.js";
import "../tables/phones.js";
