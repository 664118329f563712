"""One Brain from the shelf to a turn and its answers, as phones at the table use it."""

import pytest
from flask import Flask

from tests.games.one_brain.telling import ends, holds, turns
from tests.games.one_brain.telling import lays as facts_of
from tests.games.one_brain.telling import middle as middle_of
from tests.web.actor import BOTH_WAYS, Phone, answers, nothing_written
from tests.web.brain import (
    NAMES,
    SLUG,
    counted,
    entries,
    filled,
    kinds,
    lays,
    middle,
    offered,
    one_tap,
    panel,
    picked,
    playing,
    says,
    sends,
    shows,
    sits,
    state,
    told,
    turn,
)
from tests.web.junk import BOOK, HOSTILE, HUGE
from tests.web.pages import Page, chosen, switches, typed

TOO_MANY = "The deck has only 36 cards: choose a smaller hand for this many players."


FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"


MANY = [*turns(facts_of("take-back")), *middle_of(3)]
"""Four turns, after which the first of four columns is barred."""


DEALS = [
    (seats, hand) for seats in range(1, 8) for hand in range(2, 7) if hand * max(seats, 2) <= 36
]
"""Players and start hands that the deck has cards for."""
SOME_DEALS = [(1, 2), (1, 6), (2, 5), (6, 6), (7, 5)]
"""Alone and together, with the smallest hand and with most of the deck."""


