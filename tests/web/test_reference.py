"""The rules, one tap away and back again."""

from collections import Counter

import pytest

from companion.games.the_game.rules import Rule
from companion.games.the_game.state import Ending, Reason
from tests.web.actor import Phone

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
