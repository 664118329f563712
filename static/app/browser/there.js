// What our pages always have. It is for the types alone: bundles have nothing of it.
/**
 * @template T
 * @param {T} found
 * @returns {NonNullable<T>}
 */
export function there(found) {
  return /** @type {NonNullable<T>} */ (found);
}
// Text that the page makes of a number, and a number that a list takes as text, by themselves.
/**
 * @param {string | number | boolean} value
 * @returns {string}
 */
export function asText(value) {
  return /** @type {any} */ (value);
}
/**
 * @param {string} text
 * @returns {number}
 */
export function asIndex(text) {
  return /** @type {any} */ (text);
}
