"""How One Brain tells of each kind of entry, and what it says aloud behind it.

No reminder and no advice, like its board.
"""

from collections.abc import Iterator, Mapping, Sequence

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from companion.games.one_brain.entries import Action, Source
from companion.games.one_brain.state import State
from companion.games.one_brain.words import ACTIONS, DECK, SOURCES, explain_end, limit, result
from companion.games.telling import STARTS, Named, Row, Telling, Tellings, Told, counted

NUMBERED = 2  # columns that are named by their numbers where the action is said; of more, how many


class _Told(Told):
    before: State
    after: State
    action, receiver = Named("action", ACTIONS), Named("to")
    source, extra_action = Named("extra_from", SOURCES), Named("extra_action", ACTIONS)

    @property
    def late(self) -> str:
        """Who drew after the turn, or ""."""
        return self.names[self.before.late] if self.before.late is not None else ""

    @property
    def columns(self) -> int:
        """The columns of a result: of one that is lost as many as the limit, or more."""
        said = self.facts.get("columns") or 0
        return said if self["won"] else max(said, self.before.limit)

    def announce(self) -> Iterator[str]:
        before, after = self.before, self.after
        if "action" in self.facts:
            yield from self._more_of_card()
        if len(before.columns) != len(after.columns):
            yield _("%(count)s of %(limit)s columns.", count=len(after.columns), limit=after.limit)
        if after.end:
            if not after.result_only and self.facts["kind"] != "attempt-given-up":
                yield explain_end(after)
                yield _("The attempt is over: %(result)s.", result=result(after.end))
            return
        if after.near and not before.near:
            yield limit(after)
        if before.draw_pile and not after.draw_pile:
            yield _("The draw pile is empty.")
        if before.turn < after.turn:
            yield _("%(name)s’s turn.", name=self.names[after.player])
        if after.must_draw and not before.must_draw:
            yield _("Nobody holds a card: somebody has to draw.")

    def _more_of_card(self) -> Iterator[str]:
        """What a card was called, and what came with it; where they came from if not clear."""
        facts, state = self.facts, self.before
        if len(self.columns_hit) > NUMBERED:
            yield _("Columns %(columns)s.", columns=self.number_columns(self.columns_hit))
        if named := _name_named(facts.get("card")):
            yield _("The card: %(card)s.", card=named)
        if facts["from"] == Source.DOMAIN and state.hands[state.player]:
            yield _("It is from the domain.")
        if facts["action"] == Action.DONATE and self.receiver:
            left = state.after_laying(str(facts["from"]))
            if facts["given_from"] == Source.DOMAIN and left[Source.HAND]:
                yield _("The donated card is from the domain.")
        elif facts["action"] == Action.EXTRA and self.source:
            domain = facts["extra_from"] == Source.DOMAIN
            where = _("from the domain") if domain else _("from the hand")
            told = (_name_named(facts.get("extra_card")), self.extra_action, where)
            yield _("Second card: %(told)s.", told=", ".join(filter(None, told)))

    def columns_of(self, *fields: str) -> Sequence[int]:
        """The columns that the first of these fields names that says anything, by their ids."""
        said = next((said for field in fields if (said := self.facts.get(field)) is not None), ())
        return said if isinstance(said, list | tuple) else [said]

    @property
    def columns_hit(self) -> Sequence[int]:
        """The columns that the action of a card hits, by their ids."""
        action = Action(self.facts["action"])
        if action.removes:
            return self.columns_of("columns")
        return self.columns_of("column") if action in (Action.COVER, Action.TAKE_BACK) else ()

    def number_columns(self, columns: Sequence[int]) -> str:
        """Where these columns lay, counted from the left; the card itself comes last."""
        lying = [column.id for column in self.before.columns]
        places = (lying.index(each) if each in lying else len(lying) for each in columns)
        return ", ".join(str(place + 1) for place in sorted(places))


def _name_named(card: object) -> str:
    """What the card is called that an entry names; "" where it names none."""
    return DECK.name_card(f"{card['colour']} {card['kind']}") if isinstance(card, Mapping) else ""


