// What a board needs last: what another phone corrected, whether a sign-in in front of the server has
// run out, and Back for what lies on top.
import { connect as corrects } from "../board/corrected.js";
import { connect as signsIn } from "../board/signs_in.js";
import { connect as covers } from "../screen/on_top.js";

/** @param {import("../types.js").Parts} parts */
export const connect = (parts) => {
  corrects();
  signsIn(parts);
  covers();
};
