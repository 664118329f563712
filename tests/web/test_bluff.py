"""Game of Bluff from the shelf to its last place, as phones at the table use it."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from companion.engine.table import StoredGame
from companion.files.record import decode, report
from tests.web.actor import BOTH_WAYS, Phone, nothing_written
from tests.web.junk import BOOK, HOSTILE, HUGE
from tests.web.pages import Element, Page, chosen, switches, typed

NAMES = [
    *("Ann", "Ben", "Cas", "Dee", "Eva", "Fay", "Gus", "Hal"),
    *("Ida", "Jan", "Kim", "Leo", "Mia", "Ned", "Oda"),
]
SLUG = "game-of-bluff"
FOUR = [(4, 1, 2, 3), (4, 1, 3, 2), (3, 4, 1, 2), (1, 2, 4, 3), (2, 1, 3, 4)]
"""Five rounds of four: 12, 8, 10, 10 after the fourth, 14, 9, 13, 14 at the end."""
SHARED = [(1, 2, 3), (2, 3, 1), (3, 1, 2), (1, 2, 3), (3, 2, 1)]
"""Five rounds of three: 10, 10, 10."""


LONG_6, LONG_15 = (pytest.param(seats, marks=pytest.mark.long) for seats in (6, 15))
"""The most whose rounds are closed on the board, and the most on the sheet for it."""


def sits(phone: Phone, seats: int = 4, **switched: Any) -> Page:
    return phone.starts(seats, NAMES[:seats], tile=SLUG, **switched)


def closing(page: Page) -> Element:
    """The form in which a round is closed."""
    found = [form for form in page.main.all("form") if form in page.main.classed("closing")]
    assert len(found) == 1, page.title
    return found[0]


def at_the_cards(phone: Phone, at: str | None = None) -> Element:
    """Open the page on which a round is closed: the board, or its sheet from seven players on."""
    page = phone.opens(f"{phone.game}{at or ''}")
    if at is None and "Close round" not in {b.text[:11] for b in page.main.all("button")}:
        label = next(label for label in page.labels() if label.startswith("Close round"))
        page = phone.taps(label)
    return closing(page)


def given(*cards: object, **more: object) -> dict[str, object]:
    """What a phone sends for these cards in seat order, None being a seat without one."""
    said = {f"cards-{seat}": card for seat, card in enumerate(cards) if card is not None}
    return {**said, **more}


def closes(phone: Phone, *cards: object, at: str | None = None, **more: object) -> Page:
    """Close a round with these cards, on the page `at` or where the board lets one."""
    return sends(phone, at_the_cards(phone, at), given(*cards, **more))


def sends(phone: Phone, form: Element, said: dict[str, Any]) -> Page:
    return phone.sends(form.attributes["action"], {**form.values(), **said})


def plays(phone: Phone, rounds: Sequence[Sequence[int]]) -> Page:
    for cards in rounds:
        page = closes(phone, *cards)
        assert page.status == 200
    return page


def cards_in(page: Page) -> list[int | None]:
    """The card that stands chosen for each seat, in the form of the page."""
    form = closing(page)
    found: dict[str, list[int]] = {}
    for radio in form.all("input", type="radio"):
        seat = found.setdefault(radio.attributes["name"], [])
        seat += [int(radio.attributes["value"])] if "checked" in radio.attributes else []
    for select in form.all("select"):
        picked = [option for option in select.all("option") if "selected" in option.attributes]
        found[select.attributes["name"]] = [int(option.text) for option in picked]
    assert list(found) == [f"cards-{seat}" for seat in range(len(found))]
    assert all(len(cards) < 2 for cards in found.values())
    return [cards[0] if cards else None for cards in found.values()]


def riks_in(page: Page) -> list[int]:
    boxes = closing(page).all("input", name="rik")
    return [int(box.attributes["value"]) for box in boxes if "checked" in box.attributes]


def says(phone: Phone, **facts: object) -> Page:
    """Enter this from one of the sheets, wherever the phone was."""
    phone.opens(f"{phone.game}sheet/starter")
    return phone.enters(**facts)


def sheet(phone: Phone) -> Any:
    """The STATE that the record of this game replays to."""
    return report(decode(json.dumps(phone.record())))["state"]


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


def told_between(page: Page) -> list[str]:
    """What the page says that was entered meanwhile."""
    return [line.text for line in page.main.classed("between")]


def round_count(phone: Phone) -> int:
    return len(sheet(phone)["rounds"])


class TestSetUp:
    def test_it_stands_on_the_shelf(self, plain: Phone) -> None:
        tile = next(
            tile
            for tile in plain.opens("/").main.classed("tile")
            if tile.all("a", href=f"/new/{SLUG}")
        )
        assert tile.find("b").text == "Game of Bluff"
        assert "3 to 15 players" in tile.text
        assert "plum" in tile.attributes["class"].split()
        assert plain.opens(tile.all("a")[1].attributes["href"]).main.all(id="characters")

    def test_its_screen_asks_three_to_fifteen_names_and_a_tie(self, plain: Phone) -> None:
        page = plain.opens(f"/new/{SLUG}")
        numbers = [radio.text for radio in page.main.classed("numbers")[0].all("label")]
        assert numbers == [str(number) for number in range(3, 16)]
        assert chosen(page) == "3"
        assert typed(page) == [""] * 15
        boxes = page.main.all("input", type="checkbox")
        assert [box.attributes["name"] for box in boxes] == ["last_round"]
        assert switches(page) == set()

    @pytest.mark.parametrize(
        "seats",
        [
            pytest.param(seats, marks=() if seats in (3, 6, 7, 15) else pytest.mark.long)
            for seats in range(3, 16)
        ],
    )
    def test_so_many_people_get_a_sheet(self, plain: Phone, seats: int) -> None:
        page = sits(plain, seats)
        assert page.status == 200
        assert sums(plain) == [0] * seats
        assert plain.record()["players"] == NAMES[:seats]
        assert f"White 1 to {seats}, Emma, Sofie, Rik" in page.main.text

    def test_any_other_number_is_told_and_what_was_typed_stays(self, plain: Phone) -> None:
        names = [*NAMES, ""]
        for junk in ("0", "1", "2", "16", "-3", "", "3.5", "five", "²", HUGE, BOOK, "\x00"):
            plain.opens(f"/new/{SLUG}")
            page = plain.sends(
                f"/new/{SLUG}", plain.facts(players=junk, name=names, last_round="y"), entry=False
            )
            assert (page.status, page.said) == (422, "This game is for 3 to 15 players."), junk
            assert typed(page) == NAMES, junk
            assert switches(page) == {"last_round"}, junk
            assert "Continue" not in plain.opens("/").main.text, junk

    def test_a_name_moves_up_and_nothing_else_changes(self, plain: Phone) -> None:
        plain.opens(f"/new/{SLUG}")
        filled = plain.facts(players="5", name=[*NAMES[:5], "", "Zoë"], move="4", last_round="y")
        page = plain.sends(f"/new/{SLUG}", filled, entry=False)
        assert typed(page)[:7] == ["Ann", "Ben", "Cas", "Eva", "Dee", "", "Zoë"]
        assert len(typed(page)) == 15
        assert (page.status, chosen(page), switches(page)) == (200, "5", {"last_round"})
        assert "Continue" not in plain.opens("/").main.text

    def test_moving_what_is_not_there_loses_no_name(self, plain: Phone) -> None:
        for move in ("0", "99", "-1", "abc", BOOK):
            plain.opens(f"/new/{SLUG}")
            page = plain.sends(
                f"/new/{SLUG}", plain.facts(players="2", name=NAMES, move=move), entry=False
            )
            assert typed(page) == NAMES, move

    def test_names_are_needed_by_nobody_and_kept_in_order(self, plain: Phone) -> None:
        plain.starts(5, ["Cas", "", "Ann", "", "Ben"], tile=SLUG)
        assert plain.record()["players"] == ["Cas", "", "Ann", "", "Ben"]
        page = plain.opens(f"/new/{SLUG}")
        assert typed(page)[:5] == ["Cas", "", "Ann", "", "Ben"]
        assert chosen(page) == "5"

    @pytest.mark.parametrize(("switched", "tie"), [(True, "last-round"), (False, "shared")])
    @BOTH_WAYS
    def test_the_tie_switch_is_what_is_played(self, phone: Phone, switched: bool, tie: str) -> None:
        sits(phone, last_round=switched)
        assert phone.record()["options"] == {"tie": tie}

    def test_the_people_of_a_smaller_game_are_offered_their_number(self, plain: Phone) -> None:
        plain.starts(2, ["Ann", "Ben"])
        page = plain.opens(f"/new/{SLUG}")
        assert (chosen(page), typed(page)[:3]) == ("3", ["Ann", "Ben", ""])

    def test_those_of_a_larger_one_are_not_too_many_elsewhere(self, plain: Phone) -> None:
        sits(plain, 15)
        page = plain.opens("/new/the-game")
        assert page.status == 200
        assert chosen(page) == "5"
        assert typed(page)[:5] == NAMES[:5]


class TestStart:
    @pytest.mark.parametrize(
        ("seats", "others"),
        [(3, "Rik."), (4, "Rik and 1 other."), (5, "Rik and 2 others."), (15, "and 12 others.")],
    )
    @BOTH_WAYS
    def test_the_first_view_says_what_to_lay_out_and_asks_who_lied(
        self, phone: Phone, seats: int, others: str
    ) -> None:
        said = sits(phone, seats).main.classed("owed")[0].text
        assert "Who told a lie last?" in said
        assert f"White 1 to {seats}, Emma, Sofie, " in said
        assert said.endswith(others)

    @pytest.mark.parametrize("seats", [4, 9])
    def test_whoever_lied_is_two_taps_away(self, phone: Phone, seats: int) -> None:
        sits(phone, seats)
        assert "Who starts this round?" in phone.taps("Ann starts").main.text
        page = phone.taps("Cas")
        assert page.main.classed("starter")[0].text == "Cas starts"
        assert "Who told a lie last?" not in page.main.text
        assert f"The game ends above {3 * seats} points." in page.main.text

    def test_the_start_moves_on_with_each_round(self, phone: Phone) -> None:
        sits(phone)
        says(phone, kind="starter-chosen", player=3)
        page = closes(phone, *FOUR[0])
        assert page.main.find("h1").text == "Round 2"
        assert page.main.classed("starter")[0].text == "Ann starts"

    @BOTH_WAYS
    @pytest.mark.parametrize("kind", ["starter-chosen", "emma-played"])
    def test_nobody_else_sits_there(self, phone: Phone, kind: str) -> None:
        head = sits(phone).main.attributes["data-seen"]
        with nothing_written(phone):
            for seat in ("4", "15", "-1", "", "x", "1.5", HUGE, BOOK, HOSTILE, None):
                page = says(phone, kind=kind, player=seat)
                assert (page.status, bool(page.said)) == (422, True), seat
                assert str(phone.head) == head, seat


@pytest.mark.parametrize("seats", [3, LONG_6, 7, LONG_15])
class TestRound:
    """The same on the rows of the board and, from seven players on, on the sheet for it."""

    @BOTH_WAYS
    def test_it_is_scored(self, phone: Phone, seats: int) -> None:
        sits(phone, seats)
        cards = [seats, *range(1, seats)]
        page = closes(phone, *cards)
        assert (page.status, page.said) == (200, "")
        assert page.main.find("h1").text == "Round 2"
        assert sums(phone) == cards
        assert phone.record()["entries"] == [{"kind": "round-scored", "cards": cards}]

    def test_rik_with_the_highest_card_costs_nothing(self, phone: Phone, seats: int) -> None:
        sits(phone, seats)
        closes(phone, *range(1, seats + 1), rik=seats - 1)
        assert sums(phone) == [*range(1, seats), 0]
        closes(phone, *range(1, seats + 1), rik=0)
        assert sums(phone) == [*range(2, 2 * seats, 2), seats]
        entries = phone.record()["entries"]
        assert [entry["rik"] for entry in entries] == [seats - 1, 0]

    @pytest.mark.parametrize("blank", [None, ""], ids=["left out", "empty"])
    def test_the_last_card_is_filled_in(self, phone: Phone, seats: int, blank: object) -> None:
        sits(phone, seats)
        cards = [*range(seats, 0, -1)]
        for seat in (0, seats - 1, seats // 2):
            said = given(*cards)
            said.pop(f"cards-{seat}")
            said |= {f"cards-{seat}": blank} if blank is not None else {}
            page = sends(phone, at_the_cards(phone), said)
            assert page.status == 200
        assert [played["cards"] for played in sheet(phone)["rounds"]] == [cards] * 3

    @BOTH_WAYS
    def test_whoever_has_no_card_is_named_and_the_rest_stays_chosen(
        self, phone: Phone, seats: int
    ) -> None:
        sits(phone, seats)
        cards: list[object] = [2, None, *range(3, seats), None]
        with nothing_written(phone):
            page = closes(phone, *cards, rik=seats - 1)
            assert page.status == 422
            assert page.said == f"Ben and {NAMES[seats - 1]} have no white card yet."
            assert cards_in(page) == cards
            assert riks_in(page) == [seats - 1]
        page = sends(phone, closing(page), given(*cards) | {"cards-1": seats})
        assert page.status == 200
        assert sums(phone) == [2, seats, *range(3, seats), 1]

    def test_nothing_chosen_at_all(self, phone: Phone, seats: int) -> None:
        sits(phone, seats)
        with nothing_written(phone):
            page = closes(phone)
            assert page.status == 422
            assert (
                page.said
                == f"{', '.join(NAMES[: seats - 1])} and {NAMES[seats - 1]} have no white card yet."
            )
            assert cards_in(page) == [None] * seats

    def test_a_number_twice_is_told_and_stays_chosen(self, phone: Phone, seats: int) -> None:
        sits(phone, seats)
        cards = [1, 1, *range(3, seats + 1)]
        with nothing_written(phone):
            page = closes(phone, *cards, rik=1)
            assert page.status == 422
            assert page.said == f"Each white card from 1 to {seats} can be entered only once."
            assert cards_in(page) == cards
            assert riks_in(page) == [1]
        page = sends(phone, closing(page), given(*cards) | {"cards-1": 2})
        assert page.status == 200
        assert phone.record()["entries"][0]["rik"] == 1

    def test_what_is_no_card_is_told_and_the_others_stay(self, phone: Phone, seats: int) -> None:
        sits(phone, seats)
        with nothing_written(phone):
            for junk in ("0", "-1", "16", "99", "text", "2.5", HUGE, BOOK, HOSTILE):
                cards = [junk, *range(2, seats + 1)]
                page = closes(phone, *cards, rik=2)
                assert (page.status, bool(page.said)) == (422, True), junk
                assert phone.record()["entries"] == [], junk
                assert cards_in(page)[1:] == cards[1:], junk
                assert riks_in(page) == [2], junk
                assert not page.main.all("script"), junk

    def test_rik_is_held_by_nobody_else(self, phone: Phone, seats: int) -> None:
        sits(phone, seats)
        cards = [*range(1, seats + 1)]
        with nothing_written(phone):
            for junk in ("-1", str(seats), "15", "99", "2.0", HUGE, BOOK, HOSTILE):
                page = closes(phone, *cards, rik=junk)
                assert (page.status, phone.record()["entries"]) == (422, []), junk
                assert page.said == "Only one player can hold Rik.", junk
                assert cards_in(page) == cards, junk
                assert riks_in(page) == [], junk

    def test_two_cannot_both_hold_rik(self, phone: Phone, seats: int) -> None:
        sits(phone, seats)
        cards = [*range(1, seats + 1)]
        with nothing_written(phone):
            page = closes(phone, *cards, rik=["0", str(seats - 1)])
            assert page.status == 422
            assert cards_in(page) == cards

    def test_fields_of_more_seats_are_not_read(self, phone: Phone, seats: int) -> None:
        sits(phone, seats)
        page = closes(phone, *range(1, seats + 1), *range(1, 18 - seats))
        assert page.status == 200
        assert sums(phone) == [*range(1, seats + 1)]

    def test_fields_that_are_none_lead_to_no_error_of_ours(self, plain: Phone, seats: int) -> None:
        sits(plain, seats)
        cards = [*range(1, seats + 1)]
        for field in ("cards-²", "cards-x", "cards-", "cards--1", f"cards-{HUGE}", f"cards-{BOOK}"):
            page = closes(plain, *cards, **{field: "1"})
            assert page.status == 200, field
            assert sums(plain) == cards, field
            plain.taps("Undo")
            assert sums(plain) == [0] * seats, field

    def test_how_many_there_are_is_not_the_form_s_to_say(self, plain: Phone, seats: int) -> None:
        sits(plain, seats)
        form = at_the_cards(plain)
        for other in ("", "text", "-1", "0", "1", "2", "5", "16", "999999999", BOOK, HOSTILE):
            page = sends(plain, form, given(seats=other, page=f"none, {other[:9]}"))
            assert (page.status, len(cards_in(page))) == (422, seats), other
            assert plain.record()["entries"] == []
        cards = [*range(1, seats + 1)]
        assert sends(plain, form, given(*cards, seats="5")).status == 200
        assert plain.record()["entries"] == [{"kind": "round-scored", "cards": cards}]

    def test_a_round_of_another_table(self, phone: Phone, seats: int) -> None:
        sits(phone, seats)
        with nothing_written(phone):
            for cards in ([*range(2, seats + 2)], [*range(seats - 1, 0, -1), seats + 1]):
                page = closes(phone, *cards)
                assert page.status == 422, cards
                assert (
                    page.said == f"Each white card from 1 to {seats} can be entered only once."
                ), cards


class TestEmma:
    @pytest.mark.parametrize("seats", [4, 8])
    def test_the_last_turns_are_counted_down(self, phone: Phone, seats: int) -> None:
        sits(phone, seats)
        assert "Everybody gets one more turn" in phone.taps("Emma").main.text
        page = phone.taps("Ben")
        order = [*NAMES[2:seats], "Ann", "Ben"]
        for taken in range(seats):
            left = seats - taken
            said = page.main.classed("owed")[0].text
            assert f"Emma: {left} turn{'s' if left > 1 else ''} left ({order[taken]}" in said
            assert "Emma" not in page.labels()
            page = phone.taps(f"{order[taken]} is done")
        assert "Everybody has had a last turn: show the white cards." in page.main.text
        assert "Emma" not in page.labels()
        assert not [label for label in page.labels() if label.endswith(" is done")]

    @BOTH_WAYS
    def test_a_round_can_be_closed_at_any_time(self, phone: Phone) -> None:
        sits(phone)
        closes(phone, *FOUR[0])
        says(phone, kind="emma-played", player=0)
        page = closes(phone, *FOUR[1])
        assert page.status == 200
        assert "Emma" in page.labels()
        says(phone, kind="emma-played", player=0)
        says(phone, kind="turn-taken")
        assert closes(phone, *FOUR[2]).status == 200
        assert round_count(phone) == 3

    def test_from_seven_players_on_as_well(self, phone: Phone) -> None:
        sits(phone, 7)
        says(phone, kind="emma-played", player=3)
        assert sheet(phone)["countdown"] == [4, 5, 6, 0, 1, 2, 3]
        assert closes(phone, *range(1, 8)).status == 200
        assert sheet(phone)["countdown"] is None

    def test_she_is_played_once_a_round(self, phone: Phone) -> None:
        sits(phone)
        says(phone, kind="emma-played", player=0)
        for taken in range(5):
            with nothing_written(phone):
                page = says(phone, kind="emma-played", player=1)
                assert page.status == 422, taken
                assert page.said.startswith("Ending Emma has already been played"), taken
            says(phone, kind="turn-taken")

    def test_no_turns_are_counted_before_her(self, phone: Phone) -> None:
        sits(phone)
        with nothing_written(phone):
            page = says(phone, kind="turn-taken")
            assert (page.status, page.said) == (
                422,
                "Turns are only counted after Ending Emma is played.",
            )

    def test_one_turn_more_changes_nothing(self, phone: Phone) -> None:
        sits(phone)
        says(phone, kind="emma-played", player=0)
        for _ in range(5):
            assert says(phone, kind="turn-taken").status == 200
        assert sheet(phone)["countdown"] == []
        for row in (1, 6):
            assert phone.opens(f"{phone.game}log/{row}").status == 200

    @BOTH_WAYS
    def test_it_was_somebody_else(self, phone: Phone) -> None:
        sits(phone)
        says(phone, kind="emma-played", player=0)
        says(phone, kind="turn-taken")
        phone.opens(f"{phone.game}log/1")
        phone.taps("Dee")
        assert sheet(phone)["countdown"] == [1, 2, 3]


class TestLog:
    def test_every_line_stands_in_plain_words(self, phone: Phone) -> None:
        sits(phone)
        says(phone, kind="starter-chosen", player=1)
        says(phone, kind="emma-played", player=2)
        says(phone, kind="turn-taken")
        closes(phone, *FOUR[0], rik=0)
        closes(phone, *FOUR[1])
        says(phone, kind="game-stopped")
        page = phone.opens(f"{phone.game}log/")
        told = [row.find("b").text for row in page.main.classed("row-link")]
        assert told == [
            "Game stopped early",
            "Ann 4, Ben 1, Cas 3, Dee 2",
            "Ann 4, Ben 1, Cas 2, Dee 3; Rik: Ann",
            "Dee: last turn",
            "Cas plays Ending Emma",
            "Ben starts",
        ]

    def test_it_is_never_covered(self, phone: Phone) -> None:
        sits(phone)
        plays(phone, FOUR[:3])
        page = phone.opens(f"{phone.game}log/")
        assert len(page.main.classed("row-link")) == 3
        assert [part.find("h2").text for part in page.main.classed("turn-lines")] == [
            "Round 3",
            "Round 2",
            "Round 1",
        ]
        assert not [a for a in page.main.all("a") if "all=1" in a.attributes["href"]]

    @pytest.mark.parametrize("seats", [4, 7])
    def test_each_round_on_the_sheet_leads_to_its_line(self, phone: Phone, seats: int) -> None:
        sits(phone, seats)
        says(phone, kind="starter-chosen", player=1)
        for _ in range(2):
            closes(phone, *range(1, seats + 1))
        phone.opens(phone.game)
        assert phone.taps("Change round 2").answer.request.path == f"{phone.game}log/3"
        phone.opens(phone.game)
        assert phone.taps("Change round 1").answer.request.path == f"{phone.game}log/2"

    @pytest.mark.parametrize("seats", [4, 7])
    def test_a_line_has_its_cards_chosen(self, phone: Phone, seats: int) -> None:
        sits(phone, seats)
        cards = [*range(seats, 0, -1)]
        closes(phone, *cards, rik=2)
        closes(phone, *range(1, seats + 1))
        page = phone.opens(f"{phone.game}log/1")
        assert (cards_in(page), riks_in(page)) == (cards, [2])

    @BOTH_WAYS
    def test_round_two_is_changed_and_everything_follows(self, phone: Phone) -> None:
        sits(phone)
        plays(phone, FOUR[:3])
        page = closes(phone, 2, 1, 3, 4, at="log/2", rik=3)
        assert page.answer.request.path == f"{phone.game}log/"
        assert "Ann 2, Ben 1, Cas 3, Dee 4; Rik: Dee" in page.main.text
        assert sums(phone) == [9, 6, 6, 5]
        assert sheet(phone)["leaders"] == [3]
        assert "3 to go" in phone.page.main.text

    @pytest.mark.parametrize("seats", [4, 7])
    @BOTH_WAYS
    def test_a_slip_in_a_change_is_told_and_can_be_put_right(
        self, phone: Phone, seats: int
    ) -> None:
        sits(phone, seats)
        cards = [*range(1, seats + 1)]
        for _ in range(2):
            closes(phone, *cards)
        with nothing_written(phone):
            page = closes(phone, *[2, *cards[1:]], at="log/1")
            assert page.status == 422
            assert page.said == f"Each white card from 1 to {seats} can be entered only once."
            assert cards_in(page) == [2, *cards[1:]]
        page = sends(phone, closing(page), given(2, 1, *cards[2:]))
        assert page.answer.request.path == f"{phone.game}log/"
        assert [played["cards"][:2] for played in sheet(phone)["rounds"]] == [[2, 1], [1, 2]]

    def test_so_can_a_missing_card_in_a_change(self, phone: Phone) -> None:
        sits(phone)
        plays(phone, FOUR[:2])
        with nothing_written(phone):
            page = closes(phone, "", "", at="log/1")
            assert (page.status, page.said) == (422, "Ann and Ben have no white card yet.")
        sends(phone, closing(page), given(1, 4))
        assert [played["cards"] for played in sheet(phone)["rounds"]] == [[1, 4, 2, 3], [*FOUR[1]]]

    def test_a_line_that_cannot_be_is_not_asked_about_again(self, phone: Phone) -> None:
        sits(phone)
        for about in ("change", "before"):
            page = closes(phone, *FOUR[0], **{about: "-1"})
            assert page.status == 422
            assert about not in closing(page).values()
            assert "Close round 1" in page.labels()

    def test_a_change_can_end_the_game(self, phone: Phone) -> None:
        sits(phone)
        plays(phone, FOUR[:4])
        assert "Ann wins" not in phone.opens(phone.game).main.text
        closes(phone, 4, 3, 1, 2, at="log/3")
        page = phone.opens(phone.game)
        assert page.main.find("h1").text == "Ben wins"
        assert places(page) == [(1, "Ben", 7), (2, "Cas", 10), (2, "Dee", 10), (4, "Ann", 13)]

    def test_an_earlier_end_leaves_later_rounds_marked_and_not_lost(self, phone: Phone) -> None:
        sits(phone)
        plays(phone, FOUR)
        before = places(phone.opens(phone.game))
        assert before == [(1, "Ben", 9), (2, "Cas", 13), (3, "Ann", 14), (3, "Dee", 14)]
        page = closes(phone, 4, 3, 1, 2, at="log/3")
        row = next(row for row in page.main.all("li") if row.all("a", href=f"{phone.game}log/5"))
        assert "has no effect: The game is over." in row.text
        assert "Ann 2, Ben 1, Cas 3, Dee 4" in row.text
        page = phone.opens(phone.game)
        assert "4 rounds" in page.main.text
        assert places(page)[0] == (1, "Ben", 7)
        assert len(page.main.classed("running")[0].find("tbody").all("tr")) == 4
        assert "It has no effect" in phone.opens(f"{phone.game}log/5").main.text
        phone.opens(phone.game)
        assert places(phone.taps("Keep playing")) == before

    def test_a_change_can_take_the_end_away(self, phone: Phone) -> None:
        sits(phone)
        plays(phone, [(4, 1, 2, 3)] * 3 + [(1, 2, 3, 4)])
        assert sheet(phone)["totals"] == [13, 5, 9, 13]
        closes(phone, 1, 3, 4, 2, at="log/1")
        assert sums(phone) == [10, 7, 11, 12]
        assert phone.opens(phone.game).main.find("h1").text == "Round 5"

    @pytest.mark.parametrize("seats", [4, 7])
    @BOTH_WAYS
    def test_a_forgotten_round_is_put_where_it_was(self, phone: Phone, seats: int) -> None:
        sits(phone, seats)
        up, down = [*range(1, seats + 1)], [*range(seats, 0, -1)]
        closes(phone, *up)
        closes(phone, *up)
        phone.opens(f"{phone.game}log/2")
        page = phone.taps("A round")
        assert cards_in(page) == [None] * seats
        page = sends(phone, closing(page), given(*down))
        assert page.answer.request.path == f"{phone.game}log/"
        assert [played["cards"] for played in sheet(phone)["rounds"]] == [up, down, up]

    @pytest.mark.parametrize("slip", [(3, 3, 2, 1), (None, None, 2, 1)], ids=["twice", "lacking"])
    def test_a_slip_in_a_forgotten_round_is_put_right_where_it_was(
        self, phone: Phone, slip: tuple[int | None, ...]
    ) -> None:
        sits(phone)
        plays(phone, FOUR[:2])
        with nothing_written(phone):
            page = closes(phone, *slip, at="log/2/forgotten")
            assert page.status == 422
            assert cards_in(page) == [*slip]
        sends(phone, closing(page), given(4, 3, 2, 1))
        rounds = [tuple(played["cards"]) for played in sheet(phone)["rounds"]]
        assert rounds == [FOUR[0], (4, 3, 2, 1), FOUR[1]]

    @pytest.mark.parametrize("seats", [4, 7])
    @BOTH_WAYS
    def test_undo_and_redo(self, phone: Phone, seats: int) -> None:
        sits(phone, seats)
        cards = [*range(1, seats + 1)]
        says(phone, kind="emma-played", player=0)
        closes(phone, *cards)
        phone.opens(phone.game)
        assert "Redo" not in phone.page.labels()
        phone.taps("Undo")
        assert (sums(phone), sheet(phone)["countdown"]) == ([0] * seats, [*cards[:-1], 0])
        phone.taps("Redo")
        assert (sums(phone), sheet(phone)["countdown"]) == (cards, None)

    def test_undo_takes_a_round_back_and_the_log_gives_it_again(self, phone: Phone) -> None:
        sits(phone)
        plays(phone, FOUR[:2])
        phone.opens(phone.game)
        page = phone.taps("Undo")
        assert page.main.find("h1").text == "Round 2"
        assert sums(phone) == [*FOUR[0]]
        phone.opens(f"{phone.game}log/2")
        phone.taps("Restore this entry")
        assert sums(phone) == [8, 2, 5, 5]

    def test_undo_of_a_change_gives_the_old_cards(self, phone: Phone) -> None:
        sits(phone)
        closes(phone, *FOUR[0])
        closes(phone, 1, 2, 3, 4, at="log/1")
        phone.opens(phone.game)
        phone.taps("Undo")
        assert sums(phone) == [*FOUR[0]]

    @BOTH_WAYS
    def test_a_round_that_is_taken_back_stays_in_the_log(self, phone: Phone) -> None:
        sits(phone)
        plays(phone, FOUR[:2])
        phone.opens(f"{phone.game}log/1")
        page = phone.taps("Undo this entry")
        assert "Ann 4, Ben 1, Cas 2, Dee 3" in page.main.text
        assert sums(phone) == [*FOUR[1]]
        assert phone.page.main.classed("sheet")[0].find("thead").text.split() == ["Round", "1"]


class TestEnd:
    @BOTH_WAYS
    def test_it_says_who_passed_the_limit_who_won_and_all_places(self, phone: Phone) -> None:
        sits(phone)
        page = plays(phone, FOUR)
        assert page.main.find("h1").text == "Ben wins"
        assert "Ann, Cas and Dee have more than 12 points." in page.main.text
        assert "5 rounds." in page.main.text
        assert places(page) == [(1, "Ben", 9), (2, "Cas", 13), (3, "Ann", 14), (3, "Dee", 14)]
        passed = [row for row in page.main.classed("places")[0].all("li") if row.all("small")]
        assert [row.find("span").text for row in passed] == ["Cas", "Ann", "Dee"]

    @pytest.mark.parametrize(
        ("switched", "said", "ranks"),
        [
            (False, "Ann, Ben and Cas share the win", [(1, "Ann"), (1, "Ben"), (1, "Cas")]),
            (True, "Cas wins", [(1, "Cas"), (2, "Ann"), (2, "Ben")]),
        ],
    )
    def test_a_tie_is_shared_or_parted_by_the_last_round(
        self, phone: Phone, switched: bool, said: str, ranks: list[tuple[int, str]]
    ) -> None:
        sits(phone, 3, last_round=switched)
        page = plays(phone, SHARED)
        assert page.main.find("h1").text == said
        assert [(rank, name) for rank, name, _ in places(page)] == ranks

    @pytest.mark.parametrize("seats", [3, 5, 15])
    def test_the_table_below_the_chart_says_the_totals(self, phone: Phone, seats: int) -> None:
        sits(phone, seats)
        up = tuple(range(1, seats + 1))
        page = plays(phone, [up, up, up[::-1], up[::-1], up] if seats > 3 else [up] * 4)
        assert page.main.classed("places")
        table = page.main.classed("running")[0]
        names = [cell.text for cell in table.find("thead").all("th")[1:]]
        rows = [[int(td.text) for td in tr.all("td")] for tr in table.find("tbody").all("tr")]
        told = sheet(phone)
        assert names == NAMES[:seats]
        assert rows[-1] == told["totals"]
        assert len(rows) == told["round"] == len(told["rounds"])
        for row, earlier, played in zip(rows, [[0] * seats, *rows], told["rounds"], strict=False):
            assert row == [a + b for a, b in zip(earlier, played["points"], strict=True)]
        lines = page.main.classed("chart")[0].all("polyline")
        assert len(lines) == seats
        for line in lines:
            assert len(line.attributes["points"].split()) == len(rows) + 1

    @BOTH_WAYS
    def test_stopped_early(self, phone: Phone) -> None:
        sits(phone)
        closes(phone, *FOUR[0])
        phone.opens(phone.game)
        phone.taps("Stop early")
        page = phone.taps("Stop here")
        assert page.main.find("h1").text == "Ben wins"
        assert "Stopped early: the current totals count. 1 round." in page.main.text
        page = phone.taps("Keep playing")
        assert page.main.find("h1").text == "Round 2"
        assert sums(phone) == [*FOUR[0]]

    def test_stopped_before_the_first_round(self, phone: Phone) -> None:
        sits(phone)
        page = says(phone, kind="game-stopped")
        assert "Ann, Ben, Cas and Dee share the win" in page.main.text
        assert "0 rounds." in page.main.text
        assert not page.main.classed("chart")
        assert [place for place, _, _ in places(page)] == [1] * 4

    @BOTH_WAYS
    def test_play_on_takes_the_last_round_back(self, phone: Phone) -> None:
        sits(phone)
        plays(phone, FOUR)
        page = phone.taps("Keep playing")
        assert page.main.find("h1").text == "Round 5"
        assert sums(phone) == [12, 8, 10, 10]

    @BOTH_WAYS
    def test_after_it_nothing_is_entered(self, phone: Phone) -> None:
        sits(phone)
        plays(phone, FOUR)
        before = phone.record()
        with nothing_written(phone):
            for facts in (
                given(*FOUR[0], kind="round-scored", seats=4),
                {"kind": "emma-played", "player": 0},
                {"kind": "starter-chosen", "player": 0},
                {"kind": "turn-taken"},
                {"kind": "game-stopped"},
            ):
                page = says(phone, **facts)
                assert page.status == 422, facts
                assert page.said == "The game is over. Keep playing first, then enter it.", facts
                assert phone.record() == before, facts

    def test_somebody_leaves_or_joins(self, phone: Phone) -> None:
        sits(phone, 5)
        closes(phone, *range(1, 6))
        phone.opens(phone.game)
        first, table = phone.game, phone.table.split("/")[2]
        phone.taps("Stop early")
        page = phone.taps("Stop and set up with other players")
        assert page.answer.request.path == f"/new/{SLUG}"
        assert page.main.find("input", name="table").attributes["value"] == table
        assert typed(page)[:6] == [*NAMES[:5], ""]
        assert chosen(page) == "5"
        assert phone.opens(first).main.find("h1").text == "Ann wins"

    @BOTH_WAYS
    def test_again_keeps_the_people_and_the_start_moves_on(self, phone: Phone) -> None:
        sits(phone, 3, last_round=True)
        says(phone, kind="starter-chosen", player=2)
        plays(phone, SHARED)
        first, told = phone.game, phone.record()
        form, button = phone.opens(phone.game).form_of("Play again")
        page = phone.sends(form.attributes["action"], form.values(button), entry=False)
        phone.game = page.answer.request.path
        assert phone.game != first
        assert phone.table in first
        again = phone.record()
        assert again["players"] == told["players"]
        assert again["options"] == {"tie": "last-round"}
        assert again["entries"] == [{"kind": "starter-chosen", "player": 1}]
        assert page.main.classed("starter")[0].text == "Ben starts"

    def test_again_sent_twice_starts_one_game(self, phone: Phone) -> None:
        sits(phone, 3)
        plays(phone, SHARED)
        form, button = phone.opens(phone.game).form_of("Play again")
        started = []
        for _ in range(2):
            page = phone.sends(form.attributes["action"], form.values(button), entry=False)
            started.append(page.answer.request.path)
            phone.game = started[-1]
            assert len(phone.record()["entries"]) == 1
        assert started[0] == started[1]
        assert len(phone.opens(phone.table).main.classed("row-link")) == 2

    def test_two_phones_that_go_on_at_once_start_one_game(
        self, plain: Phone, another: Callable[[Phone], Phone], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The second asks whether the table goes on, and the first starts the next game then."""
        sits(plain, 3)
        plays(plain, SHARED)
        second, find_next = another(plain), plain.store.games.find_next
        (form, button), theirs = plain.opens(plain.game).form_of("Play again"), second.page
        sent = form.attributes["action"], form.values(button)
        started = []

        def find_before_the_other(game: StoredGame) -> StoredGame | None:
            found = find_next(game)
            monkeypatch.undo()
            started.append(plain.sends(*sent, entry=False).answer.request.path)
            return found

        monkeypatch.setattr(plain.store.games, "find_next", find_before_the_other)
        form, button = theirs.form_of("Play again")
        page = second.sends(form.attributes["action"], form.values(button), entry=False)
        assert [page.answer.request.path] == started
        assert len(plain.opens(plain.table).main.classed("row-link")) == 2

    def test_undo_in_the_next_game_leads_to_the_last_round_of_the_one_before(
        self, plain: Phone
    ) -> None:
        sits(plain, 3)
        assert not plain.page.main.all("a", aria_label="Undo in the game before")
        plays(plain, SHARED)
        last = plain.game
        plain.taps("Play again")
        [way] = plain.page.main.all("a", aria_label="Undo in the game before")
        page = plain.opens(way.attributes["href"])
        assert page.status == 200
        assert page.answer.request.path.startswith(f"{last}log/")
        assert page.main.all("form")  # here the round is changed: the third tap

    def test_what_says_nothing_of_what_it_takes_back_is_a_mistake(self, phone: Phone) -> None:
        sits(phone)
        closes(phone, *FOUR[0])
        for junk in (
            {"change": "x"},
            {"before": ";"},
            {"target": "x"},
            {"target": ""},
            {"seen": "x"},
        ):
            page = phone.enters(**{"kind": "taken-back", "target": 1, "seen": 0, **junk})
            assert page.status == 422, junk

    def test_the_record_is_what_was_played(self, phone: Phone) -> None:
        sits(phone)
        says(phone, kind="starter-chosen", player=2)
        closes(phone, *FOUR[0])
        says(phone, kind="emma-played", player=2)
        closes(phone, *FOUR[1], rik=0)
        closes(phone, 1, 4, 3, 2, at="log/2")
        told = phone.record()
        assert (told["game"], told["format"]) == (SLUG, "companion-record/1")
        assert [entry["kind"] for entry in told["entries"]] == [
            "starter-chosen",
            "round-scored",
            "emma-played",
            "round-scored",
        ]
        assert sheet(phone)["totals"] == sums(phone) == [1, 5, 6, 4]


