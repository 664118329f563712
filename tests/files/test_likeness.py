"""What a game that is here and one out of a file have to do with each other."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from companion.engine.log import Log, Story, read
from companion.engine.setup import Setup
from companion.engine.table import Person, StoredGame
from companion.files.likeness import Likeness, Told, compare, tell, tell_incoming
from companion.files.parsing import Incoming
from companion.files.record import encode, entries_of
from companion.games import GAMES
from companion.games.game import Game
from tests.files.test_parsing import story_of, taken_in
from tests.games.the_game.telling import log_of
from tests.support.random_examples import at_most
from tests.support.random_logs import MADE_AT, stories
from tests.support.submitted_log import Book


def tell_log(game: Game[Any, Any], setup: Setup, log: Log) -> Told:
    people = tuple(Person(f"p{seat}", name) for seat, name in enumerate(setup.players))
    told = tell(StoredGame("game", "table", game.slug, setup.options, people, MADE_AT, tuple(log)))
    assert told
    return told


def file_of(game: Game[Any, Any], setup: Setup, story: Story) -> Incoming:
    [incoming] = taken_in(encode(game, setup, entries_of(game, story), MADE_AT)).games
    return incoming


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@at_most(40, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_file_says_nothing_new_to_its_game_and_its_copy_goes_on(
    game: Game[Any, Any], data: st.DataObject
) -> None:
    """Whatever was taken back, changed and put in since; and what a copy has more is known."""
    setup, story = data.draw(stories(game))
    here = tell_log(game, setup, story.log)
    place = data.draw(st.integers(0, len(story.log)))
    then = file_of(game, setup, read(game.rules, setup, story.log[:place]))
    assert compare(here, tell_incoming(then)) in (Likeness.SAME, Likeness.EARLIER)
    whole = tell_incoming(file_of(game, setup, story))
    assert compare(here, whole) is Likeness.SAME
    copy = story_of(then)
    first = tell_log(game, setup, copy.log[: data.draw(st.integers(0, len(copy.log)))])
    assert compare(first, tell_incoming(then)) in (Likeness.SAME, Likeness.LATER)


@pytest.mark.parametrize(
    ("here", "there", "likeness"),
    [
        ("", "40 up-1, 41 up-1, back 2", Likeness.LATER),
        ("40 up-1", "40 up-1, 41 up-1", Likeness.LATER),
        ("40 up-1, 41 up-1", "40 up-1", Likeness.EARLIER),
        ("40 up-1, back 1, 50 up-1", "40 up-1", Likeness.EARLIER),
        ("40 up-1", "41 up-1", Likeness.APART),
        ("40 up-1", "40 up-1, change 1 50 up-1", Likeness.APART),
    ],
)
def test_what_went_on_in_a_copy(here: str, there: str, likeness: Likeness) -> None:
    one, other = Book(*log_of(here)), Book(*log_of(there))
    came = tell_incoming(file_of(other.game, other.setup, other.story))
    assert compare(tell_log(one.game, one.setup, one.log), came) is likeness
