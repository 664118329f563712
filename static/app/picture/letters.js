// Texts in a picture: smaller where they are long, then on more lines, then cut where it says so.
/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {{ weight: number, size: number, least?: number }} Type */

let letters = "sans-serif";
/** @param {string} family */
export const setLetters = (family) => {
  letters = family;
};
/**
 * @param {Context} ctx
 * @param {number} weight
 * @param {number} size
 */
export const setFont = (ctx, weight, size) => {
  ctx.font = `${weight} ${size}px ${letters}`;
};

// A picture has no isolates: what is cut would lose their ends.
/** @param {string} text */
export const bare = (text) => text.replace(/[\u2068\u2069]/g, "");
/** @param {string} text */
const signsOf = (text) =>
  Intl.Segmenter
    ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
    : [...text];
/**
 * @param {Context} ctx
 * @param {string} text
 * @param {number} width
 */
const cut = (ctx, text, width) => {
  const signs = signsOf(text);
  let said = text;
  while (signs.length > 1 && ctx.measureText(said).width > width) {
    signs.pop();
    said = `${signs.join("").trimEnd()}…`;
  }
  return said;
};

/**
 * The text as it fits into this width; its font is set then.
 * @param {Context} ctx
 * @param {string} text
 * @param {number} width
 * @param {Type} type
 */
export const fit = (ctx, text, width, { weight, size, least = size }) => {
  for (let now = size; now >= least; now -= 2) {
    setFont(ctx, weight, now);
    if (ctx.measureText(text).width <= width) return text;
  }
  return cut(ctx, text, width);
};

/**
 * @param {Context} ctx
 * @param {string} text
 * @param {number} width
 */
const breakUp = (ctx, text, width) => {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && ctx.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
};
/**
 * The text on at most so many lines, in the largest size in which it fits, and that size.
 * @param {Context} ctx
 * @param {string} text
 * @param {number} width
 * @param {number} most
 * @param {Type} type
 * @returns {{ lines: string[], size: number }}
 */
const wrap = (ctx, text, width, most, { weight, size, least = size }) => {
  setFont(ctx, weight, size);
  const lines = breakUp(ctx, text, width),
    isWide = lines.some((line) => ctx.measureText(line).width > width);
  if (size > least && (isWide || lines.length > most))
    return wrap(ctx, text, width, most, { weight, size: size - 2, least });
  const rest = lines.slice(most - 1).join(" ");
  const kept = lines.length > most ? [...lines.slice(0, most - 1), rest] : lines;
  return { lines: kept.map((line) => cut(ctx, line, width)), size };
};
/**
 * The text in the first of these ways in which nothing of it is cut, else in the last one.
 * @param {Context} ctx
 * @param {string} text
 * @param {number} width
 * @param {(Type & { most: number })[]} types
 * @returns {{ lines: string[], size: number }}
 */
export const wrapWhole = (ctx, text, width, [{ most, ...type }, ...others]) => {
  const found = wrap(ctx, text, width, most, type),
    isCut = found.lines.some((line) => line.endsWith("…"));
  return isCut && others.length ? wrapWhole(ctx, text, width, others) : found;
};
