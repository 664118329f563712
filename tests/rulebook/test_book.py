"""The rules pages: the same answers behind the same links in every language."""

import re
from dataclasses import FrozenInstanceError
from html import unescape
from pathlib import Path

import pytest
from wtforms.fields.core import UnboundField

from companion.engine.deck import Doubt
from companion.games import GAMES, SHELF
from companion.games.one_brain.entries import Action
from companion.games.one_brain.state import LIMIT
from companion.games.the_game.entries import Command
from companion.rulebook.book import Common, Rulebook, Section, Shelf, rulebook
from companion.web.safety.phone import LANGUAGES
from tests.games.game_of_bluff.test_properties import LONGEST
from tests.support.page import Element, read

SLUGS = ("the-game", "game-of-bluff", "one-brain")
DEALT = ((8, 90, 7, 91), (7, 84, 6, 86), (6, 80, 5, 83), (6, 74, 5, 78), (6, 68, 5, 73))
HANDS = dict(enumerate(DEALT, 1))


def written(folder: Path, language: str, text: str, shared: str = "", *wanted: str) -> Shelf:
    """A shelf with `one-game`, whose rules are `text`, and what is shared; " / " is a new block."""
    text, shared = (said and said.replace(" / ", "\n\n") + "\n" for said in (text, shared))
    game = folder / "one_game"
    game.mkdir(exist_ok=True)
    (game / f"rules.{language}.md").write_text(text, encoding="utf-8")
    comes = {"one-game": Common(lambda _language: shared, frozenset(wanted))} if wanted else {}
    return Shelf(folder, comes)


def body(book: Rulebook) -> str:
    return "".join(section.html for section in book.sections)


def values(page: Element, attribute: str) -> list[str]:
    """What this attribute says, wherever it stands."""
    return [element.attributes[attribute] for element in page.having(attribute)]


def within(book: Rulebook) -> set[str]:
    """Where the links of a page lead on it."""
    links = values(read(body(book)), "href")
    return {link.removeprefix("#") for link in links if link.startswith("#")}


def switches_of(book: Rulebook) -> list[list[str]]:
    """Each tile and switch that a link leads to."""
    links = values(read(body(book)), "href")
    return [link.split(":")[1:] for link in links if link.startswith("switch:")]


def section(book: Rulebook, id: str) -> Section:
    return next(each for each in book.sections if each.id == id)


def rows_of(book: Rulebook, id: str) -> list[list[str]]:
    """The cells of the table in that chapter."""
    rows = section(book, id).html.split("<tr>")[2:]
    return [re.findall(r"<td>([^<]*)</td>", row) for row in rows]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_each_is_well_made_and_like_the_english_one(slug: str, language: str) -> None:
    any_book, english = rulebook(SHELF, slug, language), rulebook(SHELF, slug, "en")
    page = read(body(any_book))
    assert [one.anchors for one in any_book.sections] == [one.anchors for one in english.sections]
    assert len(set(any_book.anchors)) == len(any_book.anchors)
    for part, same in zip(any_book.sections, english.sections, strict=True):
        assert part.title
        assert part.anchors == (part.id, *values(read(part.html), "id"))
        tables = [re.findall(r"<td>([\d −–+]*)</td>", each.html) for each in (part, same)]
        assert tables[0] == tables[1], part.id
        said = [f"{each.title} {each.text}" for each in part.passages]
        if part.passages[0].anchor == part.id:
            said[0] = part.passages[0].text
        assert " ".join(said).split() == unescape(re.sub(r"<[^>]*>", "", part.html)).split()
    assert re.findall(r"<h[1-6]>", body(any_book)) == []  # every heading can be linked to
    assert {name for each in page for name in each.attributes} <= {"id", "href", "start"}
    assert not re.search(r"{#|\]\(", page.text)
    assert within(any_book), "no link to another paragraph, such as [How it ends](#ends)"
    assert within(any_book) <= set(any_book.anchors)
    assert all(link.startswith(("#", "switch:")) for link in values(page, "href"))
    switches = switches_of(any_book)
    assert switches == switches_of(english)
    for tile, switch in switches:
        assert tile in {tile.slug for tile in GAMES[slug].tiles}
        assert isinstance(getattr(GAMES[slug].pages.switches, switch), UnboundField)
    for anchor in any_book.anchors:  # a passage is found by any id in it
        passage = any_book.passage(anchor)
        if passage is None:
            assert section(any_book, anchor).passages[0].anchor != anchor
        else:
            assert anchor in passage.anchors
    assert any_book.passage("no-such-place") is None


