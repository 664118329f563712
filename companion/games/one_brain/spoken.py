"""What One Brain says aloud behind an entry: no reminder and no advice, like its board."""

from collections.abc import Iterator, Sequence

from flask_babel import gettext as _

from companion.engine.entry import Facts
from companion.engine.log import Line
from companion.games.one_brain.entries import Action, Source
from companion.games.one_brain.state import State
from companion.games.one_brain.telling import (
    NUMBERED,
    list_columns,
    name_named,
    number_columns,
)
from companion.games.one_brain.words import ACTIONS, explain_end, limit, result


def announce(line: Line, names: Sequence[str]) -> Iterator[str]:
    """Say what changed by a line that its players have to know."""
    before: State = line.before
    after: State = line.step.state if line.step else before
    if line.kind == "card-played":
        yield from _more_of_card(line.facts, before)
    if len(before.columns) != len(after.columns):
        yield _("%(count)s of %(limit)s columns.", count=len(after.columns), limit=after.limit)
    if after.end:
        if not after.result_only and line.kind != "attempt-given-up":
            yield explain_end(after)
        yield _("The attempt is over: %(result)s.", result=result(after.end))
        return
    if _is_near(after) and not _is_near(before):
        yield limit(after)
    if before.draw_pile and not after.draw_pile:
        yield _("The draw pile is empty.")
    if before.turn < after.turn:
        yield _("%(name)s’s turn.", name=names[after.player])
    if after.must_draw and not before.must_draw:
        yield _("Nobody holds a card: somebody has to draw.")


def _more_of_card(facts: Facts, state: State) -> Iterator[str]:
    """What a card was called, and what came with it; where they came from if that is not clear."""
    left = state.after_laying(str(facts["from"]))
    columns = list_columns(facts)
    if len(columns) > NUMBERED:
        yield _("Columns %(columns)s.", columns=number_columns(columns, state))
    if named := name_named(facts.get("card")):
        yield _("The card: %(card)s.", card=named)
    if facts["from"] == Source.DOMAIN and state.hands[state.player]:
        yield _("It is from the domain.")
    if facts["action"] == Action.DONATE and facts.get("to") is not None:
        if facts["given_from"] == Source.DOMAIN and left[Source.HAND]:
            yield _("The donated card is from the domain.")
    elif facts["action"] == Action.EXTRA and facts.get("extra_from") is not None:
        told = [name_named(facts.get("extra_card"))]
        if facts.get("extra_action"):
            told.append(str(ACTIONS[Action(str(facts["extra_action"]))]))
        domain = facts["extra_from"] == Source.DOMAIN
        told.append(_("from the domain") if domain else _("from the hand"))
        yield _("Second card: %(told)s.", told=", ".join(filter(None, told)))


def _is_near(state: State) -> bool:
    """Whether one more column ends the attempt."""
    return len(state.columns) + 1 == state.limit
