"""The rules pages: the same answers behind the same links in every language."""

import re
from dataclasses import FrozenInstanceError
from html.parser import HTMLParser
from pathlib import Path

import pytest
from wtforms.fields.core import UnboundField

from companion.engine.deck import Doubt
from companion.engine.replay import GAME_OVER
from companion.games import GAMES
from companion.games.game_of_bluff.rules import Rule
from companion.games.game_of_bluff.state import Ending, Tie
from companion.games.one_brain import entries as brain_entries
from companion.games.one_brain import rules as brain_rules
from companion.games.one_brain import state as brain_state
from companion.rulebook.book import Rulebook, rulebook
from companion.web.phone import LANGUAGES
from tests.rulebook.sources import source

SHELF = "companion.games"
SECTIONS = {
    "aim", "setup", "a-turn", "ten-back", "talking", "the-end", "score", "expert", "solo",
    "situations", "extreme", "deck", "on-fire", "aids", "entering-less",
}  # fmt: skip
COMMANDS = {"stop", "skull", "three", "silence", "no-trick", "same-pile", "draw-one"}
RULES = {
    "pile-direction", "minimum", "card-once", "hand-empty", "starter-before-first-card",
    "nothing-owed", "more-than-the-deck", "game-over", "trick-forbidden", "same-pile",
    "skull-open", "fire-open", "every-card-needed", "more-than-left",
}  # fmt: skip
ENDINGS = {"beaten", "stuck", "command-broken"}
RATINGS = {"beaten", "excellent", "played", "lost"}
REASONS = {
    "same-pile-strict", "three-not-exact", "three-cannot-be-completed", "stop-before-third",
    "stop-with-skull-open", "skull-cannot-be-covered", "skull-open", "fire-open",
    "gave-up-with-command-open",
}  # fmt: skip
BLUFF = {
    "emma-once", "no-countdown", "white-cards-once-each", "game-over", "limit-passed", "stopped",
    "shared", "last-round", "limit", "first-starter", "last-turns", "rik-zero", "characters",
    "totals-each-seat", "result-only",
}  # fmt: skip
CHARACTERS = [
    "ending-emma", "shaking-sofie", "redemption-rik", "intrusive-timpe", "defencive-domien",
    "reaping-riemer", "peeping-babet", "nathalie-nope", "jabbering-joke", "undermining-uma",
    "fiddeling-fran", "relaxing-roeland", "gambeling-gemma", "stupid-stein", "silent-sielke",
]  # fmt: skip
BRAIN = {
    "starter-before-first-card", "already-played", "to-another-seat", "no-such-card",
    "no-such-column", "donation-owed", "extra-owed", "cover-owed", "take-back-owed",
    "take-back-barred", "play-first", "draw-pile-empty", "too-late-to-draw", "more-than-the-deck",
    "one-look", "must-draw", "game-over", "won", "limit-reached", "given-up", "donate", "cover",
    "extra", "take-back", "remove-kind", "remove-colour", "beginner", "advanced", "expert",
    "another-command", "one-too-many", "limit-before-winning", "result-only",
}  # fmt: skip
LONGEST = {3: 10, 4: 9, 5: 8, 6: 8, 7: 8} | dict.fromkeys(range(8, 16), 7)
HANDS = {
    1: (8, 90, 7, 91),
    2: (7, 84, 6, 86),
    3: (6, 80, 5, 83),
    4: (6, 74, 5, 78),
    5: (6, 68, 5, 73),
}


