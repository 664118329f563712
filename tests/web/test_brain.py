"""One Brain from its set-up to a card that is laid and named, as phones at the table use it."""

from typing import Any

import pytest

from tests.games.one_brain.telling import ends, holds, turns
from tests.games.one_brain.telling import lays as facts_of
from tests.games.one_brain.telling import middle as middle_of
from tests.support.client_phone import BOTH_WAYS, Phone, answers, nothing_written
from tests.support.page import Page, typed
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
    sends,
    shows,
    sits,
    told,
    turn,
)
from tests.web.junk import BOOK, HOSTILE, HUGE, LONG, NO_KINDS, NO_LINES, NO_SEATS, NO_SEEN

TOO_MANY = "The deck has only 36 cards: choose a smaller hand for this many players."
FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
MANY = [*turns(facts_of("take-back")), *middle_of(3)]
"""Four turns, after which the first of four columns is barred."""


@pytest.fixture
def bare(plain: Phone) -> Phone:
    """A phone without scripts at an attempt of Ann and Ben, in which no card lies yet."""
    sits(plain)
    return plain


def fresh(page: Page) -> list[int]:
    """The places in the middle that the page marks as new."""
    lying = page.main.classed("middle")[0].classed("column")
    return [place for place, column in enumerate(lying, 1) if column in page.main.classed("fresh")]


def known(phone: Phone, card: str) -> str:
    """What the grid says of a card."""
    grid = playing(phone.opens(phone.game)).classed("grid")[0]
    return grid.find("input", name="card", data_card=card).label


class TestSetUp:
    def test_its_screen_begins_with_what_is_usual_and_sets_up_what_is_chosen(
        self, plain: Phone
    ) -> None:
        form = plain.opens(f"/new/{SLUG}").main.find("form")
        assert offered(form, "players") == [*"1234567"]
        for name, choices, usual in (
            ("level", ["beginner", "advanced", "expert"], "advanced"),
            ("hand", [*"23456"], "5"),
        ):
            assert (offered(form, name), picked(form, name)) == (choices, [usual])
        for seats, hand, level, limit in (
            (1, 2, "beginner", 7),
            (2, 5, "advanced", 6),
            (6, 6, "expert", 5),
            (7, 5, "expert", 5),
        ):
            page = sits(plain, seats, hand=hand, level=level)
            assert page.main.classed("of")[0].text == f"0 of {limit}"
            assert page.main.classed("bar-title")[0].text == f"One Brain, {level}"
            assert len(page.main.classed("middle")[0].all("li")) == limit
            found, sides = shows(plain), max(seats, 2)
            assert found["hands" if seats > 1 else "domains"] == [hand] * sides
            assert found["draw_pile"] == 36 - hand * sides
            assert plain.record()["players"] == [*NAMES[:seats]]
            assert plain.record()["options"] == {"level": level, "hand": hand}

    @BOTH_WAYS
    def test_more_cards_than_the_deck_has_are_told_and_nothing_is_lost(self, phone: Phone) -> None:
        page = sits(phone, 7, level="expert", hand=6)
        assert (page.status, page.said, typed(page)) == (422, TOO_MANY, [*NAMES])
        form = page.main.find("form")
        chosen = [picked(form, name) for name in ("players", "level", "hand")]
        assert chosen == [["7"], ["expert"], ["6"]]
        assert "Continue" not in Phone(phone.app).opens("/").main.text
        phone.page = page
        said = {**filled(form, {"hand": "5"}), "name": typed(page)}
        page = phone.sends(form.attributes["action"], said, entry=False)
        assert (page.status, page.main.classed("of")[0].text) == (200, "0 of 5")

    def test_what_no_button_says_is_told_and_starts_nothing(self, plain: Phone) -> None:
        players = ("0", "8", "-1", "", "2.5", "x", "²", HUGE, BOOK)
        others = ("", "x", "1", "7", "-5", "5.0", "Expert", HUGE, HOSTILE)
        for field, junks, sentence in (
            ("players", players, "This game is for 1 to 7 players."),
            ("level", others, "Choose one of the buttons."),
            ("hand", others, "Choose one of the buttons."),
        ):
            for junk in junks:
                plain.opens(f"/new/{SLUG}")
                said = {"players": "3", "name": [*NAMES], "level": "expert", "hand": "3"}
                page = plain.sends(
                    f"/new/{SLUG}", plain.facts(**{**said, field: junk}), entry=False
                )
                assert (page.status, page.said) == (422, sentence), junk
                assert typed(page)[:3] == [*NAMES[:3]], junk
        assert "Continue" not in plain.opens("/").main.text

    @BOTH_WAYS
    def test_alone_one_plays_for_two_and_all_cards_are_open(self, phone: Phone) -> None:
        page = sits(phone, 1, level="beginner", hand=4)
        assert counted(page) == (28, 0, ["0 in hand, 4 in the domain"] * 2)
        rows = page.main.classed("counts")[0].all("li")[2:]
        assert [row.find("span").text for row in rows] == ["Ann", "Dummy"]
        assert picked(playing(page), "from") == ["domain"]
        assert "Draw lots" not in page.labels()
        assert not offered(page.main, "player")
        lays(phone, "donate", "Dummy")
        assert shows(phone)["domains"] == [2, 5]
        phone.taps("Draw")
        assert shows(phone)["turn"] == {"player": 1, "phase": "play"}
        assert phone.page.main.find("h1").text == "Dummy’s turn"
        lays(phone, "extra", "domain")
        assert shows(phone)["domains"] == [3, 3]


