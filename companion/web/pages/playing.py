"""A stored game together with its rules: what a page needs to show it and to enter into it."""

from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, reduce
from typing import Any

from flask import Flask, current_app, url_for
from flask_babel import gettext as _
from flask_babel import pgettext

from companion.engine import growing, log, verdict
from companion.engine.diff import NEVER
from companion.engine.entry import Facts
from companion.engine.log import Line, Story, Written
from companion.engine.names import bare, capitalise, isolate
from companion.engine.setup import Setup
from companion.engine.table import Damaged, StoredGame
from companion.engine.verdict import Submission, Verdict
from companion.games import GAMES
from companion.games.board import PlainBoard
from companion.games.forms import RESULT
from companion.games.game import Game, Tile
from companion.games.lists import join_list
from companion.runtime.bounded_cache import Recent
from companion.web.pages.names import describe_duration, display_names, title, with_virtual

OPENING = ".opening"
"""With this the id of a game is that of the entry with which it begins by itself."""
FEW = 20  # entries that are added to a story; for more, all of it is read at once


def init_app(app: Flask) -> None:
    """Give the app a memory of its own for what it has replayed."""
    app.extensions["stories"] = Recent[Story]()


@dataclass(frozen=True)
class Playing:
    """One game at a table, read from its log; raises `Damaged` where that cannot be read."""

    stored: StoredGame

    @property
    def game(self) -> Game[Any, Any]:
        with _reading(self.stored):
            return GAMES[self.stored.slug]

    @cached_property
    def tile(self) -> Tile:
        """Which game of the shelf it is: its name there, and its colour."""
        with _reading(self.stored):
            return self.game.tile(self.stored.options)

    @cached_property
    def title(self) -> str:
        """What the game is called, at this table."""
        called = self.game.called(self.stored.options)
        return isolate(called) or title(self.tile, self.stored.nicknames)

    @cached_property
    def url(self) -> str:
        """The address of its board."""
        return url_for("tables.show", table_id=self.stored.table, game_id=self.stored.id)

    @property
    def start_url(self) -> str:
        """Where it goes on once it is set up: to its board, or to the sheet for its result."""
        if self.stored.options.get("depth") != RESULT:
            return self.url
        return url_for(
            "tables.sheet", table_id=self.stored.table, game_id=self.stored.id, name=RESULT
        )

    @cached_property
    def entry_url(self) -> str:
        """Where its entries are sent."""
        return url_for("tables.enter", table_id=self.stored.table, game_id=self.stored.id)

    @cached_property
    def deck(self) -> dict[str, str]:
        """What this table knows of its cards; nothing where they carry nothing."""
        learning = self.game.learning
        return learning.read_lessons(self.stored.lessons) if learning else {}

    def deck_before(self, cards: Container[str]) -> dict[str, str]:
        """What it knew of its cards before this game taught it these."""
        learning = self.game.learning
        assert learning
        return learning.read_lessons_before(self.stored.lessons, self.stored.id, cards)

    @cached_property
    def names(self) -> list[str]:
        """The names in seat order as this phone shows them, virtual players last."""
        return with_virtual(display_names(self.stored.people), self.game)

    @property
    def letters(self) -> int:
        """The length of all names together."""
        return sum(len(bare(name)) for name in self.names)

    @cached_property
    def setup(self) -> Setup:
        names = [person.name for person in self.stored.people]
        with _reading(self.stored):
            return self.game.rules.setup_of(names, self.stored.options)

    @property
    def options(self) -> dict[str, object]:
        """Every option with its value, as the table has chosen by now."""
        return {**self.setup.options, **self.game.rules.chosen(self.story.replay.state)}

    @cached_property
    def story(self) -> Story:
        """The story of its log; what was replayed before is not replayed again."""
        with _reading(self.stored):
            return self._read_story()

    def check(self) -> None:
        """Raise `Damaged` where it cannot be read, as far as it is here: a log may be left out."""
        _read = self.tile, self.setup, self.stored.log and self.story

    def _read_story(self) -> Story:
        log.check_places(self.stored.log)
        stories: Recent[Story] = current_app.extensions["stories"]
        kept = stories.get(self.stored.id)
        known = len(kept.log) if kept else 0
        if kept is None or not _continues(self.stored, kept) or len(self.stored.log) > known + FEW:
            story = log.read(self.game.rules, self.setup, self.stored.log)
        else:
            later = self.stored.log[known:]
            story = reduce(
                lambda s, w: growing.extend(self.game.rules, self.setup, s, w), later, kept
            )
        stories.keep(self.stored.id, story, len(story.log))
        return story

    @property
    def _story_of_server(self) -> Story:
        """The story without what waits on this phone."""
        stories: Recent[Story] = current_app.extensions["stories"]
        place = self.stored.place
        key = f"{self.stored.id} {place}"
        story = stories.get(key)
        if story is None or len(story.log) != place or not _continues(self.stored, story):
            story = log.read(self.game.rules, self.setup, self.stored.log[:place])
            stories.keep(key, story, place)
        return story

    def whose(self, phone_id: str) -> str:
        """The name of who holds this phone, at this table; "" for nobody that is known."""
        return isolate(self.stored.phones.get(phone_id, ""))

    def quicker(self, between: Iterable[Written], me: str) -> str:
        """Who but this phone entered these, each once, in a few words; "" for nobody else."""
        others = (written.phone for written in between if written.phone != me)
        names = dict.fromkeys(
            self.whose(each) or pgettext("who", "another phone") for each in others
        )
        if not names:
            return ""
        said = _("%(names)s entered this first:", names=join_list(list(names)))
        return capitalise(said)

    def make_line(self, facts: Facts, about: int | None) -> Line:
        """These facts as the line of the log that they would be, at its end or at a place in it."""
        there = self.story.line(about) if about else None
        before = there.before if there else self.story.replay.state
        return Line(Written(0, "", "", NEVER, 0, facts), facts, True, before)

    @property
    def entered_at(self) -> datetime:
        """When the last entry was made, or the game was set up."""
        return self.stored.log[-1].at if self.stored.log else self.stored.made_at

    @property
    def lasted(self) -> str:
        """How long was played, "18 min"; "" for less than a minute."""
        return describe_duration(self.story.play_time.total_seconds())

    @property
    def helped(self) -> bool:
        """Whether this table switched a help of its game on."""
        return any(bool(self.stored.options.get(name)) for name in self.game.pages.helps)

    @property
    def depth(self) -> str:
        """How much this table enters of this game, one of `Pages.depths`; "" for the usual."""
        said = self.game.pages.depth_of(self.story.replay.state)
        return said or str(self.stored.options.get("depth") or "")

    def board(self, fresh: int | None = None) -> PlainBoard[Any]:
        """The figures of its board; `fresh` is the place of the entry that this answers."""
        return self.game.board(
            self.story, helped=self.helped, fresh=fresh, learned=self.deck, depth=self.depth
        )

    @property
    def undoable(self) -> str:
        """The places that undo names, one after another, with blanks between them.

        What waits on a phone is not named: undo finds it in the queue.
        """
        story = self._story_of_server if self.stored.waiting else self.story
        return " ".join(str(written.place) for written in story.undoable)

    @property
    def begun(self) -> bool:
        """Whether anything was ever entered but who starts."""
        starters = self.game.rules.starters
        return any(written.kind not in starters for written in self.stored.log)

    @property
    def untouched(self) -> bool:
        """Whether nobody has entered anything: a next game may begin with who starts by itself."""
        return all(written.id == f"{self.stored.id}{OPENING}" for written in self.stored.log)

    @property
    def preparing(self) -> list[str]:
        """What these people lay out and deal before they start, thing by thing."""
        return list(self.game.rule_book.preparing(self.story.replay.start.state))

    @property
    def relevant(self) -> str:
        """The paragraphs of the rules that matter now, for the address of their page."""
        return ",".join(self.game.rule_book.relevant(self.story.replay.state))

    def judge(self, submission: Submission) -> Verdict:
        """The verdict on a submission against this log, and this table's deck."""
        lessons, game_id = self.stored.lessons, self.stored.id
        met = self.stored.met
        return verdict.judge(self.game, self.setup, self.story, submission, lessons, game_id, met)


def readable(games: Iterable[StoredGame]) -> Iterator[Playing]:
    """Those of these games that can be read: where one is damaged, the others go on without it."""
    for stored in games:
        playing = Playing(stored)
        with suppress(Damaged):
            playing.check()
            yield playing


@contextmanager
def _reading(stored: StoredGame) -> Iterator[None]:
    """Whatever goes wrong in here, this game is damaged."""
    try:
        yield
    except Damaged:
        raise
    except Exception as error:
        raise Damaged(stored.id) from error


def _continues(stored: StoredGame, story: Story) -> bool:
    """Whether this log begins with the log of that story; logs only ever grow at their end."""
    known = len(story.log)
    return known == 0 or (known <= len(stored.log) and stored.log[known - 1] == story.log[-1])
