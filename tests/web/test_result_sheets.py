"""How much a table enters: every turn, or only the result, from the set-up on."""

from datetime import UTC, datetime, timedelta

from tests.games.the_game.telling import end, laid
from tests.support.client_phone import BOTH_WAYS, Phone, answers, nothing_written
from tests.support.page import Page
from tests.web.brain import entries
from tests.web.test_files import sheet
from tests.web.test_share import newest, play_of, shared

BRAIN, BLUFF = "one-brain", "game-of-bluff"
NAMES = ("Ann", "Ben", "Cas", "Dee")
TODAY = datetime.now(UTC).date()
FRIDAY = TODAY - timedelta(days=9)
ONLY = "Only the result was entered."
NUMERIC = {"inputmode": "numeric"}
ENDED = end()


def begins(phone: Phone, tile: str, seats: int = 3, **given: str) -> Page:
    """Set a game up of which only the result is entered; its sheet is shown."""
    return phone.starts(seats, NAMES[:seats], tile=tile, given={"depth": "result", **given})


def totals(phone: Phone, *said: object, **more: object) -> Page:
    """Fill the fields of the sheet in, and send them."""
    [form] = [form for form in phone.page.main.all("form") if form.all("input", **NUMERIC)]
    filled = {f"totals-{seat}": str(total) for seat, total in enumerate(said)}
    return phone.submits(form, **filled, **more)


def fields(page: Page) -> list[str]:
    return [each.attributes["value"] for each in page.main.all("input", **NUMERIC)]


def is_over(phone: Phone, *said: str) -> None:
    """The end of the game is shown at its own address, and nothing that would be made up."""
    page = phone.page
    assert page.answer.request.path == phone.game
    assert [each for each in (*said, ONLY) if each not in page.main.text] == []
    assert not [each for each in ("chart", "middle", "facts") if page.main.classed(each)]
    assert ("1 turn" in page.main.text, "1 round" in page.main.text) == (False, False)


@BOTH_WAYS
def test_one_tap_enters_how_an_attempt_ended(phone: Phone) -> None:
    page = begins(phone, BRAIN)
    assert page.main.find("h1").text == "Only the result"
    labels = [button.label for button in page.main.all("button")]
    assert labels[:2] == ["Won with 0 columns", "Won with 1 column"]
    assert labels[-2:] == ["Won with 5 columns", "Lost: limit reached"]
    page = phone.enters(kind="result-entered", back="board", won="maybe")
    said = "Did you win or lose? Choose one of the buttons."
    assert (page.status, page.main.classed("notice")[0].text) == (422, said)
    address = f"{phone.game}sheet/result"
    phone.taps("Won with 3 columns")
    is_over(phone, "Won", "3/6")
    assert entries(phone) == [{"kind": "result-entered", "won": True, "columns": 3}]
    phone.opens(address)  # over, it shows the end
    is_over(phone, "Won")
    page = phone.opens(f"{phone.game}log/1")
    assert page.main.find("h1").text == "Result: won with 3 columns"
    page = phone.taps("Lost: limit reached")
    assert page.answer.request.path == f"{phone.game}log/"
    assert "Result: lost with 6 columns" in page.main.text
    assert "6/6" in phone.opens(phone.game).main.text
    page = phone.again("Next attempt")  # asks for its result too, and nobody starts
    assert page.main.find("h1").text == "Only the result"
    assert entries(phone) == []


