"""A table as it goes from a phone onto a server, or along on a phone: all of it, with its ids.

It is JSON. What says it may be anybody: all of it is looked through before anything is written. Of
the phones that made its entries it says nothing, as there is only one.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from companion.engine import log
from companion.engine.entry import Unreadable
from companion.engine.log import ABOUT, CHANGED, TAKEN_BACK, Written
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
from companion.files.parsing import Mistake, Named, pick_facts, read_json, read_nicknames
from companion.games import GAMES
from companion.games.game import Game
from companion.runtime.yielding import in_turns

FORMAT = "companion-handover/1"
EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
"""A phone may have thought that it was then; what it thought was still to come, the store dates."""


class NotATable(ValueError):
    """This is no table that a phone hands over; the message says where that was seen."""


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


def encode(table: Handover) -> dict[str, Any]:
    """This table as JSON takes it."""
    return {
        "format": FORMAT,
        "id": table.id,
        "name": table.name,
        "made_at": table.made_at.isoformat(),
        "people": [[person.id, person.name] for person in table.people],
        "mine": table.mine,
        "games": [
            {
                "id": game.id,
                "slug": game.slug,
                "options": dict(game.options),
                "made_at": game.made_at.isoformat(),
                "seats": [person.id for person in game.people],
                "log": [
                    [each.place, each.id, each.at.isoformat(), each.seen, dict(each.facts)]
                    for each in game.log
                ],
            }
            for game in table.games
        ],
        "lessons": [
            [each.slug, each.card, each.carries, each.game, each.at.isoformat()]
            for each in table.lessons
        ],
        "nicknames": {slug: dict(words) for slug, words in table.nicknames.items()},
    }


def write(table: Handover) -> bytes:
    """This table as a file, short."""
    return json.dumps(encode(table), separators=(",", ":")).encode()


def decode(data: bytes, named: Named) -> Handover:
    """The table that this text holds.

    Raises `NotATable` on the first thing wrong, `TooMuch` where no table could hold it.
    """
    try:
        document = read_json(data)
    except Mistake as mistake:
        raise NotATable(mistake.why) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise NotATable("format")
    said = document.get("games")
    if not isinstance(said, list) or len(said) > GAMES_PER_TABLE:
        raise NotATable("games")
    logs = (game.get("log") for game in said if isinstance(game, dict))
    if sum(len(log) for log in logs if isinstance(log, list)) * BESIDES > ROOM + ROOM_TO_UNDO:
        raise TooMuch  # before any of them is looked at
    table_id, people = _id(document.get("id"), "id"), _people(document.get("people"), named)
    games = tuple(_game(table_id, people, each, f"games {at}") for at, each in enumerate(said))
    if len({game.id for game in games}) < len(games):
        raise NotATable("games")
    mine = document.get("mine")
    if mine is not None and (not isinstance(mine, str) or mine not in people):
        raise NotATable("mine")
    return Handover(
        table_id,
        _name(document.get("name"), named),
        _time(document.get("made_at"), "made_at"),
        tuple(people.values()),
        mine,
        games,
        tuple(_lessons(document.get("lessons"))),
        _nicknames(document.get("nicknames"), named),
    )


def fits(game: StoredGame) -> bool:
    """Whether a game can be handed over: one that is damaged stays where it is."""
    kinds: list[str] = []
    try:
        of = GAMES[game.slug]
        setup = _setup(of, [person.name for person in game.people], game.options, "games")
        for written in in_turns(game.log):
            _check_facts(of, setup, written.facts, kinds, "games")
            kinds.append(written.kind)
    except (KeyError, NotATable):
        return False
    return True


def _id(said: object, where: str, form: re.Pattern[str] = IN_ADDRESS) -> str:
    if not isinstance(said, str) or not form.fullmatch(said):
        raise NotATable(where)
    return said


def _time(said: object, where: str) -> datetime:
    try:
        at = datetime.fromisoformat(said) if isinstance(said, str) else None
        at = at.astimezone(UTC) if at and at.tzinfo else None
    except (ValueError, OverflowError):
        at = None
    if at is None or at < EARLIEST:
        raise NotATable(where)
    return at


def _list(said: object, where: str, length: int | None = None) -> list[Any]:
    if not isinstance(said, list) or length not in (None, len(said)):
        raise NotATable(where)
    return said


def _whole(said: object, low: int, high: int, where: str) -> int:
    if type(said) is not int or not low <= said <= high:
        raise NotATable(where)
    return said


def _name(said: object, named: Named) -> str | None:
    name = named(said) if isinstance(said, str) else ""
    if name is None or not isinstance(said, str | None):
        raise NotATable("name")
    return name or None


def _people(said: object, named: Named) -> dict[str, Person]:
    """The people by their ids, in the order they came."""
    people: dict[str, Person] = {}
    if len(listed := _list(said, "people")) > PEOPLE_PER_TABLE:
        raise NotATable("people")
    for each in listed:
        said_id, name = _list(each, "people", 2)
        person = _id(said_id, "people")
        kept = named(name) if isinstance(name, str) else None
        if kept is None or person in people:
            raise NotATable("people")
        people[person] = Person(person, kept)
    return people


def _game(table: str, people: Mapping[str, Person], said: object, where: str) -> StoredGame:
    if not isinstance(said, dict):
        raise NotATable(where)
    slug = said.get("slug")
    game = GAMES.get(slug) if isinstance(slug, str) else None
    if game is None:
        raise NotATable(f"{where} slug")
    seats = _list(said.get("seats"), f"{where} seats")
    if len(seats) > len(people) or not all(isinstance(e, str) and e in people for e in seats):
        raise NotATable(f"{where} seats")
    if len(set(seats)) < len(seats):
        raise NotATable(f"{where} seats")
    options, names = said.get("options"), [people[each].name for each in seats]
    setup = _setup(game, names, options, f"{where} options")
    assert isinstance(options, dict)
    entries = tuple(_entries(game, setup, _list(said.get("log"), f"{where} log"), f"{where} log"))
    try:
        log.read(game.rules, setup, entries)
    except Exception as error:  # whatever it is, no page could show this game
        raise NotATable(f"{where} log") from error
    return StoredGame(
        _id(said.get("id"), f"{where} id"),
        table,
        game.slug,
        options,
        tuple(people[each] for each in seats),
        _time(said.get("made_at"), f"{where} made_at"),
        entries,
    )


def _setup(game: Game[Any, Any], names: Sequence[str], options: object, where: str) -> Setup:
    """The set-up of this game, whose options are those of its rules, its helps, and its depth."""
    if not isinstance(options, dict):
        raise NotATable(where)
    ruling = {option.name for option in game.rules.options}
    for name, value in options.items():
        is_help = name in game.pages.helps and isinstance(value, bool)
        is_depth = name == "depth" and isinstance(value, str) and value in game.pages.depths
        if not (name in ruling or is_help or is_depth):
            raise NotATable(where)
    try:
        return game.rules.setup_of(names, options)
    except (ValueError, TypeError):
        raise NotATable(where) from None


def _entries(
    game: Game[Any, Any], setup: Setup, said: Sequence[object], where: str
) -> Iterator[Written]:
    """The log: places from 1 without gaps, and each entry about an earlier one that it can mean."""
    if len(said) > 2 * ENTRIES_PER_GAME:
        raise NotATable(where)
    kinds: list[str] = []
    known: set[str] = set()
    for place, line in enumerate(in_turns(said), 1):
        at_line = f"{where} {place}"
        told, entry_id, at, seen, facts = _list(line, at_line, 5)
        _whole(told, place, place, at_line)
        if _id(entry_id, at_line, ID) in known:
            raise NotATable(at_line)
        known.add(entry_id)
        _check_facts(game, setup, facts, kinds, at_line)
        takes_back = facts["kind"] == TAKEN_BACK and kinds[facts["target"] - 1] != TAKEN_BACK
        if place > ENTRIES_PER_GAME and not takes_back:
            raise NotATable(at_line)
        kinds.append(facts["kind"])
        moment, before = _time(at, at_line), _whole(seen, 0, place - 1, at_line)
        yield Written(place, entry_id, "", moment, before, facts)


def _check_facts(
    game: Game[Any, Any], setup: Setup, facts: object, kinds: Sequence[str], where: str
) -> None:
    """These facts are an entry of the game, or about one of the entries of these kinds before."""
    if not isinstance(facts, dict) or not isinstance(facts.get("kind"), str):
        raise NotATable(where)
    if (named := ABOUT.get(facts["kind"])) is None:
        return _check_entry(game, setup, facts, where)
    about = _whole(facts.get(named), 1, len(kinds), where)
    takes_back = facts["kind"] == TAKEN_BACK
    known = {"kind", named, "confirmed", *(() if takes_back else ("facts",))}
    if facts.keys() - known or not isinstance(facts.get("confirmed"), bool | None):
        raise NotATable(where)
    if takes_back:
        return None
    if kinds[about - 1] in (TAKEN_BACK, CHANGED):
        raise NotATable(where)
    return _check_entry(game, setup, facts.get("facts"), where)


def _check_entry(game: Game[Any, Any], setup: Setup, facts: object, where: str) -> None:
    """These facts say what an entry of this kind says, and nothing besides."""
    try:
        kept = pick_facts(game, setup, facts)
    except Unreadable as error:
        raise NotATable(f"{where} {error.field}") from None
    assert isinstance(facts, dict)
    if facts.keys() - kept.keys() - {"confirmed"}:
        raise NotATable(where)


def _lessons(said: object) -> Iterator[Learned]:
    known: set[tuple[str, str, str]] = set()
    if len(lines := _list(said, "lessons")) > LESSONS_PER_TABLE:
        raise TooMuch
    for line in in_turns(lines):
        slug, card, carries, game, at = _list(line, "lessons", 5)
        learning = GAMES[slug].learning if isinstance(slug, str) and slug in GAMES else None
        if learning is None or not all(isinstance(each, str) for each in (card, carries, game)):
            raise NotATable("lessons")
        if card not in learning.cards or carries not in learning.carried:
            raise NotATable("lessons")
        if (game and not ID.fullmatch(game)) or (slug, card, game) in known:
            raise NotATable("lessons")
        known.add((slug, card, game))
        yield Learned(slug, card, carries, game, _time(at, "lessons"))


def _nicknames(said: object, named: Named) -> Mapping[str, Mapping[str, str]]:
    try:
        return dict(read_nicknames(said, named))
    except Mistake as mistake:
        raise NotATable("nicknames") from mistake
