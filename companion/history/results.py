"""The results of games, out of the cache beside their logs, or made again from these.

State is never stored. A result may be thrown away at any time, and is made again where it is
missing, older than its log, or made by another version of this.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Protocol

from companion.engine import log
from companion.engine.names import name_key
from companion.engine.rules import Summary
from companion.engine.setup import Setup
from companion.engine.table import Kept, StoredGame
from companion.games import GAMES
from companion.games.game import Tile

VERSION = 6  # one more whenever a summary says more, or something else
AT_ONCE = 100  # games whose logs are in memory together

Made = Mapping[str, tuple[int, int, Mapping[str, object]]]


class Keeper(Protocol):
    """What reads logs, and keeps results."""

    def read_logs(self, games: Sequence[StoredGame]) -> tuple[StoredGame, ...]: ...

    def keep(self, made: Made) -> None: ...


@dataclass(frozen=True, slots=True)
class Played:
    """A game of the shelf at a table, and what it came down to."""

    stored: StoredGame
    summary: Summary

    @property
    def tile(self) -> Tile:
        return GAMES[self.stored.slug].tile(self.stored.options)

    @property
    def called(self) -> str:
        """The name that the table gave what it played; "" where its tile has one."""
        return GAMES[self.stored.slug].called(self.stored.options)

    @property
    def kind(self) -> str:
        """What was played, as addresses say it: the tile, and the name however it is written."""
        return ":".join(filter(None, (self.tile.slug, name_key(self.called))))


def load_results(keeper: Keeper, found: Iterable[Kept]) -> list[Played]:
    """These games with their results, in their order; what had to be made is kept from now on.

    Those that are damaged are left out.
    """
    games = [kept for kept in found if _is_known(kept.stored)]
    fresh = {kept.stored.id: _read(kept) for kept in games if _holds(kept)}
    missing = [kept.stored for kept in games if kept.stored.id not in fresh]
    for start in range(0, len(missing), AT_ONCE):
        logs = keeper.read_logs(missing[start : start + AT_ONCE])
        made = {stored.id: result for stored in logs if (result := _try(stored))}
        heads = {stored.id: len(stored.log) for stored in logs}
        keeper.keep({each: (heads[each], VERSION, asdict(made[each])) for each in made})
        fresh |= made
    return [Played(kept.stored, fresh[kept.stored.id]) for kept in games if kept.stored.id in fresh]


def _is_known(stored: StoredGame) -> bool:
    """Whether this is a game of the shelf that these people can play so."""
    try:
        _setup(stored)
    except Exception:
        return False
    return True


def _try(stored: StoredGame) -> Summary | None:
    """As `summarise`; None for a game that is damaged: the others go on without it."""
    try:
        return summarise(stored)
    except Exception:
        return None


def _setup(stored: StoredGame) -> Setup:
    rules = GAMES[stored.slug].rules
    return rules.setup_of([person.name for person in stored.people], stored.options)


def summarise(stored: StoredGame) -> Summary:
    """What the log of this game comes down to."""
    game = GAMES[stored.slug]
    log.check_places(stored.log)
    story = log.read(game.rules, _setup(stored), stored.log)
    summary: Summary = game.rules.summary(story.replay.state)
    if stored.log:
        summary = replace(summary, entered_at=stored.log[-1].at.isoformat())
    if summary.result_only:  # when it was entered says nothing of how long it was
        return summary
    return replace(summary, seconds=round(story.play_time.total_seconds()))


def _holds(kept: Kept) -> bool:
    """Whether the result that is kept of a game is that of its log as it is now."""
    return kept.summary is not None and (kept.place, kept.version) == (kept.head, VERSION)


def _read(kept: Kept) -> Summary:
    said: dict[str, Any] = dict(kept.summary or {})
    lists = {name: tuple(said[name]) for name in ("scores", "ranks")}
    return Summary(**{**said, **lists})
