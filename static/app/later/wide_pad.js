// The same for a board of a score pad.
import { connect as keysOfGame } from "../games/pad/keys.js";
import { connect as wide } from "./wide.js";

/** @param {import("../types.js").Parts} parts */
export const connect = (parts) => {
  keysOfGame(wide(parts));
};
