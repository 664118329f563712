"""What The Game says to the people at the table."""

from collections.abc import Iterator, Mapping, Sequence

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from companion.engine.deck import Deck, Doubt, Taught
from companion.engine.entry import Facts
from companion.engine.log import Line
from companion.engine.names import capitalise
from companion.engine.replay import GAME_OVER
from companion.engine.rules import Summary
from companion.games.averages import format_average
from companion.games.forms import NO_PLAYER
from companion.games.learned_deck import LearnedDeck, Nicknames
from companion.games.the_game.deck import LEARNING, NONE
from companion.games.the_game.entries import Command, Depth, Pile, TurnEnded, TurnLaid, count_laid
from companion.games.the_game.faces import SIGNS
from companion.games.the_game.past import Laid, Past
from companion.games.the_game.results import FIRE
from companion.games.the_game.rules import Rule
from companion.games.the_game.state import THREE, Ending, Rating, Reason, State

DEPTHS = {
    Depth.CARDS: _l("Every card"),
    Depth.TURNS: _l("Every turn"),
    Depth.RESULT: _l("Only the result"),
}

COMMANDS = {
    Command.STOP: _l("stop"),
    Command.SKULL: _l("skull"),
    Command.THREE: _l("exactly three"),
    Command.SILENCE: _l("silence"),
    Command.NO_TRICK: _l("no ten back"),
    Command.SAME_PILE: _l("same pile"),
    Command.DRAW_ONE: _l("draw one"),
    NONE: _l("none"),
}


class ExtremeDeck(LearnedDeck):
    """The numbers, with their commands."""

    choose_first = _l("Choose a command first, then tap a number.")
    no_such_choice = _l("This deck has a command that does not exist. Nothing was changed.")

    def describe_choice(self, choice: str, nicknames: Nicknames | None = None) -> str:
        return str(COMMANDS[choice])

    def more_than_can_carry(self, cards: int, room: int) -> str:
        return ngettext(
            "%(num)d number is still unknown. At most %(room)s more can be without a command.",
            "%(num)d numbers are still unknown. At most %(room)s more can be without a command.",
            cards,
            room=room,
        )

    def explain_doubt(
        self, doubt: str, deck: Deck, taught: Taught, nicknames: Nicknames | None = None
    ) -> str:
        _card, choice = self.learning.doubtful(doubt, deck, taught)
        if doubt == Doubt.ONE_TOO_MANY and choice == NONE:
            number = self.learning.carried[NONE]
            return _("All %(num)d cards without a command are already known.", num=number)
        return super().explain_doubt(doubt, deck, taught, nicknames)


DECK = ExtremeDeck(LEARNING)

MISTAKES = {
    "command": _l("There is no such command. Choose another."),
    "choice": _l("There is no such command. Choose another."),
    "card": _l("There is no such card: the cards go from 2 to 99."),
    "top": _l("There is no such card: the cards go from 2 to 99."),
    "pile": _l("There is no such pile: choose one of the four."),
    "player": NO_PLAYER,
    "cards": _l("How many cards? Enter a whole number."),
    "count": _l("How many cards were missed? At least one."),
    "left": _l("How many cards were left? From 0 to 98."),
    "depth": _l("Choose “Every card” or “Every turn”."),
}

RATINGS = {
    Rating.BEATEN: _l("You won!"),
    Rating.EXCELLENT: _l("left: excellent"),
    Rating.PLAYED: _l("cards left"),
    Rating.LOST: _l("left: lost"),
}

RATED = {Rating.EXCELLENT: _l("excellent"), Rating.LOST: _l("lost")}
"""What stands behind a result that does not say it itself."""

SWITCHES = {"expert": _l("Expert"), "smaller_hand": _l("Smaller hand"), "on_fire": _l("On Fire")}

BROKEN = {**COMMANDS, FIRE: _l("fire")}
"""What a game can be lost by."""