class TestSetUp:
    def test_it_stands_on_the_shelf(self, plain: Phone) -> None:
        tile = next(
            tile
            for tile in plain.opens("/").main.classed("tile")
            if tile.all("a", href=f"/new/{SLUG}")
        )
        assert tile.find("b").text == "One Brain"
        assert "1 to 7 players" in tile.text
        assert plain.opens(tile.all("a")[1].attributes["href"]).status == 200

    def test_its_screen_begins_with_what_is_usual(self, plain: Phone) -> None:
        form = plain.opens(f"/new/{SLUG}").main.find("form")
        assert offered(form, "players") == [*"1234567"]
        assert offered(form, "level") == ["beginner", "advanced", "expert"]
        assert offered(form, "hand") == [*"23456"]
        assert [picked(form, name) for name in ("players", "level", "hand")] == [
            ["2"],
            ["advanced"],
            ["5"],
        ]
        assert typed(plain.page) == [""] * 7
        assert switches(plain.page) == set()

    @pytest.mark.parametrize(
        ("seats", "hand"),
        [
            pytest.param(*deal, marks=() if deal in SOME_DEALS else pytest.mark.long)
            for deal in DEALS
        ],
    )
    def test_so_many_get_so_many_cards(self, plain: Phone, seats: int, hand: int) -> None:
        dealt = hand * max(seats, 2)
        assert sits(plain, seats, hand=hand).status == 200
        found = shows(plain)
        assert found["hands" if seats > 1 else "domains"] == [hand] * max(seats, 2)
        assert found["draw_pile"] == 36 - dealt
        assert plain.record()["players"] == [*NAMES[:seats]]

    @pytest.mark.parametrize(
        ("level", "limit"), [("beginner", 7), ("advanced", 6), ("expert", 5)], ids=str
    )
    @BOTH_WAYS
    def test_the_level_is_the_limit(self, phone: Phone, level: str, limit: int) -> None:
        page = sits(phone, 3, level=level)
        assert page.main.classed("of")[0].text == f"0 of {limit}"
        assert page.main.classed("bar-title")[0].text == f"One Brain, {level}"
        assert phone.record()["options"] == {"level": level, "hand": 5}
        assert len(page.main.classed("middle")[0].all("li")) == limit

    @BOTH_WAYS
    def test_more_cards_than_the_deck_has_are_told_and_nothing_is_lost(self, phone: Phone) -> None:
        page = sits(phone, 7, level="expert", hand=6)
        assert (page.status, page.said) == (422, TOO_MANY)
        form = page.main.find("form")
        assert typed(page) == [*NAMES]
        assert [picked(form, name) for name in ("players", "level", "hand")] == [
            ["7"],
            ["expert"],
            ["6"],
        ]
        assert "Continue" not in Phone(phone.app).opens("/").main.text
        phone.page = page
        said = {**filled(form, {"hand": "5"}), "name": typed(page)}
        page = phone.sends(form.attributes["action"], said, entry=False)
        assert (page.status, page.main.classed("of")[0].text) == (200, "0 of 5")

    def test_any_other_number_of_players_is_told(self, plain: Phone) -> None:
        for junk in ("0", "8", "-1", "", "2.5", "x", "²", HUGE, BOOK):
            plain.opens(f"/new/{SLUG}")
            said = plain.facts(players=junk, name=[*NAMES], level="expert", hand="3")
            page = plain.sends(f"/new/{SLUG}", said, entry=False)
            assert (page.status, page.said) == (422, "This game is for 1 to 7 players."), junk
            assert typed(page) == [*NAMES], junk
            form = page.main.find("form")
            assert (picked(form, "level"), picked(form, "hand")) == (["expert"], ["3"]), junk
            assert "Continue" not in plain.opens("/").main.text, junk

    @pytest.mark.parametrize("field", ["level", "hand"])
    def test_what_no_button_says_is_told_and_starts_nothing(self, plain: Phone, field: str) -> None:
        for junk in ("", "x", "1", "7", "-5", "5.0", "Expert", HUGE, BOOK, HOSTILE):
            plain.opens(f"/new/{SLUG}")
            said = plain.facts(players="3", name=[*NAMES[:3]], level="expert", hand="3")
            page = plain.sends(f"/new/{SLUG}", {**said, field: junk}, entry=False)
            assert (page.status, page.said) == (422, "Choose one of the buttons."), junk
            assert typed(page)[:3] == [*NAMES[:3]], junk
            assert "Continue" not in plain.opens("/").main.text, junk

    def test_nobody_needs_a_name(self, plain: Phone) -> None:
        sits(plain, 4, ("Cas", "", "Ann", ""))
        assert plain.record()["players"] == ["Cas", "", "Ann", ""]
        page = plain.opens(f"/new/{SLUG}")
        assert (chosen(page), typed(page)[:4]) == ("4", ["Cas", "", "Ann", ""])

    def test_the_people_of_a_larger_game_are_not_too_many(self, plain: Phone) -> None:
        plain.starts(9, [*NAMES, "Hal", "Ida"], tile="game-of-bluff")
        page = plain.opens(f"/new/{SLUG}")
        assert (chosen(page), typed(page)[:7]) == ("7", [*NAMES])

    @BOTH_WAYS
    def test_alone_one_plays_for_two_and_all_cards_are_open(self, phone: Phone) -> None:
        page = sits(phone, 1, level="beginner", hand=4)
        assert counted(page) == (28, 0, ["0 in hand, 4 in the domain"] * 2)
        assert [row.find("span").text for row in page.main.classed("counts")[0].all("li")][2:] == [
            "Ann",
            "Dummy",
        ]
        assert picked(playing(page), "from") == ["domain"]
        assert "Draw lots" not in page.labels()
        assert not offered(page.main, "player")
        lays(phone, "donate", "Dummy")
        assert shows(phone)["domains"] == [2, 5]
        phone.taps("Draw")
        assert shows(phone)["turn"] == {"player": 1, "phase": "play"}
        assert phone.page.main.find("h1").text == "Dummy’s turn"
        assert state(phone)["domains"] == [3, 5]
        lays(phone, "extra", "domain")
        assert shows(phone)["domains"] == [3, 3]


