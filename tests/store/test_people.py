"""People and games of a table put right: names, two who are one, who sat where, no game."""

import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from companion.engine.log import Written
from companion.engine.names import clean, name_key
from companion.engine.table import NoRoom, StoredGame, Together, Unknown
from companion.files import parsing
from companion.files.handover import Handover
from companion.history.results import load_results, summarise
from companion.history.statistics import statistics
from companion.store.store import Store
from tests.files.test_parsing import document
from tests.games.game_of_bluff.telling import leavers, leaves, stop
from tests.games.pad.test_pad import points
from tests.store.tables import ODD, enter, find_game, join, nothing_changes
from tests.support.databases import on_both
from tests.support.finished_games import Evening, stored
from tests.support.random_examples import choose

LEFT = Evening(
    "any-game",
    (*(points(1, seat, 9 - seat) for seat in range(3)), leaves(0), leavers("below"), stop()),
    ("Ann", "Ben", "Cas"),
)
EVENINGS = [*list(stored())[15:20], *stored([LEFT])]
"""Of Bluff, one of which runs, and one in which the best total left; for three players."""
SPELLED = ["Anna", "Ana", "anna", "Ben", "Benny", "Cas", "Dee", "Zoë"]
STEPS = choose(few=30, many=80, deep=200)


class ByHand:
    """What was done at a table, worked out without the store."""

    def __init__(self) -> None:
        self.games: list[tuple[StoredGame, StoredGame]] = []
        """What was played, and as it is known now, in the order of its time."""
        self.deleted: set[str] = set()
        self.files: dict[str, str] = {}
        """What files call the games that came out of one."""
        self.names: dict[str, str] = {}
        self.same: dict[str, str] = {}
        self.whole: dict[str, StoredGame] = {}
        """All of what is played in a game, of which some is still to come."""
        self.copies: list[Handover] = []
        """The table as it was taken along."""
        self.first = ""
        """The game with which the table began; nobody goes on with it."""

    def root(self, person: str) -> str:
        while person in self.same:
            person = self.same[person]
        return person

    def seated(self, game: StoredGame) -> list[str]:
        return [self.root(person.id) for person in game.people]

    def together(self, one: str, other: str) -> bool:
        return any({one, other} <= {*self.seated(game)} for _, game in self.games)

    def twins(self, game: StoredGame) -> dict[str, StoredGame]:
        """What was played in this game, and in those out of its files, by their ids."""
        name = self.files.get(game.id, game.id)
        there = ((known.id, evening) for evening, known in self.games)
        return {each: evening for each, evening in there if self.files.get(each, each) == name}

    def people(self) -> dict[str, str]:
        return {each: name for each, name in self.names.items() if each not in self.same}

    def listed(self) -> list[tuple[StoredGame, StoredGame]]:
        there = [each for each in self.games if each[1].id not in self.deleted]
        return sorted(there, key=lambda each: (each[1].made_at, each[1].id))

    def put(self, game: StoredGame, **new: Any) -> None:
        """This game is known otherwise now."""
        self.games = [
            (evening, replace(known, **new) if known.id == game.id else known)
            for evening, known in self.games
        ]

    def go_on(self, game: str, log: tuple[Written, ...]) -> None:
        """More was played in this game."""
        self.games = [
            (replace(evening, log=log) if known.id == game else evening, known)
            for evening, known in self.games
        ]

    def counted(self) -> dict[str, tuple[int, int]]:
        played, won = Counter[str](), Counter[str]()
        for evening, game in self.listed():
            summary = summarise(evening)
            for seat, person in enumerate(self.seated(game)):
                played[person] += 1
                won[person] += bool(summary.ending) and summary.wins(seat)
        return {person: (played[person], won[person]) for person in played}


def play(store: Store, phone: str, table: str, evening: StoredGame, names: list[str]) -> StoredGame:
    begun = store.games.start(phone, evening.slug, evening.options, names, table)
    for written in evening.log:
        enter(store, phone, begun, f"{begun.id}-{written.place}", facts=written.facts)
    return begun


