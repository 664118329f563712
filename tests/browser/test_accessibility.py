"""Everybody can read and tap every page: checked by axe-core and with a ruler."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.web.phone import LANGUAGES
from tests import pseudo
from tests.browser import measures
from tests.browser.brain_places import LONG_SEVEN
from tests.browser.conftest import Phones
from tests.browser.phone import Phone
from tests.browser.places import PLACES
from tests.browser.server import Server

AXE = (Path(__file__).parent / "vendor" / "axe-4.14.1.min.js").read_text(encoding="utf-8")
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.flatMap((rule) => rule.nodes.map((node) =>
    `${rule.id}: ${node.target} ${node.any.concat(node.all, node.none)[0]?.message ?? rule.help}`));
}"""
DUMMY = pseudo.longer("Dummy")
NAMES = [*LONG_SEVEN, *(f"{name}’s" for name in LONG_SEVEN), DUMMY]
MISSING = "the server responded with a status of 404"


def axe(page: Page) -> Any:
    """What axe finds wrong: each rule with the element it is about."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE)
    return page.evaluate(RUN)


def looks(page: Page, colours: str, width: int, height: int = 844) -> None:
    """The page is this wide, in this light, and has done moving."""
    page.emulate_media(color_scheme="dark" if colours == "dark" else "light")
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(
        "() => document.getAnimations().every((each) => each.playState !== 'running')"
    )


Found = dict[str, list[str]]


@pytest.mark.parametrize("place", PLACES)
def test_axe_finds_nothing_and_all_can_be_read_and_tapped(phone: Phone, place: str) -> None:
    phone.forgives(MISSING)
    PLACES[place](phone)
    page = phone.page
    found: Found = {}
    for width, height in ((390, 844), (320, 568)):
        for colours in ("light", "dark"):
            looks(page, colours, width, height)
            found[f"axe, {colours}, {width}"] = axe(page)
    for width, height in ((390, 844), (320, 844), (390, 664), (320, 568), (844, 390)):
        looks(page, "light", width, height)
        found |= ruled(page, f"{width} x {height}")
    found["axe, lying"] = axe(page)
    assert_nothing(found)


@pytest.mark.parametrize("place", PLACES)
def test_axe_finds_nothing_in_dutch_in_the_dark(phones: Phones, place: str) -> None:
    phone = phones(locale="nl-NL", color_scheme="dark", viewport={"width": 320, "height": 664})
    phone.forgives(MISSING)
    PLACES[place](phone)
    assert phone.page.evaluate("document.documentElement.lang") == "nl"
    assert_nothing({"axe": axe(phone.page), **ruled_in(phone.page, "nl")})


@pytest.fixture(scope="module")
def longer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app with a language more, of which all texts are long."""
    running = Server(tmp_path_factory.mktemp("longer"), "tests.pseudo:create")
    running.start()
    yield running
    running.stop()


@pytest.mark.parametrize("place", PLACES)
def test_all_can_be_read_and_tapped_in_every_language(
    phones: Phones, longer: Server, place: str
) -> None:
    phone = phones(locale="nl-NL", viewport={"width": 320, "height": 664}, base_url=longer.url)
    phone.forgives(MISSING)
    PLACES[place](phone)
    found: Found = {}
    for language in (*LANGUAGES.keys() - {"en", "nl"}, pseudo.LANGUAGE):
        cookie = {"name": "language", "value": language, "url": phone.page.url}
        phone.context.add_cookies([cookie])  # type: ignore[list-item]
        phone.page.reload()
        assert phone.page.evaluate("document.documentElement.lang") == language
        found |= ruled_in(phone.page, language)
    assert_nothing(found)


def ruled_in(page: Page, language: str) -> Found:
    """What the ruler finds wrong in this language on a narrow phone and on a usual one.

    The language that is longer than any is for where there is least room.
    """
    found: Found = {}
    for width, height in ((390, 844), (320, 664))[language == pseudo.LANGUAGE :]:
        page.set_viewport_size({"width": width, "height": height})
        found |= ruled(page, f"{language}, {width} x {height}")
    return found


def ruled(page: Page, size: str) -> Found:
    """What the ruler finds wrong on this page at this size."""
    return {
        f"{size}, small target": measures.small_targets(page),
        f"{size}, small text": measures.small_text(page),
        f"{size}, sideways": measures.sideways(page),
        f"{size}, cut number": measures.cut_numbers(page),
        f"{size}, cut text": measures.cut_texts(page, NAMES),
        f"{size}, broken word": measures.broken_words(page, NAMES),
        f"{size}, overlap": measures.overlaps(page),
    }


def assert_nothing(found: Found) -> None:
    lines = [f"{what}: {each}" for what, wrong in found.items() for each in dict.fromkeys(wrong)]
    assert not lines, "\n".join(lines)


@pytest.mark.parametrize(
    ("part", "covered"),
    [
        ("position: sticky; bottom: 0; height: 25vh", False),
        ("position: absolute; left: 0; top: 0; width: 100%; height: 50%", True),
    ],
    ids=["a part that stays", "a part that lies there"],
)
def test_only_what_cannot_be_scrolled_free_is_half_covered(
    phone: Phone, part: str, covered: bool
) -> None:
    lines = "<p>Line</p>" * 40
    last = f'<p style="position: relative"><b>Last</b><i style="background: red; {part}"></i></p>'
    dock = f'<div style="background: red; {part}">Dock</div>'
    phone.page.goto("about:blank")
    phone.page.set_content(f'<main class="board">{lines}{last if covered else dock}</main>')
    found = []
    for height in range(600, 640, 4):
        phone.page.set_viewport_size({"width": 390, "height": height})
        found += measures.overlaps(phone.page)
    assert bool(found) is covered
