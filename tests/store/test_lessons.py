"""What the store keeps of decks, on SQLite and on PostgreSQL alike."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, MetaData, event, insert, make_url, update

from companion.engine.deck import Lesson, Taught, merge_lessons
from companion.engine.table import (
    ENTRIES_PER_GAME,
    HOST,
    ONLOOKER,
    PLAYER,
    Full,
    StoredGame,
    Unknown,
)
from companion.engine.verdict import Answer, Submission, Verdict
from companion.store import migrations, schema
from companion.store.store import Store
from tests.store.test_store import FACTS, NAMES, connected, must_not_judge, rows

SLUG, OTHER_SLUG = "the-game", "one-brain"

Learn = Callable[..., StoredGame]


@pytest.fixture
def phone(store: Store) -> str:
    return store.phones.remember("secret")


@pytest.fixture
def stranger(store: Store) -> str:
    return store.phones.remember("another secret")


@pytest.fixture
def game(store: Store, phone: str) -> StoredGame:
    return store.games.start(phone, SLUG, {}, NAMES)


@pytest.fixture
def second(store: Store, phone: str, game: StoredGame) -> StoredGame:
    """Another game of the same at the same table."""
    return store.games.start(phone, SLUG, {}, NAMES, game.table)


@pytest.fixture
def learn(store: Store, phone: str) -> Learn:
    """Enter something in a game that teaches this; the game after it."""
    numbers = count()

    def learned(
        game: StoredGame, taught: Taught, submission_id: str = "", at: Store = store
    ) -> Any:
        submission = Submission(submission_id or f"submission-{next(numbers)}", phone, 0, FACTS)
        return at.submissions.enter(phone, game.table, game.id, submission, teaches(taught))[0]

    return learned


def teaches(taught: Taught, answer: Answer = Answer.RECORDED) -> Callable[[StoredGame], Verdict]:
    return lambda game: Verdict(answer, taught=taught)


def let_in(database: str, table: str, phone: str, role: str) -> None:
    with connected(database) as connection:
        connection.execute(insert(schema.members), {"table": table, "phone": phone, "role": role})


class TestReading:
    def test_at_first_a_table_knows_nothing(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        assert store.lessons.find_all(phone, game.table, SLUG) == ()
        assert game.lessons == ()
        assert store.games.find(phone, game.table, game.id) == game

    def test_one_game_has_them_and_listings_do_not(
        self, store: Store, phone: str, game: StoredGame, learn: Learn
    ) -> None:
        store.lessons.teach(phone, game.table, SLUG, {"47": "skull"})
        after = learn(game, {"12": "bell"})
        assert after.lessons == (Lesson("47", "skull"), Lesson("12", "bell", game.id))
        assert after.lessons == store.lessons.find_all(phone, game.table, SLUG)
        assert store.games.find(phone, game.table, game.id) == after
        outline = store.games.find_outline(phone, game.table, game.id)
        listed = [
            *store.games.find_all(phone, game.table),
            *store.games.find_latest(phone, 9),
            outline,
        ]
        assert [one and one.lessons for one in listed] == [(), (), ()]

    def test_the_judge_is_given_them(self, store: Store, phone: str, game: StoredGame) -> None:
        store.lessons.teach(phone, game.table, SLUG, {"47": "skull"})
        seen: list[StoredGame] = []

        def judge(now: StoredGame) -> Verdict:
            seen.append(now)
            return Verdict(Answer.ASK)

        submission = Submission("a", phone, 0, FACTS)
        after, _ = store.submissions.enter(phone, game.table, game.id, submission, judge)
        assert seen == [after]
        assert after.lessons == (Lesson("47", "skull"),)

    def test_the_oldest_comes_first_whichever_game_it_is_from(
        self, store: Store, phone: str, game: StoredGame, second: StoredGame, learn: Learn
    ) -> None:
        for one in (game, second, game, second, game):
            after = learn(one, {"47": f"by {one.id}"})
            other = second if one is game else game
            assert merge_lessons(after.lessons) == {"47": f"by {one.id}"}
            assert [lesson.game for lesson in after.lessons] in ([one.id], [other.id, one.id])
        assert store.lessons.find_all(phone, game.table, SLUG) == (
            Lesson("47", f"by {second.id}", second.id),
            Lesson("47", f"by {game.id}", game.id),
        )

    def test_tables_and_games_of_the_shelf_learn_apart(
        self, store: Store, phone: str, game: StoredGame, learn: Learn
    ) -> None:
        brain = store.games.start(phone, OTHER_SLUG, {}, NAMES, game.table)
        there = store.games.start(phone, SLUG, {}, ["Carla"])
        learn(game, {"47": "skull"})
        learn(brain, {"47": "bell"})
        assert learn(there, {"47": "lock"}).lessons == (Lesson("47", "lock", there.id),)
        store.lessons.teach(phone, game.table, OTHER_SLUG, {"48": "fire"})
        learn(there, {"47": None})
        assert store.lessons.find_all(phone, there.table, SLUG) == ()
        assert store.lessons.find_all(phone, game.table, SLUG) == (Lesson("47", "skull", game.id),)
        assert store.lessons.find_all(phone, game.table, OTHER_SLUG) == (
            Lesson("47", "bell", brain.id),
            Lesson("48", "fire"),
        )

    def test_strangers_see_none(
        self, store: Store, phone: str, stranger: str, game: StoredGame, learn: Learn
    ) -> None:
        learn(game, {"47": "skull"})
        assert store.lessons.find_all(stranger, game.table, SLUG) == ()
        assert store.lessons.find_all(phone, "no-such-table", SLUG) == ()
        assert store.lessons.find_all(phone, "\x00", SLUG) == ()
        assert store.lessons.find_all(phone, game.table, "no-such-game") == ()

    def test_onlookers_see_them(
        self, store: Store, database: str, stranger: str, game: StoredGame, learn: Learn
    ) -> None:
        let_in(database, game.table, stranger, ONLOOKER)
        after = learn(game, {"47": "skull"})
        assert store.lessons.find_all(stranger, game.table, SLUG) == after.lessons
        assert store.games.find(stranger, game.table, game.id) == after

    def test_they_are_read_at_one_go(
        self, store: Store, phone: str, game: StoredGame, second: StoredGame, learn: Learn
    ) -> None:
        for one in (game, second):
            learn(one, {str(card): "skull" for card in range(2, 100)})
        asked = said_about_lessons(store, lambda: store.games.find(phone, game.table, game.id))
        assert len(asked) == 1


def said_about_lessons(store: Store, done: Callable[[], object]) -> list[str]:
    """The statements about lessons that doing this takes."""
    said: list[str] = []

    def hear(connection: Any, cursor: Any, statement: str, *more: object) -> None:
        said.append(statement)

    # On PostgreSQL both are one: its reader shares what its writer hears.
    engines = {
        id(engine.pool): engine for engine in (store.database._reader, store.database._writer)
    }.values()
    for engine in engines:
        event.listen(engine, "before_cursor_execute", hear)
    done()
    for engine in engines:
        event.remove(engine, "before_cursor_execute", hear)
    return [statement for statement in said if "lessons" in statement]


class TestEntering:
    def test_what_a_recorded_wish_teaches_is_kept(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        judge, submission = teaches({"47": "skull", "12": "none"}), Submission("a", phone, 0, FACTS)
        after, verdict = store.submissions.enter(phone, game.table, game.id, submission, judge)
        assert verdict == Verdict(Answer.RECORDED, place=1, taught={"47": "skull", "12": "none"})
        learned = {Lesson("47", "skull", game.id), Lesson("12", "none", game.id)}
        assert set(after.lessons) == learned
        assert len(after.lessons) == 2
        assert store.games.find(phone, game.table, game.id) == after

    def test_other_verdicts_teach_nothing(
        self, store: Store, phone: str, game: StoredGame, learn: Learn
    ) -> None:
        before = learn(game, {"12": "bell"})
        for answer in (one for one in Answer if one is not Answer.RECORDED):
            judge = teaches({"47": "skull", "12": None}, answer)
            submission = Submission(f"a submission that is {answer}", phone, 0, FACTS)
            assert (
                store.submissions.enter(phone, game.table, game.id, submission, judge)[0] == before
            ), answer
            assert store.games.find(phone, game.table, game.id) == before, answer

    def test_one_that_teaches_nothing_only_reads_them(
        self, store: Store, game: StoredGame, learn: Learn
    ) -> None:
        assert len(said_about_lessons(store, lambda: learn(game, {}))) == 1
        assert len(said_about_lessons(store, lambda: learn(game, {"47": "skull"}))) == 1

    def test_a_game_has_one_lesson_for_each_card(
        self, store: Store, phone: str, game: StoredGame, learn: Learn
    ) -> None:
        learn(game, {"47": "skull"})
        learn(game, {"12": "bell"})
        after = learn(game, {"47": "lock"})
        assert after.lessons == (Lesson("12", "bell", game.id), Lesson("47", "lock", game.id))

    def test_what_a_game_takes_back_another_had_taught_holds_again(
        self, store: Store, phone: str, game: StoredGame, second: StoredGame, learn: Learn
    ) -> None:
        learn(game, {"47": "skull", "12": "bell"})
        learn(second, {"47": "lock", "13": "fire"})
        assert merge_lessons(store.lessons.find_all(phone, game.table, SLUG))["47"] == "lock"
        after = learn(second, {"47": None})
        assert merge_lessons(after.lessons) == {"47": "skull", "12": "bell", "13": "fire"}
        assert merge_lessons(learn(game, {"47": None}).lessons) == {"12": "bell", "13": "fire"}

    def test_what_nobody_taught_can_be_taken_back(self, game: StoredGame, learn: Learn) -> None:
        assert learn(game, {"47": None}).lessons == ()

    def test_a_wish_that_is_sent_again_teaches_nothing(
        self, store: Store, phone: str, game: StoredGame, learn: Learn
    ) -> None:
        learn(game, {"47": "skull"}, "a")
        store.lessons.teach(phone, game.table, SLUG, {"47": "lock"})
        submission = Submission("a", phone, 0, FACTS)
        after, verdict = store.submissions.enter(
            phone, game.table, game.id, submission, must_not_judge
        )
        assert verdict == Verdict(Answer.RECORDED, place=1)
        assert (
            after.lessons
            == store.lessons.find_all(phone, game.table, SLUG)
            == (Lesson("47", "lock"),)
        )

    def test_nor_when_it_is_sent_eight_times_at_once(
        self, database: str, game: StoredGame, learn: Learn
    ) -> None:
        ready = Barrier(8)

        def play(number: int) -> tuple[Lesson, ...]:
            ready.wait()
            return learn(game, {"47": f"said by {number}"}, "a").lessons

        with ThreadPoolExecutor(8) as threads:
            assert len(set(threads.map(play, range(8)))) == 1
        assert rows(database, schema.lessons) == 1

    def test_an_entry_and_its_lesson_are_kept_together_or_not_at_all(
        self, store: Store, phone: str, game: StoredGame, learn: Learn
    ) -> None:
        before = learn(game, {"47": "skull"})

        def fail(connection: Connection) -> None:
            raise OSError("disk full")

        event.listen(store.database._writer, "commit", fail)
        with pytest.raises(OSError, match="disk full"):
            learn(game, {"47": "lock"})
        event.remove(store.database._writer, "commit", fail)
        assert store.games.find(phone, game.table, game.id) == before

    def test_a_full_game_teaches_no_more(
        self, store: Store, database: str, phone: str, game: StoredGame, learn: Learn
    ) -> None:
        common = {"game": game.id, "phone": phone, "at": 0, "seen": 0, "kind": "turn-ended"}
        with connected(database) as connection:
            connection.execute(
                insert(schema.entries),
                [
                    {**common, "place": place, "id": f"old-{place}", "facts": {}}
                    for place in range(1, ENTRIES_PER_GAME + 1)
                ],
            )
        with pytest.raises(Full):
            learn(game, {"47": "skull"})
        assert store.lessons.find_all(phone, game.table, SLUG) == ()


class TestTeaching:
    def test_it_holds_whatever_was_chosen_in_games(
        self, store: Store, phone: str, game: StoredGame, second: StoredGame, learn: Learn
    ) -> None:
        learn(game, {"47": "skull", "12": "bell"})
        learn(second, {"47": "lock", "13": "fire"})
        store.lessons.teach(phone, game.table, SLUG, {"47": "none", "13": None, "14": "skull"})
        first, *others = store.lessons.find_all(phone, game.table, SLUG)
        assert first == Lesson("12", "bell", game.id)
        assert sorted(others, key=lambda lesson: lesson.card) == [
            Lesson("14", "skull"),
            Lesson("47", "none"),
        ]

    def test_the_last_word_counts(
        self, store: Store, phone: str, game: StoredGame, learn: Learn
    ) -> None:
        store.lessons.teach(phone, game.table, SLUG, {"47": "skull"})
        store.lessons.teach(phone, game.table, SLUG, {"47": "lock"})
        assert store.lessons.find_all(phone, game.table, SLUG) == (Lesson("47", "lock"),)
        after = learn(game, {"47": "bell"})
        assert after.lessons == (Lesson("47", "lock"), Lesson("47", "bell", game.id))
        store.lessons.teach(phone, game.table, SLUG, {"47": None})
        assert store.lessons.find_all(phone, game.table, SLUG) == ()

    def test_the_table_is_touched(self, store: Store, phone: str, game: StoredGame) -> None:
        store.games.start(phone, SLUG, {}, ["Carla"])
        assert store.tables.find_all(phone)[0].id != game.table
        store.lessons.teach(phone, game.table, SLUG, {"47": "skull"})
        assert store.tables.find_all(phone)[0].id == game.table

    def test_strangers_and_onlookers_do_not_teach(
        self, store: Store, database: str, phone: str, stranger: str, game: StoredGame, learn: Learn
    ) -> None:
        before, touched = learn(game, {"47": "skull"}), store.tables.find_all(phone)
        onlooker = store.phones.remember("a third secret")
        let_in(database, game.table, onlooker, ONLOOKER)
        for who, table in [
            (stranger, game.table),
            (onlooker, game.table),
            (phone, "no-such-table"),
            (phone, "\x00"),
        ]:
            with pytest.raises(Unknown):
                store.lessons.teach(who, table, SLUG, {"47": None, "12": "bell"})
        assert store.games.find(phone, game.table, game.id) == before
        assert store.tables.find_all(phone) == touched
        assert rows(database, schema.lessons) == 1

    def test_players_do(self, store: Store, database: str, stranger: str, game: StoredGame) -> None:
        let_in(database, game.table, stranger, PLAYER)
        store.lessons.teach(stranger, game.table, SLUG, {"47": "skull"})
        assert store.lessons.find_all(stranger, game.table, SLUG) == (Lesson("47", "skull"),)


class TestNewTables:
    def deck(self, store: Store, phone: str, game: StoredGame, slug: str = SLUG) -> dict[str, str]:
        """What the game's table knows, all of it taken over or said outside of games."""
        lessons = store.lessons.find_all(phone, game.table, slug)
        assert {lesson.game for lesson in lessons} <= {""}
        assert len({lesson.card for lesson in lessons}) == len(lessons)
        return merge_lessons(lessons)

    def test_a_new_table_has_the_deck_of_the_old_one(
        self, store: Store, phone: str, game: StoredGame, second: StoredGame, learn: Learn
    ) -> None:
        learn(game, {"47": "skull", "12": "bell"})
        learn(second, {"47": "lock", "13": "fire"})
        store.lessons.teach(phone, game.table, SLUG, {"14": "none"})
        before = store.lessons.find_all(phone, game.table, SLUG)
        new = store.games.start(phone, SLUG, {}, ["Carla"])
        wanted = {"47": "lock", "12": "bell", "13": "fire", "14": "none"}
        assert self.deck(store, phone, new) == wanted
        read = store.games.find(phone, new.table, new.id)
        assert read is not None
        assert read.lessons == store.lessons.find_all(phone, new.table, SLUG)
        assert store.lessons.find_all(phone, game.table, SLUG) == before

    def test_from_then_on_each_learns_for_itself(
        self, store: Store, phone: str, game: StoredGame, learn: Learn
    ) -> None:
        learn(game, {"47": "skull", "12": "bell"})
        new = store.games.start(phone, SLUG, {}, ["Carla"])
        learn(game, {"47": "lock", "13": "fire"})
        store.lessons.teach(phone, game.table, SLUG, {"12": None})
        assert self.deck(store, phone, new) == {"47": "skull", "12": "bell"}
        store.lessons.teach(phone, new.table, SLUG, {"47": None})
        learn(new, {"12": "none"})
        assert merge_lessons(store.lessons.find_all(phone, game.table, SLUG)) == {
            "47": "lock",
            "13": "fire",
        }
        assert merge_lessons(store.lessons.find_all(phone, new.table, SLUG)) == {"12": "none"}

    def test_each_game_of_the_shelf_has_its_newest_deck(self, store: Store, phone: str) -> None:
        one, two, three = (store.games.start(phone, SLUG, {}, [name]) for name in "ABC")
        store.lessons.teach(phone, one.table, SLUG, {"47": "one"})
        store.lessons.teach(phone, one.table, OTHER_SLUG, {"47": "one of the others"})
        store.lessons.teach(phone, two.table, SLUG, {"48": "two"})
        store.lessons.teach(phone, two.table, OTHER_SLUG, {"48": "two of the others"})
        store.lessons.teach(phone, two.table, OTHER_SLUG, {"48": None})
        store.games.start(phone, SLUG, {}, ["C"], three.table)
        assert [table.id for table in store.tables.find_all(phone)] == [
            three.table,
            two.table,
            one.table,
        ]
        new = store.games.start(phone, OTHER_SLUG, {}, ["D"])
        assert self.deck(store, phone, new) == {"48": "two"}
        assert self.deck(store, phone, new, OTHER_SLUG) == {"47": "one of the others"}

    def test_it_is_the_table_touched_last_not_the_one_that_learned_last(
        self, store: Store, phone: str, game: StoredGame, learn: Learn
    ) -> None:
        other = store.games.start(phone, SLUG, {}, ["Carla"])
        learn(game, {"47": "skull"})
        learn(other, {"47": "lock"})
        store.people.rename(phone, game.table, game.people[0].id, "Dora")
        new = store.games.start(phone, SLUG, {}, ["Eve"])
        assert self.deck(store, phone, new) == {"47": "skull"}

    def test_of_two_tables_touched_at_once_the_one_listed_first_counts(
        self, store: Store, database: str, phone: str
    ) -> None:
        games = [store.games.start(phone, SLUG, {}, [name]) for name in "ABCDEFGH"]
        for one in games:
            store.lessons.teach(phone, one.table, SLUG, {"47": one.table})
        with connected(database) as connection:
            connection.execute(update(schema.tables).values(touched_at=0))
        listed = store.tables.find_all(phone)
        new = store.games.start(phone, SLUG, {}, NAMES)
        assert self.deck(store, phone, new) == {"47": listed[0].id}

    def test_a_table_that_is_there_takes_nothing_over(
        self, store: Store, phone: str, game: StoredGame, learn: Learn
    ) -> None:
        other = store.games.start(phone, SLUG, {}, ["Carla"], game_id="other")
        learn(game, {"47": "skull"})
        assert store.games.start(phone, SLUG, {}, ["Carla"]).table == other.table
        store.games.start(phone, SLUG, {}, ["Dora"], other.table)
        assert store.games.start(phone, SLUG, {}, ["Carla"], game_id="other") == other
        assert store.lessons.find_all(phone, other.table, SLUG) == ()

    def test_a_start_that_is_sent_again_takes_nothing_over_again(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        store.lessons.teach(phone, game.table, SLUG, {"47": "skull"})
        new = store.games.start(phone, SLUG, {}, ["Carla"], game_id="new")
        store.lessons.teach(phone, game.table, SLUG, {"47": "lock"})
        assert store.games.start(phone, SLUG, {}, ["Carla"], game_id="new") == new
        assert self.deck(store, phone, new) == {"47": "skull"}

    @pytest.mark.parametrize(
        ("role", "deck"), [(None, {}), (ONLOOKER, {}), (PLAYER, {"47": "skull"})]
    )
    def test_it_comes_from_a_table_where_this_phone_may_write(
        self,
        store: Store,
        database: str,
        stranger: str,
        game: StoredGame,
        learn: Learn,
        role: str | None,
        deck: dict[str, str],
    ) -> None:
        if role:
            let_in(database, game.table, stranger, role)
        learn(game, {"47": "skull"})
        new = store.games.start(stranger, SLUG, {}, NAMES)
        assert new.table != game.table
        assert self.deck(store, stranger, new) == deck

    def test_only_the_newest_deck_is_read_however_many_there_are(
        self, store: Store, phone: str
    ) -> None:
        def begin(number: int) -> list[str]:
            return said_about_lessons(
                store, lambda: store.games.start(phone, SLUG, {}, [str(number)])
            )

        store.lessons.teach(
            phone, store.games.start(phone, SLUG, {}, NAMES).table, SLUG, {"47": "skull"}
        )
        first, *others = [begin(number) for number in range(5)]
        assert len(first) == 3  # which deck it is, what it knows, and that the new table knows it
        assert others == [first] * 4


@pytest.mark.unmade
class TestDatabase:
    def test_lessons_go_with_their_table(
        self, store: Store, database: str, phone: str, game: StoredGame, learn: Learn
    ) -> None:
        other = store.games.start(phone, SLUG, {}, ["Carla"])
        learn(game, {"47": "skull"})
        learn(other, {"47": "lock"})
        with store.database._writer.begin() as connection:
            connection.execute(schema.tables.delete().where(schema.tables.c.id == game.table))
        assert store.lessons.find_all(phone, other.table, SLUG) == (Lesson("47", "lock", other.id),)
        assert rows(database, schema.lessons) == 1

    def test_they_stay_when_their_game_goes(
        self, store: Store, phone: str, game: StoredGame, second: StoredGame, learn: Learn
    ) -> None:
        learn(game, {"47": "skull"})
        after = learn(second, {"12": "bell"})
        with store.database._writer.begin() as connection:
            connection.execute(schema.games.delete().where(schema.games.c.id == game.id))
        assert store.games.find(phone, game.table, game.id) is None
        assert store.games.find(phone, second.table, second.id) == after
        assert merge_lessons(after.lessons) == {"47": "skull", "12": "bell"}
        assert merge_lessons(learn(second, {"47": "lock"}).lessons) == {"47": "lock", "12": "bell"}
        new = store.games.start(phone, SLUG, {}, ["Carla"])
        assert merge_lessons(store.lessons.find_all(phone, new.table, SLUG)) == {
            "47": "lock",
            "12": "bell",
        }

    def test_everything_is_there_after_reopening(self, database: str) -> None:
        store = Store(database)
        phone = store.phones.remember("secret")
        game = store.games.start(phone, SLUG, {}, NAMES)
        submission = Submission("a", phone, 0, FACTS)
        after, _ = store.submissions.enter(
            phone, game.table, game.id, submission, teaches({"47": "skull"})
        )
        store.close()
        reopened = Store(database)
        assert reopened.games.find(phone, game.table, game.id) == after
        assert after.lessons == (Lesson("47", "skull", game.id),)
        reopened.close()

    def test_a_database_from_before_there_were_lessons_learns(
        self, store: Store, database: str
    ) -> None:
        if database.startswith("sqlite"):
            Path(str(make_url(database).database)).parent.mkdir()
        with connected(database) as connection:
            command.upgrade(migrations.configuration(connection), "0001")
            fill(connection)
        game = store.games.find("phone", "table", "game")
        assert game is not None
        assert [written.facts for written in game.log] == [FACTS]
        assert game.lessons == ()
        submission = Submission("b", "phone", 1, FACTS)
        after, _ = store.submissions.enter(
            "phone", "table", "game", submission, teaches({"47": "skull"})
        )
        assert [written.id for written in after.log] == ["a", "b"]
        assert after.lessons == (Lesson("47", "skull", "game"),)


def fill(connection: Connection) -> None:
    """A table with a game and an entry, in the tables that this database has."""
    old = MetaData()
    old.reflect(connection)
    assert "lessons" not in old.tables
    facts = {name: fact for name, fact in FACTS.items() if name != "kind"}
    for name, row in {
        "tables": {"id": "table", "made_at": 1, "touched_at": 1},
        "phones": {"id": "phone", "secret_hash": "hash", "made_at": 1},
        "members": {"table": "table", "phone": "phone", "role": HOST},
        "people": {"id": "person", "table": "table", "name": "Anna", "made_at": 1},
        "games": {"id": "game", "table": "table", "slug": SLUG, "options": {}, "made_at": 1},
        "seats": {"game": "game", "number": 0, "person": "person"},
        "entries": {
            "game": "game", "place": 1, "id": "a", "phone": "phone", "at": 1, "seen": 0,
            "kind": FACTS["kind"], "facts": facts,
        },
    }.items():  # fmt: skip
        connection.execute(insert(old.tables[name]), row)


class TestAtOnce:
    """Nobody fails and nobody waits for ever, and what is left is what was said last."""

    @pytest.mark.parametrize("stores", [1, 2], ids=["one store", "two stores"])
    def test_two_games_of_a_table_teach_the_same_cards(
        self,
        database: str,
        phone: str,
        game: StoredGame,
        second: StoredGame,
        learn: Learn,
        stores: int,
    ) -> None:
        used, ready = [Store(database) for _ in range(stores)], Barrier(8)

        def play(number: int) -> None:
            ready.wait()
            mine, cards = [game, second][number % 2], range(2, 12)[:: 1 if number < 4 else -1]
            for turn in range(10):
                taught = {str(card): f"{number} {turn}" for card in cards}
                after = learn(mine, taught, f"{number}-{turn}", used[number // 2 % stores])
                said = [lesson for lesson in after.lessons if lesson.game == mine.id]
                assert merge_lessons(said) == taught
                assert len(after.lessons) in (10, 20)

        with ThreadPoolExecutor(8) as threads:
            list(threads.map(play, range(8)))
        left = used[0].lessons.find_all(phone, game.table, SLUG)
        assert len(left) == 20
        for one in (game, second):
            now = used[0].games.find(phone, one.table, one.id)
            assert now is not None
            number, turn = now.log[-1].id.split("-")
            said = {lesson.carries for lesson in left if lesson.game == one.id}
            assert said == {f"{number} {turn}"}
        for one_store in used:
            one_store.close()

    @pytest.mark.parametrize("stores", [1, 2], ids=["one store", "two stores"])
    def test_so_do_the_page_of_the_deck_and_new_games(
        self,
        database: str,
        phone: str,
        game: StoredGame,
        second: StoredGame,
        learn: Learn,
        stores: int,
    ) -> None:
        used, ready = [Store(database) for _ in range(stores)], Barrier(8)
        cards = [str(card) for card in range(2, 12)]

        def enter(at: Store, one: StoredGame, turn: int) -> None:
            learn(one, dict.fromkeys(cards, f"{one.id} {turn}"), at=at)

        def teach(at: Store, turn: int) -> None:
            at.lessons.teach(phone, game.table, SLUG, dict.fromkeys(cards[::-1], f"page {turn}"))

        def begin_elsewhere(at: Store, turn: int) -> None:
            new = at.games.start(phone, SLUG, {}, [f"Carla {turn} {id(at)}"])
            assert len(at.lessons.find_all(phone, new.table, SLUG)) in (0, 10)

        jobs: list[Callable[[Store, int], object]] = [
            lambda at, turn: enter(at, game, turn),
            lambda at, turn: enter(at, second, turn),
            teach,
            lambda at, turn: at.games.start(phone, SLUG, {}, [*NAMES, f"D {turn}"], game.table),
            begin_elsewhere,
            lambda at, turn: at.people.rename(phone, game.table, game.people[0].id, f"Anna {turn}"),
            lambda at, turn: enter(at, game, turn),
            teach,
        ]

        def work(number: int) -> None:
            ready.wait()
            for turn in range(10):
                jobs[number](used[number % stores], turn)

        with ThreadPoolExecutor(8) as threads:
            list(threads.map(work, range(8)))
        left = used[0].lessons.find_all(phone, game.table, SLUG)
        assert {lesson.card for lesson in left} == set(cards)
        assert len(set(merge_lessons(left).values())) == 1
        for one_store in used:
            one_store.close()
