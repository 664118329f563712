"""Many tables of four phones, made in a store of their own before the server opens it."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion.engine.table import StoredGame
from companion.games import GAMES
from companion.operations.keys import secret_key
from companion.operations.settings import database_url
from companion.store.store import Store

NAMES = ["Ann", "Ben", "Cas", "Dee"]


@dataclass(frozen=True)
class Seated:
    """A table with its running game, who plays, and the secrets of the phones, its host first."""

    table: str
    slug: str
    game: str
    phones: tuple[str, ...]
    people: tuple[str, ...]

    @property
    def address(self) -> str:
        return f"/t/{self.table}/{self.game}/"


def seated(
    instance: Path, tables: int, slugs: Sequence[str] = ("the-game",), phones: int = len(NAMES)
) -> list[Seated]:
    """So many tables, each with so many phones at a game that has just begun: these in turn."""
    with closing(store_of(instance)) as store:
        return [_table(store, at, slugs[at % len(slugs)], phones) for at in range(tables)]


def store_of(instance: Path) -> Store:
    return Store(database_url(instance), secret_key(instance).encode())


def _table(store: Store, number: int, slug: str, phones: int) -> Seated:
    secrets = tuple(f"drill-{number}-{phone}" for phone in range(phones))
    seats = min(GAMES[slug].rules.seats, key=lambda seats: abs(seats - len(NAMES)))
    people = [*NAMES, *(f"Player {seat}" for seat in range(len(NAMES) + 1, seats + 1))][:seats]
    game = sit_down(store, secrets, slug, people)
    return Seated(game.table, slug, game.id, secrets, tuple(person.id for person in game.people))


def sit_down(
    store: Store, secrets: Sequence[str], slug: str, people: Sequence[str], **options: object
) -> StoredGame:
    host, *others = (store.phones.remember(secret) for secret in secrets)
    game = store.games.start(host, slug, options, people)
    link = store.invitations.find_all(host, game.table)["player"].link
    for other in others:
        store.phones.join(other, link)
    return game
