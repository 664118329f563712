"""Phones, tables, games and people, and what is entered in a game."""

import json
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, time, timedelta
from threading import Barrier
from typing import Any

import pytest

from companion.engine.table import BESIDES, PLAYER, Away, Full, Person, StoredGame, Unknown
from companion.engine.verdict import Answer, Submission, Verdict
from companion.runtime import yielding
from companion.store.database import ids, schema
from companion.store.games.submissions import LIGHT
from companion.store.store import Store
from tests.store.tables import (
    FACTS,
    NAMES,
    ODD,
    enter,
    find_game,
    full_at_commit,
    join,
    let_in,
    must_not_judge,
    records,
    refuses,
    rows,
)
from tests.support.databases import KEY, on_both

OTHER_FACTS = {**FACTS, "card": 48}
Enters = Callable[..., tuple[StoredGame, Verdict]]


@pytest.fixture
def enters(store: Store, phone: str, game: StoredGame) -> Enters:
    def entered(made: str, facts: Any = FACTS, judge: Any = records, at: Store = store) -> Any:
        return enter(at, phone, game, made, judge, facts)

    return entered


@on_both
def test_a_phone_is_known_by_its_secret(store: Store) -> None:
    assert store.phones.find("secret") is None
    with ThreadPoolExecutor(8) as threads:
        [phone] = set(threads.map(store.phones.remember, ["secret"] * 16))
    assert store.phones.find("secret") == store.phones.remember("secret") == phone
    assert store.phones.remember("another secret") != phone


def test_nobody_guesses_an_id() -> None:
    made = {ids.new_id() for _ in range(1000)}
    assert len(made) == 1000
    assert {len(each) for each in made} == {22}  # 128 bits


class TestTables:
    @on_both
    def test_tables_and_games_come_newest_first(self, store: Store, phone: str) -> None:
        def listed() -> list[str]:
            return [table.id for table in store.tables.find_all(phone)]

        first = store.games.start(phone, "the-game", {}, ["Anna"])
        second = store.games.start(phone, "the-game", {}, ["Ben"])
        assert listed() == [second.table, first.table]
        third = store.games.start(phone, "one-brain", {}, ["Anna"], first.table)
        assert listed() == [first.table, second.table]
        assert store.games.find_all(phone, first.table) == (third, first)
        second, _ = enter(store, phone, second)
        assert listed() == [second.table, first.table]
        assert store.games.find_latest(phone, 2) == (second, third)
        assert store.games.find_latest(phone, 9) == (second, third, first)
        assert [table.games for table in store.tables.find_all(phone)] == [1, 2]
        assert len(store.games.find_all(phone, second.table)[0].log) == 0

    def test_an_earlier_day_stands_last(self, store: Store, phone: str, game: StoredGame) -> None:
        def starts(day: date | None) -> StoredGame:
            return store.games.start(phone, "the-game", {}, NAMES, game.table, day=day)

        today = datetime.now(UTC).date()
        friday = today - timedelta(days=9)
        noon = datetime.combine(friday, time(12), UTC)
        first, second = starts(friday), starts(friday)
        before, after = starts(friday - timedelta(days=1)), starts(friday + timedelta(days=1))
        assert first.made_at == noon
        assert second.made_at == noon + timedelta(milliseconds=1)
        assert before.made_at == noon - timedelta(days=1)
        assert after.made_at == noon + timedelta(days=1)
        now = [starts(day) for day in (today, None, today + timedelta(days=1))]
        made = [game.made_at, *(each.made_at for each in now)]
        assert made == sorted(set(made))
        assert made[-1] - made[0] < timedelta(minutes=1)
        assert store.games.find_all(phone, game.table) == (
            *now[::-1], game, after, second, first, before,
        )  # fmt: skip
        [table] = store.tables.find_all(phone)
        assert datetime.now(UTC) - table.touched_at < timedelta(minutes=1)

    @on_both
    def test_a_number_counts_its_kind(self, store: Store, phone: str, game: StoredGame) -> None:
        slugs = ("one-brain", "the-game", "the-game")
        games = [game, *(store.games.start(phone, each, {}, NAMES, game.table) for each in slugs)]
        assert [store.series.find_number(each) for each in games] == [1, 1, 2, 3]
        store.corrections.delete(phone, game.table, games[2].id)
        assert store.series.find_number(games[3]) == 2

    @on_both
    def test_unknown_ids(self, store: Store, phone: str, stranger: str, game: StoredGame) -> None:
        """Strangers see what those see who ask for what is not there, or cannot be."""
        there = store.games.start(phone, "the-game", {}, ["Cas"])
        assert store.tables.find_all(stranger) == store.games.find_latest(stranger, 9) == ()
        for odd in ODD:
            assert store.phones.find(odd) is None, ascii(odd)
            assert store.games.find(phone, game.table, odd) is None, ascii(odd)
        anna = game.people[0].id
        tables = [(stranger, game.table), (phone, "nowhere"), *((phone, odd) for odd in ODD)]
        for who, table in tables:
            assert store.tables.find(who, table) is None
            assert store.games.find_all(who, table) == ()
            with pytest.raises(Unknown):
                store.games.start(who, "the-game", {}, NAMES, table)
        for who, table in (*tables, (phone, there.table)):
            assert store.games.find(who, table, game.id) is None
            submission = Submission("a", who, 0, FACTS)
            with pytest.raises(Unknown):
                store.submissions.enter(who, table, game.id, submission, must_not_judge)
            with pytest.raises(Unknown):
                store.people.rename(who, table, anna, "Eve")
        submission = Submission("a", phone, 0, FACTS)
        for unknown, act in (
            ("nobody", lambda: store.games.start("nobody", "the-game", {}, NAMES)),
            ("nowhere", lambda: store.games.start(phone, "the-game", {}, NAMES, "nowhere")),
            ("no-game", lambda: store.submissions.enter(
                phone, game.table, "no-game", submission, must_not_judge)),
            ("no-one", lambda: store.people.rename(phone, game.table, "no-one", "Eve")),
        ):  # fmt: skip
            with pytest.raises(Unknown, match=f"^{unknown}$"):
                act()
        assert store.games.find_all(phone, game.table) == (game,)


