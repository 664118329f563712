// The end of a game, which comes with a fragment.
import "../tables/share.js";
import "../screen/chart.js";
import "../screen/times.js";
