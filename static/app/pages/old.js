// Plain enough for any browser, and before all other scripts: where one of these cannot be read, or
// able.js says that it would not work, a sentence of the page says so.
window.onerror = function (why) {
  if (/syntax/i.test(why)) document.getElementById("unable").hidden = false;
};