@BOTH_WAYS
def test_a_total_of_each_player_and_one_button(phone: Phone) -> None:
    page = begins(phone, BLUFF, 4)
    labels = [label.text for label in page.main.all("label") if label.all("input", **NUMERIC)]
    assert labels == [*NAMES]
    hints = [each.attributes for each in page.main.all("input", **NUMERIC)]
    assert [each["enterkeyhint"] for each in hints] == ["next", "next", "next", "done"]
    assert ["autofocus" in each for each in hints] == [True, False, False, False]
    for said, kept, lacks in (
        (("", 0, "", 2), ["", "0", "", "2"], "Ann and Cas"),
        ((1, 2, 3, "x7"), ["1", "2", "3", ""], "Dee"),
        ((1, "-3", 3, 4), ["1", "-3", "3", "4"], "Ben"),
    ):
        page = totals(phone, *said)
        missing = f"Still missing: {lacks}. A total is a whole number, 0 or more."
        assert (page.status, page.main.classed("notice")[0].text) == (422, missing)
        assert fields(page) == kept
        wrong = [each.attributes for each in page.main.having("aria-invalid")]
        assert [NAMES[int(each["name"][-1])] for each in wrong] == lacks.split(" and ")
        assert "autofocus" in wrong[0]
    totals(phone, 9, 13, 9, 2)
    is_over(phone, "Dee wins")
    places = [place.text for place in phone.page.main.classed("places")[0].all("li")]
    assert places == ["1 Dee 2", "2 Ann 9", "2 Cas 9", "4 Ben over the limit13"]
    assert entries(phone) == [{"kind": "result-entered", "totals": [9, 13, 9, 2]}]
    page = phone.enters(kind="result-entered", **{f"totals-{seat}": 1 for seat in range(4)})
    assert "The game is over. Undo the end first, then enter it." in page.main.text
    phone.taps("Go to scores")
    is_over(phone, "Dee wins")
    assert fields(phone.opens(f"{phone.game}log/1")) == ["9", "13", "9", "2"]
    page = totals(phone, 5, 6, 4, 4)
    assert page.answer.request.path == f"{phone.game}log/"
    assert "Result: Ann (5), Ben (6), Cas (4)" in page.main.text


def test_any_board_leads_there_and_what_was_entered_is_not_shown_as_all(plain: Phone) -> None:
    plain.starts(2, NAMES[:2], tile=BRAIN)
    for entry in ({"kind": "card-played", "from": "hand", "action": "cover"}, ENDED):
        assert plain.enters(**entry, confirmed="1").status == 200
    plain.opens(f"{plain.game}sheet/attempts")
    plain.taps("Only the result")
    plain.taps("Won with 4 columns")
    is_over(plain, "Won", "4/6")
    plain.starts(3, NAMES[:3], tile=BLUFF)
    plain.enters(**{"kind": "round-scored", "cards-0": 3, "cards-1": 1, "cards-2": 2})
    plain.opens(f"{plain.game}sheet/stop")
    plain.taps("Only the result")
    totals(plain, 7, 0, 7)
    is_over(plain, "Ben wins")
    plain.starts(15, [], tile=BLUFF, given={"depth": "result"})
    totals(plain, *range(15))
    is_over(plain, "Player 1 wins")


def test_it_is_of_the_day_that_is_said(plain: Phone) -> None:
    begins(plain, BLUFF, day=FRIDAY.isoformat())
    totals(plain, 5, 6, 7)
    assert newest(plain).made_at.date() == FRIDAY
    said, play = shared(plain.page), play_of(plain)
    assert f"{FRIDAY:%B} {FRIDAY.day}, {FRIDAY.year}" in said
    assert play["playDate"].startswith(FRIDAY.isoformat())
    rows = sheet(plain, f"{plain.game}record.csv")[1:]
    assert [row[1][:10] for row in rows] == [FRIDAY.isoformat()] * 4
    page = plain.opens(f"{plain.table}history")
    assert f"{FRIDAY.day}" in page.main.classed("rows")[0].text
    for day in ("2100-01-01", "1999-12-31", "2026-02-31", "last Friday"):
        page = begins(plain, BRAIN, day=day)
        assert page.status == 422
        assert page.main.classed("notice")[0].text == "Choose today or an earlier day."
        assert page.main.all("input", name="name")[0].attributes["value"] == "Ann"
    for says in ("", "%Y-%m-%d"):
        begins(plain, BRAIN, day=datetime.now(UTC).strftime(says))
        assert datetime.now(UTC) - newest(plain).made_at < timedelta(minutes=5)
    plain.starts(2, NAMES[:2], tile=BRAIN, given={"depth": "", "day": FRIDAY.isoformat()})
    assert newest(plain).made_at.date() >= TODAY  # who enters every turn plays now


