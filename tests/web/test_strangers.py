"""Who may not: the same for a stranger as for what is not there, on every address."""

from collections.abc import Callable

import pytest

from tests.web.actor import Phone, nothing_written
from tests.web.junk import CARD
from tests.web.pages import Page
from tests.web.routes import addresses


class TestStrangers:
    """The same for a stranger as for what is not there, on every address."""

    def test_they_see_what_one_sees_where_nothing_is(self, game: Phone) -> None:
        game.starts(2, ["Ann", "Ben"], aids=True)
        game.plays(47, "up-1")
        stranger = Phone(game.app, scripts=game.scripts)
        stranger.starts(1)
        _, _, table, played, _ = game.game.split("/")
        for address in addresses(game).values():
            if table not in address:
                continue
            here = address.replace(played, "p" * len(played))
            nowhere = here.replace(table, "t" * len(table))
            found = stranger.opens(address)
            assert found.status == 404, address
            assert "or it belongs to another phone" in found.main.text
            assert blanked(found) == blanked(stranger.opens(nowhere))
            assert blanked(found) == blanked(stranger.opens(here))

    @pytest.mark.parametrize("verb", ["entries", "again"])
    def test_they_enter_and_start_nothing(self, game: Phone, verb: str) -> None:
        stranger = Phone(game.app, scripts=game.scripts)
        stranger.starts(1)
        own = stranger.page
        for address in (game.game, stranger.table + game.game.split("/")[3] + "/", "/t/%00/%F0/"):
            with nothing_written(game):
                assert stranger.posts(f"{address}{verb}", stranger.facts(**CARD)).status == 404
        assert own.status == 200

    def test_a_phone_without_any_table_is_one(self, game: Phone) -> None:
        stranger = Phone(game.app, scripts=game.scripts)
        assert stranger.opens(game.game).status == 404
        assert stranger.posts(f"{game.game}entries", stranger.facts(**CARD)).status == 404

    def test_an_onlooker_sees_and_enters_nothing(
        self, game: Phone, another: Callable[..., Phone]
    ) -> None:
        onlooker = another(game, "onlooker")
        assert onlooker.sees().tops["up-1"] == 47
        with nothing_written(game):
            for verb in ("entries", "again"):
                page = onlooker.posts(f"{game.game}{verb}", onlooker.facts(**CARD))
                assert page.status in (403, 404)


def blanked(page: Page) -> str:
    """The whole answer without what is made anew for each: token and nonce."""
    text = page.answer.text
    for element in page.tree:
        name = element.attributes.get("name")
        if name in ("csrf-token", "csrf_token", "page"):
            own = element.attributes.get("content") or element.attributes["value"]
            text = text.replace(own, "")
    return text + repr(sorted(page.answer.headers.keys()))
