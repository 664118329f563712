// What a picture is told, and how it looks; it is for the types alone.
/**
 * `picture_of` in companion/web/table/sharing.py gives it.
 * @typedef {object} Told
 * @property {string} title
 * @property {string} variant
 * @property {string} at  when it began
 * @property {string} length
 * @property {string[]} names
 * @property {string} figure
 * @property {string} of
 * @property {string} says
 * @property {string} why
 * @property {boolean} won
 * @property {number[]} figures
 * @property {string} called
 * @property {number[]} ranks
 * @property {number[][]} rows
 * @property {string[]} ends
 * @property {number[]} loud
 * @property {number} low
 * @property {number} high
 * @property {{ at: number, says: string } | null} limit
 *
 * @typedef {object} Look
 * @property {string} letters
 * @property {string} table
 * @property {string} tray
 * @property {string} press
 * @property {string} hair
 * @property {string} card
 * @property {string} deep
 * @property {string} ink
 * @property {string} ink2
 * @property {string} quiet
 * @property {string} accent
 * @property {string} fill
 * @property {string} onFill
 *
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
 */
export {};
