"""One Brain from its set-up to the end of an attempt and what follows, as phones use it."""

from tests.games.one_brain.telling import ends, gives_up, holds, left, turns
from tests.games.one_brain.telling import lays as facts_of
from tests.games.one_brain.telling import middle as middle_of
from tests.support.client_phone import BOTH_WAYS, Another, Phone, answers, nothing_written
from tests.support.page import Page, typed
from tests.web import brain
from tests.web.brain import NAMES, entries, kinds, lays, middle, says, shows, sits, told, turn
from tests.web.junk import BOOK, HOSTILE, HUGE

TOO_MANY = "The deck has only 36 cards: choose a smaller hand for this many players."
MANY = [*turns(facts_of("take-back")), *middle_of(3)]
"""Four turns, after which the first of four columns is barred."""


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
        chosen = [brain.picked(form, name) for name in ("players", "level", "hand")]
        assert chosen == [["7"], ["expert"], ["6"]]
        page = phone.submits(form, hand="5", name=typed(page))
        assert page.main.classed("bar-title")[0].text == "One Brain, expert"

    def test_what_no_button_says_is_told_and_starts_nothing(self, plain: Phone) -> None:
        said = {"players": "3", "name": [*NAMES], "level": "expert", "hand": "3"}
        for field, sentence in (
            ("players", "This game is for 1 to 7 players."),
            ("level", "Choose one of the buttons."),
            ("hand", "Choose one of the buttons."),
        ):
            for junk in ("0", "8", "-1", "", "2.5", "x", "Expert", BOOK, HOSTILE):
                plain.opens(f"/new/{brain.SLUG}")
                facts = plain.facts(**{**said, field: junk})
                page = plain.sends(f"/new/{brain.SLUG}", facts, False)
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
            assert phone.submits(form).main.find("h1").text == f"{NAMES[seat]} starts"
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
            page = phone.submits(form, button)
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
    def test_a_card_that_finds_nothing_is_one_tap(self, attempt: Phone) -> None:
        assert brain.one_tap(attempt.page) == ["cover", "take-back", "remove-kind", "remove-colour"]
        turn(attempt, "take-back")
        assert entries(attempt)[0] == {"kind": "card-played", "from": "hand", "action": "take-back"}
        assert shows(attempt)["columns"] == [{"id": 1, "cards": 1, "take_back": True}]
        assert brain.one_tap(attempt.opens(attempt.game)) == ["take-back"]  # all columns are barred
        told(attempt, holds(1, 1))
        last = {*brain.one_tap(attempt.page)}  # with the last card none is given
        assert {"donate", "extra"} <= last
        lays(attempt, "donate")
        assert shows(attempt)["hands"] == [4, 0]

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

    def test_the_switch_is_preset_to_what_is_possible(self, attempt: Phone) -> None:
        for held, chosen in (
            ((0, 5), ("hand", "hand")),
            ((0, 1, 2), ("hand", "domain")),
            ((0, 0, 2), ("domain", "domain")),
        ):
            told(attempt, holds(*held))
            form = brain.playing(attempt.page)
            picked = [brain.picked(form, name) for name in ("from", "given_from")]
            assert picked == [[each] for each in chosen], held
        told(attempt, holds(0, 3, 2))
        lays(attempt, "remove-kind", source="domain")
        assert (shows(attempt)["hands"], shows(attempt)["domains"]) == ([3, 5], [1, 0])

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
        panel = brain.panel(brain.playing(attempt.page), "take-back")
        assert "Columns with this symbol" in panel.text
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
        assert len(lays(phone, "remove-kind").main.classed("fresh")) == phone.scripts


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
        brain.fills(attempt, form, form.find("button"), hand="3", domain="1")
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


@BOTH_WAYS
def test_a_named_card_is_remembered_with_its_action(attempt: Phone) -> None:
    grid = brain.playing(attempt.page).classed("grid")[0]
    labels = [cell.label for cell in grid.all("input", name="card")]
    assert len(set(labels)) == 36
    assert {"red cat", "blue duck, Donate"} <= {*labels}
    lays(attempt, "cover", card="red cat")
    assert known(attempt, "red cat") == "red cat, Cover"
    assert entries(attempt)[-1]["card"] == {"colour": "red", "kind": "cat"}
    assert "red cat" in middle(attempt.page)[0]
    told(attempt, ends())
    turn(attempt, "cover", 1, card="red frog")
    [column] = middle(attempt.opens(attempt.game))
    assert ("red frog" in column, "red cat" in column) == (True, False)
    for _ in range(4):
        attempt.taps("Undo")
    assert known(attempt, "red cat") == "red cat"
    lays(attempt, "remove-kind", card="red cat")
    assert known(attempt, "red cat") == "red cat"  # of which it is not said what it removes
    told(attempt, ends())
    panel = brain.panel(brain.playing(attempt.page), "remove-kind")
    removes = panel.all("input", name="removes")
    assert [each.label for each in removes][:3] == ["duck", "dragon", "zombie"]
    lays(attempt, "remove-kind", columns=[1], removes="cat", card="red frog")
    assert known(attempt, "red frog") == "red frog, Remove creature: cat"
    told(attempt, ends())
    lays(attempt, "extra", "hand", extra_card="red dragon", extra_action="take-back")
    assert entries(attempt)[-1]["extra_card"] == {"colour": "red", "kind": "dragon"}
    assert known(attempt, "red dragon") == "red dragon, Take back"
    assert middle(attempt.page)[-1].endswith("red dragon, nobody may take it back")


