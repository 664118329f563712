"""One Brain from its set-up to a card that is laid and named, as phones at the table use it."""

import pytest

from tests.games.one_brain.telling import ends, holds, turns
from tests.games.one_brain.telling import lays as facts_of
from tests.games.one_brain.telling import middle as middle_of
from tests.support.client_phone import BOTH_WAYS, Phone, answers, nothing_written
from tests.support.page import typed
from tests.web import brain
from tests.web.brain import NAMES, SLUG, entries, lays, middle, shows, sits, told, turn
from tests.web.junk import BOOK, HOSTILE

TOO_MANY = "The deck has only 36 cards: choose a smaller hand for this many players."
MANY = [*turns(facts_of("take-back")), *middle_of(3)]
"""Four turns, after which the first of four columns is barred."""


@pytest.fixture
def bare(plain: Phone) -> Phone:
    """A phone without scripts at an attempt of Ann and Ben, in which no card lies yet."""
    sits(plain)
    return plain


def known(phone: Phone, card: str) -> str:
    """What the grid says of a card."""
    grid = brain.playing(phone.opens(phone.game)).classed("grid")[0]
    return grid.find("input", name="card", data_card=card).label


class TestSetUp:
    @BOTH_WAYS
    def test_more_cards_than_the_deck_has_are_told_and_nothing_is_lost(self, phone: Phone) -> None:
        page = sits(phone, 7, level="expert", hand=6)
        assert (page.status, page.said, typed(page)) == (422, TOO_MANY, [*NAMES])
        form = page.main.find("form")
        for name, choices in (("players", "1234567"), ("hand", "23456")):
            assert brain.offered(form, name) == [*choices]
        assert brain.offered(form, "level") == ["beginner", "advanced", "expert"]
        chosen = [brain.picked(form, name) for name in ("players", "level", "hand")]
        assert chosen == [["7"], ["expert"], ["6"]]
        said = {**brain.filled(form, {"hand": "5"}), "name": typed(page)}
        page = phone.sends(form.attributes["action"], said, entry=False)
        assert page.main.classed("bar-title")[0].text == "One Brain, expert"

    def test_what_no_button_says_is_told_and_starts_nothing(self, plain: Phone) -> None:
        said = {"players": "3", "name": [*NAMES], "level": "expert", "hand": "3"}
        for field, sentence in (
            ("players", "This game is for 1 to 7 players."),
            ("level", "Choose one of the buttons."),
            ("hand", "Choose one of the buttons."),
        ):
            for junk in ("0", "8", "-1", "", "2.5", "x", "Expert", BOOK, HOSTILE):
                plain.opens(f"/new/{SLUG}")
                page = plain.sends(f"/new/{SLUG}", plain.facts(**{**said, field: junk}), False)
                assert (page.status, page.said) == (422, sentence), junk
                assert typed(page)[:3] == [*NAMES[:3]], junk

    def test_alone_one_plays_for_two_and_all_cards_are_open(self, plain: Phone) -> None:
        page = sits(plain, 1, level="beginner", hand=4)
        assert brain.counted(page) == (28, 0, ["0 in hand, 4 in the domain"] * 2)
        assert brain.picked(brain.playing(page), "from") == ["domain"]
        assert ("Draw lots" in page.labels(), brain.offered(page.main, "player")) == (False, [])
        lays(plain, "donate", "Dummy")
        assert plain.taps("Draw and end turn").main.find("h1").text == "Dummy’s turn"


