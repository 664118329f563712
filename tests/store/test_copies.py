"""Copies of a table that were taken along say what they named and learned, and all agree."""

import dataclasses
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

import pytest

from companion.engine.table import (
    Unknown,
)
from companion.files.copies import Known, find_contradictions, has_news, meet, read_decks, row_of
from companion.files.handover import (
    Before,
    Handover,
    Learned,
)
from companion.store.store import Store
from tests.store.test_handover import SMALL, nothing_written
from tests.support import handovers

OURS = "ours"  # a game that began on the copy


def copy_of(store: Store, phone: str) -> Handover:
    """A copy of the table as it is here, with nothing that waits."""
    there = store.handovers.read(phone, SMALL.id)
    rows = [row_of(each) for each in there.lessons]
    before = Before(there.nicknames, read_decks(rows))
    return dataclasses.replace(there, games=(), before=before)


def test_a_copy_leaves_what_others_named_and_learned(store: Store, phone: str) -> None:
    store.handovers.take(phone, SMALL)
    copy = copy_of(store, phone)
    store.nicknames.give(phone, SMALL.id, "one-brain", {"game": "Birds", "sixth": ""})
    store.lessons.teach(phone, SMALL.id, "the-game", {"2": "three", "3": None, "4": "three"})
    late = Learned("the-game", "2", "stop", OURS, datetime.now(UTC) + timedelta(days=1))
    others = [each for each in copy.lessons if each.card != "4"]
    copy = dataclasses.replace(
        copy, nicknames={"one-brain": {"game": "Cats", "sixth": "rose"}}, lessons=(late, *others)
    )
    with nothing_written(store):
        assert not store.handovers.take(phone, copy)


def test_what_it_says_takes_the_place_of_all_before(
    store: Store, phone: str, stranger: str
) -> None:
    store.handovers.take(phone, SMALL)
    lessons, called = SMALL.lessons[1:3], {"one-brain": {"sixth": "rose"}}
    assert store.handovers.say(phone, SMALL.id, called, lessons)
    found = store.handovers.read(phone, SMALL.id)
    assert (found.lessons, found.nicknames) == (lessons, called)
    with nothing_written(store):
        assert not store.handovers.say(phone, SMALL.id, called, lessons)
        with pytest.raises(Unknown):
            store.handovers.say(stranger, SMALL.id, {}, ())


@dataclasses.dataclass
class Copy:
    """A copy of the table, by what it says and what it knows of the server."""

    table: Handover
    known: Known | None = None

    def meets(self, store: Store, phone: str) -> None:
        there = store.handovers.read(phone, SMALL.id)
        named, lessons, self.known = meet(self.known, self.table, there)
        self.table = dataclasses.replace(there, nicknames=named, lessons=lessons)

    def syncs(self, store: Store, phone: str) -> None:
        """What waits goes there, and what is new comes here."""
        assert self.known
        if has_news(self.known, self.table):
            sent = dataclasses.replace(self.table, games=(), before=self.known.before)
            store.handovers.take(phone, sent)
        self.meets(store, phone)

    def calls(self, thing: str, word: str) -> None:
        words = {**self.table.nicknames.get("one-brain", {}), thing: word}
        said = {"one-brain": {thing: word for thing, word in words.items() if word}}
        self.table = dataclasses.replace(self.table, nicknames=said if said["one-brain"] else {})

    def learns(self, card: str, carries: str, game: str, at: datetime) -> None:
        """In a game, or on the page of the deck; "" is forgotten there."""
        kept = [
            each
            for each in self.table.lessons
            if each.card != card or (game and carries and each.game != game)
        ]
        new = [Learned("the-game", card, carries, game, at)] if carries else []
        self.table = dataclasses.replace(self.table, lessons=(*kept, *new))

    def answers(self, random: Random, at: datetime) -> None:
        assert self.known
        named, cards = find_contradictions(self.known, self.table)
        if random.random() < 0.5:
            for thing, word in named.get("one-brain", {}).items():
                self.calls(thing, word)
            for card, carries in cards.get("the-game", {}).items():
                self.learns(card, carries, "", at)
        self.known = dataclasses.replace(self.known, other_nicknames={}, other_cards={})


@pytest.mark.parametrize("seed", range(12))
def test_copies_that_say_anything_come_to_the_same(store: Store, phone: str, seed: int) -> None:
    """Each contradiction is asked about on one copy; once all are answered nothing waits."""
    random, clock = Random(seed), count()
    store.handovers.take(phone, SMALL)
    copies = [Copy(dataclasses.replace(SMALL, nicknames={}, lessons=())) for _ in range(3)]
    for each in copies:
        each.meets(store, phone)
    skew = [random.uniform(-9, 9) for _ in copies]
    for number in range(60):
        at = random.randrange(len(copies))
        copy, now = copies[at], handovers.BEGAN + timedelta(minutes=next(clock), hours=skew[at])
        match random.randrange(5):
            case 0:
                copy.calls(random.choice(["game", "sixth"]), random.choice(["", "Cats", "Dogs"]))
            case 1 | 2:
                game = random.choice(["", f"{at}-{number}"])
                said = random.choice(["", "skull", "stop", "three"])
                copy.learns(random.choice("234"), said, game, now)
            case 3:
                copy.syncs(store, phone)
            case 4:
                copy.answers(random, now)
    for _ in range(4):
        for copy in copies:
            copy.syncs(store, phone)
            copy.answers(random, handovers.BEGAN + timedelta(days=1, minutes=next(clock)))
    for copy in copies:
        copy.syncs(store, phone)
    there = store.handovers.read(phone, SMALL.id)
    for copy in copies:
        assert copy.known
        assert not has_news(copy.known, copy.table)
        assert find_contradictions(copy.known, copy.table) == ({}, {})
        assert copy.table.nicknames == there.nicknames
        assert copy.table.lessons == there.lessons
