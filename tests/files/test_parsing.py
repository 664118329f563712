"""Files that come in: what was taken along comes back as it was, and anything else is refused."""

import json
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from companion.engine.log import Log, Story, Written, read
from companion.engine.names import clean
from companion.engine.setup import Setup
from companion.engine.table import Person, StoredGame
from companion.files import parsing
from companion.files.likeness import Likeness, Told, compare, tell, tell_incoming
from companion.files.mistake import Mistake, Why
from companion.files.parsing import Bundle, Incoming
from companion.files.record import encode, encode_table, entries_of
from companion.games import GAMES
from companion.games.game import Game
from companion.web.pages.mistakes import describe
from tests.games.one_brain.telling import lays
from tests.games.the_game.telling import end, log_of, play
from tests.support.entry_strategies import JUNK
from tests.support.random_examples import at_most
from tests.support.random_logs import MADE_AT, stories
from tests.support.rulings import read_table
from tests.support.submitted_log import Book

NOW = datetime(2026, 2, 1, tzinfo=UTC)
GAME = GAMES["the-game"]
SETUP = GAME.rules.setup(["Ann", "Ben"], {})
AT = "2026-01-31T20:15:00.000Z"


def taken_in(text: str | bytes, now: datetime = NOW) -> Bundle:
    return parsing.read(text if isinstance(text, bytes) else text.encode(), clean, now)


def story_of(incoming: Incoming) -> Story:
    """The game as it stands once it is written."""
    log = [
        Written(place, f"new {place}", "importer", at, place - 1, facts)
        for place, (facts, at) in enumerate(zip(incoming.entries, incoming.times, strict=True), 1)
    ]
    return read(incoming.game.rules, incoming.setup, log)


def again(incoming: Incoming) -> str:
    """The record of the game once it is written."""
    entries = entries_of(incoming.game, story_of(incoming))
    return encode(incoming.game, incoming.setup, entries, incoming.made_at)


def document(**more: Any) -> dict[str, Any]:
    """A record of The Game with one card, and what a test says of it."""
    return {
        "format": "companion-record/1",
        "game": "the-game",
        "players": ["Ann", "Ben"],
        "entries": [play(47, "up-1")],
        **more,
    }


def mistake(document: Any) -> Mistake:
    text = document if isinstance(document, bytes) else json.dumps(document).encode()
    with pytest.raises(Mistake) as caught:
        taken_in(text)
    return caught.value


class TestRoundTrip:
    @pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
    @at_most(40, suppress_health_check=[HealthCheck.too_slow])
    @given(data=st.data())
    def test_a_record_comes_back_exactly(self, game: Game[Any, Any], data: st.DataObject) -> None:
        setup, story = data.draw(stories(game))
        text = encode(game, setup, entries_of(game, story), MADE_AT)
        [incoming] = taken_in(text).games
        assert again(incoming) == text
        came = story_of(incoming)
        assert len(came.log) == len(json.loads(text)["entries"])
        assert came.replay.outcome == story.replay.outcome
        told, kept = ([flag.rule for flag in each.replay.flags] for each in (came, story))
        assert told == kept
        assert game.rules.describe(came.replay.state) == game.rules.describe(story.replay.state)
        if not game.rules.notes:
            assert (came.replay.state, came.play_time) == (story.replay.state, story.play_time)

    def test_a_table_comes_back_with_its_games_decks_and_nicknames(self) -> None:
        text = encode(GAME, SETUP, [{**play(47, "up-1"), "at": AT}], MADE_AT).rstrip("\n")
        bluff = GAMES["game-of-bluff"]
        other = encode(bluff, bluff.rules.setup(["A", "B", "C"], {}), [], MADE_AT).rstrip("\n")
        decks = {"the-game": {"12": "skull", "13": "none"}, "one-brain": {"red cat": "cover"}}
        words = {"one-brain": {"game": "Katten", "sixth": "oranje"}}
        whole = "".join(encode_table("Thursdays", [text, other], decks, words))
        bundle = taken_in(whole)
        assert (bundle.name, bundle.decks, bundle.nicknames) == ("Thursdays", decks, words)
        records = [again(game).rstrip("\n") for game in bundle.games]
        assert "".join(encode_table(bundle.name, records, bundle.decks, bundle.nicknames)) == whole
        assert taken_in("".join(encode_table(None, [text], {}, {}))).name is None


def test_times_are_those_of_the_file_and_none_that_cannot_be_are_taken() -> None:
    def entered(**more: Any) -> Incoming:
        return taken_in(json.dumps(document(**more))).games[0]

    then = datetime(2026, 1, 31, 20, 15, tzinfo=UTC)
    entries = [{**play(47, "up-1"), "at": AT}, {**play(48, "up-1"), "at": AT}]
    came = entered(entries=entries, made_at="2026-01-31T21:15:00.0009+01:00")
    assert (came.made_at, came.times) == (then, (then,) * 2)
    assert entered(entries=entries).made_at is not None  # it begins with its first entry
    for at in (
        None, 5, True, "", "soon", "2026-01-31T20:15:00", "2026-02-03T00:00:00Z", "1999-12-31",
        "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", [], {}, "2026-13-01T00:00:00Z",
    ):  # fmt: skip
        odd = [entries[0], {**entries[1], "at": at}]
        came = entered(entries=odd, made_at=at)
        assert (came.made_at, came.times) == (None, ()), at


