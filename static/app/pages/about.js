// The page of a game: its times, and the moment that somebody chooses for it.
import "../browser/able.js";
import "../browser/held_keys.js";
import "../queue/queue.js";
import "../entry/sent_once.js";
import "../offline/kept.js";
import "../offline/possible.js";
import "../screen/times.js";
import "../screen/moment.js";