LAST = [*left(1, 0, columns=2), facts_of("donate")]
"""All 36 cards are played, two columns lie, and Ann laid the last one."""


def gives(phone: Phone) -> Page:
    phone.opens(f"{phone.game}sheet/attempts")
    return phone.taps("Give up attempt")


@BOTH_WAYS
def test_a_turn_that_was_not_ended_ends_with_the_next_card(attempt: Phone) -> None:
    told(attempt, *MANY, facts_of("cover", column=2))
    for action, hits, drew in (("donate", "Ann", True), ("cover", 1, False)):
        page = lays(attempt, action, hits, at="")
        answers(page, 422, "Ann has already laid a card: how did that turn end?")
        assert {"Drew a card", "Drew nothing", "OK"} <= {*page.labels()}
        page = attempt.taps("Drew a card" if drew else "Drew nothing")
        assert (page.status, page.said) == (200, "")
        ending = "card-drawn" if drew else "turn-ended"
        assert kinds(attempt)[-3:] == ["card-played", ending, "card-played"]
        assert shows(attempt)["turn"] == {"player": 1, "phase": "draw"}
        for latest in (ending, "card-played"):  # both are undone one by one
            attempt.opens(attempt.game)
            attempt.taps("Undo")
            assert kinds(attempt)[-1] == latest
    pile = attempt.state()["draw_pile"]
    told(attempt, holds(0, attempt.state()["hands"][0] + pile))
    labels = lays(attempt, "cover", 1, at="").labels()  # from an empty pile nobody drew
    assert ("Drew nothing" in labels, "Drew a card" in labels) == (True, False)
    attempt.opens(attempt.game)
    attempt.taps("Undo")
    lays(attempt, "take-back", 1, at="")  # and what follows is asked too
    answers(attempt.taps("Drew nothing"), 422, "That column has a take-back symbol")
    assert attempt.taps("Enter it").status == 200
    assert kinds(attempt)[-3:] == ["card-played", "turn-ended", "card-played"]


@BOTH_WAYS
def test_whoever_drew_nothing_may_do_so_late(attempt: Phone) -> None:
    turn(attempt, "cover")
    assert attempt.taps("Ann draws late").main.find("h1").text == "Ben’s turn"
    assert shows(attempt)["hands"] == [5, 5]
    page = says(attempt, kind="late-card-drawn")
    answers(page, 422, "It is too late to draw for the previous turn.")
    attempt.opens(attempt.game)
    attempt.taps("Undo")
    lays(attempt, "cover", 1, at="")
    assert "Ann draws late" not in attempt.opens(attempt.game).labels()
    assert attempt.taps("Draw and end turn").main.find("h1").text == "Ann’s turn"


def test_a_turn_that_ended_otherwise_can_be_changed(attempt: Phone, another: Another) -> None:
    other = another(attempt)
    lays(attempt, "donate", "Ben")
    other.opens(other.game)
    attempt.taps("Draw and end turn")
    assert "entered this first: Ann draws a card" in other.taps("End turn no draw").said
    other.taps("Change that entry")
    assert "The turn ended differently" in other.page.main.text


class TestEnd:
    @BOTH_WAYS
    def test_it_is_lost_at_the_limit_and_play_goes_on(self, phone: Phone) -> None:
        sits(phone, level="expert")
        told(phone, *middle_of(4))
        page = lays(phone, "remove-kind", at="")
        result, why = brain.ended(page)
        assert (result, why[:38]) == ("Lost", "The middle reached 5 columns. 5 turns.")
        assert page.main.classed("of")[0].text == "5/5"
        assert phone.state()["outcome"] == {"ending": "limit-reached", "columns": 5}
        labels = page.labels()
        assert labels.count("Next attempt") == labels.count("Keep playing") == 1
        assert "Play again" not in labels
        lays(phone, "cover", brain.NOTHING, at="log/3")  # a slip in a change is asked on it
        answers(phone.page, 422, "There is a card in the middle: it must be covered.")
        assert (phone.taps("Enter it").status, entries(phone)[2]["action"]) == (200, "cover")
        phone.opens(phone.game)
        phone.taps("Keep playing")  # takes the change back, by which it was lost last
        assert phone.taps("Keep playing").main.classed("of")[0].text == "4 of 5"

    @BOTH_WAYS
    def test_it_is_given_up_and_the_shelf_and_the_table_say_so(self, attempt: Phone) -> None:
        turn(attempt, "cover")
        [going_on] = attempt.opens("/").main.classed("continue")
        assert ("One Brain" in going_on.text, "Ben’s turn, 1 of 6" in going_on.text) == (True, True)
        [row] = attempt.opens(attempt.table).main.classed("row-link")
        assert row.find("b").text == "Ben’s turn, 1 of 6"
        assert brain.ended(gives(attempt)) == ("Given up", "You stopped before the limit. 2 turns.")
        assert "Give up attempt" not in attempt.opens(f"{attempt.game}sheet/attempts").labels()
        [row] = attempt.opens(attempt.table).main.classed("row-link")
        assert row.find("b").text == "Given up, Advanced"
        assert not attempt.opens("/").main.classed("continue")


