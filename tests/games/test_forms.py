"""A number for each seat, as a form posts it."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.engine.setup import Setup
from companion.games.forms import EntryForm, PerSeatField

SETUP = Setup(("Ann", "Ben", "Cas"), {})


class ScoredForm(EntryForm):
    kind = "scored"
    facts_of = ("points",)
    points = PerSeatField()


@pytest.fixture(autouse=True)
def _in_an_app() -> Iterator[None]:
    app = Flask(__name__)
    app.config["WTF_I18N_ENABLED"] = False
    with app.app_context():
        yield


def form(**said: object) -> ScoredForm:
    posted = {"seen": 0, **{name.replace("_", "-"): value for name, value in said.items()}}
    made = ScoredForm(
        MultiDict({name: str(value) for name, value in posted.items()}), meta={"csrf": False}
    )
    made.setup = SETUP
    return made


def test_a_number_of_each_seat_is_an_entry() -> None:
    made = form(points_2=0, points_0=12, points_1=-5)
    assert made.validate()
    assert made.facts() == {"kind": "scored", "points": [12, -5, 0]}


def test_its_facts_are_posted_in_a_field_for_each_seat() -> None:
    facts: dict[str, Any] = {"kind": "scored", "points": (12, -5), "other": [1]}
    said = {"kind": "scored", "points-0": 12, "points-1": -5, "other": [1]}
    assert ScoredForm.fields(facts) == said
    assert ScoredForm.fields({"points": None}) == {"points": None}


@pytest.mark.parametrize("lacks", ["", "x", "1.5", "1" * 10, "--1", "\u0663"])
def test_without_a_number_it_cannot_be_read_and_keeps_the_others(lacks: str) -> None:
    made = form(points_0=12, points_1=lacks, points_2=7)
    assert not made.validate()
    assert made.mistaken.short_name == "points"
    assert made.partial_facts() == {"kind": "scored", "points": [12, None, 7]}


def test_seats_that_are_not_there_say_nothing() -> None:
    made = form(points_0=1, points_1=2, points_2=3, points_3=4, points_03="x", points_x="x")
    assert made.validate()
    assert made.facts()["points"] == [1, 2, 3]
