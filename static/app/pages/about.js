// The page of a game: its times, how its result is told elsewhere, and a moment chosen for it.
import "../sets/page.js";
import "../offline/possible.js";
import "../screen/times.js";
import "../screen/moment.js";
import "../tables/share.js";
