// The phones at a table.
import "../sets/quiet.js";
import "../tables/share.js";
import "../tables/phones.js";
