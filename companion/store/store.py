"""Everything that Companion remembers: tables of phones, their people, games, logs and decks."""

import dataclasses
import hashlib
import json
import secrets
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from sqlalchemy import Connection, Executable
from sqlalchemy.exc import IntegrityError

from companion.engine.deck import Lesson, Taught
from companion.engine.entry import Facts
from companion.engine.log import Written
from companion.engine.names import name_key
from companion.engine.table import (
    ANSWERS_PER_PHONE,
    BESIDES,
    ENTRIES_PER_GAME,
    GAMES_PER_TABLE,
    HOST,
    PEOPLE_PER_TABLE,
    ROOM,
    Away,
    Closed,
    Full,
    Kept,
    NoRoom,
    Person,
    StoredGame,
    Table,
    TooManyPeople,
    TooMuch,
    Unknown,
    Wanted,
)
from companion.engine.verdict import Answer, Submission, Verdict
from companion.files.parsing import Bundle, Incoming
from companion.runtime.yielding import let_others_go
from companion.store import imports, lessons, members, nicknames, rows, schema
from companion.store.database import is_id
from companion.store.log_cache import Logs
from companion.store.members import Members

KEPT = (Answer.ASK, Answer.REFUSED, Answer.MERGED, Answer.CONFLICT)
"""What is said to a submission that is not written, and said again to each copy of it."""

WEIGHED = 10  # a table is weighed at each so many-th entry of its games,
LIGHT = 200  # and at each of which the facts have more bytes

Judge = Callable[[StoredGame], Verdict]
Same = Callable[[StoredGame, Incoming], bool]
MayBegin = Callable[[], None]
"""Called where a new table is to be made; what it raises leaves nothing behind."""


