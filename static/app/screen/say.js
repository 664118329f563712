// A time or date in the zone of this phone, as its region writes it in the language of the page.
const { lang } = document.documentElement;
/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  both: { dateStyle: "medium", timeStyle: "short" },
  time: { timeStyle: "short" },
  day: { dateStyle: "medium" },
  date: { dateStyle: "long" }
};
const regional = navigator.languages.filter((tag) => tag.split("-")[0] === lang);
/**
 * @param {string | number} at
 * @param {string} style
 */
export const say = (at, style) =>
  new Intl.DateTimeFormat([...regional, lang], STYLES[style]).format(new Date(at));
