"""Names as people write them: what is kept, what is none, and which of them are the same."""

import sys
import unicodedata

import pytest

from companion.engine.names import IGNORABLE, clean, isolate, name_key
from companion.web.pages.names import fit, shorten

NOTHING = (
    "", " ", "\u3164", "\u2800", "\u115f", "\u1160", "\ufe0f", "\u034f", "\u180b", "\u17b4",
    "\uffa0", "\u0301", "\u200d", "\u200c", "\u20dd", "\U0001d159", "\U000e0100",
    "\u3164\u2800 \ufe0f", "\u2068\u2069", "\u0301\u200d\u0302",
)  # fmt: skip
"""What shows nothing: fillers, selectors, joiners, accents on nothing."""

WALES = "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"
HONEST = (
    "Ann", "O’Brien", "Renée", "Nguyễn Thị", "X Æ A-12", "李小龍", "山田 太郎", "김철수", "שרה",
    "مُحَمَّد", "علی\u200cرضا", "ශ\u0dca\u200dරී", "র\u200d\u09cdযাচেল", "മോഹന\u0d4d\u200d", "ஹா",
    "प्रिया", "葛\U000e0100城", "👨‍👩‍👧‍👦", "🏳️‍🌈", "👩🏽‍🚀", "❤️", "1️⃣", "👁️‍🗨️", "🙂‍↔️",
    "🇧🇪", WALES, "™", "★", "7", "Ann 🩷", "🧑‍🩷", "\U00031350",
)  # fmt: skip
"""Names with signs in them that show nothing by themselves, and with none."""


def test_what_shows_nothing_is_no_name_and_hides_in_no_flag() -> None:
    assert {ascii(name): clean(name) for name in NOTHING if clean(name) != ""} == {}
    for hidden in (WALES[1:], WALES[:-1], WALES[0] + WALES[-1], "Ann" + WALES[1:]):
        assert not clean(hidden), ascii(hidden)


def test_nothing_that_can_be_ignored_is_a_name_by_itself() -> None:
    named = [hex(code) for code in range(sys.maxunicode + 1) if IGNORABLE.match(chr(code))
             and clean(chr(code))]  # fmt: skip
    assert named == []


def test_honest_names_stay_as_they_are_and_what_was_kept_is_kept_again() -> None:
    for name in HONEST:
        whole = unicodedata.normalize("NFC", name)
        assert clean(name) == whole, ascii(name)
        assert name_key(name), ascii(name)
    for kept in (clean(name) or "" for name in HONEST + NOTHING):
        assert clean(kept) == kept, ascii(kept)


def test_a_sign_may_be_newer_than_this_python() -> None:
    """Phones have another Python than servers, which knows more emoji and Chinese characters."""
    for code in (*range(0x1F000, 0x1FB00), 0x3FFFD):
        assert clean(chr(code)) == chr(code), hex(code)
        assert name_key(chr(code)), hex(code)
    for code in (0x1FFFE, 0x2FFFF, 0x40000, 0xE0FFF):  # no picture and no letter, now or ever
        assert not clean(chr(code)), hex(code)


@pytest.mark.parametrize("joiner", ["\u200d", "\u200c"], ids=ascii)
def test_a_joiner_that_joins_nothing_is_left_out(joiner: str) -> None:
    for name in (f"Ann{joiner}", f"{joiner}Ann", f"A{joiner}nn", f"An{joiner} n"):
        assert clean(name) in ("Ann", "An n"), ascii(name)


def test_names_that_look_the_same_are_the_same() -> None:
    for hidden in ("\u034f", "\ufe0f", "\u180b", "\u17b4", "\u200d", "\u200b", "\u2068", "\u3164"):
        for other in (f"Ann{hidden}", f"{hidden}ANN", f"{hidden} ann"):
            assert name_key(other) == name_key("Ann"), ascii(other)
    assert name_key("Ann\u2800Bel") == name_key(" ann  bel ")
    assert name_key("Rene\u0301e") == name_key("REN\u00c9E")
    assert name_key("علی\u200cرضا") == name_key("علیرضا")
    assert name_key("D’Arcy") == name_key("d'arcy") == name_key("D\u02bcArcy")
    assert name_key("Ann-Marie") == name_key("Ann\u2011Marie") == name_key("ann\u2010marie")
    assert name_key("Ann") != name_key("Anna")
    assert name_key(WALES) != name_key(WALES[0]) != ""


def test_no_long_text_is_normalised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sorting accents takes the square of their number: a file of 320 kB took half a minute."""
    lengths, normalize = [], unicodedata.normalize

    def measured(form: str, text: str) -> str:
        lengths.append(len(text))
        return normalize(form, text)

    monkeypatch.setattr(unicodedata, "normalize", measured)
    endless = "a" + "\u0315\u0300" * 3000
    assert clean(endless) is None
    assert clean(f"{' ' * 3000}Ann{' ' * 3000}") == "Ann"
    assert name_key(endless) == name_key(endless + "\u0300")
    assert max(lengths) < 1000


def test_a_name_that_is_cut_keeps_its_number_and_its_direction() -> None:
    assert fit("Ann") == "Ann"
    end = '<span data-initial="&lt;"> 12</span>'
    whole = f'<span class="fitted" translate="no"><span>&lt;b&gt;</span>{end}</span>'
    assert fit("<b> 12") == whole
    assert shorten("Mohammed") == "Mohammed"
    assert shorten("Player 1") == "Player 1"
    assert shorten("Player 12") == "Play… 12"
    assert len({shorten(f"Spieler {seat}") for seat in range(1, 16)}) == 15
    assert shorten("Wilhelmina") == "Wilhelm…"
    assert shorten(isolate("אבגדהוזחט")) == "\u2068אבגדהוז…\u2069"
    assert shorten("Ann (2)") == "Ann (2)"
