"""The rules, one tap away and back again."""

from collections import Counter

import pytest

from companion.games import GAMES
from companion.games.the_game.rules import Rule
from companion.games.the_game.state import Ending, Reason
from companion.rulebook import rulebook
from tests.web.actor import Phone
from tests.web.junk import BOOK, HOSTILE
from tests.web.pages import Page

EVIL = [
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    "https://evil.example/",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "evil.example",
    "/\t/[",
    "//[",
    "/x\r\nSet-Cookie: a=b",
    "",
]


@pytest.mark.parametrize("language", ["en", "nl"])
class TestPage:
    def test_it_is_in_the_language_of_the_phone(self, plain: Phone, language: str) -> None:
        plain.client.set_cookie("language", language)
        page = plain.opens("/rules/the-game")
        assert page.status == 200
        assert page.main.attributes["lang"] == language
        assert ("Aim" in page.main.text) is (language == "en")
        assert ("Doel" in page.main.text) is (language == "nl")

    def test_every_rule_ending_and_reason_has_its_place(self, plain: Phone, language: str) -> None:
        plain.client.set_cookie("language", language)
        ids = Counter(e.attributes["id"] for e in plain.opens("/rules/the-game").tree.having("id"))
        for rule in (*Rule, *Ending, *Reason, "game-over"):
            assert ids[str(rule)] == 1, rule
        assert max(ids.values()) == 1

    def test_every_link_within_it_leads_somewhere(self, plain: Phone, language: str) -> None:
        plain.client.set_cookie("language", language)
        page = plain.opens("/rules/the-game")
        ids = {element.attributes["id"] for element in page.tree.having("id")}
        links = [a.attributes["href"] for a in page.main.all("a")]
        within = [href[1:] for href in links if href.startswith("#")]
        assert len(within) > 20
        assert set(within) <= ids


class TestBack:
    def test_it_leads_to_where_one_came_from(self, game: Phone) -> None:
        page = game.opens(game.game)
        link = next(a for a in page.main.all("a") if a.text == "Rules")
        page = game.opens(link.attributes["href"])
        assert game.game in [a.attributes["href"] for a in page.main.all("a")]
        assert game.taps("Back to the game").main.having("data-seen")

    def test_without_it_the_way_is_to_the_games(self, plain: Phone) -> None:
        plain.opens("/rules/the-game")
        assert plain.taps("To the games").answer.request.path == "/"

    @pytest.mark.parametrize("back", EVIL, ids=ascii)
    def test_it_never_leads_elsewhere(self, plain: Phone, back: str) -> None:
        answer = plain.client.get("/rules/the-game", query_string={"back": back})
        assert answer.status_code == 200
        assert "evil" not in answer.text
        page = plain.opens("/rules/the-game")
        links = [a.attributes["href"] for a in page.main.all("a")]
        assert all(href.startswith(("#", "/")) and not href.startswith("//") for href in links)

    def test_a_local_address_may_have_a_query_and_an_anchor(self, plain: Phone) -> None:
        asked = {"back": "/t/a/b/log/?all=1#end"}
        answer = plain.client.get("/rules/the-game", query_string=asked)
        assert 'href="/t/a/b/log/?all=1#end"' in answer.text


@pytest.mark.parametrize("slug", ["patience", "The-Game", "the_game", "..%2Fthe-game", "%00"])
def test_no_other_game_has_rules(plain: Phone, slug: str) -> None:
    assert plain.opens(f"/rules/{slug}").status == 404


CHARACTERS = "/rules/game-of-bluff/characters"
FIFTEEN = [
    *("ending-emma", "shaking-sofie", "redemption-rik", "intrusive-timpe", "defencive-domien"),
    *("reaping-riemer", "peeping-babet", "nathalie-nope", "jabbering-joke", "undermining-uma"),
    *("fiddeling-fran", "relaxing-roeland", "gambeling-gemma", "stupid-stein", "silent-sielke"),
]


def looks_up(phone: Phone, query: str | None, language: str = "en", **more: str) -> Page:
    """The page on which this is looked for among the characters of Bluff."""
    phone.client.set_cookie("language", language)
    asked = more if query is None else {"q": query, **more}
    return Page(phone.client.get(CHARACTERS, query_string=asked))


def found(page: Page) -> list[str]:
    """The paragraphs on it, by their anchor."""
    assert page.status == 200
    paragraphs = page.main.classed("paragraph")
    assert page.main.find(id="found").all("section") == paragraphs
    return [part.attributes["id"].removeprefix("p-") for part in paragraphs]


