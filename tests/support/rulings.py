"""Tables of rulings: a line each with what is said, what holds then, and what that shows.

    extreme players=3: 40 up-1 skull, end | ask minimum skull-open | a skull is open

Before a colon stand options and the number of players. What holds is the verdict on the last entry,
where it is not recorded, and values of STATE by their names in record.md: "hands 7 7", "turn.owed
2". What is not recorded changes nothing. Lines that begin with # are headings, and say what a line
of two cells shows. Each game has a file `rulings.txt`, and `facts_of` in its `telling.py` reads the
entries.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from companion.engine.entry import Facts
from companion.files.record import decode, report
from tests.support.submitted_log import back, changed, inserted

VERDICTS = {"recorded": "recorded", "ask": "ask", "refuse": "refused", "unreadable": "unreadable"}

FactsOf = Callable[[str], list[Facts]]
"""The entries that a few words say: several for a word such as "late"."""


class Ruling(NamedTuple):
    """A line of the table."""

    line: int
    options: dict[str, Any]
    said: list[str]
    holds: list[str]
    shows: str


def read_rulings(text: str) -> Iterator[Ruling]:
    heading = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            heading = line.strip("# ")
        elif line:
            said, holds, *shows = line.split(" | ")
            options, _, entries = said.rpartition(": ")
            yield Ruling(
                number,
                {name: read_word(value or "yes") for name, value in read_options(options)},
                entries.split(", ") if entries != "nothing" else [],
                holds.split(", "),
                shows[0] if shows else heading,
            )


def read_table(module: str, name: str) -> list[list[str]]:
    """The cells of each row below the heading of this name, in the `.txt` beside this module.

        READS = dict(read_table(__file__, "READS"))

    "-" is an empty cell.
    """
    text = Path(module).with_suffix(".txt").read_text(encoding="utf-8")
    [part] = [part for part in text.split("# ")[1:] if part.partition("\n")[0] == name]
    lines = filter(None, part.splitlines()[1:])
    return [["" if cell == "-" else cell for cell in line.split(" | ")] for line in lines]


def read_log(said: str, facts_of: FactsOf) -> list[Facts]:
    """The entries of a log: "end, back 1, change 1 cannot, put-in 1 end!"."""
    return [facts for each in said.split(", ") if each for facts in read_written(each, facts_of)]


def read_written(said: str, facts_of: FactsOf) -> list[Facts]:
    """What these words write into a log."""
    word, _, rest = said.partition(" ")
    if word == "back":
        return [back(int(rest))]
    if word not in ("change", "put-in"):
        return facts_of(said)
    place, _, entry = rest.removesuffix("!").partition(" ")
    [facts] = facts_of(entry)
    made = (changed if word == "change" else inserted)(int(place), facts)
    return [{**made, "confirmed": True} if said.endswith("!") else made]


def read_facts(said: str, make: Callable[..., Any]) -> list[Facts]:
    """What `make` makes of the words of an entry: its first one, values, and those with a name.

    All of it is confirmed where the words end with "!".
    """
    word, *rest = said.removesuffix("!").split()
    named = {name: read_word(value) for name, value in read_options(" ".join(rest)) if value}
    made = make(word, *(read_word(each) for each in rest if "=" not in each), **named)
    facts = made if isinstance(made, list) else [made]
    return [{**each, "confirmed": True} for each in facts] if said.endswith("!") else facts


def read_options(words: str) -> Iterator[tuple[str, str]]:
    """The names among these words, each with its value after "=", or without one."""
    for word in words.split():
        name, _, value = word.partition("=")
        yield name, value


def read_word(word: str) -> Any:
    """What a word stands for: a number, yes, or itself."""
    number = word.removeprefix("-")
    return int(word) if number.isdecimal() else {"yes": True, "no": False}.get(word, word)


def printed(value: object) -> str:
    """A value of STATE in words: a list with blanks, an object with colons between its values."""
    if isinstance(value, dict):
        return ":".join(map(printed, value.values()))
    if isinstance(value, list):
        return " ".join(map(printed, value)) or "nothing"
    return {"None": "none", "True": "yes", "False": "no"}.get(str(value), str(value))


def tell(slug: str, entries: Sequence[object], players: int, **options: object) -> Any:
    """What the replay command prints of a game with these entries."""
    document = {
        "format": "companion-record/1",
        "game": slug,
        "players": [f"player {seat}" for seat in range(players)],
        "options": options,
        "entries": entries,
    }
    return json.loads(json.dumps(report(decode(json.dumps(document)))))


def find_wrong(slug: str, file: Path, facts_of: FactsOf, players: int) -> list[str]:
    """What is not so of the rulings in this file, with their lines."""
    rulings = read_rulings(file.read_text(encoding="utf-8"))
    return [
        f"{file.name}:{ruling.line} {ruling.shows}: {wrong}"
        for ruling in rulings
        for wrong in find_wrong_values(slug, ruling, facts_of, players)
    ]


def find_wrong_values(slug: str, ruling: Ruling, facts_of: FactsOf, players: int) -> Iterator[str]:
    """What holds instead of what the ruling says."""
    options = {"players": players, **ruling.options}
    entries = [facts for said in ruling.said for facts in facts_of(said)]
    told = tell(slug, entries, **options)
    steps, values = told["steps"], ruling.holds
    expected = ["recorded"] * len(steps)
    if values[0].split()[0] in VERDICTS:
        result, *rules = values[0].split()
        expected[-1:] = [" ".join([VERDICTS[result], *rules])]
        values = values[1:]
    found = [" ".join([step["result"], *step["rules"]]) for step in steps]
    if found != expected:
        yield f"{found}"
    elif "recorded" not in expected[-1:] and entries:
        before = tell(slug, entries[:-1], **options)["state"]
        yield from ["it changed something"] * (before != told["state"])
    for each in values:
        name, _, value = each.partition(" ")
        there = told["state"]
        for key in name.split("."):
            there = there[key]
        if printed(there) != value:
            yield f"{name} {printed(there)}"
