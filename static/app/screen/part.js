/**
 * What our server has there, as a part of a page.
 * @param {string} address
 */
export const fetchPart = async (address) => {
  const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok || !answer.headers.has("Companion")) return null;
  return Object.assign(document.createElement("template"), { innerHTML: await answer.text() });
};