DRAW_PILE = {"en": "draw pile", "de": "Nachziehstapel", "fr": "pioche", "nl": "trekstapel"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_is_written_in_itself_and_its_lists_are_whole(language: str) -> None:
    game, bluff, brain = (rulebook(SHELF, slug, language) for slug in SLUGS)
    commands = re.findall(r'<h3 id="([^"]+)">', section(game, "extreme").html)
    assert {*commands} == {*Command}
    characters = [each for each in section(bluff, "characters").paragraphs if "-" in each.anchor]
    assert len(characters) == 15
    for each in section(bluff, "characters").paragraphs:
        assert each.title == each.anchor.replace("-", " ").title()
        assert len(each.text.split()) > 9
    assert [each.anchor for each in section(brain, "actions").paragraphs] == list(Action)
    assert {*brain.anchors} >= {*Doubt, *LIMIT}
    for book in (game, brain):
        assert book.language == language
        assert [word for word in DRAW_PILE.values() if word in body(book)] == [DRAW_PILE[language]]


def test_the_tables_are_those_of_the_rules() -> None:
    """In English; the other languages have the same figures."""
    game, bluff, brain = (rulebook(SHELF, slug, "en") for slug in SLUGS)
    cells = [int(cell) for cell in re.findall(r"<td>(\d+)</td>", section(game, "setup").html)]
    assert cells == [number for players, row in HANDS.items() for number in (players, *row)]
    for players, (hand, pile, smaller, larger_pile) in HANDS.items():
        assert players * hand + pile == players * smaller + larger_pile == 98
    assert rows_of(bluff, "score") == [
        [str(n), str(3 * n), str(3 * n + 1), f"4–{LONGEST[n]}"] for n in range(3, 16)
    ]
    dealt = rows_of(bluff, "setup")
    assert dealt
    for seats, white, black in dealt:
        assert int(re.findall(r"\d+", white)[-1]) == int(seats)
        assert sum(map(int, re.findall(r"\d+", black))) == int(seats)
    piles = [[36 - players * hand for hand in range(2, 7)] for players in range(2, 8)]
    assert rows_of(brain, "setup") == [
        [str(players), *(str(left) if left >= 0 else "–" for left in row)]
        for players, row in enumerate(piles, 2)
    ]


def test_english_where_a_language_is_not_written(tmp_path: Path) -> None:
    english = rulebook(SHELF, "the-game", "en")
    for language in ("xx", "", "../en", "en.md"):
        assert rulebook(SHELF, "the-game", language) is english  # read once
    with pytest.raises(FrozenInstanceError):
        english.title = "Another"  # type: ignore[misc]
    shelf = written(tmp_path, "en", "# A game / ## Aim {#aim} / Win.")
    assert rulebook(shelf, "one-game", "fr").language == "en"
    written(tmp_path, "fr", "# Un jeu / ## But {#aim} / Gagner.")
    assert rulebook(shelf, "one-game", "fr").title == "Un jeu"
    for slug in ("no-such-game", "", "../games/the-game", "/etc"):
        with pytest.raises(LookupError):
            rulebook(SHELF, slug, "en")


def test_alignment_attributes_and_raw_html_do_not_come_through(tmp_path: Path) -> None:
    text = """# A game / ## Aim {#aim} / | a | b |
| --: | :-: |
| 1 | [two]{#two style="color:red" onclick="x()" class="loud"} |

<script>alert(1)</script> <b style="color:red">bold</b> [go](javascript:alert(1))"""
    (aim,) = rulebook(written(tmp_path, "en", text), "one-game", "en").sections
    page = read(aim.html)
    assert {name for each in page for name in each.attributes} == {"id"}
    tags = {"table", "thead", "tbody", "tr", "th", "td", "span", "p"}
    assert ({each.tag for each in page}, aim.anchors) == ({"", *tags}, ("aim", "two"))


def test_what_is_not_a_page_of_rules_is_said_so(tmp_path: Path) -> None:
    for text, complaint in (
        ("", "a title and then chapters"),
        ("## Aim {#aim} / Win.", "a title and then chapters"),
        ("# A game / Lost words. / ## Aim {#aim}", "a title and then chapters"),
        ("# A game / ## Aim / Win.", "'Aim' has no id"),
        ("# A game / ## Aim {#aim} / ### Again {#aim}", "an id more than once: aim"),
    ):
        with pytest.raises(ValueError, match=complaint):
            rulebook(written(tmp_path, "en", text), "one-game", "en")


def test_a_paragraph_ends_where_the_next_begins(tmp_path: Path) -> None:
    text = "# A / ## B {#b} / One. / ### C {#c} / Two. / ### D {#d} / Three. / ## E {#e} / Four."
    book = rulebook(written(tmp_path, "en", text), "one-game", "en")
    told = [(each.anchor, each.title, each.text) for each in book.passages]
    said = ("One.", "Two.", "Three.", "Four.")
    assert told == [(each.lower(), each, text) for each, text in zip("BCDE", said, strict=True)]
    first, last = book.sections
    assert ([each.anchor for each in first.paragraphs], last.paragraphs) == (["c", "d"], ())


SHARED = (
    "# P / ## Pad {#pad} / ### A round {#a-round} / One number. / ### Sum {#sum} / Another. / "
    "## Ends {#ends} / Lowest wins. / ### Stop {#stop} / Tap it. / ### Over {#over} / No more."
)


@pytest.mark.parametrize(
    ("own", "found"),
    [
        ("", "a-round: One number. | ends: Lowest wins. | stop: Tap it. | over: No more."),
        (
            "### {#over} / Or so.",
            "over: No more. Or so. | a-round: One number. | ends: Lowest wins. | stop: Tap it.",
        ),
        ("## E {#ends} / ### Z {#stop} / No.", "stop: No. | over: No more. | a-round: One number."),
        (
            "## {#ends} / ### {#stop} / Now.",
            "ends: Lowest wins. | stop: Tap it. Now. | over: No more. | a-round: One number.",
        ),
        ("### {#sum}", "one-game, rules.en.md: no shared paragraph sum"),
    ],
)
def test_shared_paragraphs_come_in_at_their_places(tmp_path: Path, own: str, found: str) -> None:
    text = f"# A / ## B {{#b}} / B. / {own}"
    wanted = ("a-round", "stop", "over")
    try:
        book = rulebook(written(tmp_path, "en", text, SHARED, *wanted), "one-game", "en")
        said = [f"{each.anchor}: {each.text}" for each in book.passages]
    except ValueError as error:
        said = [str(error)]
    assert " | ".join(said).removeprefix("b: B. | ") == found


def test_synonyms_belong_to_passages(tmp_path: Path) -> None:
    shelf = written(tmp_path, "en", "# A / ## B {#b} / One. / ### C {#c} / Two.")
    synonyms = next(tmp_path.rglob("rules.en.md")).with_name("synonyms.en.txt")
    synonyms.write_text("x: bee\n")
    with pytest.raises(ValueError, match="no passage x"):
        rulebook(shelf, "one-game", "en")
    synonyms.write_text("b: bee, honey\n")
    book = rulebook(shelf, "one-game", "en")
    assert {each.title: each.also for each in book.passages} == {"B": ("bee", "honey"), "C": ()}
