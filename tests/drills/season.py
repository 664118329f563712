"""Tables with game after game laid out, each of whose phones counts the hand of its own seat.

Nobody contradicts anybody, and no phone says the same twice in one game: what is missing, twice or
elsewhere in a log afterwards is the server's doing.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from companion.store.store import Store
from tests.drills.crowd import NAMES, sit_down

COUNTS = 24  # entries of a seat in one game: hands of 23 for all four still leave cards to draw
CHANGES = 4  # phones that a seat has, in turn: no phone enters more than a thumb could


@dataclass(frozen=True)
class Season:
    """A table, its games in order, and the secrets of each seat's phones."""

    table: str
    games: tuple[str, ...]
    phones: tuple[tuple[str, ...], ...]

    def address(self, game: str) -> str:
        return f"/t/{self.table}/{game}/"

    def phone(self, seat: int, game: str) -> str:
        return self.phones[seat][self.games.index(game) % CHANGES]


@dataclass(frozen=True)
class Acknowledged:
    game: str
    place: int
    seat: int
    cards: int


@dataclass(frozen=True)
class Books:
    """What the logs say of what was acknowledged."""

    acknowledged: int
    lost: int
    doubled: int
    gaps: int

    @property
    def right(self) -> bool:
        return self.acknowledged > 0 and not (self.lost or self.doubled or self.gaps)

    def __str__(self) -> str:
        return (
            f"{self.acknowledged:,} acknowledged, {self.lost} lost, {self.doubled} doubled, "
            f"{self.gaps} gaps"
        )


def laid_out(database: str, key: str, tables: int, games: int) -> list[Season]:
    """So many tables of four seats, each with so many games of The Game that have just begun."""
    with closing(Store(database, key.encode())) as store:
        return [_table(store, number, games) for number in range(tables)]


def audited(
    database: str, key: str, seasons: Sequence[Season], said: Sequence[Acknowledged]
) -> Books:
    """The logs of all games, as a store that was just opened reads them, beside what was said."""
    promised, written, gaps = Counter(said), Counter[Acknowledged](), 0
    with closing(Store(database, key.encode())) as store:
        for season in seasons:
            host = store.phones.remember(season.phones[0][0])
            for game in season.games:
                stored = store.games.find(host, season.table, game)
                assert stored is not None, game
                gaps += sum(each.place != at for at, each in enumerate(stored.log, 1))
                for each in stored.log:
                    seat, cards = (int(str(each.facts[name])) for name in ("player", "cards"))
                    written[Acknowledged(game, each.place, seat, cards)] += 1
    of_promised = Counter((each.game, each.seat, each.cards) for each in promised.elements())
    of_written = Counter((each.game, each.seat, each.cards) for each in written.elements())
    return Books(
        acknowledged=len(said),
        lost=(promised - written).total(),
        doubled=(of_written - of_promised).total(),
        gaps=gaps,
    )


def _table(store: Store, number: int, games: int) -> Season:
    secrets = tuple(
        tuple(f"season-{number}-{seat}-{phone}" for phone in range(CHANGES))
        for seat in range(len(NAMES))
    )
    first = sit_down(store, [secret for seat in secrets for secret in seat], "the-game", NAMES)
    host = store.phones.remember(secrets[0][0])
    later = [store.games.start(host, "the-game", {}, NAMES, first.table) for _ in range(games - 1)]
    return Season(first.table, tuple(game.id for game in [first, *later]), secrets)
