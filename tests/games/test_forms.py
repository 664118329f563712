"""A number for each seat, as a form posts it."""

from collections.abc import Iterator

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


@pytest.mark.parametrize("lacks", ["", "x", "1.5", "1" * 10, "--1", "\u0663"])
def test_without_a_number_it_cannot_be_read_and_keeps_the_others(lacks: str) -> None:
    made = form(points_0=12, points_1=lacks, points_2=7)
    assert not made.validate()
    assert made.mistaken.short_name == "points"
    assert made.partial_facts() == {"kind": "scored", "points": [12, None, 7]}
