// What keeps the app up to date on a phone that has it.
import "../offline/keeper.js";
