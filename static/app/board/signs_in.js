// A sign-in in front of the server has run out: what is sent comes back from there, and not from our
// server. The way to sign in again is an address that no worker answers.
const ASKS = [0, 200, 401, 403]; // 0 is what leads elsewhere
/** @param {Pick<import("../types.js").Parts, "queue">} parts */
export const connect = ({ queue }) => {
  const { dataset } = document.documentElement,
    notice = document.getElementById("signs-in");
  if (!notice) return;
  let asking = false;
  const look = async () => {
    const isLost = !queue.off && (queue.fails || dataset.net === "again");
    if (!isLost) notice.hidden = true;
    if (!isLost || asking) return;
    asking = true;
    const answer = await fetch(`${dataset.root}/token`, {
      cache: "no-store",
      redirect: "manual"
    }).catch(() => null);
    asking = false;
    notice.hidden = !answer || answer.headers.has("Companion") || !ASKS.includes(answer.status);
  };
  document.addEventListener("queue", look);
  new MutationObserver(look).observe(document.documentElement, { attributeFilter: ["data-net"] });
  look();
};
