// What a board needs, whatever is played.
import "./entering.js";
import "../board/later.js";
