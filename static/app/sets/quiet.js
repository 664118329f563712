// What a page needs on which nothing is entered, but some form may be sent.
import "./page.js";
import "../entry/filled_in.js";
import "../offline/possible.js";
