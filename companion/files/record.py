"""A game as a file: the record format, in and out, and the replay command."""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

import click

from companion.engine.entry import Facts
from companion.engine.log import UNREADABLE, Line, Story
from companion.engine.names import is_plain
from companion.engine.replay import Replay, Result, Step, replay
from companion.engine.rules import Outcome
from companion.engine.setup import Setup
from companion.engine.table import StoredGame
from companion.games import GAMES
from companion.games.game import Game
from companion.runtime.yielding import in_turns

FORMAT = "companion-record/1"
TABLE_FORMAT = "companion-table/1"


class NotARecord(ValueError):
    """This cannot be read as a record; the message says why, in one line."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game as its players entered it, without the notes of its table."""

    game: Game[Any, Any]
    setup: Setup
    entries: tuple[object, ...]

    def replay(self) -> Replay[Any]:
        return replay(self.game.rules.of_records, self.setup, self.entries)


def decode(text: str) -> Record:
    """The record that this text holds. Raises `NotARecord`."""
    try:
        document = json.loads(text, parse_constant=_not_json)
    except (ValueError, RecursionError) as error:
        raise NotARecord(f"not JSON: {error}") from None
    if not isinstance(document, dict):
        raise NotARecord("not a record: a record is a JSON object")
    if document.get("format") != FORMAT:
        raise NotARecord(f"unknown format {document.get('format')!r}: expected {FORMAT!r}")
    slug = document.get("game")
    game = GAMES.get(slug) if isinstance(slug, str) else None
    if game is None:
        raise NotARecord(f"unknown game {slug!r}")
    players = document.get("players")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise NotARecord("players is not a list of names")
    options = document.get("options")
    if options is not None and not isinstance(options, dict):
        raise NotARecord("options is not an object")
    entries = document.get("entries")
    if not isinstance(entries, list):
        raise NotARecord("entries is not a list")
    try:
        setup = game.rules.setup(players, options or {})
    except ValueError as error:
        raise NotARecord(str(error)) from None
    return Record(game, setup, tuple(entries))


def encode(
    game: Game[Any, Any],
    setup: Setup,
    entries: Sequence[Facts],
    made_at: datetime | None = None,
    note: str = "",
    known_as: str = "",
) -> str:
    """The text of a record of these entries, notes left out; `decode` gives them back."""
    notes = [note.kind for note in game.rules.notes]
    told = {
        "format": FORMAT,
        "game": game.slug,
        **({"id": known_as} if known_as else {}),
        **({} if made_at is None else {"made_at": moment(made_at)}),
        **({"note": note} if note else {}),
        "players": list(setup.players),
        "options": {
            option.name: value
            for option in game.rules.options
            if option.is_told(value := setup.options[option.name])
        },
    }
    told_of = (facts for facts in in_turns(entries) if facts.get("kind") not in notes)
    said = [_encode_value(dict(facts)) for facts in told_of]
    return "".join(_lay_out(told, "entries", said))


def encode_stored(game: Game[Any, Any], setup: Setup, story: Story, stored: StoredGame) -> str:
    """The text of the record of a game of a table."""
    entries = entries_of(game, story)
    return encode(game, setup, entries, stored.made_at, stored.note, stored.known_as)


def encode_table(
    name: str | None,
    games: Iterable[str],
    decks: Mapping[str, Mapping[str, str]],
    nicknames: Mapping[str, Mapping[str, str]],
) -> Iterator[str]:
    """The text of a whole table: the records of its games, what its decks know, how it calls them.

    `decks` and `nicknames` are by the slug of their game. It comes in a piece for each record.
    """
    told = {"format": TABLE_FORMAT, "name": name, "decks": decks, "nicknames": nicknames}
    return _lay_out(told, "games", games)


def entries_of(game: Game[Any, Any], story: Story) -> tuple[Facts, ...]:
    """The entries of this story as a file has them: what a replay needs, and when it was written.

    A line without effect says so, since nobody could enter it again: it is `refused`. What the
    rules cannot read is left out, and words that nobody can type: older versions wrote them down,
    and no file brings them back. A shorthand is spelled out.
    """
    return tuple(
        {
            **{name: fact for name, fact in each.items() if is_plain(fact)},
            **({"refused": True} if line.step and line.step.result is Result.REFUSED else {}),
            "at": moment(line.written.at),
        }
        for facts, line in in_turns(zip(story.export(), story.counting, strict=True))
        if line.kind != UNREADABLE
        for each in spell_out(game, line, facts)
    )


def spell_out(game: Game[Any, Any], line: Line, facts: Facts) -> tuple[Facts, ...]:
    """The entries that a record has for this line; what it breaks, the last of them breaks.

    Of a line without effect it is the first, which is refused as the line was.
    """
    if line.kind not in {entry.kind for entry in game.rules.shorthands}:
        return (facts,)
    spelled = game.rules.spell_out(line.before, game.rules.read(line.before.setup, line.facts))
    if line.step and line.step.result is Result.REFUSED:
        return spelled[:1]
    confirmed = {"confirmed": True} if facts.get("confirmed") else {}
    return (*spelled[:-1], {**spelled[-1], **confirmed})


def moment(at: datetime) -> str:
    """A time as files have it: "2026-01-31T20:15:00.000Z"."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def report(record: Record) -> dict[str, object]:
    """What the replay command prints: a step for each entry, and the state at the end."""
    replayed = record.replay()
    return {
        "steps": [
            {"result": step.result, "rules": list(step.rules), "state": state(record.game, step)}
            for step in replayed.steps
        ],
        "state": state(record.game, replayed.last),
    }


def state(game: Game[Any, Any], step: Step[Any]) -> dict[str, object]:
    """The STATE of record.md after a step."""
    return {
        **game.rules.describe(step.state),
        "outcome": _outcome(step.outcome),
        "flags": [{"entry": flag.entry, "rule": flag.rule} for flag in step.flags],
    }


@click.command("replay", short_help="Print every step of a record as JSON.")
@click.argument("file")
def replay_command(file: str) -> None:
    """Replay a record FILE and print every step as JSON ("-" reads standard input)."""
    try:
        if Path(file).is_fifo() and not file.startswith(("/dev/fd/", "/dev/stdin")):
            _give_up(f'{file} is a pipe: give it on standard input, as "-"')
        source = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        record = decode(source.decode("utf-8-sig"))
    except OSError as error:
        _give_up(f"{file}: {error.strerror}")
    except (NotARecord, UnicodeDecodeError) as error:
        _give_up(f"{file}: {error}")
    click.echo(json.dumps(report(record), ensure_ascii=False))


def _lay_out(told: Mapping[str, object], name: str, items: Iterable[str]) -> Iterator[str]:
    """A JSON object with a line for each of its keys, the last of them a list, a line an item."""
    lines = "".join(
        f" {_encode_value(key)}: {_encode_value(value)},\n" for key, value in told.items()
    )
    before = f"{{\n{lines} {_encode_value(name)}: ["
    for item in items:
        yield before + "\n"
        yield item
        before = ","
    yield "\n ]\n}\n" if before == "," else f"{before}]\n}}\n"


def _encode_value(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _outcome(outcome: Outcome | None) -> dict[str, object] | None:
    return None if outcome is None else {"ending": outcome.ending, **outcome.facts}


def _not_json(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON number")


def _give_up(why: str) -> NoReturn:
    click.echo(" ".join(why.split()), err=True)
    raise SystemExit(2)
