"""What is wrong with a file, in the words of a phone."""

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from companion.engine.names import isolate
from companion.engine.table import (
    ENTRIES_PER_GAME,
    GAMES_PER_TABLE,
    PEOPLE_PER_TABLE,
    PHONES_PER_TABLE,
    NoRoom,
    TooManyPeople,
)
from companion.files.mistake import Mistake, Why
from companion.web.pages.names import number_names, with_virtual
from companion.web.pages.words import join_label

WHY = {
    Why.NOT_TEXT: _l("This file is not text, so it cannot be a saved game."),
    Why.TOO_DEEP: _l("This file is too complex to be a saved game."),
    Why.NOT_OURS: _l("This file is not a saved game or a table from Companion."),
    Why.NO_RECORD: _l("This is not a saved game from Companion."),
    Why.NO_GAMES: _l("There is no game in this file."),
    Why.TABLE_NAME: _l("The table’s name is not valid."),
    Why.NO_SUCH_GAME: _l("This version of Companion does not know this game."),
    Why.PLAYERS: _l("The players in the file are not a list of names."),
    Why.OPTIONS: _l("These options do not work together."),
    Why.NO_SUCH_OPTION: _l("This game has no such option."),
    Why.ENTRIES: _l("The entries in the file are not a list."),
    Why.DECK: _l("The table’s deck contains an unknown entry."),
    Why.NICKNAME: _l("One of the names chosen at this table is not valid."),
}


def describe(mistake: Mistake) -> str:
    """What is wrong with a file, and where, in sentences."""
    why = _why(mistake)
    where = {"game": mistake.game, "entry": mistake.entry, "why": why}
    if mistake.game and mistake.entry:
        why = _("Game %(game)s, entry %(entry)s: %(why)s", **where)
    elif mistake.entry:
        why = _("Entry %(entry)s: %(why)s", **where)
    elif mistake.game:
        why = _("Game %(game)s: %(why)s", **where)
    if mistake.why in (Why.TOO_MANY_GAMES, Why.TOO_MANY_ENTRIES, Why.NO_SUCH_GAME):
        return describe_refusal(why)
    return _("%(why)s Nothing was imported. Export the file again and try that one.", why=why)


def describe_refusal(why: str) -> str:
    """Why a file is not taken in, and what became of it."""
    return _("%(why)s Nothing was imported.", why=why)


def no_room(error: NoRoom) -> str:
    """That a table cannot have as many games, or as many people."""
    if isinstance(error, TooManyPeople):
        return _("A table has room for %(most)s people at most.", most=PEOPLE_PER_TABLE)
    return _("A table can have at most %(most)s games.", most=GAMES_PER_TABLE)


def too_much() -> str:
    """That the games of a table cannot hold more."""
    return _("This table is full. Start a new table.")


def too_crowded() -> str:
    """That no phone more can come to a table."""
    return _(
        "This table already has %(most)s phones: no more can join. Ask the host to remove one.",
        most=PHONES_PER_TABLE,
    )


def _why(mistake: Mistake) -> str:
    game, detail = mistake.game_of, mistake.detail
    match mistake.why:
        case Why.NOT_JSON:
            place = {"line": mistake.line, "column": mistake.column}
            return _("Line %(line)s, column %(column)s: not valid JSON.", **place)
        case Why.TOO_MANY_GAMES:
            return _("A file can have at most %(most)s games.", most=GAMES_PER_TABLE)
        case Why.TOO_MANY_ENTRIES:
            return _("A game can have at most %(most)s entries.", most=ENTRIES_PER_GAME)
        case Why.NAME:
            return _("The name of player %(number)s is not valid.", number=detail)
        case Why.SEATS:
            assert game is not None
            return _("This game is for %(players)s.", players=game.players)
        case Why.UNREADABLE:
            assert game is not None
            return str(game.pages.mistakes.get(detail) or _unreadable(detail))
        case Why.RULE:
            assert game is not None
            names = with_virtual(number_names(mistake.names), game)
            words = game.words
            told = (
                words.explain_breach(rule, mistake.before, mistake.facts, names)
                for rule in mistake.rules
            )
            return " ".join(told)
    why = str(WHY[mistake.why])
    return join_label(why.removesuffix("."), isolate(detail)) + "." if detail else why


def _unreadable(field: str) -> str:
    """What is wrong with an entry where its game has no words for it."""
    if field == "kind":
        return _("That cannot be entered in this game.")
    return _("That cannot be entered. Choose again.")
