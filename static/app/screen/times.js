// Times and dates in the zone of this phone, as its region writes them in the language of the page.
const { lang } = document.documentElement;
/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  time: { timeStyle: "short" },
  day: { dateStyle: "medium" },
  date: { dateStyle: "long" }
};
const regional = navigator.languages.filter((tag) => tag.split("-")[0] === lang);
/**
 * @param {string} at
 * @param {string} style
 */
export const say = (at, style) =>
  new Intl.DateTimeFormat([...regional, lang], STYLES[style]).format(new Date(at));
/** @param {string} at */
const utc = (at) => at.slice(0, 19).replace("T", " ");
/** @param {string} at */
const local = (at) => new Date(at).toLocaleString("sv");

// What is drawn is so for good: several bundles of a page may have this, and begin more than once.
const draw = () => {
  document.querySelectorAll("time[data-said]").forEach((time) => {
    time.textContent = say(time.dateTime, /** @type {string} */ (time.dataset.said));
    delete time.dataset.said;
  });
  // What is told elsewhere: its day, which stands last, and the moment in an address.
  document.querySelectorAll("a[data-at]").forEach((link) => {
    const { at, day, share } = /** @type {Record<string, string>} */ (link.dataset);
    if (day)
      link.dataset.share =
        share.slice(0, share.lastIndexOf(day)) +
        say(at, "date") +
        share.slice(share.lastIndexOf(day) + day.length);
    else link.href = link.href.replace(encodeURIComponent(utc(at)), encodeURIComponent(local(at)));
    delete link.dataset.at;
  });
};
draw();
document.addEventListener("htmx:afterSwap", draw);
