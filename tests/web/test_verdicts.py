"""What tells a phone that its entry was heard: the verdict in the head of the answer alone."""

from collections.abc import Callable

import pytest

from companion.engine.table import Away
from companion.web.assets import edition
from tests.support.client_phone import Phone, nothing_written
from tests.support.page import Page

Another = Callable[[Phone], Phone]
OWN = "0a1b2c3d" * 4


def lays(phone: Phone, card: object = 50, pile: str = "up-1", **more: object) -> Page:
    """The bare answer to a card, its id being `OWN` where nothing else is said."""
    said = {"kind": "card-played", "card": card, "pile": pile, "id": OWN, **more}
    return phone.posts(f"{phone.game}entries", phone.facts(**said))


def verdict(page: Page) -> str | None:
    return page.answer.headers.get("Verdict")


def test_the_head_of_an_answer_says_the_verdict(game: Phone, another: Another) -> None:
    other = another(game)
    early: tuple[tuple[dict[str, object], str], ...] = (
        ({}, "recorded 2 -"),
        ({}, "recorded 2 -"),  # again
        ({"card": 51}, "reused - -"),  # an id that said something else
        ({"card": 30, "id": "asked"}, "ask - asks"),
        ({"card": 47, "pile": "up-2", "id": "refused"}, "refused - -"),
        ({"card": "junk", "id": "unreadable"}, "unreadable - -"),
    )
    for said, told in early:
        assert verdict(lays(game, **said)) == f"{said.get('id', OWN)} {told}"  # type: ignore[arg-type]
    late = (
        ({"pile": "up-2"}, "conflict - -"),
        ({"card": 49}, "conflict - asks"),
        ({}, "merged 2 -"),
    )
    for number, (more, told) in enumerate(late):
        assert verdict(lays(other, **{**more, "id": f"late-{number}"})) == f"late-{number} {told}"


@pytest.mark.parametrize("fault", [ZeroDivisionError, Away], ids=["a fault", "no database"])
def test_whatever_becomes_of_the_page_the_verdict_is_said(
    game: Phone, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    """The submission is recorded by then: a phone that did not hear it would send it for ever."""

    def fail(*_: object, **__: object) -> None:
        raise fault

    game.opens(game.game)
    monkeypatch.setitem(game.app.config, "TESTING", False)
    monkeypatch.setattr(game.app.logger, "disabled", True)
    with monkeypatch.context() as broken:
        broken.setattr("companion.web.boards.render", fail)
        page = lays(game)
        assert page.status == (503 if fault is Away else 500)
        assert verdict(page) == f"{OWN} recorded 2 -"
        assert verdict(lays(game, 51)) == f"{OWN} reused - -"
        assert verdict(lays(game, 60, id="next")) == "next recorded 3 -"
        game.app.extensions["boards"].clear()
    assert game.cards() == [47, 50, 60]


def test_what_is_no_id_of_ours_is_not_said_back(game: Phone) -> None:
    with nothing_written(game):
        for own in ("a\nSet-Cookie: a=b", "a\r\nX: y", "a b", "é", "", "x" * 65, "a\x00b"):
            page = lays(game, id=own, page=None)
            assert (page.status, verdict(page)) == (422, None)
    for place, own in enumerate(("x" * 64, "A.b-9", "0"), 2):  # whatever else a phone makes is
        assert verdict(lays(game, 50 + place, id=own)) == f"{own} recorded {place} -"


def test_where_nothing_was_judged_there_is_no_verdict(game: Phone) -> None:
    facts, token = game.facts(kind="card-played", card=50, pile="up-1", id=OWN), game.token
    game.token = ""
    pages = [lays(game)]
    game.token = token
    game.store.tables.close(game.id, game.game.split("/")[2])
    pages.append(game.posts(f"{game.game}entries", facts))
    game.client.delete_cookie(game.cookie_name("phone"))
    pages.append(game.posts(f"{game.game}entries", facts))
    assert [page.status for page in pages] == [400, 423, 404]
    for page in pages:
        assert (verdict(page), page.answer.headers["Companion"]) == (None, edition())


# Withdrawn


def test_what_is_withdrawn_before_it_came_is_refused_for_good(game: Phone) -> None:
    with nothing_written(game):
        assert verdict(lays(game, withdrawn="1")) == f"{OWN} refused - -"
        assert verdict(lays(game)) == f"{OWN} refused - -"  # a late copy
        assert verdict(lays(game, withdrawn="1")) == f"{OWN} refused - -"
    assert verdict(lays(game, id="another")) == "another recorded 2 -"


def test_what_another_phone_withdraws_is_its_own(game: Phone, another: Another) -> None:
    """By its id alone nobody keeps another phone from entering something, or learns its answers."""
    other = another(game)
    assert verdict(lays(other, withdrawn="1")) == f"{OWN} refused - -"
    assert verdict(lays(other, 30, id="asked")) == "asked ask - asks"
    asked = {**game.facts(), "id": [OWN, "asked"]}
    for phone, unknown in ((game, True), (other, False)):
        page = phone.posts(f"{game.game}known", asked | {"csrf_token": phone.token})
        assert (OWN in page.answer.text) is ("asked" in page.answer.text) is unknown
    assert verdict(lays(game, 31, id="asked", confirmed="1")) == "asked recorded 2 -"
    assert verdict(lays(game, withdrawn=None)) == f"{OWN} recorded 3 -"


def test_what_is_withdrawn_after_it_came_says_its_place(game: Phone) -> None:
    lays(game)
    with nothing_written(game):
        assert verdict(lays(game, withdrawn="1")) == f"{OWN} recorded 2 -"
        assert verdict(lays(game)) == f"{OWN} recorded 2 -"
    game.opens(game.game)
    game.takes_back(2)
    assert (game.cards(), verdict(lays(game)), game.cards()) == ([47], f"{OWN} recorded 2 -", [47])


# Tokens


def test_a_page_that_was_kept_gets_a_new_token(game: Phone) -> None:
    game.client.delete_cookie(game.cookie_name("session"))
    assert lays(game).status == 400
    answer = game.client.get("/token")
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    assert answer.headers["Cache-Control"] == "no-store"
    game.token = answer.text
    assert verdict(lays(game)) == f"{OWN} recorded 2 -"


def test_the_token_of_one_phone_is_of_no_use_to_another(game: Phone, another: Another) -> None:
    other = another(game)
    other.token = game.client.get("/token").text
    assert lays(other).status == 400