class TestStart:
    @pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.long), 7])
    @BOTH_WAYS
    def test_a_tap_on_a_name_says_who_starts(self, phone: Phone, seats: int) -> None:
        page = sits(phone, seats)
        assert page.main.find("h1").text == "Ann starts"
        for seat in (seats - 1, 1, 0):
            form = next(
                form
                for form in phone.page.main.classed("counts")[0].all("form")
                if form.values()["player"] == str(seat)
            )
            page = sends(phone, form, form.values())
            assert page.main.find("h1").text == f"{NAMES[seat]} starts"
            assert shows(phone)["turn"] == {"player": seat, "phase": "play"}

    @BOTH_WAYS
    def test_who_starts_is_settled_with_the_first_card(self, attempt: Phone) -> None:
        lays(attempt, "cover")
        assert not attempt.opens(attempt.game).main.classed("counts")[0].all("form")
        assert "Draw lots" not in attempt.page.labels()
        with nothing_written(attempt):
            page = attempt.enters(kind="starter-chosen", player=1)
            answers(page, 422, "The attempt is under way: who starts can no longer change")
            assert "OK" in page.labels()

    @BOTH_WAYS
    def test_lots_are_drawn_with_one_tap(self, phone: Phone) -> None:
        sits(phone, 5)
        page = phone.taps("Draw lots")
        assert page.status == 200
        assert kinds(phone) == ["starter-chosen"]
        [drawn] = entries(phone)
        assert page.main.find("h1").text == f"{NAMES[drawn['player']]} starts"

    def test_the_same_lot_draws_the_same_seat(self, phone: Phone) -> None:
        sits(phone, 7)
        page = phone.page
        form, button = page.form_of("Draw lots")
        sends(phone, form, form.values(button))
        with nothing_written(phone):
            assert sends(phone, form, form.values(button)).status == 200
        phone.opens(phone.game)
        again = {
            **phone.page.form_of("Draw lots")[0].values(),
            "player": form.values(button)["player"],
        }
        sends(phone, form, again)
        assert len({entry["player"] for entry in entries(phone)}) == 1

    @pytest.mark.heavy
    def test_over_many_lots_everybody_starts_once(self, phone: Phone) -> None:
        sits(phone)
        for _ in range(24):
            phone.opens(phone.game)
            assert phone.taps("Draw lots").status == 200
        drawn = [entry["player"] for entry in entries(phone)]
        assert len(drawn) == 24
        assert set(drawn) == {0, 1}

    def test_so_it_is_on_the_page_that_a_tap_brings(self, phone: Phone) -> None:
        sits(phone)
        lots = {
            phone.taps("Draw lots").form_of("Draw lots")[1].attributes["value"] for _ in "12345"
        }
        assert len(lots) == 5
        assert all(len(lot) > 12 for lot in lots)


