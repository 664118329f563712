// Plain enough for any browser, and before all other scripts: where one of these cannot be read, or
// able.js says that it would not work, a sentence of the page says so.
window.onerror = function (why) {
  var unable = document.getElementById("unable");
  if (unable && /syntax/i.test(String(why))) unable.hidden = false;
};
