"""What the board says, in English, of a game that goes on and of one that is over."""

from collections.abc import Callable
from dataclasses import replace as but
from operator import attrgetter
from typing import Any

import pytest

from companion.engine.deck import Doubt
from companion.games.averages import format_average
from companion.games.the_game import GAME, words
from companion.games.the_game.board import Board
from companion.games.the_game.past import BEATEN, SIMULATED, Past
from companion.games.the_game.results import summary
from companion.games.the_game.state import HAND, End, Ending, Rating, Reason, State
from tests.engine.test_deck import read_deck
from tests.games.the_game.telling import facts_of, log_of
from tests.support.rulings import printed, read_options, read_table, read_word
from tests.support.submitted_log import Book

NAMES = ["Ann", "Ben", "Cas"]
PLAIN: dict[str, Any] = {"extreme": False, "on_fire": False}

pytestmark = pytest.mark.usefixtures("english")


def book_of(said: str, **options: Any) -> Book:
    """A game of Extreme and On Fire as its players told it."""
    return Book(*log_of(said), **{"extreme": True, "on_fire": True, **options})


def state_of(said: str, **options: Any) -> State:
    return book_of(said, **options).story.replay.state


def plainly(said: str) -> str:
    return said.replace("\u00a0", " ")


def passed(said: str, **options: Any) -> str:
    """Why the turn before is over, and what was drawn."""
    story = book_of(said, **options).story
    line = Board(story).passed
    return words.explain_pass(line, story.replay.state, NAMES) if line else ""


SAYS: dict[str, Callable[[str], str]] = {
    "OWED": lambda said: words.owed(state_of(said), NAMES),
    "UNDONE": lambda said: words.undone(state_of(said)),
    "DRAWING": lambda said: words.drawing(state_of(said)),
    "PASSED": passed,
    "BY_TURNS": lambda said: passed(said, **PLAIN),
    "LOOK_BACK": lambda said: "; ".join(
        map(": ".join, words.look_back(Past(book_of(said, **PLAIN).story)))
    ),
}


@pytest.mark.parametrize("name", SAYS)
def test_what_is_said_of_a_game(name: str) -> None:
    for said, sentence in read_table(__file__, name):
        assert plainly(SAYS[name](said)) == sentence, said
    assert words.owed(state_of("", players=1), NAMES) == "2 cards to lay."


def test_what_is_odd_about_a_choice() -> None:
    for doubt, *decks, sentence in read_table(__file__, "DOUBTS"):
        known, taught = map(read_deck, decks)
        assert words.DECK.explain_doubt(doubt, known, taught) == sentence
    seventy = dict.fromkeys(map(str, range(2, 72)), "none")
    said = words.DECK.explain_doubt(Doubt.ONE_TOO_MANY, seventy, {"80": "none"})
    assert said == "All 70 cards without a command are already known."


def test_of_a_game_that_goes_on_the_cards_of_each_player_alone_are_counted() -> None:
    assert state_of("30 up-1, missed 2 up-1 40, end, 60 down-1").laid == (3, 1)
    told = summary(state_of("30 up-1"))
    assert (told.ending, told.won, told.score) == (None, None, None)
    assert told.facts == {
        "left": 97, "rating": None, "player": 0, "broken": None, "pace": None, "jump": None
    }  # fmt: skip


def test_what_a_game_comes_down_to_rests_on_what_was_entered() -> None:
    """The turns of a game, the cards of each and the numbers of a card, as far as they are known.

    From 1 to 20 and ten back, from 100 to 60: 9 and 40 numbers, by three cards.
    """
    for said, turns, *averages in read_table(__file__, "AVERAGES"):
        found = summary(state_of(said, **PLAIN))
        known = (found.facts["pace"], found.facts["jump"])
        assert [f"{each:.3f}" if each is not None else "none" for each in known] == averages, said
        assert (found.turns, found.result_only) == (int(turns), turns == "0")


def test_what_a_game_says_of_itself_once_it_is_over() -> None:
    for said, counts, rating, *sentences in read_table(__file__, "ENDED"):
        over = state_of(f"20 up-1, {said}")
        found = summary(over)
        assert (printed([found.score, found.won]), found.facts["rating"]) == (counts, rating), said
        assert found.facts["broken"] is None
        assert sentences == [
            words.describe_result(found, NAMES),
            GAME.describe_length(found),
            words.explain_end(over, NAMES),
        ]


