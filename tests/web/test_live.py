"""The stream of a board: what a phone is told, and when; and the same to ask for."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import create_engine, update

from companion.store import schema
from companion.web import boards
from tests.support.client_phone import BOTH_WAYS, Phone

Event = tuple[str, dict[str, Any]]
Another = Callable[..., Phone]


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
        stream = hears(game)
        kind, board = first = next(stream)
        assert (kind, board["place"]) == ("board", 1)
        assert 'data-seen="1"' in board["board"]
        stream.close()
        for later in (hears(game, age(first)), hears(game, **{"Last-Event-ID": age(first)})):
            told = next(later)
            assert told == ("beat", {"place": 1, "moment": board["moment"]})
            later.close()
        for older in ("0.0", f"1.{board['moment'] - 1}", "junk", "1", "9" * 40):
            stream = hears(game, older)
            assert next(stream)[0] == "board"
            stream.close()

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

    def test_it_says_so_when_the_phone_is_sent_away(self, game: Phone, another: Another) -> None:
        other = another(game)
        stream = hears(other)
        next(stream)
        table = game.game.split("/")[2]
        away = update(schema.members).where(schema.members.c.phone == other.name)
        engine = create_engine(game.app.config["DATABASE_URL"])
        with engine.begin() as connection:
            connection.execute(away.values(left_at=1))
        engine.dispose()
        game.app.extensions["live"].notify(table)
        assert list(stream) == [("gone", {})]


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
