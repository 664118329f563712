// What the pages of a server lead to on this phone: its own tables, and a game that begins there.
export const connect = ({ queue }) => {
  const list = document.querySelector("section[data-to-here]"),
    begin = document.querySelector("button[data-to-here]"),
    along = document.querySelector("a[data-to-here]");

  if (list) {
    const { tables = [], open } = JSON.parse(localStorage.here ?? "{}");
    const row = ({ address, name, says }, isOpen) => {
      const made = list.querySelector("template").content.cloneNode(true).firstElementChild,
        [title, line] = made.querySelectorAll("b, span");
      made.querySelector("a").href = address;
      title.textContent = name;
      line.textContent = isOpen ? list.dataset.open : says;
      return made;
    };
    list
      .querySelector("ul")
      .replaceChildren(...(open ? [row(open, true)] : []), ...tables.map((table) => row(table)));
    list.hidden = false;
  }
  if (along) along.hidden = false;
  if (begin) {
    const [start] = begin.parentElement.children;
    const draw = () => {
      begin.classList.toggle("main", queue.off);
      start.classList.toggle("main", !queue.off);
      begin.classList.toggle("plain", !queue.off);
      start.classList.toggle("plain", queue.off);
    };
    begin.hidden = false;
    document.addEventListener("queue", draw);
    draw();
  }
};
