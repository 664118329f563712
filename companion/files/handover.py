"""A table as it goes from a phone onto a server, or along on a phone: all of it, with its ids.

It is JSON. What says it may be anybody: all of it is looked through before anything is written. Of
the phones that made its entries it says nothing, as there is only one.
"""

import hashlib
import json
import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from companion.engine import log
from companion.engine.entry import Unreadable
from companion.engine.log import ABOUT, CHANGED, TAKEN_BACK, Written
from companion.engine.names import clean_note
from companion.engine.setup import Setup
from companion.engine.table import (
    BESIDES,
    ENTRIES_PER_GAME,
    GAMES_PER_TABLE,
    ID,
    IN_ADDRESS,
    LESSONS_PER_TABLE,
    PEOPLE_PER_TABLE,
    ROOM,
    ROOM_TO_UNDO,
    Person,
    StoredGame,
    TooMuch,
)
from companion.files.mistake import Mistake
from companion.files.parsing import Named, pick_facts, read_json, read_nicknames
from companion.games import GAMES
from companion.games.game import Game
from companion.runtime.yielding import in_turns

FORMAT = "companion-handover/1"
EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
"""A phone may have thought that it was then; what it thought was still to come, the store dates."""


class NotATable(ValueError):
    """This is no table that a phone hands over."""


