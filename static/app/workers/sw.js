// The service worker of a phone that keeps pages.
import "./pages.js";
