"""What a board says aloud: its newest entries in short sentences, for voices and screen readers.

A board has them as `data-spoken`, and each phone says those that are new to it. An entry always
reads the same, however often its board is drawn: what comes before a correction is left out, since
that may have changed what its lines say.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile

from flask_babel import gettext as _

from companion.engine.entry import Facts
from companion.engine.log import (
    ABOUT,
    CHANGED,
    INSERTED,
    TAKEN_BACK,
    Line,
    Written,
    places_that_count,
    read_facts,
)
from companion.web.pages.pieces import Pieces
from companion.web.pages.playing import Playing

NEWEST = 3  # entries that a board says
MARK, WHOLE = 8, 32  # characters: what marks an entry of its id, and how long a phone makes one


def write_newest(playing: Playing, pieces: Pieces | None = None) -> str:
    """The newest entries of this log, the last one last: a line for each.

    It has by tabs the place in the log; a mark that tells the entry from others wherever it stands,
    as one that waits on a phone has no place yet; and its sentences: what was entered, then what
    changed by it. A correction says only itself, as a rule. What the board before had said already
    is taken from its pieces.
    """
    log = playing.story.log
    keyed = [(log[-at].place, log[-at].id, at) for at in _find_newest(log)]
    if pieces is None:
        return "\n".join(_write(playing, at) for *_key, at in keyed)
    return "\n".join(
        pieces.draw(("spoken", place, id), partial(_write, playing, at)) for place, id, at in keyed
    )


def write_corrected(playing: Playing) -> str:
    """The newest correction of an older entry, for who does not hear it; "" for none.

    Its place and mark, a sentence that says who did what, and the place of its line, by tabs. What
    waits on a phone is its own, and what was entered last is seen to change.
    """
    for written in reversed(playing.story.log[-NEWEST:]):
        if written.kind not in ABOUT or written.place > playing.stored.place:
            continue
        line = playing.story.line_of(written)
        if line and _is_older(playing, line):
            said = _tell(playing, written, line)
            return "\t".join((str(written.place), _mark(written), said, str(line.place)))
    return ""


def _is_older(playing: Playing, line: Line) -> bool:
    """Whether something that counts stands behind this line."""
    behind = takewhile(lambda each: each is not line, reversed(playing.story.lines))
    return any(each.counts for each in behind)


def _tell(playing: Playing, written: Written, line: Line) -> str:
    """Who corrected this line, and what it says since: "Ben changed entry 3: 4 → 5 on ▲ A"."""
    describe, names = playing.game.describe_line, playing.names
    who = playing.whose(written.phone) or _("Another phone")
    said = describe(line, names)
    if written.kind == CHANGED:
        before = replace(line, facts=_facts_before(playing, written, line))
        return _say_changed(who, line, _compare(describe(before, names), said))
    if written.kind == INSERTED:
        return _("%(name)s added: %(said)s", name=who, said=said)
    if _is_change(playing, written):
        return _say_changed(who, line, said)
    if line.counts:
        return _("%(name)s restored: %(said)s", name=who, said=said)
    return _("%(name)s undid: %(said)s", name=who, said=said)


def _say_changed(who: str, line: Line, said: str) -> str:
    """That somebody changed this line, by its number in the log as far as it has one."""
    if line.index is None:
        return _("%(name)s changed: %(said)s", name=who, said=said)
    number = line.index + 1
    return _("%(name)s changed entry %(number)s: %(said)s", name=who, number=number, said=said)


def _facts_before(playing: Playing, written: Written, line: Line) -> Facts:
    """What this line said before this entry changed it."""
    earlier = playing.story.log[: written.place - 1]
    counting = places_that_count(earlier)
    changes = (
        each
        for each in reversed(earlier)
        if each.kind == CHANGED and each.about == line.place and each.place in counting
    )
    said = next(changes, line.written)
    return read_facts(playing.game.rules, playing.setup, said)


def _compare(before: str, after: str) -> str:
    """What it says now, with what it said before in the one place that differs: "4 → 5 on ▲ A"."""
    old, new = before.split(" "), after.split(" ")
    same = _count_same(old, new)
    most = min(len(old), len(new)) - same
    tail = min(_count_same(old[::-1], new[::-1]), most)
    was, now = old[same : len(old) - tail], new[same : len(new) - tail]
    if not was or any("," in word for word in was):
        return after
    return " ".join([*was, "→", *now, *new[len(new) - tail :]])


def _count_same(some: list[str], others: list[str]) -> int:
    return sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(some, others, strict=False))
    )


def _find_newest(log: Sequence[Written]) -> range:
    """Which entries are said, counted from the end of the log, and back to a correction at most."""
    newest = log[-NEWEST:][::-1]
    about = (at for at, written in enumerate(newest, 1) if written.kind in ABOUT)
    return range(next(about, len(newest)), 0, -1)


def _write(playing: Playing, at: int) -> str:
    """The line of the entry that stands there, counted from the end of the log."""
    story = playing.story
    written = story.log[-at]
    corrects = written.kind in ABOUT
    says = _correct(playing, written, at) if corrects else _announce(playing, story.lines[-at])
    return "\t".join((str(written.place), _mark(written), *says))


def _mark(written: Written) -> str:
    return written.id[:MARK] + written.id[WHOLE:]


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
