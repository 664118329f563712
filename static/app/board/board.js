/**
 * An answer to an own entry. It `carries` what was begun since where it comes in the place of a board
 * that the phone has drawn.
 * @typedef {{ target: HTMLElement, xhr: { status: number }, carries?: boolean }} Own
 */
// How a newer picture of the board is put in the place of the one that is shown, once that is known:
// `put` is of ./put.js, and a phone that draws boards itself puts its own before it.
/** @type {{ put: ((html: string, own?: Own) => unknown) | null }} */
export const board = { put: null };
// How entries are said aloud, where ./voice.js is on.
/** @type {{ speak: ((news: string[][]) => unknown) | false | null }} */
export const voice = { speak: null };
