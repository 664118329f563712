"""A table of a phone comes onto the server, and plays on there as any other."""

import io
import json
from typing import Any

from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from companion.files import parsing
from companion.files.handover import Handover, encode
from tests.support import handovers
from tests.support.client_phone import Phone
from tests.support.page import Page

SMALL = handovers.table(games=3, acts=6)


def hand_over(phone: Phone, said: Handover | bytes, **headers: str) -> TestResponse:
    """What this phone is answered that hands this over."""
    data = said if isinstance(said, bytes) else json.dumps(encode(said)).encode()
    phone.opens("/")
    file = FileStorage(io.BytesIO(data), "table.json")
    boundary, body = encode_multipart({"table": file})
    kind = f"multipart/form-data; boundary={boundary}"
    token = {"X-CSRFToken": phone.token, **headers}

    def send() -> TestResponse:
        return phone.client.post("/handover", data=body, content_type=kind, headers=token)

    answer = send()
    return send() if answer.status_code == 428 else answer


def told(phone: Phone, said: Handover) -> tuple[int, Any]:
    answer = hand_over(phone, said)
    return answer.status_code, answer.json


def test_it_goes_on_with_several_phones(plain: Phone, app: Flask) -> None:
    status, said = told(plain, SMALL)
    newest = SMALL.games[-1].id
    assert status == 201
    assert said == {"address": f"/t/{SMALL.id}/phones/", "board": f"/t/{SMALL.id}/{newest}/"}
    page = plain.opens(said["address"])
    assert "You host this table" in page.main.text
    plain.game = said["board"]
    guest = Phone(app)
    guest.joins(plain)
    assert guest.record() == plain.record()
    for address in ("", "history", "statistics", "table.json"):
        assert plain.client.get(f"/t/{SMALL.id}/{address}").status_code == 200
    assert "Our table" in plain.opens("/").main.text


def test_why_it_is_not_taken_is_said(plain: Phone, app: Flask) -> None:
    assert told(plain, SMALL)[0] == 201
    other = encode(SMALL) | {"people": []}
    for said, status in (
        (json.dumps(encode(handovers.other_end(SMALL))).encode(), 409),
        (json.dumps(other).encode(), 422),
        (b"", 422),
    ):
        answer = hand_over(plain, said)
        assert answer.status_code == status
        assert Page(answer).main.classed("lead")[0].text.endswith("Nothing has changed.")
    token = {"X-CSRFToken": plain.token}
    assert plain.client.post("/handover", headers=token).status_code == 422  # without a table
    for more in (1, 20_000):
        assert hand_over(plain, b" " * (parsing.LARGEST_FILE + more)).status_code == 413
    stranger = Phone(app)
    refused = hand_over(stranger, SMALL)
    assert refused.status_code == 404
    assert "belongs to another phone" in Page(refused).main.classed("lead")[0].text
    assert "Our table" not in refused.text
    assert hand_over(stranger, handovers.renamed(SMALL, "-theirs")).status_code == 201


def test_a_phone_that_nobody_knows_gets_its_cookie_before_anything_is_written(plain: Phone) -> None:
    """Or the answer could be lost, and with it the way to the table."""
    file = {"table": FileStorage(io.BytesIO(json.dumps(encode(SMALL)).encode()), "table.json")}
    plain.opens("/")
    answer = plain.client.post("/handover", data=file, headers={"X-CSRFToken": plain.token})
    assert answer.status_code == 428
    assert plain.cookie("phone")
    assert (plain.store.tables.find_all(plain.id), told(plain, SMALL)[0]) == ((), 201)
