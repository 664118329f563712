"""Times as the database has them: milliseconds UTC."""

import time
from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def now() -> int:
    """What the clock says: it may be wrong, and go back."""
    return time.time_ns() // 1_000_000


def to_moment(time: datetime) -> int:
    return (time - _EPOCH) // timedelta(milliseconds=1)


def to_time(moment: int) -> datetime:
    return _EPOCH + timedelta(milliseconds=moment)
