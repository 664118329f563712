"""The record that is taken along: it replays to what the board shows."""

import pytest

from companion.files import record
from tests.support.client_phone import BOTH_WAYS, Phone


@pytest.fixture
def eventful(phone: Phone) -> Phone:
    """A game with a slip, a change, a take-back, a forgotten card, and a line without effect."""
    phone.starts(2, ["Ann", "Ben"], expert=True, aids=True)
    phone.enters(kind="starter-chosen", player=1)
    for card in (20, 30, 40):
        phone.plays(card, "up-1")
    phone.plays(24, "up-1", confirmed="1")
    phone.ends_turn()
    phone.plays(80, "down-2")
    phone.enters(kind="card-played", card=25, pile="up-1", before=3)
    phone.enters(kind="card-played", card=80, pile="down-1", change=4)
    phone.takes_back(2)
    phone.enters(kind="hand-corrected", player=0, cards=6)
    return phone


@BOTH_WAYS
def test_it_replays_to_what_the_board_shows(eventful: Phone) -> None:
    read = record.decode(eventful.client.get(f"{eventful.game}record.json").text)
    done, board = read.replay(), eventful.sees()
    replayed = done.state
    assert {pile: top.card for pile, top in replayed.tops.items()} == board.tops
    figures = replayed.draw_pile, list(replayed.hands), replayed.left
    assert figures == (board.draw_pile, board.hands, board.left)
    assert (board.turn, replayed.turn.player) == ("Ann’s turn", 0)
    told = record.state(read.game, done.last)
    assert [flag["rule"] for flag in told["flags"]] == ["pile-direction"]
    results = [str(step.result) for step in done.steps]
    assert (results.count("refused"), set(results)) == (1, {"recorded", "refused"})
    refused = [entry.get("refused", False) for entry in eventful.record()["entries"]]
    assert refused == [result == "refused" for result in results]
