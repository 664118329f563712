"""A board of which pieces were kept reads the same as one that is drawn anew.

Games are made up at random and played by two phones of different languages at two tables. After
each act both boards are drawn once more by a process that has drawn nothing yet.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from flask import Flask

from companion.engine.log import CHANGED, INSERTED, TAKEN_BACK
from companion.engine.table import GAME_ITSELF
from companion.games import TILES
from companion.runtime import places
from companion.web.boards import BoardCache
from companion.web.pieces import PLACE, Pieces, PieceTag
from companion.web.playing import Playing
from tests.logbooks import plays_of
from tests.web.actor import Phone

LOT = re.compile(r"lot-[\w-]+")  # is another one each time that it is drawn
NAMES = ["Ann", "Ben", "Cas", "Dee", "Eva", "Fay", "Gus"]
ALIKE = ("card-played", "round-scored")  # what is changed into another one of its kind
FEW, MANY = 12, 150  # acts

TABLES: dict[str, tuple[str, int, dict[str, bool], dict[str, str]]] = {
    "The Game": ("the-game", 3, {}, {}),
    "The Game by turns": ("the-game", 2, {"aids": True}, {"depth": "turns"}),
    "The Game alone, on fire": ("the-game", 1, {"on_fire": True}, {}),
    "Extreme": ("the-game-extreme", 2, {"aids": True, "on_fire": True}, {}),
    "One Brain": ("one-brain", 3, {}, {"level": "beginner"}),
    "One Brain alone": ("one-brain", 1, {}, {"level": "expert"}),
    "Bluff": ("game-of-bluff", 4, {}, {}),
    "Bluff with a pad": ("game-of-bluff", 7, {}, {}),
}
"""Kinds of tables: the tile, the players, the switches, and what else the set-up is given."""


class Evening:
    """A table of this kind and two phones at it, at which anything may happen."""

    def __init__(self, app: Flask, kind: str, random: Random) -> None:
        tile, players, switches, given = TABLES[kind]
        self.game, self.random = TILES[tile], random
        self.phones = [Phone(app, scripts=True) for _ in range(2)]
        first, second = self.phones
        first.starts(players, NAMES[:players], tile=tile, given=given, **switches)
        second.joins(first)
        second.client.set_cookie("language", "de")
        _, _, self.table, self.id, _ = first.game.split("/")
        self.acts = 0

    @property
    def playing(self) -> Playing:
        first = self.phones[0]
        found = first.store.games.find(first.id, self.table, self.id)
        assert found
        return Playing(found)

    def act(self) -> None:
        """Something happens: mostly an entry, which the rules may refuse."""
        self.acts += 1
        first, playing = self.phones[0], self.playing
        with first.app.test_request_context():
            self.log, self.undo = playing.stored.log, playing.story.undo
            self.setup, is_over = playing.setup, playing.story.replay.outcome is not None
        happens = [self.enters, self.takes_back, self.repeats, self.changes, self.renames]
        [does] = self.random.choices([*happens, self.calls], [80, 10, 5, 10, 3, 3])
        (self.takes_back if is_over else does)()

    def made_up(self, kind: str = "") -> dict[str, Any]:
        """An entry of this kind, or of any."""
        make = plays_of(self.game).make_entry
        facts = make(self.setup, self.random)
        while kind and facts["kind"] != kind:
            facts = make(self.setup, self.random)
        if self.setup.options.get("extreme") and facts["kind"] == "card-played":
            facts["choice"] = facts.pop("command", "none")  # the deck is taught
        return facts

    def enters(self) -> None:
        self.posts(self.made_up())

    def takes_back(self) -> None:
        """Undo, or something that was long ago, or redo."""
        newest = [self.undo.place] * 3 if self.undo else []
        places = [*newest, *(written.place for written in self.log), 1]
        self.posts({"kind": TAKEN_BACK, "target": self.random.choice(places)})

    def repeats(self) -> None:
        """What was entered last is taken back and entered again."""
        if self.undo and self.undo.kind not in (CHANGED, INSERTED):
            self.posts({"kind": TAKEN_BACK, "target": self.undo.place})
            self.acts += 1
            self.posts(dict(self.undo.facts), len(self.log) + 1)

    def changes(self) -> None:
        """A line said something else, or something was forgotten before it."""
        lines = [each for each in self.log if each.kind not in (TAKEN_BACK, CHANGED, INSERTED)]
        if lines:
            line = self.random.choice(lines)
            about = self.random.choice(["change", "before"])
            facts = self.made_up(line.kind) if line.kind in ALIKE else self.made_up()
            self.posts({**facts, about: line.place})

    def renames(self) -> None:
        first = self.phones[0]
        person = self.random.choice(self.playing.stored.people)
        name = self.random.choice(["", "Renée", "Player 2", f"Ann the {self.acts}th of her name"])
        first.store.people.rename(first.id, self.table, person.id, name)

    def calls(self) -> None:
        """The table calls the game something else, or a part of it."""
        first, things = self.phones[0], [GAME_ITSELF]
        things += [*self.game.deck.nicknames] if self.game.deck else []
        words = {self.random.choice(things): self.random.choice(["", f"Gray {self.acts}"])}
        first.store.nicknames.give(first.id, self.table, self.game.slug, words)

    def posts(self, facts: dict[str, Any], seen: int | None = None) -> None:
        """Send an entry as one of the phones does that has seen the log up to there."""
        form = self.game.pages.find_form(str(facts["kind"]))
        assert form
        said = {name: value for name, value in form.fields(facts).items() if value is not None}
        head = len(self.log) if seen is None else seen
        more = {"seen": head, "confirmed": "1", "id": f"act-{self.acts}"}
        phone = self.random.choice(self.phones)
        phone.posts(f"{phone.game}entries", {**said, **more})

    def boards(self) -> list[str]:
        """What each phone is pushed."""
        asked = (each.client.get(f"{each.game}live/board") for each in self.phones)
        return [LOT.sub("lot", answer.get_json()["board"]) for answer in asked]


@contextmanager
def nothing_drawn(app: Flask) -> Iterator[None]:
    """Another process, which has drawn no board yet."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(app.extensions, "boards", BoardCache())
        yield