def test_an_average_is_rounded_as_people_round() -> None:
    for figure, said in ((2.15, "2.2"), (0.25, "0.3"), (49 / 3, "16.3"), (-12, "−12.0")):
        assert format_average(figure) == said


def test_a_jump_names_who_laid_which_card_where() -> None:
    jumps = Past(book_of("30 up-2, 99 down-1, end, 60 down-2", **PLAIN).story).costliest
    assert [plainly(words.describe_jump(jump, NAMES)) for jump in jumps] == [
        "Ben: 60 on 100, ▼ D",
        "Ann: 30 on 1, ▲ B",
    ]


def test_what_the_log_and_its_file_say() -> None:
    for said, told, rows in read_table(__file__, "LINES"):
        last = book_of(said, **PLAIN).story.lines[-1]
        assert GAME.describe_line(last, NAMES) == told
        found = ("{}: {}: {}: {}".format(*row) for row in GAME.tell(last, NAMES).rows())
        assert "; ".join(found) == rows, said
    lost = book_of("result 12 yes").story.lines[-1]
    assert GAME.describe_line(lost, NAMES) == "Result: 12 cards left, lost"


def test_why_it_is_asked_about_or_refused() -> None:
    for before, slip, options, sentence in read_table(__file__, "BREACHES"):
        given = {name: read_word(value or "yes") for name, value in read_options(options)}
        book, [facts] = book_of(before, **given), facts_of(slip)
        [rule] = book.judges(facts).rules
        assert words.explain_breach(rule, book.story.replay.state, facts, NAMES) == sentence


def test_an_ending_is_said_in_a_sentence(language: str) -> None:
    assert (set(words.RATINGS), set(words.REASONS)) == (set(Rating), set(Reason))
    endings = [End(ending, Reason.SKULL_OPEN) for ending in Ending]
    for over in endings + [End(Ending.COMMAND_BROKEN, reason) for reason in Reason]:
        said = words.explain_end(but(state_of(""), end=over), NAMES)
        assert (said[-1], "%" in said) == (".", False), (over, said)


def test_what_cannot_be_read_is_said_for_every_field() -> None:
    forms = GAME.pages.forms
    fields = {name for form in forms for name in form.facts_of} - {"lost"}  # a tick is never wrong
    assert set(words.MISTAKES) == fields
    assert all(hasattr(form, name) for form in forms for name in form.facts_of)


def past(said: str = "", players: int = 2, **options: Any) -> Past:
    return Past(Book(*log_of(said), players=players, **options).story)


def tell(found: Past, what: str) -> object:
    """What it tells of this: of each card its top before, what it cost, whether it is ten back; of
    each jump who laid which card onto what; the card that made it hopeless, and its turn."""
    match what:
        case "laid":
            return [[each.card, each.top, each.cost, each.back] for each in found.laid]
        case "jumps":
            return [[each.seat, each.card, each.top, each.cost] for each in found.costliest]
        case "hopeless" if found.hopeless:
            return [found.hopeless.facts["card"], found.hopeless.before.turn.number]
        case "tops":
            return [*map(list, found.tops)]
    return attrgetter(what)(found)


def test_what_is_told_of_a_game() -> None:
    """Those of the table; whatever lies on a top that nobody entered, as many cards may fit
    as on an empty pile."""
    for said, what, meant in read_table(__file__, "TOLD"):
        found = tell(past(said), what)
        if isinstance(found, float):
            found = round(found, 3)
        rows = found if isinstance(found, list) and isinstance(found[0], list) else [found]
        assert ", ".join(map(printed, rows)) == meant, (said, what)
    book = Book(*log_of("20 up-1"))
    book.writes(*log_of("20 up-2"))  # a line without effect is no card
    assert [each.card for each in Past(book.story).laid] == [20]


def test_the_averages_are_those_of_so_many_players_and_of_no_other_rules() -> None:
    for players in HAND:
        found = past(players=players)
        assert (found.averages, found.beaten) == (SIMULATED[players], BEATEN[players])
    for option in ("expert", "smaller_hand", "on_fire", "extreme"):
        found = past(**{option: True})
        assert (found.averages, found.beaten) == (None, None), option