def _log_card(told: _Told) -> str:
    """The card with its action and what that hit: "Ann: blue duck: Donate to Ben"."""
    said, card = _tell_action(told), _name_named(told.facts.get("card"))
    if card:
        said = _("%(card)s: %(action)s", card=card, action=said)
    return _("%(name)s: %(card)s", name=told.name, card=said)


def _say_card(told: _Told) -> str:
    return _("%(name)s: %(action)s.", name=told.name, action=_tell_action(told))


def _tell_action(told: _Told) -> str:
    """The action and what it hits: "Donate to Ben", "Cover, column 2"; aloud no more than that.

    The log shows whatever was entered, also what this action does not have.
    """
    if told.receiver and (told.facts["action"] == Action.DONATE or not told.aloud):
        return _("%(action)s to %(name)s", action=told.action, name=told.receiver)
    if told.source and not told.aloud:
        text = {"action": told.action, "source": told.source}
        return _("%(action)s, second card from %(source)s", **text)
    columns = told.columns_hit if told.aloud else told.columns_of("column", "columns")
    if told.aloud and len(columns) > NUMBERED:
        return _("%(action)s, %(number)s columns", action=told.action, number=len(columns))
    if not columns:
        return told.action
    return ngettext(
        "%(action)s, column %(columns)s",
        "%(action)s, columns %(columns)s",
        len(columns),
        action=told.action,
        columns=told.number_columns(columns),
    )


def _list_card(told: _Told) -> Iterator[Row]:
    """What the card hit is a player, a source, or columns by their places; "" for nothing."""
    what, card = told.action, _name_named(told.facts.get("card"))
    if card:
        what = _("%(card)s: %(action)s", card=card, action=what)
    hit: str | int = told.receiver or told.source
    if not hit and (columns := told.columns_of("column", "columns")):
        places = told.number_columns(columns)
        hit = int(places) if len(columns) == 1 else places
    yield told.name, what, hit, len(told.after.columns)


WON = counted("Result: won with %(num)d column", "Result: won with %(num)d columns", "columns")
LOST = counted("Result: lost with %(num)d column", "Result: lost with %(num)d columns", "columns")
HOW_IT_ENDED = {True: _l("result: won, columns"), False: _l("result: lost, columns")}

TELLINGS = Tellings(
    _Told,
    {
        "starter-chosen": STARTS,
        "card-played": Telling(_log_card, say=_say_card, rows=_list_card),
        "card-drawn": Telling(
            _l("%(name)s draws a card"),
            rows=[("name", _l("card drawn, draw pile"), 1, "draw_pile")],
        ),
        "turn-ended": Telling(
            _l("%(name)s: end of turn"),
            say=_l("%(name)s ends the turn."),
            rows=[("name", _l("end of turn, draw pile"), "", "draw_pile")],
            ends=True,
        ),
        "late-card-drawn": Telling(
            lambda told: _("%(name)s draws late", name=told.late or "?"),
            say=lambda told: _("%(name)s draws late.", name=told.late or told.name),
            rows=[("late", _l("card drawn late, draw pile"), 1, "draw_pile")],
        ),
        "cards-corrected": Telling(
            _l("%(name)s: corrected to %(hand)s in hand, %(domain)s in the domain"),
            say=_l("%(name)s: hand %(hand)s, domain %(domain)s."),
            rows=[
                ("name", _l("hand corrected, draw pile"), "hand", "draw_pile"),
                ("name", _l("domain corrected, draw pile"), "domain", "draw_pile"),
            ],
        ),
        "attempt-given-up": Telling(
            _l("Attempt given up"),
            say=_l("The attempt was given up."),
            rows=[("", _l("Attempt given up"), "", "columns_left")],
        ),
        "result-entered": Telling(
            lambda told: WON if told["won"] else LOST,
            rows=[("", lambda told: HOW_IT_ENDED[told["won"]], "", "columns_left")],
        ),
        "discard-looked-at": Telling(
            _l("Somebody looked through the discard pile"),
            rows=[("", _l("Somebody looked through the discard pile"), "", "")],
        ),
    },
)
