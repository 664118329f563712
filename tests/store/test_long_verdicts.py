"""A verdict that takes long is reached while nobody waits for a transaction."""

from collections.abc import Callable

import pytest

from companion.engine.table import Away, StoredGame
from companion.engine.verdict import Answer, Verdict
from companion.runtime import yielding
from companion.store.store import Store
from tests.store.tables import enter, find_game, records, refuses


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


@pytest.fixture(autouse=True)
def long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever lets others go first takes long."""
    monkeypatch.setattr(yielding, "BRIEF", -1)


def test_others_write_while_it_is_reached(store: Store, phone: str, game: StoredGame) -> None:
    other = store.games.start(phone, "the-game", {}, ["Cas", "Dee"])
    judge = Judge(lambda: enter(store, phone, other, "other", refuses))
    after, verdict = enter(store, phone, game, "mine", judge)
    assert (verdict.answer, verdict.place, len(after.log)) == (Answer.RECORDED, 1, 1)
    assert judge.heads == [0]


def test_what_came_meanwhile_is_judged_too(store: Store, phone: str, game: StoredGame) -> None:
    others = iter(["one", "two"])
    judge = Judge(lambda: (each := next(others, "")) and enter(store, phone, game, each))
    after, verdict = enter(store, phone, game, "mine", judge)
    assert judge.heads == [0, 1, 2]
    assert (verdict.place, [each.id for each in after.log]) == (3, ["one", "two", "mine"])


def test_a_game_that_always_goes_on_is_away(store: Store, phone: str, game: StoredGame) -> None:
    judge = Judge(lambda: enter(store, phone, game, f"other-{len(judge.heads)}"))
    with pytest.raises(Away):
        enter(store, phone, game, "mine", judge)
    assert "mine" not in [each.id for each in find_game(store, phone, game).log]
