// What a board needs last: what another phone corrected, and Back for what lies on top.
import { connect as corrected } from "../board/corrected.js";
import { connect as onTop } from "../screen/on_top.js";

export const connect = () => {
  corrected();
  onTop();
};