class TestPeople:
    def test_they_are_known_by_name_however_it_is_spelled(self, store: Store, phone: str) -> None:
        first = store.games.start(phone, "the-game", {}, ["Zoë", "Strauß", "Ben"])
        spelled = ["Carla", "STRAUSS", unicodedata.normalize("NFD", "zoë")]
        second = store.games.start(phone, "the-game", {}, spelled, first.table)
        zoe, strauss, _ = first.people
        assert second.people[1:] == (strauss, zoe)
        assert second.people[0] not in first.people
        table = store.tables.find(phone, first.table)
        assert table is not None
        assert table.people == (*first.people, second.people[0])
        # Of two with one name each is known.
        first = store.games.start(phone, "the-game", {}, ["D'Arcy", "D’Arcy"])
        for spelled in (["D’Arcy", "D'Arcy"], ["D’Arcy"]):
            again = store.games.start(phone, "the-game", {}, spelled, first.table)
            assert [person.name for person in again.people] == spelled
        first = store.games.start(phone, "the-game", {}, ["", "Anna", ""])
        second = store.games.start(phone, "the-game", {}, ["Anna", "", "", ""], first.table)
        one, anna, two = first.people
        assert second.people[:3] == (anna, one, two)
        assert second.people[3] not in first.people
        assert one != two

    def test_who_come_back(self, store: Store, phone: str, stranger: str, game: StoredGame) -> None:
        again = store.games.start(phone, "one-brain", {}, ["ben", "Anna"])
        assert (again.table, again.people) == (game.table, game.people[::-1])
        tables, people = {game.table}, {*game.people}
        for names in (["Anna"], ["Anna", "Ben", "Carla"], ["Anna", "Anna"], ["Anna", ""]):
            other = store.games.start(phone, "the-game", {}, names)
            assert other.table not in tables, names
            assert not set(other.people) & people, names
            tables.add(other.table)
            people |= {*other.people}
        assert store.games.start(stranger, "the-game", {}, NAMES).table != game.table
        guest = store.phones.remember("guest")
        let_in(store, game.table, guest, PLAYER)
        assert store.games.start(guest, "the-game", {}, NAMES).table != game.table
        at_table = store.games.start(guest, "the-game", {}, NAMES, game.table)
        assert at_table.people == game.people

    @on_both
    def test_games_started_at_once_bring_nobody_twice(self, store: Store, phone: str) -> None:
        ready = Barrier(8)

        def start(names: list[str], table: str | None = None) -> tuple[str, tuple[Person, ...]]:
            ready.wait()
            begun = store.games.start(phone, "the-game", {}, names, table)
            return begun.table, begun.people

        with ThreadPoolExecutor(8) as threads:
            [(table, _)] = set(threads.map(start, [NAMES] * 8))
            there = ["Anna", "Carla", "Dora"]
            assert len(set(threads.map(start, [there] * 8, [table] * 8))) == 1
        [found] = store.tables.find_all(phone)
        assert [person.name for person in found.people] == ["Anna", "Ben", "Carla", "Dora"]
        assert found.games == 16