class TestStart:
    @BOTH_WAYS
    def test_a_tap_on_a_name_says_who_starts_until_a_card_lies(self, phone: Phone) -> None:
        assert sits(phone, 7).main.find("h1").text == "Ann starts"
        for seat in (6, 1, 0):
            forms = phone.page.main.classed("counts")[0].all("form")
            form = next(form for form in forms if form.values()["player"] == str(seat))
            page = sends(phone, form, form.values())
            assert page.main.find("h1").text == f"{NAMES[seat]} starts"
            assert shows(phone)["turn"] == {"player": seat, "phase": "play"}
        lays(phone, "cover")
        assert not phone.opens(phone.game).main.classed("counts")[0].all("form")
        assert "Draw lots" not in phone.page.labels()
        with nothing_written(phone):
            page = phone.enters(kind="starter-chosen", player=1)
            answers(page, 422, "The attempt is under way: who starts can no longer change")
            assert "OK" in page.labels()

    @BOTH_WAYS
    def test_lots_are_drawn_with_one_tap(self, phone: Phone) -> None:
        page = sits(phone, 5)
        form, button = page.form_of("Draw lots")
        for _ in range(2):  # the same lot draws the same seat
            page = sends(phone, form, form.values(button))
        [drawn] = entries(phone)
        assert page.main.find("h1").text == f"{NAMES[drawn['player']]} starts"
        lots = {button.attributes["value"]}
        while len({entry["player"] for entry in entries(phone)}) < 3:  # over many, others start
            assert len(lots) < 50
            lots.add(phone.page.form_of("Draw lots")[1].attributes["value"])
            assert phone.taps("Draw lots").status == 200
        assert len(lots) == len(entries(phone))
        assert all(len(lot) > 12 for lot in lots)
        for lot in ("lot-", f"lot-{'9' * 400}", f"lot-{HOSTILE}", f"lot-{BOOK}"):
            assert phone.enters(kind="starter-chosen", player=lot).status == 200, lot
            assert entries(phone)[-1]["player"] in range(5)