def plays_on(store: Store, random: Random, who: str, by_hand: ByHand) -> None:
    """This phone enters what comes next in a game, whoever entered what came before."""
    known = [each for each in by_hand.listed() if each[1].id in by_hand.whole]
    there = [(game, by_hand.whole[game.id].log, len(each.log)) for each, game in known]
    lasting = [each for each in there if each[2] < len(each[1])]
    if lasting:
        game, log, entered = random.choice(lasting)
        following = log[entered]
        enter(store, who, game, f"{game.id}-{following.place}", facts=following.facts)
        by_hand.go_on(game.id, log[: entered + 1])


def brings(store: Store, random: Random, who: str, by_hand: ByHand) -> None:
    """This phone brings a file of a game, as it is now or as it was before its last entry."""
    gone = [each for each in by_hand.games if each[1].id in by_hand.deleted]
    evening, game = random.choice(gone or by_hand.games)
    log, twins = evening.log[: random.choice([-1, None])], by_hand.twins(game)
    names = [by_hand.names[each] for each in by_hand.seated(game)]
    record = document(
        game=game.slug, id=by_hand.files.get(game.id, game.id), made_at=game.made_at.isoformat(),
        players=names, options=game.options, entries=[dict(each.facts) for each in log],
    )  # fmt: skip
    bundle = parsing.read(json.dumps(record).encode(), clean, datetime.now(UTC))
    added = store.imports.add(who, bundle, game.table)
    listed = twins.keys() - by_hand.deleted
    begins = {
        each: len(twin.log)
        for each, twin in twins.items()
        if each in (listed or twins) and (not log or log[: len(twin.log)] == twin.log)
    }
    assert added.came == (not listed)
    if begins:
        best = max(begins, key=lambda each: (begins[each], each))
        by_hand.deleted.discard(best)
        if begins[best] < len(log):
            by_hand.go_on(best, log)
        assert added.later == (begins[best] < len(log) and bool(listed))
    elif added.came:
        known = {by_hand.first, *(each.id for _, each in by_hand.games)}
        [new] = [each for each in store.games.find_all(who, game.table) if each.id not in known]
        by_hand.games.append((replace(evening, log=log), new))
        by_hand.files[new.id] = by_hand.files.get(game.id, game.id)
        by_hand.names |= {each.id: each.name for each in new.people}


def plays_along(store: Store, random: Random, who: str, by_hand: ByHand) -> None:
    """A game that was played beside a copy of the table comes with it, however old that is."""
    evening, table = random.choice(EVENINGS), by_hand.games[0][1].table
    by_hand.copies.append(store.handovers.read(who, table))
    whole, name = random.choice(by_hand.copies), f"along-{len(by_hand.copies)}"
    sitting = tuple({by_hand.root(each.id): each for each in whole.people}.values())[-3:]
    if len(sitting) < 3:
        return
    log = tuple(replace(each, id=f"{name}-{each.place}") for each in evening.log)
    made_at = evening.made_at + timedelta(minutes=len(by_hand.copies))
    game = StoredGame(name, table, evening.slug, evening.options, sitting, made_at, log)
    assert store.handovers.take(who, replace(whole, games=(*whole.games, game)))
    by_hand.games.append((evening, game))


