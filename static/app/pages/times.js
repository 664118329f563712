// Such a page with times.
import "../sets/quiet.js";
import "../screen/times.js";
