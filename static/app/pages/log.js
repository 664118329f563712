// A log.
import "../sets/entering.js";
import "../screen/times.js";
