"""Game of Bluff from its set-up to its last place, as phones at the table use it."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.engine.table import StoredGame
from tests.support.client_phone import BOTH_WAYS, Another, Phone, answers, nothing_written
from tests.support.page import Element, Page
from tests.web.junk import BOOK, HOSTILE

NAMES = "Ann Ben Cas Dee Eva Fay Gus Hal Ida Jan Kim Leo Mia Ned Oda".split()  # noqa: SIM905
SLUG = "game-of-bluff"
FOUR = [(4, 1, 2, 3), (4, 1, 3, 2), (3, 4, 1, 2), (1, 2, 4, 3), (2, 1, 3, 4)]
"""Five rounds of four: 12, 8, 10, 10 after the fourth, 14, 9, 13, 14 at the end."""
SHARED = [(1, 2, 3), (2, 3, 1), (3, 1, 2), (1, 2, 3), (3, 2, 1)]
"""Five rounds of three: 10, 10, 10."""
SEATS = (4, 7)
ON_BOARD_AND_SHEET = pytest.mark.parametrize("seats", SEATS)
"""Rounds are closed on the board, and from seven players on, on a sheet."""


def sits(phone: Phone, seats: int = 4, **switched: Any) -> Page:
    return phone.starts(seats, NAMES[:seats], tile=SLUG, **switched)


def closing(page: Page) -> Element:
    [form] = [each for each in page.main.classed("closing") if each.tag == "form"]
    return form


def at_the_cards(phone: Phone, at: str | None = None) -> Element:
    """Open the page on which a round is closed: the board, or its sheet from seven players on."""
    page = phone.opens(f"{phone.game}{at or ''}")
    if at is None and "Close round" not in {b.text[:11] for b in page.main.all("button")}:
        page = phone.taps(next(each for each in page.labels() if each.startswith("Close round")))
    return closing(page)


def given(*cards: object, **more: object) -> dict[str, object]:
    """What a phone sends for these cards in seat order, None being a seat without one."""
    said = {f"cards-{seat}": card for seat, card in enumerate(cards) if card is not None}
    return {**said, **more}


def closes(phone: Phone, *cards: object, at: str | None = None, **more: object) -> Page:
    """Close a round with these cards, on the page `at` or where the board lets one."""
    return phone.submits(at_the_cards(phone, at), **given(*cards, **more))


def plays(phone: Phone, rounds: Sequence[Sequence[int]]) -> Page:
    for cards in rounds:
        assert closes(phone, *cards).status == 200
    return phone.page


def says(phone: Phone, **facts: object) -> Page:
    """Enter this from one of the sheets, wherever the phone was."""
    phone.opens(f"{phone.game}sheet/starter")
    return phone.enters(**facts)


def up(seats: int) -> list[int]:
    return [*range(1, seats + 1)]


def cards_in(page: Page) -> list[int | None]:
    """The card that stands chosen for each seat, in the form of the page."""
    form, found = closing(page), dict[str, int | None]()
    for radio in form.all("input", type="radio"):
        is_chosen = "checked" in radio.attributes
        card = int(radio.attributes["value"]) if is_chosen else None
        found[radio.attributes["name"]] = card or found.get(radio.attributes["name"])
    for select in form.all("select"):
        picked = [option for option in select.all("option") if "selected" in option.attributes]
        found[select.attributes["name"]] = int(picked[0].text) if picked else None
    assert list(found) == [f"cards-{seat}" for seat in range(len(found))]
    return [*found.values()]


def riks_in(page: Page) -> list[int]:
    return [int(box.attributes["value"]) for box in closing(page).picked("rik")]


def rounds(phone: Phone) -> list[list[int]]:
    return [played["cards"] for played in phone.state()["rounds"]]


def sums(phone: Phone) -> list[int]:
    """The totals on the board, by seat."""
    main = phone.opens(phone.game).main
    rows = main.classed("sum") or main.classed("sheet")[0].find("tbody").all("tr")
    return [int(row.find("b").text) for row in rows]


def places(page: Page) -> list[tuple[int, str, int]]:
    """Place, name and total of everybody, from the top of the last page."""
    return [
        (int(row.find("i").text), row.find("span").text, int(row.find("b").text))
        for row in page.main.classed("places")[0].all("li")
    ]


def test_a_board_of_any_number_says_what_to_lay_out_and_who_starts(plain: Phone) -> None:
    for seats, others in ((4, "Rik and 1 other."), (7, "4 others.")):
        page = sits(plain, seats, last_round=seats == 7)
        said = page.main.classed("owed")[0].text
        assert "Who told a lie last?" in said
        assert f"Cards: 1–{seats}, Emma, Sofie, " in said
        assert said.endswith(others)
        assert (sums(plain), plain.record()["players"]) == ([0] * seats, NAMES[:seats])
        assert plain.record()["options"] == {"tie": "last-round" if seats == 7 else "shared"}
    for seats in SEATS:
        sits(plain, seats)
        assert "Who starts this round?" in plain.taps("Ann starts").main.text
        page = plain.taps("Cas")
        assert page.main.classed("starter")[0].text == "Cas starts"
        assert "Who told a lie last?" not in page.main.text
        assert f"The game ends above {3 * seats} points." in page.main.text
        page = closes(plain, *up(seats))
        assert page.main.find("h1").text == "Round 2"
        assert page.main.classed("starter")[0].text == "Dee starts"


@BOTH_WAYS
@ON_BOARD_AND_SHEET
def test_a_round_is_scored_and_a_slip_leaves_the_rest_chosen(phone: Phone, seats: int) -> None:
    sits(phone, seats)
    order, last = up(seats), NAMES[seats - 1]
    once = f"Each white card from 1 to {seats} can be entered only once."
    lack = f"Ben and {last} have no white card yet: tap the numbers."
    slips: list[tuple[list[Any], str]] = [
        ([2, None, *order[2:-1], None], lack),
        ([1, 1, *order[2:]], "Ann and Ben have the same card: 1. Change one of them."),
        ([seats + 1, *order[1:]], once),
    ]
    with nothing_written(phone):
        for cards, sentence in slips:
            page = closes(phone, *cards, rik=seats - 1)
            assert (page.status, page.said) == (422, sentence)
            assert cards_in(page) == [card if card != seats + 1 else None for card in cards]
            assert riks_in(page) == [seats - 1]
        for junk in ("0", "-1", "99", "text", "2.5", BOOK, HOSTILE):
            page = closes(phone, junk, *order[1:])
            assert (page.status, bool(page.said)) == (422, True), junk
            assert cards_in(page)[1:] == order[1:], junk
    page = phone.submits(closing(page), **given(*order, rik=seats - 1))
    assert (page.status, page.said, page.main.find("h1").text) == (200, "", "Round 2")
    scored = {"kind": "round-scored", "cards": order, "rik": seats - 1}
    assert (phone.record()["entries"], sums(phone)) == ([scored], [*order[:-1], 0])
    for seat, blank in ((0, None), (seats - 1, "")):  # the last card is filled in
        form, said = at_the_cards(phone), given(*order[::-1]) | {f"cards-{seat}": blank}
        sent = {name: card for name, card in said.items() if card is not None}
        assert phone.submits(form, **sent).status == 200
    assert rounds(phone) == [order, order[::-1], order[::-1]]


@ON_BOARD_AND_SHEET
def test_the_last_turns_after_emma_are_counted_down(plain: Phone, seats: int) -> None:
    sits(plain, seats)
    with nothing_written(plain):
        page = says(plain, kind="turn-taken")
        answers(page, 422, "The app starts counting turns when Ending Emma is played.")
    plain.opens(plain.game)
    assert "Everybody gets one more turn" in plain.taps("Emma").main.text
    page = plain.taps("Ben")
    order = [*NAMES[2:seats], "Ann", "Ben"]
    for left in range(seats, 0, -1):
        said = page.main.classed("owed")[0].text
        assert f"Emma: {left} turn{'s' if left > 1 else ''} left ({order[-left]}" in said
        assert "Emma" not in page.labels()
        page = plain.taps(f"{order[-left]} is done")
    assert "Everybody has had a last turn: show the white cards." in page.main.text
    assert not [label for label in page.labels() if label.endswith((" is done", "Emma"))]
    plain.opens(f"{plain.game}log/1")
    plain.taps("Dee")  # she played it, and not Ben
    assert plain.state()["countdown"] == []


@BOTH_WAYS
@ON_BOARD_AND_SHEET
def test_a_round_is_changed_and_put_in_by_the_log(phone: Phone, seats: int) -> None:
    sits(phone, seats)
    order, down, swapped = up(seats), up(seats)[::-1], [2, 1, *up(seats)[2:]]
    closes(phone, *down, rik=2)
    closes(phone, *order)
    phone.opens(phone.game)
    assert phone.taps("Change round 2").answer.request.path == f"{phone.game}log/2"
    page = phone.opens(f"{phone.game}log/1")
    assert (cards_in(page), riks_in(page)) == (down, [2])
    with nothing_written(phone):
        page = phone.submits(closing(page), **given(2, 2, *order[2:]))
        assert (page.status, cards_in(page)) == (422, [2, 2, *order[2:]])
    page = phone.submits(closing(page), **given(*swapped))
    assert page.answer.request.path == f"{phone.game}log/"
    assert "Ann (2), Ben (1), Cas (3)" in page.main.text
    assert (rounds(phone), phone.state()["totals"]) == ([swapped, order], sums(phone))
    phone.opens(f"{phone.game}log/2")
    assert cards_in(phone.taps("A round")) == [None] * seats
    with nothing_written(phone):
        page = phone.submits(closing(phone.page), **given(None, None, *down[2:]))
        assert (page.status, cards_in(page)) == (422, [None, None, *down[2:]])
    assert phone.submits(closing(page), **given(*down)).answer.request.path == f"{phone.game}log/"
    assert rounds(phone) == [swapped, down, order]
    phone.opens(phone.game)
    phone.taps("Undo")
    assert rounds(phone) == [swapped, order]


@BOTH_WAYS
def test_the_end_has_all_places_and_the_totals_below_the_chart(phone: Phone) -> None:
    sits(phone)
    page = plays(phone, FOUR)
    assert places(page) == [(1, "Ben", 9), (2, "Cas", 13), (3, "Ann", 14), (3, "Dee", 14)]
    table = page.main.classed("running")[0]
    assert [cell.text for cell in table.find("thead").all("th")[1:]] == NAMES[:4]
    row = table.find("tbody").all("tr")[-2]
    assert [int(td.text) for td in row.all("td")] == [12, 8, 10, 10]
    assert len(page.main.classed("chart")[0].all("polyline")) == 4


@BOTH_WAYS
def test_a_game_is_stopped_early_taken_up_again_and_set_up_with_others(phone: Phone) -> None:
    sits(phone)
    closes(phone, *FOUR[0])
    for label in ("Stop here", "New game with other players"):
        phone.opens(phone.game)
        phone.taps("Stop early")
        page = phone.taps(label)
        main = phone.opens(phone.game).main
        assert main.find("h1").text == "Ben wins"
        assert "Stopped early: the totals count as they are. 1 round." in main.text
        assert phone.taps("Keep playing").main.find("h1").text == "Round 2"
    assert page.answer.request.path == f"/new/{SLUG}"
    assert page.main.find("input", name="table").attributes["value"] == phone.ids[0]


def test_the_last_round_can_be_changed_from_the_next_game(plain: Phone) -> None:
    sits(plain, 3, last_round=True)
    assert not plain.page.main.all("a", aria_label="Undo in previous game")
    says(plain, kind="starter-chosen", player=2)
    assert places(plays(plain, SHARED))[0][:2] == (1, "Cas")
    first, page = plain.game, plain.again(times=2)
    assert plain.record()["entries"] == [{"kind": "starter-chosen", "player": 1}]
    [way] = page.main.all("a", aria_label="Undo in previous game")
    page = plain.opens(way.attributes["href"])
    assert page.answer.request.path.startswith(f"{first}log/")
    assert page.main.all("form")  # here the last round is changed: the third tap
    assert len(plain.opens(plain.table).main.classed("row-link")) == 2


def test_two_that_go_on(plain: Phone, another: Another, monkeypatch: pytest.MonkeyPatch) -> None:
    sits(plain, 3)
    assert plays(plain, SHARED).main.find("h1").text == "Ann, Ben and Cas share the win"
    second, find_next = another(plain), plain.store.series.find_next

    def find_before_the_other(game: StoredGame) -> StoredGame | None:
        found = find_next(game)
        monkeypatch.undo()
        plain.again()
        return found

    second.opens(second.game)
    monkeypatch.setattr(plain.store.series, "find_next", find_before_the_other)
    second.taps("Play again")
    assert second.page.answer.request.path == plain.game
    assert len(plain.opens(plain.table).main.classed("row-link")) == 2


@ON_BOARD_AND_SHEET
def test_a_player_leaves_is_ranked_and_joins_again_by_the_board(plain: Phone, seats: int) -> None:
    """Scripts add up what stands in `td > b` and `.sum > b`, and the lowest of these leads."""
    order = up(seats)
    sits(plain, seats)
    closes(plain, *order)
    plain.opens(plain.game)
    plain.taps("Stop early")
    plain.taps("Leave or join")
    assert "Not playing: Ann (1)" in plain.taps("Ann").main.text
    for label, leader in (("Rank them last", 1), ("Rank by points", 0)):
        plain.opens(f"{plain.game}sheet/who-plays")
        rows = [row for row in plain.taps(label).main.having("data-seat-of") if row.classed("star")]
        stars = [row for row in rows if "hidden" not in row.classed("star")[0].attributes]
        assert {row.attributes["data-seat-of"] for row in stars} == {str(leader)}, label
        totals = {row.attributes["data-seat-of"] for row in rows if row.all("b")}
        assert ("0" in totals) == (leader == 0), label
    closes(plain, None, *order[:-1])
    assert rounds(plain) == [order, [0, *order[:-1]]]
    closes(plain, *order[::-1], at="log/1")
    assert rounds(plain)[0] == order[::-1]  # she was there then
    plain.opens(f"{plain.game}sheet/who-plays")
    assert "Not playing" not in plain.taps("0 at the start").main.text
    assert plain.state()["totals"][0] == 0


def test_who_left_is_ranked_as_the_table_chooses_at_the_start_or_later(plain: Phone) -> None:
    sits(plain, 4, below=True)
    closes(plain, 2, 1, 3, 4)
    plain.opens(f"{plain.game}sheet/who-plays")
    plain.taps("Ben")
    says(plain, kind="game-stopped")
    assert [rank for rank, *_rest in places(plain.page)] == [1, 2, 3, 4]
    assert [name for _rank, name, *_rest in places(plain.page)] == ["Ann", "Cas", "Dee", "Ben"]
    assert "Whoever leaves is last" in plain.opens(f"{plain.game}about/").main.text
    plain.opens(plain.game)
    plain.taps("Keep playing")
    plain.opens(f"{plain.game}sheet/who-plays")
    plain.taps("Rank by points")
    says(plain, kind="game-stopped")
    assert plain.page.main.find("h1").text == "Ben wins"
    assert plain.record()["options"] == {"tie": "shared", "leavers": "below"}
    plain.again()
    assert plain.record()["options"] == {"tie": "shared"}
