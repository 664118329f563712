"""What players tell a score pad."""

from typing import ClassVar, get_args

from companion.engine.entry import Entry, Starter, one_of, seat, whole, wholes
from companion.games.pad.value import Begins, Leavers, Pad, Step

MOST = 999_999_999  # as many digits as a form takes
BONUS, NUMBER = "bonus", "said"


class NumberEntered(Entry):
    """What this player has in this round, in the step of this kind of entry: 1 without a number.

    Where the table names somebody, there is no player if it is nobody.
    """

    paragraph = "a-round"
    acts = "{entry.kind} {entry.round} {entry.player}"
    step: ClassVar[int]
    round: int
    player: int | None

    @property
    def number(self) -> int:
        """What is said; 1 where the entry only names the player."""
        said: int = getattr(self, NUMBER, 1)
        return said

    @property
    def extra(self) -> int | None:
        """The bonus, if this kind has one and it is said."""
        return getattr(self, BONUS, None)


class StarterChosen(Starter):
    """The table says who begins this round."""

    paragraph = "starter"
    acts = "{entry.kind} {state.number}"
    player: int = seat()


class RoundClosed(Entry):
    """Whoever has no number in this round gets what all others get (`Pad.rest`)."""

    paragraph = "the-others"
    acts = "{entry.kind} {entry.round}"
    round: int = whole(1, MOST)


class PlayerLeft(Entry):
    """This player plays no round from here on; the points stay as they are."""

    paragraph = "who-plays"
    acts = "{entry.kind} {entry.player}"
    player: int = seat()


class PlayerJoined(Entry):
    """This player, who had left, plays from here on: with so many points, or with the old ones."""

    paragraph = "who-plays"
    acts = "{entry.kind} {entry.player}"
    player: int = seat()
    begins_with: int | None = whole(-MOST, MOST, optional=True)


class LeaversRanked(Entry):
    """The table says where whoever leaves is ranked, whatever it chose before."""

    paragraph = "who-plays"
    acts = "{entry.kind}"
    leavers: str = one_of(Leavers)


class GameStopped(Entry):
    """The table says that the game is over; the totals count as they stand."""

    paragraph = "stopped"


class ResultEntered(Entry):
    """The game is over, and these are the totals by seat, whatever the rounds came to."""

    paragraph = "result-only"
    totals: tuple[int, ...] = wholes()


SheetEntry = StarterChosen | PlayerLeft | PlayerJoined | LeaversRanked | GameStopped | ResultEntered
"""What every score sheet has."""

PadEntry = NumberEntered | RoundClosed | SheetEntry


def _number_entry(at: int, step: Step) -> type[NumberEntered]:
    fields = {"round": whole(1, MOST), "player": seat(optional=step.nobody)}
    if not step.one:
        fields[NUMBER] = whole(-MOST, MOST, written_as=step.name)
    if step.bonus:
        fields[BONUS] = whole(-MOST, MOST, optional=True)
    space: dict[str, object] = {"kind": step.kind, "step": at, "__module__": __name__}
    space |= {"__doc__": "What this player has in this round.", **fields}
    space["__annotations__"] = dict.fromkeys(fields, int | None)
    if step.one:
        space["acts"] = "{entry.kind} {entry.round}"
    name = f"{step.name.title().replace('-', '')}Entered"
    return type(name, (NumberEntered,), space)


def entries_of(pad: Pad) -> tuple[type[PadEntry], ...]:
    """All kinds of entries of this pad, one for each of its steps among them."""
    numbers = (_number_entry(at, step) for at, step in enumerate(pad.steps))
    starter, *others = get_args(SheetEntry)
    if not pad.leaving:
        others = [each for each in others if each not in (PlayerLeft, PlayerJoined, LeaversRanked)]
    first = (starter,) if pad.begins is not Begins.NOBODY else ()
    closed = (RoundClosed,) if pad.rest is not None else ()
    return (*first, *numbers, *closed, *others)
