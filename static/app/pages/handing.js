// A page from which a table goes onto a server.
import "../sets/quiet.js";
import "../tables/handover.js";