def puts_right(store: Store, random: Random, who: str, by_hand: ByHand) -> None:
    """This phone puts one of the games right, as it is known by hand from now on."""
    _, game = random.choice(by_hand.games)
    corrections, asked = store.corrections, (who, game.table, game.id)
    names = [by_hand.names[each] for each in by_hand.seated(game)]
    match random.choice(["delete", "restore", "move", "note", "reseat"]):
        case "delete" | "restore" if game.id not in by_hand.deleted:
            corrections.delete(*asked)
            by_hand.deleted.add(game.id)
        case "delete" | "restore":
            corrections.restore(*asked)
            by_hand.deleted |= {*by_hand.twins(game)}
            by_hand.deleted.discard(game.id)
        case "move":
            moved = game.made_at - timedelta(days=random.randrange(30))
            corrections.correct(*asked, names, moved, game.note)
            by_hand.put(game, made_at=moved)
        case "note":
            corrections.correct(*asked, names, game.made_at, "It rained.")
            by_hand.put(game, note="It rained.")
        case "reseat":
            names[random.randrange(3)] = random.choice(SPELLED)
            try:
                corrections.correct(*asked, names, game.made_at, game.note)
            except Together:
                return
            seated = find_game(store, who, game).people
            new = {each.id: each.name for each in seated if each.id not in by_hand.names}
            by_hand.names |= new
            called = {(by_hand.root(one), name_key(said)) for one, said in by_hand.names.items()}
            for person, name in zip(seated, names, strict=True):
                assert (person.id, name_key(name)) in called
            both = zip(game.people, seated, strict=True)
            kept = [old if by_hand.root(old.id) == new.id else new for old, new in both]
            by_hand.put(game, people=tuple(kept))


def check(store: Store, phone: str, table: str, by_hand: ByHand) -> None:
    there = store.tables.find(phone, table)
    assert there
    assert {each.id: each.name for each in there.people} == by_hand.people()
    kept = store.results.find_all(phone, table)
    there = [each for each in kept if each.stored.id != by_hand.first]
    for found, (evening, game) in zip(there, by_hand.listed(), strict=True):
        seats = [(person.id, person.name) for person in found.stored.people]
        assert seats == [(who, by_hand.names[who]) for who in by_hand.seated(game)]
        whole = find_game(store, phone, game)
        assert [each.facts for each in whole.log] == [each.facts for each in evening.log]
        assert whole.people == found.stored.people
        assert (whole.made_at, whole.note) == (game.made_at, game.note)
    gone = {each.id for each in store.corrections.find_deleted(phone, table)}
    assert gone == by_hand.deleted
    played = load_results(store.results, there)
    told = {each.person: (each.all.played, each.all.won) for each in statistics(played).players}
    assert told == by_hand.counted()


@on_both
@pytest.mark.parametrize("seed", range(choose(few=2, many=8, deep=30)))
def test_nothing_said_is_lost(store: Store, phone: str, game: StoredGame, seed: int) -> None:
    random, table, by_hand = Random(seed), game.table, ByHand()
    phones = [phone, join(store, phone, table, "second")]
    by_hand.first = game.id
    by_hand.names = {person.id: person.name for person in game.people}
    together = {person.id for person in game.people}  # in the game that nobody has gone on with
    for _ in range(STEPS):
        who, one, other = random.choice(phones), *random.choices([*by_hand.names], k=2)
        if by_hand.games and random.random() < 0.4:
            random.choice([puts_right, puts_right, brings, plays_along, plays_on, plays_on])(
                store, random, who, by_hand
            )
            continue
        match random.choice(["play", "rename", "merge", "merge", "separate", "list"]):
            case "play" if len(by_hand.games) < 12:
                whole = random.choice(EVENINGS)
                evening = replace(whole, log=whole.log[: random.randint(1, len(whole.log))])
                begun = play(store, who, table, evening, random.sample(SPELLED, 3))
                by_hand.games.append((evening, begun))
                by_hand.whole[begun.id] = whole
                by_hand.names |= {
                    person.id: person.name
                    for person in begun.people
                    if person.id not in by_hand.names
                }
            case "rename":
                by_hand.names[one] = random.choice(SPELLED)
                store.people.rename(who, table, one, by_hand.names[one])
            case "merge":
                first, then = by_hand.root(one), by_hand.root(other)
                was_so = {by_hand.root(each) for each in together} == {first, then}
                if first != then and (was_so or by_hand.together(first, then)):
                    with pytest.raises(Together):
                        store.people.merge(who, table, one, other)
                    continue
                store.people.merge(who, table, one, other)
                if first != then:
                    by_hand.same[first] = then
            case "separate":
                store.people.separate(who, table, one)
                by_hand.same.pop(one, None)
            case "list":
                store.people.set_listed(who, table, one, random.random() < 0.5)
    check(store, phone, table, by_hand)
    assert store.handovers.read(phone, table).same == by_hand.same
    for person in random.sample([*by_hand.same], len(by_hand.same)):
        store.people.separate(phone, table, person)
        del by_hand.same[person]
    check(store, phone, table, by_hand)


