"""Each place of the app can be read and tapped on every size, in all lights and languages.

A place is a page in a state (`places.py`). It is opened once; then its page is resized, put into
another light and reloaded in the other languages, and measured each time. What a reload closes is
opened once more, in one language by turns.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright, expect

from companion.web.safety.phone import LANGUAGES
from tests.browser import measures
from tests.browser.bluff_places import BLUFF, LONG_FIFTEEN, white
from tests.browser.chromium import close, held
from tests.browser.conftest import Phones
from tests.browser.named_places import CHART, NAMED, UNNAMED, WIDE
from tests.browser.phone import BOTH, Phone
from tests.browser.places import ONE, PLACES, Goes, taps, visits
from tests.support import pseudo_language
from tests.support.live_server import Server

AXE = (Path(__file__).parent / "vendor" / "axe-4.14.1.min.js").read_text(encoding="utf-8")
RUN = """async (rules) => {
  const only = rules ? { runOnly: rules } : {};
  const found = await axe.run(document, { resultTypes: ["violations"], preload: false, ...only });
  return found.violations.flatMap((rule) => rule.nodes.map((node) =>
    `${rule.id}: ${node.target} ${node.any.concat(node.all, node.none)[0]?.message ?? rule.help}`));
}"""
COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules by which another light can break what was right in the first one."""
# What can be seen, part by part, in any language: a reload that closes something changes it. What
# scripts show a moment after a page is there is left out.
OUTLINE = """() => [...document.querySelectorAll("body *")]
  .filter((each) => each.checkVisibility() && !each.closest("svg, [data-screen], .hears"))
  .map((each) => `${each.localName} ${each.classList}`)"""
# A board on which every part can be tapped: nothing is over it, and no rows pass below its dock.
PLAYED = """() => Boolean(document.querySelector("#board :is(a[data-pile], .play-area)")
  && !document.querySelector(".result, .question, dialog[open], .naming[open], form.signs"))"""
# How a code to scan and the first three of some choices look where the system forces its colours.
FORCED = """() => [...document.querySelectorAll(".qr, .qr path, .whites .white > span")].slice(0, 3)
  .map((each) => {
    const { backgroundColor, outlineStyle, outlineWidth, stroke } = getComputedStyle(each);
    return [backgroundColor, stroke, outlineStyle, outlineWidth].join(" ");
  })"""

EDGES = {"top": 47, "right": 21, "bottom": 34, "left": 13}  # px, each of its own
# What can be tapped of a board and begins beyond these edges, and where.
BEYOND = """({ top, right, bottom, left }) =>
  [...document.querySelectorAll("#main :is(a, button, label, summary)")].filter((each) => {
    const at = each.getBoundingClientRect();
    return each.checkVisibility({ visibilityProperty: true }) && !each.closest(".bar, .unseen")
      && (at.top < top || at.right > innerWidth - right || at.left < left
        || at.bottom > Math.max(innerHeight, document.documentElement.scrollHeight) - bottom + 1);
  }).map((each) => each.innerText || each.ariaLabel)"""
# Where the notice over all of it begins.
NOTICE_TOP = """() => {
  const notice = document.getElementById("unsent");
  notice.hidden = false;
  const { top } = notice.getBoundingClientRect();
  notice.hidden = true;
  return top;
}"""

PHONES = [(390, 844), (390, 664), (320, 664), (320, 568), (844, 390)]
TABLETS = [(600, 960), (1024, 768), (1440, 900)]
SMALL = [(195, 422), (280, 653)]  # as where text is twice as large: boards scroll there
BETWEEN = (653, 720)  # a phone that unfolds, and a window: neither phone nor tablet
LOW = (568, 320)
BY_TURNS = [(344, 882), (360, 320), (601, 962), (390, 380), (1366, 768), LOW]
"""Narrow phones, low ones, what a keyboard leaves of a screen, tablets: two for each place."""
TEXTS = [(20, (667, 375)), (24, (844, 390), (390, 844)), (32, (390, 844))]
"""How large the browser's text is, and on which screens: one of them for each place."""
WHOLE_FROM = (360, 640)  # from here on names of eight letters stand whole
NARROW = [(320, 664), WHOLE_FROM, BETWEEN]  # where another language has little room
PARTLY = ("donate to six", "the panel of extra", "a second card", "looking on")
"""Boards with something over them, and with parts that are larger only on most of the others."""
HIGHER = ("is ticked", "forgotten end")  # what is open or asked: low phones scroll there
BESIDE = 1000  # px: from this width on the log or the rules stand beside a board
LEAST = 56  # px of what is tapped on a board on a tablet
DUMMY = pseudo_language.longer("Dummy")
NAMES = [*LONG_FIFTEEN, *(f"{name}’s" for name in LONG_FIFTEEN), DUMMY]
"""These may end in three dots, on a tablet also those of one or two words, and wide ones on some
phones."""
MISSING = "the server responded with a status of 404"

