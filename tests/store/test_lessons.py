"""What the store keeps of decks and nicknames: said in games and on pages, taken over."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Barrier

import pytest

from companion.engine.deck import Lesson, Taught, merge_lessons
from companion.engine.table import ONLOOKER, PLAYER, StoredGame
from companion.engine.verdict import Answer, Verdict
from companion.store.database import schema
from companion.store.store import Store
from tests.store.tables import NAMES, enter, find_game, full_at_commit, let_in, must_not_judge, rows
from tests.support.databases import on_both

SLUG, OTHER_SLUG = "the-game", "one-brain"

Learn = Callable[..., StoredGame]


@pytest.fixture
def second(store: Store, phone: str, game: StoredGame) -> StoredGame:
    """Another game of the same at the same table."""
    return store.games.start(phone, SLUG, {}, NAMES, game.table)


@pytest.fixture
def learn(store: Store, phone: str) -> Learn:
    """Enter something in a game that teaches this; the game after it."""
    numbers = count()

    def learned(game: StoredGame, taught: Taught, made: str = "", at: Store = store) -> StoredGame:
        return enter(at, phone, game, made or f"submission-{next(numbers)}", teaches(taught))[0]

    return learned


def teaches(taught: Taught, answer: Answer = Answer.RECORDED) -> Callable[[StoredGame], Verdict]:
    return lambda game: Verdict(answer, taught=taught)


def known(store: Store, phone: str, game: StoredGame, slug: str = SLUG) -> dict[str, str]:
    return merge_lessons(store.lessons.find_all(phone, game.table, slug))


class TestReading:
    def test_one_game_has_them_and_listings_do_not(
        self, store: Store, phone: str, stranger: str, game: StoredGame, learn: Learn
    ) -> None:
        assert store.lessons.find_all(phone, game.table, SLUG) == game.lessons == ()
        store.lessons.teach(phone, game.table, SLUG, {"47": "skull"})
        seen: list[StoredGame] = []
        asks = Verdict(Answer.ASK)
        after, _ = enter(store, phone, game, judge=lambda now: (seen.append(now), asks)[1])
        assert seen == [after]
        assert after.lessons == (Lesson("47", "skull"),)
        after = learn(game, {"12": "bell"})
        assert after.lessons == (Lesson("47", "skull"), Lesson("12", "bell", game.id))
        assert find_game(store, phone, game) == after
        listed = [
            *store.games.find_all(phone, game.table),
            *store.games.find_latest(phone, 9),
            store.games.find_outline(phone, game.table, game.id),
        ]
        assert [one and one.lessons for one in listed] == [(), (), ()]
        for who, table, slug in [
            (stranger, game.table, SLUG), (phone, "no-such-table", SLUG), (phone, "\x00", SLUG),
            (phone, game.table, "no-such-game"),
        ]:  # fmt: skip
            assert store.lessons.find_all(who, table, slug) == ()
        let_in(store, game.table, stranger, ONLOOKER)
        assert store.lessons.find_all(stranger, game.table, SLUG) == after.lessons
        assert find_game(store, stranger, game) == after

    @on_both
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


class TestEntering:
    def test_only_recorded_entries_teach(self, store: Store, phone: str, game: StoredGame) -> None:
        taught: Taught = {"47": "skull", "12": "none"}
        before, verdict = enter(store, phone, game, "a", teaches(taught))
        assert verdict == Verdict(Answer.RECORDED, place=1, taught=taught)
        assert set(before.lessons) == {Lesson(*each, game.id) for each in taught.items()}
        assert find_game(store, phone, game) == before
        for answer in (one for one in Answer if one is not Answer.RECORDED):
            judge = teaches({"47": "lock", "12": None}, answer)
            assert enter(store, phone, game, f"{answer}", judge)[0] == before, answer
            assert find_game(store, phone, game) == before, answer
        with full_at_commit(store):
            enter(store, phone, game, "b", teaches({"47": "lock"}))
        assert find_game(store, phone, game) == before

    @on_both
    def test_what_a_game_takes_back_another_had_taught_holds_again(
        self, store: Store, phone: str, game: StoredGame, second: StoredGame, learn: Learn
    ) -> None:
        assert learn(game, {"47": None}).lessons == ()
        learn(game, {"47": "bell", "12": "bell"})
        assert len(learn(game, {"47": "skull"}).lessons) == 2
        learn(second, {"47": "lock", "13": "fire"})
        assert known(store, phone, game)["47"] == "lock"
        after = learn(second, {"47": None})
        assert merge_lessons(after.lessons) == {"47": "skull", "12": "bell", "13": "fire"}
        assert known(store, phone, game) == merge_lessons(after.lessons)
        store.lessons.teach(phone, game.table, SLUG, {"14": "lock"})  # what the page says stays
        after = learn(game, {"47": None, "14": None})
        assert merge_lessons(after.lessons) == {"12": "bell", "13": "fire", "14": "lock"}
        assert known(store, phone, game) == merge_lessons(after.lessons)

    @on_both
    def test_sent_again(self, store: Store, phone: str, game: StoredGame, learn: Learn) -> None:
        """Also where it is sent eight times at once."""
        ready = Barrier(8)

        def play(number: int) -> tuple[Lesson, ...]:
            ready.wait()
            return learn(game, {"47": f"said by {number}"}, "a").lessons

        with ThreadPoolExecutor(8) as threads:
            assert len(set(threads.map(play, range(8)))) == 1
        assert rows(store, schema.lessons) == 1
        store.lessons.teach(phone, game.table, SLUG, {"47": "lock"})
        after, _ = enter(store, phone, game, "a", must_not_judge)
        assert after.lessons == (Lesson("47", "lock"),)


def test_the_last_word_counts_whatever_was_chosen_in_games(
    store: Store, phone: str, game: StoredGame, second: StoredGame, learn: Learn
) -> None:
    learn(game, {"47": "skull", "12": "bell"})
    learn(second, {"47": "lock", "13": "fire"})
    store.lessons.teach(phone, game.table, SLUG, {"47": "none", "13": None, "14": "skull"})
    first, *others = store.lessons.find_all(phone, game.table, SLUG)
    assert first == Lesson("12", "bell", game.id)
    assert set(others) == {Lesson("14", "skull"), Lesson("47", "none")}
    after = learn(game, {"47": "bell"})
    assert after.lessons[-1] == Lesson("47", "bell", game.id)
    learn(game, {"47": None})
    assert known(store, phone, game)["47"] == "none", "what was said outside of games stays"
    store.lessons.teach(phone, game.table, SLUG, dict.fromkeys(["12", "14", "47"]))
    assert known(store, phone, game) == {}
    store.games.start(phone, SLUG, {}, ["Carla"])
    assert store.tables.find_all(phone)[0].id != game.table
    store.lessons.teach(phone, game.table, SLUG, {"47": "skull"})
    assert store.tables.find_all(phone)[0].id == game.table, "it is touched"


class TestNewTables:
    def deck(self, store: Store, phone: str, game: StoredGame, slug: str = SLUG) -> dict[str, str]:
        """What the game's table knows, all of it taken over or said outside of games."""
        lessons = store.lessons.find_all(phone, game.table, slug)
        assert {lesson.game for lesson in lessons} <= {""}
        assert len({lesson.card for lesson in lessons}) == len(lessons)
        return merge_lessons(lessons)

    @on_both
    def test_a_new_table_has_the_deck_of_the_old_one_and_learns_for_itself(
        self, store: Store, phone: str, game: StoredGame, second: StoredGame, learn: Learn
    ) -> None:
        learn(game, {"47": "skull", "12": "bell"})
        learn(second, {"47": "lock", "13": "fire"})
        store.lessons.teach(phone, game.table, SLUG, {"14": "none"})
        new = store.games.start(phone, SLUG, {}, ["Carla"], game_id="new")
        wanted = {"47": "lock", "12": "bell", "13": "fire", "14": "none"}
        assert self.deck(store, phone, new) == known(store, phone, game) == wanted
        assert find_game(store, phone, new).lessons == store.lessons.find_all(
            phone, new.table, SLUG
        )
        learn(game, {"47": "stop"})
        store.lessons.teach(phone, game.table, SLUG, {"12": None, "13": None, "14": None})
        assert store.games.start(phone, SLUG, {}, ["Carla"], game_id="new") == new
        assert store.games.start(phone, SLUG, {}, ["Carla"]).table == new.table
        assert self.deck(store, phone, new) == wanted
        store.lessons.teach(phone, new.table, SLUG, {"47": None})
        learn(new, {"12": "none"})
        assert known(store, phone, game) == {"47": "stop"}
        assert known(store, phone, new) == {"12": "none", "13": "fire", "14": "none"}

    def test_a_new_table_has_the_decks_of_the_last_ones(self, store: Store, phone: str) -> None:
        one, two, three = (store.games.start(phone, SLUG, {}, [name]) for name in "ABC")
        store.lessons.teach(phone, one.table, SLUG, {"47": "one"})
        store.lessons.teach(phone, one.table, OTHER_SLUG, {"47": "one of the others"})
        store.lessons.teach(phone, two.table, SLUG, {"48": "two"})
        store.lessons.teach(phone, two.table, OTHER_SLUG, {"48": "two of the others"})
        store.lessons.teach(phone, two.table, OTHER_SLUG, {"48": None})
        store.games.start(phone, SLUG, {}, ["C"], three.table)
        new = store.games.start(phone, OTHER_SLUG, {}, ["D"])
        assert self.deck(store, phone, new) == {"48": "two"}
        assert self.deck(store, phone, new, OTHER_SLUG) == {"47": "one of the others"}
        store.people.rename(phone, one.table, one.people[0].id, "Dora")
        new = store.games.start(phone, SLUG, {}, ["E"])
        assert self.deck(store, phone, new) == {"47": "one"}

    @pytest.mark.parametrize("role", [None, ONLOOKER, PLAYER])
    def test_it_comes_with_its_nicknames_from_a_table_where_this_phone_may_write(
        self, store: Store, phone: str, stranger: str, game: StoredGame,
        learn: Learn, role: str | None,
    ) -> None:  # fmt: skip
        if role:
            let_in(store, game.table, stranger, role)
        learn(game, {"47": "skull"})
        store.nicknames.give(phone, game.table, SLUG, {"game": "Cards"})
        new = store.games.start(stranger, SLUG, {}, NAMES)
        assert new.table != game.table
        comes = role == PLAYER
        assert self.deck(store, stranger, new) == ({"47": "skull"} if comes else {})
        found = store.nicknames.find(stranger, new.table, SLUG)
        assert found == ({"game": "Cards"} if comes else {})


