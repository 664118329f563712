// Such a page with times.
import "../browser/able.js";
import "../browser/held_keys.js";
import "../queue/queue.js";
import "../entry/sent_once.js";
import "../entry/filled_in.js";
import "../offline/kept.js";
import "../offline/possible.js";
import "../screen/times.js";
