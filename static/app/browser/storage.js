// What this browser keeps in few words; one that refuses that remembers it for this page.
const open = (name) => {
  try {
    return window[name] ?? {};
  } catch {
    return {};
  }
};
export const local = open("localStorage");
export const session = open("sessionStorage");
