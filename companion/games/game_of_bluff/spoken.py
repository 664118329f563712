"""What Game of Bluff says aloud of an entry: what was entered, and what changed by it."""

from collections.abc import Iterator, Sequence

from flask_babel import gettext as _

from companion.engine.log import Line
from companion.games.game_of_bluff.state import State
from companion.games.pad.words import say_end, say_totals


def announce(line: Line, names: Sequence[str]) -> Iterator[str]:
    """Say what a line entered; then the totals, who is next, and how the game ended."""
    yield _entered(line, names)
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


def _entered(line: Line, names: Sequence[str]) -> str:
    facts, before = line.facts, line.before
    match line.kind:
        case "starter-chosen":
            return _("%(name)s starts.", name=names[int(str(facts["player"]))])
        case "emma-played":
            return _("%(name)s plays Ending Emma.", name=names[int(str(facts["player"]))])
        case "turn-taken":
            if not before.countdown:  # all have had one
                return _("Show the white cards.")
            return _("%(name)s is done.", name=names[before.countdown[0]])
        case "round-scored":
            return _("Round %(number)s is scored.", number=before.number)
        case "result-entered":
            return _("The result was entered.")
        case _:
            assert line.kind == "game-stopped", line.kind
            return _("The game was stopped early.")


def _say_next(state: State, names: Sequence[str]) -> str:
    """Whose last turn comes next."""
    if not state.countdown:
        return _("Show the white cards.")
    return _("Last turn: %(name)s.", name=names[state.countdown[0]])