class Page(HTMLParser):
    """What a browser finds in a piece of HTML: ids, links, attribute names, words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: set[str] = set()
        self.tags: set[str] = set()
        self.words = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name == "href"]

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.fixture(params=LANGUAGES)
def book(request: pytest.FixtureRequest) -> Rulebook:
    return rulebook(SHELF, "the-game", request.param)


def written(folder: Path, language: str, text: str) -> Path:
    """A shelf with one game, `one-game`, that has `text` as its rules."""
    game = folder / "one_game"
    game.mkdir(exist_ok=True)
    (game / f"rules.{language}.md").write_text(text, encoding="utf-8")
    return folder


def body(book: Rulebook) -> str:
    return "".join(section.html for section in book.sections)


def within(book: Rulebook) -> set[str]:
    """Where the links of a page lead on it."""
    return {link.removeprefix("#") for link in Page(body(book)).links if link.startswith("#")}


def test_every_chapter_is_there(book: Rulebook) -> None:
    assert {section.id for section in book.sections} == SECTIONS
    assert all(section.title and section.html for section in book.sections)


def test_whatever_the_app_names_has_its_place(book: Rulebook) -> None:
    assert (COMMANDS | RULES | ENDINGS | RATINGS | REASONS) - {*book.anchors} == set()


def test_the_commands_have_their_own_paragraphs_under_extreme(book: Rulebook) -> None:
    extreme = next(section for section in book.sections if section.id == "extreme")
    assert set(re.findall(r'<h3 id="([^"]+)">', extreme.html)) == COMMANDS


def test_anchors_tell_what_is_in_the_page_and_nothing_twice(book: Rulebook) -> None:
    for section in book.sections:
        assert section.anchors == (section.id, *Page(section.html).ids)
    assert len(set(book.anchors)) == len(book.anchors)


def test_every_heading_can_be_linked_to(book: Rulebook) -> None:
    assert re.findall(r"<h[1-6]>", body(book)) == []


def test_every_link_leads_to_a_place_on_the_page(book: Rulebook) -> None:
    assert within(book)
    assert within(book) <= set(book.anchors)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_every_link_to_a_switch_leads_to_one(slug: str, language: str) -> None:
    links = Page(body(rulebook(SHELF, slug, language))).links
    assert all(link.startswith(("#", "switch:")) for link in links)
    switches = [link.split(":")[1:] for link in links if link.startswith("switch:")]
    assert len(switches) == source(slug).count("](switch:")
    for tile, switch in switches:
        assert tile in {tile.slug for tile in GAMES[slug].tiles}
        assert isinstance(getattr(GAMES[slug].pages.switches, switch), UnboundField)


def test_no_style_and_no_leftover_of_the_source(book: Rulebook) -> None:
    page = Page(body(book))
    assert page.attributes <= {"id", "href", "start"}
    assert "{#" not in page.words
    assert "](" not in page.words


def test_the_table_of_hands_is_the_one_of_the_rules(book: Rulebook) -> None:
    setup = next(section for section in book.sections if section.id == "setup")
    cells = [int(cell) for cell in re.findall(r"<td>(\d+)</td>", setup.html)]
    assert cells == [number for players, row in HANDS.items() for number in (players, *row)]


def test_hands_and_draw_pile_of_the_table_make_98() -> None:
    for players, (hand, pile, smaller, larger_pile) in HANDS.items():
        assert players * hand + pile == players * smaller + larger_pile == 98


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_have_the_same_chapters_and_anchors_in_the_same_order(
    language: str, slug: str
) -> None:
    english, other = (rulebook(SHELF, slug, each) for each in ("en", language))
    assert [part.anchors for part in english.sections] == [part.anchors for part in other.sections]


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_have_the_same_figures(language: str, slug: str) -> None:
    english, other = (rulebook(SHELF, slug, each) for each in ("en", language))
    for one, same in zip(english.sections, other.sections, strict=True):
        tables = [re.findall(r"<td>([\d −–+]*)</td>", each.html) for each in (one, same)]
        assert tables[0] == tables[1], one.id


DRAW_PILE = {"en": "draw pile", "de": "Nachziehstapel", "fr": "pioche", "nl": "trekstapel"}


@pytest.mark.parametrize("slug", ["the-game", "one-brain"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_is_written_in_itself(language: str, slug: str) -> None:
    book = rulebook(SHELF, slug, language)
    assert book.language == language
    assert [word for word in DRAW_PILE.values() if word in body(book)] == [DRAW_PILE[language]]


def test_the_chapters_have_ids_and_titles() -> None:
    chapters = [(part.id, part.title) for part in rulebook(SHELF, "the-game", "nl").sections]
    assert chapters[:2] == [("aim", "Doel"), ("setup", "Klaarzetten")]
    assert len(chapters) == len(SECTIONS)


@pytest.mark.parametrize("language", ["xx", "", "../en", "en.md"])
def test_english_where_a_language_is_not_written(language: str) -> None:
    assert rulebook(SHELF, "the-game", language) is rulebook(SHELF, "the-game", "en")


def test_a_language_is_used_once_it_is_written(tmp_path: Path) -> None:
    shelf = written(tmp_path, "en", "# A game\n\n## Aim {#aim}\n\nWin.\n")
    assert rulebook(shelf, "one-game", "fr").language == "en"
    written(tmp_path, "fr", "# Un jeu\n\n## But {#aim}\n\nGagner.\n")
    assert rulebook(shelf, "one-game", "fr").title == "Un jeu"


@pytest.mark.parametrize("slug", ["no-such-game", "", "../games/the-game", "/etc"])
def test_a_game_without_rules_is_said_to_have_none(slug: str) -> None:
    with pytest.raises(LookupError):
        rulebook(SHELF, slug, "en")


def test_a_page_is_read_once_and_cannot_be_changed() -> None:
    book = rulebook(SHELF, "the-game", "nl")
    assert rulebook(SHELF, "the-game", "nl") is book
    with pytest.raises(FrozenInstanceError):
        book.title = "Another"  # type: ignore[misc]


def test_alignment_attributes_and_raw_html_do_not_come_through(tmp_path: Path) -> None:
    text = """# A game