ALL: dict[str, Goes] = {
    **PLACES, **BLUFF, **NAMED, **UNNAMED, "the keys": visits("keys"),
    "a digit on the pad": taps(ONE, 'a[data-pile="up-2"]', 'dialog[open] [data-key="4"]'),
}  # fmt: skip
CORE = 6  # each so many-th place is measured often
OTHERS = [*(each for each in LANGUAGES if each != "en"), pseudo_language.LANGUAGE]
Found = dict[str, list[str]]
ONCE = ["faint sign", "chosen alike", "moves", "zooms", "no ring"]
"""What is measured once for each place, in the dark and with less motion."""


@pytest.fixture(scope="module")
def longer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app with a language more, of which all texts are long."""
    instance = tmp_path_factory.mktemp("longer")
    with Server(instance, "tests.support.pseudo_language:create") as running:
        yield running


@pytest.fixture
def phone(phones: Phones, longer: Server) -> Phone:
    """A phone that was on a wide screen before: its pages bring the style for that."""
    held = phones(base_url=longer.url)
    held.forgives(MISSING)
    held.likes(longer.url, wide="y")
    return held


def axe(page: Page, rules: list[str] | None = None) -> list[str]:
    """What axe finds wrong, by all rules or these: each with the element it is about."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE)
    return page.evaluate(RUN, rules)


def looks(page: Page, colours: str, width: int, height: int) -> None:
    is_dark = colours == "dark"
    page.emulate_media(
        color_scheme="dark" if is_dark else "light",
        reduced_motion="reduce" if is_dark else "no-preference",
    )
    measures.is_sized(page, width, height)
    page.evaluate(measures.STILL)


def measured(page: Page, place: str, language: str, sizes: measures.Sizes) -> Found:
    """What the ruler finds wrong on all these sizes, in a light page."""
    is_played = page.evaluate(PLAYED) and not any(part in place for part in PARTLY)
    has_keys = page.locator(".pad-board .numpad").count() > 0  # rows go by behind them
    found = Found()
    for size in sizes:
        looks(page, "light", *size)
        is_tablet, names = size in TABLETS, list(NAMES)
        if is_played and is_tablet:
            # Its links go once what they lead to stands beside the board.
            expect(page.locator("#side:visible")).to_have_count(int(size[0] >= BESIDE))
        if size not in (WHOLE_FROM, PHONES[0]):
            names += [*WIDE, *(BOTH if is_tablet else ())]
        whats = ["small target", "crowded", "small text", "sideways", "cut text", "broken word"]
        whats += ["overlap", "touching figures"]
        if place in UNNAMED:
            whats = ["lost number", "sideways", *(["half a name"] if language in LANGUAGES else ())]
        elif size in (*SMALL, *BY_TURNS, BETWEEN):
            # On the smallest, tables go on beside what is seen of them.
            whats = ["sideways", "overlap", *(["cut text"] if size not in (SMALL[0], LOW) else ())]
            fits = is_played and not any(part in place for part in HIGHER)
            whats += ["hidden"] if size == LOW and fits else []
        elif size == WHOLE_FROM:
            whats = ["cut text", "sideways", *(["overlap"] if language in LANGUAGES else ())]
            whats += ["hidden"] if is_played and language in LANGUAGES else []
        elif is_tablet and not is_played:
            whats = ["sideways", "small text"]
        elif is_played or has_keys:
            whats.append("hidden" if is_tablet else "covered")
        if size == PHONES[0]:
            whats += ["lost sign", "faint sign", *(["cut label"] if place == CHART else ())]
            whats += ["taken"] if page.locator("#board").count() == 0 else []
        told = measures.found(page, whats, names, LEAST if is_tablet else None)
        found |= {f"{language}, {size[0]} x {size[1]}, {what}": told[what] for what in told}
    return found


def measured_once(page: Page) -> Found:
    """What the ruler finds wrong that is the same on all sizes."""
    page.keyboard.press("Shift")  # a focus that comes after a tap has no ring
    return measures.found(page, ONCE)


