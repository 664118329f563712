// The styles that scripts bring along: tools/bundle puts them here as texts. As modules they are
// fetched, and what says so is what the server allows by its hash.
/** @param {string} part */
const of = (part) =>
  `@import url("${new URL(`../../style/${part}.css`, import.meta.url).pathname}");`;
export const wide = of("wide");
export const rules = of("rules");
export const facing = of("facing");
