// What another phone corrected, and whether a sign-in in front of the server has run out.
import { connect as corrects } from "../board/corrected.js";
import { connect as signsIn } from "../board/signs_in.js";

/** @param {any} parts */
export const connect = (parts) => {
  corrects();
  signsIn(parts);
};
