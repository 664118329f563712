"""What a copy of a table and its server learn and name apart comes together, or is asked about."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from companion.files.copies import Known, find_contradictions, has_news, meet, read_decks, row_of
from companion.files.handover import Handover, Learned
from tests.support import handovers

EMPTY = replace(handovers.table(games=1, acts=2), lessons=(), nicknames={})


def table(*lessons: str, **words: str) -> Handover:
    """The table with lessons such as "skull" of the page of the deck, or "stop other" of a game."""
    learned = []
    for minute, lesson in enumerate(lessons):
        carries, _space, game = lesson.partition(" ")
        at = handovers.BEGAN + timedelta(minutes=minute)
        learned.append(Learned("the-game", "47", carries, game, at))
    called = {"one-brain": words} if words else {}
    return replace(EMPTY, lessons=tuple(learned), nicknames=called)


def known(said: Handover) -> Known:
    return Known(
        {slug: dict(words) for slug, words in said.nicknames.items()},
        [row_of(each) for each in said.lessons],
    )


def rows(heading: str) -> Iterator[list[str]]:
    """The lines of `copies.txt` below this heading, "" standing for a dash."""
    text = Path(__file__).with_name("copies.txt").read_text(encoding="utf-8")
    for line in text.partition(heading)[2].partition("\n# ")[0].strip().split("\n")[1:]:
        yield [cell.removeprefix("-") for cell in line.split(" | ")]


def test_a_card() -> None:
    for shows, *said, asked in rows("# A card"):
        was, ours, theirs, then = (table(*filter(None, each.split(", "))) for each in said)
        met = meet(known(was), ours, theirs)
        assert sorted(map(row_of, met.lessons)) == sorted(map(row_of, then.lessons)), shows
        assert read_decks(map(row_of, met.lessons)) == read_decks(map(row_of, then.lessons)), shows
        assert met.known.lessons == [row_of(each) for each in theirs.lessons], shows
        assert met.known.other_cards == ({"the-game": {"47": asked}} if asked else {}), shows


def test_a_nickname() -> None:
    for shows, *said, then, asked in rows("# A nickname"):
        was, ours, theirs = (table(**({"game": each} if each else {})) for each in said)
        met = meet(known(was), ours, theirs)
        assert met.nicknames == ({"one-brain": {"game": then}} if then else {}), shows
        assert met.known.nicknames == theirs.nicknames, shows
        other = {"one-brain": {"game": asked.replace("nothing", "")}} if asked else {}
        assert met.known.other_nicknames == other, shows


@pytest.mark.parametrize(
    ("was", "now", "waits"),
    [
        (table(), table(), False),
        (table(), table(game="Cats"), True),
        (table(game="Cats"), table(), True),
        (table(), table("skull"), True),
        (table("skull"), table(), True),
        (table("skull"), table("skull"), False),
        (table("skull", "skull a"), table("skull"), False),
        (table("stop", "skull a"), table("stop"), True),
    ],
)
def test_what_waits(was: Handover, now: Handover, waits: bool) -> None:
    assert has_news(known(was), now) == waits


def test_without_anything_known_both_stay_and_differences_are_asked_about() -> None:
    here, there = table("skull a", game="Cats", sixth="rose"), table("stop b", game="Dogs")
    met = meet(None, here, there)
    assert met.nicknames == {"one-brain": {"game": "Dogs", "sixth": "rose"}}
    assert met.known.other_nicknames == {"one-brain": {"game": "Cats"}}
    assert met.known.other_cards == {"the-game": {"47": "skull"}}
    fresh = meet(None, table(), there)
    assert (fresh.nicknames, fresh.lessons) == (there.nicknames, there.lessons)
    assert (fresh.known.other_nicknames, fresh.known.other_cards) == ({}, {})


def test_a_question_stays_until_both_agree_or_it_is_said_anew() -> None:
    met = meet(known(table()), table("skull a", game="Cats"), table("stop b", game="Dogs"))
    asked = ({"one-brain": {"game": "Cats"}}, {"the-game": {"47": "skull"}})
    here = table("stop b", game="Dogs")
    assert find_contradictions(met.known, here) == asked
    again = meet(met.known, here, table("three c", game="Birds")).known
    assert (again.other_nicknames, again.other_cards) == asked
    agreed = meet(met.known, here, table("skull c", game="Cats")).known
    assert (agreed.other_nicknames, agreed.other_cards) == ({}, {})
    anew = table("three a", game="Birds")
    assert find_contradictions(met.known, anew) == ({}, {})
    said = meet(met.known, anew, here).known
    assert (said.other_nicknames, said.other_cards) == ({}, {})