class TestTwoPhones:
    """Two who close the same round say the same: it is scored once."""

    @pytest.mark.parametrize("seats", [4, 7])
    @BOTH_WAYS
    def test_a_round_is_closed_once(
        self, phone: Phone, another: Callable[[Phone], Phone], seats: int
    ) -> None:
        sits(phone, seats)
        says(phone, kind="starter-chosen", player=0)
        second = another(phone)
        first_form, second_form = at_the_cards(phone), at_the_cards(second)
        cards = [*range(1, seats + 1)]
        assert sends(phone, first_form, given(*cards)).status == 200
        with nothing_written(phone):
            page = sends(second, second_form, given(*cards[::-1]))
            assert page.status == 409
            assert f"Ann 1, Ben 2, Cas 3, Dee {4}" in page.said
        assert closes(second, *cards[::-1]).status == 200
        assert round_count(phone) == 2

    def test_emma_is_played_once(self, phone: Phone, another: Callable[[Phone], Phone]) -> None:
        sits(phone)
        second = another(phone)
        for each in (phone, second):
            each.opens(f"{phone.game}sheet/emma")
        assert phone.taps("Ben").status == 200
        with nothing_written(phone):
            page = second.taps("Ben")
            assert (page.status, page.told) == (200, "Already entered by another phone.")

    def test_emma_is_played_by_one(self, phone: Phone, another: Callable[[Phone], Phone]) -> None:
        sits(phone)
        second = another(phone)
        for each in (phone, second):
            each.opens(f"{phone.game}sheet/emma")
        assert phone.taps("Ben").status == 200
        with nothing_written(phone):
            page = second.taps("Cas")
            assert page.status == 409
            assert page.said.startswith("Ending Emma has already been played")
            assert told_between(page) == ["Ben plays Ending Emma"]
            assert "Another phone entered this first:" in page.said

    def test_emma_of_a_round_that_is_closed_meanwhile_was_played_in_it(
        self, phone: Phone, another: Callable[[Phone], Phone]
    ) -> None:
        sits(phone)
        second = another(phone)
        second.opens(f"{phone.game}sheet/emma")
        says(phone, kind="emma-played", player=1)
        closes(phone, *FOUR[0])
        with nothing_written(phone):
            page = second.taps("Ben")
            assert (page.status, page.told) == (200, "Already entered by another phone.")

    def test_a_starter_that_contradicts_another_one_is_asked_about(
        self, phone: Phone, another: Callable[[Phone], Phone]
    ) -> None:
        sits(phone)
        second = another(phone)
        says(phone, kind="starter-chosen", player=1)
        page = second.enters(kind="starter-chosen", player=2)
        assert page.status == 409
        assert page.said.startswith("Cas starts")
        assert told_between(page) == ["Ben starts"]
        assert {"Never mind", "Enter it"} <= {*page.labels()}
        assert second.taps("Enter it").status == 200
        assert "Cas starts" in second.page.main.text

    @BOTH_WAYS
    def test_an_undo_under_the_end_of_the_game_is_asked_about(
        self, phone: Phone, another: Callable[[Phone], Phone]
    ) -> None:
        sits(phone)
        closes(phone, *FOUR[0])
        second = another(phone)
        says(phone, kind="game-stopped")
        page = second.taps("Undo")
        assert page.status == 409
        assert page.said.startswith("Undo: Ann 4, Ben 1, Cas 2, Dee 3")
        assert told_between(page) == ["Game stopped early"]
        assert second.taps("Undo it").status == 200

    def test_a_changed_round_that_was_changed_is_asked_about(
        self, phone: Phone, another: Callable[[Phone], Phone]
    ) -> None:
        sits(phone)
        closes(phone, *FOUR[0])
        second = another(phone)
        form = at_the_cards(second, at="log/1")
        closes(phone, 1, 2, 3, 4, at="log/1")
        page = sends(second, form, given(4, 3, 2, 1))
        assert page.status == 409
        second.taps("Enter it")
        assert sums(second) == [4, 3, 2, 1]

    def test_a_phone_that_plays_emma_twice_was_not_slower_than_itself(self, phone: Phone) -> None:
        sits(phone)
        players = phone.opens(f"{phone.game}sheet/emma")
        assert phone.taps("Ben").status == 200
        phone.page = players
        with nothing_written(phone):
            page = phone.taps("Cas")
            assert page.status == 409
            assert told_between(page) == ["Ben plays Ending Emma"]
            assert "Another phone" not in page.said

    def test_a_page_that_was_used_before_says_so(self, phone: Phone) -> None:
        sits(phone)
        said = {"kind": "emma-played", "id": "tap-1"}
        assert says(phone, **said, player=0).status == 200
        with nothing_written(phone):
            page = says(phone, **said, player=1)
            assert (page.status, page.said) == (409, "This page has already been used.")

    def test_a_round_that_no_longer_fits_tells_what_came_between_too(
        self, phone: Phone, another: Callable[[Phone], Phone]
    ) -> None:
        sits(phone)
        closes(phone, *FOUR[0])
        second = another(phone)
        form = at_the_cards(second)
        says(phone, kind="game-stopped")
        with nothing_written(phone):
            page = sends(second, form, given(*FOUR[1]))
            assert page.status == 409
            assert "The game is over. Keep playing first, then enter it." in page.main.text
            assert "Another phone entered this first:" in page.main.text
            assert "Game stopped early" in page.main.text

    def test_what_the_other_entered_besides_is_in_nobody_s_way(
        self, phone: Phone, another: Callable[[Phone], Phone]
    ) -> None:
        sits(phone)
        closes(phone, *FOUR[0])
        second = another(phone)
        form = at_the_cards(second)
        says(phone, kind="emma-played", player=0)
        says(phone, kind="turn-taken")
        closes(phone, 1, 2, 3, 4, at="log/1")
        assert sends(second, form, given(*FOUR[1])).status == 200
        assert sums(phone) == [5, 3, 6, 6]

    def test_a_round_that_was_taken_back_is_in_nobody_s_way(
        self, phone: Phone, another: Callable[[Phone], Phone]
    ) -> None:
        sits(phone)
        second = another(phone)
        form = at_the_cards(second)
        closes(phone, *FOUR[0])
        phone.opens(phone.game)
        phone.taps("Undo")
        assert sends(second, form, given(*FOUR[1])).status == 200
        assert sums(phone) == [*FOUR[1]]

    def test_an_onlooker_enters_nothing(self, phone: Phone, another: Callable[..., Phone]) -> None:
        sits(phone)
        closes(phone, *FOUR[0])
        onlooker = another(phone, "onlooker")
        assert sums(onlooker) == [*FOUR[0]]
        with nothing_written(phone):
            assert says(onlooker, kind="emma-played", player=0).status in (403, 404)