class TestLookUp:
    """One chapter, to look something up in: the characters of Bluff."""

    @pytest.mark.parametrize("language", ["en", "nl"])
    @pytest.mark.parametrize("query", [None, "", "   ", "\t"])
    def test_without_a_word_everybody_is_there(
        self, plain: Phone, language: str, query: str | None
    ) -> None:
        page = looks_up(plain, query, language)
        assert found(page) == FIFTEEN
        assert page.main.attributes["lang"] == language
        assert [part.find("h2").attributes["id"] for part in page.main.classed("paragraph")] == (
            FIFTEEN
        )

    @pytest.mark.parametrize(
        ("language", "query", "first"),
        [
            ("en", "highest", "redemption-rik"),
            ("en", "no answer", "jabbering-joke"),
            ("en", "lean back", "relaxing-roeland"),
            ("en", "look white", "peeping-babet"),
            ("en", "third card", "shaking-sofie"),
            ("en", "nope", "nathalie-nope"),
            ("en", "uma", "undermining-uma"),
            ("en", "gemma", "gambeling-gemma"),
            ("en", "stein", "stupid-stein"),
            ("en", "Sielke", "silent-sielke"),
            ("nl", "gluur", "peeping-babet"),
            ("nl", "zwijg", "silent-sielke"),
            ("nl", "leun", "relaxing-roeland"),
            ("nl", "hoogste witte", "redemption-rik"),
            ("nl", "timpe", "intrusive-timpe"),
        ],
    )
    def test_what_is_found_first(self, plain: Phone, language: str, query: str, first: str) -> None:
        assert found(looks_up(plain, query, language))[:1] == [first]

    @pytest.mark.parametrize("anchor", FIFTEEN)
    def test_a_whole_name_finds_its_paragraph(self, plain: Phone, anchor: str) -> None:
        assert anchor in found(looks_up(plain, anchor.replace("-", " ")))

    @pytest.mark.parametrize(
        ("language", "queries"),
        [
            ("en", ["emma", "EMMA", "Émmà", "e\u0301mma", " emma  ", "ｅｍｍａ"]),
            ("nl", ["één kaart", "een kaart", "EEN KAART", "kaart één", "Één  Kaart"]),
        ],
    )
    def test_accents_case_and_spaces_do_not_matter(
        self, plain: Phone, language: str, queries: list[str]
    ) -> None:
        answers = [found(looks_up(plain, query, language)) for query in queries]
        assert 0 < len(answers[0]) < 15
        assert answers == [answers[0]] * len(queries)

    def test_every_word_must_occur(self, plain: Phone) -> None:
        gemma, sofie = (set(found(looks_up(plain, name))) for name in ("gemma", "sofie"))
        both = set(found(looks_up(plain, "sofie gemma")))
        assert both == gemma & sofie
        assert both < gemma
        assert both < sofie

    @pytest.mark.parametrize("tag", ["href", "h3", "<p>", "nathalie-nope", "strong", "id="])
    def test_only_what_can_be_read_is_looked_in(self, plain: Phone, tag: str) -> None:
        assert found(looks_up(plain, tag)) == []

    @pytest.mark.parametrize("language", ["en", "nl"])
    @pytest.mark.parametrize(
        "query", ["xyzzy", "emma xyzzy", HOSTILE, "%(query)s", BOOK, "{{7*7}}"]
    )
    def test_nothing_found_says_so(self, plain: Phone, language: str, query: str) -> None:
        page = looks_up(plain, query, language)
        assert found(page) == []
        said = {"en": "Nothing found for", "nl": "Niets gevonden"}[language]
        assert said in page.main.classed("hint")[0].text
        assert query[:20].split("\x00")[0] in page.main.classed("hint")[0].text
        assert not page.main.all("script")

    def test_the_query_stays_in_the_field(self, plain: Phone) -> None:
        page = looks_up(plain, "Sofie <b>", back="/t/a/b/")
        form = page.main.find("form")
        assert form.values() == {"back": "/t/a/b/", "q": "Sofie <b>"}
        assert form.attributes["action"] == CHARACTERS

    @pytest.mark.parametrize("language", ["en", "nl"])
    def test_its_links_lead_into_the_whole_rules(self, plain: Phone, language: str) -> None:
        page = looks_up(plain, None, language)
        parts = page.main.classed("paragraph")
        links = [a.attributes["href"] for part in parts for a in part.all("a")]
        assert len(links) > 20
        rules = plain.opens("/rules/game-of-bluff")
        ids = {element.attributes["id"] for element in rules.tree.having("id")}
        for link in links:
            address, _, anchor = link.partition("#")
            assert address.partition("?")[0] == "/rules/game-of-bluff"
            assert anchor in ids

    def test_back_leads_to_where_one_came_from(self, plain: Phone) -> None:
        page = looks_up(plain, "emma", back="/t/a/b/")
        assert page.main.find("a", aria_label="Back").attributes["href"] == "/t/a/b/"
        page = looks_up(plain, "emma")
        back = page.main.find("a", aria_label="Back").attributes["href"]
        assert back == "/rules/game-of-bluff#characters"

    @pytest.mark.parametrize("back", EVIL, ids=ascii)
    def test_back_never_leads_elsewhere(self, plain: Phone, back: str) -> None:
        page = looks_up(plain, "emma", back=back)
        assert page.status == 200
        assert "evil" not in page.answer.text
        links = [a.attributes["href"] for a in page.main.all("a")]
        assert all(href.startswith("/") and not href.startswith("//") for href in links)

    @pytest.mark.parametrize("slug", GAMES)
    def test_each_chapter_with_paragraphs_can_be_looked_in(self, plain: Phone, slug: str) -> None:
        for chapter in rulebook("companion.games", slug, "en").sections:
            page = plain.opens(f"/rules/{slug}/{chapter.id}")
            assert page.status == (200 if chapter.paragraphs else 404), chapter.id
            assert len(page.main.classed("paragraph")) == len(chapter.paragraphs)

    @pytest.mark.parametrize(
        "address",
        [
            "game-of-bluff/patience",
            "game-of-bluff/aim",
            "game-of-bluff/ending-emma",
            "game-of-bluff/Characters",
            "game-of-bluff/%00",
            "game-of-bluff/..%2Faim",
            "patience/characters",
            "the-game/characters",
            "game_of_bluff/characters",
        ],
    )
    def test_there_is_no_other_chapter(self, plain: Phone, address: str) -> None:
        assert plain.opens(f"/rules/{address}?q=emma").status == 404
