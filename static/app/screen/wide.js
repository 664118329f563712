// A wide screen: the style for it, which later pages bring along, and what is beside a board.
import { findBoard } from "../board/find.js";
import { there } from "../browser/there.js";
import { findWide, layStyle } from "./lay.js";
import * as side from "./side.js";
import * as styles from "./styles.js";

// The next page is told, but for those of a site without a server: it has nobody to tell.
const layWide = () => {
  if (findWide()) return;
  layStyle("wide", styles.wide);
  const { content: token } = there(document.querySelector('meta[name="csrf-token"]'));
  if (!token || !matchMedia("(min-width: 37.5em) and (min-height: 35em)").matches) return;
  const body = new URLSearchParams({ csrf_token: token, wide: "y" });
  fetch(`${document.documentElement.dataset.root}/phone`, {
    method: "POST",
    body,
    redirect: "manual"
  }).catch(() => {});
};

/** @param {import("../types.js").Parts} parts */
export const connect = (parts) => {
  layWide();
  if (findBoard()) side.connect(parts);
};
