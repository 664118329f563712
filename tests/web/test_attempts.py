"""The attempts of One Brain: turns, their end, and what follows."""

from tests.games.one_brain.telling import gives_up, holds, left, middle, turns
from tests.games.one_brain.telling import lays as facts_of
from tests.support.client_phone import BOTH_WAYS, Another, Phone, answers, nothing_written
from tests.support.page import Page
from tests.web import brain
from tests.web.brain import NOTHING, entries, kinds, lays, says, shows, sits, told, turn
from tests.web.junk import BOOK, HUGE

LAST = [*left(1, 0, columns=2), facts_of("donate")]
"""All 36 cards are played, two columns lie, and Ann laid the last one."""
MANY = [*turns(facts_of("take-back")), *middle(3)]
"""Four turns, after which the first of four columns is barred."""


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
    pile = brain.state(attempt)["draw_pile"]
    told(attempt, holds(0, brain.state(attempt)["hands"][0] + pile))
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
        told(phone, *middle(4))
        page = lays(phone, "remove-kind", at="")
        result, why = brain.ended(page)
        assert (result, why[:38]) == ("Lost", "The middle reached 5 columns. 5 turns.")
        assert page.main.classed("of")[0].text == "5/5"
        assert brain.state(phone)["outcome"] == {"ending": "limit-reached", "columns": 5}
        labels = page.labels()
        assert labels.count("Next attempt") == labels.count("Keep playing") == 1
        assert "Play again" not in labels
        lays(phone, "cover", NOTHING, at="log/3")  # a slip in a change is asked on it
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
        told(phone, *middle(2), gives_up())
        first, record = phone.game, phone.record()
        page = phone.again("Next attempt", times=2)
        assert (page.main.classed("attempt")[0].text, phone.game != first) == ("attempt 2", True)
        assert page.main.find("h1").text == "Ben starts"
        found = phone.record()
        assert (found["players"], found["options"]) == (record["players"], record["options"])
        assert found["entries"] == [{"kind": "starter-chosen", "player": 1}]
        gives(phone)
        sits(phone, 3, level="beginner", table=phone.table.split("/")[2])
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
            answer = plain.posts(f"{plain.game}again", said, entry=None)
            assert answer.status == 422, chosen

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


class TestLog:
    @BOTH_WAYS
    def test_a_card_is_changed_where_it_stands(self, attempt: Phone) -> None:
        told(attempt, *middle(2), facts_of("remove-kind", columns=[1]))
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
