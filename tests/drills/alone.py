"""A drill in a process of its own, which has loaded all of them by the time it is made.

Each has what its command line gives it, but the start of Python and of what it imports.
"""

import signal
from multiprocessing import get_context
from multiprocessing.connection import Connection

from tests.drills import registry
from tests.drills.outcome import Outcome, leave

FROM = get_context("forkserver")
FROM.set_forkserver_preload([f"tests.drills.{name}" for name in registry.ORDER])


def outcome(name: str, *, small: bool = False, broken: str | None = None) -> Outcome:
    """What this drill came down to; RuntimeError where it broke off without saying so.

    It is told to stop where whoever waits for it is.
    """
    hears, says = FROM.Pipe(duplex=False)
    process = FROM.Process(target=tell, args=(says, name, small, broken))
    process.start()
    says.close()
    try:
        told: Outcome = hears.recv()
    except EOFError:
        process.join()
        raise RuntimeError(f"{name} broke off with {process.exitcode}") from None
    except BaseException:
        process.terminate()  # and not killed: it has servers of its own to stop
        raise
    finally:
        process.join()
    return told


def tell(says: Connection, name: str, small: bool, broken: str | None) -> None:
    signal.signal(signal.SIGTERM, leave)
    says.send(registry.modules()[name].drill(small=small, broken=broken))