@on_both
def test_who_is_another_sits_as_that_one(store: Store, phone: str, game: StoredGame) -> None:
    """Also whose phone it is, and who plays again after a time out of all lists."""
    anna, ben = (person.id for person in game.people)
    hers = store.games.start(phone, "the-game", {}, ["Ana"], game.table)
    ana = hers.people[0].id
    store.phones.rename(phone, game.table, phone, "", ana)
    store.people.merge(phone, game.table, ana, anna)
    [member] = store.phones.find_members(phone, game.table)
    found = store.tables.find(phone, game.table)
    assert found
    assert (member.name, member.person, found.mine) == ("Anna", anna, anna)
    assert find_game(store, phone, game).seat == 0
    store.corrections.correct(phone, game.table, hers.id, ["Ana"], hers.made_at, "")
    [kept] = [g for g in store.handovers.read(phone, game.table).games if g.id == hers.id]
    assert kept.people[0].id == ana
    again = store.games.start(phone, "the-game", {}, ["Ana", "Anna"], game.table)
    assert [(each.id == anna, each.name) for each in again.people] == [
        (True, "Anna"), (False, "Anna"),
    ]  # fmt: skip
    store.people.set_listed(phone, game.table, ben, False)
    for is_listed in (False, True):
        [person] = [p for p in store.tables.find(phone, game.table).people if p.id == ben]  # type: ignore[union-attr]
        assert person.listed == is_listed
        names = [p.name for p in store.tables.find(phone, game.table).people if p.listed]  # type: ignore[union-attr]
        assert store.games.start(phone, "the-game", {}, names).table == game.table
        store.games.start(phone, "the-game", {}, ["ben"], game.table)
    with nothing_changes(store):
        for odd in ODD:
            for one, other in ((odd, ben), (ben, odd)):
                with pytest.raises(Unknown):
                    store.people.merge(phone, game.table, one, other)
            with pytest.raises(Unknown):
                store.people.separate(phone, game.table, odd)


def test_who_was_merged_before_goes_along(store: Store, phone: str, game: StoredGame) -> None:
    at, anna = game.table, game.people[0].id
    ana, cas, dee = (
        person.id
        for names in (["Ana", "Cas"], ["Dee"])
        for person in store.games.start(phone, "the-game", {}, names, at).people
    )
    store.people.merge(phone, at, dee, ana)
    store.people.merge(phone, at, ana, anna)
    assert store.people.find_who(at, dee) == anna
    merged = [[each.id for each in store.people.find_merged(at, one)] for one in (anna, ana, dee)]
    assert merged == [[ana], [dee], []]
    with pytest.raises(Together):  # as Ana
        store.people.merge(phone, at, cas, anna)
    store.people.separate(phone, at, ana)
    assert store.people.find_who(at, dee) == ana


def test_a_game_is_not_restored_at_a_table_that_is_full_by_now(
    store: Store, phone: str, game: StoredGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = (phone, game.table, game.id)
    store.corrections.delete(*asked)
    monkeypatch.setattr("companion.store.database.capacity.GAMES_PER_TABLE", 1)
    newer = store.games.start(phone, "the-game", {}, ["Cas"], game.table)
    with pytest.raises(NoRoom):
        store.corrections.restore(*asked)
    store.corrections.delete(phone, newer.table, newer.id)
    gone = store.corrections.find_deleted(phone, game.table)
    assert [each.id for each in gone] == [newer.id, game.id]  # the last one first
    store.corrections.restore(*asked)
