"""Tables as phones hand them over: a game of each kind, with all that can be in a log."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

from companion.engine.log import CHANGED, INSERTED, TAKEN_BACK
from companion.engine.table import Person, StoredGame
from companion.files.handover import Handover, Learned
from companion.games import GAMES
from companion.games.game import Game
from companion.games.plays import Play
from tests.support.random_logs import plays_of, told

BEGAN = datetime(2026, 1, 31, 20, tzinfo=UTC)
NAMES = ("Ann", "Ben", "Cas", "Renée 🩷", "", "", "", "")
ABOUT = (TAKEN_BACK, CHANGED, INSERTED)
ACTS = ("enter", "enter", "back", "change", "insert")
Chosen = tuple[Game[Any, Any], Play]


def table(seed: int = 1, acts: int = 20, games: int = 0) -> Handover:
    """A table with a play of each kind, and with so many acts behind it; or with so many games."""
    random, name = Random(seed), f"table-{seed}"
    plays = [(game, play) for game in GAMES.values() for play in plays_of(game).games]
    chosen = [plays[at % len(plays)] for at in range(games)] if games else plays
    most = max(len(play.names) for _, play in chosen)
    seats = [*NAMES, *[""] * most][:most]
    people = tuple(Person(f"{name}-person-{at}", each) for at, each in enumerate(seats))
    played = [_play(name, at, people, each, random, acts) for at, each in enumerate(chosen)]
    return Handover(
        name,
        "Our table",
        BEGAN,
        people,
        people[0].id,
        tuple(played),
        tuple(_lessons(played, random)),
        {"one-brain": {"game": "Brains", "sixth": "pink"}},
    )


def _play(
    name: str, number: int, people: tuple[Person, ...], chosen: Chosen, random: Random, acts: int
) -> StoredGame:
    (game, play), game_id = chosen, f"{name}-game-{number}"
    tile = next(each for each in game.tiles if each.slug == play.tile or not play.tile)
    sitting, made_at = people[: len(play.names)], BEGAN + timedelta(hours=number)
    setup = game.rules.setup_of([person.name for person in sitting], tile.options)
    said = [("enter", facts) for facts in play.entries]
    said += [(random.choice(ACTS), plays_of(game).make_entry(setup, random)) for _ in range(acts)]
    acted = [(what, {**facts, "confirmed": True}, random.randrange(60), 0) for what, facts in said]
    log = tuple(
        replace(each, id=f"{game_id}-{place}", phone="", at=made_at + timedelta(seconds=place))
        for place, each in enumerate(told(game, setup, acted).log, 1)
    )
    return StoredGame(game_id, name, game.slug, dict(tile.options), sitting, made_at, log=log)


def _lessons(games: list[StoredGame], random: Random) -> Iterator[Learned]:
    minutes = count()
    for slug, game in GAMES.items():
        of_game = [each.id for each in games if each.slug == slug]
        if (learning := game.learning) and of_game:
            for card in learning.cards[:6]:
                carries = random.choice(sorted(learning.carried))
                at = BEGAN + timedelta(minutes=next(minutes))
                yield Learned(slug, card, carries, random.choice(["", *of_game]), at)


def cut(whole: Handover, games: int, entries: int | None = None) -> Handover:
    """The same table when it had so many games, and so many entries in the last of them."""
    *earlier, last = whole.games[:games]
    return replace(whole, games=(*earlier, replace(last, log=last.log[:entries])))


def other_end(whole: Handover) -> Handover:
    """The same table, the last entry of the first game of which is another one."""
    game, *others = whole.games
    log = (*game.log[:-1], replace(game.log[-1], id="another"))
    return replace(whole, games=(replace(game, log=log), *others))
