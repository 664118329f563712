"""A table as a phone hands it over: read as it was written, and anything else refused."""

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.engine.names import clean
from companion.engine.table import GAMES_PER_TABLE, LESSONS_PER_TABLE, TooMuch
from companion.files.handover import Handover, NotATable, decode, encode
from companion.games import GAMES
from tests.support import handovers

WHOLE = handovers.table()
JUNK = (None, 1.5, True, -1, 10**6, "", "é", "x" * 200, [], {}, [[]], "\ud800", "2026-01-01")

ALSO_WRONG: tuple[tuple[tuple[object, ...], object], ...] = (
    (("people",), [*([each.id, each.name] for each in WHOLE.people), ["a/b", "Zoe"]]),
    (("games",), [{}] * (GAMES_PER_TABLE + 1)),
    (("games", 0, "seats"), [WHOLE.people[0].id] * 2),
)


def wrong() -> Iterator[tuple[tuple[object, ...], object]]:
    """The lines of `wrong_tables.txt`: a path, and what cannot stand there."""
    text = Path(__file__).with_name("wrong_tables.txt").read_text(encoding="utf-8")
    for line in text.splitlines()[1:]:
        path, _, values = line.partition(" | ")
        steps = tuple(int(step) if step.isdecimal() else step for step in path.split())
        yield from ((steps, json.loads(value)) for value in values.split(" ; "))


def document() -> dict[str, Any]:
    """The table as JSON gives it back."""
    return json.loads(json.dumps(encode(WHOLE)))


def put(said: Any, path: tuple[object, ...], value: object) -> Any:
    """This document, in which that stands at this path."""
    spoilt = at = copy.deepcopy(said)
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return spoilt


def read_again(said: object) -> Handover:
    return decode(json.dumps(said).encode(), clean)


def test_a_table_is_read_as_it_was_written() -> None:
    one, other, *_ = (each.id for each in WHOLE.people)
    noted = replace(WHOLE.games[0], note="It rained.")
    for table in (
        *(WHOLE, replace(WHOLE, games=(noted, *WHOLE.games[1:]), gone=("gone",))),
        merged := replace(WHOLE, games=(), same={one: other}),  # where no game waits
    ):
        assert read_again(encode(table)) == table
    people = tuple(replace(each, listed=each.id != other) for each in WHOLE.people)
    again = read_again(said := encode(replace(merged, people=people)))
    assert [each.listed for each in again.people][:3] == [True, False, True]
    del said["same"], said["unlisted"], said["gone"]  # as earlier versions wrote it
    assert read_again(said) == replace(WHOLE, games=())
    logs = [log for game in WHOLE.games for log in game.log]
    assert {each.kind for each in logs} >= set(handovers.ABOUT)
    assert {game.slug for game in WHOLE.games} == set(GAMES)
    assert len(logs) > 150


def test_a_full_log_ends_only_with_what_takes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.files.handover.ENTRIES_PER_GAME", 3)
    said, at = document(), "2026-01-31T20:15:00+00:00"
    log = [[place, f"id-{place}", at, 0, {"kind": "cannot-play"}] for place in range(1, 4)]
    back, again = (
        [place, f"id-{place}", at, 3, {"kind": "taken-back", "target": target}]
        for place, target in ((4, 2), (5, 4))
    )
    said["games"] = [next(game for game in said["games"] if game["slug"] == "the-game")]
    for more in ([], [back]):
        read_again(put(said, ("games", 0, "log"), [*log, *more]))
    for more in ([back, again], [[4, *log[0][1:]]]):
        with pytest.raises(NotATable):
            read_again(put(said, ("games", 0, "log"), [*log, *more]))


def test_what_is_wrong_is_refused() -> None:
    said = document()
    for path, value in (*wrong(), *ALSO_WRONG):
        with pytest.raises(NotATable):
            read_again(put(said, path, value))
    for text in (b"", b"\xff", b"[", b"[]", b"null", b"NaN", b"[" * 100_000):
        with pytest.raises(NotATable):
            decode(text, clean)


def leaves(said: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """The paths of everything in this document, a few lines of each log."""
    if path:
        yield path
    if isinstance(said, dict):
        for name, value in said.items():
            yield from leaves(value, (*path, name))
    elif isinstance(said, list):
        for at, value in enumerate(said[:3]):
            yield from leaves(value, (*path, at))


def test_whatever_stands_anywhere_it_is_read_or_refused() -> None:
    said = json.loads(json.dumps(encode(handovers.table(games=2, acts=4))))
    for path in leaves(said):
        for junk in JUNK:
            try:
                kept = read_again(put(said, path, junk))
            except NotATable:
                continue
            json.dumps(encode(kept)).encode()


def test_too_many_entries_are_refused_before_any_is_looked_at() -> None:
    said = document()
    said["games"] = [{"log": [0] * 1000} for _ in range(100)]
    with pytest.raises(TooMuch):
        read_again(said)
    said["games"] = document()["games"]
    said["games"][0]["log"] = [0] * 5001
    with pytest.raises(NotATable):
        read_again(said)


def test_all_that_200_games_can_teach_is_read_and_more_is_too_much() -> None:
    """Each game about each card, and the page of each deck."""
    decks = {slug: game.learning for slug, game in GAMES.items() if game.learning}
    most = max(decks, key=lambda slug: len(decks[slug].cards))
    taught = [(most, f"game-{number}") for number in range(GAMES_PER_TABLE)]
    said = document()
    said["lessons"] = [
        [slug, card, min(decks[slug].carried), game, said["made_at"]]
        for slug, game in (*taught, *((slug, "") for slug in decks))
        for card in decks[slug].cards
    ]
    assert read_again(said)
    said["lessons"] += [[]] * (LESSONS_PER_TABLE - len(said["lessons"]))
    for error in (NotATable, TooMuch):  # which is said before any is looked at
        with pytest.raises(error):
            read_again(said)
        said["lessons"] += [[]]
