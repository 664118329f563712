"""A verdict that takes long is reached while nobody waits for a transaction."""

from collections.abc import Callable

import pytest

from companion.engine.table import Away, StoredGame
from companion.engine.verdict import Answer, Submission, Verdict
from companion.runtime import yielding
from companion.store.store import Store

FACTS = {"kind": "card-played", "card": 47, "pile": "up-1"}


@pytest.fixture
def phone(store: Store) -> str:
    return store.phones.remember("secret")


@pytest.fixture
def game(store: Store, phone: str) -> StoredGame:
    return store.games.start(phone, "the-game", {}, ["Anna", "Ben"])


class Judge:
    """Judges for so long that others have to go first; `meanwhile` is what they do then."""

    def __init__(self, meanwhile: Callable[[], object] = lambda: None) -> None:
        self.meanwhile = meanwhile
        self.heads: list[int] = []

    def __call__(self, game: StoredGame) -> Verdict:
        yielding.yield_now()
        self.heads.append(len(game.log))
        self.meanwhile()
        return Verdict(Answer.RECORDED, place=len(game.log) + 1)


@pytest.fixture(autouse=True)
def long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever lets others go first takes long."""
    monkeypatch.setattr(yielding, "BRIEF", -1)


def test_others_write_while_it_is_reached(store: Store, phone: str, game: StoredGame) -> None:
    other = store.games.start(phone, "the-game", {}, ["Cas", "Dee"])

    def writes() -> None:
        entered = Submission("other", phone, 0, FACTS)
        at_once = Verdict(Answer.REFUSED)
        store.submissions.enter(phone, other.table, other.id, entered, lambda _: at_once)

    judge = Judge(writes)
    submission = Submission("mine", phone, 0, FACTS)
    after, verdict = store.submissions.enter(phone, game.table, game.id, submission, judge)
    assert (verdict.answer, verdict.place, len(after.log)) == (Answer.RECORDED, 1, 1)
    assert judge.heads == [0]


def test_what_was_entered_meanwhile_is_judged_too(
    store: Store, phone: str, game: StoredGame
) -> None:
    others = iter(["one", "two"])

    def writes() -> None:
        if each := next(others, None):
            entered = Submission(each, phone, 0, FACTS)
            store.submissions.enter(
                phone, game.table, game.id, entered, lambda _: Verdict(Answer.RECORDED)
            )

    judge = Judge(writes)
    submission = Submission("mine", phone, 0, FACTS)
    after, verdict = store.submissions.enter(phone, game.table, game.id, submission, judge)
    assert judge.heads == [0, 1, 2]
    assert (verdict.place, [each.id for each in after.log]) == (3, ["one", "two", "mine"])


def test_where_the_game_goes_on_each_time_it_is_tried_again_later(
    store: Store, phone: str, game: StoredGame
) -> None:
    def writes() -> None:
        entered = Submission(f"other-{len(judge.heads)}", phone, 0, FACTS)
        store.submissions.enter(
            phone, game.table, game.id, entered, lambda _: Verdict(Answer.RECORDED)
        )

    judge = Judge(writes)
    submission = Submission("mine", phone, 0, FACTS)
    with pytest.raises(Away):
        store.submissions.enter(phone, game.table, game.id, submission, judge)
    found = store.games.find(phone, game.table, game.id)
    assert found
    assert "mine" not in [each.id for each in found.log]
