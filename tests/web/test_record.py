"""The record that is taken along: it replays to what the board shows."""

import json
from typing import Any

import pytest

from companion.files import record
from companion.games import GAMES
from companion.web.playing import Playing
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


def taken_along(phone: Phone) -> record.Record:
    answer = phone.client.get(f"{phone.game}record.json")
    return record.decode(answer.text)


def shown(phone: Phone) -> dict[str, Any]:
    """The STATE of the game that the phone is in, as the pages have it."""
    _, _, table, game, _ = phone.game.split("/")
    store = phone.app.extensions["store"]
    secret = phone.cookie("phone")
    assert secret is not None
    stored = store.games.find(store.phones.find(secret.value), table, game)
    playing = Playing(stored)
    with phone.app.test_request_context():
        story = playing.story
    return record.state(playing.game, story.replay.last)


@BOTH_WAYS
def test_it_replays_to_what_the_board_shows(eventful: Phone) -> None:
    read = taken_along(eventful)
    done, board = read.replay(), eventful.sees()
    replayed = done.state
    assert {pile: top.card for pile, top in replayed.tops.items()} == board.tops
    figures = replayed.draw_pile, list(replayed.hands), replayed.left
    assert figures == (board.draw_pile, board.hands, board.left)
    assert (board.turn, replayed.turn.player) == ("Ann’s turn", 0)
    told = json.loads(json.dumps(record.state(read.game, done.last)))
    assert told == json.loads(json.dumps(shown(eventful)))
    assert [flag["rule"] for flag in told["flags"]] == ["pile-direction"]
    results = [str(step.result) for step in done.steps]
    assert (results.count("refused"), set(results)) == (1, {"recorded", "refused"})
    refused = [entry.get("refused", False) for entry in eventful.record()["entries"]]
    assert refused == [result == "refused" for result in results]


def test_it_holds_what_the_format_has_and_nothing_of_the_app(eventful: Phone) -> None:
    told = json.loads(eventful.client.get(f"{eventful.game}record.json").text)
    assert set(told) == {"format", "game", "made_at", "players", "options", "entries"}
    assert told["options"].keys() == {option.name for option in GAMES["the-game"].rules.options}
    assert told["options"]["expert"] is True
    for entry in told["entries"]:
        assert not entry.keys() & {"id", "phone", "seen", "target", "before", "change"}
    assert eventful.name not in json.dumps(told)


def test_it_is_a_file_with_a_name(game: Phone) -> None:
    answer = game.client.get(f"{game.game}record.json")
    assert answer.mimetype == "application/json"
    told = answer.headers["Content-Disposition"]
    assert told.startswith('attachment; filename="the-game-20')
    assert told.endswith('.json"')


def test_a_finished_game_replays_to_its_end(game: Phone) -> None:
    game.enters(kind="cannot-play")
    outcome = taken_along(game).replay().outcome
    assert outcome is not None
    assert outcome.ending == "stuck"
    links = [a.attributes.get("href") for a in game.taps("Record").main.all("a")]
    assert f"{game.game}record.json" in links


def test_names_come_along_as_they_are(plain: Phone) -> None:
    names = ["Renée", '"},{', "👨‍👩‍👧‍👦", "", "Søren \\ n"]
    plain.starts(5, names)
    assert taken_along(plain).setup.players == tuple(names)
