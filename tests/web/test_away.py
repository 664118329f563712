"""A database that is away: a clear 503, after which the same tap goes in, and only once."""

from pathlib import Path

from flask import Flask

from companion.store.store import Store
from tests.support.client_phone import BOTH_WAYS, Phone, written
from tests.support.full_disk import full_disk
from tests.support.page import Page

WAITS = "those waiting on this phone will be sent automatically"


def is_away(page: Page) -> None:
    """It says so in plain words, and gives no verdict: the phone keeps its entry."""
    headers = page.answer.headers
    assert (page.status, headers.get("Retry-After")) == (503, "3")
    assert "Companion" in headers
    assert "Verdict" not in headers
    assert "no-store" in headers["Cache-Control"]
    assert WAITS in page.main.text


def again(page: Page) -> list[str]:
    """Where "Try again" leads to, if it is there; "" is the same address."""
    return [link.attributes["href"] for link in page.main.all("a") if link.text == "Try again"]


@BOTH_WAYS
def test_on_a_full_disk_boards_are_shown_and_entries_wait(game: Phone) -> None:
    before, facts = written(game), game.facts(kind="card-played", card=50, pile="up-1", id="tap")
    form = game.opens("/new/the-game").main.find("form")
    with full_disk():
        for _ in range(3):
            page = game.posts(f"{game.game}entries", facts)
            is_away(page)
            assert page.whole is not game.scripts
        assert (game.opens(game.game).status, game.opens("/").status) == (200, 200)
        assert (written(game), again(page)) == (before, [game.game])
        begun = game.posts(form.attributes["action"], form.values(), entry=False)
        assert (begun.status, again(begun)) == (503, [])
        new = Phone(game.app)  # whoever is new waits too
        form = new.opens("/new/the-game").main.find("form")
        is_away(new.posts(form.attributes["action"], form.values(), entry=False))
        assert new.cookie("phone") is None
        game.client.set_cookie("language", "nl")
        page = game.posts(f"{game.game}entries", facts)
        assert (page.status, "Dat lukte niet" in page.main.text) == (503, True)
    game.posts(f"{game.game}entries", facts)
    game.posts(f"{game.game}entries", facts)
    assert game.cards() == [47, 50]


def test_started_on_a_full_disk_it_shows_boards_and_heals(game: Phone) -> None:
    before = game.app.extensions["store"]
    before.close()
    store = game.app.extensions["store"] = Store(game.app.config["DATABASE_URL"])
    facts = game.facts(kind="card-played", card=50, pile="up-1", id="tap")
    with full_disk():
        assert (game.opens(game.game).status, game.opens("/").status) == (200, 200)
        assert game.opens(f"{game.table}history").status == 200
        is_away(game.posts(f"{game.game}entries", facts))
    game.posts(f"{game.game}entries", facts)
    assert game.cards() == [47, 50]
    store.close()


def test_nothing_to_read_at_all_says_so_as_well(made: Flask, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    made.extensions["store"] = Store(f"sqlite:///{tmp_path / 'file' / 'companion.sqlite3'}")
    phone = Phone(made)
    phone.client.set_cookie("phone", "a-secret")
    page = phone.opens("/")
    is_away(page)
    assert again(page) == [""]
    is_away(phone.opens("/", {"HX-Request": "true"}))
