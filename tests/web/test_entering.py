"""From a form to an entry: what a phone is told, and what is written then."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any
from urllib.parse import urlencode

import pytest

from companion.engine.table import Away
from companion.games import GAMES
from companion.games.game import Game
from companion.games.pad.value import Pad
from companion.web.pages.playing import Playing
from companion.web.static.assets import edition
from tests.support.client_phone import BOTH_WAYS, Another, Board, Phone, answers, nothing_written
from tests.support.page import Page
from tests.support.random_logs import NAMES, plays_of
from tests.web.junk import BOOK, CARD, HOSTILE, LONG, NO_FACTS, ODD_FORMS
from tests.web.test_games import begin

EMPTY = ("", None)
UNREADABLE = "That cannot be entered. Choose again."
CAN_BE = {
    "cards": EMPTY,  # the last card of a round is filled in
    "card": (*EMPTY, "-1", "x", "1.5", HOSTILE),  # two words say which it is
    "columns": (*EMPTY, "-1", "x", "1.5", BOOK, HOSTILE),  # each has a box of its own
    "removes": EMPTY,
}
"""What can stand in these fields, but for those of The Game, besides what may be left out."""


def find_allowed(game: Game[Any, Any]) -> Mapping[str, tuple[object, ...]]:
    """What can stand in the fields of this game besides what may be left out."""
    if not isinstance(pad := game.scoring, Pad):
        return {} if game.slug == "the-game" else CAN_BE
    below = [step.name for step in pad.steps if step.low is None or step.low < 0]
    terms = pad.terms(game.rules.setup(NAMES[: pad.seats[0]], {}))
    totals = ("totals",) if terms.least is None else ()
    return dict.fromkeys((*below, *totals, "bonus"), ("-1",))


def unreadable(phone: Phone, facts: Mapping[str, Any], where: str) -> None:
    """This is no entry, which the page says in which it was entered."""
    page = phone.enters(**facts)
    assert (page.status, bool(page.said), page.main.all("script")) == (422, True, []), where


class TestUnreadable:
    def test_it_is_told_in_the_page_and_nothing_is_written(self, game: Phone) -> None:
        with nothing_written(game):
            for facts, field, values in ODD_FORMS:
                for value in values:
                    unreadable(game, {**facts, field: value}, f"{facts} {field} {value!r:.30}")
        assert (game.taps("OK").said, game.plays(50, "up-1").status) == ("", 200)

    @pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
    def test_so_is_junk_in_any_field_of_any_entry(self, plain: Phone, game: Game[Any, Any]) -> None:
        known = set[object]()
        may_be = find_allowed(game)
        left_out = may_be and {
            (entry.kind, each.metadata["written_as"] or each.name)
            for entry in game.rules.known
            for each in fields(entry)
            if each.default is None
        }
        for play in plays_of(game).games:
            new = [facts for facts in play.entries if facts["kind"] not in known]
            begin(plain, game, play)
            plain.opens(plain.game)
            with nothing_written(plain):
                for facts in {str(facts["kind"]): facts for facts in new}.values():
                    form = game.pages.find_form(str(facts["kind"]))
                    said = form.fields(facts)
                    for field in said.keys() - {"kind"}:
                        empty = EMPTY if (facts["kind"], field) in left_out else ()
                        can_be = (*may_be.get(field.partition("-")[0], ()), *empty)
                        for junk in NO_FACTS:
                            if junk not in can_be:
                                where = f"{facts['kind']} {field} {junk!r:.30}"
                                unreadable(plain, {**said, field: junk}, where)
            known |= {facts["kind"] for facts in new}

    def test_the_sentence_names_what_is_wrong(self, game: Phone) -> None:
        headers = {"X-CSRFToken": game.token, "HX-Request": "true"}
        with nothing_written(game):
            for facts, sentence in (
                ({**CARD, "card": "100"}, "There is no such card: the cards go from 2 to 99."),
                ({"kind": "junk"}, UNREADABLE),
                ({**CARD, "seen": "99"}, UNREADABLE),
                ({**CARD, "first": "turn-ended", "id": "", "page": ""}, UNREADABLE),
            ):
                answers(game.enters(**facts), 422, sentence)
            page = Page(game.client.post(f"{game.game}entries", json=CARD, headers=headers))
            answers(page, 422, UNREADABLE)  # JSON is no form


@BOTH_WAYS
def test_two_games_are_not_started_by_one_form(phone: Phone) -> None:
    page = phone.opens("/new/the-game")
    form = page.main.find("form")
    started = []
    for names in (["Ann"], ["Ann"], ["Ann", "Cas"]):  # other names are another game
        phone.client.delete_cookie(phone.cookie_name("session"))
        token = phone.client.get("/token").text  # of a page that is fetched anew
        page = phone.submits(form, players=str(len(names)), name=names, csrf_token=token)
        assert page.status == 200
        started.append(page.answer.request.path)
    assert started[0] == started[1] != started[2]


class TestBetween:
    """Two phones at one table."""

    @BOTH_WAYS
    def test_what_no_longer_fits_is_a_conflict(self, game: Phone, another: Another) -> None:
        other = another(game)
        other.plays(60, "up-1")
        with nothing_written(game):
            page = game.plays(60, "up-2")
            answers(page, 409, "60 has already been laid.")
            assert ("Enter 60" in page.labels(), game.taps("OK").said) == (False, "")
        other.enters(kind="card-played", card=60, pile="up-1", change=2)
        page = game.plays(55, "up-1", seen=1)
        answers(page, 409, "55 does not fit on 60 going up.")
        assert "Another phone entered this first: Ann: 60 on ▲" in page.said
        assert page.said.count("Ann: 60") == 1  # though it was changed
        assert "(changed). Enter it anyway?" in page.said
        assert (game.taps("Enter 55").status, game.cards()) == (200, [47, 60, 55])

    @BOTH_WAYS
    def test_what_another_phone_entered_too_is_written_once_and_told(
        self, game: Phone, another: Another, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        other, third = another(game), another(game)
        other.plays(50, "up-1")
        with nothing_written(game):
            page = game.plays(50, "up-1")
            assert (page.status, page.told) == (200, "Already entered by another phone.")
            assert game.opens(game.game).told == ""
            monkeypatch.setattr(Playing, "whose", lambda self, phone: "Bea & Co")
            assert third.plays(50, "up-1").told == "Already entered by Bea & Co."
        other.opens(game.game)
        game.plays(51, "up-1")
        assert "Bea & Co entered this first:" in other.ends_turn().said

    @BOTH_WAYS
    def test_an_undo_below_another_entry_is_asked(self, game: Phone, another: Another) -> None:
        other = another(game)
        for facts, left in (
            ({"kind": "card-played", "card": 50, "pile": "up-1"}, [50]),
            ({"kind": "cannot-play"}, []),
        ):
            other.enters(**facts)
            answers(game.taps("Undo"), 409, "Undo: Ann: ")
            assert (game.taps("Undo it").status, game.cards()) == (200, left)
            for phone in (other, game):
                phone.opens(game.game)
        game.takes_back(4)
        with nothing_written(game):
            page = other.takes_back(4)
            assert (page.status, page.told) == (200, "Already done on another phone.")


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
        assert verdict(lays(game, **said)) == f"{said.get('id', OWN)} {told}"
    answers(lays(game, 51), 409, "This page is out of date.")
    late: tuple[tuple[dict[str, object], str], ...] = (
        ({"pile": "up-2"}, "conflict - -"),
        ({"card": 49}, "conflict - asks"),
        ({}, "merged 2 -"),
    )
    for number, (more, told) in enumerate(late):
        assert verdict(lays(other, **more, id=f"late-{number}")) == f"late-{number} {told}"


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
        broken.setattr("companion.web.play.boards.render", fail)
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
    game.store.tables.close(game.id, game.ids[0])
    pages.append(game.posts(f"{game.game}entries", facts))
    game.client.delete_cookie(game.cookie_name("phone"))
    pages.append(game.posts(f"{game.game}entries", facts))
    assert [page.status for page in pages] == [400, 423, 404]
    for page in pages:
        assert (verdict(page), page.answer.headers["Companion"]) == (None, edition())


def test_what_is_withdrawn_before_it_came_is_refused_for_good(game: Phone) -> None:
    with nothing_written(game):
        for more in ({"withdrawn": "1"}, {}, {"withdrawn": "1"}):  # a late copy between
            assert verdict(lays(game, **more)) == f"{OWN} refused - -"
    assert verdict(lays(game, id="another")) == "another recorded 2 -"
    for more in ({"withdrawn": "1"}, {}):  # after it came it says its place
        assert verdict(lays(game, id="another", **more)) == "another recorded 2 -"
    game.opens(game.game)
    game.takes_back(2)
    assert verdict(lays(game, id="another")) == "another recorded 2 -"
    assert game.cards() == [47]


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


def test_a_page_that_was_kept_gets_a_new_token_of_its_own(game: Phone, another: Another) -> None:
    other = another(game)
    game.client.delete_cookie(game.cookie_name("session"))
    assert lays(game).status == 400
    answer = game.client.get("/token")
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    assert answer.headers["Cache-Control"] == "no-store"
    game.token = other.token = answer.text
    assert verdict(lays(game)) == f"{OWN} recorded 2 -"
    assert lays(other).status == 400


@BOTH_WAYS
def test_the_answer_is_the_board_itself_with_buttons_that_work(game: Phone) -> None:
    page = game.plays(57, "up-1")
    assert (page.status, page.said, page.whole) == (200, "", not game.scripts)
    tops = {"up-1": 57, "up-2": 1, "down-1": 100, "down-2": 100}
    assert game.sees() == Board(2, "Ann’s turn", tops, draw_pile=84, hands=[5, 7], left=96)
    for label, cards in (
        ("Undo", [47]),
        ("48", [47, 48]),
        ("Undo", [47]),
        ("Redo", [47, 48]),
        ("38−10 ten back", [47, 48, 38]),
    ):
        game.taps(label)
        assert game.cards() == cards, label


@BOTH_WAYS
def test_a_slip_is_asked_about_and_entered_left_or_mended_by_one_tap(game: Phone) -> None:
    with nothing_written(game):
        page = game.plays(30, "up-1")
        answers(page, 422, "30 does not fit on 47 going up. Enter it anyway?")
        [rule] = [a.attributes["href"] for a in page.main.all("a") if a.label == "The rule"]
        assert rule.startswith("/rules/the-game?of=pile-direction&")
        assert rule.endswith(f"&back={game.game}#pile-direction")
        assert game.taps("My mistake").said == ""
    game.plays(30, "up-1")
    assert game.taps("Enter 30").status == 200
    assert game.record()["entries"][-1] == {**CARD, "card": 30, "confirmed": True}
    assert "entered anyway" in game.opens(f"{game.game}log/").main.text
    game.opens(game.game)
    game.taps("Undo")
    game.plays(30, "up-1")
    assert game.taps("100 ▼ C: it went onto ▼ C").status == 200
    assert game.sees().tops["down-1"] == 30
    game.plays(20, "up-1")
    assert game.taps("It was Ben’s").status == 200
    kinds = [entry["kind"] for entry in game.record()["entries"]]
    assert kinds == ["card-played", "card-played", "turn-ended", "card-played"]
    game.opens(game.game)
    with nothing_written(game):
        answers(game.ends_turn(), 422, "Ben still has to lay 1 card. End the turn anyway?")
    form = next(f for f in game.page.main.all("form") if f.all("input", name="confirmed"))
    assert game.submits(form).status == 200
    assert game.sees().turn == "Ann’s turn"


@BOTH_WAYS
def test_a_card_that_lies_there_says_where_and_leads_to_its_line(game: Phone) -> None:
    with nothing_written(game):
        lies = "47 has already been laid. Entry 1 in the log: Ann: 47 on ▲"
        answers(game.plays(47, "up-2"), 422, lies)
    page = game.taps("Change earlier 47")
    assert page.answer.request.path == f"{game.game}log/1"


def test_what_no_sheet_asks_for_is_not_there(plain: Phone) -> None:
    plain.starts(2, ["Ann", "Ben"])
    fields = (("pad", "pile"), ("pad", "tens"), ("missed", "count"), ("hands", "seat"))
    for name, field in fields:
        for junk in ("-1", "abc", LONG, HOSTILE):
            page = plain.opens(f"{plain.game}sheet/{name}?{urlencode({field: junk})}")
            assert page.status in (200, 404), (field, junk)
            assert not page.main.all("script"), (field, junk)


def starts_again(phone: Phone) -> str:
    page = phone.sends(f"{phone.game}again", phone.facts(), entry=None)
    assert page.status == 200
    return str(page.answer.request.path)


def test_the_jumps_of_a_game_are_not_told_as_an_entry_that_was_there(game: Phone) -> None:
    page = game.enters(kind="cannot-play")
    assert "The biggest jumps" in page.main.text
    assert page.told == ""


@BOTH_WAYS
def test_a_table_goes_on_with_one_game_whoever_taps_first(phone: Phone, another: Another) -> None:
    phone.starts(2, ["Ann", "Ben"])
    phone.enters(kind="cannot-play")
    first, second, third = phone.game, another(phone), another(phone)
    following = starts_again(phone)
    assert starts_again(second) == following != first
    page = third.opens(first)  # who stayed behind
    assert page.main.all("a", href=following)[0].text == "Open next game"
    assert "Play again" not in page.labels()
    phone.game = following
    phone.enters(kind="cannot-play")
    assert "Play again" in phone.opens(first).labels()  # that one is over, too
    phone.game = first
    assert starts_again(phone) not in (first, following)


@BOTH_WAYS
def test_what_is_laid_out_is_one_tap_away_before_the_first_card(phone: Phone) -> None:
    phone.starts(3, ["Ann", "Ben", "Cas"], smaller_hand=True)
    page = phone.taps("Set-up")
    assert "The Game, 3 players" in page.main.text
    boxes = page.main.all("input", type="checkbox")
    assert len(boxes) == len(page.main.classed("ticks")[0].all("li")) == 5
    assert len({box.attributes["name"] for box in boxes}) == 5
    assert "Deal 5 cards to each of you." in page.main.text
    assert phone.taps("Back to game").main.having("data-seen")
    phone.enters(kind="starter-chosen", player=1)
    assert {"Set-up", "Log"} & {*phone.opens(phone.game).labels()} == {"Set-up"}
    phone.plays(47, "up-1")
    assert {"Set-up", "Log"} & {*phone.opens(phone.game).labels()} == {"Log"}
