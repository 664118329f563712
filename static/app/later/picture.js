// A result as a picture: to the sheet of the phone where that takes files, else into its files.
import { there } from "../browser/there.js";
import { draw, HEIGHT, WIDTH } from "../picture/draw.js";
import { say } from "../screen/say.js";

/** @import { Look, Told } from "../picture/told.js" */

const COLOURS = {
  letters: "letters",
  table: "table",
  tray: "tray",
  press: "press",
  hair: "hair",
  card: "card",
  deep: "deep",
  ink: "ink",
  ink2: "ink-2",
  quiet: "ink-2",
  accent: "accent",
  fill: "fill",
  onFill: "on-fill"
};
/** @param {Element} of */
const readLook = (of) => {
  const style = getComputedStyle(of);
  return /** @type {Look} */ (
    Object.fromEntries(
      Object.entries(COLOURS).map(([name, token]) => [name, style.getPropertyValue(`--${token}`)])
    )
  );
};

/**
 * Whether it was saved: a sheet says by itself what became of it.
 * @param {HTMLElement} button
 */
export const send = async (button) => {
  const told = /** @type {Told} */ (JSON.parse(there(button.dataset.picture))),
    canvas = document.createElement("canvas");
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  draw(there(canvas.getContext("2d")), told, readLook(button), say(told.at, "date"));
  const drawn = await new Promise((done) => canvas.toBlob(done)),
    name = `${told.title} ${told.at.slice(0, 10)}.png`.replace(/[\\/:*?"<>|\u2068\u2069]+/g, ""),
    file = new File([/** @type {Blob} */ (drawn)], name, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] });
    return false;
  }
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
  return true;
};