class TestElsewhere:
    def test_the_shelf_continues_it_until_it_is_over(self, phone: Phone) -> None:
        sits(phone)
        closes(phone, *FOUR[0])
        [going_on] = phone.opens("/").main.classed("continue")
        assert "Game of Bluff" in going_on.text
        assert "Round 2" in going_on.text
        assert going_on.attributes["href"] == phone.game
        phone.opens(phone.game)
        says(phone, kind="game-stopped")
        assert not phone.opens("/").main.classed("continue")

    @BOTH_WAYS
    def test_the_table_says_how_it_stands(self, phone: Phone) -> None:
        sits(phone)
        [row] = phone.opens(phone.table).main.classed("row-link")
        assert row.find("b").text == "Round 1"
        assert "Game of Bluff" in row.text
        assert "Ann, Ben, Cas and Dee" in row.text
        plays(phone, FOUR)
        [row] = phone.opens(phone.table).main.classed("row-link")
        assert row.find("b").text == "Ben wins"
        assert phone.page.main.all("a", href=f"/new/{SLUG}?table={phone.table.split('/')[2]}")

    def test_the_characters_are_one_tap_away_and_back(self, phone: Phone) -> None:
        sits(phone)
        page = phone.taps("Characters")
        assert page.status == 200
        assert "Ending Emma" in page.main.text
        assert phone.taps("Back").main.having("data-seen")

    def test_strangers_find_nothing(self, plain: Phone) -> None:
        sits(plain)
        closes(plain, *FOUR[0])
        stranger = Phone(plain.app)
        stranger.starts(1)
        for at in ("", *(f"sheet/{name}" for name in SHEETS), "log/", "log/1", "record.json"):
            assert plain.opens(f"{plain.game}{at}").status == 200 or at == "record.json"
            assert stranger.opens(f"{plain.game}{at}").status == 404
        with nothing_written(plain):
            facts = stranger.facts(kind="game-stopped", seen="1")
            assert stranger.posts(f"{plain.game}entries", facts).status == 404

    def test_there_is_no_other_sheet(self, plain: Phone) -> None:
        sits(plain)
        for name in ("pad", "hands", "aids", "junk", "close.html", "board", "ending"):
            assert plain.opens(f"{plain.game}sheet/{name}").status == 404