def enlarged(page: Page, text: int, *sizes: tuple[int, int]) -> Found:
    """What the ruler finds wrong where the text of the browser is so large."""
    browser = page.context.new_cdp_session(page)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": text}})
    found = Found()
    for size in sizes:
        looks(page, "light", *size)
        whats = ["small text", "sideways", "overlap", "touching figures", "lost sign"]
        whats += ["cut text"] if size == PHONES[-1] else []
        told = measures.found(page, whats, [*NAMES, *WIDE])
        found |= {f"text of {text} px, {size[0]} x {size[1]}, {what}": told[what] for what in told}
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    browser.detach()
    return found


def speaks(phone: Phone, server: Server, language: str) -> None:
    """The page on the screen is in this language now, and what was open on it closed."""
    phone.likes(server.url, language=language)
    phone.page.reload()
    assert phone.page.evaluate("document.documentElement.lang") == language


@pytest.mark.parametrize(
    ("at", "place"),
    [
        pytest.param(at, place, id=place, marks=pytest.mark.long if at % CORE else ())
        for at, place in enumerate(ALL)
    ],
)
def test_a_place_can_be_read_and_tapped(phone: Phone, longer: Server, at: int, place: str) -> None:
    ALL[place](phone)
    page = phone.page
    sizes = [*PHONES, *([WHOLE_FROM] if place in NAMED else ()), *TABLETS, *SMALL, BETWEEN]
    sizes += [BY_TURNS[(at + by) % len(BY_TURNS)] for by in (0, 1)]
    found = measured(page, place, "en", sizes) | enlarged(page, *TEXTS[at % len(TEXTS)])
    looks(page, "light", 844, 390)
    found["axe, lying"] = axe(page, ["scrollable-region-focusable"])
    looks(page, "dark", 320, 568)
    found["axe, dark"] = axe(page, COLOURS)
    found |= measured_once(page)
    looks(page, "light", *PHONES[0])
    found["axe"], outline = axe(page), page.evaluate(OUTLINE)
    for language in OTHERS[at % 4 :] + OTHERS[: at % 4]:
        speaks(phone, longer, language)
        if is_closed := page.evaluate(OUTLINE) != outline:
            ALL[place](phone)
        found |= measured(page, place, language, NARROW)
        if is_closed:
            break
        looks(page, "light", *PHONES[0])
    lines = [f"{what}: {each}" for what, wrong in found.items() for each in wrong]
    assert not lines, "\n".join(lines)


AROUND = (
    *("../", "../phones/", "../history", "../statistics", "../delete", "../deck/one-brain/"),
    *("", "about/", "log/?all=1", "log/1", "record"),
    *("/", "/join", "/import", "/rules/", "/https", "/offline"),
    *(f"/new/{tile}" for tile in ("the-game", "the-game-extreme", "one-brain", "any-game")),
)
"""Pages around the boards, from a game that is over."""
STATES = (
    "a player",
    "a closed table",
    "another deck that differs",
    "the shelf with a deleted table",
    "the phones at a table, a row open",
)
ACTIONS = "Brain, six columns of seven"
ROOMY = (
    *("a board in mid-game", "Extreme with what fires mark", "the sheet of aids"),
    *("a deck half known", ACTIONS, "Bluff, fifteen players in round seven"),
)
UNFOLD = """() => document.querySelectorAll("main details:not([name])")
  .forEach((each) => { each.open = true; })"""
# What no choice of this page shows: a rule of the style that never ends, or begins.
NEVER = """() => {
  const all = [...document.querySelectorAll("main form *")].filter((each) =>
    each.textContent.trim() && !each.closest("[hidden], noscript, svg, details:not([open])"));
  const hidden = new Set(all.filter((each) => !each.checkVisibility()));
  const look = () => hidden.forEach((each) => each.checkVisibility() && hidden.delete(each));
  const boxes = [...document.querySelectorAll("main :is([type=radio], [type=checkbox])")];
  for (const one of boxes)
    for (const other of hidden.size ? boxes : []) {
      one.checked = other.checked = true;
      look();
    }
  return [...hidden].map((each) => `never shown: ${each.className} ${each.textContent.trim()}`);
}"""


def test_a_page_around_the_boards_can_be_read_and_tapped(phone: Phone) -> None:
    """Each on one phone, light and dark, and with large letters; places say it of more."""
    page, lines = phone.page, list[str]()

    def measures_it(place: str) -> None:
        found = measured(page, "", "en", [PHONES[0]]) | enlarged(page, *TEXTS[-1])
        looks(page, "dark", 320, 568)
        found["axe, dark"] = axe(page, COLOURS)
        found |= measured_once(page)
        found["choices"] = page.evaluate(NEVER) if place in AROUND else []
        lines.extend(f"{place}, {what}: {each}" for what in found for each in found[what])

    PLACES["the end, beaten"](phone)
    game = phone.game
    for path in AROUND:
        phone.visits(path if path.startswith("/") else f"{game}{path}")
        page.evaluate(UNFOLD)
        measures_it(path)
    for place in STATES:
        PLACES[place](phone)
        measures_it(place)
    PLACES[ACTIONS](phone)
    for action in page.locator(".action input").all():
        looks(page, "light", *PHONES[0])
        action.evaluate("(each) => { each.checked = true; }")
        measures_it(f"{action.get_attribute('value')} is chosen")
    assert not lines, "\n".join(lines)


