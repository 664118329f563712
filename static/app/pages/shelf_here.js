// The first page of a phone with copies of tables.
import "../sets/page.js";
import "../screen/times.js";
import "../offline/possible.js";
import "../offline/left.js";
import "../tables/handover.js";
