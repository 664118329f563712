// The first page.
import "../browser/able.js";
import "../browser/held_keys.js";
import "../queue/queue.js";
import "../entry/sent_once.js";
import "../offline/kept.js";
import "../offline/possible.js";
import "../offline/left.js";
