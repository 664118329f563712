"""The log in plain words, and changing what it says."""

import re

import pytest

from tests.support.client_phone import BOTH_WAYS, Another, Phone, answers, nothing_written
from tests.support.page import Element

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
    found = log(phone, "?all=1").all("li")
    return next(row for row in found if row.all("a", href=f"{phone.game}log/{place}"))


@BOTH_WAYS
def test_without_aids_only_the_last_turn_is_in_the_page(story: Phone) -> None:
    """The log must not remember for a table that may not."""
    page = story.opens(f"{story.game}log/")
    shown = re.sub(r"\d+:\d\d", "a time of day", page.main.text)
    assert LAST in shown
    for older in (*OLDER, "47", "58"):
        assert older not in shown
    assert not page.main.all("a", href=f"{story.game}log/1")
    link = next(a for a in page.main.all("a") if "all=1" in a.attributes["href"])
    shown = story.opens(link.attributes["href"]).main.text
    assert all(words in shown for words in (*OLDER, LAST))
    story.opens(story.game)
    story.enters(kind="cannot-play")  # the game is over
    assert all(words in log(story).text for words in (*OLDER, LAST))


def test_a_line_says_whose_phone_entered_it_to_all_others(game: Phone, another: Another) -> None:
    guest, nobody = another(game), another(game)
    guest.store.phones.rename(guest.id, guest.ids[0], guest.id, "Tablet", None)
    for card, phone in enumerate((guest, nobody), 48):
        phone.opens(phone.game)
        phone.plays(card, "up-1")
    for phone, theirs in (
        (game, ["another phone", "Tablet", ""]),
        (guest, ["another phone", "", "another phone"]),
    ):
        said = [row.find("span").text.rpartition(", ")[2] for row in log(phone).all("li")]
        assert [who * (who[:1].isalpha()) for who in said] == theirs


def test_with_aids_and_in_the_first_turn_everything_is_open(plain: Phone) -> None:
    plain.starts(2, ["Ann", "Ben"], aids=True)
    assert "Nothing has been entered yet." in log(plain).text
    plain.opens(plain.game)
    shown = log(told(plain))
    assert all(words in shown.text for words in (*OLDER, LAST))
    assert "all=1" not in str(shown.all("a"))
    plain.starts(2, ["Ann", "Ben"])
    plain.plays(47, "up-1")
    shown = log(plain)
    assert ("Ann: 47 on ▲" in shown.text, "all=1" in str(shown.all("a"))) == (True, False)


def test_a_long_one_has_older_pages(story: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of lines make a page of more than a megabyte."""
    monkeypatch.setattr("companion.web.play.log.LINES", 2)
    page = story.opens(f"{story.game}log/?all=1").main
    rows = page.all("li")
    [older] = [a.attributes["href"] for a in page.all("a") if "skip=" in a.attributes["href"]]
    page = story.opens(older).main
    said = ("69 on ▲", "", "58 on ▲", "47 on ▲")  # a turn was ended in between
    for words, row in zip(said, [*rows, *page.all("li")], strict=True):
        assert words in row.find("b").text
    assert not [a for a in page.all("a") if "skip=" in a.attributes["href"]]
    for odd in ("-3", "99", "x"):
        assert story.opens(f"{story.game}log/?all=1&skip={odd}").status == 200


@BOTH_WAYS
def test_a_line_is_undone_restored_changed_and_something_put_before_it(story: Phone) -> None:
    page = story.opens(f"{story.game}log/1")
    style = "".join(map(str, page.tree.all("style")))
    assert re.search(r"\.gone[^{}]*\{[^}]*line-through", style)
    assert story.taps("Undo this entry").answer.request.path == f"{story.game}log/"
    assert (story.cards(), "undone" in line(story, 1).text) == ([58, 69], True)
    assert "gone" in line(story, 1).attributes["class"]
    story.opens(f"{story.game}log/1")
    assert story.taps("Restore this entry").status == 200
    assert "undone" not in line(story, 1).text
    page = story.opens(f"{story.game}log/2")
    piles = page.main.classed("pad-piles")[0].text
    assert piles == "47 ▲ A 1 ▲ B 100 ▼ C 100 ▼ D"  # as they were then
    form = next(f for f in page.main.all("form") if f.all("input", name="change"))
    button = next(b for b in form.all("button") if b.attributes.get("value") == "5")
    page = story.sends(button.attributes["formaction"], form.values(button), entry=False)
    form = next(f for f in page.main.all("form") if f.all("input", name="change"))
    button = next(b for b in form.all("button") if b.attributes.get("value") == "57")
    page = story.submits(form, button)
    assert page.answer.request.path == f"{story.game}log/"
    assert ("2. Ann: 57 on ▲" in page.main.text, page.main.text.count("changed")) == (True, 1)
    assert "1. Ann: 47" in page.main.text  # an older line than what is covered stays in sight
    story.taps("Changed · Undo")
    assert story.cards() == [47, 58, 69]
    story.opens(story.game)
    story.taps("Redo")
    story.opens(f"{story.game}log/2/forgotten")
    story.enters(kind="card-played", card=50, pile="up-1", before=2, back="log")
    assert story.cards() == [47, 50, 57, 69]
    story.opens(story.game)
    same = story.enters(kind="card-played", card=50, pile="up-1", change=story.head, back="log")
    assert "Changed · Undo" in same.main.text
    story.opens(story.game)
    story.plays(70, "up-1")
    story.plays(71, "up-1")
    story.opens(f"{story.game}log/{story.head}")
    assert story.taps("End of turn").status == 200  # which was forgotten
    assert story.sees().turn == "Ann’s turn"


def test_what_no_longer_fits_has_no_effect_and_says_why(story: Phone) -> None:
    story.opens(story.game)
    story.enters(kind="card-played", card=58, pile="up-2", change=1, back="log")
    assert "has no effect: 58 has already been laid." in line(story, 2).text
    told = story.opens(f"{story.game}log/2").main.text
    assert "It has no effect: 58 has already been laid." in told
    assert story.sees().tops == {"up-1": 69, "up-2": 58, "down-1": 100, "down-2": 100}
    for place in ("0", "99", "9" * 30, "-1", "abc", "3.5"):
        for more in ("", "/forgotten"):
            assert story.opens(f"{story.game}log/{place}{more}").status == 404


@BOTH_WAYS
def test_what_does_not_fit_there_is_asked_about_as_the_table_was_then(story: Phone) -> None:
    card = {"kind": "card-played", "pile": "up-1"}
    with nothing_written(story):
        for facts, sentence in (
            ({"kind": "turn-ended", "before": 2, "back": "log"}, "Ann still has to lay 1 card."),
            ({**card, "card": 47, "before": 3}, "47 has already been laid."),
            ({**card, "card": 40, "change": 2, "back": "log"}, "40 does not fit on 47 going up."),
        ):
            answers(story.enters(**facts), 422, sentence)
    assert story.taps("Enter 40").answer.request.path == f"{story.game}log/"
    assert (story.cards(), "entered anyway" in line(story, 2).text) == ([47, 40, 69], True)
    story.opens(story.game)
    story.takes_back(1)
    with nothing_written(story):
        page = story.enters(**card, card=41, change=1)
        answers(page, 422, "That cannot be entered. Choose again.")
