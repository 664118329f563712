"""The rules, one tap away and back again."""

from collections import Counter
from itertools import cycle

import pytest

from companion.games import GAMES
from companion.games.the_game.rules import Rule
from companion.games.the_game.state import Ending, Reason
from companion.rulebook.book import Passage, rulebook
from companion.web.phone import LANGUAGES
from tests.rulebook.sources import source
from tests.web.actor import Phone
from tests.web.junk import BOOK, HOSTILE
from tests.web.pages import Page

LONG = pytest.mark.long
CONTROLS = ("input", "select")

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

    def test_it_never_leads_elsewhere(self, plain: Phone) -> None:
        for back in EVIL:
            page = Page(plain.client.get("/rules/the-game", query_string={"back": back}))
            assert page.status == 200, back
            assert "evil" not in page.answer.text, back
            links = [a.attributes["href"] for a in page.main.all("a")]
            elsewhere = [
                href for href in links if href.startswith("//") or href[:1] not in ("#", "/")
            ]
            assert elsewhere == [], back

    def test_a_local_address_may_have_a_query_and_an_anchor(self, plain: Phone) -> None:
        asked = {"back": "/t/a/b/log/?all=1#end"}
        answer = plain.client.get("/rules/the-game", query_string=asked)
        assert 'href="/t/a/b/log/?all=1#end"' in answer.text

    def test_one_that_is_longer_than_any_of_ours_is_none(self, plain: Phone) -> None:
        """A page has it in each of its links."""
        for length, is_one in ((500, True), (501, False)):
            back = "/" + "a" * (length - 1)
            page = Page(plain.client.get("/rules/the-game", query_string={"back": back}))
            assert (back in page.answer.text) is is_one


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


