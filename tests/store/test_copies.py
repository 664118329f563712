"""Copies of a table that were taken along say what they named and learned, and all agree."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import count
from random import Random

import pytest

from companion.files.copies import Known, meet, pick_news, read_decks, row_of
from companion.files.handover import Handover, Learned
from companion.store.store import Store
from tests.store.test_handover import SMALL, nothing_written
from tests.support import handovers


def test_what_it_says_takes_the_place_of_all_before(store: Store, phone: str) -> None:
    store.handovers.take(phone, SMALL)
    said = replace(SMALL, lessons=SMALL.lessons[1:3], nicknames={"one-brain": {"sixth": "rose"}})
    assert store.handovers.take(phone, said, grows=True)
    found = store.handovers.read(phone, SMALL.id)
    assert (found.lessons, found.nicknames) == (said.lessons, said.nicknames)
    with nothing_written(store):
        assert not store.handovers.take(phone, said, grows=True)


@dataclass
class Copy:
    """A copy of the table, by what it says and what it knows of the server."""

    table: Handover
    known: Known | None = None

    def syncs(self, store: Store, phone: str) -> None:
        """What waits goes there, and what is new comes here."""
        news = pick_news(self.known or Known(), self.table)
        store.handovers.take(phone, replace(news, games=()))
        there = store.handovers.read(phone, SMALL.id)
        named, lessons, self.known = meet(self.known, self.table, there)
        self.table = replace(there, nicknames=named, lessons=lessons)

    def calls(self, thing: str, word: str) -> None:
        words = {**self.table.nicknames.get("one-brain", {}), thing: word}
        said = {"one-brain": {thing: word for thing, word in words.items() if word}}
        self.table = replace(self.table, nicknames=said if said["one-brain"] else {})

    def learns(self, card: str, carries: str, game: str, at: datetime) -> None:
        """In a game, or on the page of the deck; "" is forgotten there."""
        kept = [
            each
            for each in self.table.lessons
            if each.card != card or (game and carries and each.game != game)
        ]
        new = [Learned("the-game", card, carries, game, at)] if carries else []
        self.table = replace(self.table, lessons=(*kept, *new))


@pytest.mark.parametrize("seed", range(12))
def test_copies_that_say_anything_come_to_the_same(store: Store, phone: str, seed: int) -> None:
    """What the server says stays, but for what is taken away there; in the end nothing waits."""
    random, clock = Random(seed), count()
    store.handovers.take(phone, SMALL)
    copies = [Copy(replace(SMALL, nicknames={}, lessons=())) for _ in range(3)]
    skew = [random.uniform(-9, 9) for _ in copies]
    for number in range(60):
        at = random.randrange(len(copies))
        copy = copies[at]
        match random.randrange(4):
            case 0:
                copy.calls(random.choice(["game", "sixth"]), random.choice(["", "Cats", "Dogs"]))
            case 1 | 2:
                game = random.choice(["", f"{at}-{number}"])
                now = handovers.BEGAN + timedelta(minutes=next(clock), hours=skew[at])
                said = random.choice(["", "skull", "stop", "three"])
                copy.learns(random.choice("234"), said, game, now)
            case 3:
                before = store.handovers.read(phone, SMALL.id)
                copy.syncs(store, phone)
                assert_kept(before, store.handovers.read(phone, SMALL.id))
        if not number % 20:
            store.lessons.teach(phone, SMALL.id, "the-game", {random.choice("234"): None})
    for copy in (*copies, *copies):
        copy.syncs(store, phone)
    there = store.handovers.read(phone, SMALL.id)
    for copy in copies:
        assert copy.known
        assert pick_news(copy.known, copy.table) == replace(copy.table, nicknames={}, lessons=())
        assert copy.table.nicknames == there.nicknames
        assert copy.table.lessons == there.lessons


def assert_kept(before: Handover, after: Handover) -> None:
    """Whatever the server said it says now."""
    decks = (read_decks(map(row_of, each.lessons)) for each in (before, after))
    for was, now in (decks, (before.nicknames, after.nicknames)):
        for slug, words in was.items():
            assert now[slug] == {**now[slug], **words}
