"""A disk without room, as a process sees one: no file of it may grow."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager

LARGEST = 4096  # bytes; whatever keeps what pytest prints stays below


@contextmanager
def full_disk(largest: int = LARGEST) -> Iterator[None]:
    """Nothing that this process writes to a file goes beyond so many bytes.

    What SQLite keeps beside its file is larger, so it can neither be made nor grow. Python ignores
    the signal that comes with it.
    """
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
