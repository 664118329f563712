// The same for a board of this game.
import { connect as keysOfGame } from "../games/the_game/keys.js";
import { connect as moreCards } from "../games/the_game/more_cards.js";
import { connect as wide } from "./wide.js";

/** @param {import("../types.js").Parts} parts */
export const connect = (parts) => {
  keysOfGame(wide(parts));
  moreCards();
};
