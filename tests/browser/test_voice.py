"""What is entered is said: to a screen reader, or aloud by the phone, and each time once."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.guests import lets_in
from tests.browser.local_app import goes_away
from tests.browser.phone import Phone
from tests.browser.shortcuts import card
from tests.support.live_server import Server

# A voice that says at once what it is given, and a screen reader that notes what it is told.
LISTENS = """
window.spoken = [];
window.read = [];
const synth = {
  speaking: false,
  cancel: () => {},
  getVoices: () => [{ lang: "fr-FR", name: "Marie" }, { lang: "en_GB", name: "Mary" }],
  speak: (said) => {
    if (said.text) spoken.push([said.text, said.lang, said.voice?.name]);
    setTimeout(() => said.onend?.());
  }
};
Object.defineProperty(window, "speechSynthesis", { value: synth, configurable: true });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
addEventListener("DOMContentLoaded", () => {
  const changes = new MutationObserver(() => {
    for (const live of document.querySelectorAll("#status")) read.push(live.textContent.trim());
  });
  changes.observe(document.getElementById("status"), { childList: true, characterData: true });
});
"""
SWITCH = "Say entries aloud"
FIRST, SECOND = ["Ann laid 3, up one.", "1 more card to lay."], ["Ann laid 4, up one."]


def listens(phone: Phone) -> Phone:
    phone.context.add_init_script(LISTENS)
    return phone


def spoken(phone: Phone) -> list[str]:
    """What the voice has said on this page since the last look."""
    said: list[list[str]] = phone.page.evaluate("() => spoken.splice(0)")
    assert all(rest == ["en", "Mary"] for _text, *rest in said), said
    return [" ".join(text.split()) for text, *_rest in said]


def was_read(phone: Phone) -> list[str]:
    """What a screen reader was told since the last look."""
    told: list[str] = phone.page.evaluate("() => read.splice(0)")
    return told


def hears(phone: Phone, aloud: Sequence[str] = (), read: Sequence[str] = ()) -> None:
    """The voice has said this, and a screen reader read that; nothing besides."""
    what = "([aloud, told]) => spoken.length >= aloud && read.length >= told"
    phone.has(what, [len(aloud), len(read)])
    phone.page.wait_for_timeout(100)  # for what should not come
    assert (spoken(phone), was_read(phone)) == ([*aloud], [*read])


def turns_voice(phone: Phone, on: bool) -> None:
    """Its switch, by two taps; the sheet is closed again."""
    sheet = phone.reviews()
    switch = sheet.get_by_role("button", name=SWITCH)
    expect(switch).to_have_attribute("aria-pressed", str(not on).lower())
    phone.tap(switch)
    expect(switch).to_have_attribute("aria-pressed", str(on).lower())
    phone.tap(sheet.get_by_role("button", name="Close"))


@pytest.mark.long
def test_a_game_is_heard_once_by_the_voice_or_a_screen_reader(
    phone: Phone, phones: Phones, server: Server
) -> None:
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    listens(phone).joins()
    guest = listens(phones())
    lets_in(server, phone, guest)
    guest.visits(phone.game)
    for each in (phone, guest):
        expect(each.net).to_have_text("Live")
    hears(phone)
    phone.plays(3, "up-1")
    hears(phone, read=[" ".join(FIRST)])
    hears(guest, read=[" ".join(FIRST)])
    assert not fetched(asked)  # only who wants the voice fetches it

    turns_voice(phone, True)
    assert len(fetched(asked)) == 1
    hears(phone, ["I will say what is entered."])
    phone.plays(4, "up-1")
    hears(phone, SECOND)
    hears(guest, read=SECOND)
    phone.keys_in(2, "up-1")
    hears(phone, ["2 does not fit on 4 going up. Enter it anyway?"])
    phone.tap(phone.page.get_by_role("link", name="My mistake"))
    expect(phone.question).to_have_count(0)
    guest.ends_turn()
    hears(phone, ["Ann ends the turn.", "Ben’s turn: 2 cards."])

    phone.page.reload()
    expect(phone.net).to_have_text("Live")
    hears(phone)
    phone.undoes()
    hears(phone, ["Undone: Ann ends the turn."])
    turns_voice(phone, False)
    phone.plays(99, "down-1")
    hears(phone, read=["Ann laid 99, down one."])


def fetched(asked: list[str]) -> list[str]:
    """What was asked of the server for the voice."""
    assert [url for url in asked if "/scripts/" in url]
    return [url for url in asked if "/scripts/voice-" in url]


@pytest.mark.long
def test_on_a_phone_that_counts_each_entry_is_said_once(counting_phones: Phones) -> None:
    """While it waits, and neither on another page nor when it is sent."""
    phone = listens(counting_phones())
    phone.joins(card(2, "up-1"))
    phone.page.reload()  # by now the worker keeps it
    goes_away(phone)
    phone.plays(3, "up-1")
    hears(phone, read=["Ann laid 3, up one."])
    phone.plays(4, "up-1")
    hears(phone, read=["Ann laid 4, up one."])
    phone.takes_a_moment(phone.button("Undo"))
    phone.tap(phone.button("Undo"))
    hears(phone, read=["Undone: Ann laid 4, up one."])
    phone.ends_turn()
    hears(phone, read=["Ann ends the turn. Ben’s turn: 2 cards."])
    phone.page.reload()
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Ben", timeout=180_000)
    hears(phone)
    phone.comes_back()
    expect(phone.net).to_have_text("Live")
    hears(phone)
    phone.plays(99, "down-1")
    hears(phone, read=["Ben laid 99, down one. 1 more card to lay."])
