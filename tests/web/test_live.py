"""The stream of a board, what boards say, and a server that was put back to an earlier moment."""

import json
import re
from collections.abc import Iterator
from html import unescape
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Connection, update

from companion.engine.table import ONLOOKER
from companion.store.database import database, epochs, schema
from companion.web.pages.pieces import PLACE
from companion.web.play import boards
from companion.web.play.announcing import NEWEST
from companion.web.play.boards import BoardCache
from companion.web.static import assets
from tests.store.tables import connected
from tests.support.client_phone import BOTH_WAYS, Another, Phone, nothing_written
from tests.support.page import Page
from tests.support.random_examples import choose
from tests.web.anything import TABLES, Evening
from tests.web.junk import CARD

Event = tuple[str, dict[str, Any]]


def hears(phone: Phone, seen: str = "", address: str = "", **headers: str) -> Iterator[Event]:
    """What a phone is told, one event after the other, for as long as it listens."""
    asked = f"{address or f'{phone.game}live'}?seen={seen}"
    answer = phone.client.get(asked, headers=headers, base_url=phone.host)
    assert answer.status_code == 200
    try:
        for chunk in answer.response:
            lines = bytes(chunk).decode().strip().split("\n")
            said = dict(line.split(": ", 1) for line in lines)
            data = json.loads(said["data"])
            assert said.get("id", "") in ("", f"{data.get('place')}.{data.get('moment')}")
            yield said["event"], data
    finally:
        answer.close()


def age(event: Event) -> str:
    return f"{event[1]['place']}.{event[1]['moment']}"


