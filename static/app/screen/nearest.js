/** @type {Record<string, [right: number, down: number]>} */
export const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1]
};

/** @typedef {[left: number, top: number, right: number, bottom: number]} Box */

/** @param {Box} box */
const middle = ([left, top, right, bottom]) => [(left + right) / 2, (top + bottom) / 2];
/**
 * @param {number} low
 * @param {number} high
 * @param {number} otherLow
 * @param {number} otherHigh
 */
const apart = (low, high, otherLow, otherHigh) => Math.max(otherLow - high, low - otherHigh, 0);

/**
 * The number of the box that is nearest to this one where the arrow points, or -1: what lies
 * straight on is nearer than what lies aside.
 * @param {Box} from
 * @param {Box[]} boxes
 * @param {string} arrow
 */
export const nearest = (from, boxes, arrow) => {
  const [across, down] = ARROWS[arrow],
    [x, y] = middle(from);
  const far = boxes.map((box) => {
    const [toX, toY] = middle(box);
    if ((toX - x) * across + (toY - y) * down <= 1) return Infinity;
    const beside = [
      apart(from[0], from[2], box[0], box[2]),
      apart(from[1], from[3], box[1], box[3])
    ];
    const along = across ? beside[0] : beside[1],
      aside = across ? beside[1] : beside[0],
      askew = across ? Math.abs(toY - y) : Math.abs(toX - x);
    return along + 4 * aside + askew / 100;
  });
  const least = Math.min(...far);
  return least < Infinity ? far.indexOf(least) : -1;
};
