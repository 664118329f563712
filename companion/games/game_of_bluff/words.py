"""What Game of Bluff says to the people at the table."""

from collections.abc import Iterator, Sequence
from typing import cast

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from companion.engine.entry import Facts
from companion.games.game_of_bluff.rules import Rule
from companion.games.game_of_bluff.state import State
from companion.games.lists import join_list
from companion.games.pad import words as sheet

TITLE = _l("Game of Bluff")
MISTAKES = sheet.MISTAKES | {
    "cards": _l("Somebody has no white card yet: tap the number."),
    "rik": _l("Only one player can hold Rik."),
}


class BluffWords(sheet.SheetWords):
    """The sentences of a sheet, with those of its cards."""

    def explain_breach(self, rule: str, state: State, facts: Facts, names: Sequence[str]) -> str:
        match rule:
            case Rule.EMMA_ONCE:
                return _("Ending Emma has already been played: the last turns are being counted.")
            case Rule.NO_COUNTDOWN:
                return _("The app starts counting turns when Ending Emma is played.")
            case Rule.WHITE_CARDS_ONCE_EACH:
                cards = cast("Sequence[int]", facts["cards"])
                twice = min((card for card in cards if card and cards.count(card) > 1), default=0)
                if twice:
                    both = [names[seat] for seat, card in enumerate(cards) if card == twice]
                    return _(
                        "%(names)s have the same card: %(card)s. Change one of them.",
                        names=join_list(both),
                        card=twice,
                    )
                return _(
                    "Each white card from 1 to %(most)s can be entered only once.",
                    most=state.playing.seats,
                )
            case _:
                return super().explain_breach(rule, state, facts, names)

    def lacking(self, cards: Sequence[int | None], names: Sequence[str]) -> str:
        """Who has no white card yet, in a sentence; "" if everybody has one."""
        without = [names[seat] for seat, card in enumerate(cards) if card is None]
        if not without:
            return ""
        return ngettext(
            "%(names)s has no white card yet: tap the number.",
            "%(names)s have no white card yet: tap the numbers.",
            len(without),
            names=join_list(without),
        )

    def counting(self, state: State, names: Sequence[str]) -> str:
        """How the countdown after Ending Emma stands; only while it runs."""
        left = [names[seat] for seat in state.countdown or ()]
        if not left:
            return _("Everybody has had a last turn: show the white cards.")
        order = ", ".join(left[:3]) + ("…" if left[3:] else "")
        return ngettext(
            "Emma: %(num)d turn left (%(names)s)",
            "Emma: %(num)d turns left (%(names)s)",
            len(left),
            names=order,
        )

    def look_back(self, state: State, names: Sequence[str]) -> Iterator[tuple[str, str]]:
        yield from super().look_back(state, names)
        paid = sum(played.rik_paid for played in state.rounds)
        if any(played.rik is not None for played in state.rounds):
            yield _("Rounds in which Rik gave 0 points"), str(paid)
