"""The rules, one tap away and back again."""

import pytest

from companion.games import GAMES, SHELF, TILES
from companion.rulebook.book import Passage, rulebook
from companion.web.safety.phone import LANGUAGES
from tests.games.telling import LOG_OF
from tests.rulebook.test_book import switches_of
from tests.support.client_phone import Phone
from tests.support.page import Page
from tests.support.rulings import read_table
from tests.web.junk import BOOK, HOSTILE

EVIL = [
    *("//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example"),
    *("/\t/evil.example", "/\n/evil.example", "\t//evil.example", "https://evil.example/"),
    *("https:evil.example", "javascript:alert(1)", "data:text/html,x", "evil.example", "/\t/["),
    *("//[", "/x\r\nSet-Cookie: a=b", ""),
]

CHARACTERS = "/rules/game-of-bluff/characters"


def asks(phone: Phone, address: str, **asked: str) -> Page:
    return Page(phone.client.get(address, query_string=asked))


def links(page: Page) -> list[str]:
    return [a.attributes["href"] for a in page.main.all("a")]


def looks_up(phone: Phone, query: str, language: str = "en", **more: str) -> Page:
    phone.client.set_cookie(phone.cookie_name("language"), language)
    return asks(phone, CHARACTERS, q=query, **more)


def found(page: Page) -> list[str]:
    """The paragraphs on it, by their anchor."""
    assert page.status == 200
    paragraphs = page.main.classed("paragraph")
    assert page.main.find(id="found").all("section") == paragraphs
    return [part.attributes["id"].removeprefix("p-") for part in paragraphs]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_has_its_place_in_each_language(plain: Phone, language: str) -> None:
    plain.client.set_cookie("language", language)
    for slug in GAMES:
        page = plain.opens(f"/rules/{slug}")
        assert page.main.attributes["lang"] == language
        ids = [each.attributes["id"] for each in page.tree.having("id")]
        assert len(ids) == len(set(ids))
        assert {href[1:] for href in links(page) if href.startswith("#")} <= {*ids}
        switches = [link for link in links(page) if link.startswith("/new/")]
        assert len(switches) == len(switches_of(rulebook(SHELF, slug, language)))
        for link in switches:  # a switch that is spoken of is one tap away
            address, _, switch = link.partition("#")
            place = plain.opens(address).main.find(id=switch)
            controls = [each for each in place if each.tag in ("input", "select")]
            assert switch in {each.attributes.get("name") for each in controls}, link


class TestBack:
    def test_it_leads_to_where_one_came_from(self, game: Phone) -> None:
        game.opens(game.game)
        page = game.taps("Rules")
        assert game.game in links(page)
        now = page.main.classed("matters")[0]  # what matters on the board
        assert [each.text for each in now.all("h2")][:2] == ["How many cards", "Ten back"]
        ids = [element.attributes["id"] for element in page.tree.having("id")]
        assert len(ids) == len(set(ids))
        assert now.having("id") == []
        assert {a.attributes["href"].removeprefix("#") for a in now.all("a")} <= {*ids}
        assert game.taps("Back to game").main.having("data-seen")
        game.opens("/rules/the-game")
        assert game.taps("Go to games").answer.request.path == "/"

    def test_it_never_leads_elsewhere(self, game: Phone) -> None:
        at_the_table = (f"{game.table}deck/the-game/", f"{game.table}phones/", f"{game.game}about/")
        for back in EVIL:
            for address, more in (
                ("/rules/the-game", {}),
                (CHARACTERS, {"q": "emma"}),
                ("/rules/", {"q": "emma"}),
                ("/rules/", {"q": "emma", "go": "1"}),
                *((address, {}) for address in at_the_table if back == EVIL[0]),
            ):
                page = asks(game, address, back=back, **more)
                assert page.status in (200, 303), back
                assert "evil" not in page.answer.text + page.answer.headers.get("Location", "")
                if page.status == 200:
                    there = [href for href in links(page) if not href.startswith("#")]
                    outside = [href for href in there if href[:1] != "/" or href[:2] == "//"]
                    assert outside == [], back


def test_there_are_no_other_rules_and_no_other_chapter(plain: Phone) -> None:
    for slug in ("patience", "The-Game", "the_game", "..%2Fthe-game", "%00"):
        assert plain.opens(f"/rules/{slug}").status == 404
    for chapter in ("patience", "aim", "ending-emma", "Characters", "%00", "..%2Faim"):
        assert plain.opens(f"/rules/game-of-bluff/{chapter}?q=emma").status == 404
    for game in ("patience", "the-game", "game_of_bluff"):
        assert plain.opens(f"/rules/{game}/characters").status == 404