class TestNow:
    """What matters on the board somebody comes from stands before all else."""

    def test_from_a_board(self, game: Phone) -> None:
        page = game.opens(game.game)
        page = game.opens(
            next(a for a in page.main.all("a") if a.text == "Rules").attributes["href"]
        )
        now = page.main.classed("matters")[0]
        headings = [heading.text for heading in now.all("h2")]
        assert headings[:2] == ["How many cards", "Ten back"]
        ids = [element.attributes["id"] for element in page.tree.having("id")]
        assert len(ids) == len(set(ids))
        assert now.having("id") == []
        for a in now.all("a"):
            assert a.attributes["href"].removeprefix("#") in ids

    def test_a_place_within_a_paragraph_brings_all_of_it(self, plain: Phone) -> None:
        page = plain.opens("/rules/the-game?now=skull-open,skull,excellent")
        headings = [each.text for each in page.main.classed("matters")[0].all("h2")]
        assert headings == ["Skull", "Score"]

    def test_as_much_as_may_be_asked_for_costs_no_more_than_what_a_board_asks_for(
        self, plain: Phone, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        read = []
        monkeypatch.setattr(
            Passage, "anchors", property(lambda each: read.append(1) or (each.anchor,))
        )
        book = rulebook("companion.games", "the-game", "en")
        for asked in ("skull", ",".join(["a", "skull"] * 200)):
            book.__dict__.pop("_by_anchor", None)
            read.clear()
            page = plain.opens(f"/rules/the-game?now={asked}")
            assert [each.text for each in page.main.classed("matters")[0].all("h2")] == ["Skull"]
            assert len(read) <= len(book.passages)
        book.__dict__.pop("_by_anchor")

    @pytest.mark.parametrize("now", ["", ",", "no-such-place", "<b>", "situations", HOSTILE])
    def test_without_anything_of_that_name_there_is_no_such_part(
        self, plain: Phone, now: str
    ) -> None:
        page = Page(plain.client.get("/rules/the-game", query_string={"now": now}))
        assert page.status == 200
        assert page.main.classed("matters") == [] or now == "situations"


class TestParagraph:
    """What a board speaks of is one paragraph away, as a sheet over it where there are scripts."""

    def test_a_sheet_has_the_paragraph_alone(self, plain: Phone) -> None:
        asked = "/rules/the-game?of=skull&back=/t/a/b/"
        sheet = plain.opens(asked, {"HX-Request": "true"})
        assert [heading.text for heading in sheet.main.all("h2")] == ["Skull"]
        assert sheet.main.having("id") == []
        assert len(plain.opens(asked).main.all("section")) > 10

    def test_it_leads_to_its_place_on_the_page(self, plain: Phone) -> None:
        sheet = plain.opens("/rules/the-game?of=skull&back=/t/a/b/", {"HX-Request": "true"})
        links = [a.attributes["href"] for a in sheet.main.all("a") if a.text == "All the rules"]
        assert links == ["/rules/the-game?back=/t/a/b/#skull"]

    def test_what_is_meant_within_it_stands_out(self, plain: Phone) -> None:
        asked = "/rules/the-game?of=same-pile-strict"
        sheet = plain.opens(asked, {"HX-Request": "true"})
        (meant,) = sheet.main.classed("meant")
        assert meant.text.startswith("App, strict")

    @pytest.mark.parametrize("of", ["", "no-such-place", "<b>", HOSTILE])
    def test_without_such_a_paragraph_it_is_the_whole_page(self, plain: Phone, of: str) -> None:
        answer = plain.client.get(
            "/rules/the-game", query_string={"of": of}, headers={"HX-Request": "true"}
        )
        assert answer.status_code == 200
        assert len(Page(answer).main.all("section")) > 10

    @pytest.mark.parametrize(
        ("slug", "language"),
        [
            pytest.param(slug, language, marks=() if language == one else LONG)
            for slug, one in zip(GAMES, cycle(LANGUAGES), strict=False)
            for language in LANGUAGES
        ],
    )
    def test_any_of_them_is_a_sheet(self, plain: Phone, slug: str, language: str) -> None:
        plain.client.set_cookie("language", language)
        for anchor in rulebook("companion.games", slug, language).anchors:
            if rulebook("companion.games", slug, language).passage(anchor):
                sheet = plain.opens(f"/rules/{slug}?of={anchor}", {"HX-Request": "true"})
                assert len(sheet.main.all("section")) == 1, anchor


class TestLanguages:
    """The rules in another language than the phone's, which stays the phone's own."""

    def test_the_address_says_which(self, plain: Phone) -> None:
        page = plain.opens("/rules/the-game?lang=de&back=/t/a/b/")
        assert page.main.attributes["lang"] == "de"
        assert page.tree.find("html").attributes["lang"] == "de"
        assert "Zurück zur Partie" in page.main.text
        assert plain.opens("/rules/the-game").main.attributes["lang"] == "en"

    @pytest.mark.parametrize("asked", ["", "xx", "de-AT", "<b>", HOSTILE])
    def test_one_that_is_none_changes_nothing(self, plain: Phone, asked: str) -> None:
        page = Page(plain.client.get("/rules/the-game", query_string={"lang": asked}))
        assert page.main.attributes["lang"] == "en"

    def test_whoever_reads_in_it_goes_on_in_it(self, plain: Phone) -> None:
        page = plain.opens("/rules/game-of-bluff/characters?lang=fr&q=emma")
        assert page.main.attributes["lang"] == "fr"
        links = [a.attributes["href"] for a in page.main.all("a")]
        assert links
        assert all("lang=fr" in link for link in links if link.startswith("/rules/"))

    @pytest.mark.parametrize(
        "slug", [pytest.param(slug, marks=LONG if slug == "the-game" else ()) for slug in GAMES]
    )
    def test_each_chapter_leads_to_itself_in_the_others(self, plain: Phone, slug: str) -> None:
        page = plain.opens(f"/rules/{slug}?back=/t/a/b/&players=3")
        others = set(LANGUAGES) - {"en"}
        for section in page.main.all("section"):
            anchor = section.attributes["id"]
            links = [a for a in section.all("a") if "hreflang" in a.attributes]
            assert {a.attributes["hreflang"] for a in links} == others
            for a in links:
                code, address = a.attributes["hreflang"], a.attributes["href"]
                assert address.startswith(f"/rules/{slug}?lang={code}&")
                assert address.endswith(f"players=3&back=/t/a/b/#{anchor}")
                there = plain.opens(address.partition("#")[0])
                assert there.main.attributes["lang"] == code
                assert there.main.find(id=anchor)


class TestTable:
    """The numbers of the players at the table one comes from stand out."""

    @pytest.mark.parametrize("slug", GAMES)
    def test_for_every_number_of_players(self, plain: Phone, slug: str) -> None:
        game = GAMES[slug]
        for players in range(max(game.rules.seats[0], game.rules.least), game.rules.seats[-1] + 1):
            page = plain.opens(f"/rules/{slug}?players={players}")
            for part in page.main.all("section", id="setup"):
                for each in part.all("table"):
                    rows = each.classed("ours")
                    assert [row.find("td").text for row in rows] == [str(players)]

    def test_a_board_says_how_many(self, game: Phone) -> None:
        page = game.opens(game.game)
        rules = next(a for a in page.main.all("a") if a.text == "Rules").attributes["href"]
        (row,) = game.opens(rules).main.classed("ours")
        assert row.find("td").text == "2"

    @pytest.mark.parametrize("players", ["", "0", "99", "-1", "x", "2.5", HOSTILE])
    def test_no_such_number_marks_nothing(self, plain: Phone, players: str) -> None:
        page = Page(plain.client.get("/rules/the-game", query_string={"players": players}))
        assert page.status == 200
        assert page.main.classed("ours") == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_a_switch_that_is_spoken_of_is_one_tap_away(plain: Phone, slug: str, language: str) -> None:
    plain.client.set_cookie("language", language)
    page = plain.opens(f"/rules/{slug}")
    links = [a.attributes["href"] for a in page.main.all("a")]
    switches = [link for link in links if link.startswith("/new/")]
    assert len(switches) == source(slug).count("](switch:")
    for link in switches:
        address, _, switch = link.partition("#")
        place = plain.opens(address).main.find(id=switch)
        controls = [each for each in place if each.tag in CONTROLS]
        assert switch in {each.attributes.get("name") for each in controls}, link


def looks(phone: Phone, query: str, language: str = "en", **more: str) -> Page:
    """The page on which this is looked for in all rules."""
    phone.client.set_cookie("language", language)
    return Page(phone.client.get("/rules/", query_string={"q": query, **more}))


class TestSearch:
    """All games at once, on the page that lists them."""

    def test_it_is_found_by_game(self, plain: Phone) -> None:
        page = looks(plain, "draw pile")
        titles = [each.find("h2").text for each in page.main.classed("found")]
        assert set(titles) >= {"The Game", "One Brain"}
        for part in page.main.classed("found"):
            for a in part.all("a"):
                address, _, anchor = a.attributes["href"].partition("#")
                ids = {e.attributes["id"] for e in plain.opens(address).tree.having("id")}
                assert anchor in ids

    def test_without_a_query_there_are_only_the_games(self, plain: Phone) -> None:
        page = looks(plain, "  ")
        assert page.main.classed("found") == []
        assert len(page.main.classed("tile")) == len(GAMES)

    def test_the_one_opens_the_other(self, plain: Phone) -> None:
        answer = plain.client.get(
            "/rules/", query_string={"q": "ten back", "go": "1", "back": "/t/a/b/"}
        )
        assert answer.status_code == 303
        assert answer.location == "/rules/the-game?back=/t/a/b/#ten-back"

    def test_enter_is_the_first_button_of_the_form(self, plain: Phone) -> None:
        form = looks(plain, "skull", back="/t/a/b/", game="the-game").main.find("form")
        first, shown = form.all("button")
        assert first.attributes["name"] == "go"
        assert "name" not in shown.attributes
        assert form.values()["q"] == "skull"
        assert form.values()["back"] == "/t/a/b/"
        assert form.values()["game"] == "the-game"

    @pytest.mark.parametrize("query", ["xyzzy", "<xyzzy>", "%(xyzzy)s"])
    @pytest.mark.parametrize("more", [{}, {"go": "1"}], ids=["list", "enter"])
    def test_nothing_found_says_so(self, plain: Phone, query: str, more: dict[str, str]) -> None:
        page = looks(plain, query, **more)
        assert page.status == 200
        assert "Nothing found for" in page.main.classed("hint")[0].text
        assert not page.main.all("script")

    def test_junk_is_only_looked_for(self, plain: Phone) -> None:
        for query in (HOSTILE, BOOK[:1900], "\x00", "'", "%", "a" * 1900):
            for address in ("/rules/", CHARACTERS):
                page = Page(plain.client.get(address, query_string={"q": query}))
                assert page.status == 200, query
                assert not page.main.all("script"), query

    def test_it_never_leads_elsewhere(self, plain: Phone) -> None:
        for back in EVIL:
            for more in ({}, {"go": "1"}):
                asked = {"q": "emma", "back": back, **more}
                answer = plain.client.get("/rules/", query_string=asked)
                assert "evil" not in answer.text, back
                assert "evil" not in answer.headers.get("Location", ""), back

    def test_the_game_somebody_comes_from_goes_first(self, plain: Phone) -> None:
        for slug, title in (("the-game", "The Game"), ("one-brain", "One Brain")):
            page = looks(plain, "draw pile", game=slug)
            assert page.main.classed("found")[0].find("h2").text == title


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
        headings = [part.find("h2").find("a") for part in page.main.classed("paragraph")]
        assert [a.attributes["href"].partition("#")[2] for a in headings] == FIFTEEN

    @pytest.mark.parametrize(
        ("language", "query", "first"),
        [
            ("en", "highest", "redemption-rik"),
            ("en", "own up", "jabbering-joke"),
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

    def test_a_whole_name_finds_its_paragraph(self, plain: Phone) -> None:
        for anchor in FIFTEEN:
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

    def test_what_has_every_word_goes_first(self, plain: Phone) -> None:
        gemma, sofie = (set(found(looks_up(plain, name))) for name in ("gemma", "sofie"))
        both = found(looks_up(plain, "sofie gemma"))
        assert set(both[: len(gemma & sofie)]) == gemma & sofie

    @pytest.mark.parametrize("tag", ["href", "h3", "<p>", "strong", "id="])
    def test_only_what_can_be_read_is_looked_in(self, plain: Phone, tag: str) -> None:
        assert found(looks_up(plain, tag)) == []

    @pytest.mark.parametrize("language", ["en", "nl"])
    @pytest.mark.parametrize("query", ["xyzzy", "<xyzzy>", "%(xyzzy)s", "xyzzy{{7*7}}"])
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

    def test_back_never_leads_elsewhere(self, plain: Phone) -> None:
        for back in EVIL:
            page = looks_up(plain, "emma", back=back)
            assert page.status == 200, back
            assert "evil" not in page.answer.text, back
            links = [a.attributes["href"] for a in page.main.all("a")]
            assert all(href.startswith("/") and not href.startswith("//") for href in links), back

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
