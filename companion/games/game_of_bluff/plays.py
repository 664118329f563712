"""Games of Bluff for the tests."""

from companion.games.pad.value import LEAVERS, TIE
from companion.games.plays import Play, Plays, log

NAMES = ("Ann", "Ben", "Cas")
ROUND = "round-scored cards=[3,1,2]"


PLAYS = Plays(
    games=(
        Play(
            NAMES, log(f"starter-chosen player=1, {ROUND} rik=0, emma-played player=2, turn-taken")
        ),
        Play(NAMES, log(", ".join([ROUND] * 4))),
        Play(
            (*NAMES, "Dea"),
            log(
                "player-left player=3, round-scored cards=[3,1,2,0],"
                " player-joined player=3 begins_with=2, leavers-ranked leavers=below, game-stopped"
            ),
            {"last_round": "y", "below": "y"},
        ),
        Play(NAMES, log(f"{ROUND}, result-entered totals=[9,0,9]")),
        Play(NAMES, log("result-entered totals=[14,3,3]"), {"depth": "result"}),
    ),
    odds={
        **{"round-scored": 8, "emma-played": 4, "turn-taken": 12, "starter-chosen": 4},
        **dict.fromkeys(("leavers-ranked", "player-left", "player-joined"), 1),
        **dict.fromkeys(("game-stopped", "result-entered"), 0.4),
    },
    values={
        "cards": lambda setup, random: random.sample(range(1, setup.seats + 1), setup.seats),
        "begins_with": lambda setup, random: 4,
    },
    named=map(str, (*TIE.values, *LEAVERS.values)),
)
