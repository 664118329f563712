"""What is posted, whatever it looks like."""

import pytest
from flask import Flask

from tests.web.actor import Phone

LINE = "a-line"


def part(disposition: str, value: str = "x") -> str:
    return f"--{LINE}\r\nContent-Disposition: form-data{disposition}\r\n\r\n{value}\r\n"


def body(*parts: str) -> bytes:
    return ("".join(parts) + f"--{LINE}--\r\n").encode()


NAMELESS = body(part(""), part('; filename="f"'), part('; name="kind"', "card-played"))


def test_a_part_without_a_name_is_no_part(app: Flask) -> None:
    kind = f"multipart/form-data; boundary={LINE}"
    with app.test_request_context("/", method="POST", data=NAMELESS, content_type=kind) as context:
        assert context.request.form.to_dict() == {"kind": "card-played"}
        assert not context.request.files


@pytest.mark.parametrize("address", ["/", "/new/the-game", "/join", "/import", "/handover"])
def test_a_form_with_one_is_read_by_every_page(game: Phone, address: str) -> None:
    """In a test an error is raised, so that whatever is answered is no fault of ours."""
    headers, kind = {"X-CSRFToken": game.token}, f"multipart/form-data; boundary={LINE}"
    answer = game.client.post(address, data=NAMELESS, headers=headers, content_type=kind)
    assert answer.status_code < 500


def test_an_entry_is_read_with_one(game: Phone) -> None:
    given = game.facts(kind="card-played", card=60, pile="up-1", id="mine")
    said = [part(f'; name="{name}"', str(value)) for name, value in given.items()]
    headers, kind = {"X-CSRFToken": game.token}, f"multipart/form-data; boundary={LINE}"
    answer = game.client.post(
        f"{game.game}entries", data=body(part(""), *said), headers=headers, content_type=kind
    )
    assert answer.headers["Verdict"].startswith("mine recorded")
