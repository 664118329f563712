"""The turns of One Brain, and what the app answers, as phones at the table use it."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.one_brain.telling import draws, ends, holds, turns
from tests.games.one_brain.telling import lays as facts_of
from tests.games.one_brain.telling import middle as middle_of
from tests.web.actor import BOTH_WAYS, Phone, answers, nothing_written
from tests.web.brain import (
    NOTHING,
    entries,
    kinds,
    lays,
    playing,
    says,
    sends,
    shows,
    sits,
    told,
    turn,
)
from tests.web.junk import HUGE

MANY = [*turns(facts_of("take-back")), *middle_of(3)]
"""Four turns, after which the first of four columns is barred."""


OWED = {
    "donate": "Ann still has a card and must donate one.",
    "cover": "There is a card in the middle: it must be covered.",
    "extra": "Ann still has a card and must lay a second one.",
    "take-back": "There is a card in the middle that must be taken back.",
}


class TestAnswers:
    """What is asked, refused or cannot be read is said in the page, with a way out."""

    def test_a_page_that_was_used_before_says_so(self, phone: Phone) -> None:
        sits(phone)
        said = {"kind": "starter-chosen", "id": "tap-1"}
        assert phone.enters(**said, player=1).status == 200
        with nothing_written(phone):
            answers(phone.enters(**said, player=0), 409, "This page has already been used.")

    @pytest.mark.parametrize("action", OWED)
    @BOTH_WAYS
    def test_an_action_that_was_possible_is_asked_about(self, phone: Phone, action: str) -> None:
        sits(phone)
        told(phone, *MANY)
        with nothing_written(phone):
            page = lays(phone, action, NOTHING)
            answers(page, 422, OWED[action])
            assert "Enter it anyway?" in page.said
            page = phone.taps("My mistake")
            assert (page.status, page.said) == (200, "")
        lays(phone, action, NOTHING, at="")
        page = phone.taps("Enter it")
        assert (page.status, page.said) == (200, "")
        assert entries(phone)[-1] == {
            "kind": "card-played",
            "from": "hand",
            "action": action,
            "confirmed": True,
        }
        assert len(shows(phone)["flags"]) == 1
        assert "entered anyway" in phone.opens(f"{phone.game}log/").main.text

    @pytest.mark.parametrize(
        ("before", "facts", "sentence"),
        [
            ([], {"from": "domain", "action": "cover"}, "Ann has 5 in hand and 0 in the domain."),
            (
                [],
                {"from": "hand", "action": "extra", "extra_from": "domain"},
                "By our count, Ann has",
            ),
            (
                [],
                {"from": "hand", "action": "donate", "to": 0, "given_from": "hand"},
                "You can only donate to somebody else.",
            ),
            (
                MANY,
                {"from": "hand", "action": "cover", "column": 9},
                "is no longer there: choose another",
            ),
            (MANY, {"from": "hand", "action": "take-back", "column": 5}, "no longer there"),
            (
                MANY,
                {"from": "hand", "action": "remove-kind", "columns-7": "y"},
                "no longer there",
            ),
        ],
        ids=["no-card", "no-second", "to-oneself", "no-column", "itself", "no-column-to-remove"],
    )
    @BOTH_WAYS
    def test_what_cannot_have_happened_is_refused(
        self, attempt: Phone, before: list[Any], facts: dict[str, Any], sentence: str
    ) -> None:
        told(attempt, *before)
        with nothing_written(attempt):
            page = attempt.enters(kind="card-played", **facts)
            answers(page, 422, sentence)
            assert "Enter it" not in page.labels()
            page = attempt.taps("OK")
            assert (page.status, page.said) == (200, "")

    @BOTH_WAYS
    def test_a_count_that_is_wrong_can_be_put_right_at_once(self, attempt: Phone) -> None:
        lays(attempt, "remove-kind", source="domain")
        page = attempt.taps("Count the cards")
        assert page.main.classed("correct")

    @pytest.mark.parametrize(
        ("lacking", "sentence"),
        [
            ("action", "Which action does the card have? Tap one of the six."),
            ("from", "Is the card from the hand or from the domain?"),
            ("seen", "That cannot be entered."),
        ],
    )
    def test_what_is_not_said_is_asked_for(
        self, attempt: Phone, lacking: str, sentence: str
    ) -> None:
        with nothing_written(attempt):
            said = {"action": "cover", "from": "hand", lacking: None}
            answers(attempt.enters(kind="card-played", **said), 422, sentence)
            assert attempt.taps("OK").said == ""

    @pytest.mark.parametrize(
        "how", ["Drew a card", pytest.param("Drew nothing", marks=pytest.mark.long)]
    )
    @pytest.mark.parametrize(
        ("action", "hits"),
        [
            ("donate", "Ann"),
            ("cover", 1),
            ("extra", "hand"),
            ("take-back", 2),
            ("remove-kind", None),
            ("remove-colour", None),
        ],
    )
    def test_a_turn_that_was_not_ended_ends_with_the_next_card(
        self, phone: Phone, how: str, action: str, hits: object
    ) -> None:
        sits(phone, level="beginner")
        told(phone, *MANY, facts_of("cover", column=2))
        with nothing_written(phone):
            page = lays(phone, action, hits, columns=[1, 3] if "remove" in action else ())
            answers(page, 422, "Ann has already laid a card: how did that turn end?")
            assert {"Drew a card", "Drew nothing", "OK"} <= {*page.labels()}
        page = phone.taps(how)
        assert (page.status, page.said) == (200, "")
        first = "card-drawn" if how == "Drew a card" else "turn-ended"
        assert kinds(phone)[-3:] == ["card-played", first, "card-played"]
        assert entries(phone)[-1]["action"] == action
        assert shows(phone)["turn"] == {"player": 1, "phase": "draw"}

    def test_from_an_empty_pile_nobody_drew(self, attempt: Phone) -> None:
        told(attempt, holds(0, 31))
        lays(attempt, "remove-kind")
        page = lays(attempt, "remove-kind", at="")
        assert page.status == 422
        assert "Drew nothing" in page.labels()
        assert "Drew a card" not in page.labels()
        phone = attempt
        assert phone.taps("Drew nothing").status == 200

    @BOTH_WAYS
    def test_a_question_that_follows_is_asked_too(self, attempt: Phone) -> None:
        told(attempt, *MANY, facts_of("cover", column=2))
        lays(attempt, "take-back", 1)
        page = attempt.taps("Drew nothing")
        answers(page, 422, "That column has a take-back symbol")
        assert attempt.taps("Enter it").status == 200
        assert kinds(attempt)[-3:] == ["card-played", "turn-ended", "card-played"]
        assert len(shows(attempt)["flags"]) == 1

    @BOTH_WAYS
    def test_the_same_page_sent_twice_lays_one_card(self, attempt: Phone) -> None:
        page = attempt.page
        form = playing(page)
        [tap] = form.all("button", name="action", value="cover")
        for _ in range(2):
            assert sends(attempt, form, form.values(tap)).status == 200
        assert kinds(attempt) == ["card-played"]


class TestTurn:
    @BOTH_WAYS
    def test_drawing_and_ending_a_turn_are_two_equal_buttons(self, attempt: Phone) -> None:
        buttons = [
            form.find("button") for form in attempt.page.main.classed("pass") if form.tag == "form"
        ]
        assert [button.label for button in buttons] == ["Draw", "End turn"]
        assert len({button.attributes["class"] for button in buttons}) == 1
        assert not attempt.page.main.classed("drawing")
        lays(attempt, "cover")
        assert attempt.opens(attempt.game).main.classed("drawing")

    @BOTH_WAYS
    def test_a_card_is_drawn(self, attempt: Phone) -> None:
        lays(attempt, "cover")
        page = attempt.taps("Draw")
        assert page.main.find("h1").text == "Ben’s turn"
        found = shows(attempt)
        assert (found["hands"], found["draw_pile"], found["late_draw"]) == ([5, 5], 25, None)

    @pytest.mark.parametrize("label", ["Draw", "End turn"])
    @BOTH_WAYS
    def test_not_before_a_card_lies(self, attempt: Phone, label: str) -> None:
        with nothing_written(attempt):
            answers(attempt.taps(label), 422, "Ann must lay a card first.")

    def test_an_empty_pile_gives_no_card(self, attempt: Phone) -> None:
        told(attempt, holds(0, 31), facts_of("cover"))
        with nothing_written(attempt):
            answers(attempt.taps("Draw"), 422, "The draw pile is empty.")
        attempt.opens(attempt.game)
        assert attempt.taps("End turn").main.find("h1").text == "Ben’s turn"
        assert shows(attempt)["late_draw"] is None

    @BOTH_WAYS
    def test_whoever_drew_nothing_may_do_so_late(self, attempt: Phone) -> None:
        turn(attempt, "cover")
        assert shows(attempt)["late_draw"] == 0
        page = attempt.taps("Ann draws late")
        assert page.main.find("h1").text == "Ben’s turn"
        assert shows(attempt)["hands"] == [5, 5]
        with nothing_written(attempt):
            page = says(attempt, kind="late-card-drawn")
            answers(page, 422, "It is too late to draw for the previous turn.")

    def test_until_the_next_card_lies(self, attempt: Phone) -> None:
        turn(attempt, "cover")
        lays(attempt, "cover", 1)
        assert shows(attempt)["late_draw"] is None
        with nothing_written(attempt):
            answers(says(attempt, kind="late-card-drawn"), 422, "It is too late to draw")

    @pytest.mark.parametrize("label", ["Draw", "End turn"])
    def test_or_the_next_turn_ends_without_one(self, attempt: Phone, label: str) -> None:
        told(attempt, holds(1, 0))
        turn(attempt, "cover")
        assert "Ann draws late" in attempt.opens(attempt.game).labels()
        assert attempt.taps(label).status == 200
        late = "Ben draws late" in attempt.opens(attempt.game).labels()
        assert late == (label == "End turn")
        assert "Ann draws late" not in attempt.page.labels()
        assert shows(attempt)["turn"]["player"] == 0

    def test_a_seat_without_cards_draws_or_ends_its_turn(self, attempt: Phone) -> None:
        told(attempt, holds(0, 0))
        page = attempt.opens(attempt.game)
        assert page.main.classed("drawing")
        attempt.taps("Draw")
        assert shows(attempt)["hands"] == [1, 5]

    def test_somebody_has_to_draw_where_nobody_holds_a_card(self, attempt: Phone) -> None:
        told(attempt, holds(0, 0), holds(1, 1), ends(), facts_of("donate"))
        assert shows(attempt)["must_draw"] is True
        said = attempt.page.main.classed("owed")[0].text
        assert said == "Nobody holds a card: somebody has to draw."
        told(attempt, ends(), ends(), draws())
        assert shows(attempt)["must_draw"] is False
        assert "somebody has to draw" not in attempt.page.main.text

    @BOTH_WAYS
    def test_undo_and_redo(self, attempt: Phone) -> None:
        assert "Redo" not in attempt.page.labels()
        lays(attempt, "extra", "hand")
        attempt.opens(attempt.game)
        attempt.taps("Draw")
        laid, drawn = [], shows(attempt)
        for _ in range(2):
            attempt.taps("Undo")
            laid.append(shows(attempt))
        assert [found["turn"]["phase"] for found in laid] == ["draw", "play"]
        assert laid[1]["columns"] == []
        for _ in range(2):
            assert attempt.taps("Redo").status == 200
            attempt.opens(attempt.game)
        assert shows(attempt) == drawn
        assert "Redo" not in attempt.page.labels()

    def test_both_entries_of_one_tap_are_undone_one_by_one(self, attempt: Phone) -> None:
        told(attempt, *MANY, facts_of("cover", column=2))
        lays(attempt, "cover", 1)
        attempt.taps("Drew a card")
        attempt.opens(attempt.game)
        attempt.taps("Undo")
        assert kinds(attempt)[-1] == "card-drawn"
        attempt.taps("Undo")
        assert kinds(attempt)[-1] == "card-played"


class TestTwoPhones:
    @BOTH_WAYS
    def test_the_slower_one_is_told_what_was_quicker(
        self, attempt: Phone, another: Callable[[Phone], Phone]
    ) -> None:
        second = another(attempt)
        lays(attempt, "donate", "Ben")
        with nothing_written(attempt):
            page = lays(second, "remove-kind")
            assert page.status == 409
            assert "Another phone entered this first: Ann: Donate to Ben" in page.said
            assert {"OK", "Drew a card", "Drew nothing"} <= {*page.labels()}
        second.taps("Drew nothing")
        assert kinds(attempt) == ["card-played", "turn-ended", "card-played"]

    @pytest.mark.parametrize("label", ["Draw", "End turn"])
    @BOTH_WAYS
    def test_a_turn_is_ended_once(
        self, attempt: Phone, another: Callable[[Phone], Phone], label: str
    ) -> None:
        lays(attempt, "cover")
        second = another(attempt)
        attempt.opens(attempt.game)
        assert attempt.taps(label).status == 200
        with nothing_written(attempt):
            page = second.taps(label)
            assert page.status == 200
            assert page.told == "Already entered by another phone."
            assert page.main.find("h1").text == "Ben’s turn"

    def test_a_turn_ends_in_one_way(
        self, attempt: Phone, another: Callable[[Phone], Phone]
    ) -> None:
        lays(attempt, "cover")
        second = another(attempt)
        attempt.opens(attempt.game)
        attempt.taps("Draw")
        with nothing_written(attempt):
            page = second.taps("End turn")
            assert page.status == 409
            said = "Another phone entered this first: Ann draws a card"
            assert page.said.startswith(said)
            assert {"OK", "Change that entry"} <= {*page.labels()}
            assert "Enter it" not in page.labels()
        second.taps("Change that entry")
        assert "The turn ended differently" in second.page.main.text

    @pytest.mark.parametrize("label", ["Drew a card", "Drew nothing"])
    def test_a_forgotten_end_that_was_entered_meanwhile_is_no_hindrance(
        self, attempt: Phone, another: Callable[[Phone], Phone], label: str
    ) -> None:
        lays(attempt, "cover")
        second = another(attempt)
        page = lays(second, "remove-kind")
        assert page.status == 422
        says(attempt, kind="card-drawn" if label == "Drew a card" else "turn-ended")
        assert second.taps(label).status == 200
        assert kinds(attempt)[-1] == "card-played"
        assert len(kinds(attempt)) == 3

    def test_so_it_is_where_the_attempt_has_ended_meanwhile(
        self, attempt: Phone, another: Callable[[Phone], Phone]
    ) -> None:
        second = another(attempt)
        attempt.enters(kind="attempt-given-up")
        with nothing_written(attempt):
            page = lays(second, "cover")
            assert page.status == 409
            assert "The attempt is over. Keep playing first, then enter it." in page.said
            assert page.main.find("h1").text == "Given up"

    def test_a_count_put_right_meanwhile_is_in_nobody_s_way(
        self, attempt: Phone, another: Callable[[Phone], Phone]
    ) -> None:
        second = another(attempt)
        attempt.enters(kind="cards-corrected", player=1, hand=4, domain=1)
        assert lays(second, "extra", "hand").status == 200
        assert shows(attempt)["hands"] == [3, 4]

    def test_an_onlooker_sees_and_enters_nothing(
        self, attempt: Phone, another: Callable[..., Phone]
    ) -> None:
        onlooker = another(attempt, "onlooker")
        lays(attempt, "cover")
        assert shows(onlooker)["columns"]
        with nothing_written(attempt):
            assert says(onlooker, kind="turn-ended").status in (403, 404)
            assert says(onlooker, kind="attempt-given-up").status in (403, 404)

    def test_a_stranger_finds_nothing(self, attempt: Phone) -> None:
        stranger = Phone(attempt.app, scripts=attempt.scripts)
        stranger.starts(1)
        sheets = ("sheet/hands", "sheet/attempts")
        for at in ("", *sheets, "log/", "log/1", "log/1/forgotten", "record.json"):
            assert stranger.opens(f"{attempt.game}{at}").status == 404
        stranger.opens("/")
        with nothing_written(attempt):
            facts = stranger.facts(kind="attempt-given-up", seen="0")
            assert stranger.posts(f"{attempt.game}entries", facts).status == 404
            assert stranger.posts(f"{attempt.game}again", stranger.facts()).status == 404

    def test_there_is_no_other_sheet(self, attempt: Phone) -> None:
        for name in ("pad", "aids", "board", "ending", "_play", "hands.html"):
            assert attempt.opens(f"{attempt.game}sheet/{name}").status == 404
        for seat in ("-1", "x", HUGE):
            assert attempt.opens(f"{attempt.game}sheet/hands?seat={seat}").status == 404
