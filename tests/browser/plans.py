"""Games that are known before they are played: which card goes where, and when turns end."""

from collections.abc import Iterator
from typing import Any

from companion.files.record import decode, encode, report
from companion.games import GAMES

Play = tuple[int, str]


def beaten() -> list[Play]:
    """All 98 cards in an order that fits, from pile to pile; two cards go ten back.

    On each pile one lies near the next, so that most have a chip; the first cards of the second
    pile up and down, and those after a ten back, are far.
    """
    piles: dict[str, Iterator[int]] = {
        "up-1": iter([2, *range(4, 14), 3, *range(14, 26)]),
        "down-1": iter([99, *range(97, 87, -1), 98, *range(87, 75, -1)]),
        "up-2": iter(range(26, 51)),
        "down-2": iter(range(75, 50, -1)),
    }
    plays: list[Play] = []
    while len(plays) < 98:
        plays += [(card, pile) for pile, cards in piles.items() if (card := next(cards, 0))]
    return plays


def in_turns(plays: list[Play], players: list[str]) -> list[dict[str, Any]]:
    """These cards as entries, two a turn, ending each turn that does not end by itself."""
    entries: list[dict[str, Any]] = []
    for card, pile in plays:
        entries.append({"kind": "card-played", "card": card, "pile": pile})
        turn = replayed(entries, players)["turn"]
        if turn and turn["played"] >= 2:
            entries.append({"kind": "turn-ended"})
    return entries


def replayed(entries: list[dict[str, Any]], players: list[str]) -> Any:
    """The STATE of record.md after these entries, all of which are recorded."""
    game = GAMES["the-game"]
    told = report(decode(encode(game, game.rules.setup(players, {}), entries)))
    assert {step["result"] for step in told["steps"]} <= {"recorded"}
    return told["state"]