class Store(Members):
    """All that Companion keeps; whoever reads or writes it comes here.

    Strangers to a table are answered exactly as if it did not exist.
    """

    def __init__(self, url: str, key: bytes = b"") -> None:
        super().__init__(url, key)
        self._logs = Logs()

    def phone(self, secret: str) -> str | None:
        """The id of the phone with this secret; None for one that nobody remembers."""
        with self._reading() as connection:
            found = connection.execute(schema.PHONE, {"secret_hash": _hash(secret)})
            return found.scalar_one_or_none()

    def remember_phone(self, secret: str) -> str:
        """The id of the phone with this secret, which is known from now on, if only by its hash."""
        if known := self.phone(secret):
            return known
        phone = _new_id()
        row = {"id": phone, "secret_hash": _hash(secret), "made_at": self._moment()}
        try:
            with self._writing() as connection:
                connection.execute(schema.NEW_PHONE, row)
        except IntegrityError:  # it was remembered meanwhile
            return self.phone(secret) or phone
        return phone

    def tables(self, phone: str) -> tuple[Table, ...]:
        """The tables of this phone, newest touched first."""
        with self._reading() as connection:
            return rows.tables(connection, schema.TABLES, phone=phone)

    def table(self, phone: str, table_id: str) -> Table | None:
        """This table; None where this phone is a stranger."""
        if not is_id(table_id):
            return None
        with self._reading() as connection:
            found = rows.tables(connection, schema.TABLE, phone=phone, table_id=table_id)
            return found[0] if found else None

    def games(self, phone: str, table_id: str) -> tuple[StoredGame, ...]:
        """The games of this table, newest first, without their logs; () for strangers."""
        if not is_id(table_id):
            return ()
        with self._reading() as connection:
            return rows.games(connection, schema.GAMES, phone=phone, table_id=table_id)

    def latest_games(self, phone: str, limit: int) -> tuple[StoredGame, ...]:
        """At most so many games of all tables of this phone, newest activity first, with logs."""
        with self._reading() as connection:
            found = rows.games(connection, schema.LATEST_GAMES, phone=phone, most=limit)
            logs = [self._logs.of(connection, game.id) for game in found]
        both = zip(found, logs, strict=True)
        return tuple(dataclasses.replace(game, log=log) for game, log in both)

    def series(self, game: StoredGame, limit: int) -> tuple[StoredGame, ...]:
        """At most so many games of the kind of this one at its table, newest first, with logs."""
        asked = {"table_id": game.table, "slug": game.slug, "most": limit}
        with self._reading() as connection:
            return rows.with_logs(connection, rows.games(connection, schema.SERIES, **asked))

    def later(self, game: StoredGame) -> StoredGame | None:
        """The newest game of this kind at its table after this one, with its log; None for none."""
        moment = rows.moment(game.made_at)
        asked = {"table_id": game.table, "slug": game.slug, "moment": moment}
        with self._reading() as connection:
            found = rows.with_logs(connection, rows.games(connection, schema.NEXT_GAMES, **asked))
        return next(iter(found), None)

    def history(
        self, phone: str, table_id: str, wanted: Wanted, limit: int, skip: int = 0
    ) -> tuple[tuple[Kept, ...], int]:
        """At most so many of the games that are wanted, newest first, and how many there are."""
        if not is_id(table_id):
            return (), 0
        anybody = dataclasses.replace(wanted, person="person" if wanted.person else "")
        page, count = schema.page_of(anybody)
        asked = {"phone": phone, "table_id": table_id, "person": wanted.person}
        with self._reading() as connection:
            found = rows.kept(connection, page, schema.SEATS, most=limit, skip=skip, **asked)
            return found, int(connection.execute(count, asked).scalar_one())

    def results(self, phone: str, table_id: str) -> tuple[Kept, ...]:
        """Every game of this table with what is kept of it, oldest first; () for strangers."""
        if not is_id(table_id):
            return ()
        asked = {"phone": phone, "table_id": table_id}
        with self._reading() as connection:
            return rows.kept(connection, schema.RESULTS, schema.TABLE_SEATS, **asked)

    def with_logs(self, games: Sequence[StoredGame]) -> tuple[StoredGame, ...]:
        """These games, which this store gave, with their logs."""
        with self._reading() as connection:
            return rows.with_logs(connection, tuple(games))

    def keep_results(self, made: Mapping[str, tuple[int, int, Mapping[str, object]]]) -> None:
        """These are the results of these games: their place, version and summary.

        They are a cache. Where somebody else is keeping one at the same time, a game is gone, or
        there is no room, none of these is kept.
        """
        new = [
            {"game": game, "place": place, "version": version, "summary": summary}
            for game, (place, version, summary) in sorted(made.items())
        ]
        if not new:
            return
        with suppress(IntegrityError, Away), self._writing() as connection:
            connection.execute(schema.FORGET_RESULTS, {"games": list(made)})
            connection.execute(schema.NEW_RESULT, new)

    def whole(self, phone: str, table_id: str) -> Iterator[StoredGame]:
        """Every game of this table, oldest first, with logs and nicknames; none for strangers.

        The log of each is read when it is asked for, so that a large table is never in memory.
        """
        called = self.all_nicknames(phone, table_id)
        for game in self.games(phone, table_id)[::-1]:
            for with_log in self.with_logs([game]):
                yield dataclasses.replace(with_log, nicknames=called.get(game.slug, {}))

    def number(self, game: StoredGame) -> int:
        """Which game of its kind at its table this is, from 1."""
        with self._reading() as connection:
            return int(connection.execute(schema.NUMBER, {"game_id": game.id}).scalar_one())

    def outline(self, phone: str, table_id: str, game_id: str) -> StoredGame | None:
        """This game without its log; None where this phone is a stranger."""
        if not (is_id(table_id) and is_id(game_id)):
            return None
        asked = {"phone": phone, "table_id": table_id, "game_id": game_id}
        with self._reading() as connection:
            return next(iter(rows.games(connection, schema.GAME, **asked)), None)

    def game(self, phone: str, table_id: str, game_id: str) -> StoredGame | None:
        """This game with its log and lessons; None where this phone is a stranger."""
        with self._reading() as connection:
            return self._game(connection, schema.GAME, phone, table_id, game_id)

    def start_game(
        self,
        phone: str,
        slug: str,
        options: Mapping[str, object],
        names: Sequence[str],
        table_id: str | None = None,
        game_id: str | None = None,
        may_begin: MayBegin = lambda: None,
    ) -> StoredGame:
        """A new game has begun, for these names in seat order ("" for whoever has none).

        At the table `table_id`, whose people are known by their names, or by their position among
        those without one; else at the open table that this phone hosts for exactly these people,
        if it has room; else at a new one, which begins with the decks and the nicknames of the
        phone's other tables: for each game of the shelf with those of the table touched last. A new
        table is made where `may_begin` does not raise. The game has the id `game_id`, if one is
        given: a second start with it gives the same game. Raises `Unknown` for strangers, and for
        onlookers, who only read; `Closed` for a table that is closed, `NoRoom` for one with 200
        games, or with more than 60 people then.
        """
        game_id = game_id or _new_id()
        with self._writing() as connection:
            asked = {"phone": phone, "game_id": game_id}
            for started in rows.games(connection, schema.STARTED_GAME, **asked):
                return started
            table = self._table_for(connection, phone, names, table_id, may_begin)
            for started in rows.games(connection, schema.STARTED_GAME, **asked):
                return started  # by another phone, while this one waited for the table
            [game_id] = _free(connection, [game_id])
            _has_room(connection, table, 1)
            [sitting] = self._seated(connection, table, [names])
            game = {"id": game_id, "table": table, "slug": slug, "options": dict(options)}
            newest = connection.execute(schema.NEWEST_GAME, {"table_id": table}).scalar_one()
            made_at = max(self._moment(), newest + 1)  # the newest one, whatever the clock says
            connection.execute(schema.NEW_GAME, {**game, "made_at": made_at})
            taken = [
                {"game": game["id"], "number": number, "person": person.id}
                for number, person in enumerate(sitting)
            ]
            connection.execute(schema.NEW_SEAT, taken)
            self._touch(connection, table, self._moment())
        return StoredGame(str(game["id"]), table, slug, dict(options), sitting, rows.time(made_at))

    def import_games(
        self,
        phone: str,
        bundle: Bundle,
        same: Same,
        table_id: str | None = None,
        key: str = "",
        may_begin: MayBegin = lambda: None,
    ) -> tuple[str, int]:
        """All of this is written, or nothing: at which table, and how many games are new there.

        The table is found as for `start_game`, by all people of all games; one that begins with
        this has the name, the decks and the nicknames of the file, one that was there before learns
        only what it did not know. A game that the table has already, as `same` says, is not written
        again; nor is anything of a second import with the same `key`. A new table is made where
        `may_begin` does not raise. Raises `Unknown` for strangers and onlookers, `NoRoom` where the
        table would have more than 200 games, or more than 60 people, or `TooMuch` in its games.

        Nobody waits for it for long: the games are compared before anything is written, and their
        logs are written little by little where nobody sees them. Then all of it appears at once.
        """
        names = self._everybody(bundle)
        made = [_made_of(key, number) or _new_id() for number, _ in enumerate(bundle.games)]
        with self._reading() as connection:
            there = _table_of(connection, phone, names, table_id)
            if there and (again := imports.written(connection, there, made)):
                return there, again
            leftover = imports.staged(connection, made)
        for table in leftover:
            self._unstage(table)
        with self._reading() as connection:
            games = dict(zip(_free(connection, made), bundle.games, strict=True))
        known = {game_id: self._known(phone, there, game) for game_id, game in games.items()}
        new = {
            game_id: game
            for game_id, game in games.items()
            if not any(same(self.with_logs([each])[0], game) for each in known[game_id].values())
        }
        staging = self._stage(phone, new)
        try:
            with self._reading() as connection:
                more = int(connection.execute(schema.WEIGHT, {"table_id": staging}).scalar_one())
            with self._writing() as connection:
                table = self._table_for(connection, phone, names, table_id, may_begin)
                if again := imports.written(connection, table, made):
                    return table, again
                if imports.is_new(connection, table):
                    imports.begin(connection, table, bundle, self._moment())
                else:
                    imports.add(connection, phone, table, bundle, self._moment())
                for game_id in list(new):  # what somebody else has brought meanwhile
                    brought = imports.like(connection, phone, table, new[game_id])
                    later = rows.with_logs(
                        connection, tuple(g for g in brought if g.id not in known[game_id])
                    )
                    if any(same(stored, new[game_id]) for stored in later):
                        del new[game_id]
                _has_room(connection, table, len(new))
                _is_light(connection, table, more)
                sitting = self._seated(
                    connection, table, [game.setup.players for game in new.values()]
                )
                imports.show(connection, staging, table, dict(zip(new, sitting, strict=True)))
                self._touch(connection, table, self._moment())
        finally:
            self._unstage(staging)
        return table, len(new)

    def _known(self, phone: str, table: str | None, game: Incoming) -> Mapping[str, StoredGame]:
        """The games of this table, without their logs, that may be this one."""
        if table is None:
            return {}
        with self._reading() as connection:
            return {each.id: each for each in imports.like(connection, phone, table, game)}

    def _stage(self, phone: str, games: Mapping[str, Incoming]) -> str:
        """These games are written little by little, at a deleted table that nobody has joined.

        What is left of one when this ends halfway goes like any deleted table, and goes at once
        where the same games are written again.
        """
        now, staging = self._moment(), _new_id()
        with self._writing() as connection:
            imports.stage(connection, staging, now)
        try:
            dated = imports.dated(list(games.values()), now)
            for (game_id, game), times in zip(games.items(), dated, strict=True):
                for step in imports.written_in_steps(phone, staging, game_id, game, times):
                    with self._writing() as connection:
                        step(connection)
                    let_others_go()
        except BaseException:
            self._unstage(staging)
            raise
        return staging

    def _unstage(self, staging: str) -> None:
        """Nothing is left of what was written at this table for an import."""
        while True:
            with self._writing() as connection:
                if not imports.unstage(connection, staging):
                    return
            let_others_go()

    def rename(self, phone: str, table_id: str, person_id: str, name: str) -> None:
        """This person has that name, in every game; no log changes.

        Raises `Unknown` for strangers and onlookers, and where nobody at the table has this id.
        """
        with self._writing() as connection:
            table = _locked(connection, phone, table_id)
            person = {"person_id": person_id, "table_id": table, "new_name": _nfc(name)}
            if not is_id(person_id) or not connection.execute(schema.RENAME, person).rowcount:
                raise Unknown(person_id)
            self._touch(connection, table, self._moment())

    def enter(
        self, phone: str, table_id: str, game_id: str, submission: Submission, judge: Judge
    ) -> tuple[StoredGame, Verdict]:
        """Answer a submission of this phone: the game after it, and the verdict.

        What is recorded is so for good.

        An id that was answered before gets the same answer again, or `reused` if it says something
        else now (protocol.md, The verdict). Otherwise `judge` decides, by the game as it stands
        while nobody else writes in it; what it raises leaves nothing behind. Raises `Unknown` for
        strangers and onlookers, `Full` for entry 5,001, `TooMuch` where the table is full,
        ValueError for another phone's submission.

        What a recorded submission teaches takes the place of what its game had taught of those
        cards.
        """
        if submission.phone != phone:
            raise ValueError("a phone enters its own submissions only")
        with self._writing() as connection:
            members.lock(connection, table_id)
            game = self._game(connection, schema.GAME_TO_WRITE, phone, table_id, game_id)
            if game is None:
                raise Unknown(game_id)
            if game.closed:
                raise Closed(game_id)
            if known := _answer_to(connection, game, submission):
                return game, known
            verdict = judge(dataclasses.replace(game, met=_met(connection, game, phone)))
            if verdict.answer in KEPT:
                _remember(connection, game, submission, verdict)
            if verdict.answer is Answer.RECORDED:
                game = self._record(connection, game, submission)
                if verdict.taught:
                    game = self._learned(connection, phone, game, verdict.taught)
                verdict = dataclasses.replace(verdict, place=len(game.log))
        return game, verdict

    def unknown(
        self, phone: str, game: StoredGame, ids: Sequence[str]
    ) -> tuple[tuple[str, ...], int]:
        """The ids of this phone that are unknown in this game, and where its log ended.

        That is where it ended when the epoch began: what a restore has lost was entered after it.
        """
        asked = {"phone": phone, "game_id": game.id, "ids": [each for each in ids if is_id(each)]}
        since = {"game_id": game.id, "moment": self.epoch.began_at}
        with self._reading() as connection:
            known = set(connection.execute(schema.KNOWN, asked).scalars())
            older = int(connection.execute(schema.OLDER, since).scalar_one())
        return tuple(each for each in ids if each not in known), older

    def lessons(self, phone: str, table_id: str, slug: str) -> tuple[Lesson, ...]:
        """What this table has learned of this game's cards, oldest first; () for strangers."""
        if not is_id(table_id):
            return ()
        with self._reading() as connection:
            return lessons.read(connection, phone, table_id, slug)

    def teach(self, phone: str, table_id: str, slug: str, taught: Taught) -> None:
        """This holds of these cards at this table, whatever was chosen in its games before.

        Raises `Unknown` for strangers and onlookers.
        """
        with self._writing() as connection:
            table = _locked(connection, phone, table_id)
            at = self._moment()
            lessons.teach(connection, table, slug, taught, at)
            self._touch(connection, table, at)

    def nicknames(self, phone: str, table_id: str, slug: str) -> dict[str, str]:
        """What this table calls this game, and parts of it; nothing for strangers."""
        if self.table(phone, table_id) is None:
            return {}
        with self._reading() as connection:
            return nicknames.read(connection, table_id, slug)

    def all_nicknames(self, phone: str, table_id: str) -> dict[str, dict[str, str]]:
        """What this table calls its games, and parts of them, by game; nothing for strangers."""
        if not is_id(table_id):
            return {}
        with self._reading() as connection:
            return nicknames.of_table(connection, phone, table_id)

    def call(self, phone: str, table_id: str, slug: str, words: Mapping[str, str]) -> None:
        """This table calls these things of this game so from now on; "" for their own names.

        Raises `Unknown` for strangers and onlookers.
        """
        with self._writing() as connection:
            table = _locked(connection, phone, table_id)
            nicknames.give(connection, table, slug, words)
            self._touch(connection, table, self._moment())

    def _game(
        self,
        connection: Connection,
        statement: Executable,
        phone: str,
        table_id: str,
        game_id: str,
    ) -> StoredGame | None:
        if not (is_id(table_id) and is_id(game_id)):
            return None
        asked = {"phone": phone, "table_id": table_id, "game_id": game_id}
        game = next(iter(rows.games(connection, statement, **asked)), None)
        if game is None:
            return None
        log = self._logs.of(connection, game.id)
        entered = {phone, *(written.phone for written in log)}
        game = dataclasses.replace(
            game,
            log=log,
            nicknames=nicknames.read(connection, game.table, game.slug),
            phones=members.names(connection, game.table, entered),
        )
        return _with_lessons(connection, phone, game)

    def _record(
        self, connection: Connection, game: StoredGame, submission: Submission
    ) -> StoredGame:
        """The game with this submission written at the next place."""
        if len(game.log) >= ENTRIES_PER_GAME:
            raise Full(game.id)
        facts = {name: fact for name, fact in submission.facts.items() if name != "kind"}
        # What the entries in between come to is little, and the file of a table has room for it.
        takes = len(json.dumps(facts)) + BESIDES
        if len(game.log) % WEIGHED == WEIGHED - 1 or takes > LIGHT + BESIDES:
            _is_light(connection, game.table, takes)
        at = self._moment()
        row = {
            "game": game.id,
            "place": len(game.log) + 1,
            "id": submission.id,
            "phone": submission.phone,
        }
        said = {"seen": submission.seen, "kind": submission.facts["kind"], "facts": facts}
        connection.execute(schema.NEW_ENTRY, {**row, "at": at, **said})
        touched = self._touch(connection, game.table, at)
        written = Written(
            len(game.log) + 1,
            submission.id,
            submission.phone,
            rows.time(at),
            submission.seen,
            submission.facts,
        )
        return dataclasses.replace(game, log=(*game.log, written), touched=touched)

    def _learned(
        self, connection: Connection, phone: str, game: StoredGame, taught: Taught
    ) -> StoredGame:
        """The game with this learned in it; its table was touched before, and so is locked."""
        lessons.learn(connection, game, taught, self._moment())
        return _with_lessons(connection, phone, game)

    def _table_for(
        self,
        connection: Connection,
        phone: str,
        names: Sequence[str],
        table_id: str | None,
        may_begin: MayBegin,
    ) -> str:
        """The table to play at, which nobody else changes until this is done."""
        asked = {"phone": phone}
        if table_id is None and connection.execute(schema.PHONE_TO_WRITE, asked).first() is None:
            raise Unknown(phone)
        if there := _table_of(connection, phone, names, table_id):
            return there
        may_begin()
        table_id, made_at = _new_id(), self._moment()
        made = {"id": table_id, "name": None, "made_at": made_at, "touched_at": made_at}
        connection.execute(schema.NEW_TABLE, made)
        host = {"table": table_id, "phone": phone, "role": HOST, "joined_at": made_at}
        connection.execute(schema.NEW_MEMBER, host)
        self._invite(connection, table_id)
        lessons.take_over(connection, phone, table_id, made_at)
        nicknames.take_over(connection, phone, table_id)
        return table_id

    def _seated(
        self, connection: Connection, table: str, sittings: Iterable[Sequence[str]]
    ) -> list[tuple[Person, ...]]:
        """The people with the names of each of these games, in their order; new ones are added.

        Raises `TooManyPeople` where they would be more than 60 then.
        """
        known, new = defaultdict[str, list[Person]](list), list[dict[str, object]]()
        there = connection.execute(schema.PEOPLE, {"tables": [table]}).all()
        for row in there:
            known[name_key(row.name)].append(Person(row.id, row.name))

        def sits(name: str, seated: Counter[str]) -> Person:
            same, number = known[name_key(name)], seated[name_key(name)]
            seated[name_key(name)] += 1
            if number == len(same):
                same.append(Person(_new_id(), _nfc(name)))
                row = {"id": same[-1].id, "table": table, "name": same[-1].name}
                new.append({**row, "made_at": self._moment()})
            return same[number]

        found = []
        for names in sittings:
            seated = Counter[str]()
            found.append(tuple(sits(name, seated) for name in names))
        if new and len(there) + len(new) > PEOPLE_PER_TABLE:
            raise TooManyPeople(table)
        if new:
            connection.execute(schema.NEW_PERSON, new)
        return found

    def _everybody(self, bundle: Bundle) -> list[str]:
        """The names of all who play in these games, each as often as it sits at one of them."""
        most: Counter[str] = Counter()
        spelled: dict[str, str] = {}
        for game in bundle.games:
            most |= Counter(map(name_key, game.setup.players))
            for name in game.setup.players:
                spelled.setdefault(name_key(name), name)
        return [spelled[each] for each in most.elements()]


