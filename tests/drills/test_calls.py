"""The order of system calls is read as it was, also where strace shows a call in two halves."""

import pytest

from tests.drills.calls import Order, order, read

LOG = "x.sqlite3-wal"
ID = "0123456789abcdef" * 2
WRITTEN = f'7 pwrite64(9</data/{LOG}>, "\\0\\001{ID}\\0", 4096, 56) = 4096'
ELSEWHERE = f'7 pwrite64(8</data/x.sqlite3>, "{ID}", 4096, 0) = 4096'
SYNCED = f"7 fdatasync(9</data/{LOG}>) = 0"
SYNCED_ELSEWHERE = "7 fdatasync(8</data/x.sqlite3>) = 0"
FAILED = f"7 fdatasync(9</data/{LOG}>) = -1 EIO (Input/output error)"
BEGUN = f"7 fdatasync(9</data/{LOG}> <unfinished ...>"
OVER = "7 <... fdatasync resumed>) = 0"
OTHER = "8 write(2</dev/null>, ..., 3) = 3"
SAID = (
    f'7 sendto(5<socket:[1]>, "HTTP/1.1 200 OK\\r\\nVerdict: {ID} recorded 1 -\\r\\n", 900) = 900'
)


@pytest.mark.parametrize(
    ("lines", "synced"),
    [
        pytest.param([WRITTEN, SYNCED, SAID], 1, id="synced before"),
        pytest.param([WRITTEN, SAID, SYNCED], 0, id="synced after"),
        pytest.param([SYNCED, WRITTEN, SAID], 0, id="written after the sync"),
        pytest.param([WRITTEN, SAID], 0, id="never synced"),
        pytest.param([WRITTEN, FAILED, SAID], 0, id="the sync failed"),
        pytest.param([WRITTEN, SYNCED_ELSEWHERE, SAID], 0, id="another file synced"),
        pytest.param([ELSEWHERE, SYNCED, SAID], 0, id="written elsewhere"),
        pytest.param([WRITTEN, BEGUN, OTHER, OVER, SAID], 1, id="over before the answer"),
        pytest.param([WRITTEN, BEGUN, SAID, OVER], 0, id="begun and not over"),
        pytest.param([WRITTEN, SYNCED, SAID, SAID], 1, id="said twice"),
        pytest.param([WRITTEN, SAID, SYNCED, SAID], 0, id="said too early once"),
    ],
)
def test_what_is_on_the_disk_before_it_is_said_counts(lines: list[str], synced: int) -> None:
    assert order(read(lines), LOG) == Order(1, synced)
