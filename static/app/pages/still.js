// Plain enough for any browser: where the scripts of a page that only looks on do not run, as they
// cannot be read there, it is loaded anew by itself, as soon as its server answers.
window.onload = function () {
  var EVERY = 15000; // ms
  setInterval(function () {
    if (document.documentElement.getAttribute("data-runs")) return;
    var asked = new XMLHttpRequest();
    asked.onload = function () {
      location.reload();
    };
    asked.open("HEAD", location.href);
    asked.send();
  }, EVERY);
};