## Aim {#aim}

| a | b |
| --: | :-: |
| 1 | [two]{#two style="color:red" onclick="x()" class="loud"} |

<script>alert(1)</script> <b style="color:red">bold</b> [go](javascript:alert(1))
"""
    (aim,) = rulebook(written(tmp_path, "en", text), "one-game", "en").sections
    page = Page(aim.html)
    assert page.attributes == {"id"}
    assert page.tags == {"table", "thead", "tbody", "tr", "th", "td", "span", "p"}
    assert aim.anchors == ("aim", "two")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "a title and then chapters"),
        ("## Aim {#aim}\n\nWin.\n", "a title and then chapters"),
        ("# A game\n\nLost words.\n\n## Aim {#aim}\n", "a title and then chapters"),
        ("# A game\n\n## Aim\n\nWin.\n", "'Aim' has no id"),
        ("# A game\n\n## Aim {#aim}\n\n### Again {#aim}\n", "an id more than once: aim"),
    ],
    ids=["nothing", "no title", "words outside a chapter", "a chapter without id", "an id twice"],
)
def test_what_is_not_a_page_of_rules_is_said_so(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        rulebook(written(tmp_path, "en", text), "one-game", "en")


class TestBluff:
    @pytest.fixture(params=LANGUAGES)
    def bluff(self, request: pytest.FixtureRequest) -> Rulebook:
        return rulebook(SHELF, "game-of-bluff", request.param)

    def test_whatever_the_app_names_has_its_place(self, bluff: Rulebook) -> None:
        named = {*Rule, *Ending, *Tie, GAME_OVER}
        assert named <= BLUFF
        assert set(bluff.anchors) >= BLUFF

    def test_each_character_has_a_paragraph(self, bluff: Rulebook) -> None:
        characters = next(part for part in bluff.sections if part.id == "characters")
        assert [each.anchor for each in characters.paragraphs] == CHARACTERS
        for each in characters.paragraphs:
            assert each.title == each.anchor.replace("-", " ").title()
            assert len(each.text.split()) > 9

    def test_passages_are_all_there_is(self, bluff: Rulebook) -> None:
        for section in bluff.sections:
            said = [f"{each.title} {each.text}" for each in section.passages]
            if section.passages[0].anchor == section.id:
                said[0] = section.passages[0].text
            assert " ".join(said).split() == Page(section.html).words.split()

    def test_every_link_leads_to_a_place_on_the_page(self, bluff: Rulebook) -> None:
        assert len(within(bluff)) > 20
        assert within(bluff) <= set(bluff.anchors)

    def test_every_heading_can_be_linked_to_and_no_source_is_left(self, bluff: Rulebook) -> None:
        page = Page(body(bluff))
        assert re.findall(r"<h[1-6]>", body(bluff)) == []
        assert page.attributes <= {"id", "href", "start"}
        assert "{#" not in page.words
        assert "](" not in page.words

    def test_the_table_of_limits_is_the_one_of_the_rules(self, bluff: Rulebook) -> None:
        score = next(part for part in bluff.sections if part.id == "score")
        rows = [re.findall(r"<td>([^<]*)</td>", row) for row in score.html.split("<tr>")[2:]]
        assert rows == [
            [str(n), str(3 * n), str(3 * n + 1), f"4–{LONGEST[n]}"] for n in range(3, 16)
        ]

    def test_the_table_of_cards_deals_one_of_each_to_everybody(self, bluff: Rulebook) -> None:
        setup = next(part for part in bluff.sections if part.id == "setup")
        rows = [re.findall(r"<td>([^<]*)</td>", row) for row in setup.html.split("<tr>")[2:]]
        assert rows
        for players, white, black in rows:
            assert int(re.findall(r"\d+", white)[-1]) == int(players)
            assert sum(map(int, re.findall(r"\d+", black))) == int(players)


class TestOneBrain:
    @pytest.fixture(params=LANGUAGES)
    def brain(self, request: pytest.FixtureRequest) -> Rulebook:
        return rulebook(SHELF, "one-brain", request.param)

    def test_whatever_the_app_names_has_its_place(self, brain: Rulebook) -> None:
        named = {*brain_rules.Rule, *brain_state.Ending, *brain_entries.Action, *Doubt, GAME_OVER}
        assert named | brain_state.LIMIT.keys() <= BRAIN
        assert set(brain.anchors) >= BRAIN

    def test_the_actions_have_their_own_paragraphs(self, brain: Rulebook) -> None:
        actions = next(section for section in brain.sections if section.id == "actions")
        assert [each.anchor for each in actions.paragraphs] == list(brain_entries.Action)

    def test_every_link_leads_to_a_place_on_the_page(self, brain: Rulebook) -> None:
        assert within(brain)
        assert within(brain) <= set(brain.anchors)

    def test_every_heading_can_be_linked_to_and_no_source_is_left(self, brain: Rulebook) -> None:
        page = Page(body(brain))
        assert re.findall(r"<h[1-6]>", body(brain)) == []
        assert page.attributes <= {"id", "href", "start"}
        assert "{#" not in page.words
        assert "](" not in page.words

    def test_the_table_of_draw_piles_deals_all_36_cards(self, brain: Rulebook) -> None:
        setup = next(part for part in brain.sections if part.id == "setup")
        rows = [re.findall(r"<td>([^<]*)</td>", row) for row in setup.html.split("<tr>")[2:]]
        piles = [[36 - players * hand for hand in range(2, 7)] for players in range(2, 8)]
        assert rows == [
            [str(players), *(str(left) if left >= 0 else "–" for left in row)]
            for players, row in enumerate(piles, 2)
        ]


def test_a_paragraph_ends_where_the_next_begins(tmp_path: Path) -> None:
    text = """# A

## B {#b}

One.

### C {#c}

Two.

### D {#d}

Three.

## E {#e}

Four.
"""
    book = rulebook(written(tmp_path, "en", text), "one-game", "en")
    told = [(each.anchor, each.title, each.text) for each in book.passages]
    assert told == [
        ("b", "B", "One."),
        ("c", "C", "Two."),
        ("d", "D", "Three."),
        ("e", "E", "Four."),
    ]
    first, last = book.sections
    assert [each.anchor for each in first.paragraphs] == ["c", "d"]
    assert last.paragraphs == ()


def test_a_passage_is_found_by_any_id_in_it(book: Rulebook) -> None:
    for anchor in book.anchors:
        passage = book.passage(anchor)
        if passage is None:
            chapter = next(section for section in book.sections if section.id == anchor)
            assert chapter.passages[0].anchor != anchor
        else:
            assert anchor in passage.anchors
    assert book.passage("no-such-place") is None


def test_synonyms_belong_to_passages(tmp_path: Path) -> None:
    text = "# A\n\n## B {#b}\n\nOne.\n\n### C {#c}\n\nTwo.\n"
    shelf = written(tmp_path, "en", text)
    synonyms = next(tmp_path.rglob("rules.en.md")).with_name("synonyms.en.txt")
    synonyms.write_text("b: bee, honey\n")
    book = rulebook(shelf, "one-game", "en")
    assert [(each.title, each.also) for each in book.passages] == [
        ("B", ("bee", "honey")),
        ("C", ()),
    ]


def test_a_synonym_of_no_passage_is_a_mistake(tmp_path: Path) -> None:
    shelf = written(tmp_path, "en", "# A\n\n## B {#b}\n\nOne.\n")
    next(tmp_path.rglob("rules.en.md")).with_name("synonyms.en.txt").write_text("x: bee\n")
    with pytest.raises(ValueError, match="no passage x"):
        rulebook(shelf, "one-game", "en")
