"""What the games of a table say together: pure figures over their results, oldest game first."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeVar

from companion.engine.names import name_key
from companion.games import GAMES
from companion.games.game import Game
from companion.history.results import Played

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Figures:
    """Some games, and how those of them that are finished went.

    `best` and `average` are over the games that have a result; they are None where no game has one.
    A streak is wins one after another, games that still run passed over; `current` is the one that
    the latest game belongs to.
    """

    played: int
    finished: int
    won: int
    best: int | None
    average: float | None
    current: int
    longest: int

    @property
    def share(self) -> float:
        """The part of the finished games that was won, 0 to 1."""
        return self.won / self.finished if self.finished else 0.0


@dataclass(frozen=True, slots=True)
class OfTile:
    """The games on one tile of the shelf: those in which the highest result wins, or the others.

    `called` is what the table called them, where it names what it plays on that tile.

    `results` of the finished ones were entered only as a result. `tallies` counts, by fact and by
    what it says, the finished games that say so; `averages` has the average of each fact that is a
    number, over the finished games that know it. `levels` has the
    figures of each level that was tried, easiest first; `ranked` those of each player where they
    play against each other, the one with the best average place first.
    """

    slug: str
    tile: str
    highest_wins: bool
    all: Figures
    called: str = ""
    results: int = 0
    tallies: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    averages: Mapping[str, "Average"] = field(default_factory=dict)
    levels: Mapping[str, Figures] = field(default_factory=dict)
    ranked: tuple["Ranked", ...] = ()

    @property
    def against(self) -> bool:
        """Whether its players play against each other."""
        return bool(self.ranked)


@dataclass(frozen=True, slots=True)
class Average:
    """The average of a fact over so many games that know it."""

    value: float
    games: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """One player in the games in which there are places; `rank` is the average place."""

    person: str
    all: Figures
    rank: float


@dataclass(frozen=True, slots=True)
class OfPlayer:
    """One player in all games, of whatever tile."""

    person: str
    all: Figures


@dataclass(frozen=True, slots=True)
class OnTile:
    """One player in the games on one tile; `rank` is the average place, None without places."""

    tile: str
    called: str
    all: Figures
    rank: float | None


@dataclass(frozen=True, slots=True)
class Against:
    """One player beside another one: games of both, and of those with places who was ahead."""

    person: str
    both: int
    ahead: int
    behind: int
    level: int


@dataclass(frozen=True, slots=True)
class OnePlayer:
    """One player in all games, in those on each tile, and beside each other player."""

    all: Figures
    tiles: tuple[OnTile, ...]
    against: tuple[Against, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """All of it, tiles in the order of the first game on each, whoever played most first."""

    tiles: tuple[OfTile, ...]
    players: tuple[OfPlayer, ...]


@dataclass(frozen=True, slots=True)
class _Share:
    """What one game was to a team, or to one player: None and None while it runs."""

    finished: bool
    won: bool
    score: int | None
    highest_wins: bool


def statistics(games: Sequence[Played]) -> Statistics:
    """The statistics of a table with these games, oldest first."""
    tiles = _group_games(games, _kind)
    people = _group_games(games, lambda game: [person.id for person in game.stored.people])
    players = [OfPlayer(person, _of_person(played, person)) for person, played in people.items()]
    return Statistics(
        tuple(_of_tile(tile, most, played) for (tile, most, _), played in tiles.items()),
        tuple(sorted(players, key=lambda each: (-each.all.played, -each.all.won))),
    )


def pick(
    games: Iterable[Played],
    since: date | None,
    people: Collection[str],
    kinds: Collection[str] = (),
) -> list[Played]:
    """Those of these games since that day (UTC) in which all of these people played.

    They are of these `kinds`, of all where none is given.
    """
    return [
        game
        for game in games
        if (since is None or game.stored.made_at.date() >= since)
        and (not kinds or game.kind in kinds)
        and {person.id for person in game.stored.people}.issuperset(people)
    ]


def describe_player(games: Iterable[Played], person: str) -> OnePlayer:
    """The statistics of this player in these games, oldest first; who played most comes first."""
    own = pick(games, None, [person])
    tiles = _group_games(own, _kind)
    others = _group_games(own, lambda game: [each.id for each in game.stored.people])
    against = [_compare(both, person, other) for other, both in others.items() if other != person]
    return OnePlayer(
        _of_person(own, person),
        tuple(_on_tile(tile, played, person) for (tile, _, _), played in tiles.items()),
        tuple(sorted(against, key=lambda each: (-each.both, -each.ahead))),
    )


def _on_tile(tile: str, games: Sequence[Played], person: str) -> OnTile:
    ranks = [game.summary.ranks[_seat(game, person)] for game in games if _is_ranked(game)]
    rank = sum(ranks) / len(ranks) if ranks else None
    return OnTile(tile, games[-1].called, _of_person(games, person), rank)


def _compare(games: Sequence[Played], person: str, other: str) -> Against:
    places = [
        (game.summary.ranks[_seat(game, person)], game.summary.ranks[_seat(game, other)])
        for game in games
        if _is_ranked(game)
    ]
    ahead, behind = (sum(a < b for a, b in places), sum(a > b for a, b in places))
    return Against(other, len(games), ahead, behind, len(places) - ahead - behind)


def _is_ranked(game: Played) -> bool:
    return bool(game.summary.ending and game.summary.ranks)


def _kind(game: Played) -> list[tuple[str, bool, str]]:
    """What says which games are one: the tile, which results are better, and the name."""
    return [(game.tile.slug, game.summary.highest_wins, name_key(game.called))]


def _of_tile(tile: str, highest_wins: bool, games: Sequence[Played]) -> OfTile:
    slug = games[0].stored.slug
    tallies = GAMES[slug].tallies
    finished = [game for game in games if game.summary.ending]
    ranked = list(filter(_is_ranked, games))
    return OfTile(
        slug,
        tile,
        highest_wins,
        _figures(map(_of_team, games)),
        games[-1].called,
        sum(game.summary.result_only for game in finished),
        {
            fact: Counter(said for game in finished for said in _read_fact(game, fact))
            for fact in tallies.counted
        },
        dict(_average_facts(tallies.averaged, finished)),
        dict(_by_level(GAMES[slug], games)),
        _rank_games(ranked),
    )


def _average_facts(facts: Iterable[str], games: Sequence[Played]) -> Iterator[tuple[str, Average]]:
    for fact in facts:
        known = [float(n) for game in games if (n := game.summary.facts.get(fact)) is not None]
        if known:
            yield fact, Average(sum(known) / len(known), len(known))


def _by_level(game: Game[Any, Any], games: Sequence[Played]) -> Iterator[tuple[str, Figures]]:
    """The levels of this game that were tried, easiest first, with their figures."""
    name = game.tallies.levels
    tried = _group_games(games, lambda played: _read_fact(played, name))
    for option in game.rules.options:
        if option.name == name:
            levels = (str(value) for value in option.values)
            yield from (
                (each, _figures(map(_of_team, tried[each]))) for each in levels if each in tried
            )


def _rank_games(games: Sequence[Played]) -> tuple[Ranked, ...]:
    people = _group_games(games, lambda game: [person.id for person in game.stored.people])
    found = []
    for person, played in people.items():
        ranks = [game.summary.ranks[_seat(game, person)] for game in played]
        found.append(Ranked(person, _of_person(played, person), sum(ranks) / len(ranks)))
    return tuple(sorted(found, key=lambda each: (each.rank, -each.all.won, -each.all.played)))


def _of_person(games: Sequence[Played], person: str) -> Figures:
    return _figures(_of_seat(game, _seat(game, person)) for game in games)


def _of_team(game: Played) -> _Share:
    """A game as all together had it; one with places is won by nobody, its result the best one."""
    summary = game.summary
    finished = summary.ending is not None
    score = summary.best if finished else None
    return _Share(finished, bool(summary.won), score, summary.highest_wins)


def _of_seat(game: Played, seat: int) -> _Share:
    summary = game.summary
    finished = summary.ending is not None
    score = summary.scores[seat] if finished and summary.scores else None
    return _Share(finished, finished and summary.wins(seat), score, summary.highest_wins)


def _figures(shares: Iterable[_Share]) -> Figures:
    all_of_them = tuple(shares)
    finished = [share for share in all_of_them if share.finished]
    scores = [share.score for share in finished if share.score is not None]
    highest_wins = any(share.highest_wins for share in finished)
    current = longest = 0
    for share in finished:
        current = current + 1 if share.won else 0
        longest = max(longest, current)
    return Figures(
        played=len(all_of_them),
        finished=len(finished),
        won=sum(share.won for share in finished),
        best=(max if highest_wins else min)(scores, default=None),
        average=sum(scores) / len(scores) if scores else None,
        current=current,
        longest=longest,
    )


def _seat(game: Played, person: str) -> int:
    return next(seat for seat, each in enumerate(game.stored.people) if each.id == person)


def _read_fact(game: Played, fact: str) -> list[str]:
    """What a game says of this; nothing where it does not."""
    said = game.summary.facts.get(fact)
    return [] if said is None else [str(said)]


def _group_games(
    games: Iterable[Played], keys: Callable[[Played], Iterable[K]]
) -> dict[K, list[Played]]:
    """The games by what each of them belongs to, in the order in which that first came."""
    groups: dict[K, list[Played]] = defaultdict(list)
    for game in games:
        for key in keys(game):
            groups[key].append(game)
    return dict(groups)
