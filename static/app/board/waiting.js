// @ts-nocheck
// What waits on this phone, where it is seen: on the board, in its bar, and on a sheet of its own.
import { bring } from "../browser/bring.js";
import { local } from "../browser/storage.js";

export const connect = (parts) => {
  const { queue } = parts,
    sheet = document.getElementById("waits");
  if (!sheet) return;
  const says = sheet.dataset,
    root = document.documentElement.dataset,
    game = location.pathname;
  const board = () => document.getElementById("board");
  const counted = (text, number) => text.replace("#", number);
  const make = (tag, className, text = "") =>
    Object.assign(document.createElement(tag), { className, textContent: text });
  const answered = new Set(); // the ids of what this page has an answer to
  let drawn = "",
    included = []; // the ids of what the board that is shown counts

  const state = (waiting, asked) => {
    const away = queue.off || (queue.fails && root.net !== "live"),
      count = asked.length || waiting.length;
    let now = root.net ?? "";
    if (asked.length) now = "deciding";
    else if (waiting.some(queue.isLoose)) now = "loose";
    else if (away) now = count ? "offlineWaiting" : "offline";
    else if (count) now = "waiting";
    return [now.replace("Waiting", ""), counted(says[now] ?? (now && says.again), count)];
  };

  const chip = (submission) => {
    const made = make("li", ""),
      button = make("button", "wait", submission.says);
    button.ariaLabel = counted(says.remove, submission.says);
    button.onclick = () => queue.remove(submission);
    made.append(button);
    return made;
  };
  const row = (kind, submission) => {
    const made = sheet
      .querySelector(`template[data-row="${kind}"]`)
      .content.cloneNode(true).firstElementChild;
    made.querySelector("[data-says]").textContent = submission.says;
    made.querySelectorAll("[data-why]").forEach((why) => {
      why.textContent = submission.why;
    });
    made.querySelectorAll("[data-leave-it]").forEach((button) => {
      button.onclick = () => queue.remove(submission);
    });
    made.querySelectorAll("[data-enter-it]").forEach((button) => {
      button.hidden = (button.dataset.enterIt === "asks") !== submission.asks;
      button.onclick = async () => {
        const values = {
          ...submission.values,
          seen: board().dataset.seen,
          ...(submission.asks && { confirmed: "1" })
        };
        const { n, said, asks, why, ...anew } = submission;
        await queue.remove(submission);
        queue.add({ ...anew, id: queue.digest(submission.id + values.seen), values });
      };
    });
    return made;
  };

  const clear = () => {
    board()
      .querySelectorAll(".waits, .then, .less")
      .forEach((own) => {
        own.remove();
      });
    board()
      .querySelectorAll(".owed[hidden]")
      .forEach((owed) => {
        owed.hidden = false;
      });
  };

  const draw = () => {
    if (!board()) return;
    const all = queue.shown(game),
      isOpen = ({ id }) => !included.includes(id),
      waiting = all.filter(isOpen),
      pending = queue.waiting(game).filter((each) => isOpen(each) && !answered.has(each.id)),
      asked = queue.asked(game),
      [net, text] = state(all, asked);
    board()
      .querySelectorAll(".hears")
      .forEach((place) => {
        place.dataset.net = net;
        place.querySelector("small").textContent = text;
      });
    const now = JSON.stringify([text, waiting.length, pending, all, asked, [...queue.held]]);
    if (pending.length === waiting.length)
      document.querySelectorAll(".echo").forEach((button) => {
        button.classList.remove("echo");
      });
    if (drawn === now && Boolean(board().querySelector(".waits")) === waiting.length > 0) return;
    if (net && drawn && sheet.querySelector("[role=status]").textContent !== text)
      sheet.nextElementSibling.textContent = text;
    drawn = now;
    clear();
    if (waiting.length) {
      const list = make("ol", "waits"),
        owed = board().querySelector(".owed");
      list.append(...waiting.map(chip));
      board().querySelector(".turn, .result")?.append(list);
      list.scrollLeft = list.scrollWidth;
      owed?.after(make("p", "owed less unseen", counted(says.without, waiting.length)));
      if (owed) owed.hidden = true;
    }
    document.dispatchEvent(new CustomEvent("waiting", { detail: { waiting, pending } }));
    sheet.querySelector("[role=status]").textContent = text;
    sheet.querySelector("[data-about]").textContent =
      queue.held.get(game) ?? sheet.getAttribute(`data-about-${net}`);
    sheet.querySelector("[data-asked]").replaceChildren(...asked.map((each) => row("asked", each)));
    sheet
      .querySelector("[data-waiting]")
      .replaceChildren(...all.map((each) => row("waiting", each)));
    sheet.querySelector("[data-send]").hidden = !all.length;
  };

  document.addEventListener("click", (event) => {
    if (event.target.closest(".hears")) {
      sheet.showModal();
      load("voice");
    } else if (event.target.closest("[data-send]")) queue.wake(true);
  });
  // The sheet has its switch.
  const load = (script) => bring(says[script], parts);
  if (local.voice > 0) load("voice");
  load("corrected");
  // What is tapped shows in the next frame, by its tone alone until there is an answer.
  document.addEventListener("echo", ({ detail: { button, added } }) => {
    button?.classList.add("echo");
    added.then(draw);
  });
  document.addEventListener("queue:answer", ({ detail: { submission } }) => {
    answered.add(submission.id);
  });
  // What a phone with the local app has worked into the board itself.
  document.addEventListener("included", ({ detail: ids }) => {
    included = ids;
    draw();
  });
  if (local.app && root.here === undefined) {
    const { folder, later } = JSON.parse(local.app);
    if (import.meta.url.endsWith(later)) bring(`${folder}page.js`, parts);
  }
  document.addEventListener("queue", draw);
  document.addEventListener("htmx:afterSwap", draw);
  draw();
};
