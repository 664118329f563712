"""What holds for any game, whatever is said in it and whatever stands in its log."""

from itertools import zip_longest
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.growing import extend
from companion.engine.log import ABOUT, UNREADABLE, Written, read
from companion.engine.replay import GAME_OVER, Result, judge, replay
from companion.engine.setup import Setup
from companion.engine.table import Person, StoredGame
from companion.engine.verdict import Submission
from companion.engine.verdict import judge as judge_submission
from companion.files import csv_export, record
from companion.games import GAMES, SHELF
from companion.games.game import Game
from companion.rulebook.book import rulebook
from companion.web.pages.playing import Playing
from companion.web.play.announcing import write_newest
from tests.support.entry_strategies import JUNK, logs, spoilt
from tests.support.random_logs import MADE_AT, entries, setups


@pytest.mark.parametrize("slug", GAMES)
@given(data=st.data())
def test_each_step_follows_from_the_one_before(slug: str, data: st.DataObject) -> None:
    rules, relevant = GAMES[slug].rules, GAMES[slug].rule_book.relevant
    setup, entries = data.draw(logs(GAMES[slug]))
    replayed, book = replay(rules, setup, entries), rulebook(SHELF, slug, "en")
    last = replayed.start
    for index, (facts, step) in enumerate(zip(entries, replayed.steps, strict=True)):
        if step.result is not Result.RECORDED:
            assert step.state is last.state
            assert (step.outcome, step.flags) == (last.outcome, last.flags)
        assert (step.rules == ()) == (step.result in (Result.RECORDED, Result.UNREADABLE))
        assert step.rules == tuple(sorted(set(step.rules)))
        lacking = {str(name) for name in relevant(step.state) if not book.passage(name)}
        assert not lacking, f"`relevant` of {slug} names what is no paragraph of its rules"
        assert len(step.rules) <= 1 or step.result is Result.ASK
        alone = replay(rules, setup, [facts]).last
        assert (alone.result is Result.UNREADABLE) == (step.result is Result.UNREADABLE)
        if last.outcome is not None:
            over = (Result.REFUSED, (GAME_OVER,))
            assert (step.result, step.rules) in (over, (Result.UNREADABLE, ()))
        if isinstance(facts, dict) and facts.get("confirmed") in (None, False):
            answered = judge(rules, setup, last, index, {**facts, "confirmed": True})
            if step.result is Result.ASK:
                assert answered.result is Result.RECORDED
                asked = [flag.rule for flag in answered.flags if flag.entry == index]
                assert asked == list(step.rules)
            elif step.result is not Result.UNREADABLE:
                assert answered == step
        last = step


PLACE = st.integers(-1, 12) | JUNK


@st.composite
def any_logs(draw: st.DrawFn, game: Game[Any, Any]) -> tuple[Setup, tuple[Written, ...]]:
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
    setup, log = data.draw(any_logs(game))
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
        judge_submission(game, setup, story, Submission("new", "another", place, said))
