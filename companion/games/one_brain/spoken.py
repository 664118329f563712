"""What One Brain says aloud of an entry; like its board it reminds nobody, and gives no advice."""

from collections.abc import Iterator, Mapping, Sequence

from flask_babel import gettext as _
from flask_babel import ngettext

from companion.engine.entry import Facts
from companion.engine.log import Line
from companion.games.one_brain.entries import Action, Source
from companion.games.one_brain.state import State
from companion.games.one_brain.words import (
    ACTIONS,
    describe_entered,
    explain_end,
    limit,
    name_card,
    number_columns,
    result,
)

NUMBERED = 2  # columns that are named by their numbers where the action is; of more, how many


def announce(line: Line, names: Sequence[str]) -> Iterator[str]:
    """Say what a line entered; then what changed by it that its players have to know."""
    yield _entered(line, names)
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


def _entered(line: Line, names: Sequence[str]) -> str:
    facts, state = line.facts, line.before
    name = names[int(str(facts.get("player", state.player)))]
    match line.kind:
        case "starter-chosen":
            return _("%(name)s starts.", name=name)
        case "card-played":
            return _(
                "%(name)s: %(action)s.", name=name, action=_describe_action(facts, state, names)
            )
        case "card-drawn":
            return _("%(name)s draws a card.", name=name)
        case "turn-ended":
            return _("%(name)s ends the turn.", name=name)
        case "late-card-drawn":
            late = state.player if state.late is None else state.late
            return _("%(name)s draws late.", name=names[late])
        case "cards-corrected":
            return _(
                "%(name)s: hand %(hand)s, domain %(domain)s.",
                name=name,
                hand=facts["hand"],
                domain=facts["domain"],
            )
        case "discard-looked-at":
            return _("Somebody looked through the discard pile.")
        case "result-entered":
            return f"{describe_entered(facts, state)}."
        case _:
            assert line.kind == "attempt-given-up", line.kind
            return _("The attempt was given up.")


def _describe_action(facts: Facts, state: State, names: Sequence[str]) -> str:
    """The action of a card and what it hits: "Donate to Ben", "Cover, column 2"."""
    action = ACTIONS[Action(str(facts["action"]))]
    columns = _list_columns(facts)
    if facts["action"] == Action.DONATE and facts.get("to") is not None:
        return _("%(action)s to %(name)s", action=action, name=names[int(str(facts["to"]))])
    if len(columns) > NUMBERED:
        return _("%(action)s, %(number)s columns", action=action, number=len(columns))
    if columns:
        return ngettext(
            "%(action)s, column %(columns)s",
            "%(action)s, columns %(columns)s",
            len(columns),
            action=action,
            columns=number_columns(columns, state),
        )
    return str(action)


def _more_of_card(facts: Facts, state: State) -> Iterator[str]:
    """What a card was called, and what came with it; where they came from if that is not clear."""
    left = state.after_laying(str(facts["from"]))
    columns = _list_columns(facts)
    if len(columns) > NUMBERED:
        yield _("Columns %(columns)s.", columns=number_columns(columns, state))
    if named := _name(facts.get("card")):
        yield _("The card: %(card)s.", card=named)
    if facts["from"] == Source.DOMAIN and state.hands[state.player]:
        yield _("It is from the domain.")
    if facts["action"] == Action.DONATE and facts.get("to") is not None:
        if facts["given_from"] == Source.DOMAIN and left[Source.HAND]:
            yield _("The gift is from the domain.")
    elif facts["action"] == Action.EXTRA and facts.get("extra_from") is not None:
        told = [_name(facts.get("extra_card"))]
        if facts.get("extra_action"):
            told.append(str(ACTIONS[Action(str(facts["extra_action"]))]))
        domain = facts["extra_from"] == Source.DOMAIN
        told.append(_("from the domain") if domain else _("from the hand"))
        yield _("Second card: %(told)s.", told=", ".join(filter(None, told)))


def _list_columns(facts: Facts) -> Sequence[object]:
    """The columns that the action hits, by their ids."""
    match Action(str(facts["action"])):
        case Action.COVER | Action.TAKE_BACK if facts.get("column") is not None:
            return [facts["column"]]
        case Action.REMOVE_KIND | Action.REMOVE_COLOUR:
            columns = facts.get("columns")
            return columns if isinstance(columns, list | tuple) else ()
        case _:
            return ()


def _name(card: object) -> str:
    return name_card(f"{card['colour']} {card['kind']}") if isinstance(card, Mapping) else ""


def _is_near(state: State) -> bool:
    """Whether one more column ends the attempt."""
    return len(state.columns) + 1 == state.limit
