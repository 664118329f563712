"""Whether everything can still be told: every log replayed, beside what is kept of it."""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any

import click
from flask import current_app
from flask.cli import with_appcontext
from sqlalchemy import Connection, Row, select

from companion.engine import log
from companion.engine.log import Written
from companion.engine.replay import Result
from companion.engine.table import Person, StoredGame
from companion.games import GAMES
from companion.history.results import VERSION, summarise
from companion.operations import users
from companion.operations.counting import count, count_all
from companion.store.database import schema, times
from companion.store.games import entries
from companion.store.games.games import SEATS
from companion.store.store import Store
from companion.store.transfer.staging import STAGING


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found: how many games and entries, and in words where something does not fit."""

    games: int
    entries: int
    differences: Sequence[str]


@click.command("check", short_help="Recount every game, and say what differs.")
@with_appcontext
def check_command() -> None:
    """Recount every game, and say what differs from the stored figures. Changes nothing.

    Exit status 1 if something differs or nothing could be checked.
    """
    with closing(current_app.extensions["store"]) as store:
        users.check(store.database.file)
        checked = check(store)
    for difference in checked.differences:
        click.echo(difference)
    found = {
        "game": checked.games,
        "entry": checked.entries,
        "difference": len(checked.differences),
    }
    click.echo(count_all(found))
    raise SystemExit(bool(checked.differences))


def check(store: Store) -> Checked:
    """Every game of this store, whoever plays on in it meanwhile. A game is named by its id."""
    differences: list[str] = []
    entries = games = 0
    with store.database.read_existing() as connection:
        staging = select(STAGING.c.id)  # their games come in just now, or never
        there = select(schema.games.c.id).where(schema.games.c.table.not_in(staging))
        for game_id in connection.execute(there).scalars().all():
            kept = connection.execute(_of(schema.results, game_id)).one_or_none()
            try:  # a result is kept after its entries: so it is read before them
                game = _game(connection, game_id)
            except (ValueError, TypeError, AttributeError) as error:
                differences.append(f"game {game_id}: {type(error).__name__} when it was read")
                continue
            if game is None:
                continue  # deleted since its id was read
            games, entries = games + 1, entries + len(game.log)
            differences += (f"game {game_id}: {said}" for said in _differences(game, kept))
    return Checked(games, entries, differences)


def _of(table: Any, game_id: str) -> Any:
    return select(table).where(table.c.game == game_id)


def _game(connection: Connection, game_id: str) -> StoredGame | None:
    found = connection.execute(select(schema.games).where(schema.games.c.id == game_id)).first()
    if found is None:
        return None
    seated = connection.execute(SEATS, {"games": [game_id]})
    people = tuple(Person(row.id, row.name) for row in seated)
    found_log = connection.execute(_of(schema.entries, game_id).order_by(schema.entries.c.place))
    written = tuple(map(entries.from_row, found_log))
    at = times.to_time(found.made_at)
    return StoredGame(game_id, found.table, found.slug, found.options, people, at, log=written)


def _differences(game: StoredGame, kept: Row[Any] | None) -> Iterator[str]:
    if game.slug not in GAMES:
        yield "this version does not know this kind of game"
        return
    missing = set(range(1, len(game.log) + 1)) ^ {written.place for written in game.log}
    if missing:
        yield f"its entries are not numbered 1, 2, 3…: the first wrong number is {min(missing)}"
        return
    if lost := [written.place for written in game.log if not _names_an_earlier_one(written)]:
        yield f"the entry at place {lost[0]} names no earlier entry"
        return
    try:
        yield from _unreadable(game)
        now = json.loads(json.dumps(asdict(summarise(game))))
    except Exception as error:  # whatever it is: the next games are looked at all the same
        yield f"{type(error).__name__} when it was recounted"
        return
    if kept is None or kept.version != VERSION:
        return
    if kept.place > len(game.log):
        there = len(game.log)
        yield f"the stored result counts {count(kept.place, 'entry')}, but the game has {there}"
    elif kept.place == len(game.log) and kept.summary != now:
        yield "the stored result is not what its entries come to"


def _names_an_earlier_one(written: Written) -> bool:
    """Whether what speaks of another entry speaks of one that was there before it."""
    fact = log.about(written.facts)
    if fact is None:
        return True
    named = written.facts.get(fact)
    return isinstance(named, int) and 1 <= named < written.place


def _unreadable(game: StoredGame) -> Iterator[str]:
    rules = GAMES[game.slug].rules
    setup = rules.setup_of([person.name for person in game.people], game.options)
    for line in log.read(rules, setup, game.log).counting:
        if line.step and line.step.result is Result.UNREADABLE:
            yield f"the entry at place {line.place} cannot be read"