def test_only_what_can_stand_in_an_address_is_the_id_of_a_game() -> None:
    for said in (None, 5, True, "", "x" * 65, "a b", "\ud800", ["abc"], {"id": "abc"}, "abc"):
        [came] = taken_in(json.dumps(document(id=said))).games
        assert came.known_as == ("abc" if said == "abc" else ""), said


def wrong(name: str) -> Iterator[tuple[Any, ...]]:
    """Below this heading: a key, what is said of it, and what cannot stand there."""
    for *said, values in read_table(__file__, name):
        yield from ((*said, json.loads(value)) for value in values.split(" ; "))


class TestMistakes:
    def test_what_is_no_file_of_ours(self) -> None:
        zipped = b"PK\x03\x04" + bytes(range(256))
        for data, why, place in (
            (b"", Why.NOT_JSON, (1, 1)),
            (b'{"format":\n  oops}', Why.NOT_JSON, (2, 3)),
            (b'{"a": "NaN Infinity",\n "b": [1, -Infinity]}', Why.NOT_JSON, (2, 11)),
            (b'{"format": NaN}', Why.NOT_JSON, (1, 12)),
            (b"\xef\xbb\xbf[", Why.NOT_JSON, (1, 2)),
            *((odd, Why.NOT_TEXT, (0, 0)) for odd in (zipped, "{}".encode("utf-16"))),
            *((deep * 100_000, Why.TOO_DEEP, (0, 0)) for deep in (b"[", b'{"a":')),
            *((other, Why.NOT_OURS, (0, 0)) for other in (b"[]", b"null")),
            (b'{"format": ["companion-record/1"]}', Why.NOT_OURS, (0, 0)),
            (b'{"format": "companion-deck/1"}', Why.NOT_OURS, (0, 0)),
        ):
            found = mistake(data)
            assert (found.why, (found.line, found.column)) == (why, place)

    def test_what_is_no_game(self) -> None:
        too_many = ("entries", Why.TOO_MANY_ENTRIES, [end()] * 5001)
        for key, why, value in (*wrong("GAME"), too_many):
            assert mistake(document(**{key: value})).why == why, value

    def test_an_entry_that_cannot_be_read_is_named_with_its_field(self) -> None:
        for field, entry in wrong("ENTRY"):
            found = mistake(document(entries=[play(47, "up-1"), entry]))
            assert (found.why, found.entry, found.detail) == (Why.UNREADABLE, 2, field)
            assert found.game is None

    def test_the_first_entry_that_would_not_be_recorded_is_named_with_its_rule(self) -> None:
        cases = [(log_of(said), *told) for said, *told in read_table(__file__, "RULES")]
        for entries, *told in (*cases, ([{**end(), "refused": True}], "1", "minimum")):
            found = mistake(document(entries=entries))
            assert [found.why, str(found.entry), *found.rules] == ["rule", *told], entries

    def test_an_entry_may_say_that_it_has_no_effect_and_more(self) -> None:
        deep: Any = []
        for _ in range(200):
            deep = [deep]
        more = {"page": "x", "seen": 3, "target": 1, "id": "=1", "junk": deep, "extra": 10**40}
        refused = {**play(47, "up-2"), "refused": True, "at": "soon"}
        entries = [{**play(47, "up-1"), **more}, refused]
        [came] = taken_in(json.dumps(document(entries=entries))).games
        assert [dict(facts) for facts in came.entries] == [play(47, "up-1"), play(47, "up-2")]
        two = [play(47, "up-1"), play(48, "up-2")]
        logs = (entries, entries[:1], two, two[::-1])
        said = {taken_in(json.dumps(document(entries=each))).games[0].said for each in logs}
        assert len(said) == len(logs), "games of one moment are told apart by their entries"

    def test_words_of_a_card_are_words_that_somebody_can_type(self) -> None:
        for colour, kind, more in (
            *((odd, "cat", {}) for odd in ("\ud800", "x" * 25, "a\x00")),
            ("red", "\u202e", {}),
            ("red", "cat", {"more": [[]]}),
        ):
            card = {"colour": colour, "kind": kind, **more}
            entries = [{**lays("donate"), "to": 1, "given_from": "hand", "card": card}]
            found = mistake(document(game="one-brain", entries=entries))
            assert (found.why, found.detail) == (Why.UNREADABLE, "card")

    def test_what_is_no_table(self, app: Flask) -> None:
        one, odd, broken = document(), document(game="x"), document(entries=[end()])
        cases = [(key, why, None, value) for key, why, value in wrong("TABLE")]
        cases += [("games", Why.TOO_MANY_GAMES, None, [one] * 201)]
        cases += [("games", Why.NO_RECORD, 2, [one, each]) for each in ([], document(format="x"))]
        cases += [("games", Why.NO_SUCH_GAME, 2, [one, odd]), ("games", Why.RULE, 2, [one, broken])]
        for key, why, game, value in cases:
            with app.test_request_context():
                found = mistake({"format": "companion-table/1", "games": [one], key: value})
            assert (found.why, found.game) == (why, game), value
        unknown = {"format": "companion-table/1", "games": [one], "decks": {"patience": {}}}
        assert mistake(unknown).detail == "patience"

    @pytest.mark.parametrize("why", Why)
    def test_every_mistake_has_a_sentence(self, app: Flask, why: Why) -> None:
        start = GAME.rules.start(SETUP)
        step = Mistake(why, "5", 2, 12, 3, 4, ("minimum",), end(), start, GAME, ("A", ""))
        with app.test_request_context():
            told = describe(step)
        assert told.startswith("Game 2, entry 12: ")
        good = why in (Why.TOO_MANY_GAMES, Why.TOO_MANY_ENTRIES, Why.NO_SUCH_GAME)
        advice = "" if good else " Export the file again and try that one."
        assert told.endswith(f"Nothing was imported.{advice}")
        assert "%" not in told

    @at_most(80)
    @given(JUNK, st.sampled_from(["format", "game", "players", "options", "entries", "made_at"]))
    def test_anything_anywhere_is_a_game_or_a_mistake(self, junk: object, key: str) -> None:
        try:
            [game] = taken_in(json.dumps({**document(), key: junk})).games
        except Mistake:
            return
        times = tuple(NOW + timedelta(milliseconds=n) for n, _ in enumerate(game.entries))
        assert again(replace(game, made_at=NOW, times=times))  # as it will be written

    @at_most(100)
    @given(st.binary(max_size=60))
    def test_any_bytes_are_a_mistake(self, data: bytes) -> None:
        assert mistake(data).why in (Why.NOT_TEXT, Why.NOT_JSON, Why.NOT_OURS, Why.TOO_DEEP)


