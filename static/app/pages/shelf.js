// The first page.
import "../sets/page.js";
import "../screen/times.js";
import "../offline/possible.js";
import "../offline/left.js";
