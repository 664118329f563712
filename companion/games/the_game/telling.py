"""How The Game tells of each kind of entry."""

from collections.abc import Iterator

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from companion.games.telling import Row, StarterTelling, Telling, Tellings
from companion.games.the_game.entries import (
    Command,
    Depth,
    Pile,
    count_laid,
)
from companion.games.the_game.faces import SIGNS
from companion.games.the_game.state import State
from companion.games.the_game.words import COMMANDS, DEPTHS

PILES = {
    Pile.UP_1: _l("pile A"),
    Pile.UP_2: _l("pile B"),
    Pile.DOWN_1: _l("pile C"),
    Pile.DOWN_2: _l("pile D"),
}
"""What a pile is called, for the ear."""


class _Told(Telling):
    """A line of The Game; behind its own rows stands the end of the turn, if it ended one."""

    before: State
    after: State

    @property
    def player(self) -> str:
        return self.name(self.before.turn.player)

    @property
    def pile(self) -> Pile:
        return Pile(str(self.facts["pile"]))

    def own_rows(self) -> Iterator[Row]:
        return iter(())

    def rows(self) -> Iterator[Row]:
        yield from self.own_rows()
        if self.after.turn.number > self.before.turn.number:
            seat = self.before.turn.player
            drawn = self.after.hands[seat] - self.before.hands[seat] + count_laid(self.facts)
            what = _("end of turn: cards drawn, draw pile")
            yield self.player, what, drawn, self.after.draw_pile


class _CardPlayed(_Told):
    @property
    def command(self) -> str:
        """What the card carries, as far as it was entered."""
        command = self.facts.get("command")
        return str(COMMANDS[Command(str(command))]) if command else ""

    def log(self) -> str:
        card, pile = self.facts["card"], SIGNS[self.pile]
        said = _("%(name)s: %(card)s on %(pile)s", name=self.player, card=card, pile=pile)
        return f"{said}, {self.command}" if self.command else said

    def say(self) -> str:
        told = {"name": self.player, "card": self.facts["card"], "pile": PILES[self.pile]}
        if self.command:
            return _("%(name)s: %(card)s, %(pile)s, %(command)s.", command=self.command, **told)
        return _("%(name)s laid %(card)s on %(pile)s.", **told)

    def own_rows(self) -> Iterator[Row]:
        what = _("card on %(pile)s", pile=SIGNS[self.pile])
        yield self.player, what, self.number("card"), self.after.played
        if self.command:
            yield self.player, _("command"), self.command, ""


class _TurnEnded(_Told):
    ends = True

    def log(self) -> str:
        return _("%(name)s: end of turn", name=self.player)

    def say(self) -> str:
        return _("%(name)s ends the turn.", name=self.player)


class _CannotPlay(_Told):
    def log(self) -> str:
        return _("%(name)s can’t play", name=self.player)

    def say(self) -> str:
        return _("%(name)s can’t play.", name=self.player)

    def own_rows(self) -> Iterator[Row]:
        yield self.player, _("cannot play"), "", ""


class _HandCorrected(_Told):
    def log(self) -> str:
        return ngettext(
            "%(name)s: hand corrected to %(num)d card",
            "%(name)s: hand corrected to %(num)d cards",
            self.number("cards"),
            name=self.player,
        )

    def say(self) -> str:
        return ngettext(
            "%(name)s holds %(num)d card.",
            "%(name)s holds %(num)d cards.",
            self.number("cards"),
            name=self.player,
        )

    def own_rows(self) -> Iterator[Row]:
        what = _("hand corrected, draw pile")
        yield self.player, what, self.number("cards"), self.after.draw_pile


class _CardsMissed(_Told):
    def log(self) -> str:
        return ngettext(
            "%(name)s: %(num)d missed card, %(card)s on %(pile)s",
            "%(name)s: %(num)d missed cards, the last %(card)s on %(pile)s",
            self.number("count"),
            name=self.player,
            card=self.facts["top"],
            pile=SIGNS[self.pile],
        )

    def say(self) -> str:
        return ngettext(
            "%(name)s: %(num)d missed, %(card)s, %(pile)s.",
            "%(name)s: %(num)d missed, last %(card)s, %(pile)s.",
            self.number("count"),
            name=self.player,
            card=self.facts["top"],
            pile=PILES[self.pile],
        )

    def own_rows(self) -> Iterator[Row]:
        card, pile = self.facts["top"], SIGNS[self.pile]
        what = _("missed cards, the last %(card)s on %(pile)s", card=card, pile=pile)
        yield self.player, what, self.number("count"), self.after.played


class _CardsLaid(_Told):
    def log(self) -> str:
        return ngettext(
            "%(name)s: %(num)d card laid",
            "%(name)s: %(num)d cards laid",
            self.number("cards"),
            name=self.player,
        )

    def say(self) -> str:
        return ngettext(
            "%(name)s laid %(num)d card.",
            "%(name)s laid %(num)d cards.",
            self.number("cards"),
            name=self.player,
        )

    def own_rows(self) -> Iterator[Row]:
        yield self.player, _("cards laid"), self.number("cards"), self.after.played


class _TurnLaid(_CardsLaid):
    def log(self) -> str:
        return ngettext(
            "%(name)s: %(num)d card, end of turn",
            "%(name)s: %(num)d cards, end of turn",
            self.number("cards"),
            name=self.player,
        )


class _ResultEntered(_Told):
    def log(self) -> str:
        left = ngettext(
            "Result: %(num)d card left", "Result: %(num)d cards left", self.number("left")
        )
        return _("%(left)s, lost", left=left) if self.facts.get("lost") else left

    def say(self) -> str:
        return _("The result was entered.")


class _DepthChosen(_Told):
    def log(self) -> str:
        return _("From here: %(depth)s", depth=DEPTHS[Depth(str(self.facts["depth"]))])


TELLINGS: Tellings = {
    "starter-chosen": StarterTelling,
    "card-played": _CardPlayed,
    "turn-ended": _TurnEnded,
    "cannot-play": _CannotPlay,
    "hand-corrected": _HandCorrected,
    "cards-missed": _CardsMissed,
    "cards-laid": _CardsLaid,
    "turn-laid": _TurnLaid,
    "result-entered": _ResultEntered,
    "depth-chosen": _DepthChosen,
}
