/**
 * 128 bits out of a text: the same tap on the same picture has the same id.
 * @param {string} text
 */
export const digest = (text) =>
  [1, 2, 3, 4]
    .map((seed) => {
      let h = seed * 0x9e3779b1;
      for (const sign of text)
        h = Math.imul(h ^ /** @type {number} */ (sign.codePointAt(0)), 0x85ebca6b) ^ (h >>> 13);
      return (h >>> 0).toString(16).padStart(8, "0");
    })
    .join("");
