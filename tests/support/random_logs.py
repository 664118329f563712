"""Logs of every game as phones write them: entries, take-backs, changes, insertions, with times."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from importlib import import_module
from random import Random
from typing import Any

from hypothesis import strategies as st

from companion.engine.growing import extend
from companion.engine.log import Story, Written, read
from companion.engine.setup import Setup
from companion.engine.verdict import Answer, Submission, judge
from companion.games.game import Game
from companion.games.pad.rules import rules_that_apply
from companion.games.pad.value import Pad
from companion.games.plays import Plays, find_plays
from tests.support.submitted_log import back, changed, inserted

MADE_AT = datetime(2026, 1, 31, 20, 15, 0, 7000, UTC)
NAMES = ["Ann", "Ben", "=1+1", "Renée", '"},{', "👨‍👩‍👧‍👦", "Søren \\ n", "Player 8"]
PLACES = st.integers(0, 60)
GAPS = st.integers(0, 900_000)  # ms, pauses among them


def rules_of(game: Game[Any, Any]) -> list[str]:
    if isinstance(game.scoring, Pad):
        return [*rules_that_apply(game.scoring)]
    return [*import_module(f"companion.games.{game.folder}.rules").Rule]


def endings_of(game: Game[Any, Any]) -> list[str]:
    if isinstance(game.scoring, Pad):
        return [*game.scoring.endings]
    return [*import_module(f"companion.games.{game.folder}.state").Ending]


def plays_of(game: Game[Any, Any]) -> Plays:
    return find_plays(game)


@st.composite
def setups(draw: st.DrawFn, game: Game[Any, Any]) -> Setup:
    """A set-up of this game with names that a file has to get across."""
    few = st.integers(game.rules.seats[0], game.rules.seats[min(2, len(game.rules.seats) - 1)])
    seats = draw(few | st.sampled_from(game.rules.seats))
    names = [*NAMES, *(f"Player {seat}" for seat in range(9, seats + 1))][:seats]
    chosen = {each.name: draw(st.sampled_from(each.values)) for each in game.rules.options}
    options = chosen if draw(st.booleans()) else {}
    try:
        return game.rules.setup(names, options)
    except ValueError:  # the options do not go together with so many
        return game.rules.setup(names, {})


def entries(game: Game[Any, Any], setup: Setup) -> st.SearchStrategy[dict[str, Any]]:
    """What can be said in this game, confirmed."""

    def make(random: Random) -> dict[str, Any]:
        facts = plays_of(game).make_entry(setup, random)
        return {"kind": facts["kind"], **facts, "confirmed": True}  # as the store has it

    return st.randoms(use_true_random=False).map(make)


@st.composite
def stories(draw: st.DrawFn, game: Game[Any, Any]) -> tuple[Setup, Story]:
    """A game whose phones have entered, taken back, changed and put in what they liked."""
    setup = draw(setups(game))
    facts = entries(game, setup)
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
            place, sent = story.head + 1, submission
            entry = Written(place, sent.id, sent.phone, at, sent.seen, sent.facts)
            story = extend(game.rules, setup, story, entry)
    return story
