// The same for a board of this game.
import { connect as keysOfGame } from "../games/one_brain/keys.js";
import { connect as wide } from "./wide.js";

/** @param {import("../types.js").Parts} parts */
export const connect = (parts) => {
  keysOfGame(wide(parts));
};
