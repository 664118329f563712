// A key that is held down is one press: a browser says again and again that it is down.
const { same, Event, opens, test } = require("./table.js");

const HTML = `<form><button>4</button><input name="name"><input type="radio" name="rik">
  <textarea></textarea></form><a href="/">Again</a><details><summary>More</summary></details>`;

test("of what repeats by itself nothing is taken but text", () => {
  const { find } = opens(HTML, { scripts: ["browser/held_keys.js"] });
  const goesOn = (key) =>
    ["button", "[name=name]", "[type=radio]", "textarea", "a", "summary"].filter((each) => {
      const presses = (repeat) => {
        let heard = false;
        const hears = () => {
          heard = true;
        };
        const target = find(each);
        target.addEventListener("keydown", hears);
        const goes = target.dispatchEvent(new Event("keydown", { key, repeat }));
        target.removeEventListener("keydown", hears);
        return heard && goes;
      };
      return presses(false) && presses(true);
    });
  same(goesOn("Enter"), ["textarea"]);
  same(goesOn(" "), ["[name=name]", "textarea"]);
  same(goesOn("ArrowUp").length, 6);
});
