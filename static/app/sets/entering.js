// What a page needs on which something is entered.
import "./page.js";
import "../entry/entering.js";
import "../screen/sheets.js";
import "../screen/tools.js";
import "../board/spoken.js";