class TestCard:
    def test_a_card_that_finds_nothing_is_one_tap(self, bare: Phone) -> None:
        assert one_tap(bare.page) == ["cover", "take-back", "remove-kind", "remove-colour"]
        assert offered(playing(bare.page), "action")[:2] == ["donate", "cover"]
        turn(bare, "take-back")
        assert entries(bare)[0] == {"kind": "card-played", "from": "hand", "action": "take-back"}
        assert shows(bare)["columns"] == [{"id": 1, "cards": 1, "take_back": True}]
        assert one_tap(bare.opens(bare.game)) == ["take-back"]  # all columns are barred
        told(bare, holds(1, 1))
        assert {"donate", "extra"} <= {*one_tap(bare.page)}  # with the last card none is given
        lays(bare, "donate")
        assert shows(bare)["hands"] == [4, 0]

    @BOTH_WAYS
    def test_a_card_is_donated_from_hand_or_domain(self, phone: Phone) -> None:
        sits(phone, 5)
        told(phone, {"kind": "starter-chosen", "player": 3}, holds(3, 3, 2))
        form = playing(phone.page)
        names = panel(form, "donate").all("button")
        assert [button.text for button in names] == ["Eva", "Ann", "Ben", "Cas"]  # clockwise
        assert offered(form, "given_from") == ["hand", "domain"]
        said = {"kind": "card-played", "from": "hand", "action": "donate", "to": 2}
        for given, domains in (("hand", [0, 0, 1, 2, 0]), ("domain", [0, 0, 1, 1, 0])):
            assert lays(phone, "donate", "Cas", given_from=given).status == 200
            assert entries(phone)[-1] == {**said, "given_from": given}
            assert shows(phone)["domains"] == domains
            phone.taps("Undo")

    def test_the_switch_is_preset_to_what_is_possible(self, bare: Phone) -> None:
        for count, source, given in (
            ((0, 5), "hand", "hand"),
            ((0, 1, 2), "hand", "domain"),
            ((0, 0, 2), "domain", "domain"),
        ):
            told(bare, holds(*count))
            form = playing(bare.page)
            assert (picked(form, "from"), picked(form, "given_from")) == ([source], [given])
        told(bare, holds(0, 3, 2))
        lays(bare, "remove-kind", source="domain")
        found = shows(bare)
        assert (found["hands"], found["domains"]) == ([3, 5], [1, 0])

    @BOTH_WAYS
    def test_columns_are_covered_and_taken_back_unless_they_are_barred(
        self, attempt: Phone
    ) -> None:
        told(attempt, *MANY)
        buttons = panel(playing(attempt.page), "cover").all("button")
        assert [button.attributes["value"] for button in buttons] == [*"1234"]
        assert not [button for button in buttons if "barred" in button.attributes["class"]]
        targets = panel(playing(attempt.page), "take-back").all("button")
        greyed = ["barred" in target.attributes["class"].split() for target in targets]
        assert greyed == [True, False, False, False]
        assert [bool(target.all("use", href="#a-take-back")) for target in targets] == greyed
        assert "Columns with this symbol" in panel(playing(attempt.page), "take-back").text
        assert "nobody may take it back" in targets[0].label
        with nothing_written(attempt):
            page = lays(attempt, "take-back", 1)
            answers(page, 422, "That column has a take-back symbol: nobody may take it back.")
            assert "Enter it anyway?" in page.said
        assert attempt.taps("Enter it").status == 200
        found = shows(attempt)
        assert [column["id"] for column in found["columns"]] == [2, 3, 4, 5]
        assert found["flags"] == [{"entry": 8, "rule": "take-back-barred"}]
        attempt.taps("Undo")
        lays(attempt, "cover", 1, at="")
        assert middle(attempt.opens(attempt.game)) == [
            "column 1: 2 cards, nobody may take it back",
            *(f"column {number}: 1 card" for number in (2, 3, 4)),
        ]
        told(attempt, ends())
        lays(attempt, "take-back", 2)
        found = shows(attempt)
        assert [column["id"] for column in found["columns"]] == [1, 3, 4, 5]
        assert found["domains"] == [0, 1]

    def test_columns_are_removed_and_the_card_itself_with_them(self, bare: Phone) -> None:
        told(bare, *MANY, facts_of("cover", column=2), ends())
        for action, gone in (
            ("remove-kind", ()),
            ("remove-colour", (2, 4)),
            ("remove-kind", (5,)),
            ("remove-colour", (1, 2, 3, 4, 5)),
        ):
            boxes = panel(playing(bare.page), action).all("input", type="checkbox")
            assert [box.attributes["name"][-1] for box in boxes] == [*"12345"]
            assert boxes[-1].label == "this card itself"
            assert lays(bare, action, columns=gone).status == 200
            found = shows(bare)
            left = [column["id"] for column in found["columns"]]
            assert left == [each for each in range(1, 6) if each not in gone]
            assert found["discarded"] == len(gone) + (2 in gone)
            bare.taps("Undo")

    @BOTH_WAYS
    def test_a_second_card_is_laid(self, attempt: Phone) -> None:
        told(attempt, holds(0, 3, 2))
        said = {"kind": "card-played", "from": "hand", "action": "extra"}
        for second, symbol, held in (("hand", True, (1, 2)), ("domain", False, (2, 1))):
            more = {"extra_action": "take-back"} if symbol else {}
            assert lays(attempt, "extra", second, **more).status == 200
            assert entries(attempt)[-1] == {**said, "extra_from": second, **more}
            found = shows(attempt)
            assert [column["take_back"] for column in found["columns"]] == [False, symbol]
            assert (found["hands"][0], found["domains"][0]) == held
            attempt.taps("Undo")

    def test_the_middle_says_what_is_new_and_how_many_end_the_attempt(self, phone: Phone) -> None:
        page = sits(phone, 2, hand=6)
        for columns in range(6):
            assert page.main.classed("of")[0].text == f"{columns} of 6"
            if columns:
                number = "One more column ends" if columns == 5 else "6 columns end"
                assert page.main.classed("owed")[0].text == f"{number} the attempt."
            places = page.main.classed("middle")[0].all("li")
            drawn = [place.attributes["class"].split()[0] for place in places]
            assert drawn == ["column"] * columns + ["room"] * (6 - columns)
            assert "ends" in places[-1].attributes["class"].split()
            if columns < 5:
                shown = lays(phone, "remove-kind", at="")
                assert fresh(shown) == ([columns + 1] if phone.scripts else []), columns
                page = phone.taps("End turn")
                assert fresh(page) == []
                page = phone.opens(phone.game)


