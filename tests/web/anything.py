"""Evenings at which anything happens: two phones of different languages at a table, at random."""

import re
from random import Random
from typing import Any

from flask import Flask

from companion.engine.log import CHANGED, INSERTED, TAKEN_BACK
from companion.engine.table import GAME_ITSELF
from companion.games import TILES
from companion.web.pages.playing import Playing
from tests.support.client_phone import Phone
from tests.support.random_logs import plays_of

LOT = re.compile(r"lot-[\w-]+")  # is another one each time that it is drawn
NAMES = ["Ann", "Ben", "Cas", "Dee", "Eva", "Fay", "Gus"]
ALIKE = ("card-played", "round-scored")  # what is changed into another one of its kind

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
        self.table, self.id = first.ids
        self.acts = 0

    @property
    def playing(self) -> Playing:
        first = self.phones[0]
        return Playing(first.store.games.find(first.id, self.table, self.id))

    def act(self) -> None:
        """Something happens: mostly an entry, which the rules may refuse."""
        self.acts += 1
        is_over = self.look()
        happens = [self.enters, self.takes_back, self.repeats, self.changes, self.renames]
        [does] = self.random.choices([*happens, self.calls], [80, 10, 5, 10, 3, 3])
        (self.takes_back if is_over else does)()

    def look(self) -> bool:
        """Look at the game as it stands, at which the next entry is made up; whether it is over."""
        playing = self.playing
        with self.phones[0].app.test_request_context():
            self.log, self.undo = playing.stored.log, playing.story.undo
            self.setup = playing.setup
            return playing.story.replay.outcome is not None

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
        head = len(self.log) if seen is None else seen
        more = {"seen": head, "confirmed": "1", "id": f"act-{self.acts}"}
        phone = self.random.choice(self.phones)
        phone.posts(f"{phone.game}entries", {**self.fields(facts), **more})

    def fields(self, facts: dict[str, Any]) -> dict[str, Any]:
        """What a form says of these facts."""
        form = self.game.pages.find_form(str(facts["kind"]))
        return {name: value for name, value in form.fields(facts).items() if value is not None}

    def boards(self) -> list[str]:
        """What each phone is pushed."""
        asked = (each.client.get(f"{each.game}live/board") for each in self.phones)
        return [LOT.sub("lot", answer.get_json()["board"]) for answer in asked]
