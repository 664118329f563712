// A table that was taken along.
import "../sets/quiet.js";
import "../screen/times.js";
import "../tables/handover.js";