class TestStart:
    @BOTH_WAYS
    def test_a_tap_on_a_name_says_who_starts_until_a_card_lies(self, phone: Phone) -> None:
        assert sits(phone, 7).main.find("h1").text == "Ann starts"
        for seat in (6, 1, 0):
            forms = phone.page.main.classed("counts")[0].all("form")
            form = next(form for form in forms if form.values()["player"] == str(seat))
            page = brain.sends(phone, form, form.values())
            assert page.main.find("h1").text == f"{NAMES[seat]} starts"
            assert shows(phone)["turn"] == {"player": seat, "phase": "play"}
        lays(phone, "cover")
        assert not phone.opens(phone.game).main.classed("counts")[0].all("form")
        assert "Draw lots" not in phone.page.labels()
        with nothing_written(phone):
            page = phone.enters(kind="starter-chosen", player=1)
            answers(page, 422, "The attempt has begun: you can’t change who starts")
            assert "OK" in page.labels()

    @BOTH_WAYS
    def test_lots_are_drawn_with_one_tap(self, phone: Phone) -> None:
        page = sits(phone, 5)
        form, button = page.form_of("Draw lots")
        for _ in range(2):  # the same lot draws the same seat
            page = brain.sends(phone, form, form.values(button))
        [drawn] = entries(phone)
        assert page.main.find("h1").text == f"{NAMES[drawn['player']]} starts"
        lots = {button.attributes["value"], page.form_of("Draw lots")[1].attributes["value"]}
        assert (len(lots), min(map(len, lots)) > 12) == (2, True)
        for lot in (*map(str, range(30)), "", "9" * 400, HOSTILE, BOOK):  # others start by others
            facts = {"kind": "starter-chosen", "player": f"lot-{lot}"}
            said = phone.facts(**facts, page=f"{len(lot)} {lot[:9]}")
            assert phone.posts(f"{phone.game}entries", said, entry=None).status == 303, lot
        assert {entry["player"] for entry in entries(phone)} == set(range(5))


