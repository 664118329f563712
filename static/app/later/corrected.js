// What a board needs last: what another phone corrected, which picture a tap is meant for, whether a
// sign-in in front of the server has run out, and Back for what lies on top.
import { connect as corrects, tell } from "../board/corrected.js";
import { connect as isEarly } from "../board/early.js";
import { connect as signsIn } from "../board/signs_in.js";
import { connect as covers } from "../screen/on_top.js";

/** @param {import("../types.js").Parts} parts */
export const connect = (parts) => {
  corrects();
  isEarly(tell);
  signsIn(parts);
  covers();
};
