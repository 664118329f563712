// The rules.
import "../sets/entering.js";
import "../rules/reading.js";
