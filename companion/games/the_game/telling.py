"""How The Game tells of each kind of entry, and what it says aloud behind it."""

from collections.abc import Iterator

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from companion.games.lists import join_list
from companion.games.telling import STARTS, Named, Row, Telling, Tellings, Told, counted
from companion.games.the_game.entries import CannotPlay, Command, Pile, count_laid
from companion.games.the_game.faces import SIGNS
from companion.games.the_game.results import summary
from companion.games.the_game.state import Rating, State
from companion.games.the_game.words import COMMANDS, DEPTHS, RATINGS, describe_result, explain_end

PILES = {
    Pile.UP_1: _l("pile A"),
    Pile.UP_2: _l("pile B"),
    Pile.DOWN_1: _l("pile C"),
    Pile.DOWN_2: _l("pile D"),
}
"""What a pile is called, for the ear."""


class _Told(Told):
    """A line of The Game; behind its own rows stands the end of the turn, if it ended one."""

    before: State
    after: State
    command, depth = Named("command", COMMANDS), Named("depth", DEPTHS)

    @property
    def pile(self) -> str:
        return str((PILES if self.aloud else SIGNS)[Pile(self.facts["pile"])])

    @property
    def card(self) -> int:
        """The card, or the last one of those that were missed."""
        return int(self.facts.get("card", self.facts.get("top")))

    def rows(self) -> Iterator[Row]:
        yield from super().rows()
        if self.after.turn.number > self.before.turn.number:
            seat = self.before.player
            drawn = self.after.hands[seat] - self.before.hands[seat] + count_laid(self.facts)
            yield self.name, _("end of turn: cards drawn, draw pile"), drawn, self.after.draw_pile

    def announce(self) -> Iterator[str]:
        before, after = self.before, self.after
        if after.end:
            yield from self._ended()
            return
        if before.unseen < after.unseen and any(top.card for top in before.tops.values()):
            yield _("The top cards are not known now.")
        if gone := set(before.active) - set(after.active):
            said = [str(COMMANDS[command]) for command in before.active if command in gone]
            yield _("No longer: %(commands)s.", commands=join_list(said))
        if before.draw_pile and not after.draw_pile:
            yield _("The draw pile is empty.")
        if before.turn.number < after.turn.number:
            yield from self._passed()
        elif after.owed and (before.turn.played, before.owed) != (after.turn.played, after.owed):
            yield ngettext("%(num)d more card to lay.", "%(num)d more cards to lay.", after.owed)
        if after.turn.skulls and before.turn.skulls != after.turn.skulls:
            yield _("Cover the skull: %(piles)s.", piles=_name(after.turn.skulls))
        if after.turn.fire and before.turn.fire != after.turn.fire:
            yield _("Cover the fire: %(piles)s.", piles=_name(after.turn.fire))
        if after.only_pile and before.only_pile != after.only_pile:
            yield _("Only on %(pile)s.", pile=PILES[Pile(after.only_pile)])

    def _passed(self) -> Iterator[str]:
        before, after, player = self.before, self.after, self.before.player
        drawn = before.draw_pile - after.draw_pile
        if drawn and Command.DRAW_ONE in after.active:
            name = self.names[player]
            yield ngettext(
                "%(name)s drew %(num)d card.", "%(name)s drew %(num)d cards.", drawn, name=name
            )
        if after.player == player:
            yield ngettext("Next turn: %(num)d card.", "Next turn: %(num)d cards.", after.owed)
        else:
            yield ngettext(
                "%(name)s’s turn: %(num)d card.",
                "%(name)s’s turn: %(num)d cards.",
                after.owed,
                name=self.names[after.player],
            )

    def _ended(self) -> Iterator[str]:
        """Why the game is over, where that was not entered, and what it came to."""
        state = self.after
        gave_up = self.facts["kind"] == CannotPlay.kind and state.rating is not Rating.LOST
        if not (state.result_only or gave_up):
            yield explain_end(state, self.names)
        if state.rating is Rating.BEATEN:
            yield str(RATINGS[Rating.BEATEN])
        else:
            result = describe_result(summary(state), self.names)
            yield _("The game is over: %(result)s.", result=result)


def _name(piles: frozenset[str]) -> str:
    return join_list([str(PILES[pile]) for pile in Pile if pile in piles])


def _log_card(told: _Told) -> str:
    said = str(_l("%(name)s: %(card)s on %(pile)s") % told)
    return f"{said}, {told.command}" if told.command else said


def _list_card(told: _Told) -> Iterator[Row]:
    what = _("card on %(pile)s", pile=told.pile)
    yield told.name, what, told.card, told.after.played
    if told.command:
        yield told.name, _("command"), told.command, ""


def _log_result(told: _Told) -> str:
    left = ngettext("Result: %(num)d card left", "Result: %(num)d cards left", told["left"])
    return _("%(left)s, lost", left=left) if told.facts.get("lost") else left


LAID = Telling(
    counted("%(name)s: %(num)d card laid", "%(name)s: %(num)d cards laid", "cards"),
    say=counted("%(name)s laid %(num)d card.", "%(name)s laid %(num)d cards.", "cards"),
    rows=[("name", _l("cards laid"), "cards", "played")],
)

TELLINGS = Tellings(
    _Told,
    {
        "starter-chosen": STARTS,
        "card-played": Telling(
            _log_card,
            say=lambda told: (
                _l("%(name)s: %(card)s, %(pile)s, %(command)s.")
                if told.command
                else _l("%(name)s laid %(card)s on %(pile)s.")
            ),
            rows=_list_card,
        ),
        "turn-ended": Telling(
            _l("%(name)s: end of turn"), say=_l("%(name)s ends the turn."), ends=True
        ),
        "cannot-play": Telling(
            _l("%(name)s can’t play"),
            say=_l("%(name)s can’t play."),
            rows=[("name", _l("can’t play"), "", "")],
        ),
        "hand-corrected": Telling(
            counted(
                "%(name)s: hand corrected to %(num)d card",
                "%(name)s: hand corrected to %(num)d cards",
                "cards",
            ),
            say=counted("%(name)s holds %(num)d card.", "%(name)s holds %(num)d cards.", "cards"),
            rows=[("name", _l("hand corrected, draw pile"), "cards", "draw_pile")],
        ),
        "cards-missed": Telling(
            counted(
                "%(name)s: %(num)d missed card, %(card)s on %(pile)s",
                "%(name)s: %(num)d missed cards, the last %(card)s on %(pile)s",
                "count",
            ),
            say=counted(
                "%(name)s: %(num)d missed, %(card)s, %(pile)s.",
                "%(name)s: %(num)d missed, last %(card)s, %(pile)s.",
                "count",
            ),
            rows=[("name", _l("missed cards, the last %(card)s on %(pile)s"), "count", "played")],
        ),
        "cards-laid": LAID,
        "turn-laid": LAID,
        "result-entered": Telling(_log_result, say=_l("The result was entered.")),
        "depth-chosen": Telling(_l("From here: %(depth)s")),
    },
)