class TestCard:
    def test_a_card_that_finds_nothing_is_one_tap(self, attempt: Phone) -> None:
        assert one_tap(attempt.page) == ["cover", "take-back", "remove-kind", "remove-colour"]
        assert offered(playing(attempt.page), "action")[:2] == ["donate", "cover"]
        turn(attempt, "cover")
        assert one_tap(attempt.opens(attempt.game)) == []
        assert entries(attempt)[0] == {"kind": "card-played", "from": "hand", "action": "cover"}
        assert shows(attempt)["hands"] == [4, 5]

    @pytest.mark.parametrize("action", ["take-back", "remove-kind", "remove-colour"])
    def test_so_are_these_on_an_empty_middle(self, attempt: Phone, action: str) -> None:
        assert lays(attempt, action).status == 200
        found = shows(attempt)
        assert found["columns"] == [{"id": 1, "cards": 1, "take_back": action == "take-back"}]

    def test_with_the_last_card_nothing_is_given_or_added(self, attempt: Phone) -> None:
        told(attempt, holds(0, 1))
        assert {"donate", "extra"} <= {*one_tap(attempt.page)}
        assert lays(attempt, "donate").status == 200
        assert shows(attempt)["hands"] == [0, 5]

    def test_a_take_back_that_finds_only_barred_columns_is_one_tap(self, attempt: Phone) -> None:
        turn(attempt, "take-back")
        assert one_tap(attempt.opens(attempt.game)) == ["take-back"]
        lays(attempt, "take-back")
        assert [column["take_back"] for column in shows(attempt)["columns"]] == [True, True]

    @pytest.mark.parametrize("given", ["hand", "domain"])
    @BOTH_WAYS
    def test_a_card_is_donated(self, phone: Phone, given: str) -> None:
        sits(phone, 3)
        told(phone, holds(0, 3, 2))
        form = playing(phone.page)
        names = panel(form, "donate").all("button")
        assert [button.text for button in names] == ["Ben", "Cas"]
        assert offered(form, "given_from") == ["hand", "domain"]
        assert lays(phone, "donate", "Cas", given_from=given).status == 200
        assert entries(phone)[-1] == {
            "kind": "card-played",
            "from": "hand",
            "action": "donate",
            "to": 2,
            "given_from": given,
        }
        found = shows(phone)
        assert found["domains"] == ([2, 0, 1] if given == "hand" else [1, 0, 1])

    def test_names_are_offered_clockwise(self, phone: Phone) -> None:
        sits(phone, 5)
        says(phone, kind="starter-chosen", player=3)
        names = panel(playing(phone.opens(phone.game)), "donate").all("button")
        assert [button.text for button in names] == ["Eva", "Ann", "Ben", "Cas"]

    def test_the_switch_is_preset_to_what_is_possible(self, attempt: Phone) -> None:
        assert picked(playing(attempt.page), "from") == ["hand"]
        assert picked(playing(attempt.page), "given_from") == ["hand"]
        told(attempt, holds(0, 1, 2))
        assert picked(playing(attempt.page), "from") == ["hand"]
        assert picked(playing(attempt.page), "given_from") == ["domain"]
        told(attempt, holds(0, 0, 2))
        assert picked(playing(attempt.page), "from") == ["domain"]
        lays(attempt, "extra", "domain")
        assert shows(attempt)["domains"] == [0, 0]

    def test_a_card_comes_from_the_domain(self, attempt: Phone) -> None:
        told(attempt, holds(0, 3, 2))
        assert lays(attempt, "remove-kind", source="domain").status == 200
        found = shows(attempt)
        assert (found["hands"], found["domains"]) == ([3, 5], [1, 0])

    @BOTH_WAYS
    def test_a_column_is_covered(self, attempt: Phone) -> None:
        told(attempt, *MANY)
        buttons = panel(playing(attempt.page), "cover").all("button")
        assert [button.attributes["value"] for button in buttons] == [*"1234"]
        assert not [button for button in buttons if "barred" in button.attributes["class"]]
        assert lays(attempt, "cover", 1).status == 200
        assert middle(attempt.opens(attempt.game)) == [
            "column 1: 2 cards, nobody may take it back",
            *(f"column {number}: 1 card" for number in (2, 3, 4)),
        ]
        assert shows(attempt)["columns"][0] == {"id": 1, "cards": 2, "take_back": True}

    @BOTH_WAYS
    def test_a_column_is_taken_back(self, attempt: Phone) -> None:
        told(attempt, *MANY, facts_of("cover", column=2), ends())
        assert lays(attempt, "take-back", 2).status == 200
        found = shows(attempt)
        assert [column["id"] for column in found["columns"]] == [1, 3, 4, 5]
        assert found["domains"] == [0, 2]

    @BOTH_WAYS
    def test_what_nobody_may_take_is_greyed_with_its_reason_and_asks(self, attempt: Phone) -> None:
        told(attempt, *MANY)
        targets = panel(playing(attempt.page), "take-back").all("button")
        greyed = ["barred" in target.attributes["class"].split() for target in targets]
        assert greyed == [True, False, False, False]
        assert [bool(target.all("use", href="#a-take-back")) for target in targets] == greyed
        assert (
            "Columns with this symbol stay where they are."
            in panel(playing(attempt.page), "take-back").text
        )
        assert "nobody may take it back" in targets[0].label
        assert not [target for target in targets if "disabled" in target.attributes]
        with nothing_written(attempt):
            page = lays(attempt, "take-back", 1)
            answers(page, 422, "That column has a take-back symbol: nobody may take it back.")
            assert "Enter it anyway?" in page.said
        assert attempt.taps("Enter it").status == 200
        found = shows(attempt)
        assert [column["id"] for column in found["columns"]] == [2, 3, 4, 5]
        assert found["flags"] == [{"entry": 8, "rule": "take-back-barred"}]

    @pytest.mark.parametrize("action", ["remove-kind", "remove-colour"])
    @pytest.mark.parametrize(
        "gone",
        [(), pytest.param((1,), marks=pytest.mark.long), (2, 4), (5,), (1, 2, 3, 4, 5)],
        ids=str,
    )
    def test_columns_are_removed_and_the_card_itself_with_them(
        self, attempt: Phone, action: str, gone: tuple[int, ...]
    ) -> None:
        told(attempt, *MANY, facts_of("cover", column=2), ends())
        boxes = panel(playing(attempt.page), action).all("input", type="checkbox")
        assert [box.attributes["name"] for box in boxes] == [
            f"columns-{each}" for each in range(1, 6)
        ]
        assert boxes[-1].label == "this card itself"
        assert lays(attempt, action, columns=gone).status == 200
        found = shows(attempt)
        assert [column["id"] for column in found["columns"]] == [
            each for each in range(1, 6) if each not in gone
        ]
        assert found["discarded"] == len(gone) + (2 in gone)

    @pytest.mark.parametrize("symbol", [True, False])
    @pytest.mark.parametrize("second", ["hand", "domain"])
    @BOTH_WAYS
    def test_a_second_card_is_laid(self, attempt: Phone, second: str, symbol: bool) -> None:
        told(attempt, holds(0, 3, 2))
        more = {"extra_action": "take-back"} if symbol else {}
        assert lays(attempt, "extra", second, **more).status == 200
        assert entries(attempt)[-1] == {
            "kind": "card-played",
            "from": "hand",
            "action": "extra",
            "extra_from": second,
            **more,
        }
        found = shows(attempt)
        assert [column["take_back"] for column in found["columns"]] == [False, symbol]
        assert (found["hands"][0], found["domains"][0]) == ((1, 2) if second == "hand" else (2, 1))

    def test_what_has_just_arrived_is_marked_and_nothing_else(self, app: Flask) -> None:
        phone = Phone(app, scripts=True)
        sits(phone)
        assert [fresh(lays(phone, "cover", at="")), fresh(phone.taps("End turn"))] == [[1], []]
        assert fresh(lays(phone, "remove-kind")) == [2]
        told(phone, ends())
        assert fresh(lays(phone, "cover", 1)) == [1]
        told(phone, ends())
        assert fresh(lays(phone, "remove-kind", columns=[3])) == []

    def test_the_count_is_told_against_the_limit(self, phone: Phone) -> None:
        sits(phone, 2, hand=6)
        for columns in range(6):
            page = phone.opens(phone.game)
            assert page.main.classed("of")[0].text == f"{columns} of 6"
            said = page.main.classed("owed")[0].text
            if columns:
                assert said == (
                    "One more column ends the attempt."
                    if columns == 5
                    else "6 columns end the attempt."
                )
            places = page.main.classed("middle")[0].all("li")
            assert [place.attributes["class"].split()[0] for place in places] == (
                ["column"] * columns + ["room"] * (6 - columns)
            )
            assert "ends" in places[-1].attributes["class"].split()
            if columns < 5:
                turn(phone, "remove-kind")


