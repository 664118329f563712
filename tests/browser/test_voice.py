"""What is entered is said aloud by a phone that was told to, with a script that only it fetches."""

import pytest

from tests.browser.phone import Phone

# A voice that says at once what it is given.
SPEAKS = """
window.spoken = [];
const synth = {
  speaking: false,
  cancel: () => {},
  getVoices: () => [{ lang: "en_GB", name: "Mary" }],
  speak: ({ text }) => { if (text) spoken.push(text.replace(/\\s+/g, " ").trim()); }
};
Object.defineProperty(window, "speechSynthesis", { value: synth, configurable: true });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""


def says(phone: Phone, sentence: str) -> None:
    phone.has("(said) => spoken.includes(said)", sentence)


@pytest.mark.long
def test_the_voice_comes_with_its_switch_and_speaks_from_then_on(phone: Phone) -> None:
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.context.add_init_script(SPEAKS)
    phone.joins()
    phone.plays(3, "up-1")
    assert not [url for url in asked if "/scripts/voice-" in url]
    sheet = phone.reviews()
    phone.tap(sheet.get_by_role("button", name="Say entries aloud"))
    says(phone, "I will say what is entered.")
    assert phone.page.evaluate("spoken.length") == 1
    phone.tap(sheet.get_by_role("button", name="Close"))
    phone.plays(4, "up-1")
    says(phone, "Ann laid 4, up one.")
    phone.page.reload()
    phone.page.locator("[data-confirms][aria-pressed=true]").wait_for(state="attached")
    phone.plays(99, "down-1")
    says(phone, "Ann laid 99, down one.")
