// What every page needs that asks a server for others.
import "../browser/able.js";
import "../browser/held_keys.js";
import "../queue/queue.js";
import "../entry/sent_once.js";
import "../offline/kept.js";
