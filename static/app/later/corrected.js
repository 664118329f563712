// What another phone corrected.
export { connect } from "../board/corrected.js";
