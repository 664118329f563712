// The page of a game: its times, how its result is told elsewhere, and a moment chosen for it.
import "../browser/able.js";
import "../browser/held_keys.js";
import "../queue/queue.js";
import "../entry/sent_once.js";
import "../offline/kept.js";
import "../offline/possible.js";
import "../screen/times.js";
import "../screen/moment.js";
import "../tables/share.js";
