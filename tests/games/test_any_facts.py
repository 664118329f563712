"""Whatever stands in a log: what the rules cannot read has no effect, and breaks nothing."""

from itertools import zip_longest
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.growing import extend
from companion.engine.log import ABOUT, UNREADABLE, Written, read
from companion.engine.replay import Result
from companion.engine.setup import Setup
from companion.engine.table import Person, StoredGame
from companion.engine.verdict import Submission, judge
from companion.files import csv_export, record
from companion.games import GAMES
from companion.games.game import Game
from companion.web.pages.playing import Playing
from companion.web.play.announcing import write_newest
from tests.support.entry_strategies import JUNK, spoilt
from tests.support.random_logs import MADE_AT, entries, setups

PLACE = st.integers(-1, 12) | JUNK


@st.composite
def logs(draw: st.DrawFn, game: Game[Any, Any]) -> tuple[Setup, tuple[Written, ...]]:
    """A log that no phone could have made."""
    setup, log = draw(setups(game)), []
    for place in range(1, draw(st.integers(1, 12)) + 1):
        facts = draw(entries(game, setup) | spoilt(game, setup))
        facts["kind"] = str(facts.get("kind", ""))
        about = draw(st.sampled_from([*ABOUT, *[""] * 3]))
        if about:
            said = draw(st.just(facts) | JUNK)
            facts = {"kind": about, ABOUT[about]: draw(PLACE), "facts": said}
        log.append(Written(place, f"id {place}", "phone", MADE_AT, place - 1, facts))
    return setup, tuple(log)


def stored(slug: str, setup: Setup, log: tuple[Written, ...]) -> StoredGame:
    people = tuple(Person(str(seat), name) for seat, name in enumerate(setup.players))
    return StoredGame(uuid4().hex, "table", slug, setup.options, people, MADE_AT, log)


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize("slug", GAMES)
@given(st.data())
def test_any_facts_have_a_line_and_a_board(slug: str, data: st.DataObject) -> None:
    game = GAMES[slug]
    setup, log = data.draw(logs(game))
    story = read(game.rules, setup, log)
    longer = read(game.rules, setup, ())
    for written in log:
        longer = extend(game.rules, setup, longer, written)
    assert [line.facts for line in longer.lines] == [line.facts for line in story.lines]
    assert longer.replay == story.replay
    playing = Playing(stored(slug, setup, log))
    for line in story.lines:
        assert game.describe_line(line, playing.names)
        assert game.describe_part(line.before)
        if line.kind == UNREADABLE and line.step:
            assert line.step.result is Result.UNREADABLE
    for place in range(1, len(log) + 1):
        playing.board(fresh=place)
        write_newest(Playing(stored(slug, setup, log[:place])))
    list(csv_export.rows(game, "", story, playing.names, MADE_AT))
    if game.learning:
        game.learning.taught(story)
    told = record.decode(record.encode(game, setup, record.entries_of(game, story)))
    assert Result.UNREADABLE not in [step.result for step in told.replay().steps]
    for place, facts in zip_longest((0, len(log) // 2), (data.draw(entries(game, setup)),)):
        said = facts or {"kind": "taken-back", "target": 1}
        judge(game, setup, story, Submission("new", "another", place, said))
