// @ts-nocheck
// What another phone corrected further back, over the bar until the next own entry or a tap. Who
// only looks on enters and taps nothing: there it would stay.
export const connect = () => {
  const board = () => document.getElementById("board"),
    bar = () => board()?.querySelector(".bar"),
    own = []; // the marks of what this phone entered
  let seen = Number(board().dataset.seen),
    news = "";

  const draw = () => {
    bar()?.querySelector(".corrected")?.remove();
    if (!news || !bar()) return;
    const [, , said, line] = news.split("\t"),
      link = document.createElement("a"),
      text = document.createElement("span"),
      place = document.createElement("p");
    link.href = `${location.pathname}log/${line}`;
    link.textContent = document.getElementById("waits").dataset.show;
    text.textContent = said;
    text.translate = false;
    place.className = "corrected";
    place.onclick = drop;
    place.append(text, link);
    bar().append(place);
  };
  const drop = () => {
    news = "";
    draw();
  };
  document.addEventListener("echo", drop);
  document.addEventListener("queue:answer", ({ detail: { submission } }) => {
    const mark = submission.id.slice(0, 8) + submission.id.slice(32);
    own.push(mark);
    if (news.split("\t")[1] === mark) drop(); // it was pushed before its answer came
  });
  document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
    if (target.id !== "main" || document.documentElement.matches(".looks-on")) return;
    const { corrected = "", seen: now = 0 } = board()?.dataset ?? {},
      [place, mark] = corrected.split("\t");
    if (place > seen && !own.includes(mark)) news = corrected;
    seen = Math.max(seen, now);
    draw(); // a board that comes has nothing of it
  });
};
