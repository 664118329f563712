"""What holds for any game, whatever is said in it: what can be said, and what nobody can."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.replay import GAME_OVER, Result, judge, replay
from companion.games import GAMES, SHELF
from companion.rulebook.book import rulebook
from tests.support.entry_strategies import logs


@pytest.mark.parametrize("slug", GAMES)
@given(data=st.data())
def test_each_step_follows_from_the_one_before(slug: str, data: st.DataObject) -> None:
    rules, relevant = GAMES[slug].rules, GAMES[slug].rule_book.relevant
    setup, entries = data.draw(logs(GAMES[slug]))
    replayed, book = replay(rules, setup, entries), rulebook(SHELF, slug, "en")
    last = replayed.start
    for index, (facts, step) in enumerate(zip(entries, replayed.steps, strict=True)):
        if step.result is not Result.RECORDED:
            assert step.state is last.state
            assert (step.outcome, step.flags) == (last.outcome, last.flags)
        assert (step.rules == ()) == (step.result in (Result.RECORDED, Result.UNREADABLE))
        assert step.rules == tuple(sorted(set(step.rules)))
        lacking = {str(name) for name in relevant(step.state) if not book.passage(name)}
        assert not lacking, f"`relevant` of {slug} names what is no paragraph of its rules"
        assert len(step.rules) <= 1 or step.result is Result.ASK
        alone = replay(rules, setup, [facts]).last
        assert (alone.result is Result.UNREADABLE) == (step.result is Result.UNREADABLE)
        if last.outcome is not None:
            over = (Result.REFUSED, (GAME_OVER,))
            assert (step.result, step.rules) in (over, (Result.UNREADABLE, ()))
        if isinstance(facts, dict) and facts.get("confirmed") in (None, False):
            answered = judge(rules, setup, last, index, {**facts, "confirmed": True})
            if step.result is Result.ASK:
                assert answered.result is Result.RECORDED
                asked = [flag.rule for flag in answered.flags if flag.entry == index]
                assert asked == list(step.rules)
            elif step.result is not Result.UNREADABLE:
                assert answered == step
        last = step
