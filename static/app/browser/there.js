// What our pages always have. It is for the types alone: bundles have nothing of it.
/**
 * @template T
 * @param {T} found
 * @returns {NonNullable<T>}
 */
export function there(found) {
  return /** @type {NonNullable<T>} */ (found);
}
// What a browser takes as text by itself, and as a number.
/**
 * @param {string | number | boolean | Location} value
 * @returns {string}
 */
export function asText(value) {
  return /** @type {string} */ (/** @type {unknown} */ (value));
}
/**
 * @param {string | number} text
 * @returns {number}
 */
export function asNumber(text) {
  return /** @type {number} */ (/** @type {unknown} */ (text));
}