def differs(app: Flask, kind: str, acts: int) -> str:
    """What is another board when it is drawn anew; "" for nothing, through so many acts."""
    random = Random(7)
    tables = [Evening(app, kind, random) for _ in range(2)]
    for _ in range(acts):
        for table in tables:
            table.act()
            kept = table.boards()
            with nothing_drawn(app):
                anew = table.boards()
            assert not any(PLACE in board for board in anew)
            if kept != anew:
                return f"after {table.acts} acts"
    return ""


@pytest.mark.parametrize("acts", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", TABLES)
def test_a_board_with_kept_pieces_reads_like_one_drawn_anew(
    app: Flask, kind: str, acts: int
) -> None:
    assert differs(app, kind, acts) == ""


BUGS: dict[str, tuple[str, str, str, int]] = {
    "the hand in a row": ("The Game", "the_game/hands", "loop.index0, hand,", 1),
    "whose turn it is": ("The Game", "the_game/_counts", "loop.index0, hand,", 2),
    "a pile": ("The Game", "the_game/board", "face,", 0),
    "commands in force": ("Extreme", "the_game/board", "state.active", 0),
    "what is still owed": ("The Game", "the_game/board", "undone,", 0),
    "what the deck knows": ("One Brain", "one_brain/_play", "field,", 2),
    "columns that lie": ("One Brain", "one_brain/_play", "laying.lying, action", 0),
    "the newest column": ("One Brain", "one_brain/_middle", "slot,", 1),
    "a hand of the sheet": ("One Brain", "one_brain/hands", "seat,", 1),
    "the rounds": ("Bluff", "game_of_bluff/board", "state.rounds,", 0),
    "where a round stands": ("Bluff", "game_of_bluff/board", "state.rounds,", 1),
}
"""What a piece does not look at: the kind of table, its template, how its keys begin, which one."""


def forgets(template: str, keys: str, index: int) -> Callable[..., str]:
    """The drawing of pieces with one key of one of them left out."""
    name = f"games/{template}.html"
    lines = (places.TEMPLATES / name).read_text(encoding="utf-8").splitlines()
    tags = {f"{name}:{at}" for at, line in enumerate(lines, 1) if f"{{% piece {keys}" in line}
    assert tags

    def draw(pieces: Pieces | None, key: tuple[Any, ...], caller: Callable[[], str]) -> str:
        left = (*key[: index + 1], *key[index + 2 :]) if key[0] in tags else key
        return caller() if pieces is None else pieces.draw(left, caller)

    return draw


@pytest.mark.parametrize("bug", BUGS)
def test_a_key_that_is_left_out_is_found(
    app: Flask, monkeypatch: pytest.MonkeyPatch, bug: str
) -> None:
    kind, template, keys, index = BUGS[bug]
    tag = app.jinja_env.extensions[PieceTag.identifier]
    monkeypatch.setattr(tag, "draw", forgets(template, keys, index))
    assert differs(app, kind, MANY)


def test_what_stands_around_a_log_is_found(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The names of a table change between two entries."""
    monkeypatch.setattr(Pieces, "follow", lambda self, around: Pieces(None, {}, self.drawn))
    assert differs(app, "The Game", MANY)
