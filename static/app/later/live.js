// What a board can wait for: pictures as they are pushed, and what waits on this phone.
import { connect as live } from "../board/live.js";
import { connect as waiting } from "../board/waiting.js";

/** @param {any} parts  what the page gives */
export const connect = (parts) => {
  live(parts);
  waiting(parts);
};