def test_what_matters_stands_before_all(plain: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """And as much as may be asked for costs no more than what a board asks for."""

    def matter(asked: str) -> list[str]:
        found = asks(plain, "/rules/the-game", now=asked).main.classed("matters")
        return [each.text for part in found for each in part.all("h2")]

    assert matter("skull-open,skull,excellent") == ["Skull", "Score"]
    assert [matter(now) for now in ("", ",", "no-such-place", HOSTILE)] == [[]] * 4
    read, book = list[int](), rulebook(SHELF, "the-game", "en")
    anchors = property(lambda each: read.append(1) or (each.anchor,))
    monkeypatch.setattr(Passage, "anchors", anchors)
    for asked in ("skull", ",".join(["a", "skull"] * 200)):
        book.__dict__.pop("_by_anchor", None)
        read.clear()
        assert (matter(asked), len(read) <= len(book.passages)) == (["Skull"], True)
    book.__dict__.pop("_by_anchor")


def test_what_a_board_says_leads_to_its_paragraph_on_a_sheet(plain: Phone) -> None:
    for tile, said, of in read_table(__file__, "SAID"):
        plain.starts(3, ["Ann", "Ben", "Cas"], tile=tile)
        for facts in LOG_OF[TILES[tile].slug](said):
            assert plain.enters(confirmed="1", **facts).status == 200
        found = [a.attributes["href"] for a in plain.opens(plain.game).main.having("data-sheet")]
        assert [href for href in found if f"?of={of}&" in href], (of, found)


def test_a_sheet_has_one_paragraph_and_leads_to_its_place(plain: Phone) -> None:
    hx = {"HX-Request": "true"}
    asked = "/rules/the-game?of=skull&back=/t/a/b/"
    sheet = plain.opens(asked, hx)
    assert [heading.text for heading in sheet.main.all("h2")] == ["Skull"]
    assert sheet.main.having("id") == []
    there = [a.attributes["href"] for a in sheet.main.all("a") if a.text == "All the rules"]
    assert there == ["/rules/the-game?back=/t/a/b/#skull"]
    assert len(plain.opens(asked).main.all("section")) > 10
    (meant,) = plain.opens("/rules/the-game?of=same-pile-strict", hx).main.classed("meant")
    assert meant.text.startswith("App, strict")
    for of in ("", "no-such-place", HOSTILE):
        answer = plain.client.get("/rules/the-game", query_string={"of": of}, headers=hx)
        assert len(Page(answer).main.all("section")) > 10


class TestLanguages:
    """The rules in another language than the phone's, which stays the phone's own."""

    def test_the_address_says_which_and_all_links_keep_it(self, plain: Phone) -> None:
        page = plain.opens("/rules/the-game?lang=de&back=/t/a/b/")
        assert page.main.attributes["lang"] == page.tree.find("html").attributes["lang"] == "de"
        assert "Zurück zur Partie" in page.main.text
        page = plain.opens("/rules/game-of-bluff/characters?lang=fr&q=emma")
        assert page.main.attributes["lang"] == "fr"
        assert all("lang=fr" in link for link in links(page) if link.startswith("/rules/"))
        for asked in ("", "xx", "de-AT", "<b>", HOSTILE):
            assert asks(plain, "/rules/the-game", lang=asked).main.attributes["lang"] == "en"

    def test_each_chapter_leads_to_itself_in_the_others(self, plain: Phone) -> None:
        page = plain.opens("/rules/one-brain?back=/t/a/b/&players=3")
        for section in page.main.all("section"):
            others = [a.attributes for a in section.all("a") if "hreflang" in a.attributes]
            assert [a["hreflang"] for a in others] == [c for c in LANGUAGES if c != "en"]
            for a in others:
                assert a["href"].startswith(f"/rules/one-brain?lang={a['hreflang']}&")
                assert a["href"].endswith(f"players=3&back=/t/a/b/#{section.attributes['id']}")


@pytest.mark.parametrize("slug", GAMES)
def test_rules_beside_a_board_bring_their_drawings(plain: Phone, slug: str) -> None:
    """Another board may have other signs: but for those of every page, all are drawn in there."""
    rules = plain.opens(f"/rules/{slug}", {"HX-Request": "true"}).main
    drawn = {f"#{each.attributes['id']}" for each in rules.having("id")}
    used = {each.attributes["href"] for each in rules.all("use")}
    assert {sign for sign in used if not sign.startswith("#i-")} <= drawn


def test_the_numbers_of_the_players_at_the_table_stand_out(plain: Phone) -> None:
    for slug, game in GAMES.items():
        least = max(game.rules.seats[0], game.rules.least)
        for players in (least, game.rules.seats[-1]):
            page = plain.opens(f"/rules/{slug}?players={players}")
            for part in page.main.all("section", id="setup"):
                for each in part.all("table"):
                    rows = each.classed("ours")
                    assert [row.find("td").text for row in rows] == [str(players)]
    for junk in ("", "0", "99", "-1", "x", "2.5", HOSTILE):
        assert asks(plain, "/rules/the-game", players=junk).main.classed("ours") == []


class TestSearch:
    """All games at once, on the page that lists them."""

    def test_what_is_found_stands_by_game_and_that_of_the_board_first(self, plain: Phone) -> None:
        for slug, title in (("the-game", "The Game"), ("one-brain", "One Brain")):
            page = asks(plain, "/rules/", q="draw pile", game=slug)
            titles = [each.find("h2").text for each in page.main.classed("found")]
            assert titles[0] == title
            assert {*titles} >= {"The Game", "One Brain"}
        first = page.main.classed("found")[0].find("a").attributes["href"]
        address, _, anchor = first.partition("#")
        assert plain.opens(address).tree.find(id=anchor)
        page = asks(plain, "/rules/", q="skulls cover", game="the-game")
        marked = [each.text for each in page.main.find("li").all("mark")]
        assert marked == ["Skull", "Cover", "covered"]  # in the title and in the text
        far = asks(plain, "/rules/", q="kwartet").main.classed("found")
        assert [each.all("mark") for each in far] == [[] for _ in far]
        page = asks(plain, "/rules/", q="  ")
        assert page.main.classed("found") == []
        assert len(page.main.classed("tile")) == len(GAMES)

    def test_another_language_keeps_it(self, plain: Phone) -> None:
        page = asks(plain, "/rules/the-game", lang="de", q="ziehen", back="/t/a/b/")
        form = page.main.find("form")
        assert {"q": "ziehen", "lang": "de", "back": "/t/a/b/"}.items() <= form.values().items()
        assert page.main.classed("found")[0].find("h2").text == "The Game"
        others = [a.attributes for a in page.main.all("a") if "hreflang" in a.attributes]
        assert all("q=ziehen" in a["href"] for a in others)
        assert asks(plain, CHARACTERS, lang="fr").main.find("form").values()["lang"] == "fr"

    def test_enter_opens_the_first(self, plain: Phone) -> None:
        said = {"q": "skull", "back": "/t/a/b/", "game": "the-game"}
        form = asks(plain, "/rules/", **said).main.find("form")
        first, shown = form.all("button")
        assert (first.attributes["name"], "name" in shown.attributes) == ("go", False)
        assert said.items() <= form.values().items()
        answer = asks(plain, "/rules/", q="ten back", go="1", back="/t/a/b/").answer
        there = "/rules/the-game?back=/t/a/b/#ten-back"
        assert (answer.status_code, answer.location) == (303, there)

    def test_nothing_found_says_so_and_junk_is_only_looked_for(self, plain: Phone) -> None:
        for address in ("/rules/", CHARACTERS):
            for query in ("xyzzy", "<xyzzy>", "%(xyzzy)s"):
                for more in ({}, {"go": "1"}):
                    page = asks(plain, address, q=query, **more)
                    assert page.status == 200
                    assert f"Nothing found for “{query}”" in page.main.classed("hint")[0].text
            for query in (HOSTILE, BOOK[:1900], "\x00", "'", "a" * 1900):
                page = asks(plain, address, q=query)
                assert (page.status, page.main.all("script")) == (200, []), query


def test_without_a_word_everybody_is_there(plain: Phone) -> None:
    rules = plain.opens("/rules/game-of-bluff")
    ids = {element.attributes["id"] for element in rules.tree.having("id")}
    page = looks_up(plain, "  \t", "nl")
    sections = {each.id: each for each in rulebook(SHELF, "game-of-bluff", "nl").sections}
    everybody = [each.anchor for each in sections["characters"].paragraphs]
    assert (len(everybody), page.main.attributes["lang"], found(page)) == (15, "nl", everybody)
    within = [a for part in page.main.classed("paragraph") for a in part.all("a")]
    for a in within:  # into the whole rules
        address, _, anchor = a.attributes["href"].partition("#")
        assert (address.partition("?")[0], anchor in ids) == ("/rules/game-of-bluff", True)
    page = looks_up(plain, "Sofie <b>", back="/t/a/b/")
    assert page.main.find("form").values() == {"back": "/t/a/b/", "q": "Sofie <b>"}
    assert page.main.find("a", aria_label="Back").attributes["href"] == "/t/a/b/"
    back = looks_up(plain, "emma").main.find("a", aria_label="Back").attributes["href"]
    assert back == "/rules/game-of-bluff#characters"
