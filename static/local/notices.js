// What stands around the pages of this phone's tables, or in their place: a start that takes a
// while, why there are none, and what is to be known.
const LATE = 500; // ms after which a start is worth a word

/** @param {string} id */
export const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {Record<string, Record<string, string>>} by language */
const texts = JSON.parse(find("texts").textContent ?? ""),
  liked = [localStorage.hereLanguage, ...navigator.languages].map((each) => each?.slice(0, 2)),
  language = liked.find((each) => texts[each]) ?? "en",
  says = texts[language] ?? {};
document.documentElement.lang = language;
for (const part of document.querySelectorAll("[data-says]"))
  part.textContent = says[part.dataset.says ?? ""] ?? "";

/** @type {ReturnType<typeof setTimeout> | undefined} */
let late;

/**
 * At once, or where that is still so in a while.
 * @param {string} state
 */
export const show = (state) => {
  clearTimeout(late);
  document.body.dataset.state = state;
  find("state").textContent = says[state === "opening" ? "starting" : state] ?? "";
};
export const showStart = () => {
  clearTimeout(late);
  late = setTimeout(show, LATE, "starting");
};
/** @param {string} what  "" takes away what is there */
export const note = (what) => {
  const notice = find("notice"),
    text = /** @type {HTMLElement} */ (notice.firstElementChild);
  notice.hidden = !what;
  notice.dataset.what = what;
  text.textContent = says[what] ?? "";
};
find("notice")
  .querySelector("button")
  ?.addEventListener("click", () => note(""));
showStart();
