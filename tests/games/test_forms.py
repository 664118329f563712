"""Numbers as a form posts them: what is left to say besides the pages that do."""

import pytest
from werkzeug.datastructures import MultiDict

from companion.engine.setup import Setup
from companion.games import GAMES
from companion.games.forms import EntryForm, PerSeatField, WholeField


class ScoredForm(EntryForm):
    kind = "scored"
    facts_of = ("points",)
    points = PerSeatField()


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize("lacks", ["", "x", "1.5", "1" * 10, "--1", "\u0663"])
def test_without_a_number_it_cannot_be_read_and_keeps_the_others(lacks: str) -> None:
    posted = {"seen": "0", "points-0": "12", "points-1": lacks, "points-2": "7"}
    made = ScoredForm(MultiDict(posted), meta={"csrf": False})
    made.setup = Setup(("Ann", "Ben", "Cas"), {})
    assert not made.validate()
    assert made.mistaken.short_name == "points"
    assert made.partial_facts() == {"kind": "scored", "points": [12, None, 7]}


@pytest.mark.usefixtures("english")
def test_a_number_has_the_ends_of_its_entry() -> None:
    form = GAMES["the-game"].pages.find_form("result-entered")
    assert form
    field = form(meta={"csrf": False})["left"]
    assert (field.flags.min, field.flags.max) == (0, 98)
    assert type(field) is WholeField, "a minus before it means nothing"
