"""What tables call a game for themselves, and what new tables call it."""

from companion.engine.table import ONLOOKER, StoredGame
from companion.engine.verdict import Answer, Verdict
from companion.store.database import schema
from companion.store.store import Store
from tests.store.tables import NAMES, enter, find_game, full_at_commit, let_in, rows
from tests.support.databases import on_both

SLUG, OTHER_SLUG = "the-game", "one-brain"
WORDS = {"game": "Breinbreker", "sixth": "petrol"}


@on_both
def test_the_latest_word_is_kept(store: Store, phone: str, table: str) -> None:
    def gives(words: dict[str, str], kept: dict[str, str]) -> None:
        store.nicknames.give(phone, table, SLUG, words)
        assert store.nicknames.find(phone, table, SLUG) == kept
        assert rows(store, schema.nicknames) == len(kept)

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


def test_each_table_and_game_has_its_own(store: Store, phone: str, game: StoredGame) -> None:
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


def test_who_sees_them(store: Store, phone: str, stranger: str, table: str) -> None:
    store.nicknames.give(phone, table, SLUG, WORDS)
    for where in (table, "no-such-table", "\x00", ""):
        assert store.nicknames.find(stranger, where, SLUG) == {}
    let_in(store, table, stranger, ONLOOKER)
    assert store.nicknames.find(stranger, table, SLUG) == WORDS
    assert store.nicknames.find(stranger, table, "no-such-game") == {}


@on_both
def test_a_new_table_begins_with_the_latest(store: Store, phone: str, game: StoredGame) -> None:
    def begins(name: str, slug: str = SLUG) -> object:
        new = store.games.start(phone, SLUG, {}, [name])
        return store.nicknames.find(phone, new.table, slug)

    other = store.games.start(phone, SLUG, {}, ["Carla"])
    store.nicknames.give(phone, other.table, OTHER_SLUG, {"game": "ninety-nine"})
    store.nicknames.give(phone, game.table, SLUG, WORDS)
    store.games.start(phone, SLUG, {}, ["Carla"])
    assert store.nicknames.find(phone, other.table, SLUG) == {}
    assert begins("new") == WORDS
    assert begins("newer", OTHER_SLUG) == {"game": "ninety-nine"}
    store.nicknames.give(phone, other.table, SLUG, {"sixth": "pink"})
    assert begins("newest") == {"sixth": "pink"}
    store.people.rename(phone, game.table, game.people[0].id, "Dora")
    assert begins("the last") == WORDS
    assert store.nicknames.find(phone, other.table, SLUG) == {"sixth": "pink"}