WORDS = {"game": "Breinbreker", "sixth": "petrol"}


@on_both
def test_the_latest_word_is_kept(store: Store, phone: str, stranger: str, table: str) -> None:
    def gives(words: dict[str, str], kept: dict[str, str]) -> None:
        store.nicknames.give(phone, table, SLUG, words)
        assert store.nicknames.find(phone, table, SLUG) == kept
        assert rows(store, schema.nicknames) == len(kept)

    assert store.nicknames.find(phone, table, SLUG) == {}
    for words in (WORDS, WORDS, {}):
        gives(words, WORDS)
    assert store.nicknames.find(stranger, table, SLUG) == {}
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
    other = store.games.start(phone, OTHER_SLUG, {}, NAMES, game.table)
    for of, word in ((game, "here"), (there, "there"), (other, "other")):
        store.nicknames.give(phone, of.table, of.slug, {"game": word})
    seen: list[StoredGame] = []
    asks = Verdict(Answer.ASK)
    after, _ = enter(store, phone, game, judge=lambda now: (seen.append(now), asks)[1])
    read = [after, seen[0], find_game(store, phone, game)]
    assert [each.nicknames for each in read] == [{"game": "here"}] * 3
    store.nicknames.give(phone, game.table, SLUG, {"game": ""})
    said = [find_game(store, phone, each).nicknames for each in (game, there, other)]
    assert said == [{}, {"game": "there"}, {"game": "other"}]


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