WRONG = (Mistake, Unreadable, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What comes of a text that is no such table where it is read as one."""


@dataclass(frozen=True, slots=True)
class Learned:
    """A lesson of a deck, with its game of the shelf and when it was learned."""

    slug: str
    card: str
    carries: str
    game: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Handover:
    """A table with all that it has: `mine` is the person whose phone it was on, if anybody's.

    Its games have their logs, and no decks, nicknames or phones: these are the table's. People are
    in the order they came.
    """

    id: str
    name: str | None
    made_at: datetime
    people: tuple[Person, ...]
    mine: str | None
    games: tuple[StoredGame, ...]
    lessons: tuple[Learned, ...]
    nicknames: Mapping[str, Mapping[str, str]]
    same: Mapping[str, str] = field(default_factory=dict)
    """Of these people who was said to be whom else, each with the seats of before."""
    gone: tuple[str, ...] = ()
    """The games that were deleted at this table."""

    @property
    def game_ids(self) -> list[str]:
        return [game.id for game in self.games]


def pick_others(table: Handover, known: Collection[str]) -> Handover:
    """This table with the other games alone, and what was learned in them."""
    games = tuple(game for game in table.games if game.id not in known)
    table = replace(table, games=games, nicknames={})
    lessons = tuple(lesson for lesson in table.lessons if lesson.game in table.game_ids)
    return replace(table, lessons=lessons)


def encode(table: Handover) -> dict[str, Any]:
    """This table as JSON takes it."""
    return {
        "format": FORMAT,
        "id": table.id,
        "name": table.name,
        "made_at": table.made_at.isoformat(),
        "people": [[person.id, person.name] for person in table.people],
        "same": dict(table.same),
        "unlisted": [person.id for person in table.people if not person.listed],
        "mine": table.mine,
        "games": list(map(_encode_game, table.games)),
        "lessons": [
            [each.slug, each.card, each.carries, each.game, each.at.isoformat()]
            for each in table.lessons
        ],
        "nicknames": {slug: dict(words) for slug, words in table.nicknames.items()},
        "gone": list(table.gone),
    }


def _encode_game(game: StoredGame) -> dict[str, Any]:
    return {
        "id": game.id,
        "slug": game.slug,
        "options": dict(game.options),
        "made_at": game.made_at.isoformat(),
        "note": game.note,
        **({"came_as": game.came_as} if game.came_as else {}),
        "seats": [person.id for person in game.people],
        "log": [
            [each.place, each.id, each.at.isoformat(), each.seen, dict(each.facts)]
            for each in game.log
        ],
    }


def write(table: Handover) -> bytes:
    """This table as a file, short."""
    return json.dumps(encode(table), separators=(",", ":")).encode()


def sign(table: Handover) -> str:
    """A few signs that are others for every other table, in whichever order it was read."""
    said = encode(table)
    said |= {"lessons": sorted(said["lessons"]), "gone": sorted(table.gone)}
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:32]


def decode(data: bytes, named: Named) -> Handover:
    """The table that this text holds.

    Raises `NotATable` on the first thing wrong, `TooMuch` where no table could hold it.
    """
    try:
        return _table(read_json(data), named)
    except WRONG as error:
        raise NotATable from error


def fits(game: StoredGame) -> bool:
    """Whether a game can be handed over: one that is damaged stays where it is."""
    try:
        _read_game(game.table, {each.id: each for each in game.people}, _encode_game(game))
    except WRONG:
        return False
    return True


def _need(holds: object) -> None:
    if not holds:
        raise NotATable


def _table(said: Any, named: Named) -> Handover:
    _need(said["format"] == FORMAT)
    games = _list(said["games"], GAMES_PER_TABLE)
    if sum(len(game["log"]) for game in games) * BESIDES > ROOM + ROOM_TO_UNDO:
        raise TooMuch  # before any of them is looked at
    table = _id(said["id"])
    people = _people(said["people"], _list(said.get("unlisted", [])), named)
    read = tuple(_game(table, people, each) for each in games)
    _need(len({game.id for game in read}) == len(read))
    name, mine = said["name"], said["mine"]
    _need(mine is None or mine in people)
    return Handover(
        table,
        None if name is None else _name(name, named) or None,
        _time(said["made_at"]),
        tuple(people.values()),
        mine,
        read,
        tuple(_lessons(said["lessons"])),
        dict(read_nicknames(said["nicknames"], named)),
        _same(said.get("same", {}), people),
        tuple(_id(each) for each in _list(said.get("gone", []))),
    )


def _list(said: Any, most: float = math.inf) -> list[Any]:
    _need(isinstance(said, list) and len(said) <= most)
    return list(said)


def _id(said: Any, form: re.Pattern[str] = IN_ADDRESS) -> str:
    _need(isinstance(said, str) and form.fullmatch(said))
    return str(said)


def _name(said: Any, named: Named) -> str:
    _need(isinstance(said, str) and (name := named(said)) is not None)
    return str(name)


def _time(said: Any) -> datetime:
    at = datetime.fromisoformat(said)
    _need(at.tzinfo and at >= EARLIEST)
    return at.astimezone(UTC)


def _place(said: Any, low: int, high: int) -> int:
    _need(type(said) is int and low <= said <= high)
    return int(said)


def _people(said: object, unlisted: list[object], named: Named) -> dict[str, Person]:
    """The people by their ids, in the order they came."""
    people = [
        Person(_id(person), _name(name, named), person not in unlisted)
        for person, name in map(_list, _list(said, PEOPLE_PER_TABLE))
    ]
    _need(len({person.id for person in people}) == len(people))
    return {person.id: person for person in people}


def _same(said: Any, people: Mapping[str, Person]) -> dict[str, str]:
    """Who of these people is whom else; nobody is so in a circle."""
    _need(isinstance(said, dict) and said.keys() <= people.keys())
    same: dict[str, str] = said
    for person in same:
        for _ in people:
            person = same.get(person, person)
        _need(person in people and person not in same)
    return same


def _game(table: str, people: Mapping[str, Person], said: Any) -> StoredGame:
    game, setup = _read_game(table, people, said)
    try:
        log.read(GAMES[game.slug].rules, setup, game.log)
    except Exception as error:  # whatever it is, no page could show this game
        raise NotATable from error
    return game


def _read_game(table: str, people: Mapping[str, Person], said: Any) -> tuple[StoredGame, Setup]:
    of, options = GAMES[said["slug"]], said["options"]
    seats = tuple(people[each] for each in _list(said["seats"], len(people)))
    _need(len({person.id for person in seats}) == len(seats))
    setup = _setup(of, [person.name for person in seats], options)
    entries = tuple(_entries(of, setup, _list(said["log"], 2 * ENTRIES_PER_GAME)))
    game_id, made_at = _id(said["id"]), _time(said["made_at"])
    note, came_as = clean_note(said.get("note")), said.get("came_as")
    game = StoredGame(game_id, table, of.slug, options, seats, made_at, entries, note=note)
    return replace(game, came_as=_id(came_as)) if came_as is not None else game, setup


def _setup(game: Game[Any, Any], names: Sequence[str], options: Mapping[str, Any]) -> Setup:
    """The set-up of this game, whose options are those of its rules, its helps, and its depth."""
    _need(isinstance(options, Mapping))
    ruling = {option.name for option in game.rules.options}
    for name, value in options.items():
        is_help = name in game.pages.helps and isinstance(value, bool)
        is_depth = name == "depth" and isinstance(value, str) and value in game.pages.depths
        _need(name in ruling or is_help or is_depth)
    return game.rules.setup_of(names, options)


def _entries(game: Game[Any, Any], setup: Setup, said: Sequence[object]) -> Iterator[Written]:
    """The log: places from 1 without gaps, and each entry about an earlier one that it can mean."""
    kinds: list[str] = []
    known: set[str] = set()
    for place, line in enumerate(in_turns(said), 1):
        told, entry_id, at, seen, facts = _list(line)
        _place(told, place, place)
        _need(_id(entry_id, ID) not in known)
        known.add(entry_id)
        _check_facts(game, setup, facts, kinds)
        takes_back = facts["kind"] == TAKEN_BACK and kinds[facts["target"] - 1] != TAKEN_BACK
        _need(place <= ENTRIES_PER_GAME or takes_back)
        kinds.append(facts["kind"])
        yield Written(place, entry_id, "", _time(at), _place(seen, 0, place - 1), facts)


def _check_facts(game: Game[Any, Any], setup: Setup, facts: Any, kinds: Sequence[str]) -> None:
    """These facts are an entry of the game, or about one of the entries of these kinds before."""
    if named := ABOUT.get(facts["kind"]):
        about = _place(facts.get(named), 1, len(kinds))
        takes_back = facts["kind"] == TAKEN_BACK
        known = {"kind", named, "confirmed", *(() if takes_back else ("facts",))}
        _need(not facts.keys() - known and isinstance(facts.get("confirmed"), bool | None))
        if takes_back:
            return
        _need(kinds[about - 1] not in (TAKEN_BACK, CHANGED))
        facts = facts["facts"]
    # It says what an entry of this kind says, and nothing besides.
    _need(not facts.keys() - pick_facts(game, setup, facts).keys() - {"confirmed"})


def _lessons(said: object) -> Iterator[Learned]:
    known: set[tuple[str, str, str]] = set()
    if len(lines := _list(said)) > LESSONS_PER_TABLE:
        raise TooMuch
    for line in in_turns(lines):
        slug, card, carries, game, at = _list(line)
        learning = GAMES[slug].learning
        _need(learning and card in learning.cards and carries in learning.carried)
        _need((game == "" or _id(game, ID)) and (slug, card, game) not in known)
        known.add((slug, card, game))
        yield Learned(slug, card, carries, game, _time(at))
