"""The attempts of One Brain at a table: how they end, what follows, and their logs."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.games.one_brain.telling import draws, draws_late, ends, gives_up, holds, left, middle
from tests.games.one_brain.telling import lays as facts_of
from tests.web.actor import BOTH_WAYS, Phone, answers, nothing_written
from tests.web.brain import (
    NAMES,
    NOTHING,
    attempt_of,
    ended,
    entries,
    kinds,
    lays,
    offered,
    picked,
    playing,
    says,
    shows,
    sits,
    starts,
    state,
    told,
    tried,
    turn,
)
from tests.web.junk import BOOK, HOSTILE, HUGE, LONG, NO_KINDS, NO_LINES, NO_SEATS, NO_SEEN
from tests.web.pages import Element, Page

LAST = [*left(1, 0, columns=2), facts_of("donate")]
"""All 36 cards are played, two columns lie, and Ann laid the last one."""


def wins(phone: Phone) -> Page:
    told(phone, *LAST)
    return phone.page


def loses(phone: Phone, limit: int = 6) -> Page:
    """Fill the middle up to the limit, by turns."""
    told(phone, *middle(limit - 1), facts_of("remove-kind"))
    return phone.page


def gives(phone: Phone) -> Page:
    phone.opens(f"{phone.game}sheet/attempts")
    return phone.taps("Give up this attempt")


AFTER: list[dict[str, Any]] = [
    {"kind": "card-played", "from": "hand", "action": "cover"},
    *({"kind": kind} for kind in ("card-drawn", "turn-ended", "late-card-drawn")),
    {"kind": "starter-chosen", "player": 0},
    {"kind": "cards-corrected", "player": 0, "hand": 1, "domain": 0},
    {"kind": "attempt-given-up"},
    {"kind": "discard-looked-at"},
]
"""An entry of each kind, none of which is taken once the attempt is over."""


class TestEnd:
    @pytest.mark.parametrize(("level", "limit"), [("beginner", 7), ("advanced", 6), ("expert", 5)])
    @BOTH_WAYS
    def test_it_is_lost_at_the_limit(self, phone: Phone, level: str, limit: int) -> None:
        sits(phone, level=level)
        told(phone, *middle(limit - 1))
        page = lays(phone, "remove-kind")
        assert page.status == 200
        assert ended(page)[0] == "Lost"
        assert ended(page)[1].startswith(f"The middle reached {limit} columns. {limit} turns.")
        assert page.main.classed("of")[0].text == f"{limit}/{limit}"
        assert state(phone)["outcome"] == {"ending": "limit-reached", "columns": limit}

    def test_only_after_the_action(self, attempt: Phone) -> None:
        told(attempt, *middle(5))
        lays(attempt, "remove-kind", columns=[1])
        assert shows(attempt)["outcome"] is None
        attempt.taps("End turn")
        attempt.opens(attempt.game)
        page = lays(attempt, "extra", "hand")
        assert ended(page)[0] == "Lost"

    def test_it_is_won_with_no_card_left(self, attempt: Phone) -> None:
        page = wins(attempt)
        said, why = ended(page)
        assert said == "Won"
        assert why.startswith("All cards are played and the draw pile is empty.")
        assert state(attempt)["outcome"] == {"ending": "won", "columns": 3}
        assert not page.main.classed("play")

    def test_not_while_somebody_holds_a_card(self, plain: Phone) -> None:
        sits(plain)
        told(plain, *left(1, 0, domains=(0, 1), columns=1), facts_of("donate"), ends())
        assert shows(plain)["outcome"] is None
        assert ended(lays(plain, "donate"))[0] == "Won"

    def test_lost_goes_before_won(self, plain: Phone) -> None:
        sits(plain)
        told(plain, *left(1, 0, columns=5), facts_of("donate"))
        assert ended(plain.page)[0] == "Lost"

    @BOTH_WAYS
    def test_it_is_given_up(self, attempt: Phone) -> None:
        turn(attempt, "cover")
        page = gives(attempt)
        assert ended(page) == ("Given up", "The attempt was given up. 2 turns.")
        assert state(attempt)["outcome"] == {"ending": "given-up", "columns": 1}
        assert "Give up this attempt" not in attempt.opens(f"{attempt.game}sheet/attempts").labels()

    @BOTH_WAYS
    def test_play_on_takes_the_end_back(self, attempt: Phone) -> None:
        loses(attempt)
        page = attempt.taps("Keep playing")
        assert page.main.classed("of")[0].text == "5 of 6"
        assert shows(attempt)["outcome"] is None

    @BOTH_WAYS
    def test_after_it_nothing_is_entered(self, phone: Phone) -> None:
        sits(phone, level="beginner")
        gives(phone)
        head = phone.head
        with nothing_written(phone):
            for facts in AFTER:
                page = phone.enters(**facts)
                answers(page, 422, "The attempt is over. Keep playing first, then enter it.")
                assert phone.head == head, facts

    def test_its_page_has_one_way_on_and_one_back(self, attempt: Phone) -> None:
        page = loses(attempt)
        labels = page.labels()
        assert labels.count("Next attempt") == labels.count("Keep playing") == 1
        assert "Play again" not in labels
        assert "<<<" not in page.answer.text
        assert attempt.taps("Table").main.classed("row-link")

    @BOTH_WAYS
    def test_a_slip_in_a_change_is_asked_on_it(self, attempt: Phone) -> None:
        told(attempt, *middle(2), gives_up())
        with nothing_written(attempt):
            attempt.opens(f"{attempt.game}log/3")
            page = lays(attempt, "cover", NOTHING)
            answers(page, 422, "There is a card in the middle: it must be covered.")
        assert attempt.taps("Enter it").status == 200
        assert entries(attempt)[2]["action"] == "cover"

    @BOTH_WAYS
    def test_the_shelf_and_the_table_say_how_it_stands(self, attempt: Phone) -> None:
        turn(attempt, "cover")
        [going_on] = attempt.opens("/").main.classed("continue")
        assert "One Brain" in going_on.text
        assert "Ben’s turn, 1 of 6" in going_on.text
        [row] = attempt.opens(attempt.table).main.classed("row-link")
        assert row.find("b").text == "Ben’s turn, 1 of 6"
        gives(attempt)
        [row] = attempt.opens(attempt.table).main.classed("row-link")
        assert row.find("b").text == "Given up, Advanced"
        assert not attempt.opens("/").main.classed("continue")


class TestAttempts:
    def test_the_sheet_has_the_row_of_attempts_by_level(self, phone: Phone) -> None:
        page = sits(phone)
        assert attempt_of(page) == "attempt 1"
        assert tried(phone.taps("attempt 1")) == {"Advanced": ["under way, 0 columns"]}
        loses(phone)
        assert attempt_of(starts(phone)) == "attempt 2"
        turn(phone, "cover")
        gives(phone)
        both = ["Lost, 6 columns", "Given up, 1 column"]
        assert tried(phone.opens(phone.game)) == {"Advanced": both}
        page = sits(phone, level="beginner", table=phone.table.split("/")[2])
        assert attempt_of(page) == "attempt 3"
        assert tried(phone.opens(f"{phone.game}sheet/attempts")) == {
            "Beginner": ["under way, 0 columns"],
            "Advanced": both,
        }

    def test_another_table_sees_none_of_them(self, phone: Phone) -> None:
        sits(phone)
        gives(phone)
        first = phone.table
        page = sits(phone, names=("Cas", "Dee"))
        assert phone.table != first
        assert attempt_of(page) == "attempt 1"
        assert tried(gives(phone)) == {"Advanced": ["Given up, 0 columns"]}

    def test_nor_do_other_games_of_the_same_table_count(self, phone: Phone) -> None:
        phone.starts(2, NAMES[:2])
        first = phone.table
        page = sits(phone)
        assert phone.table == first
        assert attempt_of(page) == "attempt 1"

    @BOTH_WAYS
    def test_beginners_may_look_once(self, phone: Phone) -> None:
        sits(phone, level="beginner")
        label = "One of you looks through the discard pile (once per attempt)."
        phone.opens(f"{phone.game}sheet/attempts")
        look = phone.page
        page = phone.taps(label)
        assert (page.status, page.said) == (200, "")
        assert entries(phone) == []
        page = phone.opens(f"{phone.game}sheet/attempts")
        assert label not in page.labels()
        assert "One of you has looked through the discard pile." in page.main.text
        phone.page = look
        with nothing_written(phone):
            page = phone.enters(kind="discard-looked-at", seen=1, id="another", page="another")
            answers(
                page, 422, "Only beginners may look through the discard pile, once per attempt."
            )
        phone.opens(phone.game)
        phone.taps("Undo")
        assert label in phone.opens(f"{phone.game}sheet/attempts").labels()

    def test_they_may_again_in_the_next_attempt(self, phone: Phone) -> None:
        sits(phone, level="beginner")
        says(phone, kind="discard-looked-at")
        gives(phone)
        starts(phone)
        assert phone.opens(f"{phone.game}sheet/attempts").main.classed("box")

    @pytest.mark.parametrize("level", ["advanced", "expert"])
    def test_nobody_else_may(self, phone: Phone, level: str) -> None:
        sits(phone, level=level)
        assert "discard pile" not in phone.opens(f"{phone.game}sheet/attempts").main.text
        with nothing_written(phone):
            answers(says(phone, kind="discard-looked-at"), 422, "Only beginners may look")


class TestNext:
    @BOTH_WAYS
    def test_whoever_laid_the_last_card_starts(self, phone: Phone) -> None:
        sits(phone, 3, level="expert", hand=4)
        told(phone, *middle(2), gives_up())
        first, record = phone.game, phone.record()
        page = starts(phone)
        assert phone.game != first
        assert phone.table in first
        assert page.main.find("h1").text == "Ben starts"
        found = phone.record()
        assert (found["players"], found["options"]) == (record["players"], record["options"])
        assert found["entries"] == [{"kind": "starter-chosen", "player": 1}]
        assert "Draw lots" in page.labels()

    def test_without_a_card_nobody_does(self, attempt: Phone) -> None:
        gives(attempt)
        starts(attempt)
        assert entries(attempt) == []

    def test_the_same_tap_twice_starts_one_attempt(self, attempt: Phone) -> None:
        loses(attempt)
        form, button = attempt.opens(attempt.game).form_of("Next attempt")
        for _ in range(2):
            page = attempt.sends(form.attributes["action"], form.values(button), entry=False)
            assert attempt_of(page) == "attempt 2"
        assert len(attempt.opens(attempt.table).main.classed("row-link")) == 2

    @pytest.mark.parametrize(
        ("level", "hand", "label", "following"),
        [
            pytest.param(
                *("beginner", 5, "Next: advanced, 5 cards", {"level": "advanced", "hand": 5}),
                marks=pytest.mark.long,
            ),
            ("advanced", 4, "Next: expert, 4 cards", {"level": "expert", "hand": 4}),
            ("expert", 5, "Next: expert, 4 cards", {"level": "expert", "hand": 4}),
        ],
    )
    def test_after_a_win_the_rules_go_up(
        self, phone: Phone, level: str, hand: int, label: str, following: dict[str, Any]
    ) -> None:
        sits(phone, level=level, hand=hand)
        page = wins(phone)
        said = page.main.classed("tip")[0].find("p").text
        assert said == (
            "You won the highest level. For a harder game, start with one card fewer."
            if level == "expert"
            else "You won this level. The rules suggest the next one."
        )
        page = starts(phone, label)
        assert attempt_of(page) == "attempt 2"
        assert phone.record()["options"] == following
        assert page.main.find("h1").text == "Ann starts"
        assert kinds(phone) == ["starter-chosen"]

    @pytest.mark.parametrize(
        ("level", "label", "following"),
        [
            ("advanced", "Next: beginner, 5 cards", {"level": "beginner", "hand": 5}),
            ("expert", "Next: expert, 6 cards", {"level": "expert", "hand": 6}),
            ("beginner", "Next: beginner, 6 cards", {"level": "beginner", "hand": 6}),
        ],
    )
    def test_after_three_failures_it_gets_easier(
        self, phone: Phone, level: str, label: str, following: dict[str, Any]
    ) -> None:
        sits(phone, level=level)
        for _ in range(2):
            assert not gives(phone).main.classed("tip")
            starts(phone)
        assert gives(phone).main.classed("tip")
        page = starts(phone, label)
        assert attempt_of(page) == "attempt 4"
        assert phone.record()["options"] == following

    def test_the_same_can_be_tried_again_all_the_same(self, plain: Phone) -> None:
        sits(plain)
        wins(plain)
        starts(plain)
        assert plain.record()["options"] == {"level": "advanced", "hand": 5}

    def test_after_the_hardest_of_all_there_is_no_tip(self, plain: Phone) -> None:
        sits(plain, level="expert", hand=2)
        assert not wins(plain).main.classed("tip")

    @BOTH_WAYS
    def test_what_no_tip_says_starts_nothing(self, phone: Phone) -> None:
        sits(phone, 7)
        gives(phone)
        for chosen in NO_TIPS:
            phone.opens(phone.game)
            said = phone.facts(switched="y", **chosen)
            assert phone.posts(f"{phone.game}again", said, entry=None).status == 422, chosen
            assert len(phone.opens(phone.table).main.classed("row-link")) == 1, chosen
        assert phone.opens("/").status == 200


NO_TIPS = [
    {"level": "expert", "hand": "6"},
    *({"level": level, "hand": "5"} for level in ("", "x", HUGE)),
    *({"level": "expert", "hand": hand} for hand in ("", "x", "1", "7", HUGE, BOOK)),
]
"""What follows no attempt of seven."""

ALL = [
    {"kind": "starter-chosen", "player": 1},
    facts_of("donate", to=0, given_from="hand"),
    draws(),
    facts_of("cover", column=1, card="red cat"),
    ends(),
    draws_late(),
    facts_of("extra", extra_from="hand", extra_action="take-back"),
    ends(),
    facts_of("take-back", column=1),
    ends(),
    facts_of("remove-kind", columns=[2, 4]),
    ends(),
    facts_of("remove-colour"),
    {"kind": "discard-looked-at"},
    holds(1, 3, 2),
    gives_up(),
]


class TestLog:
    @BOTH_WAYS
    def test_every_line_stands_in_plain_words(self, phone: Phone) -> None:
        sits(phone, level="beginner")
        told(phone, *ALL)
        page = phone.opens(f"{phone.game}log/")
        assert [row.find("b").text for row in page.main.classed("row-link")][::-1] == [
            "Ben starts",
            "Ben: Donate to Ann",
            "Ben draws a card",
            "Ann: red cat: Cover, column 1",
            "Ann: end of turn",
            "Ann draws late",
            "Ben: Extra card, second card from hand",
            "Ben: end of turn",
            "Ann: Take back, column 1",
            "Ann: end of turn",
            "Ben: Remove kind, columns 1, 3",
            "Ben: end of turn",
            "Ann: Remove colour",
            "Somebody looked through the discard pile",
            "Ben: corrected to 3 in hand, 2 in the domain",
            "Attempt given up",
        ]

    def test_and_in_dutch(self, phone: Phone) -> None:
        sits(phone, level="beginner")
        told(phone, *ALL)
        page = phone.opens(f"{phone.game}log/", {"Accept-Language": "nl"})
        assert [row.find("b").text for row in page.main.classed("row-link")][::-1] == DUTCH
        page = phone.opens(phone.game, {"Accept-Language": "nl"})
        assert ended(page)[0] == "Opgegeven"

    def test_while_it_runs_the_older_turns_are_covered(self, attempt: Phone) -> None:
        told(attempt, facts_of("cover", card="red zombie"), ends(), facts_of("remove-kind"))
        page = attempt.opens(f"{attempt.game}log/")
        assert "red zombie" not in page.main.text
        assert "Ben: Remove kind" in page.main.text
        link = next(a for a in page.main.all("a") if "all=1" in a.attributes["href"])
        assert "red zombie" in attempt.opens(link.attributes["href"]).main.text

    @BOTH_WAYS
    def test_a_card_is_changed_where_it_stands(self, attempt: Phone) -> None:
        told(attempt, *middle(2), facts_of("remove-kind", columns=[1]))
        page = attempt.opens(f"{attempt.game}log/5")
        form = playing(page)
        assert picked(form, "action") == ["remove-kind"]
        assert "checked" in form.all("input", name="columns-1")[0].attributes
        page = lays(attempt, "take-back", 2, form=form)
        assert page.answer.request.path == f"{attempt.game}log/"
        assert "Ann: Take back, column 2" in page.main.text
        assert "changed" in page.main.text
        found = shows(attempt)
        assert [column["id"] for column in found["columns"]] == [1, 3]
        assert (found["domains"], found["discarded"]) == ([1, 0], 0)

    def test_a_line_has_its_own_choices(self, phone: Phone) -> None:
        sits(phone, 3)
        told(phone, holds(0, 3, 2), facts_of("donate", "domain", to=2, given_from="domain"))
        form = playing(phone.opens(f"{phone.game}log/2"))
        for name, value in (("action", "donate"), ("from", "domain"), ("given_from", "domain")):
            assert picked(form, name) == [value]
        chosen = [
            b.text for b in form.all("button", name="to") if "chosen" in b.attributes["class"]
        ]
        assert chosen == ["Cas"]
        lays(phone, "donate", "Ben", form=form, given_from="hand")
        assert shows(phone)["domains"] == [1, 1, 0]
        assert shows(phone)["hands"] == [2, 5, 5]

    def test_it_offers_what_the_card_found_then(self, attempt: Phone) -> None:
        told(attempt, *middle(3))
        form = playing(attempt.opens(f"{attempt.game}log/3"))
        assert [*dict.fromkeys(offered(form, "column"))] == ["1"]
        form = playing(attempt.opens(f"{attempt.game}log/1"))
        assert "cover" in [b.attributes["value"] for b in form.all("button", name="action")]

    @pytest.mark.parametrize(
        ("drawn", "label"), [(True, "No card was drawn"), (False, "A card was drawn")]
    )
    @BOTH_WAYS
    def test_a_turn_ended_otherwise(self, attempt: Phone, drawn: bool, label: str) -> None:
        told(attempt, facts_of("cover"), draws() if drawn else ends())
        attempt.opens(f"{attempt.game}log/2")
        attempt.taps(label)
        assert shows(attempt)["hands"] == ([4, 5] if drawn else [5, 5])

    @BOTH_WAYS
    def test_somebody_else_started(self, phone: Phone) -> None:
        sits(phone, 3)
        told(phone, {"kind": "starter-chosen", "player": 1}, facts_of("cover"))
        phone.opens(f"{phone.game}log/1")
        phone.taps("Cas")
        assert shows(phone)["hands"] == [5, 5, 4]

    @BOTH_WAYS
    def test_a_forgotten_card_is_put_where_it_was(self, attempt: Phone) -> None:
        told(attempt, *middle(1))
        attempt.opens(f"{attempt.game}log/1")
        attempt.taps("A card")
        page = lays(attempt, "extra", "hand")
        assert page.answer.request.path == f"{attempt.game}log/"
        attempt.opens(f"{attempt.game}log/1")
        attempt.taps("A card was drawn")
        assert kinds(attempt) == ["card-played", "card-drawn", "card-played", "turn-ended"]
        found = shows(attempt)
        assert (found["hands"], len(found["columns"])) == ([4, 4], 3)

    @BOTH_WAYS
    def test_a_slip_in_a_change_is_told_and_can_be_entered(self, attempt: Phone) -> None:
        told(attempt, facts_of("take-back"), ends(), *middle(1))
        with nothing_written(attempt):
            page = lays(attempt, "cover", NOTHING, at="log/3/forgotten")
            assert page.status == 422
        with nothing_written(attempt):
            page = lays(attempt, "cover", NOTHING, at="log/3")
            answers(page, 422, "There is a card in the middle: it must be covered.")
        page = attempt.taps("Enter it")
        assert page.answer.request.path == f"{attempt.game}log/"
        assert "entered anyway" in attempt.opens(f"{attempt.game}log/?all=1").main.text
        assert shows(attempt)["flags"] == [{"entry": 2, "rule": "cover-owed"}]

    def test_every_line_can_be_opened_and_taken_back(self, phone: Phone) -> None:
        sits(phone, level="beginner")
        told(phone, *ALL)
        for place in range(len(ALL), 0, -1):
            assert phone.opens(f"{phone.game}log/{place}/forgotten").status == 200
            phone.opens(f"{phone.game}log/{place}")
            assert phone.taps("Undo this entry").status == 200
            assert phone.opens(phone.game).status == 200
        assert entries(phone) == []
        phone.opens(f"{phone.game}log/{len(ALL)}")
        assert phone.taps("Restore this entry").status == 200
        assert ended(phone.opens(phone.game))[0] == "Given up"

    def test_the_record_is_what_was_played(self, phone: Phone) -> None:
        sits(phone, level="beginner")
        told(phone, *ALL[:-1])
        found = shows(phone)
        record = phone.record()
        assert (record["game"], record["format"]) == ("one-brain", "companion-record/1")
        assert "discard-looked-at" not in kinds(phone)
        assert len(record["entries"]) == len(ALL) - 2
        assert record["entries"][3]["card"] == {"colour": "red", "kind": "cat"}
        assert record["entries"][10]["columns"] == [2, 4]
        assert found["hands"][1] == 3
        assert found["domains"][1] == 2

    def test_flags_in_it_count_without_the_notes(self, phone: Phone) -> None:
        sits(phone, level="beginner")
        says(phone, kind="discard-looked-at")
        turn(phone, "cover")
        lays(phone, "cover", NOTHING, at="")
        phone.taps("Enter it")
        assert shows(phone)["flags"] == [{"entry": 2, "rule": "cover-owed"}]
        assert "entered anyway" in phone.opens(f"{phone.game}log/").main.text


DUTCH = [
    "Ben begint",
    "Ben: Doneren aan Ann",
    "Ben trekt een kaart",
    "Ann: rode kat: Bedekken, kolom 1",
    "Ann: beurt klaar",
    "Ann trekt alsnog",
    "Ben: Extra kaart, tweede kaart (hand)",
    "Ben: beurt klaar",
    "Ann: Terugnemen, kolom 1",
    "Ann: beurt klaar",
    "Ben: Soort weg, kolommen 1, 3",
    "Ben: beurt klaar",
    "Ann: Kleur weg",
    "Iemand bekeek de aflegstapel",
    "Ben heeft na telling 3 in de hand, 2 in het domein",
    "Poging opgegeven",
]

CARD = {"kind": "card-played", "from": "hand", "action": "cover"}
GIVEN = {**CARD, "action": "donate", "to": "1", "given_from": "hand"}
COUNT = {"kind": "cards-corrected", "player": "0", "hand": "4", "domain": "0"}
JUNK: list[tuple[dict[str, Any], str, list[Any]]] = [
    (CARD, "kind", [kind for kind in NO_KINDS if kind != "card-played"]),
    (CARD, "seen", [seen for seen in NO_SEEN if seen != "2"] + ["99"]),
    (CARD, "id", ["x" * 65, BOOK]),
    (CARD, "from", ["", "pocket", "HAND", HOSTILE, None]),
    (CARD, "action", ["", "junk", "COVER", HOSTILE, BOOK, None]),
    (CARD, "column", ["0", "99", "-1", "x", "1.5", HUGE, BOOK, HOSTILE]),
    (CARD, "card", [f"{LONG} duck", f"{HOSTILE * 9} duck"]),
    (CARD, "change", NO_LINES),
    (CARD, "before", NO_LINES),
    (CARD, "first", ["junk", "card-played", HOSTILE]),
    (CARD, "back", ["junk", "https://evil.example/", HOSTILE]),
    (GIVEN, "to", [seat for seat in NO_SEATS if seat]),
    (GIVEN, "given_from", ["junk", HOSTILE]),
    ({**CARD, "action": "extra", "extra_from": "hand"}, "extra_from", ["junk", HOSTILE]),
    ({**CARD, "action": "extra", "extra_from": "hand"}, "extra_action", ["junk", HOSTILE]),
    ({**CARD, "action": "extra", "extra_from": "hand"}, "extra_card", [f"{LONG} duck"]),
    ({**CARD, "action": "remove-kind"}, "columns-7", ["y"]),
    ({**CARD, "action": "remove-kind"}, "columns-0", ["y"]),
    (COUNT, "player", NO_SEATS),
    (COUNT, "hand", ["-1", "37", "x", "", HUGE, BOOK, HOSTILE, None]),
    (COUNT, "domain", ["-1", "37", "x", "", HUGE, BOOK, HOSTILE, None]),
    ({"kind": "starter-chosen"}, "player", [*NO_SEATS, "lot", "LOT-x"]),
    ({"kind": "taken-back"}, "target", [*NO_LINES, "", None]),
]
"""An entry, one of its fields, and what cannot stand there; None leaves it out."""


@pytest.mark.heavy
def test_what_no_page_of_ours_sends(plain: Phone) -> None:
    sits(plain)
    head = plain.head
    with nothing_written(plain):
        for facts, field, values in JUNK:
            for junk in values:
                page = plain.enters(**{**facts, field: junk})
                said = (page.status, bool(page.said), plain.head)
                assert said == (422, True, head), (facts, field, junk)


@pytest.mark.heavy
@BOTH_WAYS
@pytest.mark.parametrize("action", ["cover", "remove-kind"])
def test_a_card_that_nobody_knows_hurts_nothing(phone: Phone, action: str) -> None:
    sits(phone)
    for card in ("duck", " duck", "blue", "blue ", "x cow", "a b c", "% %", "<b> <i>"):
        phone.enters(kind="card-played", **{"from": "hand"}, action=action, card=card)
        assert phone.page.status == 200, card
        for at in ("", "log/", "log/1", "sheet/attempts", "record.json"):
            assert phone.client.get(f"{phone.game}{at}").status_code == 200, (card, at)
        assert shows(phone)["columns"], card
        phone.taps("Undo")
        assert entries(phone) == []


def test_any_lot_draws_somebody(plain: Phone) -> None:
    sits(plain)
    for count, lot in enumerate(("lot-", f"lot-{LONG}", f"lot-{HOSTILE}", f"lot-{BOOK}"), 1):
        assert plain.enters(kind="starter-chosen", player=lot).status == 200, lot
        drawn = [entry["player"] for entry in entries(plain)]
        assert len(drawn) == count, lot
        assert drawn[-1] in (0, 1), lot


def tour(phone: Phone) -> Iterator[tuple[str, Page]]:
    """Every page of an attempt, with what is told of slips, and its end; each with a name."""
    yield "first view", phone.opens(phone.game)
    yield "lots", phone.taps("Draw lots")
    told(phone, {"kind": "starter-chosen", "player": 0})
    yield "slip", phone.enters(kind="card-drawn")
    told(phone, facts_of("cover", card="red zombie"))
    yield "drawing", phone.page
    yield "how did it end", lays(phone, "remove-kind")
    yield "drew", phone.taps("Drew nothing")
    told(phone, ends())
    yield "late", phone.page
    told(phone, facts_of("remove-colour", columns=[1, 3]), draws())
    yield "removed", phone.page
    for at in ("sheet/hands", "sheet/attempts", "log/"):
        yield at, phone.opens(f"{phone.game}{at}")
    yield "owed", lays(phone, "cover", NOTHING, at="")
    yield "entered", phone.taps("Enter it")
    told(phone, ends(), facts_of("remove-kind"), ends())
    yield "a few turns", phone.page
    yield "no such card", lays(phone, "remove-kind", source="domain")
    told(phone, *(holds(seat, 0) for seat in range(len(phone.record()["players"]))), ends())
    yield "nobody holds a card", phone.opens(phone.game)
    yield "end", gives(phone)
    yield "again", starts(phone)
    yield "table", phone.opens(phone.table)
    yield "shelf", phone.opens("/")


def spoken(page: Page) -> str:
    """All that a page says, aloud and in print, without the grid of cards."""
    unread = {id(each) for grid in page.main.classed("grid") for each in grid}
    return " ".join(
        " ".join([*labels(each), *(child for child in each.children if isinstance(child, str))])
        for each in page.main
        if id(each) not in unread
    )


def labels(element: Element) -> list[str]:
    return [
        element.attributes[name] for name in ("aria-label", "title") if name in element.attributes
    ]


@pytest.mark.heavy
@pytest.mark.parametrize("seats", [2, 3, pytest.param(7, marks=pytest.mark.long)])
@BOTH_WAYS
def test_no_page_reminds_of_drawing_or_lists_what_is_gone(phone: Phone, seats: int) -> None:
    sits(phone, seats, level="beginner", hand=4)
    seen = 0
    for name, page in tour(phone):
        said = re.sub(r"\s+", " ", spoken(page))
        reminders = re.findall(r"[^.!?]*\b(?:draw|drew)\b[^.!?]*(?:[.!?]|$)", said)
        reminders = [each for each in reminders if re.search(REMINDS, each)]
        alone = name == "nobody holds a card"
        assert len(reminders) == alone, (name, reminders)
        assert all(each.endswith(MUST) for each in reminders)
        assert "Don’t" not in said
        assert not re.search(r"\b(tip|advice|hint|better|careful)\b", said.split("Attempts at")[0])
        if name in ("removed", "sheet/hands", "sheet/attempts", "a few turns", "end", "shelf"):
            assert "red zombie" not in said, name
        seen += 1
    assert seen > 15


REMINDS = r"(?i)forg[eo]t|remember|remind|still|could|should|can draw|may draw|must|has to|want"
MUST = "Nobody holds a card: somebody has to draw."


HOSTILE_NAMES = (
    "<script>x</script>",
    '"><img src=x onerror=x>',
    "{{ 7 * 7 }}",
    "%(name)s %s 100%",
    "<b>'\"&",
)


@pytest.mark.heavy
@pytest.mark.parametrize("seats", [1, 2, pytest.param(7, marks=pytest.mark.long)])
def test_hostile_names_are_only_names(phone: Phone, seats: int) -> None:
    names = [name[:24] for name in HOSTILE_NAMES]
    for first in range(0, len(names), seats):
        mine = names[first : first + seats]
        only_names(phone, (*mine, *NAMES)[:seats], mine)


def only_names(phone: Phone, seated: tuple[str, ...], hostile: list[str]) -> None:
    """All pages of an attempt of these show these names as they were typed."""
    sits(phone, len(seated), seated, hand=4)
    alone = len(seated) == 1
    source = "domain" if alone else "hand"
    told(phone, facts_of("donate", source, to=1, given_from=source))
    pages = [phone.page, phone.taps("End turn"), phone.opens(phone.game)]
    for at in ("log/?all=1", "log/1", "log/1/forgotten", "sheet/hands", "sheet/attempts"):
        pages.append(phone.opens(f"{phone.game}{at}"))
    pages += [gives(phone), phone.opens(phone.table), phone.opens("/")]
    for shown in hostile:
        assert sum(shown in page.main.text for page in pages) >= 6, shown
    for page in pages:
        assert page.status == 200
        for element in page.main:
            assert element.tag not in ("script", "img")
            assert not [name for name in element.attributes if name.startswith("on")]


@BOTH_WAYS
def test_two_phones_give_up_once(attempt: Phone, another: Callable[[Phone], Phone]) -> None:
    second = another(attempt)
    for each in (attempt, second):
        each.opens(f"{attempt.game}sheet/attempts")
    attempt.taps("Give up this attempt")
    with nothing_written(attempt):
        page = second.taps("Give up this attempt")
        assert page.status == 200
        assert "Already entered by another phone." in page.main.text