def depth(phone: Phone) -> str:
    """What is chosen on the screen where a game is set up."""
    return phone.page.main.picked("depth")[0].attributes["value"]


def numbers(phone: Phone) -> list[str]:
    """The numbers of cards that one tap enters."""
    phone.opens(phone.game)
    rows = phone.page.main.classed("laid-numbers")
    return [button.text for row in rows for button in row.all("button")]


class TestTurns:
    @BOTH_WAYS
    def test_a_tap_is_a_whole_turn(self, phone: Phone) -> None:
        phone.starts(2, given={"depth": "turns"})
        assert numbers(phone) == list("1234567")
        phone.taps("2")
        assert phone.record()["entries"] == [laid(2), ENDED]
        tops = [face.find("b").text for face in phone.opens(phone.game).main.having("data-pile")]
        assert tops == ["?"] * 4
        assert "“?” is unknown" in phone.page.main.text

        phone.starts(2, given={"depth": "turns", "expert": "y"})
        with nothing_written(phone):
            phone.opens(phone.game)
            answers(phone.taps("1"), 422, "Player 1 still has to lay 2 cards.")
        phone.taps("Enter it")
        assert phone.record()["entries"] == [laid(1), {**ENDED, "confirmed": True}]

    def test_a_table_goes_on_as_it_began_until_it_says_otherwise(self, phone: Phone) -> None:
        phone.starts(2)
        phone.opens(f"{phone.game}sheet/result")
        assert ".laid-numbers" in phone.taps("Every turn").answer.text  # its style comes along
        assert numbers(phone)
        phone.enters(kind="card-played", card=40, pile="up-1")
        assert numbers(phone) == [f"+{more}" for more in range(1, 7)]
        phone.enters(kind="result-entered", left=0)
        phone.again()
        assert numbers(phone)
        phone.opens("/new/the-game")
        assert depth(phone) == "turns"
        phone.opens("/new/the-game-extreme")
        assert depth(phone) == "cards"

    def test_a_line_can_have_another_number_and_a_turn_before_it(self, phone: Phone) -> None:
        phone.starts(2, given={"depth": "turns"})
        phone.enters(kind="turn-laid", cards=2)
        phone.opens(f"{phone.game}log/1")
        phone.taps("4")
        phone.opens(f"{phone.game}log/1/forgotten")
        phone.submits(phone.page.main.classed("numbers")[0], cards=3)
        assert phone.record()["entries"] == [laid(3), ENDED, laid(4), ENDED]


@BOTH_WAYS
def test_the_pad_takes_it_in_two_steps(phone: Phone) -> None:
    page = phone.starts(2, given={"depth": "result", "extreme": "y"}, tile="the-game-extreme")
    assert "How many cards were left" in page.said or "How many" in page.main.text
    form, key = phone.page.form_of("3")
    phone.sends(key.attributes["formaction"], {**form.values(key), "lost": "y"}, entry=False)
    page = phone.taps("1")
    assert "Only the result was entered." in page.main.text
    assert phone.record()["entries"] == [{"kind": "result-entered", "left": 31, "lost": True}]
    for made_up in ("turn", "Ten back", "Cards per turn", "The biggest jumps", "cards laid"):
        assert made_up not in page.main.text, made_up
    assert "only the result" in phone.opens(phone.table).main.text
    said = phone.opens(f"{phone.table}statistics").main.text
    assert "For 1 game, only the result was entered." in said

    phone.starts(2)
    phone.plays(40, "up-1")
    phone.opens(f"{phone.game}sheet/result")
    with nothing_written(phone):
        page = phone.enters(kind="result-entered", left=98)
        assert (page.status, page.said) == (422, "The app counts only 97 cards left.")
        assert page.main.classed("pad")
