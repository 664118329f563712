// What a board can wait for: pictures as they are pushed, and what waits on this phone.
import { connect as live } from "../board/live.js";
import { connect as waiting } from "../board/waiting.js";

/** @param {import("../types.js").Parts} parts */
export const connect = (parts) => {
  live(parts);
  waiting(parts);
};
