// The way to the sheet of keys. That is here before anybody asks, as far as there is a network.
import { findBoard } from "../board/find.js";
import { fetchPart } from "./part.js";
import { find, press } from "./shown.js";

const address = `${location.pathname}keys`;
const help = Object.assign(document.createElement("a"), {
  className: "tool help",
  href: address,
  textContent: "?"
});
help.dataset.sheet = "";

export const openHelp = () => help.isConnected && press(help);

// It stands in the bar, or where the board has something beside it, there.
export const placeHelp = () => {
  const tabs = find("#side .tabs", document.body)[0],
    into = tabs ?? findBoard()?.querySelector(".bar");
  /** @type {HTMLTemplateElement | null} */
  const within = document.querySelector(`template[data-within="${address}"]`);
  help.ariaLabel = within?.content.querySelector("title")?.textContent.split(" · ")[0] ?? null;
  if (help.ariaLabel && into && help.parentElement !== into) into.append(help);
};

export const bringHelp = async () => {
  const within = await fetchPart(address);
  if (within) {
    within.dataset.within = address;
    document.body.append(within);
  }
  placeHelp();
};
