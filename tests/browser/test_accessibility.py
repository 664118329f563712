"""Everybody can read and tap every page: checked by axe-core and with a ruler."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.web.phone import LANGUAGES
from tests import pseudo
from tests.browser import measures
from tests.browser.brain_places import HIGH, IN_PLAY, LONG_SEVEN, ON_THE_BOARD, REACH
from tests.browser.conftest import Phones
from tests.browser.phone import Phone
from tests.browser.places import EXTREME, PLACES
from tests.browser.server import Server

pytestmark = pytest.mark.usefixtures("pooled_phones")

AXE = (Path(__file__).parent / "vendor" / "axe-4.14.1.min.js").read_text(encoding="utf-8")
RUN = """async (rules) => {
  const only = rules ? { runOnly: rules } : {};
  const found = await axe.run(document, { resultTypes: ["violations"], preload: false, ...only });
  return found.violations.flatMap((rule) => rule.nodes.map((node) =>
    `${rule.id}: ${node.target} ${node.any.concat(node.all, node.none)[0]?.message ?? rule.help}`));
}"""
COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules by which another light can break what was right in the first one."""
PLACING = [*COLOURS, "scrollable-region-focusable"]
"""The rules by which another size can break it, as long as the same parts can be seen."""
STILL = """async () => {
  while (document.getAnimations().some((each) => each.playState === "running"))
    await new Promise(requestAnimationFrame);
}"""

DUMMY = pseudo.longer("Dummy")
NAMES = [*LONG_SEVEN, *(f"{name}’s" for name in LONG_SEVEN), DUMMY]
MISSING = "the server responded with a status of 404"


def axe(page: Page, rules: list[str] | None = None) -> Any:
    """What axe finds wrong, by all rules or these: each with the element it is about."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE)
    return page.evaluate(RUN, rules)


def looks(page: Page, colours: str, width: int, height: int = 844) -> None:
    """The page is this wide, in this light, and has done moving."""
    page.emulate_media(color_scheme="dark" if colours == "dark" else "light")
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(STILL)


Found = dict[str, list[str]]


@pytest.fixture(scope="module")
def longer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app with a language more, of which all texts are long."""
    running = Server(tmp_path_factory.mktemp("longer"), "tests.pseudo:create")
    running.start()
    yield running
    running.stop()


# Each place once: its language, its light and its sizes are those whose turn it is.

SIZES = [(390, 844), (320, 844), (390, 664), (320, 568), (320, 664), (844, 390)]
SIZES_IN = {"en": SIZES, **{each: [SIZES[0], SIZES[4]] for each in LANGUAGES if each != "en"}}
SIZES_IN[pseudo.LANGUAGE] = [SIZES[4]]  # longer than any: where there is least room
Look = tuple[str, str, list[tuple[int, int]]]


