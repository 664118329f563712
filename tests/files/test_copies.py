"""What a copy of a table and its server learn and name apart comes together, or is asked about."""

from dataclasses import replace
from datetime import timedelta

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


CARDS = {
    "nothing": ([], [], [], [], ""),
    "what the server learned": ([], [], ["skull"], ["skull"], ""),
    "what the copy learned": ([], ["skull"], [], ["skull"], ""),
    "what the server learned anew": (["stop"], ["stop"], ["skull"], ["skull"], ""),
    "what the copy learned anew": (["stop"], ["skull"], ["stop"], ["skull"], ""),
    "what the server forgot": (["stop"], ["stop"], [], [], ""),
    "what the copy forgot": (["stop"], [], ["stop"], [], ""),
    "what the copy forgot and others learned": (["stop"], [], ["skull"], ["skull"], ""),
    "what the server forgot and the copy learned": (["stop"], ["skull"], [], ["skull"], ""),
    "what both learned": ([], ["skull a"], ["skull b"], ["skull b", "skull a"], ""),
    "what both learned in the end": (
        [], ["stop a", "skull"], ["skull b"], ["skull b", "skull"], "",
    ),
    "what came from here, and more": (
        [], ["skull a", "stop b"], ["skull a"], ["skull a", "stop b"], "",
    ),
    "what both learned otherwise": ([], ["skull a"], ["stop b"], ["stop b"], "skull"),
    "what both changed": (["three"], ["skull"], ["three", "stop b"], ["three", "stop b"], "skull"),
    "what the copy said again": (
        ["skull"], ["skull", "skull a"], ["skull", "stop b"], ["skull", "stop b"], "skull",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("was", "ours", "theirs", "then", "asked"), CARDS.values(), ids=CARDS)
def test_a_card(
    was: list[str], ours: list[str], theirs: list[str], then: list[str], asked: str
) -> None:
    here, there = table(*ours), table(*theirs)
    met = meet(known(table(*was)), here, there)
    assert sorted(map(row_of, met.lessons)) == sorted(map(row_of, table(*then).lessons))
    assert read_decks(map(row_of, met.lessons)) == read_decks(map(row_of, table(*then).lessons))
    assert met.known.lessons == [row_of(each) for each in there.lessons]
    assert met.known.other_cards == ({"the-game": {"47": asked}} if asked else {})


WORDS = {
    "nothing": ("", "", "", "", None),
    "what the server said": ("", "", "Cats", "Cats", None),
    "what the copy said": ("", "Cats", "", "Cats", None),
    "what the server took away": ("Cats", "Cats", "", "", None),
    "what the copy took away": ("Cats", "", "Cats", "", None),
    "what both said": ("", "Cats", "Cats", "Cats", None),
    "what both said otherwise": ("", "Cats", "Dogs", "Dogs", "Cats"),
    "what both changed": ("Birds", "Cats", "Dogs", "Dogs", "Cats"),
    "what the copy took away and others changed": ("Birds", "", "Dogs", "Dogs", ""),
    "what the server took away and the copy changed": ("Birds", "Cats", "", "", "Cats"),
}


@pytest.mark.parametrize(("was", "ours", "theirs", "then", "asked"), WORDS.values(), ids=WORDS)
def test_a_nickname(was: str, ours: str, theirs: str, then: str, asked: str | None) -> None:
    before, here, there = (
        table(**({"game": said} if said else {})) for said in (was, ours, theirs)
    )
    met = meet(known(before), here, there)
    assert met.nicknames == ({"one-brain": {"game": then}} if then else {})
    assert met.known.nicknames == there.nicknames
    other = {} if asked is None else {"one-brain": {"game": asked}}
    assert met.known.other_nicknames == other


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
