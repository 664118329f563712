"""What One Brain says to the people at the table: never a reminder, and no advice (003:38-51)."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from companion.engine.entry import Facts
from companion.engine.names import isolate, name_key
from companion.engine.replay import GAME_OVER
from companion.engine.rules import Summary
from companion.engine.table import GAME_ITSELF
from companion.games.forms import NO_PLAYER, RESULT
from companion.games.learned_deck import LearnedDeck, Nicknames
from companion.games.one_brain.deck import LEARNING, SIXTH, Kind
from companion.games.one_brain.entries import Action, Source
from companion.games.one_brain.rules import Rule
from companion.games.one_brain.state import Ending, State

ACTIONS = {
    Action.DONATE: _l("Donate"),
    Action.COVER: _l("Cover"),
    Action.EXTRA: _l("Extra card"),
    Action.TAKE_BACK: _l("Take back"),
    Action.REMOVE_KIND: _l("Remove creature"),
    Action.REMOVE_COLOUR: _l("Remove colour"),
}

SOURCES = {Source.HAND: _l("hand"), Source.DOMAIN: _l("domain")}

KINDS = {
    Kind.DUCK: _l("duck"),
    Kind.DRAGON: _l("dragon"),
    Kind.ZOMBIE: _l("zombie"),
    Kind.FROG: _l("frog"),
    Kind.UNICORN: _l("unicorn"),
    Kind.CAT: _l("cat"),
}

COLOURS = {
    "blue": _l("blue"),
    "green": _l("green"),
    "purple": _l("purple"),
    "red": _l("red"),
    "yellow": _l("yellow"),
    SIXTH: _l("sixth colour"),
}

COLOURED = {
    "blue": _l("blue %(kind)s"),
    "green": _l("green %(kind)s"),
    "purple": _l("purple %(kind)s"),
    "red": _l("red %(kind)s"),
    "yellow": _l("yellow %(kind)s"),
    SIXTH: _l("%(kind)s of the sixth colour"),
}

DEPTHS = {"turns": _l("Every turn"), RESULT: _l("Only the result")}
"""How much of an attempt a table enters."""

LEVELS = {"beginner": _l("Beginner"), "advanced": _l("Advanced"), "expert": _l("Expert")}

MISTAKES = {
    **dict.fromkeys(("player", "to"), NO_PLAYER),
    **dict.fromkeys(
        ("from", "source", "given_from"), _l("Is the card from the hand or from the domain?")
    ),
    "action": _l("Which action does the card have? Tap one of the six."),
    "hand": _l("How many cards are in hand? Enter 0 or more."),
    "domain": _l("How many cards are in the domain? Enter 0 or more."),
    "won": _l("Did you win or lose? Choose one of the buttons."),
    "columns": _l("There is no such number of columns: choose one of the buttons."),
}


BREACHES = {
    Rule.STARTER_BEFORE_FIRST_CARD: _l("The attempt has begun: you can’t change who starts."),
    Rule.ALREADY_PLAYED: _l("%(name)s has already laid a card: how did that turn end?"),
    Rule.TO_ANOTHER_SEAT: _l("You can only donate to somebody else."),
    Rule.NO_SUCH_CARD: _l(
        "The app counts %(hand)s in %(name)s’s hand and %(domain)s in the domain."
    ),
    Rule.NO_SUCH_COLUMN: _l("That column is no longer there: choose another."),
    Rule.DONATION_OWED: _l("%(name)s still has a card and must donate one."),
    Rule.EXTRA_OWED: _l("%(name)s still has a card and must lay a second one."),
    Rule.COVER_OWED: _l("There is a card in the middle: it must be covered."),
    Rule.TAKE_BACK_OWED: _l("There is a card in the middle that must be taken back."),
    Rule.TAKE_BACK_BARRED: _l("That column has a take-back symbol: nobody may take it back."),
    Rule.PLAY_FIRST: _l("%(name)s must lay a card first."),
    Rule.DRAW_PILE_EMPTY: _l("The draw pile is empty."),
    Rule.TOO_LATE_TO_DRAW: _l("It is too late to draw for the previous turn."),
    Rule.MORE_THAN_THE_DECK: _l("The deck has 36 cards: there are not that many left."),
    Rule.ONE_LOOK: _l("Only beginners may look through the discard pile, once per attempt."),
    GAME_OVER: _l("The attempt is over. Undo the end first, then enter it."),
}


def explain_breach(rule: str, state: State, facts: Facts, names: Sequence[str]) -> str:
    if rule == Rule.LIMIT_BEFORE_WINNING:
        return ngettext(
            "With %(num)d column or more in the middle, the attempt is lost.",
            "With %(num)d columns or more in the middle, the attempt is lost.",
            state.limit,
        )
    return str(BREACHES[rule]) % {
        "name": names[state.player],
        "hand": state.hands[state.player],
        "domain": state.domains[state.player],
    }


def colour_name(colour: str, nicknames: Nicknames | None = None) -> str:
    """What a colour is called at a table; a colour that we do not know says its own name."""
    if colour == SIXTH and nicknames and nicknames.get(SIXTH):
        return isolate(nicknames[SIXTH])
    return str(COLOURS.get(colour) or isolate(colour))


class BrainDeck(LearnedDeck):
    """The cards, with their actions; a table may name the game and the sixth colour."""

    choose_first = _l("Choose an action first, then tap a card.")
    no_such_choice = _l("This deck has an action that does not exist. Nothing was changed.")
    nicknames: ClassVar = {GAME_ITSELF: _l("The game"), SIXTH: _l("The sixth colour")}

    def check_nickname(self, thing: str, name: str) -> str | None:
        known = (word for each in COLOURS.items() for word in map(str, each) if each[0] != SIXTH)
        if thing == SIXTH and name_key(name) in {name_key(word) for word in (*known, SIXTH)}:
            return _("“%(name)s” is taken: choose another name for the sixth colour.", name=name)
        return None

    def name_card(self, card: str, nicknames: Nicknames | None = None) -> str:
        colour, _space, word = card.rpartition(" ")
        kind = str(KINDS[Kind(word)]) if word in tuple(Kind) else isolate(word)
        is_renamed = colour == SIXTH and nicknames and nicknames.get(SIXTH)
        if colour in COLOURED and not is_renamed:
            return str(COLOURED[colour]) % {"kind": kind}
        return _("%(colour)s %(kind)s", colour=colour_name(colour, nicknames), kind=kind)

    def describe_choice(self, choice: str, nicknames: Nicknames | None = None) -> str:
        action, _space, removed = choice.partition(" ")
        if not removed:
            return str(ACTIONS[Action(action)])
        kind = action == Action.REMOVE_KIND
        named = KINDS[Kind(removed)] if kind else colour_name(removed, nicknames)
        return _("%(action)s: %(removed)s", action=ACTIONS[Action(action)], removed=named)


DECK = BrainDeck(LEARNING)


def limit(state: State) -> str:
    if state.near:
        return _("One more column ends the attempt.")
    return ngettext(
        "%(num)d column ends the attempt.", "%(num)d columns end the attempt.", state.limit
    )


def explain_end(state: State) -> str:
    if state.result_only:
        return _("Only the result was entered.")
    match state.end:
        case Ending.WON:
            return _("All cards are laid and the draw pile is empty.")
        case Ending.LIMIT_REACHED:
            return ngettext(
                "The middle reached %(num)d column.",
                "The middle reached %(num)d columns.",
                len(state.columns),
            )
        case _:
            return _("You stopped before the limit.")


def result(ending: str) -> str:
    match Ending(ending):
        case Ending.WON:
            return _("Won")
        case Ending.LIMIT_REACHED:
            return _("Lost")
        case Ending.GIVEN_UP:
            return _("Given up")


def describe_result(kept: Summary, names: Sequence[str]) -> str:
    facts = kept.facts
    if kept.ending is not None:
        level = LEVELS[facts["level"]]
        return _("%(result)s, %(level)s", result=result(kept.ending), level=level)
    count = {"count": facts["columns"], "limit": facts["limit"]}
    return _("%(name)s’s turn, %(count)s of %(limit)s", name=names[facts["player"]], **count)


def share_result(kept: Summary, names: Sequence[str]) -> str:
    said = describe_result(kept, names)
    if not kept.score:
        return said
    left = ngettext("%(num)d card left", "%(num)d cards left", kept.score)
    return f"{said}, {left}"


def describe_options(options: Mapping[str, object]) -> str:
    return str(LEVELS[str(options["level"])])
