// What this phone notes in few words: how often something was removed, and what the server has.
import { local } from "../browser/storage.js";

/** @import { Numbered, Submission, Told } from "./machine.js" */

const { era } = document.documentElement.dataset;
let unnoted = 0; // removals, for want of room

/**
 * @param {string} name
 * @param {string | number} value
 */
const note = (name, value) => {
  try {
    local[name] = value;
    return true;
  } catch {
    return false; // no room
  }
};

/** What is tapped again after a removal is a new submission. */
export const removals = () => Number(local.removed ?? 0) + unnoted;
export const noteRemoval = () => {
  if (!note("removed", removals() + 1)) unnoted += 1;
};

/** @param {Pick<Submission, "id">} submission */
const nameOf = ({ id }) => `entered ${era} ${id}`;
/**
 * What was entered here stays here for a while, lest the server lose it.
 * @param {Numbered} submission
 * @param {Told} told
 */
export const noteTaken = (submission, { said, place }) =>
  note(nameOf(submission), JSON.stringify({ ...submission, said, place }));
/**
 * The place in the log of what was recorded.
 * @param {Submission} submission
 * @returns {number | false}
 */
export const placeOf = (submission) => {
  const { said, place } = JSON.parse(local[nameOf(submission)] ?? "{}");
  return said === "recorded" && place;
};
