// The first page of a site without a server.
import "../browser/able.js";
import "../browser/held_keys.js";
import "../offline/site.js";
import "../offline/keeper.js";
