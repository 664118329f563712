"""What a board says aloud: its newest entries in short sentences, for voices and screen readers.

A board has them as `data-spoken`, and each phone says those that are new to it. An entry always
reads the same, however often its board is drawn: what comes before a correction is left out, since
that may have changed what its lines say.
"""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from flask_babel import gettext as _

from companion.engine.log import ABOUT, CHANGED, INSERTED, TAKEN_BACK, Line, Written
from companion.web.pieces import Pieces
from companion.web.playing import Playing

NEWEST = 3  # entries that a board says
MARK, WHOLE = 8, 32  # characters: what marks an entry of its id, and how long a phone makes one


class Said(NamedTuple):
    """An entry in sentences: the first one says what was entered, the others what changed by it.

    `place` is where it stands in the log. `mark` tells it from others wherever it stands: an entry
    that waits on a phone has no place yet. A correction says only itself, as a rule.
    """

    place: int
    mark: str
    sentences: tuple[str, ...]


def say_newest(playing: Playing, most: int = NEWEST) -> list[Said]:
    """The newest entries of this log, at most so many, the last one last."""
    return [_say(playing, at) for at in _find_newest(playing, most)]


def write_newest(playing: Playing, pieces: Pieces | None) -> str:
    """The same for an attribute: a line for each, with its place, mark and sentences by tabs.

    What the board before had said already is taken from its pieces.
    """
    log = playing.story.log
    keyed = [(log[-at].place, log[-at].id, at) for at in _find_newest(playing, NEWEST)]
    if pieces is None:
        return "\n".join(_write(playing, at) for *_key, at in keyed)
    return "\n".join(
        pieces.draw(("spoken", place, id), partial(_write, playing, at)) for place, id, at in keyed
    )


def _find_newest(playing: Playing, most: int) -> range:
    """Which entries are said, counted from the end of the log, and back to a correction at most."""
    newest = playing.story.log[-most:][::-1]
    about = (at for at, written in enumerate(newest, 1) if written.kind in ABOUT)
    return range(next(about, len(newest)), 0, -1)


def _write(playing: Playing, at: int) -> str:
    said = _say(playing, at)
    return "\t".join((str(said.place), said.mark, *said.sentences))


def _say(playing: Playing, at: int) -> Said:
    """What is said of the entry that stands there, counted from the end of the log."""
    story = playing.story
    written = story.log[-at]
    corrects = written.kind in ABOUT
    says = _correct(playing, written, at) if corrects else _announce(playing, story.lines[-at])
    return Said(written.place, written.id[:MARK] + written.id[WHOLE:], tuple(says))


def _announce(playing: Playing, line: Line) -> Iterator[str]:
    """What a line entered, that it broke a rule, and what changed by it."""
    first, *more = playing.game.say_line(line, playing.names)
    yield first
    flagged = line.step.flagged if line.step else None
    if flagged and flagged.flag.entry == line.index:
        yield _("It was entered anyway.")
    yield from more


def _correct(playing: Playing, written: Written, at: int) -> Iterator[str]:
    """What an entry about another one did; `at` counts the entries from it to the end of the log.

    A change of what was the last line says what follows as well: so a card gets its command.
    """
    story = playing.story
    line, is_change = story.line_of(written), _is_change(playing, written)
    if line is None or (is_change and not line.counts):
        return  # it shows nowhere
    said, *more = playing.game.say_line(line, playing.names)
    if is_change:
        yield _("Changed: %(said)s", said=said)
        if story.counting[-at:][0] is line:
            yield from more
    elif written.kind == INSERTED:
        yield _("Added: %(said)s", said=said)
    elif line.counts:
        yield _("Restored: %(said)s", said=said)
    else:
        yield _("Undone: %(said)s", said=said)


def _is_change(playing: Playing, written: Written) -> bool:
    """Whether this is a change of a line, or takes one back, or brings it back."""
    while written.kind == TAKEN_BACK:
        about = written.about
        if about is None or not 0 < about < written.place:
            return False  # it means nothing
        written = playing.story.log[about - 1]
    return written.kind == CHANGED