def _table_of(
    connection: Connection, phone: str, names: Sequence[str], table_id: str | None
) -> str | None:
    """The table `table_id`, or an open one with room that this phone hosts for these people."""
    if table_id is not None:
        return _locked(connection, phone, table_id)
    asked_for = sorted(map(name_key, names))
    for table in rows.tables(connection, schema.HOSTED_TABLES, phone=phone):
        if table.closed or table.games >= GAMES_PER_TABLE:
            continue
        if sorted(name_key(person.name) for person in table.people) == asked_for:
            with suppress(Unknown, Closed):  # it was deleted or closed just now
                return _locked(connection, phone, table.id)
    return None


def _locked(connection: Connection, phone: str, table_id: str) -> str:
    """The id of this table, which nobody else changes before the end of the transaction."""
    members.lock(connection, table_id)
    asked = {"phone": phone, "table_id": table_id}
    found = connection.execute(schema.TABLE_TO_WRITE, asked).first()
    if found is None:
        raise Unknown(table_id)
    if found.closed_at is not None:
        raise Closed(table_id)
    return table_id


def _free(connection: Connection, games: Sequence[str]) -> list[str]:
    """These ids of new games; another for each that a game has which this phone does not see.

    An id that is made of a form is there already where the table of its game was deleted.
    """
    taken = set(connection.execute(schema.TAKEN_GAMES, {"games": list(games)}).scalars())
    return [_new_id() if game in taken else game for game in games]


