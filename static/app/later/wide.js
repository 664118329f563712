// What a wide screen and a keyboard need.
import "../screen/times.js";
import { connect as facing } from "../screen/facing.js";
import { connect as keysOf } from "../screen/keys.js";
import { connect as remote } from "../screen/remote.js";
import { connect as thumbs } from "../screen/thumbs.js";
import { connect as wide } from "../screen/wide.js";

/** @param {import("../types.js").Parts} parts */
export const connect = (parts) => {
  wide(parts);
  const keys = keysOf();
  facing();
  thumbs();
  remote();
  return keys;
};