def look(at: int) -> Look:
    """The language, the light and the sizes of the place of this number."""
    turn, which = divmod(at, len(SIZES_IN))
    language, colours = list(SIZES_IN)[which], ("light", "dark")[(turn // 2 + which) % 2]
    sizes = SIZES_IN[language]
    turns = (turn, turn + len(sizes) // 2)
    return language, colours, list(dict.fromkeys(sizes[each % len(sizes)] for each in turns))


SOME = list(PLACES)[::3]
LOOKS = {place: look(at) for at, place in enumerate(dict.fromkeys([*SOME, *PLACES]))}


def test_each_language_is_seen_on_each_of_its_sizes_and_in_each_light() -> None:
    some = [LOOKS[place] for place in SOME]
    seen = {(each, size) for each, _, sizes in some for size in sizes}
    assert seen == {(each, size) for each, sizes in SIZES_IN.items() for size in sizes}
    lit = {(each, colours) for each, colours, _ in some}
    assert lit == {(each, colours) for each in SIZES_IN for colours in ("light", "dark")}
    both = {(colours, size) for _, colours, sizes in some for size in sizes}
    assert both == {(colours, size) for colours in ("light", "dark") for size in SIZES}


@pytest.mark.parametrize("place", SOME)
def test_places_can_be_read_and_tapped(phones: Phones, longer: Server, place: str) -> None:
    language, colours, sizes = LOOKS[place]
    is_longer = language == pseudo.LANGUAGE
    phone = phones(locale="nl" if is_longer else language, base_url=longer.url)
    phone.forgives(MISSING)
    PLACES[place](phone)
    page = phone.page
    if is_longer:
        speaks(phone, language)
    assert page.evaluate("document.documentElement.lang") == language
    found: Found = {}
    for width, height in sizes:
        looks(page, colours, width, height)
        found |= ruled(page, f"{language}, {width} x {height}")
    found[f"axe, {language}, {colours}, {width} x {height}"] = axe(page)
    assert_nothing(found)


# Each place in every language, in both lights and on all sizes; axe reads it in the language of the
# place and in English.

# What can be seen, part by part, in any language: a reload that closes something changes it. What
# scripts show a moment after a page is there is left out.
OUTLINE = """() => [...document.querySelectorAll("body *")]
  .filter((each) => each.checkVisibility() && !each.closest("svg, [data-screen], .hears"))
  .map((each) => `${each.localName} ${each.classList}`)"""


@pytest.mark.long
@pytest.mark.stands_for("test_places_can_be_read_and_tapped")
@pytest.mark.parametrize("place", PLACES)
def test_every_place_can_be_read_and_tapped_everywhere(
    phones: Phones, longer: Server, place: str
) -> None:
    phone = phones(base_url=longer.url)
    phone.forgives(MISSING)
    PLACES[place](phone)
    mine, colours, _ = LOOKS[place]
    found = seen_on_every_size(
        phone.page, place, None if (mine, colours) == ("en", "dark") else COLOURS
    )
    looks(phone.page, "dark", 320, 664)
    outline = phone.page.evaluate(OUTLINE)
    for language in (pseudo.LANGUAGE, *(each for each in LANGUAGES if each != "en")):
        speaks(phone, language)
        there = phone
        is_mine = language == mine
        if is_mine and language in LANGUAGES and phone.page.evaluate(OUTLINE) != outline:
            there = phones(locale=language, base_url=longer.url)
            there.forgives(MISSING)
            PLACES[place](there)
            assert there.page.evaluate("document.documentElement.lang") == language
        found |= ruled_in(there.page, language)
        if is_mine:
            looks(there.page, colours, 320, 664)
            found[f"axe, {language}, {colours}"] = axe(there.page)
    assert_nothing(found)


def seen_on_every_size(page: Page, place: str, in_the_dark: list[str] | None) -> Found:
    """What axe and the ruler find wrong here on all sizes, in the dark by these rules."""
    found: Found = {}
    for width, height in SIZES:
        looks(page, "light", width, height)
        if (width, height) == SIZES[0]:
            found["far from the thumb"] = page.evaluate(HIGH) if place in IN_PLAY else []
        found |= ruled(page, f"{width} x {height}")
        if (width, height) == SIZES[0]:
            found[f"axe, light, {width}"], upright = axe(page), page.evaluate(OUTLINE)
        if (width, height) == (320, 568):
            looks(page, "dark", width, height)
            found[f"axe, dark, {width}"] = axe(page, in_the_dark)
    looks(page, "light", width, height)
    found["axe, lying"] = axe(page, PLACING if page.evaluate(OUTLINE) == upright else None)
    for sizes, scripts in more_of(place):
        found[f"{', '.join(scripts)}"] = measures.on_every_size(page, scripts, NAMES, sizes)
    return found


def more_of(place: str) -> Iterator[tuple[measures.Sizes, Mapping[str, str]]]:
    """On which other sizes the ruler is put to this place, and where all has to be uncovered."""
    if place in EXTREME:
        yield [size for size in measures.SIZES if size not in SIZES], measures.RULER
    if place in ON_THE_BOARD:
        yield [*measures.SIZES, (320, 664)], REACH


def speaks(phone: Phone, language: str) -> None:
    """The same page in this language; what was open on it is closed."""
    cookie = {"name": phone.cookie_name("language"), "value": language, "url": phone.page.url}
    phone.context.add_cookies([cookie])  # type: ignore[list-item]
    phone.page.reload()
    assert phone.page.evaluate("document.documentElement.lang") == language


def ruled_in(page: Page, language: str) -> Found:
    """What the ruler finds wrong in this language, on all sizes that it is shown on."""
    found: Found = {}
    for width, height in SIZES_IN[language]:
        page.set_viewport_size({"width": width, "height": height})
        found |= ruled(page, f"{language}, {width} x {height}")
    return found


def ruled(page: Page, size: str) -> Found:
    """What the ruler finds wrong on this page at this size."""
    found = measures.found(page, measures.RULER, NAMES)
    return {f"{size}, {what}": wrong for what, wrong in found.items()}


def assert_nothing(found: Found) -> None:
    lines = [f"{what}: {each}" for what, wrong in found.items() for each in dict.fromkeys(wrong)]
    assert not lines, "\n".join(lines)


def test_five_with_the_names_they_get_fit_beside_each_other_on_the_smallest_phone(
    phone: Phone,
) -> None:
    phone.starts(5)
    phone.page.set_viewport_size({"width": 320, "height": 568})
    found: Found = {}
    for language in LANGUAGES:
        speaks(phone, language)
        found[language] = measures.found(phone.page, {"wide": measures.SIDEWAYS})["wide"]
    assert_nothing(found)


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