class TestCounts:
    @BOTH_WAYS
    def test_a_count_is_put_right_with_a_tap_on_the_name(self, attempt: Phone) -> None:
        turn(attempt, "cover")
        page = attempt.opens(attempt.game)
        link = page.main.classed("counts")[0].all("a")[0]
        rows = attempt.opens(link.attributes["href"]).main.classed("row")
        assert [row.find("summary").text for row in rows] == ["Ann4 + 0", "Ben5 + 0"]
        assert ["open" in row.attributes for row in rows] == [True, False]
        form = rows[1].find("form")
        assert (picked(form, "hand"), picked(form, "domain")) == (["5"], ["0"])
        sends(attempt, form, filled(form, {"hand": "3", "domain": "1"}, form.find("button")))
        found = shows(attempt)
        assert (found["hands"], found["domains"], found["draw_pile"]) == ([4, 3], [0, 1], 27)
        corrected = {"kind": "cards-corrected", "player": 1, "hand": 3, "domain": 1}
        assert entries(attempt)[-1] == corrected
        with nothing_written(attempt):
            page = attempt.enters(kind="cards-corrected", player=0, hand=31, domain=1)
            answers(page, 422, "The deck has 36 cards: there are not that many left.")
            assert attempt.taps("Count the cards").main.classed("correct")

    def test_every_seat_has_its_row(self, plain: Phone) -> None:
        for seats in (1, 7):
            sits(plain, seats)
            rows = plain.opens(f"{plain.game}sheet/hands?seat=1").main.classed("row")
            assert len(rows) == max(seats, 2)
            assert "open" in rows[1].attributes
            form = rows[1].find("form")
            assert (offered(form, "hand") == ["0"]) == (seats == 1)
            sends(plain, form, filled(form, {"domain": "1"}, form.find("button")))
            assert shows(plain)["domains"][1] == 1
        for seat in ("-1", "x", HUGE):
            assert plain.opens(f"{plain.game}sheet/hands?seat={seat}").status == 404
        for name in ("pad", "aids", "board", "ending", "_play", "hands.html"):
            assert plain.opens(f"{plain.game}sheet/{name}").status == 404


class TestNaming:
    @BOTH_WAYS
    def test_a_named_card_is_remembered_with_its_action(self, attempt: Phone) -> None:
        grid = playing(attempt.page).classed("grid")[0]
        labels = [cell.label for cell in grid.all("input", name="card")]
        assert len(set(labels)) == 36
        assert {"red cat", "blue duck, Donate"} <= {*labels}
        lays(attempt, "cover", card="red cat")
        assert known(attempt, "red cat") == "red cat, Cover"
        assert entries(attempt)[-1]["card"] == {"colour": "red", "kind": "cat"}
        assert "red cat" in middle(attempt.page)[0]
        attempt.taps("Undo")
        assert known(attempt, "red cat") == "red cat"
        lays(attempt, "remove-kind", card="red cat")
        assert known(attempt, "red cat") == "red cat"  # of which it is not said what it removes
        told(attempt, ends())
        removes = panel(playing(attempt.page), "remove-kind").all("input", name="removes")
        assert [each.label for each in removes][:3] == ["duck", "dragon", "zombie"]
        lays(attempt, "remove-kind", columns=[1], removes="cat", card="red frog")
        assert known(attempt, "red frog") == "red frog, Remove kind: cat"
        told(attempt, ends())
        lays(attempt, "extra", "hand", extra_card="red dragon", extra_action="take-back")
        assert entries(attempt)[-1]["extra_card"] == {"colour": "red", "kind": "dragon"}
        assert known(attempt, "red dragon") == "red dragon, Take back"
        assert middle(attempt.page)[-1].endswith("red dragon, nobody may take it back")

    def test_under_the_name_that_the_table_gives_its_sixth_colour(self, bare: Phone) -> None:
        for word in ("", "teal", "sea green", "%(kind)s", FAMILY * 9):
            page = bare.opens(f"{bare.table}deck/{SLUG}/")
            form = next(form for form in page.main.all("form") if form.all("input", name="sixth"))
            bare.sends(form.attributes["action"], {**form.values(), "sixth": word}, entry=False)
            cell = playing(bare.opens(bare.game)).classed("grid")[0].find(data_card="sixth cat")
            lays(bare, "cover", card=cell.attributes["value"])
            card = f"{word} cat" if word else "cat of the sixth colour"
            assert entries(bare)[0]["card"] == {"colour": word or "sixth", "kind": "cat"}
            assert known(bare, "sixth cat") == f"{card}, Cover"
            assert card in middle(bare.page)[0] or not word
            assert f"Ann: {card}: Cover" in bare.opens(f"{bare.game}log/").main.text
            bare.opens(bare.game)
            bare.taps("Undo")

    @BOTH_WAYS
    def test_what_is_odd_about_it_is_asked(self, attempt: Phone) -> None:
        with nothing_written(attempt):
            page = lays(attempt, "cover", card="blue duck")
            answers(page, 422, "Blue duck was known as “Donate”; you chose “Cover”.")
            attempt.taps("My mistake")
        lays(attempt, "cover", card="blue duck", at="")
        attempt.taps("Enter it")
        assert known(attempt, "blue duck") == "blue duck, Cover"
        assert shows(attempt)["flags"] == []
        attempt.taps("Undo")
        assert known(attempt, "blue duck") == "blue duck, Donate"

    def test_a_card_that_is_covered_is_not_shown_and_one_that_nobody_knows_hurts_nothing(
        self, bare: Phone
    ) -> None:
        turn(bare, "cover", card="red cat")
        turn(bare, "cover", 1, card="red frog")
        [column] = middle(bare.opens(bare.game))
        assert ("red frog" in column, "red cat" in column) == (True, False)
        sits(bare)
        said = {"kind": "card-played", "from": "hand"}
        for action in ("cover", "remove-kind"):
            for card in ("duck", " duck", "blue ", "x cow", "a b c", "% %", "<b> <i>"):
                assert bare.enters(**said, action=action, card=card).status == 200, card
                for at in ("", "log/", "log/1", "sheet/attempts", "record.json"):
                    assert bare.client.get(f"{bare.game}{at}").status_code == 200, (card, at)
                bare.taps("Undo")
                assert kinds(bare) == []


