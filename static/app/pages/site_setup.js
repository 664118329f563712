// A set-up there.
import "../browser/able.js";
import "../browser/held_keys.js";
import "../offline/site.js";
import "../offline/keeper.js";
import "../entry/seats.js";
