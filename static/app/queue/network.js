// How one submission is sent, and what comes back.

/** @import { Submission } from "./machine.js" */
/**
 * @typedef {object} Answer
 * @property {boolean} isOurs  whether our server said it, and no portal on the way
 * @property {number} status  0 where no answer came
 * @property {string} html  nothing where it was cut
 * @property {string} [why]  what it says to people where it says no
 * @property {string} id  of which submission it says the verdict
 * @property {string} said  the verdict
 * @property {boolean} taken  whether it is in the log by that
 * @property {number} place  in the log
 * @property {boolean} asks  whether it may be entered all the same
 * @property {string | null} goes  where the page is to go
 * @property {number} pause  ms in which it wants to hear nothing
 */

const SLOW = 12_000; // ms: what takes longer counts as no answer
const { root } = document.documentElement.dataset;
const token = /** @type {HTMLMetaElement} */ (document.querySelector('meta[name="csrf-token"]'));

/**
 * @param {string} address
 * @param {RequestInit} [options]
 */
const reach = (address, options) => {
  const limit = new AbortController();
  setTimeout(() => limit.abort(), SLOW);
  return fetch(address, { ...options, cache: "no-store", signal: limit.signal }).catch(() =>
    Response.error()
  );
};

/** Whether the server answers: the token of this page is a new one then. */
export const renewToken = async () => {
  const answer = await reach(`${root}/token`);
  if (!answer.ok || !answer.headers.has("Companion")) return false;
  token.content = await answer.text().catch(() => "");
  return true;
};

/**
 * What the server says to this submission.
 * @param {Submission} submission
 * @returns {Promise<Answer>}
 */
export const post = async (submission) => {
  const { url, values, withdrawn } = submission,
    form = { ...values, id: submission.id, ...(withdrawn && { withdrawn: "1" }) };
  const answer = await reach(url, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { "HX-Request": "true", "X-CSRFToken": token.content },
    redirect: "manual"
  });
  const { headers, status } = answer,
    isOurs = headers.has("Companion"),
    html = await answer.text().catch(() => ""),
    [id, said, place, asks] = (headers.get("Verdict") ?? "").split(" "),
    taken = said === "recorded" || said === "merged";
  // The session has ended: the next try has another token.
  if (isOurs && status === 400) await renewToken();
  return {
    isOurs,
    status,
    html,
    why: new DOMParser()
      .parseFromString(taken ? "" : html, "text/html")
      .querySelector("#asked, .lead, [role=alert]")
      ?.textContent.replace(/\s+/g, " ")
      .trim(),
    id,
    said,
    taken,
    place: Number(place),
    asks: asks === "asks",
    goes: headers.get("HX-Redirect"),
    pause: Number(headers.get("Retry-After")) * 1000
  };
};