class TestCounts:
    @BOTH_WAYS
    def test_a_count_is_put_right_with_a_tap_on_the_name(self, attempt: Phone) -> None:
        turn(attempt, "cover")
        page = attempt.opens(attempt.game)
        link = page.main.classed("counts")[0].all("a")[0]
        page = attempt.opens(link.attributes["href"])
        rows = page.main.classed("row")
        assert [row.find("summary").text for row in rows] == ["Ann4 + 0", "Ben5 + 0"]
        assert ["open" in row.attributes for row in rows] == [True, False]
        form = page.main.classed("correct")[1]
        assert (picked(form, "hand"), picked(form, "domain")) == (["5"], ["0"])
        page = sends(attempt, form, filled(form, {"hand": "3", "domain": "1"}, form.find("button")))
        assert (page.status, page.said) == (200, "")
        found = shows(attempt)
        assert (found["hands"], found["domains"], found["draw_pile"]) == ([4, 3], [0, 1], 27)
        assert entries(attempt)[-1] == {
            "kind": "cards-corrected",
            "player": 1,
            "hand": 3,
            "domain": 1,
        }

    @pytest.mark.parametrize("seats", [1, 7])
    def test_every_seat_has_its_row(self, phone: Phone, seats: int) -> None:
        sits(phone, seats)
        page = phone.opens(f"{phone.game}sheet/hands?seat=1")
        rows = page.main.classed("row")
        assert len(rows) == max(seats, 2)
        assert "open" in rows[1].attributes
        form = rows[1].find("form")
        assert (offered(form, "hand") == ["0"]) == (seats == 1)
        sends(phone, form, filled(form, {"domain": "1"}, form.find("button")))
        assert shows(phone)["domains"][1] == 1

    def test_nobody_holds_more_than_the_deck_has(self, attempt: Phone) -> None:
        with nothing_written(attempt):
            page = attempt.enters(kind="cards-corrected", player=0, hand=31, domain=1)
            answers(page, 422, "The deck has 36 cards: there are not that many left.")
            assert attempt.taps("Count the cards").main.classed("correct")

    def test_it_ends_nothing(self, attempt: Phone) -> None:
        told(attempt, holds(0, 0), holds(1, 36))
        assert shows(attempt)["outcome"] is None


