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
from companion.games.game import Row
from companion.games.lists import join_list
from companion.games.the_game.deck import COPIES_OF, LEARNING, NONE
from companion.games.the_game.entries import (
    CardsLaid,
    Command,
    Depth,
    DepthChosen,
    Pile,
    ResultEntered,
    TurnEnded,
    TurnLaid,
)
from companion.games.the_game.faces import SIGNS
from companion.games.the_game.past import Laid, Past
from companion.games.the_game.results import FIRE
from companion.games.the_game.rules import Rule
from companion.games.the_game.state import THREE, Ending, Rating, Reason, State

TITLE, TITLE_EXTREME = _l("The Game"), _l("The Game: Extreme")

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

FORGOTTEN = _l("A forgotten card")
CHOOSE_FIRST = _l("Choose a command first, then tap a number.")
NO_SUCH_CHOICE = _l("This deck has a command that does not exist. Nothing was changed.")

MISTAKES = {
    "command": _l("There is no such command."),
    "choice": _l("There is no such command."),
    "card": _l("There is no such card: the cards go from 2 to 99."),
    "top": _l("There is no such card: the cards go from 2 to 99."),
    "pile": _l("There is no such pile: choose one of the four."),
    "player": _l("There is no player in that seat: choose one of the players."),
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

WINS = _l("won")
"""What the games that were won are called, after their number."""

FEWEST, AVERAGE = _l("fewest cards left"), _l("cards left, on average")
"""What the best result is called in the statistics, and the average of all."""

RATED = {Rating.EXCELLENT: _l("excellent"), Rating.LOST: _l("lost")}
"""What stands behind a result that does not say it itself."""

SWITCHES = {
    "expert": _l("Expert"),
    "smaller_hand": _l("Smaller hand"),
    "on_fire": _l("On Fire"),
}

BROKEN = {**COMMANDS, FIRE: _l("fire")}
"""What a game can be lost by."""

REASONS = {
    Reason.SAME_PILE_STRICT: _l("“Same pile” came after a card on another pile."),
    Reason.THREE_NOT_EXACT: _l("You had to lay exactly three cards."),
    Reason.THREE_CANNOT_BE_COMPLETED: _l("There were too few cards left to make three."),
    Reason.STOP_BEFORE_THIRD: _l("A stop came before the third card."),
    Reason.STOP_WITH_SKULL_OPEN: _l("A stop ended the turn with a skull not covered."),
    Reason.SKULL_CANNOT_BE_COVERED: _l("No card was left to cover the skull."),
    Reason.SKULL_OPEN: _l("The turn ended with a skull not covered."),
    Reason.FIRE_OPEN: _l("The turn ended with a fire card not covered."),
    Reason.GAVE_UP_WITH_COMMAND_OPEN: _l("A command had not been carried out."),
}


def explain_breach(rule: str, state: State, facts: Facts, names: Sequence[str]) -> str:
    """Why an entry asks or is refused, in a sentence for whoever holds the cards."""
    name, card = names[state.turn.player], facts.get("card", facts.get("top"))
    match rule:
        case Rule.STARTER_BEFORE_FIRST_CARD:
            return _("The game is under way: who starts can no longer change.")
        case Rule.CARD_ONCE:
            return _("%(card)s is already out.", card=card)
        case Rule.HAND_EMPTY:
            return ngettext(
                "By our count, %(name)s holds %(num)d card.",
                "By our count, %(name)s holds %(num)d cards.",
                state.hand,
                name=name,
            )
        case Rule.NOTHING_OWED:
            return _("%(name)s has laid enough: just end the turn.", name=name)
        case Rule.MORE_THAN_THE_DECK:
            return _("The deck has 98 cards: there are not that many left.")
        case Rule.PILE_DIRECTION:
            return _direction(state, facts)
        case Rule.TRICK_FORBIDDEN:
            return _("No ten back while that command is visible.")
        case Rule.SAME_PILE:
            return _("All cards this turn must go on the same pile.")
        case Rule.MINIMUM if state.turn.three:
            return _("You must lay exactly three cards: ending the turn now loses the game.")
        case Rule.MINIMUM:
            laid = int(str(facts["cards"])) if facts.get("kind") == TurnLaid.kind else 0
            return ngettext(
                "%(name)s still has to lay %(num)d card.",
                "%(name)s still has to lay %(num)d cards.",
                state.owed - laid,
                name=name,
            )
        case Rule.EVERY_CARD_NEEDED:
            return _("With commands or fire cards, every card has to be entered.")
        case Rule.MORE_THAN_LEFT:
            return ngettext(
                "By our count, only %(num)d card is left.",
                "By our count, only %(num)d cards are left.",
                state.left,
            )
        case Rule.SKULL_OPEN:
            return _("The skull is not covered: ending the turn now loses the game.")
        case Rule.FIRE_OPEN:
            return _("The fire card is not covered: ending the turn now loses the game.")
        case _:
            assert rule == GAME_OVER, rule
            return _("The game is over. Keep playing first, then enter it.")


def describe_choice(choice: str, nicknames: Mapping[str, str] | None = None) -> str:
    """What a number carries: its command, or none."""
    return str(COMMANDS[choice])


def name_card(card: str, nicknames: Mapping[str, str] | None = None) -> str:
    """What a card is called: its number."""
    return card


def describe_known(cards: int) -> str:
    """How many cards a deck knows."""
    return ngettext("%(num)d number known", "%(num)d numbers known", cards)


def cards_known_of(cards: int, all_of: int) -> str:
    """How many of all cards a deck knows, in a sentence."""
    return _("%(num)d of %(all)d numbers known.", num=cards, all=all_of)


def describe_learned(cards: int) -> str:
    """How many cards a deck has just learned, in a sentence."""
    return ngettext("%(num)d number added.", "%(num)d numbers added.", cards)


def more_than_can_carry(cards: int, room: int) -> str:
    """That more cards are not known yet than can carry what was chosen for all of them."""
    return ngettext(
        "%(num)d number is still unknown, but only %(room)s more can be without a command.",
        "%(num)d numbers are still unknown, but only %(room)s more can be without a command.",
        cards,
        room=room,
    )


def describe_differing(cards: int) -> str:
    """How many cards another deck knows otherwise, before they are listed."""
    return ngettext("%(num)d number differs from ours:", "%(num)d numbers differ from ours:", cards)


def explain_doubt(
    doubt: str, deck: Deck, taught: Taught, nicknames: Mapping[str, str] | None = None
) -> str:
    """What is odd about the commands that were chosen, in a sentence; `deck` as it was before."""
    card, choice = LEARNING.doubtful(doubt, deck, taught)
    if doubt == Doubt.ANOTHER:
        return _(
            "%(card)s was known as “%(before)s”; you chose “%(now)s”.",
            card=card,
            before=COMMANDS[deck[card]],
            now=COMMANDS[choice],
        )
    assert doubt == Doubt.ONE_TOO_MANY, doubt
    if choice == NONE:
        return _("All %(num)d cards without a command are already known.", num=COPIES_OF[NONE])
    known = join_list(LEARNING.carriers(deck, choice))
    return _(
        "There are only four of each, and “%(command)s” is already on %(known)s.",
        command=COMMANDS[choice],
        known=known,
    )


def owed(state: State, names: Sequence[str]) -> str:
    """All that the turn still needs, in one sentence."""
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
        return ngettext("%(num)d card short", "%(num)d cards short", state.owed)
    return ""


def drawing(state: State) -> str:
    """How many cards the end of the turn draws, where a command says so; else ""."""
    if Command.DRAW_ONE not in state.active:
        return ""
    return ngettext("draws %(num)d card", "draws %(num)d cards", state.draws)


def explain_pass(line: Line, state: State, names: Sequence[str]) -> str:
    """Why the turn before this one is over, if it ended by itself, and what was drawn by command.

    `state` is the table after the line that ended it.
    """
    before: State = line.before
    player, name = before.turn.player, names[before.turn.player]
    laid = _count_laid(line)
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
    """Why the game is over, in a sentence; only for a game that is."""
    assert state.end is not None
    if state.result_only:
        return _("Only the result was entered.")
    match state.end.ending:
        case Ending.BEATEN:
            return _("All 98 cards are laid.")
        case Ending.STUCK:
            return _("%(name)s could not play.", name=names[state.turn.player])
        case Ending.COMMAND_BROKEN:
            assert state.end.reason is not None
            return str(REASONS[state.end.reason])


def describe_jump(jump: Laid, names: Sequence[str]) -> str:
    """A card that passed over many numbers: "Ben: 61 on 34 ▲ 1"."""
    return _(
        "%(name)s: %(card)s on %(top)s, %(pile)s",
        name=names[jump.seat],
        card=jump.card,
        top=jump.top,
        pile=SIGNS[jump.pile],
    )


def look_back(past: Past) -> Iterator[tuple[str, str]]:
    """What there is to tell of a game that is over: what, and how much."""
    if past.pace is not None:
        yield _("Cards per turn"), format_average(past.pace)
    if not past.whole:
        return
    yield _("Ten back"), str(sum(each.back for each in past.laid))
    hopeless = past.hopeless
    if hopeless is not None and hopeless.step is not None:
        state: State = hopeless.step.state
        yield (
            _("No way to win after turn %(turn)s", turn=hopeless.before.turn.number),
            ngettext("%(num)d card left", "%(num)d cards left", state.left),
        )


def describe_result(result: Summary, names: Sequence[str]) -> str:
    """How a game stands, out of what is kept of it."""
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
    """The result as it is told to those who were not there: "9 cards left (excellent)"."""
    return _("won") if result.won else describe_result(result, names)


def describe_length(result: Summary) -> str:
    """How long a game was."""
    if result.result_only:
        return _("Only the result")
    return ngettext("%(num)d turn", "%(num)d turns", result.turns)


def describe_options(options: Mapping[str, object]) -> str:
    """How the game was made harder, in a few words; "" for the plain one."""
    return ", ".join(str(word) for name, word in SWITCHES.items() if options.get(name))


def describe_part(state: State) -> str:
    """What the log calls the part of the game that an entry belongs to."""
    return _("Turn %(number)s", number=state.turn.number)


def describe_line(line: Line, names: Sequence[str]) -> str:
    """One line of the log in plain words: "Ben: 47 on ▲ 1"."""
    facts, state = line.facts, line.before
    name = names[int(str(facts.get("player", state.turn.player)))]
    sign = SIGNS[Pile(str(facts["pile"]))] if "pile" in facts else ""
    match line.kind:
        case "starter-chosen":
            return _("%(name)s starts", name=name)
        case "card-played":
            said = _("%(name)s: %(card)s on %(pile)s", name=name, card=facts["card"], pile=sign)
            command = facts.get("command")
            return f"{said}, {COMMANDS[Command(str(command))]}" if command else said
        case "turn-ended":
            return _("%(name)s: end of turn", name=name)
        case "cannot-play":
            return _("%(name)s: I cannot play", name=name)
        case "hand-corrected":
            return ngettext(
                "%(name)s: hand corrected to %(num)d card",
                "%(name)s: hand corrected to %(num)d cards",
                int(str(facts["cards"])),
                name=name,
            )
        case CardsLaid.kind:
            return ngettext(
                "%(name)s: %(num)d card laid",
                "%(name)s: %(num)d cards laid",
                int(str(facts["cards"])),
                name=name,
            )
        case TurnLaid.kind:
            return ngettext(
                "%(name)s: %(num)d card, end of turn",
                "%(name)s: %(num)d cards, end of turn",
                int(str(facts["cards"])),
                name=name,
            )
        case ResultEntered.kind:
            left = ngettext(
                "Result: %(num)d card left", "Result: %(num)d cards left", int(str(facts["left"]))
            )
            return _("%(left)s, lost", left=left) if facts.get("lost") else left
        case DepthChosen.kind:
            return _("From here: %(depth)s", depth=DEPTHS[Depth(str(facts["depth"]))])
        case _:
            assert line.kind == "cards-missed", line.kind
            return ngettext(
                "%(name)s: %(num)d missed card, %(card)s on %(pile)s",
                "%(name)s: %(num)d missed cards, the last %(card)s on %(pile)s",
                int(str(facts["count"])),
                name=name,
                card=facts["top"],
                pile=sign,
            )


def number_part(state: State) -> int:
    """The number of the turn, from 1."""
    return state.turn.number


def export_line(line: Line, names: Sequence[str]) -> Iterator[Row]:
    """One line of the log as facts: who, what, how much, and how much there is of it then."""
    facts, before = line.facts, line.before
    after: State = line.step.state if line.step else before
    seat = before.turn.player
    name = names[int(str(facts.get("player", seat)))]
    sign = SIGNS[Pile(str(facts["pile"]))] if "pile" in facts else ""
    laid = _count_laid(line)
    match line.kind:
        case "starter-chosen":
            yield name, _("starts"), "", ""
        case "card-played":
            yield name, _("card on %(pile)s", pile=sign), int(str(facts["card"])), after.played
            if facts.get("command"):
                yield name, _("command"), str(COMMANDS[Command(str(facts["command"]))]), ""
        case "cards-missed":
            what = _("missed cards, the last %(card)s on %(pile)s", card=facts["top"], pile=sign)
            yield name, what, laid, after.played
        case CardsLaid.kind | TurnLaid.kind:
            yield name, _("cards laid"), laid, after.played
        case "cannot-play":
            yield name, _("cannot play"), "", ""
        case "hand-corrected":
            yield name, _("hand corrected, draw pile"), int(str(facts["cards"])), after.draw_pile
    if after.turn.number > before.turn.number:
        drawn = after.hands[seat] - before.hands[seat] + laid
        yield name, _("end of turn: cards drawn, draw pile"), drawn, after.draw_pile


def _direction(state: State, facts: Facts) -> str:
    pile = Pile(str(facts["pile"]))
    card, top = facts["card"], state.tops[pile].card
    if pile.up:
        return _("%(card)s does not fit on %(top)s going up.", card=card, top=top)
    return _("%(card)s does not fit on %(top)s going down.", card=card, top=top)


def _count_laid(line: Line) -> int:
    """How many cards this line laid."""
    match line.kind:
        case "card-played":
            return 1
        case "cards-missed":
            return int(str(line.facts["count"]))
        case CardsLaid.kind | TurnLaid.kind:
            return int(str(line.facts["cards"]))
        case _:
            return 0


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
    """Why a card ended the turn of this player by itself."""
    command = line.facts.get("command")
    if command == Command.STOP:
        return _("Stop: %(name)s’s turn is over.", name=name)
    if before.turn.played + laid == THREE and (before.turn.three or command == Command.THREE):
        return _("Three cards: %(name)s’s turn is over.", name=name)
    return _("Empty hand: %(name)s’s turn is over.", name=name)


def _name(state: State, pile: str) -> str:
    """What the table calls a pile: its top and its direction, "65 ▼"."""
    return f"{state.tops[pile].card}\u00a0{SIGNS[Pile(pile)][0]}"
