"""What players of Game of Bluff say, in few words, and the sheet that it makes."""

import json
from collections.abc import Callable
from functools import cached_property
from typing import Any

import pytest

from companion.engine.entry import Facts
from companion.files.record import decode, report

Verdict = tuple[str, list[str]]
RECORDED: Verdict = ("recorded", [])
UNREADABLE: Verdict = ("unreadable", [])


def refuses(rule: str) -> Verdict:
    return "refused", [rule]


def scored(*cards: object, rik: object = None) -> dict[str, object]:
    """The white cards of a round in seat order, and who held Redemption Rik."""
    facts: dict[str, object] = {"kind": "round-scored", "cards": list(cards)}
    return facts if rik is None else {**facts, "rik": rik}


def starter(player: object) -> dict[str, object]:
    return {"kind": "starter-chosen", "player": player}


def emma(player: object) -> dict[str, object]:
    return {"kind": "emma-played", "player": player}


def turn() -> dict[str, object]:
    return {"kind": "turn-taken"}


def stop() -> dict[str, object]:
    return {"kind": "game-stopped"}


def result(*totals: object) -> dict[str, object]:
    """The totals in seat order with which the game ended."""
    return {"kind": "result-entered", "totals": list(totals)}


def rounds(*rows: str) -> list[Facts]:
    """A round for each row of white cards of one digit: "312" is a 3, a 1 and a 2."""
    return [scored(*map(int, row)) for row in rows]


SAYS: dict[str, Callable[..., dict[str, object]]] = {
    "start": starter,
    "emma": emma,
    "turn": turn,
    "stop": stop,
    "result": result,
}


def facts_of(said: str) -> list[Facts]:
    """The entry that these words of a ruling say: "3 1 2 rik 0" is a round, "emma 1" is Emma."""
    word, *rest = said.split()
    if word in SAYS:
        return [SAYS[word](*map(int, rest))]
    cards, _, rik = said.partition(" rik ")
    return [scored(*map(int, cards.split()), rik=int(rik) if rik else None)]


class Table:
    """A game as its players told it; what they see is what the replay command prints."""

    def __init__(self, *entries: object, players: int = 3, **options: object) -> None:
        self.entries, self.players, self.options = entries, players, options

    @property
    def record(self) -> str:
        return json.dumps(
            {
                "format": "companion-record/1",
                "game": "game-of-bluff",
                "players": [f"player {seat}" for seat in range(self.players)],
                "options": self.options,
                "entries": self.entries,
            }
        )

    @cached_property
    def told(self) -> Any:
        return json.loads(json.dumps(report(decode(self.record))))

    @property
    def verdicts(self) -> list[Verdict]:
        return [(step["result"], step["rules"]) for step in self.told["steps"]]

    @property
    def verdict(self) -> Verdict:
        """What became of the last entry, all those before it having been recorded."""
        *before, last = self.verdicts
        assert before == [RECORDED] * len(before)
        return last

    @property
    def changed(self) -> bool:
        """Whether the last entry changed anything."""
        *before, last = [step["state"] for step in self.told["steps"]]
        return bool(last != (before[-1] if before else Table(players=self.players).told["state"]))

    def __getitem__(self, key: str) -> Any:
        """What a key of STATE says after the last entry, all of them having been recorded."""
        assert self.verdicts == [RECORDED] * len(self.entries)
        return self.told["state"][key]


def case(sentence: str, *told: object) -> Any:
    """One row of a table of tests: the sentence is its id."""
    return pytest.param(*told, id=sentence)
