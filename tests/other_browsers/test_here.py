"""Tables that live on the phone: a game is played while nobody answers, and is there again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import packaged
from tests.browser.server import Server
from tests.other_browsers.own_tables import STARTS, OwnTables
from tests.other_browsers.phone import Phone, button, dock
from tests.other_browsers.started import ENGINES
from tests.other_browsers.test_games import heading
from tests.static_host import ROOT, StaticHost

pytestmark = pytest.mark.long


@pytest.fixture
def alone(keeping: Phone, server: Server) -> Iterator[OwnTables]:
    """A phone with tables of its own, while nobody answers."""
    server.kill()
    phone = OwnTables(keeping.session, keeping.url)
    yield phone
    server.start()
    phone.leaves()


def test_a_game_is_played_to_its_end_without_a_server_and_is_there_again(alone: OwnTables) -> None:
    phone = alone
    phone.starts_here("The Game", 2)
    phone.plays(2, "up-1")
    phone.keys_in(47, "up-2")
    phone.plays(99, "down-1")
    phone.enters(button("Undo"))
    phone.plays(98, "down-1")
    assert phone.screen().tops["down-1"] == 98
    phone.reloads()
    assert phone.entries == [
        ("card-played", 2, "up-1"), ("card-played", 47, "up-2"), ("card-played", 98, "down-1"),
    ]  # fmt: skip
    phone.enters(dock("End turn"))
    phone.enters(button("I cannot play"))
    heading(phone, "95 cards left")
    assert phone.state()["outcome"]["ending"] == "stuck"
    record = phone.exported
    phone.reloads()
    heading(phone, "95 cards left")
    phone.record()
    assert phone.exported == record


@pytest.fixture
def host(tmp_path: Path) -> Iterator[StaticHost]:
    """A site without a server."""
    running = StaticHost(tmp_path / "www", packaged.find_or_make())
    yield running
    running.stop()


def test_a_site_is_played_to_the_end_of_a_game_while_nobody_answers(
    engine: str, host: StaticHost, tmp_path: Path
) -> None:
    folder = tmp_path / engine
    folder.mkdir()
    with ENGINES[engine](folder) as session:
        phone = OwnTables(session, host.url, root=ROOT)
        session.does("goes", url=host.url + ROOT)
        phone.reads("#local [role=status]", "^Companion is on this phone", patience=STARTS)
        host.stop()
        phone.starts_here("The Game", 2)
        phone.plays(2, "up-1")
        phone.plays(99, "down-1")
        phone.reloads()
        phone.enters(dock("End turn"))
        phone.enters(button("I cannot play"))
        heading(phone, "96 cards left")
        phone.reloads()
        heading(phone, "96 cards left")