class TestStream:
    def test_it_begins_with_the_board_unless_the_phone_has_it(self, game: Phone) -> None:
        def first(stream: Iterator[Event]) -> Event:
            told = next(stream)
            stream.close()
            return told

        kind, board = begun = first(hears(game))
        assert (kind, board["place"], 'data-seen="1"' in board["board"]) == ("board", 1, True)
        for later in (hears(game, age(begun)), hears(game, **{"Last-Event-ID": age(begun)})):
            assert first(later) == ("beat", {"place": 1, "moment": board["moment"]})
        for older in ("0.0", f"1.{board['moment'] - 1}", "junk", "1", "9" * 40):
            assert first(hears(game, older))[0] == "board"

    @BOTH_WAYS
    def test_it_tells_what_another_phone_enters(self, game: Phone, another: Another) -> None:
        other, address = another(game), f"{game.game}live/board"
        stream = hears(game)
        before = next(stream)
        assert game.client.get(address).json == before[1]
        for encoding in ("identity", "gzip", "br"):
            answer = game.client.get(address, headers={"Accept-Encoding": encoding})
            had = {"If-None-Match": answer.headers["ETag"], "Accept-Encoding": encoding}
            again = game.client.get(address, headers=had)
            assert (again.status_code, again.data) == (304, b"")
        other.plays(98, "down-1")
        kind, board = next(stream)
        assert (kind, board["place"]) == ("board", 2)
        assert board["moment"] > before[1]["moment"]
        assert "98" in board["board"]
        assert game.client.get(address, headers=had).status_code == 200
        stream.close()

    def test_it_ends_where_there_is_nothing_more_to_see(
        self, game: Phone, another: Another, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The page is loaded again, and says so; in another epoch the log may be shorter."""
        monkeypatch.setattr(database, "FRESH", 0.0)
        other, (table, place) = another(game), game.ids
        away = update(schema.members).where(schema.members.c.phone == other.name)

        def send_away(connection: Connection) -> None:
            connection.execute(away.values(left_at=1))

        def restore_a_backup(connection: Connection) -> None:
            connection.execute(schema.entries.delete())
            epochs.begin(connection)

        for phone, change in (
            (other, send_away),
            (game, lambda _: game.store.corrections.delete(game.id, table, place)),
            (game, lambda _: game.store.corrections.restore(game.id, table, place)),
            (game, restore_a_backup),
        ):
            stream = hears(phone)
            next(stream)
            with connected(game.app.config["DATABASE_URL"]) as connection:
                change(connection)
            game.app.extensions["live"].notify(table)
            assert next(stream) == ("gone", {})
            assert not [*stream]
        assert next(hears(game))[1]["place"] == 0


class TestShared:
    def test_a_board_is_drawn_once_for_all_phones_and_has_nothing_of_any(
        self, game: Phone, another: Another, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        phones = [game, another(game), another(game)]
        streams = [hears(phone) for phone in phones]
        for stream in streams:
            next(stream)
        drawn: list[int] = []
        draw = boards.Renderer._render

        def counted(renderer: boards.Renderer, *asked: Any) -> boards.RenderedBoard:
            drawn.append(1)
            return draw(renderer, *asked)

        monkeypatch.setattr(boards.Renderer, "_render", counted)
        phones[1].plays(98, "down-1")
        seen = [next(stream)[1]["board"] for stream in streams]
        assert (len(set(seen)), len(drawn)) == (1, 1)
        for own in (game.name, game.token, phones[1].name, "csrf_token", 'name="page"'):
            assert own not in seen[0]
        for stream in streams:
            stream.close()

    def test_its_addresses_begin_where_the_app_does(self, game: Phone, another: Another) -> None:
        other = another(game)
        for root in ("", "/below"):
            asked = f"{game.game}live?seen="
            answer = other.client.get(asked, environ_overrides={"SCRIPT_NAME": root})
            chunks = iter(answer.response)
            next(chunks)
            game.plays(98 - len(root), "down-1")
            board = json.loads(bytes(next(chunks)).decode().split("data: ")[1])["board"]
            found = set(re.findall(r'(?:href|src|action|hx-get|data-live)="([^"]*)"', board))
            assert found
            assert {each for each in found if not each.startswith((f"{root}/", "#"))} == set()
            answer.close()

    def test_each_phone_has_its_language(self, game: Phone, another: Another) -> None:
        other = another(game)
        other.client.set_cookie("language", "nl")
        said = [next(hears(phone))[1]["board"] for phone in (game, other)]
        assert ["Ongedaan" in board or "Terug" in board for board in said] == [False, True]
        assert said[0] != said[1]


OTHER = "0123456789abcdef"  # the epoch of no data


def asks(phone: Phone, *ids: str, game: str = "") -> Page:
    phone.opens("/")
    said = {"id": list(ids), "csrf_token": phone.token}
    return Page(phone.client.post(f"{game or phone.game}known", data=said))


def told(page: Page) -> tuple[str, list[str], int]:
    """The epoch, which ids are not known in it, and how far the log reached when it began."""
    [said] = page.tree.all("main")
    data = said.attributes
    return data["data-era"], data["data-lost"].split(), int(data["data-head"])


def is_there(page: Page) -> str:
    assert page.status == 200
    return page.tree.all("html")[0].attributes["data-era"]


class TestKnown:
    @BOTH_WAYS
    def test_what_is_in_the_log_or_answered_is_known(self, game: Phone, another: Another) -> None:
        game.posts(f"{game.game}entries", game.facts(**CARD) | {"card": 60, "id": "one"})
        game.posts(f"{game.game}entries", game.facts(**CARD) | {"card": 47, "id": "refused"})
        with nothing_written(game):
            page = asks(game, "one", "refused", "two", "€", "x" * 200)
        epoch = game.store.database.epoch.id
        assert told(page) == (epoch, ["two", "€", "x" * 200], 0)  # nothing was ever restored
        assert len(told(asks(game, *map(str, range(400))))[1]) == 300  # no more can be asked
        assert "1 entry from this phone is missing there" in asks(game, "two").main.text
        assert "2 entries from this phone are missing" in asks(game, "two", "three").main.text
        assert told(asks(another(game, ONLOOKER), "two"))[1] == ["two"]

    def test_a_table_that_is_gone_is_told_from_a_game_that_is(self, game: Phone) -> None:
        there, nowhere = f"{game.table}{'g' * 22}/", f"/t/{'t' * 22}/{'g' * 22}/"
        for address, gone in ((there, "game"), (nowhere, "table")):
            page = asks(game, "one", game=address)
            assert page.status == 404
            assert f"This {gone} is no longer on the server" in page.main.text
        assert told(asks(game, "one", game=there))[1] == ["one"]
        stranger = Phone(game.app)
        found, nothing = (asks(stranger, "one", game=each) for each in (game.game, nowhere))
        assert found.status == nothing.status == 404
        assert found.main.text == nothing.main.text


class TestEra:
    def test_every_page_says_it_to_a_phone_that_was_here(self, game: Phone) -> None:
        epoch = game.store.database.epoch.id
        for address in ("/", game.game, game.table, "/rules/the-game"):
            assert is_there(game.opens(address)) == epoch
        lost = Phone(game.app)
        lost.client.set_cookie("phone", "of a phone that joined after the backup")
        assert is_there(lost.opens("/")) == epoch

    def test_a_page_for_nobody_needs_no_database(self, plain: Phone) -> None:
        plain.store.close()
        assert is_there(plain.opens("/rules/the-game")) == ""
        assert not plain.store.database._upgraded

    def test_a_board_hears_of_its_own_epoch_and_edition_only(self, game: Phone) -> None:
        """A page of another edition would show boards that its style and scripts do not know."""
        board = game.opens(game.game).tree.all("main", id="board")[0].attributes["data-live"]
        stream = hears(game, address=board)
        assert next(stream)[0] == "board"
        stream.close()
        assert game.opens(f"{board}/board").status == 200
        epoch, edition = game.store.database.epoch.id, assets.edition()
        for made_in in (OTHER, epoch, f"{OTHER}.{edition}", f"{epoch}.{OTHER}"):
            other = f"{game.game}{made_in}/live"
            assert list(hears(game, address=other)) == [("gone", {})]
            assert game.opens(f"{other}/board").status == 404

    @pytest.mark.parametrize(("epoch", "status"), [("ours", 200), ("", 200), (OTHER, 409)])
    @BOTH_WAYS
    def test_another_epoch_is_not_taken(self, game: Phone, epoch: str, status: int) -> None:
        epoch = game.store.database.epoch.id if epoch == "ours" else epoch
        head = game.head
        made = game.facts(**CARD) | {"card": 60, "id": "one", "era": epoch}
        page = game.posts(f"{game.game}entries", made)
        assert page.status == (status if game.scripts or status != 200 else 303)
        if status == 409:
            assert "was restored from a backup" in page.main.text
            assert "Verdict" not in page.answer.headers
        assert len(game.store.games.find(game.id, *game.ids).log) == head + (status == 200)


ACTS = choose(few=24, many=120, deep=300)


def spoken(board: str) -> list[list[str]]:
    """Each entry that this board says: its place, its mark, and its sentences."""
    [said] = re.findall('data-spoken="([^"]*)"', board)
    return [line.split("\t") for line in unescape(said).split("\n")] if said else []


@pytest.mark.parametrize("kind", TABLES)
def test_a_board_with_kept_pieces_reads_like_one_drawn_anew(app: Flask, kind: str) -> None:
    """And says an entry in the same words each time, while nobody is called otherwise."""
    random = Random(7)
    tables = [Evening(app, kind, random) for _ in range(2)]
    known: dict[tuple[object, ...], list[str]] = {}
    for number in range(ACTS):
        for table in tables:
            table.act()
            kept = table.boards()
            if number % 2:  # to draw all of it takes longest
                with pytest.MonkeyPatch.context() as patch:  # as another process does
                    patch.setitem(app.extensions, "boards", BoardCache())
                    anew = table.boards()
                assert not any(PLACE in board for board in anew)
                assert kept == anew, f"after {table.acts} acts"
            for phone, board in enumerate(kept):
                for place, mark, *sentences in spoken(board):
                    said = (table.id, phone, place, mark, table.playing.stored.people)
                    assert known.setdefault(said, sentences) == sentences, place
    assert len(known) > ACTS / 2


def test_a_board_says_its_newest_entries(game: Phone) -> None:
    for card in (50, 60, 70):
        game.plays(card, "up-1")
    said = spoken(game.opens(game.game).answer.text)
    assert [int(place) for place, *_ in said] == [2, 3, 4]
    assert len({mark for _place, mark, *_ in said}) == NEWEST == len(said)
    assert said[-1][2:] == ["Ann laid 70 on pile A."]

    game.takes_back(4)
    game.plays(75, "up-1")
    said = [sentences for _place, _mark, *sentences in spoken(game.opens(game.game).answer.text)]
    assert said == [["Undone: Ann laid 70 on pile A."], ["Ann laid 75 on pile A."]]
    game.starts(2, ["Ann", "Ben"])
    assert spoken(game.opens(game.game).answer.text) == []


def corrected(board: str) -> list[str]:
    """What this board says of a correction: its sentence, and the place of its line."""
    said = re.findall('data-corrected="([^"]*)"', board)
    return unescape(said[0]).split("\t")[2:] if said else []


def test_a_board_says_what_was_corrected_further_back(game: Phone) -> None:
    game.plays(50, "up-1")
    game.plays(60, "up-2")
    first = game.opens(game.game).answer.text
    assert corrected(first) == []
    for card, said in (("55", "50 → 55"), ("54", "55 → 54")):
        game.plays(card, "up-1", change=2, confirmed="1")
        board = game.opens(game.game).answer.text
        assert corrected(board) == [f"Another phone changed entry 2: {said} on ▲ A", "2"]
    game.plays(61, "up-2")
    game.takes_back(6)
    assert corrected(game.opens(game.game).answer.text) == corrected(board)
    game.plays(62, "up-2")
    game.takes_back(2)
    board = game.opens(game.game).answer.text
    assert corrected(board) == ["Another phone undid: Ann: 54 on ▲ A", "2"]