def _has_room(connection: Connection, table: str, more: int) -> None:
    """This table, which nobody else changes now, has room for so many more games, or `NoRoom`."""
    there = connection.execute(schema.GAMES_AT_TABLE, {"table_id": table}).scalar_one()
    if more and there + more > GAMES_PER_TABLE:
        raise NoRoom(table)


def _is_light(connection: Connection, table: str, more: int = 0) -> None:
    """The file of this table can be taken in again, also with so many more bytes; or `TooMuch`."""
    there = connection.execute(schema.WEIGHT, {"table_id": table}).scalar_one()
    if there + more > ROOM:
        raise TooMuch(table)


def _with_lessons(connection: Connection, phone: str, game: StoredGame) -> StoredGame:
    now = lessons.read(connection, phone, game.table, game.slug)
    return dataclasses.replace(game, lessons=now)


def _answer_to(connection: Connection, game: StoredGame, submission: Submission) -> Verdict | None:
    """What can be answered without judging: the id is known, or nothing that can be kept."""
    said = _canonical(submission.facts)
    if said is None or not is_id(submission.id):
        return Verdict(Answer.UNREADABLE)
    written = next((written for written in game.log if written.id == submission.id), None)
    if written is not None:
        same = _canonical(written.facts) == said
        return Verdict(Answer.RECORDED, place=written.place) if same else Verdict(Answer.REUSED)
    asked = {"game_id": game.id, "wish_id": submission.id, "phone": submission.phone}
    kept = connection.execute(schema.ANSWER, asked).one_or_none()
    if kept is None:
        return None
    if _canonical(kept.facts) != said:
        return Verdict(Answer.REUSED)
    between = tuple(game.log[place - 1] for place in kept.between)
    answer, rules = Answer(kept.answer), tuple(kept.rules)
    return Verdict(answer, rules, kept.place, between, kept.taught, kept.possible)