class TestCard:
    def test_a_card_that_finds_nothing_is_one_tap(self, bare: Phone) -> None:
        assert brain.one_tap(bare.page) == ["cover", "take-back", "remove-kind", "remove-colour"]
        turn(bare, "take-back")
        assert entries(bare)[0] == {"kind": "card-played", "from": "hand", "action": "take-back"}
        assert shows(bare)["columns"] == [{"id": 1, "cards": 1, "take_back": True}]
        assert brain.one_tap(bare.opens(bare.game)) == ["take-back"]  # all columns are barred
        told(bare, holds(1, 1))
        assert {"donate", "extra"} <= {
            *brain.one_tap(bare.page)
        }  # with the last card none is given
        lays(bare, "donate")
        assert shows(bare)["hands"] == [4, 0]

    @BOTH_WAYS
    def test_each_action_is_laid_by_its_panel(self, phone: Phone) -> None:
        sits(phone, 5, level="beginner")
        told(phone, *MANY, holds(4, 3, 2))
        form = brain.playing(phone.page)
        names = brain.panel(form, "donate").all("button")
        assert [button.text for button in names] == ["Ann", "Ben", "Cas", "Dee"]  # clockwise
        boxes = brain.panel(form, "remove-kind").all("input", type="checkbox")
        assert [box.attributes["name"][-1] for box in boxes] == [*"12345"]
        assert boxes[-1].label == "this card itself"
        said = {"kind": "card-played", "from": "hand"}
        for action, hits, more, facts in (
            ("donate", "Cas", {"given_from": "domain"}, {"to": 2, "given_from": "domain"}),
            *(("extra", each, {}, {"extra_from": each}) for each in ("hand", "domain")),
            *[("extra", "hand", {"extra_action": "take-back"}, {"extra_from": "hand"})],
            ("cover", 1, {}, {"column": 1}),
            ("take-back", 2, {}, {"column": 2}),
            ("remove-kind", None, {"columns": (5,)}, {"columns": [5]}),
            ("remove-colour", None, {"columns": (1, 2)}, {"columns": [1, 2]}),
        ):
            facts = {**facts, **{name: fact for name, fact in more.items() if name != "columns"}}
            assert lays(phone, action, hits, **more).status == 200
            assert entries(phone)[-1] == {**said, "action": action, **facts}
            shows(phone)
            phone.taps("Undo")

    def test_the_switch_is_preset_to_what_is_possible(self, bare: Phone) -> None:
        for held, chosen in (
            ((0, 5), ("hand", "hand")),
            ((0, 1, 2), ("hand", "domain")),
            ((0, 0, 2), ("domain", "domain")),
        ):
            told(bare, holds(*held))
            form = brain.playing(bare.page)
            picked = [brain.picked(form, name) for name in ("from", "given_from")]
            assert picked == [[each] for each in chosen], held
        told(bare, holds(0, 3, 2))
        lays(bare, "remove-kind", source="domain")
        assert (shows(bare)["hands"], shows(bare)["domains"]) == ([3, 5], [1, 0])

    @BOTH_WAYS
    def test_a_column_that_is_barred_is_grey_and_cannot_be_taken_back(self, attempt: Phone) -> None:
        told(attempt, *MANY)
        buttons = brain.panel(brain.playing(attempt.page), "cover").all("button")
        assert [button.attributes["value"] for button in buttons] == [*"1234"]
        assert not [button for button in buttons if "barred" in button.attributes["class"]]
        targets = brain.panel(brain.playing(attempt.page), "take-back").all("button")
        greyed = ["barred" in target.attributes["class"].split() for target in targets]
        assert greyed == [True, False, False, False]
        assert [bool(target.all("use", href="#a-take-back")) for target in targets] == greyed
        assert (
            "Columns with this symbol" in brain.panel(brain.playing(attempt.page), "take-back").text
        )
        assert "nobody may take it back" in targets[0].label
        with nothing_written(attempt):
            page = lays(attempt, "take-back", 1)
            answers(page, 422, "That column has a take-back symbol: nobody may take it back.")
        assert middle(attempt.opens(attempt.game)) == [
            "column 1: 1 card, nobody may take it back",
            *(f"column {number}: 1 card" for number in (2, 3, 4)),
        ]

    @BOTH_WAYS
    def test_the_middle_has_room_up_to_its_limit_and_says_what_is_new(self, phone: Phone) -> None:
        sits(phone, level="expert")
        told(phone, *middle_of(3))
        assert phone.page.main.classed("owed")[0].text == "5 columns end the attempt."
        places = phone.page.main.classed("middle")[0].all("li")
        drawn = [place.attributes["class"].split()[0] for place in places]
        assert drawn == ["column"] * 3 + ["room"] * 2
        assert "ends" in places[-1].attributes["class"].split()
        page = lays(phone, "remove-kind")
        assert len(page.main.classed("fresh")) == phone.scripts


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
        assert (brain.picked(form, "hand"), brain.picked(form, "domain")) == (["5"], ["0"])
        brain.sends(
            attempt, form, brain.filled(form, {"hand": "3", "domain": "1"}, form.find("button"))
        )
        found = shows(attempt)
        assert (found["hands"], found["domains"], found["draw_pile"]) == ([4, 3], [0, 1], 27)
        corrected = {"kind": "cards-corrected", "player": 1, "hand": 3, "domain": 1}
        assert entries(attempt)[-1] == corrected
        with nothing_written(attempt):
            page = attempt.enters(kind="cards-corrected", player=0, hand=31, domain=1)
            answers(page, 422, "The deck has 36 cards: there are not that many left.")
            assert attempt.taps("Count the cards").main.classed("correct")

    def test_the_counts_lead_to_the_entry_that_made_a_column(self, attempt: Phone) -> None:
        page = lays(attempt, "cover")
        attempt.opens(page.main.classed("counts")[0].find("a").attributes["href"])
        attempt.taps("Wrong column? Change its entry in the log")
        assert "Ann: Cover" in attempt.page.main.text


class TestNaming:
    @BOTH_WAYS
    def test_a_named_card_is_remembered_with_its_action(self, attempt: Phone) -> None:
        grid = brain.playing(attempt.page).classed("grid")[0]
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
        removes = brain.panel(brain.playing(attempt.page), "remove-kind").all(
            "input", name="removes"
        )
        assert [each.label for each in removes][:3] == ["duck", "dragon", "zombie"]
        lays(attempt, "remove-kind", columns=[1], removes="cat", card="red frog")
        assert known(attempt, "red frog") == "red frog, Remove creature: cat"
        told(attempt, ends())
        lays(attempt, "extra", "hand", extra_card="red dragon", extra_action="take-back")
        assert entries(attempt)[-1]["extra_card"] == {"colour": "red", "kind": "dragon"}
        assert known(attempt, "red dragon") == "red dragon, Take back"
        assert middle(attempt.page)[-1].endswith("red dragon, nobody may take it back")

    def test_a_covered_card_is_not_shown(self, bare: Phone) -> None:
        turn(bare, "cover", card="red cat")
        turn(bare, "cover", 1, card="red frog")
        [column] = middle(bare.opens(bare.game))
        assert ("red frog" in column, "red cat" in column) == (True, False)
