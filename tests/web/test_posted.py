"""What is posted, whatever it looks like."""

import json
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.web import limits, whole_tables
from companion.web.rate_limiter import RateLimit
from tests.files.test_parsing import document
from tests.support.client_phone import Phone
from tests.web.conftest import Clock
from tests.web.test_files import brings

LINE = "a-line"


def part(disposition: str, value: str = "x") -> str:
    return f"--{LINE}\r\nContent-Disposition: form-data{disposition}\r\n\r\n{value}\r\n"


def body(*parts: str) -> bytes:
    return ("".join(parts) + f"--{LINE}--\r\n").encode()


NAMELESS = body(part(""), part('; filename="f"'), part('; name="kind"', "card-played"))


def test_a_part_without_a_name_is_no_part_and_its_form_is_read(app: Flask, game: Phone) -> None:
    """In a test an error is raised, so that whatever is answered is no fault of ours."""
    headers, kind = {"X-CSRFToken": game.token}, f"multipart/form-data; boundary={LINE}"
    with app.test_request_context("/", method="POST", data=NAMELESS, content_type=kind) as context:
        assert context.request.form.to_dict() == {"kind": "card-played"}
        assert not context.request.files
    for address in ("/", "/new/the-game", "/join", "/import", "/handover"):
        answer = game.client.post(address, data=NAMELESS, headers=headers, content_type=kind)
        assert answer.status_code < 500, address
    given = game.facts(kind="card-played", card=60, pile="up-1", id="mine")
    said = [part(f'; name="{name}"', str(value)) for name, value in given.items()]
    answer = game.client.post(
        f"{game.game}entries", data=body(part(""), *said), headers=headers, content_type=kind
    )
    assert answer.headers["Verdict"].startswith("mine recorded")


class Arriving:
    """A file of so many bytes on its way, of which nobody has read anything yet."""

    def __init__(self, size: int) -> None:
        self.size, self.place, self.was_read = size, 0, False

    def seek(self, place: int, whence: int = 0) -> None:
        self.place = self.size if whence else place

    def tell(self) -> int:
        return self.place

    def read(self, most: int = -1) -> bytes:
        self.was_read = True
        return b""


class TestBeforeAFileIsRead:
    def sends(
        self, phone: Phone, address: str = "/import", size: int = 1_000, **said: Any
    ) -> TestResponse:
        """Of what comes in nothing is read."""
        arriving, kind = Arriving(size), f"multipart/form-data; boundary={LINE}"
        answer = phone.client.post(address, input_stream=arriving, content_type=kind, **said)
        assert not arriving.was_read
        return answer

    @pytest.mark.parametrize("address", ["/import", "/handover"])
    def test_what_is_too_much_is_refused(self, game: Phone, limited: Clock, address: str) -> None:
        stranger = Phone(game.app)
        assert self.sends(stranger, address).status_code == 400  # it has no cookie
        large = whole_tables.LARGEST + 1
        assert self.sends(game, address, large).status_code == 413
        there = {"Origin": "https://elsewhere.example"}
        assert self.sends(game, address, headers=there).status_code == 403
        stranger.opens("/")
        table = game.table.split("/")[2]
        assert self.sends(stranger, f"/import?table={table}").status_code == 404
        limited.allows(WHOLE_TABLES=RateLimit(1, limits.MINUTE))
        assert brings(game, json.dumps(document())).status == 200
        assert self.sends(game, address).status_code == 429

    @pytest.mark.parametrize("most", ["UPLOADS_OF_A_PUB", "UPLOADS"])
    def test_so_many_arrive_at_one_time_and_no_more(
        self, game: Phone, plain: Phone, limited: Clock, monkeypatch: pytest.MonkeyPatch, most: str
    ) -> None:
        monkeypatch.setattr(limits, most, 1)
        plain.opens("/")
        statuses: list[int] = []
        take_in = limits.new_table

        def meanwhile() -> Any:
            statuses.append(self.sends(plain).status_code)
            return take_in()

        with monkeypatch.context() as halfway:
            halfway.setattr(limits, "new_table", meanwhile)
            assert brings(game, json.dumps(document())).status == 200
        assert statuses == [429]
        assert brings(plain, json.dumps(document(players=["Cas"]))).status == 200
        assert not game.app.extensions["uploads"]
