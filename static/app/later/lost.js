// What a server has lost.
export { connect } from "../offline/lost.js";
