"""Entries of a game by their fields, what these take, and what they do not."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest

from companion.engine.entry import Unreadable
from companion.games.game import Game

Field = tuple[dict[str, Any], str, tuple[object, ...], tuple[object, ...]]
"""An entry, one of its fields, what that takes, and what it does not."""

SEATS, NO_SEATS = (0, 2), (-1, 3, True, "0", None)
NO_COUNTS = (-1, "5", None)


def entry_of(kind: str, *fields: str) -> Callable[..., dict[str, Any]]:
    """Makes entries of this kind by the values of these fields; a value of None is not said."""

    def made(*values: object, **named: object) -> dict[str, Any]:
        assert len(values) <= len(fields), (kind, values)
        said = {**dict(zip(fields, values, strict=False)), **named}
        return {"kind": kind, **{name: each for name, each in said.items() if each is not None}}

    return made


def check_fields(game: Game[Any, Any], told: tuple[Field, ...], **options: object) -> None:
    """Every field of every entry is told, and takes what it takes, at a table of three."""
    written = {
        (entry.kind, field.metadata["written_as"] or field.name): field.name
        for entry in game.rules.known
        for field in fields(entry)
    }
    assert {(facts["kind"], name) for facts, name, _takes, _not in told} == written.keys()
    setup = game.rules.setup(["Ann", "Ben", "Cas"], options)
    for facts, name, takes, refuses in told:
        for value in takes:
            entry = game.rules.read(setup, {**facts, name: value})
            assert getattr(entry, written[facts["kind"], name]) == value, (facts, name)
        for value in refuses:
            with pytest.raises(Unreadable) as caught:
                game.rules.read(setup, {**facts, name: value})
            assert caught.value.field == name, (facts, name, value)
