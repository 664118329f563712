// What this browser keeps in few words; one that refuses that remembers it for this page.
/**
 * @param {"localStorage" | "sessionStorage"} name
 * @returns {Record<string, any>} texts, by their names
 */
const open = (name) => {
  try {
    return window[name] ?? {};
  } catch {
    return {};
  }
};
export const local = /* @__PURE__ */ open("localStorage");
export const session = /* @__PURE__ */ open("sessionStorage"); // many a bundle needs none