class TestNaming:
    def test_a_named_card_is_remembered_with_its_action(self, attempt: Phone) -> None:
        grid = playing(attempt.page).classed("grid")[0]
        labels = [cell.label for cell in grid.all("input", name="card")]
        assert len(set(labels)) == 36
        assert "red cat" in labels
        assert "blue duck, Donate" in labels
        lays(attempt, "remove-kind", card="red cat")
        assert "red cat" in middle(attempt.opens(attempt.game))[0]
        assert known(attempt, "red cat") == "red cat"
        attempt.taps("Undo")
        lays(attempt, "cover", card="red cat", at="")
        assert known(attempt, "red cat") == "red cat, Cover"
        assert entries(attempt)[-1]["card"] == {"colour": "red", "kind": "cat"}
        attempt.taps("Undo")
        assert known(attempt, "red cat") == "red cat"

    @BOTH_WAYS
    def test_so_is_what_a_remover_removes(self, attempt: Phone) -> None:
        told(attempt, *MANY)
        removes = panel(playing(attempt.page), "remove-kind").all("input", name="removes")
        assert [each.label for each in removes][:3] == ["duck", "dragon", "zombie"]
        lays(attempt, "remove-kind", columns=[1], removes="cat", card="red frog")
        assert known(attempt, "red frog") == "red frog, Remove kind: cat"
        assert shows(attempt)["discarded"] == 1

    def test_the_sixth_colour_has_cards_too(self, attempt: Phone) -> None:
        lays(attempt, "cover", card="sixth cat")
        assert known(attempt, "sixth cat") == "cat of the sixth colour, Cover"
        assert "sixth colour" in middle(attempt.page)[0]

    @pytest.mark.parametrize(
        "word", ["teal", "sea green", "%(kind)s", FAMILY * 9], ids=["one", "two", "marks", "emoji"]
    )
    def test_under_the_name_that_the_table_gives_it(self, plain: Phone, word: str) -> None:
        sits(plain)
        page = plain.opens(f"{plain.table}deck/{SLUG}/")
        form = next(form for form in page.main.all("form") if form.all("input", name="sixth"))
        plain.sends(form.attributes["action"], {**form.values(), "sixth": word}, entry=False)
        cell = playing(plain.opens(plain.game)).classed("grid")[0].find(data_card="sixth cat")
        assert lays(plain, "cover", card=cell.attributes["value"]).status == 200
        assert entries(plain)[0]["card"] == {"colour": word, "kind": "cat"}
        assert known(plain, "sixth cat") == f"{word} cat, Cover"
        assert f"{word} cat" in middle(plain.page)[0]
        assert f"Ann: {word} cat: Cover" in plain.opens(f"{plain.game}log/").main.text

    def test_a_second_card_is_named_too(self, attempt: Phone) -> None:
        lays(attempt, "extra", "hand", extra_card="red dragon", extra_action="take-back")
        assert entries(attempt)[0]["extra_card"] == {"colour": "red", "kind": "dragon"}
        assert known(attempt, "red dragon") == "red dragon, Take back"
        assert middle(attempt.page)[1] == "column 2: 1 card, red dragon, nobody may take it back"

    @pytest.mark.parametrize("way", ["My mistake", "Enter it"])
    @BOTH_WAYS
    def test_what_is_odd_about_it_is_asked(self, attempt: Phone, way: str) -> None:
        with nothing_written(attempt):
            page = lays(attempt, "cover", card="blue duck")
            answers(page, 422, "Blue duck was known as “Donate”; you chose “Cover”.")
            assert "Is that right?" in page.said
        attempt.taps(way)
        entered = way == "Enter it"
        assert known(attempt, "blue duck") == f"blue duck, {'Cover' if entered else 'Donate'}"
        assert len(entries(attempt)) == entered
        if entered:
            assert shows(attempt)["flags"] == []
            attempt.opens(attempt.game)
            attempt.taps("Undo")
            assert known(attempt, "blue duck") == "blue duck, Donate"

    def test_a_card_that_is_covered_is_not_shown(self, attempt: Phone) -> None:
        turn(attempt, "cover", card="red cat")
        turn(attempt, "cover", 1, card="red frog")
        [column] = middle(attempt.opens(attempt.game))
        assert "red frog" in column
        assert "red cat" not in column

    def test_nobody_has_to(self, attempt: Phone) -> None:
        lays(attempt, "cover")
        assert "card" not in entries(attempt)[0]


def fresh(page: Page) -> list[int]:
    """The places in the middle that the page marks as new."""
    lying = page.main.classed("middle")[0].classed("column")
    return [place for place, column in enumerate(lying, 1) if column in page.main.classed("fresh")]


def known(phone: Phone, card: str) -> str:
    """What the grid says of a card."""
    grid = playing(phone.opens(phone.game)).classed("grid")[0]
    return grid.find("input", name="card", data_card=card).label