SHEETS = ("close", "emma", "starter", "stop")


def tour(phone: Phone, seats: int) -> list[Page]:
    """Every page of a game, with what is told of slips, and its end."""
    up = [*range(1, seats + 1)]
    pages = [phone.opens(phone.game)]
    pages += [phone.opens(f"{phone.game}sheet/{name}") for name in SHEETS]
    pages += [closes(phone, 1), closes(phone, *[1] * seats), closes(phone, *up, rik=seats - 1)]
    phone.opens(phone.game)
    pages += [says(phone, kind="emma-played", player=seats - 1), says(phone, kind="turn-taken")]
    pages += [says(phone, kind="emma-played", player=0)]
    pages += [closes(phone, *up), closes(phone, *up[::-1])]
    for at in ("log/", "log/1", "log/2", "log/1/forgotten"):
        pages.append(phone.opens(f"{phone.game}{at}"))
    phone.opens(phone.game)
    pages.append(says(phone, kind="game-stopped"))
    pages += [phone.opens(phone.game), phone.opens(phone.table), phone.opens("/")]
    return pages


HOSTILE_NAMES = [
    "<script>x</script>",
    '"><img src=x onerror=x>',
    "{{ 7 * 7 }}",
    "%(name)s %s 100%",
    "<b>'\"&",
]


