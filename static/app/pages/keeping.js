// The page that offers to keep the app.
import "../sets/quiet.js";
import "../offline/keeper.js";