REASONS = {
    Reason.SAME_PILE_STRICT: _l("“Same pile” came after a card on another pile."),
    Reason.THREE_NOT_EXACT: _l("You had to lay exactly three cards."),
    Reason.THREE_CANNOT_BE_COMPLETED: _l("There were too few cards left to make three."),
    Reason.STOP_BEFORE_THIRD: _l("A stop came before the third card."),
    Reason.STOP_WITH_SKULL_OPEN: _l("A stop ended the turn with an uncovered skull."),
    Reason.SKULL_CANNOT_BE_COVERED: _l("No card was left to cover the skull."),
    Reason.SKULL_OPEN: _l("The turn ended with an uncovered skull."),
    Reason.FIRE_OPEN: _l("The turn ended with an uncovered fire card."),
    Reason.GAVE_UP_WITH_COMMAND_OPEN: _l("A command was not carried out."),
}


BREACHES = {
    Rule.STARTER_BEFORE_FIRST_CARD: _l("The game has begun: you can’t change who starts."),
    Rule.CARD_ONCE: _l("%(card)s has already been laid."),
    Rule.NOTHING_OWED: _l("%(name)s has laid enough: just end the turn."),
    Rule.MORE_THAN_THE_DECK: _l("The deck has 98 cards: there are not that many left."),
    Rule.TRICK_FORBIDDEN: _l("No ten back while that command is visible."),
    Rule.SAME_PILE: _l("All cards this turn must go on the same pile."),
    Rule.EVERY_CARD_NEEDED: _l("With commands or fire cards, every card has to be entered."),
    Rule.SKULL_OPEN: _l("The skull is not covered: ending the turn now loses the game."),
    Rule.FIRE_OPEN: _l("The fire card is not covered: ending the turn now loses the game."),
    GAME_OVER: _l("The game is over. Undo the end first, then enter it."),
}


def explain_breach(rule: str, state: State, facts: Facts, names: Sequence[str]) -> str:
    name = names[state.player]
    match rule:
        case Rule.HAND_EMPTY:
            return ngettext(
                "The app counts %(num)d card in %(name)s’s hand.",
                "The app counts %(num)d cards in %(name)s’s hand.",
                state.hand,
                name=name,
            )
        case Rule.PILE_DIRECTION:
            return _direction(state, facts)
        case Rule.MINIMUM:
            return _minimum(state, facts, name)
        case Rule.MORE_THAN_LEFT:
            return ngettext(
                "The app counts only %(num)d card left.",
                "The app counts only %(num)d cards left.",
                state.left,
            )
        case _:
            return str(BREACHES[rule]) % {"name": name, "card": facts.get("card", facts.get("top"))}


def owed(state: State, names: Sequence[str]) -> str:
    if not state.opened and state.setup.seats > 1:
        return _("Somebody else? Tap the name.")
    only = _name(state, state.only_pile) if state.only_pile else None
    if not (state.owed or state.cover):
        if only:
            return _("Lay more, only on %(pile)s, or end the turn.", pile=only)
        return _("Lay more, or end the turn.")
    parts = [_cards_owed(state)] if state.owed else []
    parts += [_("cover %(pile)s", pile=_name(state, pile)) for pile in state.cover]
    if only:
        parts.append(_("only on %(pile)s", pile=only))
    said = parts[0]
    for part in parts[1:]:
        said = _("%(first)s; %(then)s", first=said, then=part)
    said += "."
    if state.owed and state.minimum == 1 and not state.turn.played:
        said = _("%(owed)s The draw pile is empty.", owed=said)
    return capitalise(said)


def undone(state: State) -> str:
    """What ending the turn now would leave undone, in two or three words; "" for nothing."""
    if state.turn.three and state.owed:
        return _("exactly three")
    if state.turn.skulls:
        return _("skull not covered")
    if state.turn.fire:
        return _("fire not covered")
    if state.owed:
        return ngettext("lay %(num)d more", "lay %(num)d more", state.owed)
    return ""


def drawing(state: State) -> str:
    """How many cards the end of the turn draws, where a command says so; else ""."""
    if Command.DRAW_ONE not in state.active:
        return ""
    return ngettext("draws %(num)d card", "draws %(num)d cards", state.draws)


def explain_pass(line: Line, state: State, names: Sequence[str]) -> str:
    """Why the turn that this line ended is over, if by itself, and what a command let it draw."""
    before: State = line.before
    player, name = before.player, names[before.player]
    laid = count_laid(line.facts)
    drawn = state.hands[player] - before.hands[player] + laid
    said = []
    if line.kind != TurnEnded.kind and (line.kind != TurnLaid.kind or laid == before.hand):
        said.append(_why_over(line, before, laid, name))
    if Command.DRAW_ONE in state.active and drawn:
        said.append(
            ngettext(
                "%(name)s drew %(num)d card.", "%(name)s drew %(num)d cards.", drawn, name=name
            )
        )
    return " ".join(said)


