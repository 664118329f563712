"""What is entered is said: to a screen reader, or aloud by the phone, and each time once."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Joins
from tests.browser.phone import Phone

# A voice that says at once what it is given, and a screen reader that notes what it is told.
LISTENS = """
window.spoken = [];
window.read = [];
const synth = {
  speaking: false,
  cancel: () => {},
  getVoices: () => [{ lang: "en_GB", name: "Mary" }],
  speak: (said) => {
    if (said.text) spoken.push(said.text.replace(/\\s+/g, " ").trim());
    setTimeout(() => said.onend?.());
  }
};
Object.defineProperty(window, "speechSynthesis", { value: synth, configurable: true });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
addEventListener("DOMContentLoaded", () => {
  const status = document.getElementById("status");
  const changes = new MutationObserver(() => read.push(status.textContent.trim()));
  changes.observe(status, { childList: true, characterData: true });
});
"""


def hears(phone: Phone, aloud: Sequence[str] = (), read: Sequence[str] = ()) -> None:
    """The voice has said this, and a screen reader read that; nothing besides."""
    what = "([aloud, told]) => spoken.length >= aloud && read.length >= told"
    phone.has(what, [len(aloud), len(read)])
    phone.page.wait_for_timeout(100)  # for what should not come
    said = phone.page.evaluate("() => [spoken.splice(0), read.splice(0)]")
    assert said == [[*aloud], [*read]]


def turns_voice(phone: Phone, on: bool) -> None:
    """Its switch, by two taps; the sheet is closed again."""
    sheet = phone.reviews()
    switch = sheet.get_by_role("button", name="Say entries aloud")
    expect(switch).to_have_attribute("aria-pressed", str(not on).lower())
    phone.tap(switch)
    expect(switch).to_have_attribute("aria-pressed", str(on).lower())
    phone.tap(sheet.get_by_role("button", name="Close"))


@pytest.mark.long
def test_a_game_is_heard_once_by_the_voice_or_a_screen_reader(phone: Phone, another: Joins) -> None:
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.context.add_init_script(LISTENS)
    phone.joins()
    guest = another(phone)
    guest.context.add_init_script(LISTENS)
    guest.visits(phone.game)
    for each in (phone, guest):
        expect(each.net).to_have_text("Live")
    phone.plays(3, "up-1")
    for each in (phone, guest):
        hears(each, read=["Ann laid 3, up one. 1 more card to lay."])
    assert not [url for url in asked if "/scripts/voice-" in url]  # only who wants it fetches it

    turns_voice(phone, True)
    assert len([url for url in asked if "/scripts/voice-" in url]) == 1
    hears(phone, ["I will say what is entered."])
    phone.plays(4, "up-1")
    hears(phone, ["Ann laid 4, up one."])
    hears(guest, read=["Ann laid 4, up one."])
    guest.ends_turn()
    hears(phone, ["Ann ends the turn.", "Ben’s turn: 2 cards."])
    phone.page.reload()
    expect(phone.net).to_have_text("Live")
    hears(phone)
    turns_voice(phone, False)
    phone.plays(99, "down-1")
    hears(phone, read=["Ben laid 99, down one. 1 more card to lay."])
