// The service worker of a phone that keeps the app, too: what it has is asked first.
import "./tables.js";
import "./pages.js";
