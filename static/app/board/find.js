/** The board of this page, if it shows one. */
export const findBoard = () => document.getElementById("board");
