"""A game as a phone keeps it to work out its board by itself (protocol.md, Without network).

It is JSON: what `StoredGame` says, and of its log the entries after a place. Logs only grow at
their end, so the phone puts these behind those that it has.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.engine.deck import Lesson
from companion.engine.log import Written
from companion.engine.table import Person, StoredGame


@dataclass(frozen=True, slots=True)
class Mirror:
    """A game of a server's table as the phone `me` sees it.

    `number` says which game of its kind it is at its table, from 1. `later` is the newest game of
    that kind after it, `series` are the newest ones of that kind with this one, newest first, where
    its game goes by them. `epoch` is that of the server's data.
    """

    me: str
    epoch: str
    game: StoredGame
    number: int
    later: StoredGame | None = None
    series: tuple[StoredGame, ...] = ()


def encode(mirror: Mirror, since: int = 0) -> dict[str, Any]:
    """This mirror as JSON takes it, with the entries of its own game after the place `since`."""
    return {
        "me": mirror.me,
        "epoch": mirror.epoch,
        "number": mirror.number,
        "since": since,
        "game": _encode(mirror.game, since),
        "later": mirror.later and _encode(mirror.later),
        "series": [_encode(each) for each in mirror.series if each.id != mirror.game.id],
    }


def decode(said: Mapping[str, Any]) -> Mirror:
    """The mirror that `encode` made, of a whole log."""
    game = _decode(said["game"])
    later = said["later"] and _decode(said["later"])
    others = [_decode(each) for each in said["series"]]
    series = tuple(sorted((game, *others), key=lambda each: each.made_at, reverse=True))
    return Mirror(said["me"], said["epoch"], game, said["number"], later, series if others else ())


def _encode(game: StoredGame, since: int = 0) -> dict[str, Any]:
    return {
        "id": game.id,
        "table": game.table,
        "slug": game.slug,
        "options": dict(game.options),
        "people": [[person.id, person.name] for person in game.people],
        "made_at": game.made_at.isoformat(),
        "log": [
            [each.place, each.id, each.phone, each.at.isoformat(), each.seen, dict(each.facts)]
            for each in game.log[since:]
        ],
        "lessons": [[each.card, each.carries, each.game] for each in game.lessons],
        "nicknames": dict(game.nicknames),
        "phones": dict(game.phones),
        "role": game.role,
        "closed": game.closed,
        "mine": game.mine,
        "touched": game.touched,
        "met": sorted(game.met),
        **({"deleted": True} if game.deleted else {}),
        **({"note": game.note} if game.note else {}),
        **({"came_as": game.came_as} if game.came_as else {}),
    }


def _decode(said: Mapping[str, Any]) -> StoredGame:
    return StoredGame(
        **{
            **said,
            "people": tuple(Person(*each) for each in said["people"]),
            "made_at": datetime.fromisoformat(said["made_at"]),
            "log": tuple(
                Written(place, made, phone, datetime.fromisoformat(at), seen, facts)
                for place, made, phone, at, seen, facts in said["log"]
            ),
            "lessons": tuple(Lesson(*each) for each in said["lessons"]),
            "met": frozenset(said["met"]),
        }
    )
