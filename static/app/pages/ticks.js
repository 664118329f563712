// What was ticked of a set-up.
import "../entry/ticks.js";
