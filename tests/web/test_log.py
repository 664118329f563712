"""The log in plain words, and changing what it says."""

import re

import pytest

from tests.web.actor import BOTH_WAYS, Phone, answers, nothing_written
from tests.web.pages import Element

OLDER, LAST = ("47 on ▲", "58 on ▲"), "69 on ▲"


@pytest.fixture
def story(phone: Phone) -> Phone:
    """A phone at a game of two turns: Ann laid 47 and 58, Ben 69."""
    phone.starts(2, ["Ann", "Ben"])
    return told(phone)


def told(phone: Phone) -> Phone:
    for card in (47, 58):
        phone.plays(card, "up-1")
    phone.ends_turn()
    phone.plays(69, "up-1")
    return phone


def log(phone: Phone, more: str = "") -> Element:
    return phone.opens(f"{phone.game}log/{more}").main


def line(phone: Phone, place: int) -> Element:
    """The row of the log that leads to this line."""
    found = log(phone, "?all=1").all("li")
    address = f"{phone.game}log/{place}"
    return next(row for row in found if row.all("a", href=address))


class TestCovered:
    """The log must not remember for a table that may not."""

    @BOTH_WAYS
    def test_without_aids_only_the_last_turn_is_in_the_page(self, story: Phone) -> None:
        page = story.opens(f"{story.game}log/")
        shown = re.sub(r"\d+:\d\d", "a time of day", page.main.text)
        assert LAST in shown
        for older in (*OLDER, "47", "58"):
            assert older not in shown
        assert not page.main.all("a", href=f"{story.game}log/1")

    def test_the_older_lines_are_one_tap_away(self, story: Phone) -> None:
        page = story.opens(f"{story.game}log/")
        link = next(a for a in page.main.all("a") if "all=1" in a.attributes["href"])
        shown = story.opens(link.attributes["href"]).main.text
        assert all(words in shown for words in (*OLDER, LAST))

    def test_with_aids_everything_is_open(self, phone: Phone) -> None:
        phone.starts(2, ["Ann", "Ben"], aids=True)
        shown = log(told(phone))
        assert all(words in shown.text for words in (*OLDER, LAST))
        assert "all=1" not in str(shown.all("a"))

    def test_so_it_is_once_the_game_is_over(self, story: Phone) -> None:
        story.enters(kind="cannot-play")
        assert all(words in log(story).text for words in (*OLDER, LAST))

    def test_the_first_turn_alone_has_nothing_to_cover(self, game: Phone) -> None:
        shown = log(game)
        assert "Ann: 47 on ▲" in shown.text
        assert "all=1" not in str(shown.all("a"))

    def test_an_empty_log_says_so(self, phone: Phone) -> None:
        phone.starts(1)
        assert "Nothing has been entered yet." in log(phone).text

    def test_of_a_long_one_the_newest_lines_come_first_and_the_older_on_pages(
        self, story: Phone, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Thousands of lines make a page of more than a megabyte."""
        monkeypatch.setattr("companion.web.log.LINES", 2)
        rows, address = [], f"{story.game}log/?all=1"
        for _ in range(2):
            page = story.opens(address).main
            rows += [row.all("b")[0].text for row in page.all("li")]
            older = [a.attributes["href"] for a in page.all("a") if "skip=" in a.attributes["href"]]
            address = older[0] if older else ""
        assert address == ""
        said = ("69 on ▲", "", "58 on ▲", "47 on ▲")  # a turn was ended in between
        assert all(words in row for words, row in zip(said, rows, strict=True))
        for odd in ("-3", "99", "x"):
            assert story.opens(f"{story.game}log/?all=1&skip={odd}").status == 200


class TestLines:
    @BOTH_WAYS
    def test_a_line_can_be_taken_back_and_let_count_again(self, story: Phone) -> None:
        story.opens(f"{story.game}log/1")
        assert story.taps("Undo this entry").answer.request.path == f"{story.game}log/"
        assert story.cards() == [58, 69]
        assert "undone" in line(story, 1).text
        assert "gone" in line(story, 1).attributes["class"]
        story.opens(f"{story.game}log/1")
        assert story.taps("Restore this entry").status == 200
        assert story.cards() == [47, 58, 69]
        assert "undone" not in line(story, 1).text

    def test_what_is_taken_back_is_struck(self, plain: Phone) -> None:
        plain.starts(1)
        style = "".join(map(str, plain.opens(f"{plain.game}log/").tree.all("style")))
        assert re.search(r"\.gone[^{}]*\{[^}]*line-through", style)

    @BOTH_WAYS
    def test_a_line_can_be_changed(self, story: Phone) -> None:
        story.opens(f"{story.game}log/2")
        page = story.enters(kind="card-played", card=57, pile="up-1", change=2, back="log")
        assert page.answer.request.path == f"{story.game}log/"
        assert story.cards() == [47, 57, 69]
        assert "Ann: 57 on ▲" in line(story, 2).text
        assert "changed" in line(story, 2).text

    @BOTH_WAYS
    def test_a_forgotten_card_can_be_put_before_a_line(self, story: Phone) -> None:
        story.opens(f"{story.game}log/2/forgotten")
        story.enters(kind="card-played", card=50, pile="up-1", before=2, back="log")
        assert story.cards() == [47, 50, 58, 69]

    @BOTH_WAYS
    def test_so_can_a_forgotten_end_of_turn(self, story: Phone) -> None:
        story.plays(70, "up-1")
        story.plays(71, "up-1")
        story.opens(f"{story.game}log/6")
        assert story.taps("End of turn").status == 200
        assert story.sees().turn == "Ann’s turn"

    @BOTH_WAYS
    def test_without_scripts_a_card_takes_two_taps(self, story: Phone) -> None:
        page = story.opens(f"{story.game}log/2")
        form = next(f for f in page.main.all("form") if f.all("input", name="change"))
        button = next(b for b in form.all("button") if b.attributes.get("value") == "5")
        address = button.attributes["formaction"]
        page = story.sends(address, form.values(button), entry=False)
        form = next(f for f in page.main.all("form") if f.all("input", name="change"))
        button = next(b for b in form.all("button") if b.attributes.get("value") == "55")
        assert story.sends(form.attributes["action"], form.values(button)).status == 200
        assert story.cards() == [47, 55, 69]

    @BOTH_WAYS
    def test_what_no_longer_fits_has_no_effect_and_says_why(self, story: Phone) -> None:
        story.opens(story.game)
        story.enters(kind="card-played", card=58, pile="up-2", change=1, back="log")
        row = line(story, 2)
        assert "has no effect: 58 is already out." in row.text
        assert "It has no effect: 58 is already out." in story.opens(f"{story.game}log/2").main.text
        assert story.sees().tops == {"up-1": 69, "up-2": 58, "down-1": 100, "down-2": 100}

    def test_a_line_entered_all_the_same_says_so(self, story: Phone) -> None:
        story.plays(30, "up-1", confirmed="1")
        assert "entered anyway" in line(story, 5).text

    @pytest.mark.parametrize("place", ["0", "99", "9" * 30, "-1", "abc", "3.5"])
    def test_there_is_no_other_line(self, story: Phone, place: str) -> None:
        for more in ("", "/forgotten"):
            assert story.opens(f"{story.game}log/{place}{more}").status == 404


class TestAsked:
    @BOTH_WAYS
    def test_a_change_that_does_not_fit_is_asked_about(self, story: Phone) -> None:
        with nothing_written(story):
            facts = {"kind": "card-played", "card": 40, "pile": "up-1", "change": 2, "back": "log"}
            answers(story.enters(**facts), 422, "40 does not fit on 47 going up.")
        assert story.taps("Enter 40").answer.request.path == f"{story.game}log/"
        assert story.cards() == [47, 40, 69]
        assert "entered anyway" in line(story, 2).text

    def test_it_speaks_of_the_table_as_it_was_then(self, story: Phone) -> None:
        story.plays(59, "up-1")
        facts = {"kind": "card-played", "card": 60, "pile": "up-1", "before": 5}
        answers(story.enters(**facts), 422, "60 does not fit on 69 going up.")

    def test_and_of_whose_turn_it_was(self, story: Phone) -> None:
        page = story.enters(kind="turn-ended", before=2, back="log")
        answers(page, 422, "Ann still has to lay 1 card.")

    def test_a_card_put_before_itself_is_refused(self, story: Phone) -> None:
        with nothing_written(story):
            page = story.enters(kind="card-played", card=47, pile="up-1", before=3)
            answers(page, 422, "47 is already out.")

    def test_what_is_taken_back_cannot_be_changed(self, story: Phone) -> None:
        story.takes_back(1)
        with nothing_written(story):
            page = story.enters(kind="card-played", card=40, pile="up-1", change=1)
            answers(page, 422, "That cannot be entered.")
