"""Entering at a table: what a phone is told, what is written then, and the record of it."""

from urllib.parse import urlencode

from tests.support.client_phone import BOTH_WAYS, Another, Board, Phone, answers, nothing_written
from tests.web.junk import CARD, HOSTILE, LONG


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
    assert game.sends(form.attributes["action"], form.values()).status == 200
    assert game.sees().turn == "Ann’s turn"


class TestRefused:
    @BOTH_WAYS
    def test_a_card_that_lies_there_says_where_and_leads_to_its_line(self, game: Phone) -> None:
        with nothing_written(game):
            answers(
                game.plays(47, "up-2"),
                422,
                "47 has already been laid. Entry 1 in the log: Ann: 47 on ▲",
            )
        page = game.taps("Change earlier 47")
        assert page.answer.request.path == f"{game.game}log/1"


class TestSheets:
    def test_what_no_sheet_asks_for_is_not_there(self, plain: Phone) -> None:
        plain.starts(2, ["Ann", "Ben"])
        for name, field in (
            ("pad", "pile"),
            ("pad", "tens"),
            ("missed", "count"),
            ("hands", "seat"),
        ):
            for junk in ("-1", "abc", LONG, HOSTILE):
                page = plain.opens(f"{plain.game}sheet/{name}?{urlencode({field: junk})}")
                assert page.status in (200, 404), (field, junk)
                assert not page.main.all("script"), (field, junk)


def again(phone: Phone) -> str:
    page = phone.sends(f"{phone.game}again", phone.facts(), entry=None)
    assert page.status == 200
    return str(page.answer.request.path)


@BOTH_WAYS
def test_a_table_goes_on_with_one_game_whoever_taps_first(phone: Phone, another: Another) -> None:
    phone.starts(2, ["Ann", "Ben"])
    phone.enters(kind="cannot-play")
    first, second, third = phone.game, another(phone), another(phone)
    following = again(phone)
    assert again(second) == following != first
    page = third.opens(first)  # who stayed behind
    assert page.main.all("a", href=following)[0].text == "Open next game"
    assert "Play again" not in page.labels()
    phone.game = following
    phone.enters(kind="cannot-play")
    assert "Play again" in phone.opens(first).labels()  # that one is over, too
    phone.game = first
    assert again(phone) not in (first, following)


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
