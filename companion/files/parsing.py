"""Games and tables out of files: checked wholly before anything of them is written.

What is read here may come from anybody. It becomes the entries of games only once every one of
them has been judged; the first that would not be recorded stops it all.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.engine.deck import Learning, NotADeck, check_cards
from companion.engine.entry import Facts, Unreadable
from companion.engine.names import clean_note, is_plain
from companion.engine.replay import Result, judge, replay
from companion.engine.setup import Setup
from companion.engine.table import (
    BESIDES,
    ENTRIES_PER_GAME,
    GAMES_PER_TABLE,
    IN_ADDRESS,
    ROOM,
    TooMuch,
)
from companion.files.mistake import Mistake, Why, shorten
from companion.files.record import FORMAT, TABLE_FORMAT, encode, moment
from companion.games import GAMES
from companion.games.game import Game
from companion.runtime.yielding import in_turns, yield_now

LARGEST_FILE = ROOM + 1024 * 1024  # bytes; all that a table holds, with its people and decks
MOST_PARTS = 4 * ROOM // BESIDES  # lists and objects of a file, four for each entry of a full table
MOST_DIGITS = 9  # of a whole number, as in the forms; a longer one is none
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
AHEAD = timedelta(days=1)  # how far the clock of another server may be ahead of ours

Named = Callable[[str], str | None]
"""The name as it is kept, "" for none; None where it cannot be a name."""


@dataclass(frozen=True)
class Incoming:
    """One game out of a file, as it will be written.

    `times` are those of its entries, () where the file does not say all of them. `said` is what the
    file says of it, the names of its players apart: a game that says the same is the same. So is
    one that is `known_as` this one is, whatever became of it; "" where the file does not say.
    """

    game: Game[Any, Any]
    setup: Setup
    entries: tuple[Facts, ...]
    made_at: datetime | None
    times: tuple[datetime, ...]
    said: str
    note: str = ""
    known_as: str = ""


@dataclass(frozen=True)
class Bundle:
    """All that a file holds; `decks` and `nicknames` by the slug of their game."""

    games: tuple[Incoming, ...]
    name: str | None = None
    decks: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    nicknames: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def read(data: bytes, named: Named, now: datetime) -> Bundle:
    """What a file holds: one game, or a whole table.

    Raises `Mistake` on the first thing wrong, `TooMuch` where no table could hold it.
    """
    document = read_json(data)
    kind = document.get("format") if isinstance(document, dict) else None
    if kind == FORMAT:
        return Bundle((_Reader(None, named, now).game(document),))
    if kind != TABLE_FORMAT:
        raise Mistake(Why.NOT_OURS, shorten(kind))
    return _table(document, named, now)


def read_json(data: bytes) -> Any:
    """What this text of JSON says. Raises `Mistake`, `TooMuch` where no table could hold it.

    Others have turns at each number and each object; what has none is so short that nobody waits.
    """
    if data.count(b"[") + data.count(b"{") > MOST_PARTS or data.count(b",") > 8 * MOST_PARTS:
        raise TooMuch
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Mistake(Why.NOT_TEXT) from None
    try:
        return json.loads(
            text,
            parse_int=_number,
            parse_float=_fraction,
            parse_constant=_no_number,
            object_hook=_in_turns,
        )
    except json.JSONDecodeError as error:
        raise Mistake(Why.NOT_JSON, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise Mistake(Why.TOO_DEEP) from None
    except _NotANumber:
        at = next(found.start() for found in _PARTS.finditer(text) if found[0][0] != '"')
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        raise Mistake(Why.NOT_JSON, line=line, column=column) from None


# With "+" nothing is kept to go back to: a text may be five megabytes long.
_PARTS = re.compile(r'"(?:[^"\\]|\\.)*+"|NaN|-?Infinity')


class _NotANumber(Exception):
    """Python reads this as a number, and JSON does not."""


def _no_number(constant: str) -> None:
    raise _NotANumber(constant)


def _number(digits: str) -> int | float:
    """A whole number; one of too many digits is none, and so fits nowhere."""
    yield_now()
    return int(digits) if len(digits) <= MOST_DIGITS else float(digits)


def _fraction(digits: str) -> float:
    yield_now()
    return float(digits)


def _in_turns(read: dict[str, Any]) -> dict[str, Any]:
    """What was read, as it is, after turns of others: a file may hold many thousands of these."""
    yield_now()
    return read


def _table(document: Mapping[str, Any], named: Named, now: datetime) -> Bundle:
    games, name = document.get("games"), document.get("name")
    if not isinstance(games, list) or not games:
        raise Mistake(Why.NO_GAMES)
    if len(games) > GAMES_PER_TABLE:
        raise Mistake(Why.TOO_MANY_GAMES)
    logs = (game.get("entries") for game in games if isinstance(game, dict))
    if sum(len(log) for log in logs if isinstance(log, list)) * BESIDES > ROOM:
        raise TooMuch  # before the first of them is judged
    called = named(name) if isinstance(name, str) else ""
    if called is None or not isinstance(name, str | None):
        raise Mistake(Why.TABLE_NAME)
    return Bundle(
        tuple(_Reader(number, named, now).game(game) for number, game in enumerate(games, 1)),
        called or None,
        dict(_decks(document.get("decks"))),
        dict(read_nicknames(document.get("nicknames"), named)),
    )


def _decks(said: object) -> Iterator[tuple[str, dict[str, str]]]:
    for slug, cards in _by_game(said, Why.DECK):
        learning = GAMES[slug].learning
        if learning is None:
            raise Mistake(Why.DECK, shorten(slug))
        try:
            deck = check_cards(cards, learning)
        except NotADeck as fault:
            raise Mistake(Why.DECK, shorten(fault.detail or slug)) from None
        yield slug, {card: choice for card, choice in deck.items() if _new(learning, card, choice)}


def _new(learning: Learning, card: str, choice: str) -> bool:
    """Whether a deck does not know this by itself."""
    return learning.given.get(card) != choice


def read_nicknames(said: object, named: Named) -> Iterator[tuple[str, dict[str, str]]]:
    """What a table calls its games, and their parts, by game. Raises `Mistake`."""
    for slug, words in _by_game(said, Why.NICKNAME):
        deck = GAMES[slug].deck
        if deck is None or not isinstance(words, dict):
            raise Mistake(Why.NICKNAME, shorten(slug))
        for thing, word in words.items():
            kept = named(word) if isinstance(word, str) and thing in deck.nicknames else None
            if not kept or deck.check_nickname(thing, kept):
                raise Mistake(Why.NICKNAME, shorten(word))
        yield slug, {thing: named(word) or "" for thing, word in words.items()}


def _by_game(said: object, why: Why) -> Iterator[tuple[str, object]]:
    if said is None:
        return
    if not isinstance(said, dict):
        raise Mistake(why)
    for slug, value in said.items():
        if slug not in GAMES:
            raise Mistake(why, shorten(slug))
        yield slug, value


@dataclass(frozen=True)
class _Reader:
    """Reads one record; `number` is its place in a file of several."""

    number: int | None
    named: Named
    now: datetime

    def game(self, document: object) -> Incoming:
        """The game that this record is. Raises `Mistake`."""
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise Mistake(Why.NO_RECORD, game=self.number)
        slug = document.get("game")
        found = GAMES.get(slug) if isinstance(slug, str) else None
        if found is None:
            raise Mistake(Why.NO_SUCH_GAME, shorten(slug), self.number)
        game = replace(found, rules=found.rules.of_records)
        setup = self._setup(game, document)
        said = document.get("entries")
        if not isinstance(said, list):
            raise Mistake(Why.ENTRIES, game=self.number)
        if len(said) > ENTRIES_PER_GAME:
            raise Mistake(Why.TOO_MANY_ENTRIES, game=self.number)
        entries, shown = self._judge_entries(game, setup, said)
        times = [self._time(facts.get("at")) for facts in in_turns(said)]
        told = tuple(at for at in times if at is not None)
        times_of_all = told if len(told) == len(said) else ()
        made_at = self._time(document.get("made_at")) or min(times_of_all, default=None)
        dated = (
            [{**facts, "at": moment(at)} for facts, at in zip(shown, told, strict=True)]
            if times_of_all
            else shown
        )
        text = encode(game, _nameless(setup), dated, made_at)
        note = clean_note(document.get("note"))
        known_as = document.get("id")
        if not (isinstance(known_as, str) and IN_ADDRESS.fullmatch(known_as)):
            known_as = ""
        return Incoming(found, setup, entries, made_at, times_of_all, text, note, known_as)

    def _setup(self, game: Game[Any, Any], document: Mapping[str, Any]) -> Setup:
        players, options = document.get("players"), document.get("options")
        if not isinstance(players, list):
            raise Mistake(Why.PLAYERS, game=self.number)
        if len(players) not in game.rules.seats:
            raise Mistake(Why.SEATS, game=self.number, game_of=game)
        if not all(isinstance(name, str) for name in players):
            raise Mistake(Why.PLAYERS, game=self.number)
        names = [self.named(name) for name in players]
        for seat, name in enumerate(names, 1):
            if name is None:
                raise Mistake(Why.NAME, str(seat), self.number)
        if not isinstance(options, dict | None):
            raise Mistake(Why.OPTIONS, game=self.number)
        known = {option.name for option in game.rules.options}
        for option in options or {}:
            if option not in known:
                raise Mistake(Why.NO_SUCH_OPTION, shorten(option), self.number)
        try:
            return game.rules.setup([name or "" for name in names], options or {})
        except ValueError:
            raise Mistake(Why.OPTIONS, game=self.number) from None

    def _judge_entries(
        self, game: Game[Any, Any], setup: Setup, said: Sequence[object]
    ) -> tuple[tuple[Facts, ...], list[Facts]]:
        """The entries as they will be written, and as a file says them, without their times."""
        last = replay(game.rules, setup, ()).start
        entries: list[Facts] = []
        shown: list[Facts] = []
        for index, facts in enumerate(in_turns(said)):
            known: dict[str, Any] = {"game": self.number, "entry": index + 1, "game_of": game}
            try:
                kept = pick_facts(game, setup, facts)
            except Unreadable as error:
                raise Mistake(Why.UNREADABLE, error.field, **known) from None
            step = judge(game.rules, setup, last, index, kept)
            without_effect = step.result is Result.REFUSED
            if step.result is Result.ASK or (without_effect and not _is_refused(facts)):
                known |= {"rules": step.rules, "facts": kept, "before": last.state}
                raise Mistake(Why.RULE, names=setup.players, **known)
            bare = {name: fact for name, fact in kept.items() if name != "confirmed"}
            confirmed = {"confirmed": True} if step.flagged is not last.flagged else {}
            entries.append(kept)
            shown.append({**bare, **confirmed, **({"refused": True} if without_effect else {})})
            last = step
        return tuple(entries), shown

    def _time(self, said: object) -> datetime | None:
        """A time that this can have been; None for any other, and for none."""
        try:
            at = datetime.fromisoformat(said) if isinstance(said, str) else None
            at = at.astimezone(UTC) if at and at.tzinfo else None
        except (ValueError, OverflowError):
            return None
        if at is None or not EARLIEST <= at <= self.now + AHEAD:
            return None
        return at.replace(microsecond=at.microsecond // 1000 * 1000)


def pick_facts(game: Game[Any, Any], setup: Setup, said: object) -> Facts:
    """The entry with what its kind has and nothing else. Raises `Unreadable`."""
    entry = game.rules.read(setup, said)
    assert isinstance(said, Mapping)
    known = game.rules.facts_of(entry.kind) - {"kind", "confirmed"}
    kept = {name: fact for name, fact in said.items() if name in known}
    for name, fact in kept.items():
        if not (_teaches(game, fact) if name in game.rules.besides else is_plain(fact)):
            raise Unreadable(name)
    return {"kind": entry.kind, **kept, **({"confirmed": True} if said.get("confirmed") else {})}


def _teaches(game: Game[Any, Any], fact: object) -> bool:
    """Whether this is something that a card of this game can carry, or part of it."""
    carried = game.learning.carried if game.learning else ()
    return fact is None or any(fact in each.split() for each in carried)


def _is_refused(facts: object) -> bool:
    """Whether the file itself says that this entry has no effect."""
    return isinstance(facts, Mapping) and facts.get("refused") is True


def _nameless(setup: Setup) -> Setup:
    return replace(setup, players=("",) * setup.seats)
