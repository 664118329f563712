"""What goes wrong in a page fails the test that met it."""

import pytest

from tests.other_browsers.phone import Phone

pytestmark = pytest.mark.long

# A listener of the page's own throws; something is written; something comes from elsewhere.
GOES_WRONG = """() => {
  document.dispatchEvent(new Event("htmx:beforeSwap"));
  console.error("written");
  document.body.append(Object.assign(new Image(), { src: "http://127.0.0.1:9/" }));
}"""


def test_a_phone_keeps_what_its_page_complains_about(phone: Phone) -> None:
    assert phone.complaints == []
    phone.runs(GOES_WRONG)
    phone.awaits("() => JSON.parse(localStorage.complaints ?? '[]').length === 3")
    phone.visits("/rules/")
    said = "\n".join(sorted(phone.complaints))
    for what in ("TypeError", "console: written", "img-src"):
        assert what in said
    assert phone.complaints == []
