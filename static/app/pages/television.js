// The large screen of who only looks on.
import "../browser/able.js";
import "../screen/television.js";
