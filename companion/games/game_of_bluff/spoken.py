"""What Game of Bluff says aloud behind an entry: what changed by it."""

from collections.abc import Iterator, Sequence

from flask_babel import gettext as _

from companion.engine.log import Line
from companion.games.game_of_bluff.state import State
from companion.games.pad.words import say_end, say_totals


def announce(line: Line, names: Sequence[str]) -> Iterator[str]:
    """Say the totals, who is next, and how the game ended, as far as a line changed them."""
    before: State = line.before
    after: State = line.step.state if line.step else before
    if line.kind == "round-scored" and line.facts.get("rik") is not None:
        yield _("%(name)s held Rik.", name=names[int(str(line.facts["rik"]))])
    if before.totals != after.totals:
        yield say_totals(after, names)
    if after.end:
        yield from say_end(after, names)
    elif len(before.rounds) < len(after.rounds):
        yield _("%(name)s starts.", name=names[after.starter])
    elif before.countdown != after.countdown:
        yield _say_next(after, names)


def _say_next(state: State, names: Sequence[str]) -> str:
    """Whose last turn comes next."""
    if not state.countdown:
        return _("Show the white cards.")
    return _("Last turn: %(name)s.", name=names[state.countdown[0]])
