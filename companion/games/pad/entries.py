"""What players tell a score pad."""

from collections.abc import Sequence
from dataclasses import dataclass, make_dataclass
from typing import Any, ClassVar

from companion.engine.entry import Entry, Starter, seat, whole, wholes
from companion.games.pad.leaving import PlayerJoined, PlayerLeft
from companion.games.pad.value import Begins, Pad, Step

MOST = 999_999_999  # as many digits as a form takes
BONUS = "bonus"


@dataclass(frozen=True, slots=True)
class NumberEntered(Entry):
    """What this player has in this round, in the step of this kind of entry."""

    step: ClassVar[int]
    round: int
    player: int
    number: int

    @property
    def extra(self) -> int | None:
        """The bonus, if this kind has one and it is said."""
        return getattr(self, BONUS, None)


@dataclass(frozen=True, slots=True)
class StarterChosen(Starter):
    """The table says who begins this round."""

    kind = "starter-chosen"
    player: int = seat()


@dataclass(frozen=True, slots=True)
class RoundClosed(Entry):
    """Whoever has no number in this round gets what all others get (`Pad.rest`)."""

    kind = "round-closed"
    round: int = whole(1, MOST)


@dataclass(frozen=True, slots=True)
class GameStopped(Entry):
    """The table says that the game is over; the totals count as they stand."""

    kind = "game-stopped"


@dataclass(frozen=True, slots=True)
class ResultEntered(Entry):
    """The game is over, and these are the totals by seat, whatever the rounds came to."""

    kind = "result-entered"
    totals: tuple[int, ...] = wholes()


PadEntry = (
    NumberEntered
    | StarterChosen
    | RoundClosed
    | PlayerLeft
    | PlayerJoined
    | GameStopped
    | ResultEntered
)


def number_entries(steps: Sequence[Step]) -> tuple[type[NumberEntered], ...]:
    """The kind of entry of each of these steps."""
    return tuple(_number_entry(at, step) for at, step in enumerate(steps))


def _number_entry(at: int, step: Step) -> type[NumberEntered]:
    fields: list[tuple[str, Any, Any]] = [
        ("round", int, whole(1, MOST)),
        ("player", int, seat()),
        ("number", int, whole(-MOST, MOST, written_as=step.name)),
    ]
    if step.bonus:
        fields.append((BONUS, int | None, whole(-MOST, MOST, optional=True)))
    name = f"{step.name.title().replace('-', '')}Entered"
    doc = "What this player has in this round."
    space = {"kind": step.kind, "step": at, "__doc__": doc, "__module__": __name__}
    return make_dataclass(name, fields, bases=(NumberEntered,), namespace=space, frozen=True)


def entries_of(pad: Pad, numbers: Sequence[type[NumberEntered]]) -> tuple[type[PadEntry], ...]:
    """All kinds of entries of this pad."""
    found: list[type[PadEntry]] = [*numbers]
    if pad.begins is not Begins.NOBODY:
        found.insert(0, StarterChosen)
    if pad.rest is not None:
        found.append(RoundClosed)
    return (*found, PlayerLeft, PlayerJoined, GameStopped, ResultEntered)
