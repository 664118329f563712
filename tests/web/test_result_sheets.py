"""A game of which only the result is entered: One Brain and Game of Bluff, from the set-up on."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.web.actor import BOTH_WAYS, Phone
from tests.web.pages import Page
from tests.web.test_files import sheet
from tests.web.test_share import newest, play_of, shared

BRAIN, BLUFF = "one-brain", "game-of-bluff"
NAMES = ("Ann", "Ben", "Cas", "Dee")
TODAY = datetime.now(UTC).date()
FRIDAY = TODAY - timedelta(days=9)
ONLY = "Only the result was entered."
NUMERIC = {"inputmode": "numeric"}
ROUND = {"kind": "round-scored", "cards-0": 3, "cards-1": 1, "cards-2": 2}


def begins(phone: Phone, tile: str, seats: int = 3, **given: str) -> Page:
    """Set a game up of which only the result is entered; its sheet is shown."""
    return phone.starts(seats, NAMES[:seats], tile=tile, given={"depth": "result", **given})


def wins(phone: Phone, columns: int = 3) -> Page:
    return phone.taps(f"Won with {columns} columns")


def totals(phone: Phone, *said: object, **more: object) -> Page:
    """Fill the fields of the sheet in, and send them."""
    [form] = [form for form in phone.page.main.all("form") if form.all("input", **NUMERIC)]
    filled = {f"totals-{seat}": str(total) for seat, total in enumerate(said)}
    return phone.sends(form.attributes["action"], {**form.values(), **filled, **more})


def fields(page: Page) -> list[str]:
    """What stands in the fields of the totals."""
    return [each.attributes["value"] for each in page.main.all("input", **NUMERIC)]


def names_of(page: Page) -> list[str]:
    return [label.text for label in page.main.all("label") if label.all("input", **NUMERIC)]


def entered(phone: Phone) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = phone.record()["entries"]
    return entries


def is_over(phone: Phone, *said: str) -> None:
    """The end of the game is shown at its own address, and nothing that would be made up."""
    page = phone.page
    assert page.answer.request.path == phone.game
    for each in (*said, ONLY):
        assert each in page.main.text
    assert not page.main.classed("chart")
    assert not page.main.classed("middle")
    assert not page.main.classed("facts")
    assert "1 turn" not in page.main.text
    assert "1 round" not in page.main.text


class TestOneBrain:
    @BOTH_WAYS
    def test_one_tap_enters_that_it_was_won(self, phone: Phone) -> None:
        page = begins(phone, BRAIN)
        assert page.main.find("h1").text == "Only the result"
        labels = [button.label for button in page.main.all("button")]
        assert labels == [
            "Won with 0 columns",
            "Won with 1 column",
            *(f"Won with {columns} columns" for columns in range(2, 6)),
            "Lost: limit reached",
        ]
        wins(phone, 3)
        is_over(phone, "Won", "3/6")
        assert entered(phone) == [{"kind": "result-entered", "won": True, "columns": 3}]

    @BOTH_WAYS
    def test_one_tap_enters_that_it_was_lost(self, phone: Phone) -> None:
        begins(phone, BRAIN, level="expert")
        phone.taps("Lost: limit reached")
        is_over(phone, "Lost", "5/5")
        assert entered(phone) == [{"kind": "result-entered", "won": False}]

    def test_any_board_leads_there_and_what_was_entered_is_not_shown_as_all(
        self, phone: Phone
    ) -> None:
        phone.starts(2, NAMES[:2], tile=BRAIN)
        for entry in ({"kind": "card-played", "from": "hand", "action": "cover"},
                      {"kind": "turn-ended"}) * 3:  # fmt: skip
            assert phone.enters(**entry, confirmed="1").status == 200
        phone.opens(f"{phone.game}sheet/attempts")
        phone.taps("Enter only the result")
        wins(phone, 4)
        is_over(phone, "Won", "4/6")
        assert phone.record()["entries"][-1]["columns"] == 4

    def test_what_cannot_be_a_result_is_said_and_the_buttons_stay(self, phone: Phone) -> None:
        begins(phone, BRAIN)
        slips = (
            ({"won": "y", "columns": "6"}, "With 6 columns or more in the middle, the attempt is"),
            ({"won": "maybe"}, "Did you win or lose?"),
            ({"columns": "2"}, "Did you win or lose?"),
            ({"won": "y", "columns": "-1"}, "There is no such number of columns"),
            ({"won": "y", "columns": "two"}, "There is no such number of columns"),
        )
        for facts, says in slips:
            page = phone.enters(kind="result-entered", back="board", **facts)
            assert page.status == 422, facts
            assert says in page.main.classed("notice")[0].text
            assert "Won with 5 columns" in page.labels()
        wins(phone, 2)
        is_over(phone, "Won", "2/6")

    def test_to_keep_playing_is_one_tap_away(self, phone: Phone) -> None:
        begins(phone, BRAIN)
        wins(phone)
        page = phone.taps("Keep playing")
        assert "0 of 6" in page.main.text
        assert entered(phone) == []

    def test_over_its_address_shows_the_end(self, phone: Phone) -> None:
        begins(phone, BRAIN)
        address = f"{phone.game}sheet/result"
        wins(phone)
        phone.opens(address)
        is_over(phone, "Won")

    def test_the_next_attempt_asks_for_its_result_too_and_nobody_starts(self, phone: Phone) -> None:
        begins(phone, BRAIN)
        wins(phone)
        page = phone.taps("Next attempt")
        assert page.main.find("h1").text == "Only the result"
        phone.game = page.answer.request.path.removesuffix("sheet/result")
        assert entered(phone) == []

    @BOTH_WAYS
    def test_its_line_can_be_changed(self, phone: Phone) -> None:
        begins(phone, BRAIN)
        wins(phone)
        page = phone.opens(f"{phone.game}log/1")
        assert page.main.find("h1").text == "Result: won with 3 columns"
        page = phone.taps("Lost: limit reached")
        assert page.answer.request.path == f"{phone.game}log/"
        assert "Result: lost with 6 columns" in page.main.text

    def test_a_change_that_cannot_be_keeps_the_line(self, phone: Phone) -> None:
        begins(phone, BRAIN)
        wins(phone)
        page = phone.enters(kind="result-entered", won="y", columns=9, change=1, back="log")
        assert page.status == 422
        assert "With 6 columns or more" in page.main.text
        page = wins(phone, 5)
        assert page.answer.request.path == f"{phone.game}log/"
        assert "Result: won with 5 columns" in page.main.text


class TestBluff:
    @BOTH_WAYS
    def test_a_total_of_each_player_and_one_button(self, phone: Phone) -> None:
        page = begins(phone, BLUFF, 4)
        assert names_of(page) == [*NAMES]
        assert fields(page) == [""] * 4
        hints = [each.attributes for each in page.main.all("input", **NUMERIC)]
        assert [each["enterkeyhint"] for each in hints] == ["next", "next", "next", "done"]
        assert ["autofocus" in each for each in hints] == [True, False, False, False]
        totals(phone, 9, 13, 9, 2)
        is_over(phone, "Dee wins")
        places = [place.text for place in phone.page.main.classed("places")[0].all("li")]
        assert places == ["1 Dee 2", "2 Ann 9", "2 Cas 9", "4 Ben over the limit13"]
        assert entered(phone) == [{"kind": "result-entered", "totals": [9, 13, 9, 2]}]

    @BOTH_WAYS
    @pytest.mark.parametrize(
        ("said", "kept", "lacks"),
        [
            ((9, "", 7, 2), ["9", "", "7", "2"], "Ben"),
            (("", 0, "", 2), ["", "0", "", "2"], "Ann and Cas"),
            ((1, 2, 3, "x7"), ["1", "2", "3", ""], "Dee"),
            ((1, "-3", 3, 4), ["1", "-3", "3", "4"], "Ben"),
        ],
    )
    def test_what_is_lacking_is_said_and_every_number_stays(
        self, phone: Phone, said: tuple[object, ...], kept: list[str], lacks: str
    ) -> None:
        begins(phone, BLUFF, 4)
        page = totals(phone, *said)
        assert page.status == 422
        assert page.main.classed("notice")[0].text == (
            f"Still missing: {lacks}. A total is a whole number, 0 or more."
        )
        assert fields(page) == kept
        wrong = [each.attributes for each in page.main.having("aria-invalid")]
        assert [NAMES[int(each["name"][-1])] for each in wrong] == lacks.split(" and ")
        assert "autofocus" in wrong[0]
        totals(phone, 1, 2, 3, 4)
        is_over(phone, "Ann wins")

    def test_any_board_leads_there_and_its_rounds_are_not_shown_as_all(self, phone: Phone) -> None:
        phone.starts(3, NAMES[:3], tile=BLUFF)
        phone.enters(**ROUND)
        phone.opens(f"{phone.game}sheet/stop")
        phone.taps("Enter only the result")
        assert fields(phone.page) == [""] * 3
        totals(phone, 7, 0, 7)
        is_over(phone, "Ben wins")

    def test_fifteen_have_a_field_each(self, phone: Phone) -> None:
        phone.starts(15, [], tile=BLUFF, given={"depth": "result"})
        assert len(fields(phone.page)) == 15
        totals(phone, *range(15))
        is_over(phone, "Player 1 wins")

    def test_what_another_phone_entered_meanwhile_is_told_first(
        self, phone: Phone, another: Callable[[Phone], Phone]
    ) -> None:
        begins(phone, BLUFF)
        other = another(phone)
        other.opens(phone.game)
        other.enters(**ROUND)
        page = totals(phone, 5, 6, 7)
        assert page.status == 409
        assert fields(page) == []
        phone.taps("Enter it")
        is_over(phone, "Ann wins")
        assert entered(phone)[-1]["totals"] == [5, 6, 7]

    @BOTH_WAYS
    def test_its_line_can_be_changed(self, phone: Phone) -> None:
        begins(phone, BLUFF)
        totals(phone, 5, 6, 7)
        page = phone.opens(f"{phone.game}log/1")
        assert fields(page) == ["5", "6", "7"]
        page = totals(phone, 5, "", 4)
        assert (page.status, fields(page)) == (422, ["5", "", "4"])
        page = totals(phone, 5, 6, 4)
        assert page.answer.request.path == f"{phone.game}log/"
        assert "Result: Ann 5, Ben 6, Cas 4" in page.main.text

    def test_over_it_is_refused_and_leads_back(self, phone: Phone) -> None:
        begins(phone, BLUFF)
        totals(phone, 5, 6, 7)
        page = phone.enters(kind="result-entered", **{f"totals-{seat}": 1 for seat in range(3)})
        assert page.status == 422
        assert "The game is over. Keep playing first, then enter it." in page.main.text
        phone.taps("To the scores")
        is_over(phone, "Ann wins")


class TestDay:
    @pytest.mark.parametrize("day", ["2100-01-01", "1999-12-31", "2026-02-31", "last Friday"])
    def test_a_day_that_cannot_be_is_said(self, plain: Phone, day: str) -> None:
        page = begins(plain, BRAIN, day=day)
        assert page.status == 422
        assert page.main.classed("notice")[0].text == "Choose a day up to today."
        assert page.main.all("input", name="name")[0].attributes["value"] == "Ann"

    @pytest.mark.parametrize("says", ["", "%Y-%m-%d"], ids=["no day", "today"])
    def test_without_another_day_it_is_of_now(self, plain: Phone, says: str) -> None:
        begins(plain, BRAIN, day=datetime.now(UTC).strftime(says))
        assert datetime.now(UTC) - newest(plain).made_at < timedelta(minutes=5)

    def test_who_enters_every_turn_plays_now(self, plain: Phone) -> None:
        plain.starts(2, NAMES[:2], tile=BRAIN, given={"depth": "", "day": FRIDAY.isoformat()})
        assert newest(plain).made_at.date() >= TODAY

    def test_all_that_is_told_of_it_is_of_that_day(self, plain: Phone) -> None:
        begins(plain, BLUFF, day=FRIDAY.isoformat())
        totals(plain, 5, 6, 7)
        assert newest(plain).made_at.date() == FRIDAY
        said, play = shared(plain.page), play_of(plain.page)
        assert f"{FRIDAY:%B} {FRIDAY.day}, {FRIDAY.year}" in said
        assert play["playDate"].startswith(FRIDAY.isoformat())
        for file in (f"{plain.game}record.csv", f"{plain.table}table.csv"):
            assert [row[1][:10] for row in sheet(plain, file)[1:]] == [FRIDAY.isoformat()] * 4
        page = plain.opens(f"{plain.table}history")
        assert f"{FRIDAY.day}" in page.main.classed("rows")[0].text


class TestTold:
    def test_bluff(self, plain: Phone) -> None:
        begins(plain, BLUFF)
        totals(plain, 5, 10, 7)
        assert shared(plain.page).startswith(
            "Game of Bluff, Ann wins: Ann 5, Cas 7, Ben 10. Ann, Ben and Cas. Only the result."
        )
        play = play_of(plain.page)
        assert [each["startPlayer"] for each in play["players"]] == [False] * 3
        assert [each["score"] for each in play["players"]] == ["5", "10", "7"]
        assert [each["rank"] for each in play["players"]] == [1, 3, 2]
        assert play["comments"] == "Only the result."
        assert "durationMin" not in play
        facts = [row[2:] for row in sheet(plain, f"{plain.game}record.csv")[1:]]
        assert facts == [
            ["1", "Ann", "result: total", "5", "5"],
            ["1", "Ben", "result: total", "10", "10"],
            ["1", "Cas", "result: total", "7", "7"],
            ["", "", "Result", "Ann wins", ""],
        ]

    def test_one_brain(self, plain: Phone) -> None:
        begins(plain, BRAIN, level="beginner")
        wins(plain, 6)
        assert shared(plain.page).startswith(
            "One Brain, Won, Beginner. Ann, Ben and Cas. Only the result."
        )
        play = play_of(plain.page)
        assert [each["winner"] for each in play["players"]] == [True] * 3
        assert (play["board"], play["comments"]) == ("Beginner", "Only the result.")
        facts = [row[2:] for row in sheet(plain, f"{plain.game}record.csv")[1:]]
        assert facts == [
            ["1", "", "result: won, columns", "", "6"],
            ["", "", "Result", "Won, Beginner", ""],
        ]

    def test_who_started_is_told_where_somebody_said_so(self, plain: Phone) -> None:
        begins(plain, BLUFF)
        plain.opens(plain.game)
        plain.enters(kind="starter-chosen", player=1)
        plain.opens(f"{plain.game}sheet/result")
        totals(plain, 5, 6, 7)
        starts = [each["startPlayer"] for each in play_of(plain.page)["players"]]
        assert starts == [False, True, False]

    def test_statistics_and_history_count_them(self, plain: Phone) -> None:
        begins(plain, BLUFF)
        totals(plain, 5, 6, 7)
        plain.taps("Play again")
        totals(plain, 9, 8, 7)
        said = plain.opens(f"{plain.table}statistics").main.text
        assert "Of 2 games only the result was entered." in said
        assert "Ann 1/2 2.0 7.0 5" in said
        said = plain.opens(f"{plain.table}history").main.text
        assert "Ann wins" in said
        assert "Cas wins" in said
        assert said.count("only the result") == 2
