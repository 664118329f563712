// A page of a site without a server, before anything of it is shown: in the light that was chosen,
// and in the language.
/** @type {Record<string, any>} */
const local = (() => {
  try {
    return localStorage ?? {};
  } catch {
    return {}; // a browser that keeps nothing remembers it for this page
  }
})();
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript),
    { languages = "", lost } = script.dataset,
    { dataset, lang } = document.documentElement,
    { root } = dataset,
    { pathname, search, hash } = location;
  /** @param {string} folder */
  const isBelow = (folder) => pathname.startsWith(`${root}/${folder}`);
  if (lost !== undefined) return isBelow("here/") || location.replace(`${root}/`);
  if (local.hereTheme) dataset.theme = local.hereTheme;
  if (pathname !== `${root}/`) return;
  const liked = [local.hereLanguage, ...navigator.languages].map((each) => each?.slice(0, 2)),
    language = liked.find((each) => languages.split(" ").includes(each));
  if (language && language !== lang) location.replace(`${root}/${language}/${search}${hash}`);
})();
