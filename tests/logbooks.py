"""Logs of every game as phones write them: entries, take-backs, changes, insertions, with times."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from companion.engine.log import Story, Written, extended, read
from companion.engine.setup import Setup
from companion.engine.verdict import Answer, Submission, judge
from companion.games import GAMES
from companion.games.game import Game
from tests.book import back, changed, inserted
from tests.games.game_of_bluff import plausible as bluff
from tests.games.one_brain import plausible as brain
from tests.plausible import ENTRIES, OPTIONS

MADE_AT = datetime(2026, 1, 31, 20, 15, 0, 7000, UTC)
NAMES = ["Ann", "Ben", "=1+1", "Renée", '"},{', "👨‍👩‍👧‍👦", "Søren \\ n", "Player 8"]
PLACES = st.integers(0, 60)
GAPS = st.integers(0, 900_000)  # ms, pauses among them


def setups(game: Game[Any, Any]) -> st.SearchStrategy[Setup]:
    """A set-up of this game with names that a file has to get across."""
    made = {"the-game": _the_game(), "game-of-bluff": bluff.SETUPS, "one-brain": brain.SETUPS}
    return made[game.slug].map(lambda setup: game.rules.setup(_names(setup.seats), setup.options))


def _the_game() -> st.SearchStrategy[Setup]:
    game = GAMES["the-game"]
    return st.builds(
        lambda n, options: game.rules.setup(_names(n), options), st.integers(1, 5), OPTIONS
    )


def _names(seats: int) -> list[str]:
    return [*NAMES, *(f"Player {seat}" for seat in range(9, 16))][:seats]


def entries(game: Game[Any, Any], seats: int) -> st.SearchStrategy[dict[str, Any]]:
    """What can be said in this game, confirmed."""
    said = {
        "the-game": ENTRIES,
        "game-of-bluff": bluff.entries_of(seats),
        "one-brain": brain.entries_of(max(seats, 2)),
    }
    return said[game.slug].map(
        lambda facts: {"kind": facts["kind"], **facts, "confirmed": True}  # as the store has it
    )


@st.composite
def stories(draw: st.DrawFn, game: Game[Any, Any]) -> tuple[Setup, Story]:
    """A game whose phones have entered, taken back, changed and put in what they liked."""
    setup = draw(setups(game))
    facts = entries(game, setup.seats)
    act = st.tuples(
        st.sampled_from(["enter"] * 4 + ["back", "change", "insert"]), facts, PLACES, GAPS
    )
    return setup, told(game, setup, draw(st.lists(act, min_size=5, max_size=25)))


def told(game: Game[Any, Any], setup: Setup, acts: Iterable[tuple[str, Any, int, int]]) -> Story:
    """The story of these acts, each recorded where the verdict says so."""
    story, at = read(game.rules, setup, ()), MADE_AT
    for what, facts, place, gap in acts:
        target = 1 + place % max(1, story.head)
        at += timedelta(milliseconds=gap)
        submissions = {"enter": facts, "back": back(target)}
        submissions["change"] = {**changed(target, facts), "confirmed": True}
        submissions["insert"] = {**inserted(target, facts), "confirmed": True}
        submission = Submission(f"id {story.head}", "phone", story.head, submissions[what])
        if judge(game, setup, story, submission).answer is Answer.RECORDED:
            entry = Written(
                story.head + 1,
                submission.id,
                submission.phone,
                at,
                submission.seen,
                submission.facts,
            )
            story = extended(game.rules, setup, story, entry)
    return story
