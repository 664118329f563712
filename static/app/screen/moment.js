// The field of a moment, in the zone of this phone: beside it stands, hidden, what is sent.
const field = /** @type {HTMLInputElement | null} */ (document.querySelector("input[data-began]"));
if (field) {
  const sent = /** @type {HTMLInputElement} */ (field.nextElementSibling);
  const put = () => {
    sent.value = field.value && new Date(field.value).toISOString();
  };
  const at = new Date(/** @type {string} */ (field.dataset.began));
  field.value = at.toLocaleString("sv").slice(0, 16).replace(" ", "T");
  sent.disabled = false;
  put();
  field.addEventListener("input", put);
}
