// What was ticked of the set-up stays ticked when its list is opened again on this phone.
import { session } from "../browser/storage.js";

const boxes = document.querySelectorAll(".preparing .ticks input");
/** @type {NodeListOf<HTMLInputElement>} */ (boxes).forEach((box) => {
  box.checked = session[box.name];
  box.onchange = () => {
    session[box.name] = box.checked ? "1" : "";
  };
});