def _met(connection: Connection, game: StoredGame, phone: str) -> frozenset[int]:
    found = connection.execute(schema.MET, {"game_id": game.id, "phone": phone})
    return frozenset(found.scalars())


def _remember(
    connection: Connection, game: StoredGame, submission: Submission, verdict: Verdict
) -> None:
    """Each copy of this submission is answered so, until 500 newer ones of its phone here were.

    A phone sends one submission and waits for its answer, so no honest copy comes that late;
    without an end anybody could fill the disk with what is refused. What was merged is kept for its
    place.
    """
    asked = {"game_id": game.id, "phone": submission.phone}
    number = int(connection.execute(schema.LAST_ANSWER, asked).scalar_one()) + 1
    row = {
        "game": game.id,
        "id": submission.id,
        "phone": submission.phone,
        "facts": dict(submission.facts),
        "answer": verdict.answer,
        "rules": verdict.rules,
        "place": verdict.place,
        "between": [written.place for written in verdict.between],
        "possible": verdict.possible,
        "taught": dict(verdict.taught),
        "number": number,
    }
    connection.execute(schema.NEW_ANSWER, row)
    if number > ANSWERS_PER_PHONE:
        oldest = {**asked, "number": number - ANSWERS_PER_PHONE}
        connection.execute(schema.FORGET_ANSWERS, oldest)


def _canonical(facts: Facts) -> str | None:
    """The one way to write these facts down; None where JSON has no way."""
    try:
        return json.dumps(facts, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError):
        return None


def _made_of(key: str, number: int) -> str:
    """An id made from this key, the same each time; "" without one."""
    return hashlib.sha256(f"{key} {number}".encode()).hexdigest()[:32] if key else ""


def _new_id() -> str:
    return secrets.token_urlsafe(16)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _nfc(name: str) -> str:
    return unicodedata.normalize("NFC", name)