def explain_end(state: State, names: Sequence[str]) -> str:
    assert state.end is not None
    if state.result_only:
        return _("Only the result was entered.")
    match state.end.ending:
        case Ending.BEATEN:
            return _("All 98 cards are laid.")
        case Ending.STUCK:
            return _("%(name)s could not play.", name=names[state.player])
        case Ending.COMMAND_BROKEN:
            assert state.end.reason is not None
            return str(REASONS[state.end.reason])


def describe_jump(jump: Laid, names: Sequence[str]) -> str:
    """A card that passed over many numbers: "Ben: 61 on 34 ▲ A"."""
    return _(
        "%(name)s: %(card)s on %(top)s, %(pile)s",
        name=names[jump.seat],
        card=jump.card,
        top=jump.top,
        pile=SIGNS[jump.pile],
    )


def look_back(past: Past) -> Iterator[tuple[str, str]]:
    if (pace := past.state.pace) is not None:
        yield _("Cards per turn"), format_average(pace)
    if not past.whole:
        return
    yield _("Ten back"), str(past.tens_back)
    hopeless = past.hopeless
    if hopeless is not None:
        state: State = hopeless.after
        yield (
            _("Could not be won after turn %(turn)s", turn=hopeless.before.turn.number),
            ngettext("%(num)d card left", "%(num)d cards left", state.left),
        )


def describe_result(result: Summary, names: Sequence[str]) -> str:
    facts = result.facts
    left = ngettext("%(num)d card left", "%(num)d cards left", facts["left"])
    if result.won:
        return _("Won")
    if rating := RATED.get(facts["rating"]):
        return _("%(left)s (%(rating)s)", left=left, rating=rating)
    if result.ending is not None:
        return left
    return _("%(name)s’s turn, %(left)s", name=names[facts["player"]], left=left)


def share_result(result: Summary, names: Sequence[str]) -> str:
    return _("won") if result.won else describe_result(result, names)


def describe_options(options: Mapping[str, object]) -> str:
    return ", ".join(str(word) for name, word in SWITCHES.items() if options.get(name))


def _direction(state: State, facts: Facts) -> str:
    pile = Pile(str(facts["pile"]))
    card, top = facts["card"], state.tops[pile].card
    if pile.up:
        return _("%(card)s does not fit on %(top)s going up.", card=card, top=top)
    return _("%(card)s does not fit on %(top)s going down.", card=card, top=top)


def _minimum(state: State, facts: Facts, name: str) -> str:
    if state.turn.three:
        return _("You must lay exactly three cards: ending the turn now loses the game.")
    laid = count_laid(facts) if facts.get("kind") == TurnLaid.kind else 0
    return ngettext(
        "%(name)s still has to lay %(num)d card.",
        "%(name)s still has to lay %(num)d cards.",
        state.owed - laid,
        name=name,
    )


def _cards_owed(state: State) -> str:
    if state.turn.three:
        return ngettext(
            "%(num)d more card, exactly three in all",
            "%(num)d more cards, exactly three in all",
            state.owed,
        )
    if state.turn.played:
        return ngettext("%(num)d more card to lay", "%(num)d more cards to lay", state.owed)
    return ngettext("%(num)d card to lay", "%(num)d cards to lay", state.owed)


def _why_over(line: Line, before: State, laid: int, name: str) -> str:
    command = line.facts.get("command")
    if command == Command.STOP:
        return _("Stop: %(name)s’s turn is over.", name=name)
    if before.turn.played + laid == THREE and (before.turn.three or command == Command.THREE):
        return _("Three cards: %(name)s’s turn is over.", name=name)
    return _("Empty hand: %(name)s’s turn is over.", name=name)


def _name(state: State, pile: str) -> str:
    """What the table calls a pile: its top and its direction, "65 ▼"."""
    return f"{state.tops[pile].card}\u00a0{SIGNS[Pile(pile)][0]}"
