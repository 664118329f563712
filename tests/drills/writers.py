"""Clients that enter through a whole season, each entry asked for until its verdict has come."""

import asyncio
import hashlib
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from tests.drills import wire
from tests.drills.season import COUNTS, Acknowledged, Season

PATIENCE = 12  # s for one answer, as a phone's
PAUSE = 0.1  # s until the same entry is asked for again; a phone takes longer
LOOK = 0.005  # s between two looks at how many entries are in
COPIES = 10  # every so many-th entry is sent again after its answer, as if that had been lost
VERDICT = re.compile(rb"^verdict: (\S+) (\S+) (\S+)", re.IGNORECASE | re.MULTILINE)


@dataclass
class Told:
    """What the server has said to all of these clients."""

    acknowledged: list[Acknowledged] = field(default_factory=list)
    moments: list[float] = field(default_factory=list)
    """When each verdict came that an entry was waiting for, by `time.perf_counter`."""
    felt: float = 0
    """The longest that anybody waited for a verdict, s, since it was asked for the first time."""
    contradicted: int = 0
    """Entries with any verdict but `recorded`, and copies with another one than their entry."""


@dataclass(frozen=True)
class Count:
    """One entry of a seat in a game: how many cards it holds."""

    season: Season
    game: str
    seat: int
    cards: int

    @property
    def id(self) -> str:
        said = f"{self.game} {self.seat} {self.cards}"
        return hashlib.sha256(said.encode()).hexdigest()[:32]

    def form(self, seen: int) -> dict[str, object]:
        facts = {"kind": "hand-corrected", "player": self.seat, "cards": self.cards}
        return {**facts, "seen": seen, "id": self.id}


class Writers:
    """A client for each seat of these tables, at the server on this port."""

    def __init__(self, port: int, seasons: Sequence[Season]) -> None:
        self.port, self.told, self.stopped = port, Told(), False
        self._seasons = seasons
        self._keys: dict[str, dict[str, str]] = {}
        self._places: dict[str, int] = {}

    @property
    def clients(self) -> int:
        return sum(len(season.phones) for season in self._seasons)

    @property
    def entries(self) -> int:
        return sum(len(season.phones) * len(season.games) * COUNTS for season in self._seasons)

    async def sit_down(self) -> None:
        for season in self._seasons:
            for secret in (each for seat in season.phones for each in seat):
                keys, _ = await wire.keys(self.port, season.address(season.games[0]), secret)
                self._keys[secret] = keys

    async def write(self) -> None:
        """All of every season is acknowledged, or all that was asked for since `stopped` is set.

        What was acknowledged before is not asked for once more.
        """
        async with asyncio.TaskGroup() as writing:
            for season in self._seasons:
                for seat in range(len(season.phones)):
                    writing.create_task(self._client(season, seat))

    async def until(self, many: int) -> None:
        while len(self.told.moments) < many:
            await asyncio.sleep(LOOK)

    async def _client(self, season: Season, seat: int) -> None:
        for game in season.games:
            seen = 0
            for cards in range(COUNTS):
                if self.stopped:
                    return
                count = Count(season, game, seat, cards)
                seen = self._places.get(count.id) or await self._enters(count, seen)

    async def _enters(self, count: Count, seen: int) -> int:
        """The place that this entry is acknowledged at; 0 if it was contradicted."""
        began = time.perf_counter()
        place = self._places[count.id] = await self.ask(count, seen)
        now = time.perf_counter()
        self.told.felt = max(self.told.felt, now - began)
        self.told.moments.append(now)
        if place:
            said = Acknowledged(count.game, place, count.seat, count.cards)
            self.told.acknowledged.append(said)
        again = count.cards % COPIES == 0 and not self.stopped
        self.told.contradicted += not place or (again and await self.ask(count, seen) != place)
        return place

    async def ask(self, count: Count, seen: int) -> int:
        """Where the verdict on this entry says that it is; 0 if it says anything else."""
        address = f"{count.season.address(count.game)}entries"
        keys = self._keys[count.season.phone(count.seat, count.game)]
        while True:
            with suppress(OSError, TimeoutError, ValueError, IndexError):
                async with asyncio.timeout(PATIENCE):
                    answer = await wire.request(self.port, "POST", address, keys, count.form(seen))
                verdict = VERDICT.search(answer[1])
                if verdict and verdict[1].decode() == count.id:
                    return int(verdict[3]) if verdict[2] == b"recorded" else 0
            await asyncio.sleep(PAUSE)
