"""What holds for any log that phones can write, with everything taken back, changed and put in."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.growing import extend
from companion.engine.log import TAKEN_BACK, Story, read
from companion.engine.replay import Result
from tests.games.the_game.telling import holds
from tests.support.random_logs import entries
from tests.support.submitted_log import Book, back, changed, inserted

PLACES = st.integers(0, 60)
PRESSES = st.sampled_from(["enter", "undo", "redo", "change", "insert"])
FACTS = entries((book := Book(players=3)).game, book.setup)
ACTS = st.lists(
    st.tuples(st.just("enter"), FACTS, PLACES)
    | st.tuples(st.just("enter"), FACTS, PLACES)
    | st.tuples(st.sampled_from(["undo", "redo", "back"]), st.none(), PLACES)
    | st.tuples(st.sampled_from(["change", "insert"]), FACTS, PLACES),
    min_size=8,
    max_size=25,
)
OPTIONS: st.SearchStrategy[dict[str, bool]] = st.just({}) | st.fixed_dictionaries(
    {"extreme": st.booleans(), "on_fire": st.booleans()}
)


def act(book: Book, what: str, facts: Any, place: int) -> None:
    """Submit one thing at the head of the log; whatever the verdict, the log can be read."""
    story, target = book.story, 1 + place % max(1, book.head)
    match what:
        case "enter":
            book.submissions(facts)
        case "undo" if story.undo:
            book.enters(back(story.undo.place))
        case "redo" if story.redo:
            book.enters(back(story.redo.place))
        case "back":
            book.submissions(back(target))
        case "change":
            book.submissions({**changed(target, facts), "confirmed": True})
        case "insert":
            book.submissions({**inserted(target, facts), "confirmed": True})


def written(acts: list[Any], options: dict[str, bool]) -> Book:
    book = Book(players=3, **options)
    for what, facts, place in acts:
        act(book, what, facts, place)
    return book


@given(ACTS, OPTIONS)
def test_what_holds_of_any_log(acts: list[Any], options: dict[str, bool]) -> None:
    """Its export replays alike, and every line of it stands once and counts in order."""
    book = written(acts, options)
    # A shorthand is two entries there, and a note none: so flags have other numbers.
    rules = [[flag["rule"] for flag in told["flags"]] for told in (book.exported, book.state)]
    assert rules[0] == rules[1]
    assert {**book.exported, "flags": ()} == {**book.state, "flags": ()}
    story = book.story
    places = [entry.place for entry in book.log if entry.kind not in ("taken-back", "changed")]
    assert sorted(line.place for line in story.lines) == places
    assert [line.index for line in story.counting] == list(range(len(story.replay.steps)))
    assert [line.step for line in story.counting] == list(story.replay.steps)
    for line in story.lines:
        assert line.counts == (line.step is not None) == (story.find_take_back(line.place) is None)
        assert line.counts == (line.index is not None)
        if line.step is not None:
            assert line.step.result in (Result.RECORDED, Result.REFUSED)
    carried_on: Story = read(book.game.rules, book.setup, ())
    for place, entry in enumerate(book.log, 1):
        carried_on = extend(book.game.rules, book.setup, carried_on, entry)
        assert carried_on == read(book.game.rules, book.setup, book.log[:place])
    if book.log and book.log[-1].kind != TAKEN_BACK:
        shorter = read(book.game.rules, book.setup, book.log[:-1])
        for after in (shorter, story):
            book.enters(back(book.head))
            assert book.story.replay == after.replay


@given(ACTS, OPTIONS, st.tuples(st.sampled_from(["enter", "change", "insert"]), FACTS, PLACES))
def test_a_record_has_effect(acts: list[Any], options: dict[str, bool], submission: Any) -> None:
    book = written(acts, options)
    head, target = book.head, 1 + submission[2] % max(1, book.head)
    act(book, *submission)
    if book.head == head:
        return
    line = book.story.line(target if submission[0] == "change" else book.head)
    assert line.step.result is Result.RECORDED
    assert line.facts == submission[1]


@given(st.lists(PRESSES, min_size=10, max_size=60))
def test_undo_and_redo_walk_to_and_fro_like_a_browser(presses: list[str]) -> None:
    book = Book(holds(0, 0))
    done, undone = [1], []  # places that count; those taken back, each with its take-back
    for number, press in enumerate(presses):
        undo, redo = book.story.undo, book.story.redo
        assert (undo and undo.place) == (done[-1] if done else None)
        assert (redo and redo.place) == (undone[-1][1] if undone else None)
        if press == "undo" and undo:
            undone.append((done.pop(), book.head + 1))
            book.enters(back(undo.place))
        elif press == "redo" and redo:
            done.append(undone.pop()[0])
            book.enters(back(redo.place))
        elif press not in ("undo", "redo"):
            facts = holds(0, number % 8)
            submission = {"enter": facts, "change": changed(1, facts), "insert": inserted(1, facts)}
            if press != "change" or 1 in done:
                book.enters(submission[press])
                done, undone = [*done, book.head], []
