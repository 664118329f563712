"""The record format: what is written can be read again, and holds the game and nothing else."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.replay import Result
from companion.files.record import FORMAT, NotARecord, Record, decode, encode, entries_of
from companion.games import GAMES
from companion.games.game import Game
from tests.games.the_game.telling import depth, end, laid, play, sure, turn
from tests.support.entry_strategies import JUNK
from tests.support.submitted_log import Book

GAME = GAMES["the-game"]
NAMES = st.text(st.characters(exclude_categories=()), max_size=24)  # lone surrogates included


@st.composite
def options_of(draw: st.DrawFn, game: Game[Any, Any]) -> dict[str, object]:
    chosen = draw(st.sets(st.sampled_from(game.rules.options)))
    return {option.name: draw(st.sampled_from(option.values)) for option in chosen}


@given(st.lists(NAMES, min_size=1, max_size=5), options_of(GAME), st.lists(JUNK, max_size=5))
def test_it_comes_back(
    players: list[str], options: dict[str, object], entries: list[object]
) -> None:
    setup = GAME.rules.setup(players, options)
    document = {"format": FORMAT, "game": GAME.slug, "players": players, "options": options}
    bare = decode(json.dumps({**document, "entries": entries}))
    assert (bare.game, bare.setup, list(bare.entries)) == (GAME, setup, entries)
    facts = [each for each in entries if isinstance(each, dict)]
    text = encode(GAME, setup, facts)
    record = decode(text)
    assert (record.game, record.setup, list(record.entries)) == (GAME, setup, facts)
    assert encode(record.game, record.setup, facts) == text


@given(JUNK, st.text())
def test_any_other_document_or_text_is_no_record(document: object, text: str) -> None:
    for said in (json.dumps(document), text):
        with pytest.raises(NotARecord):
            decode(said)


def test_it_is_said_why_a_text_is_no_record() -> None:
    record = {"format": FORMAT, "game": GAME.slug, "players": ["Ann"], "entries": []}
    for document, why in (
        (float("nan"), "not JSON: NaN is no JSON number"),
        ([], "not a record: a record is a JSON object"),
        (record | {"format": "x/2"}, f"unknown format 'x/2': expected {FORMAT!r}"),
        (record | {"game": "chess"}, "unknown game 'chess'"),
        (record | {"players": ["Ann", 1]}, "players is not a list of names"),
        (record | {"options": []}, "options is not an object"),
        (record | {"entries": {}}, "entries is not a list"),
    ):
        with pytest.raises(NotARecord) as error:
            decode(json.dumps(document))
        assert str(error.value) == why


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_record_holds_what_record_md_names_and_nothing_else(game: Game[Any, Any]) -> None:
    setup = game.rules.setup(["Ann"] * game.rules.seats[-1], {})
    document = json.loads(encode(game, setup, [{"kind": "turn-ended"}]))
    assert document == {
        "format": "companion-record/1",
        "game": game.slug,
        "players": ["Ann"] * game.rules.seats[-1],
        "options": {each.name: each.default for each in game.rules.options if not each.newer},
        "entries": [{"kind": "turn-ended"}],
    }


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_switches_of_the_app_are_no_rules_and_in_no_record(game: Game[Any, Any]) -> None:
    assert not {option.name for option in game.rules.options} & set(game.pages.helps)
    for name in game.pages.helps:
        with pytest.raises(ValueError, match=name):
            game.rules.setup(["Ann"] * game.rules.seats[0], {name: True})


def test_a_whole_turn_is_spelled_out_and_a_note_left_out() -> None:
    book = Book(turn(2), depth("turns"), sure(turn(1)), turn(7), play(40, "up-1"), turn(1))
    book.writes(turn(9))
    record = json.loads(encode(GAME, book.setup, entries_of(GAME, book.story)))
    bare = [{name: each[name] for name in each if name != "at"} for each in record["entries"]]
    assert bare == [
        laid(2),
        end(),
        laid(1),
        sure(end()),
        laid(7),  # the whole hand ends its turn itself
        play(40, "up-1"),
        laid(1),
        end(),
        {**laid(9), "refused": True},
    ]
    assert len({each["at"] for each in record["entries"]}) == 1


def test_where_every_card_is_needed_a_whole_turn_is_one_entry_and_no_file_says_one() -> None:
    book = Book(extreme=True)
    book.writes(turn(2))
    [entry] = entries_of(GAME, book.story)
    assert {name: entry[name] for name in entry if name != "at"} == {**laid(2), "refused": True}
    setup = GAME.rules.setup(["Zoë"], {})
    assert '"Zoë"' in encode(GAME, setup, [])
    for facts in (turn(2), depth("turns")):
        record = Record(GAME, setup, (facts,))
        assert record.replay().last.result is Result.UNREADABLE
