// Reading the rules: in another language at the same paragraph with the same search, and what was
// looked for early.
import { ready } from "../entry/libraries.js";

(() => {
  const EDGE = 120; // px from the top: what begins below it is not what is being read
  const read = () => {
    const aimed = document.querySelector("main :target")?.getBoundingClientRect();
    if (aimed && aimed.top >= 0 && aimed.bottom <= innerHeight) return location.hash;
    const headings = [...document.querySelectorAll("main section[id], main h3[id]")];
    const last = headings.filter((each) => each.getBoundingClientRect().top < EDGE).at(-1);
    return last ? `#${last.id}` : "";
  };
  document.addEventListener(
    "click",
    (event) => {
      const target = /** @type {Element} */ (event.target),
        link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[hreflang]"));
      if (link) {
        /** @type {HTMLInputElement | null} */
        const field = document.querySelector("[name=q]");
        const to = new URL(link.href);
        to.searchParams.delete("q");
        if (field?.value) to.searchParams.set("q", field.value);
        to.hash = read();
        link.href = to.href;
      }
      /** @type {HTMLDetailsElement | null} */
      const open = document.querySelector("details.tongue[open]");
      if (open && !open.contains(target)) open.open = false;
    },
    true
  );

  // What was typed before the library was there has not been heard.
  ready.then(() => {
    /** @type {NodeListOf<HTMLInputElement>} */
    const fields = document.querySelectorAll("[type=search]");
    fields.forEach((field) => {
      if (field.value !== field.defaultValue) window.htmx?.trigger(field, "typed");
    });
  });
})();