class TestEntering:
    @on_both
    def test_the_same_id_is_one_entry_with_one_answer(
        self, store: Store, database: str, phone: str, game: StoredGame, enters: Enters
    ) -> None:
        facts = {**FACTS, "odd": [None, True, 1.5, "\x00\ud800", {"ü": 10**20}]}
        first = enters("a", facts)
        enters("b")
        backwards = dict(reversed(facts.items()))
        after, verdict = enters("a", backwards, must_not_judge)
        assert verdict == first[1] == Verdict(Answer.RECORDED, place=1)
        assert [(each.place, each.id, each.phone, each.seen) for each in after.log] == [
            (1, "a", phone, 0), (2, "b", phone, 0),
        ]  # fmt: skip
        times = [game.made_at, *(each.at for each in after.log), datetime.now(UTC)]
        assert times == sorted(times)
        assert after.log[0].facts == json.loads(json.dumps(facts))
        for other in (OTHER_FACTS, {**FACTS, "card": 47.0}, {**FACTS, "command": True}, {}):
            assert enters("b", other, must_not_judge) == (after, Verdict(Answer.REUSED)), other
        reopened = Store(database, KEY)
        assert find_game(reopened, phone, game) == after
        assert enters("a", facts, must_not_judge, reopened) == (after, verdict)
        reopened.close()

    @pytest.mark.parametrize(
        "verdict",
        [
            Verdict(Answer.REFUSED, ("pile-direction", "card-gone")),
            Verdict(Answer.ASK, ("one-card-left",)),
            Verdict(Answer.CONFLICT, ("card-once",), possible=False),
        ],
    )
    def test_an_answer_is_final_for_its_id(self, enters: Enters, verdict: Verdict) -> None:
        assert enters("a", judge=lambda game: verdict)[1] == verdict
        after, again = enters("a", judge=records)
        assert again == verdict
        assert after.log == ()
        assert enters("a", OTHER_FACTS, records)[1] == Verdict(Answer.REUSED)
        assert enters("b", judge=records)[1] == Verdict(Answer.RECORDED, place=1)

    def test_a_late_copy_is_told_what_came_between(self, enters: Enters) -> None:
        before, _ = enters("a")
        conflict = Verdict(Answer.CONFLICT, between=before.log)
        assert enters("b", judge=lambda game: conflict)[1] == conflict
        assert enters("b", judge=must_not_judge)[1] == conflict

    def test_what_its_wishes_were_merged_with_is_known_of_a_phone(self, enters: Enters) -> None:
        met: list[frozenset[int]] = []

        def judge(game: StoredGame) -> Verdict:
            met.append(game.met)
            return Verdict(Answer.MERGED, place=3)

        for made in ("a", "b"):
            assert enters(made, judge=judge)[1] == Verdict(Answer.MERGED, place=3)
            assert enters(made, judge=must_not_judge)[1] == Verdict(Answer.MERGED, place=3)
        assert met == [frozenset(), frozenset({3})]
        assert enters("a", OTHER_FACTS, must_not_judge)[1] == Verdict(Answer.REUSED)

    def test_of_what_was_refused_only_the_newest_is_told_again(
        self, store: Store, phone: str, game: StoredGame, enters: Enters,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:  # fmt: skip
        monkeypatch.setattr("companion.store.games.answers.ANSWERS_PER_PHONE", 5)
        friend = join(store, phone, game.table, "friend")
        theirs = enter(store, friend, game, "theirs", refuses)[1]
        verdicts = [Verdict(Answer.MERGED, place=1 + n % 2) for n in range(4)]
        merged = [enters(f"m{n}", judge=lambda _, n=n: verdicts[n])[1] for n in range(4)]
        refused = [enters(f"r{n}", judge=refuses)[1] for n in range(29)]
        for number in range(29 - 5, 29):
            assert enters(f"r{number}", judge=must_not_judge)[1] == refused[number]
        assert enter(store, friend, game, "theirs", must_not_judge)[1] == theirs
        for number in (2, 3):
            assert enters(f"m{number}", judge=must_not_judge)[1].place == merged[number].place
        assert rows(store, schema.answers) == 1 + 2 + 5
        with pytest.raises(AssertionError):
            enters("r23", judge=must_not_judge)
        seen: list[frozenset[int]] = []
        enters("last", judge=lambda now: (seen.append(now.met), refuses(now))[1])
        assert seen == [{1, 2}]

    def test_what_says_nothing_or_fails_is_not_kept(
        self, store: Store, phone: str, game: StoredGame, enters: Enters
    ) -> None:
        touched = store.tables.find_all(phone)
        for answer in (Answer.UNREADABLE, Answer.REUSED):
            judge = lambda now, answer=answer: Verdict(answer)  # noqa: E731
            assert enters("a", judge=judge) == (game, Verdict(answer))
        with pytest.raises(ZeroDivisionError):
            enters("a", judge=lambda now: 1 / 0)
        with full_at_commit(store):
            enters("a")
        for odd in ("", "\x00", "ü", "x" * 129):
            unreadable = (game, Verdict(Answer.UNREADABLE))
            assert enters(odd, judge=must_not_judge) == unreadable, ascii(odd)
        assert enters("a", {**FACTS, "card": float("nan")}, must_not_judge) == unreadable
        submission = Submission("a", "another phone", 0, FACTS)
        with pytest.raises(ValueError, match="own submissions"):
            store.submissions.enter(phone, game.table, game.id, submission, records)
        assert rows(store, schema.entries) == rows(store, schema.answers) == 0
        assert find_game(store, phone, game) == game
        assert store.tables.find_all(phone) == touched
        assert enters("a")[1] == Verdict(Answer.RECORDED, place=1)

    def test_each_tenth_is_weighed(self, enters: Enters, monkeypatch: pytest.MonkeyPatch) -> None:
        weighed: list[tuple[int, int]] = []
        place, weighs = 0, "companion.store.database.capacity.check_room"
        monkeypatch.setattr(weighs, lambda _, weight: weighed.append((place, weight)))
        taken = 0
        expected = list[tuple[int, int]]()
        word = LIGHT - len(json.dumps({"word": ""}))
        sizes = {4: word, 5: word + 1, 20: word + 1}
        for place in range(1, 22):
            facts = {"kind": "turn-ended", "word": "x" * sizes.get(place, 0)}
            assert enters(f"submission-{place}", facts)[1].place == place
            taken += len(json.dumps({"word": facts["word"]})) + BESIDES
            expected += [(place, taken)] if place in (5, 10, 20) else []
        assert weighed == expected

    def test_a_full_game_takes_no_more_and_still_answers(
        self, store: Store, phone: str, game: StoredGame, enters: Enters,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:  # fmt: skip
        monkeypatch.setattr("companion.store.games.submissions.ENTRIES_PER_GAME", 1)
        last = Verdict(Answer.RECORDED, place=1)
        assert enters("last")[1] == last
        teaches = Verdict(Answer.RECORDED, taught={"47": "skull"})
        with pytest.raises(Full):
            enters("one-too-many", judge=lambda now: teaches)
        assert store.lessons.find_all(phone, game.table, "the-game") == ()
        assert enters("last", judge=must_not_judge)[1] == last
        assert enters("refused", judge=refuses)[1].answer is Answer.REFUSED

    @on_both
    def test_others_read(self, store: Store, phone: str, game: StoredGame, enters: Enters) -> None:
        def judge(now: StoredGame) -> Verdict:
            with ThreadPoolExecutor(1) as thread:
                seen = thread.submit(find_game, store, phone, game).result(timeout=30)
            assert seen == now
            return records(now)

        assert enters("a", judge=judge)[1].answer is Answer.RECORDED

    @on_both
    @pytest.mark.parametrize("stores", [1, 2], ids=["one store", "two stores"])
    def test_eight_at_once_leave_no_gap(self, database: str, enters: Enters, stores: int) -> None:
        """And the same wish, which they also send, is one entry."""
        used, ready = [Store(database, KEY) for _ in range(stores)], Barrier(8)

        def play(number: int) -> list[int | None]:
            ready.wait()
            made = ["same", *(f"submission-{number}-{count}" for count in range(10))]
            return [enters(each, at=used[number % stores])[1].place for each in made]

        with ThreadPoolExecutor(8) as threads:
            places = list(threads.map(play, range(8)))
        [same] = {first for first, *_ in places}
        assert sorted([same, *(place for _, *more in places for place in more)]) == [*range(1, 82)]
        log = enters("same", judge=must_not_judge)[0].log
        assert [written.place for written in log] == list(range(1, 82))
        assert len({written.id for written in log}) == 81
        for one in used:
            one.close()


class Judge:
    """Judges for so long that others have to go first; `meanwhile` is what they do then."""

    def __init__(self, meanwhile: Callable[[], object]) -> None:
        self.meanwhile = meanwhile
        self.heads: list[int] = []

    def __call__(self, game: StoredGame) -> Verdict:
        yielding.yield_now()
        self.heads.append(len(game.log))
        self.meanwhile()
        return records(game)


@pytest.fixture
def long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever lets others go first takes long."""
    monkeypatch.setattr(yielding, "BRIEF", -1)


@pytest.mark.usefixtures("long")
def test_others_write_while_it_is_reached(store: Store, phone: str, game: StoredGame) -> None:
    other = store.games.start(phone, "the-game", {}, ["Cas", "Dee"])
    judge = Judge(lambda: enter(store, phone, other, "other", refuses))
    after, verdict = enter(store, phone, game, "mine", judge)
    assert (verdict.answer, verdict.place, len(after.log)) == (Answer.RECORDED, 1, 1)
    assert judge.heads == [0]


@pytest.mark.usefixtures("long")
def test_what_came_meanwhile_is_judged_too(store: Store, phone: str, game: StoredGame) -> None:
    others = iter(["one", "two"])
    judge = Judge(lambda: (each := next(others, "")) and enter(store, phone, game, each))
    after, verdict = enter(store, phone, game, "mine", judge)
    assert judge.heads == [0, 1, 2]
    assert (verdict.place, [each.id for each in after.log]) == (3, ["one", "two", "mine"])


@pytest.mark.usefixtures("long")
def test_a_game_that_always_goes_on_is_away(store: Store, phone: str, game: StoredGame) -> None:
    judge = Judge(lambda: enter(store, phone, game, f"other-{len(judge.heads)}"))
    with pytest.raises(Away):
        enter(store, phone, game, "mine", judge)
    assert "mine" not in [each.id for each in find_game(store, phone, game).log]
