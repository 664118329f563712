// The voice.
export { connect } from "../board/voice.js";
