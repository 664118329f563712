// A moment after the page is loaded. No browser is asked whether it is idle: where nothing is drawn
// any more Chromium may not say so for minutes.
export const loaded = new Promise((done) => addEventListener("load", () => setTimeout(done, 50))); // ms
