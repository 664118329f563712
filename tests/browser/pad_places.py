"""Every page and state of the pad for any other game, by a sentence."""

from functools import partial

from tests.browser.bluff_places import LONG_FIFTEEN, Goes, opens, plays, then, visits
from tests.games.game_of_bluff.telling import leaves, stop

FOUR = ("Ann", "Ben", "Cas", "Dee")


def scored(number: int, *points: int) -> list[dict[str, object]]:
    """What the first players have in this round."""
    return [
        {"kind": "number-entered", "round": number, "player": seat, "number": each}
        for seat, each in enumerate(points)
    ]


sits = partial(plays, tile="any-game", names=FOUR)
ROUNDS = [*scored(1, 12, -5, 0, 140), *scored(2, 7, 25, 3, -18)]
LOW = {"called": "Sixteen ton of cards", "wins": "lowest", "limit": "150"}
FULL = [each for number in range(1, 8) for each in scored(number, *range(-30, 120, 10))]

PADS: dict[str, Goes] = {
    "a pad, set-up": visits("/new/any-game"),
    "a pad, set-up of the same people": then(sits(*ROUNDS, **LOW), "/new/any-game"),
    "a pad, two rounds and a half": sits(*ROUNDS, *scored(3, 5, 8), **LOW),
    "a pad, the first view": sits(),
    "a pad, fifteen players in round eight": sits(*FULL, *scored(8, 4), names=LONG_FIFTEEN),
    "a pad, three of four play on": sits(*ROUNDS, leaves(1)),
    "a pad, the end": sits(*ROUNDS, stop()),
    "a pad, the end of fifteen": sits(*FULL, stop(), names=LONG_FIFTEEN),
    "a pad, finishing": opens("sheet/stop", sits(*ROUNDS)),
    "a pad, only the result": then(sits(), "sheet/result"),
    "a pad, the log": then(sits(*ROUNDS), "log/?all=1"),
    "a pad, a line": then(sits(*ROUNDS), "log/2"),
    "a pad, a forgotten number": then(sits(*ROUNDS), "log/2/forgotten"),
}