def test_words_of_older_logs_that_nobody_can_type_are_left_out() -> None:
    game = GAMES["one-brain"]
    setup = game.rules.setup(["Ann", "Ben", "Cas"], {})
    for word in ("x" * 40, "\u202eevil", "a\x01b", "a\x00b", "a" + "\u0315\u0300" * 150):
        cards = ({"colour": word, "kind": "duck"}, {"colour": "red", "kind": word})
        said = [{**lays("extra", card=card), "confirmed": True} for card in cards]
        log = [Written(n, f"id {n}", "phone", NOW, n - 1, facts) for n, facts in enumerate(said, 1)]
        text = encode(game, setup, entries_of(game, read(game.rules, setup, log)), NOW)
        [came] = taken_in(text).games
        assert (len(came.entries), again(came)) == (len(log), text)


def test_what_is_no_number_is_found_behind_a_long_text() -> None:
    """Looking for it keeps nothing of each letter, of which a file may have five million."""
    for text in ("a", "\\\\"):
        data = f'["{text * 300_000}", NaN]'.encode()
        tracemalloc.start()
        with pytest.raises(Mistake) as found:
            taken_in(data)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert (found.value.why, found.value.column) == (Why.NOT_JSON, len(data) - 3)
        assert peak < 6 * len(data)


def tell_log(game: Game[Any, Any], setup: Setup, log: Log) -> Told:
    people = tuple(Person(f"p{seat}", name) for seat, name in enumerate(setup.players))
    return tell(StoredGame("game", "table", game.slug, setup.options, people, MADE_AT, tuple(log)))


def file_of(game: Game[Any, Any], setup: Setup, story: Story) -> Incoming:
    [incoming] = taken_in(encode(game, setup, entries_of(game, story), MADE_AT)).games
    return incoming


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@at_most(40, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_file_is_like_its_game(game: Game[Any, Any], data: st.DataObject) -> None:
    """Whatever was taken back, changed and put in since; and what a copy has more is known."""
    setup, story = data.draw(stories(game))
    here = tell_log(game, setup, story.log)
    place = data.draw(st.integers(0, len(story.log)))
    then = file_of(game, setup, read(game.rules, setup, story.log[:place]))
    assert compare(here, tell_incoming(then)) in (Likeness.SAME, Likeness.EARLIER)
    assert compare(here, tell_incoming(file_of(game, setup, story))) is Likeness.SAME
    copy = story_of(then)
    first = tell_log(game, setup, copy.log[: data.draw(st.integers(0, len(copy.log)))])
    assert compare(first, tell_incoming(then)) in (Likeness.SAME, Likeness.LATER)


def test_what_went_on_in_a_copy() -> None:
    for *logs, likeness in read_table(__file__, "COPIES"):
        here, there = (Book(*log_of(said)) for said in logs)
        came = tell_incoming(file_of(there.game, there.setup, there.story))
        found = compare(tell_log(here.game, here.setup, here.log), came)
        assert found.name.lower() == likeness, logs
