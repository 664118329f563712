// Where the server of a table is named.
import "../sets/quiet.js";
import "../tables/handover.js";
import "../tables/scan.js";
