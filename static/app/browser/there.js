// What our pages always have. It is for the types alone: bundles have nothing of it.
/**
 * @template T
 * @param {T} found
 * @returns {NonNullable<T>}
 */
export function there(found) {
  return /** @type {NonNullable<T>} */ (found);
}