CARD = {"kind": "card-played", "from": "hand", "action": "cover"}
EXTRA = {**CARD, "action": "extra", "extra_from": "hand"}
COUNT = {"kind": "cards-corrected", "player": "0", "hand": "4", "domain": "0"}
JUNK: list[tuple[dict[str, Any], str, list[Any]]] = [
    (CARD, "kind", [kind for kind in NO_KINDS if kind != "card-played"]),
    (CARD, "seen", [seen for seen in NO_SEEN if seen != "2"] + ["99"]),
    (CARD, "from", ["", "pocket", "HAND", HOSTILE, None]),
    (CARD, "action", ["", "junk", "COVER", HOSTILE, BOOK, None]),
    (CARD, "column", ["0", "99", "-1", "x", "1.5", HUGE, BOOK, HOSTILE]),
    (CARD, "card", [f"{LONG} duck", f"{HOSTILE * 9} duck"]),
    ({**CARD, "action": "donate", "given_from": "hand"}, "to", [*filter(None, NO_SEATS)]),
    ({**CARD, "action": "donate", "to": "1"}, "given_from", ["junk", HOSTILE]),
    (EXTRA, "extra_from", ["junk", HOSTILE]),
    (EXTRA, "extra_action", ["junk", HOSTILE]),
    (EXTRA, "extra_card", [f"{LONG} duck"]),
    ({**CARD, "action": "remove-kind"}, "columns-0", ["y"]),
    (COUNT, "player", NO_SEATS),
    (COUNT, "hand", ["-1", "37", "x", "", HUGE, BOOK, HOSTILE, None]),
    (COUNT, "domain", ["-1", "37", "x", "", HUGE, BOOK, HOSTILE, None]),
    ({"kind": "starter-chosen"}, "player", [*NO_SEATS, "lot", "LOT-x"]),
    ({"kind": "taken-back"}, "target", [*NO_LINES, "", None]),
]
"""An entry, one of its fields, and what cannot stand there; None leaves it out."""


def test_what_no_page_of_ours_sends(bare: Phone) -> None:
    head = bare.head
    with nothing_written(bare):
        for facts, field, values in JUNK:
            for junk in values:
                page = bare.enters(**{**facts, field: junk})
                said = (page.status, bool(page.said), bare.head)
                assert said == (422, True, head), (facts, field, junk)
    form = playing(bare.opens(bare.game))
    [tap] = form.all("button", name="action", value="cover")
    for _ in range(2):  # the same page sent twice lays one card
        assert sends(bare, form, form.values(tap)).status == 200
    assert kinds(bare) == ["card-played"]
