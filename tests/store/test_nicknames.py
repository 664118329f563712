"""What tables call a game for themselves, on SQLite and on PostgreSQL alike."""

from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import event, make_url

from companion.engine.table import ONLOOKER, PLAYER, StoredGame, Unknown
from companion.engine.verdict import Answer, Submission, Verdict
from companion.store import migrations, schema
from companion.store.store import Store
from tests.store.test_lessons import let_in
from tests.store.test_store import FACTS, NAMES, connected, rows

SLUG, OTHER_SLUG = "one-brain", "the-game"
WORDS = {"game": "Breinbreker", "sixth": "petrol"}


@pytest.fixture
def phone(store: Store) -> str:
    return store.phones.remember("secret")


@pytest.fixture
def stranger(store: Store) -> str:
    return store.phones.remember("another secret")


@pytest.fixture
def game(store: Store, phone: str) -> StoredGame:
    return store.games.start(phone, SLUG, {}, NAMES)


class TestCalling:
    def test_at_first_a_table_says_nothing_else(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        assert store.nicknames.find(phone, game.table, SLUG) == game.nicknames == {}

    def test_what_is_given_is_kept(self, store: Store, phone: str, game: StoredGame) -> None:
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        assert store.nicknames.find(phone, game.table, SLUG) == WORDS

    def test_another_word_takes_its_place_and_no_other_s(
        self, store: Store, database: str, phone: str, game: StoredGame
    ) -> None:
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        store.nicknames.give(phone, game.table, SLUG, {"sixth": "turquoise"})
        wanted = {"game": "Breinbreker", "sixth": "turquoise"}
        assert store.nicknames.find(phone, game.table, SLUG) == wanted
        assert rows(database, schema.nicknames) == 2

    def test_the_same_again_changes_nothing(
        self, store: Store, database: str, phone: str, game: StoredGame
    ) -> None:
        for _ in range(2):
            store.nicknames.give(phone, game.table, SLUG, WORDS)
        assert store.nicknames.find(phone, game.table, SLUG) == WORDS
        assert rows(database, schema.nicknames) == 2

    def test_an_empty_word_gives_the_usual_one_back(
        self, store: Store, database: str, phone: str, game: StoredGame
    ) -> None:
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        store.nicknames.give(phone, game.table, SLUG, {"game": "", "sixth": "petrol"})
        assert store.nicknames.find(phone, game.table, SLUG) == {"sixth": "petrol"}
        store.nicknames.give(phone, game.table, SLUG, {"game": "", "sixth": ""})
        assert store.nicknames.find(phone, game.table, SLUG) == {}
        assert rows(database, schema.nicknames) == 0

    def test_nothing_said_changes_nothing(self, store: Store, phone: str, game: StoredGame) -> None:
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        store.nicknames.give(phone, game.table, SLUG, {})
        assert store.nicknames.find(phone, game.table, SLUG) == WORDS

    def test_any_word_comes_back_as_it_was(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        for word in ("ΑΒΓ ä 漢字", "🧠" * 24, "<b>&'\"%(name)s", "\u05d0\u05d1"):
            store.nicknames.give(phone, game.table, SLUG, {"sixth": word})
            assert store.nicknames.find(phone, game.table, SLUG) == {"sixth": word}

    def test_the_table_is_touched(self, store: Store, phone: str, game: StoredGame) -> None:
        store.games.start(phone, SLUG, {}, ["Carla"])
        assert store.tables.find_all(phone)[0].id != game.table
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        assert store.tables.find_all(phone)[0].id == game.table

    def test_tables_and_games_of_the_shelf_have_their_own(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        there = store.games.start(phone, SLUG, {}, ["Carla"])
        store.nicknames.give(phone, game.table, SLUG, {"game": "here"})
        store.nicknames.give(phone, there.table, SLUG, {"game": "there"})
        store.nicknames.give(phone, game.table, OTHER_SLUG, {"game": "other"})
        assert store.nicknames.find(phone, game.table, SLUG) == {"game": "here"}
        assert store.nicknames.find(phone, there.table, SLUG) == {"game": "there"}
        assert store.nicknames.find(phone, game.table, OTHER_SLUG) == {"game": "other"}
        store.nicknames.give(phone, game.table, SLUG, {"game": ""})
        assert store.nicknames.find(phone, there.table, SLUG) == {"game": "there"}
        assert store.nicknames.find(phone, game.table, OTHER_SLUG) == {"game": "other"}

    def test_it_is_kept_whole_or_not_at_all(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        store.nicknames.give(phone, game.table, SLUG, WORDS)

        def fail(connection: Any) -> None:
            raise OSError("disk full")

        event.listen(store.database._writer, "commit", fail)
        with pytest.raises(OSError, match="disk full"):
            store.nicknames.give(phone, game.table, SLUG, {"game": "", "sixth": "turquoise"})
        event.remove(store.database._writer, "commit", fail)
        assert store.nicknames.find(phone, game.table, SLUG) == WORDS


class TestGames:
    def test_one_game_has_them(self, store: Store, phone: str, game: StoredGame) -> None:
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        read = store.games.find(phone, game.table, game.id)
        assert read is not None
        assert read.nicknames == WORDS

    def test_so_has_one_into_which_is_entered(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        seen: list[StoredGame] = []

        def judge(now: StoredGame) -> Verdict:
            seen.append(now)
            return Verdict(Answer.RECORDED)

        submission = Submission("a", phone, 0, FACTS)
        after, _ = store.submissions.enter(phone, game.table, game.id, submission, judge)
        assert [after.nicknames, seen[0].nicknames] == [WORDS, WORDS]

    def test_another_game_of_the_shelf_at_this_table_has_not(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        other = store.games.start(phone, OTHER_SLUG, {}, NAMES, game.table)
        read = store.games.find(phone, other.table, other.id)
        assert read is not None
        assert read.nicknames == {}


class TestMay:
    def test_strangers_see_nothing(
        self, store: Store, phone: str, stranger: str, game: StoredGame
    ) -> None:
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        assert store.nicknames.find(stranger, game.table, SLUG) == {}
        for table in ("no-such-table", "\x00", ""):
            assert store.nicknames.find(phone, table, SLUG) == {}
        assert store.nicknames.find(phone, game.table, "no-such-game") == {}

    @pytest.mark.parametrize("role", [ONLOOKER, PLAYER])
    def test_who_sits_at_the_table_sees_them(
        self, store: Store, database: str, phone: str, stranger: str, game: StoredGame, role: str
    ) -> None:
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        let_in(database, game.table, stranger, role)
        assert store.nicknames.find(stranger, game.table, SLUG) == WORDS

    def test_strangers_and_onlookers_name_nothing(
        self, store: Store, database: str, phone: str, stranger: str, game: StoredGame
    ) -> None:
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        touched = store.tables.find_all(phone)
        onlooker = store.phones.remember("a third secret")
        let_in(database, game.table, onlooker, ONLOOKER)
        for who, table in [
            (stranger, game.table),
            (onlooker, game.table),
            (phone, "no-such-table"),
            (phone, "\x00"),
        ]:
            with pytest.raises(Unknown):
                store.nicknames.give(who, table, SLUG, {"game": "", "sixth": "pink"})
        assert store.nicknames.find(phone, game.table, SLUG) == WORDS
        assert store.tables.find_all(phone) == touched

    def test_players_do(self, store: Store, database: str, stranger: str, game: StoredGame) -> None:
        let_in(database, game.table, stranger, PLAYER)
        store.nicknames.give(stranger, game.table, SLUG, WORDS)
        assert store.nicknames.find(stranger, game.table, SLUG) == WORDS


class TestNewTables:
    def begun(self, store: Store, phone: str, slug: str = SLUG) -> dict[str, str]:
        """What a new table of this phone calls this game."""
        new = store.games.start(phone, slug, {}, ["new"])
        return store.nicknames.find(phone, new.table, slug)

    def test_one_begins_with_the_words_of_the_table_before(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        assert self.begun(store, phone) == WORDS

    def test_from_then_on_each_has_its_own(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        new = store.games.start(phone, SLUG, {}, ["Carla"])
        store.nicknames.give(phone, game.table, SLUG, {"game": "", "sixth": "turquoise"})
        assert store.nicknames.find(phone, new.table, SLUG) == WORDS
        store.nicknames.give(phone, new.table, SLUG, {"sixth": ""})
        assert store.nicknames.find(phone, game.table, SLUG) == {"sixth": "turquoise"}

    def test_of_several_tables_the_one_touched_last_counts(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        other = store.games.start(phone, SLUG, {}, ["Carla"])
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        store.nicknames.give(phone, other.table, SLUG, {"game": "later", "sixth": "pink"})
        store.people.rename(phone, game.table, game.people[0].id, "Dora")
        assert self.begun(store, phone) == WORDS

    def test_the_words_of_two_tables_are_never_mixed(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        other = store.games.start(phone, SLUG, {}, ["Carla"])
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        store.nicknames.give(phone, other.table, SLUG, {"sixth": "pink"})
        assert self.begun(store, phone) == {"sixth": "pink"}

    def test_a_table_without_words_hides_none(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        store.games.start(phone, SLUG, {}, ["Carla"])
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        store.games.start(phone, SLUG, {}, ["Carla"])
        assert self.begun(store, phone) == WORDS

    def test_each_game_of_the_shelf_has_its_own(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        other = store.games.start(phone, OTHER_SLUG, {}, ["Carla"])
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        store.nicknames.give(phone, other.table, OTHER_SLUG, {"game": "ninety-nine"})
        new = store.games.start(phone, SLUG, {}, ["new"])
        assert store.nicknames.find(phone, new.table, SLUG) == WORDS
        assert store.nicknames.find(phone, new.table, OTHER_SLUG) == {"game": "ninety-nine"}

    def test_a_table_that_is_there_takes_nothing_over(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        other = store.games.start(phone, SLUG, {}, ["Carla"])
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        assert store.games.start(phone, SLUG, {}, ["Carla"]).table == other.table
        assert store.nicknames.find(phone, other.table, SLUG) == {}

    @pytest.mark.parametrize(("role", "words"), [(None, {}), (ONLOOKER, {}), (PLAYER, WORDS)])
    def test_they_come_from_a_table_where_this_phone_may_write(
        self,
        store: Store,
        database: str,
        phone: str,
        stranger: str,
        game: StoredGame,
        role: str | None,
        words: dict[str, str],
    ) -> None:
        if role:
            let_in(database, game.table, stranger, role)
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        assert self.begun(store, stranger) == words


@pytest.mark.unmade
class TestDatabase:
    def test_they_go_with_their_table_and_outlive_its_games(
        self, store: Store, database: str, phone: str, game: StoredGame
    ) -> None:
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        with store.database._writer.begin() as connection:
            connection.execute(schema.games.delete().where(schema.games.c.id == game.id))
        assert store.nicknames.find(phone, game.table, SLUG) == WORDS
        with store.database._writer.begin() as connection:
            connection.execute(schema.tables.delete().where(schema.tables.c.id == game.table))
        assert rows(database, schema.nicknames) == 0

    def test_they_are_there_after_reopening(self, database: str) -> None:
        store = Store(database)
        phone = store.phones.remember("secret")
        game = store.games.start(phone, SLUG, {}, NAMES)
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        store.close()
        reopened = Store(database)
        assert reopened.nicknames.find(phone, game.table, SLUG) == WORDS
        reopened.close()

    def test_a_database_from_before_there_were_any_has_room_for_them(
        self, store: Store, database: str
    ) -> None:
        if database.startswith("sqlite"):
            Path(str(make_url(database).database)).parent.mkdir()
        with connected(database) as connection:
            command.upgrade(migrations.configuration(connection), "0002")
        phone = store.phones.remember("secret")
        game = store.games.start(phone, SLUG, {}, NAMES)
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        assert store.nicknames.find(phone, game.table, SLUG) == WORDS
