"""What The Game says aloud behind an entry: what changed for those who listen."""

from collections.abc import Iterator, Sequence

from flask_babel import gettext as _
from flask_babel import ngettext

from companion.engine.log import Line
from companion.games.lists import join_list
from companion.games.the_game.entries import CannotPlay, Command, Pile
from companion.games.the_game.results import summary
from companion.games.the_game.state import Ending, Rating, State
from companion.games.the_game.telling import PILES
from companion.games.the_game.words import COMMANDS, RATINGS, describe_result, explain_end


def announce(line: Line, names: Sequence[str]) -> Iterator[str]:
    """Say what changed by a line that its players have to know."""
    before: State = line.before
    after: State = line.step.state if line.step else before
    if after.end:
        yield from _ended(line, after, names)
        return
    if before.unseen < after.unseen and any(top.card for top in before.tops.values()):
        yield _("The top cards are not known now.")
    if gone := set(before.active) - set(after.active):
        said = [str(COMMANDS[command]) for command in before.active if command in gone]
        yield _("No longer: %(commands)s.", commands=join_list(said))
    if before.draw_pile and not after.draw_pile:
        yield _("The draw pile is empty.")
    if before.turn.number < after.turn.number:
        yield from _passed(before, after, line, names)
    elif after.owed and (before.turn.played, before.owed) != (after.turn.played, after.owed):
        yield ngettext("%(num)d more card to lay.", "%(num)d more cards to lay.", after.owed)
    if after.turn.skulls and before.turn.skulls != after.turn.skulls:
        yield _("Cover the skull: %(piles)s.", piles=_name(after.turn.skulls))
    if after.turn.fire and before.turn.fire != after.turn.fire:
        yield _("Cover the fire: %(piles)s.", piles=_name(after.turn.fire))
    if after.only_pile and before.only_pile != after.only_pile:
        yield _("Only on %(pile)s.", pile=PILES[Pile(after.only_pile)])


def _passed(before: State, after: State, line: Line, names: Sequence[str]) -> Iterator[str]:
    """Whose turn begins with how many cards, and what was drawn where a command says so."""
    player = before.turn.player
    drawn = before.draw_pile - after.draw_pile
    if drawn and Command.DRAW_ONE in after.active:
        yield ngettext(
            "%(name)s drew %(num)d card.",
            "%(name)s drew %(num)d cards.",
            drawn,
            name=names[player],
        )
    if after.turn.player == player:
        yield ngettext("Next turn: %(num)d card.", "Next turn: %(num)d cards.", after.owed)
    else:
        yield ngettext(
            "%(name)s’s turn: %(num)d card.",
            "%(name)s’s turn: %(num)d cards.",
            after.owed,
            name=names[after.turn.player],
        )


def _ended(line: Line, state: State, names: Sequence[str]) -> Iterator[str]:
    """Why the game is over, where that was not entered, and what it came to."""
    assert state.end
    gave_up = line.kind == CannotPlay.kind and state.end.ending is Ending.STUCK
    if not (state.result_only or gave_up):
        yield explain_end(state, names)
    if state.rating is Rating.BEATEN:
        yield str(RATINGS[Rating.BEATEN])
    else:
        yield _("The game is over: %(result)s.", result=describe_result(summary(state), names))


def _name(piles: frozenset[str]) -> str:
    return join_list([str(PILES[pile]) for pile in Pile if pile in piles])