class TestNext:
    @BOTH_WAYS
    def test_whoever_laid_the_last_card_starts_the_next_attempt(self, phone: Phone) -> None:
        sits(phone, 3, level="expert", hand=4)
        assert phone.page.main.classed("attempt")[0].text == "attempt 1"
        told(phone, *middle_of(2), gives_up())
        first, record = phone.game, phone.record()
        page = phone.again("Next attempt", times=2)
        assert (page.main.classed("attempt")[0].text, phone.game != first) == ("attempt 2", True)
        assert page.main.find("h1").text == "Ben starts"
        found = phone.record()
        assert (found["players"], found["options"]) == (record["players"], record["options"])
        assert found["entries"] == [{"kind": "starter-chosen", "player": 1}]
        gives(phone)
        sits(phone, 3, level="beginner", table=phone.ids[0])
        assert phone.page.main.classed("attempt")[0].text == "attempt 3"
        assert brain.tried(phone.opens(f"{phone.game}sheet/attempts")) == {
            "Beginner": ["under way, 0 columns"],
            "Expert": ["Given up, 2 columns", "Given up, 0 columns"],
        }
        sits(phone, names=("Cas", "Dee"))  # another table sees none of them
        assert phone.page.main.classed("attempt")[0].text == "attempt 1"

    def test_the_rules_suggest_what_comes_next(self, plain: Phone) -> None:
        sits(plain, level="advanced", hand=4)
        told(plain, *LAST)
        assert plain.page.main.classed("tip")[0].find("p").text.startswith("You won ")
        plain.again("Next: expert, 4 cards")
        assert plain.record()["options"] == {"level": "expert", "hand": 4}
        assert not gives(plain).main.classed("tip")
        plain.again("Beginner")
        assert plain.record()["options"] == {"level": "beginner", "hand": 4}
        gives(plain)
        for chosen in (
            *({"level": level, "hand": "5"} for level in ("", "x", HUGE)),
            *({"level": "expert", "hand": hand} for hand in ("", "x", "1", "7", BOOK)),
        ):
            said = plain.facts(switched="y", **chosen)
            assert plain.posts(f"{plain.game}again", said, entry=None).status == 422, chosen

    @BOTH_WAYS
    def test_beginners_may_look_once_an_attempt(self, phone: Phone) -> None:
        sits(phone, level="beginner")
        label = "One of you looks through the discard pile (once per attempt)."
        phone.opens(f"{phone.game}sheet/attempts")
        assert (phone.taps(label).said, entries(phone)) == ("", [])  # it is a note
        page = phone.opens(f"{phone.game}sheet/attempts")
        assert label not in page.labels()
        assert "One of you has looked through the discard pile." in page.main.text
        with nothing_written(phone):
            answers(says(phone, kind="discard-looked-at"), 422, "Only beginners may look")
        sits(phone, level="advanced")
        assert "discard pile" not in phone.opens(f"{phone.game}sheet/attempts").main.text


@BOTH_WAYS
def test_a_card_is_changed_where_it_stands(attempt: Phone) -> None:
    told(attempt, *middle_of(2), facts_of("remove-kind", columns=[1]))
    form = brain.playing(attempt.opens(f"{attempt.game}log/3"))
    assert [*dict.fromkeys(brain.offered(form, "column"))] == ["1"]  # what the card found then
    form = brain.playing(attempt.opens(f"{attempt.game}log/5"))
    assert brain.picked(form, "action") == ["remove-kind"]
    assert "checked" in form.all("input", name="columns-1")[0].attributes
    page = lays(attempt, "take-back", 2)
    assert page.answer.request.path == f"{attempt.game}log/"
    assert "Ann: Take back, column 2" in page.main.text
    assert "changed" in page.main.text
    found = shows(attempt)
    assert [column["id"] for column in found["columns"]] == [1, 3]
    assert (found["domains"], found["discarded"]) == ([1, 0], 0)
    attempt.opens(f"{attempt.game}log/4")
    attempt.taps("Card drawn")
    assert shows(attempt)["hands"] == [3, 5]
    attempt.opens(f"{attempt.game}log/1")
    attempt.taps("A card")
    lays(attempt, "extra", "hand")
    assert kinds(attempt)[:3] == ["card-played", "card-played", "turn-ended"]
