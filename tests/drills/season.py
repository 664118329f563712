"""Tables with game after game laid out, each of whose phones counts the hand of its own seat.

Nobody contradicts anybody, and no phone says the same twice in one game: what is missing, twice or
elsewhere in a log afterwards is the server's doing.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.store.store import Store

NAMES = ["Ann", "Ben", "Cas", "Dee"]
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
        """The secret of the phone with which this seat enters in this game."""
        return self.phones[seat][self.games.index(game) % CHANGES]


@dataclass(frozen=True)
class Acknowledged:
    """An entry that the server said was recorded: at which place of which game, and who it was."""

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
    store = Store(database, key.encode())
    found = [_table(store, number, games) for number in range(tables)]
    store.close()
    return found


def audited(
    database: str,
    key: str,
    seasons: Sequence[Season],
    said: Sequence[Acknowledged],
) -> Books:
    """The logs of all games, as a store that was just opened reads them, beside what was said."""
    store = Store(database, key.encode())
    logs = {game: log for season in seasons for game, log in _logs(store, season)}
    store.close()
    promised, written = Counter(said), Counter(_entries(logs))
    of_promised = Counter((each.game, each.seat, each.cards) for each in promised.elements())
    of_written = Counter((each.game, each.seat, each.cards) for each in written.elements())
    return Books(
        acknowledged=len(said),
        lost=(promised - written).total(),
        doubled=(of_written - of_promised).total(),
        gaps=sum(
            place != expected
            for log in logs.values()
            for expected, (place, _, _) in enumerate(log, start=1)
        ),
    )


Log = list[tuple[int, int, int]]
"""Place, seat and count of each entry."""


def _logs(store: Store, season: Season) -> Iterator[tuple[str, Log]]:
    host = store.phones.remember(season.phones[0][0])
    for game in season.games:
        stored = store.games.find(host, season.table, game)
        assert stored is not None, game
        yield (
            game,
            [
                (w.place, int(str(w.facts["player"])), int(str(w.facts["cards"])))
                for w in stored.log
            ],
        )


def _entries(logs: dict[str, Log]) -> Iterator[Acknowledged]:
    for game, log in logs.items():
        for place, seat, cards in log:
            yield Acknowledged(game, place, seat, cards)


def _table(store: Store, number: int, games: int) -> Season:
    secrets = tuple(
        tuple(f"season-{number}-{seat}-{phone}" for phone in range(CHANGES))
        for seat in range(len(NAMES))
    )
    host, *others = (store.phones.remember(secret) for seat in secrets for secret in seat)
    first = store.games.start(host, "the-game", {}, NAMES)
    link = store.invitations.find_all(host, first.table)["player"].link
    for other in others:
        store.phones.join(other, link)
    later = [store.games.start(host, "the-game", {}, NAMES, first.table) for _ in range(games - 1)]
    return Season(first.table, tuple(game.id for game in [first, *later]), secrets)