@pytest.mark.heavy
@pytest.mark.parametrize("seats", [3, 7])
def test_hostile_names_are_only_names(phone: Phone, seats: int) -> None:
    """Whoever is called so sits first, in one game or another, and the others beside."""
    shown = [name[:24] for name in HOSTILE_NAMES]
    for first in [0, 3] if seats == 3 else [0]:
        mine = [*shown[first:], *shown[:first]][:seats]
        only_names(phone, [*mine, *NAMES][:seats], mine[0])
        assert {*mine} <= {*phone.record()["players"]}


def only_names(phone: Phone, seated: list[str], first: str) -> None:
    """All pages of a game of these show the first name as it was typed, and the last page all."""
    phone.starts(len(seated), seated, tile=SLUG)
    pages = tour(phone, len(seated))
    assert sum(first in page.main.text for page in pages) >= 14
    for page in pages:
        for element in page.main:
            assert element.tag not in ("script", "img")
            assert not {name for name in element.attributes if name.startswith("on")}
    main = next(page for page in pages if page.main.classed("chart")).main
    chart, running = main.classed("chart")[0], main.classed("running")[0]
    assert any(text.text.endswith(("…", first)) for text in chart.all("text"))
    for name in seated:
        assert name in running.text


@pytest.mark.heavy
def test_fifteen_long_names(phone: Phone) -> None:
    names = [f"{letter * 23}{number % 10}" for number, letter in enumerate("ABCDEFGHIJKLMNW")]
    phone.starts(15, names, tile=SLUG)
    assert phone.record()["players"] == names
    for page in tour(phone, 15):
        assert page.status in (200, 422)
    page = phone.opens(phone.game)
    assert {name for _place, name, _total in places(page)} == set(names)


@pytest.mark.parametrize("seats", [4, 15])
def test_nobody_needs_a_name(phone: Phone, seats: int) -> None:
    phone.starts(seats, tile=SLUG)
    pages = tour(phone, seats)
    assert all(page.status in (200, 422) for page in pages)
    assert pages[5].said.startswith("Player 2, Player 3")


@BOTH_WAYS
def test_the_same_page_sent_twice_scores_one_round(phone: Phone) -> None:
    sits(phone)
    form = at_the_cards(phone)
    for _ in range(2):
        sends(phone, form, given(*FOUR[0]))
    assert round_count(phone) == 1
