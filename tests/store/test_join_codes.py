"""The secrets with which phones are asked to a table: what they are made of, and what is heard."""

import base64
import re

from companion.store.tables import join_codes
from companion.store.tables.join_codes import CODE, SYMBOLS

KEY = b"k" * 32
SOME = [join_codes.make_invitation(KEY, str(number)) for number in range(500)]
MADE = join_codes.make_invitation(KEY, "0123456789abcdef")
SPOKEN = "K7QM3XRV"


def test_a_code_has_eight_symbols_none_of_which_looks_like_another() -> None:
    assert CODE == 8
    assert len(set(SYMBOLS)) == len(SYMBOLS) == 30
    assert not set("01OILU") & set(SYMBOLS)
    assert {len(made.code) for made in SOME} == {8}
    for place in range(CODE):
        assert {made.code[place] for made in SOME} == set(SYMBOLS), "every symbol, at every place"


def test_a_link_has_128_bits_and_stands_in_an_address_as_it_is() -> None:
    for made in SOME:
        assert re.fullmatch(r"[\w-]{22}", made.link, re.ASCII)
        assert len(base64.urlsafe_b64decode(made.link + "==")) == 16


def test_no_two_are_alike_but_the_same_number_has_the_same_secrets() -> None:
    new = [join_codes.new(KEY) for _ in range(100)]
    for part in ("number", "link", "code"):
        assert len({getattr(made, part) for made in (*SOME, *new)}) == len(SOME) + len(new)
    for made in SOME:
        assert join_codes.make_invitation(KEY, made.number) == made


def test_what_was_made_and_stored_once_stays_true_under_its_key_alone() -> None:
    assert (MADE.link, MADE.code) == ("gitkgRkXt9-MGkc7ibIEow", "DTQY6SXD")
    stored = "faa1fb1102bb0c6e0dea7dafc33727bd81e42b08ab48b28a4b84680098cfbf65"
    assert join_codes.hash_secret(KEY, MADE.code) == stored
    assert join_codes.hash_secret(b"another key", MADE.code) != stored
    other = join_codes.make_invitation(b"another key", MADE.number)
    assert other.link != MADE.link
    assert other.code != MADE.code
    for odd in ("", "\x00", "\ud800", "ü", "x" * 10_000):
        assert len(join_codes.hash_secret(KEY, odd)) == 64


def test_small_letters_spaces_and_dashes_do_not_matter() -> None:
    assert join_codes.spell_code(SPOKEN) == "K7QM 3XRV"
    for said in (
        SPOKEN, "k7qm3xrv", "K7QM 3XRV", "k7qm-3xrv", "K7QM\N{EN DASH}3XRV",
        "  k7 qm 3x rv\t", "K7QM\u00a03XRV", "K.7.Q.M.3.X.R.V.", "“K7QM 3XRV”",
        "k7qm\r\n3xrv", "Ｋ７ＱＭ　３ｘｒｖ",
    ):  # fmt: skip
        assert join_codes.parse_code(said) == SPOKEN, ascii(said)
    for made in SOME:
        assert join_codes.parse_code(join_codes.spell_code(made.code).lower()) == made.code


def test_anything_else_is_none() -> None:
    for said in (
        "", "K7QM3XR", "K7QM3XRVK", SPOKEN * 2, *(f"K7QM3XR{odd}" for odd in "01OILUÉ"),
        "K7QM3XR\N{ARABIC-INDIC DIGIT THREE}",
        "K7QM3X\N{LATIN SMALL LETTER SHARP S}\u0130",
        "%" * 8, "\x00" * 8, "\ud800" * 8, "K7QM3XR" + "V" * 10_000,
    ):  # fmt: skip
        assert join_codes.parse_code(said) is None, ascii(said)[:40]
