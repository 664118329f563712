"""What tables call a game for themselves, and what new tables call it."""

import pytest

from companion.engine.table import ONLOOKER, PLAYER, StoredGame, Unknown
from companion.engine.verdict import Answer, Verdict
from companion.store import schema
from companion.store.store import Store
from tests.store.tables import (
    NAMES,
    enter,
    find_game,
    full_at_commit,
    let_in,
    nothing_changes,
    rows,
)
from tests.support.databases import on_both

SLUG, OTHER_SLUG = "the-game", "one-brain"
WORDS = {"game": "Breinbreker", "sixth": "petrol"}


@on_both
def test_what_is_given_is_kept_until_another_word_takes_its_place(
    store: Store, database: str, phone: str, table: str
) -> None:
    def gives(words: dict[str, str], kept: dict[str, str]) -> None:
        store.nicknames.give(phone, table, SLUG, words)
        assert store.nicknames.find(phone, table, SLUG) == kept
        assert rows(database, schema.nicknames) == len(kept)

    assert store.nicknames.find(phone, table, SLUG) == {}
    for words in (WORDS, WORDS, {}):
        gives(words, WORDS)
    gives({"sixth": "turquoise"}, {"game": "Breinbreker", "sixth": "turquoise"})
    gives({"game": "", "sixth": "petrol"}, {"sixth": "petrol"})
    for word in ("ΑΒΓ ä 漢字", "🧠" * 24, "<b>&'\"%(name)s", "\u05d0\u05d1"):
        gives({"sixth": word}, {"sixth": word})
    gives({"game": "", "sixth": ""}, {})
    gives(WORDS, WORDS)
    with full_at_commit(store):
        gives({"game": "", "sixth": "turquoise"}, {})
    assert store.nicknames.find(phone, table, SLUG) == WORDS


def test_tables_and_games_of_the_shelf_have_their_own(
    store: Store, phone: str, game: StoredGame
) -> None:
    there = store.games.start(phone, SLUG, {}, ["Carla"])
    store.nicknames.give(phone, game.table, SLUG, {"game": "here"})
    assert store.tables.find_all(phone)[0].id == game.table, "it is touched"
    store.nicknames.give(phone, there.table, SLUG, {"game": "there"})
    store.nicknames.give(phone, game.table, OTHER_SLUG, {"game": "other"})
    assert store.nicknames.find(phone, game.table, SLUG) == {"game": "here"}
    seen: list[StoredGame] = []
    asks = Verdict(Answer.ASK)
    after, _ = enter(store, phone, game, judge=lambda now: (seen.append(now), asks)[1])
    read = [after, seen[0], find_game(store, phone, game)]
    assert [each.nicknames for each in read] == [{"game": "here"}] * 3
    other = store.games.start(phone, OTHER_SLUG, {}, NAMES, game.table)
    assert find_game(store, phone, other).nicknames == {"game": "other"}
    store.nicknames.give(phone, game.table, SLUG, {"game": ""})
    assert store.nicknames.find(phone, there.table, SLUG) == {"game": "there"}
    assert store.nicknames.find(phone, game.table, OTHER_SLUG) == {"game": "other"}
    with store.database._writer.begin() as connection:
        connection.execute(schema.games.delete().where(schema.games.c.table == game.table))
    assert store.nicknames.find(phone, game.table, OTHER_SLUG) == {"game": "other"}


def test_who_sits_at_the_table_sees_them_and_who_plays_gives_them(
    store: Store, database: str, phone: str, stranger: str, game: StoredGame
) -> None:
    store.nicknames.give(phone, game.table, SLUG, WORDS)
    onlooker, player = store.phones.remember("onlooker"), store.phones.remember("player")
    let_in(database, game.table, onlooker, ONLOOKER)
    let_in(database, game.table, player, PLAYER)
    for who in (onlooker, player):
        assert store.nicknames.find(who, game.table, SLUG) == WORDS
    for who, where, slug in [
        (stranger, game.table, SLUG), (phone, "no-such-table", SLUG), (phone, "\x00", SLUG),
        (phone, "", SLUG), (phone, game.table, "no-such-game"),
    ]:  # fmt: skip
        assert store.nicknames.find(who, where, slug) == {}
    refused = [(stranger, game.table), (onlooker, game.table), (phone, "nowhere"), (phone, "\x00")]
    with nothing_changes(database):
        for who, where in refused:
            with pytest.raises(Unknown):
                store.nicknames.give(who, where, SLUG, {"game": "", "sixth": "pink"})
    store.nicknames.give(player, game.table, SLUG, {"sixth": "pink"})
    assert store.nicknames.find(phone, game.table, SLUG) == {**WORDS, "sixth": "pink"}


class TestNewTables:
    def begun(self, store: Store, phone: str, slug: str = SLUG, name: str = "new") -> object:
        """What a new table of this phone calls this game."""
        new = store.games.start(phone, SLUG, {}, [name])
        return store.nicknames.find(phone, new.table, slug)

    @on_both
    def test_one_begins_with_the_words_of_the_table_touched_last_that_has_some(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        other = store.games.start(phone, SLUG, {}, ["Carla"])
        store.nicknames.give(phone, other.table, OTHER_SLUG, {"game": "ninety-nine"})
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        store.games.start(phone, SLUG, {}, ["Carla"])
        assert store.nicknames.find(phone, other.table, SLUG) == {}
        assert self.begun(store, phone) == WORDS
        assert self.begun(store, phone, OTHER_SLUG, "newer") == {"game": "ninety-nine"}
        store.nicknames.give(phone, other.table, SLUG, {"sixth": "pink"})
        assert self.begun(store, phone, name="newest") == {"sixth": "pink"}
        store.people.rename(phone, game.table, game.people[0].id, "Dora")
        assert self.begun(store, phone, name="the last") == WORDS

    def test_from_then_on_each_has_its_own(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        store.nicknames.give(phone, game.table, SLUG, WORDS)
        new = store.games.start(phone, SLUG, {}, ["Carla"])
        store.nicknames.give(phone, game.table, SLUG, {"game": "", "sixth": "turquoise"})
        assert store.nicknames.find(phone, new.table, SLUG) == WORDS
        store.nicknames.give(phone, new.table, SLUG, {"sixth": ""})
        assert store.nicknames.find(phone, game.table, SLUG) == {"sixth": "turquoise"}

    @pytest.mark.parametrize(("role", "words"), [(None, {}), (ONLOOKER, {}), (PLAYER, WORDS)])
    def test_they_come_from_a_table_where_this_phone_may_write(
        self, store: Store, database: str, phone: str, stranger: str, table: str,
        role: str | None, words: dict[str, str],
    ) -> None:  # fmt: skip
        if role:
            let_in(database, table, stranger, role)
        store.nicknames.give(phone, table, SLUG, WORDS)
        assert self.begun(store, stranger) == words
