// The board of this page, kept as new as that of the table.
import { findBoard } from "./find.js";
import * as pictures from "./pictures.js";
import { put } from "./put.js";
import * as stream from "./stream.js";

/** @param {import("../types.js").Parts} parts */
export const connect = (parts) => {
  const board = findBoard();
  if (!board) return;
  parts.board.put = put;
  pictures.connect(parts);
  if (board.dataset.live) stream.connect(board.dataset.live, parts); // else nobody enters anything
};
