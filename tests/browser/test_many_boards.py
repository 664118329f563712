"""Many boards open in one browser, which has six connections to a server without HTTP/2."""

from collections.abc import Iterator

import pytest

from tests.browser.phone import Phone
from tests.support.live_server import Server

BOARDS = 8


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that counts streams."""
    running = Server(tmp_path_factory.mktemp("boards"), limited=True)
    running.start()
    yield running
    running.stop()


@pytest.mark.long
def test_each_of_many_boards_opens_and_a_tap_on_any_is_entered(phone: Phone) -> None:
    phone.joins()
    boards = [phone.context.new_page() for _ in range(BOARDS - 1)]
    for board in boards:
        board.goto(phone.page.url)
    phone.plays(3, "up-1")
    assert phone.entries == [("card-played", 3, "up-1")]
    for board in boards:
        board.wait_for_function("() => board.dataset.seen > 0")
        board.close()
