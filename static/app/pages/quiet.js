// A page on which nothing is entered.
import "../sets/quiet.js";
