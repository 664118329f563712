// The times and dates of a page in the zone of this phone.
import { say } from "./say.js";

const { lang } = document.documentElement;
// How long ago, in plain words: today and yesterday at a time, then by days, after a week the date.
/** @param {string} at */
const sayAgo = (at) => {
  const [today, then] = [new Date(), new Date(at)].map((day) => day.setHours(0, 0, 0, 0)),
    days = Math.round((today - then) / 86_400_000); // a day of 23 hours is one too
  if (days < 0 || days > 6) return say(at, "day");
  const told = new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-days, "day");
  return days > 1 ? told : `${told} ${say(at, "time")}`;
};
/** @param {string} at */
const utc = (at) => at.slice(0, 19).replace("T", " ");
/** @param {string} at */
const local = (at) => new Date(at).toLocaleString("sv");

// What is drawn is so for good: several bundles of a page may have this, and begin more than once.
const draw = () => {
  document.querySelectorAll("time[data-said]").forEach((time) => {
    const style = /** @type {string} */ (time.dataset.said);
    time.textContent = style === "ago" ? sayAgo(time.dateTime) : say(time.dateTime, style);
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
