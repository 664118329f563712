"""Times as the database has them: milliseconds UTC."""

import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def now() -> int:
    """What the clock says: it may be wrong, and go back."""
    return time.time_ns() // 1_000_000


def to_moment(time: datetime) -> int:
    return (time - _EPOCH) // timedelta(milliseconds=1)


def to_time(moment: int) -> datetime:
    return _EPOCH + timedelta(milliseconds=moment)


def put_back(moments: Iterable[int], now: int) -> Mapping[int, int]:
    """Each of these moments as it is kept: what is still to come is now, in the same order."""
    known = set(moments)
    ahead = sorted(at for at in known if at > now)
    late = {at: now - len(ahead) + rank for rank, at in enumerate(ahead, 1)}
    return {at: late.get(at, at) for at in known}
