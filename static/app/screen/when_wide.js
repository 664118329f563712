// A wide screen has a script of its own.
import { bring } from "../browser/bring.js";

/**
 * @param {string} address
 * @param {object} parts
 */
export const whenWide = (address, parts) => {
  const wide = matchMedia("(min-width: 37.5em) and (min-height: 35em)"),
    widen = () => wide.matches && bring(address, parts);
  wide.onchange = widen;
  return widen;
};
