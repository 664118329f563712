// @ts-nocheck
// Times and dates in the zone of this phone, as its region writes them in the language of the page.
(() => {
  const { lang } = document.documentElement;
  const STYLES = {
    time: { timeStyle: "short" },
    day: { dateStyle: "medium" },
    date: { dateStyle: "long" }
  };
  const regional = navigator.languages.filter((tag) => tag.split("-")[0] === lang);
  const said = (at, style) =>
    new Intl.DateTimeFormat([...regional, lang], STYLES[style]).format(new Date(at));
  const utc = (at) => at.slice(0, 19).replace("T", " "),
    local = (at) => new Date(at).toLocaleString("sv");

  const draw = () => {
    document.querySelectorAll("time[data-said]").forEach((time) => {
      time.textContent = said(time.dateTime, time.dataset.said);
      delete time.dataset.said;
    });
    // What is told elsewhere: its day, which stands last, and the moment in an address.
    document.querySelectorAll("[data-at]").forEach((link) => {
      const { at, day, share } = link.dataset;
      if (day)
        link.dataset.share =
          share.slice(0, share.lastIndexOf(day)) +
          said(at, "date") +
          share.slice(share.lastIndexOf(day) + day.length);
      else
        link.href = link.href.replace(encodeURIComponent(utc(at)), encodeURIComponent(local(at)));
      delete link.dataset.at;
    });
  };
  draw();
  if (window.telling) return;
  window.telling = true;
  document.addEventListener("htmx:afterSwap", draw);
})();