@pytest.mark.long
def test_nothing_to_tap_lies_under_what_screens_have_at_their_edges(phones: Phones) -> None:
    """A camera or a bar: also where the board is turned, or faces another side of the table."""
    for place in ("a board in mid-game", "Brain, with Redo", "Bluff, the first view"):
        phone = phones()
        ALL[place](phone)
        page = phone.page
        page.locator("html[data-screen], [data-screen]:visible").first.wait_for()
        screen = phone.context.new_cdp_session(page)
        screen.send("Emulation.setSafeAreaInsetsOverride", {"insets": EDGES})
        for size, turns in (((390, 844), 2), ((844, 390), 2), ((1024, 768), 4)):
            measures.is_sized(page, *size)
            assert page.evaluate(NOTICE_TOP) >= EDGES["top"], (place, size)
            for turn in range(turns):
                page.evaluate(measures.STILL)
                expect(page.locator("#main .bar").first).to_be_in_viewport(ratio=1)
                page.evaluate("scrollTo(0, 0)")
                assert page.evaluate(BEYOND, EDGES) == [], (place, size, turn)
                page.locator('[data-screen="turn"]').dispatch_event("click")


@pytest.mark.long
def test_in_forced_colours_codes_choices_and_fields_are_told_apart(phones: Phones) -> None:
    phone = phones(forced_colors="active", color_scheme="dark")
    PLACES["the phones at a table, both ways in"](phone)
    code, dots, *_ = phone.page.evaluate(FORCED)
    assert code.startswith("rgb(255, 255, 255)")
    assert "rgb(0, 0, 0)" in dots.split(")", 1)[1]
    BLUFF["Bluff, the first view"](phone)
    white(phone, "Ann", 3)
    free, _, chosen = phone.page.evaluate(FORCED)
    phone.page.locator('[data-seat="0"]').evaluate("(each) => each.remove()")
    _, _, given = phone.page.evaluate(FORCED)
    assert len({free, chosen, given}) == 3
    PLACES["a pad, the first view"](phone)
    outline = "(each) => getComputedStyle(each).outlineStyle"
    assert phone.page.locator("[data-number]").last.evaluate(outline) == "solid"
    PLACES["Extreme with what fires mark"](phone)
    assert phone.page.locator(".chip.barred").first.evaluate(outline) == "dashed"
    assert phone.page.locator(".chip:not(.barred)").first.evaluate(outline) == "solid"


@pytest.mark.long
def test_a_browser_makes_no_light_page_dark(phones: Phones) -> None:
    """A code to scan would be dark on dark. Whoever wants it dark has the app's own colours."""
    phone = phones(color_scheme="dark")
    phone.visits("/")
    scheme = "getComputedStyle(document.documentElement).colorScheme"
    assert phone.page.evaluate(scheme) == "dark"
    phone.page.emulate_media(color_scheme="light")
    assert phone.page.evaluate(scheme) == "light only"


@pytest.mark.long
def test_letters_of_a_least_size_have_room(
    playwright: Playwright, chromium: dict[str, Any], server: Server
) -> None:
    """Only letters grow with it, not what is sized by them, unlike where the text is larger."""
    args = [*chromium["args"], "--blink-settings=minimumFontSize=24,minimumLogicalFontSize=24"]
    browser = playwright.chromium.launch(**{**chromium, "args": args})
    lines = list[str]()
    for place in ROOMY:
        phone = Phone(browser.new_context(**held(server.url)))
        ALL[place](phone)
        for size in (PHONES[3], PHONES[0]):
            looks(phone.page, "light", *size)
            whats = ["sideways", "overlap", "touching figures", "broken word"]
            whats += ["cut text"] if "Bluff" not in place else []  # its table goes on beside
            found = measures.found(phone.page, whats, [*NAMES, *WIDE])
            lines += [f"{place}, {size}, {what}: {each}" for what in found for each in found[what]]
        close(phone.context)
    close(browser)
    assert not lines, "\n".join(lines)
