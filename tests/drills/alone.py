"""A drill in a process of its own, forked from one that has imported all drills.

Unlike its command line this does not start Python anew.
"""

import os
import signal
from collections.abc import Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from tests.drills import registry
from tests.drills.outcome import Outcome, leave

ROOT = Path(__file__).parents[2]
FORKS = get_context("forkserver")
FORKS.set_forkserver_preload([f"tests.drills.{name}" for name in registry.ORDER])


def outcome(name: str, *, small: bool = False, broken: str | None = None) -> Outcome:
    """What this drill came down to; RuntimeError where it broke off without saying so.

    If the caller is interrupted, the drill is told to stop.
    """
    receiver, sender = FORKS.Pipe(duplex=False)
    process = FORKS.Process(target=play, args=(sender, dict(os.environ), name, small, broken))
    with receiver:
        try:
            process.start()
            sender.close()
            told: Outcome = receiver.recv()
        except EOFError:
            process.join()
            raise RuntimeError(f"{name} broke off with {process.exitcode}") from None
        except BaseException:
            if process.pid:
                process.terminate()  # and not killed: it has servers of its own to stop
                process.join()
            raise
    process.join()
    return told


def play(
    sender: Connection, environment: Mapping[str, str], name: str, small: bool, broken: str | None
) -> None:
    """Run this drill in a process that was forked for it, and send its outcome.

    The process that it was forked from may have begun in another environment and folder.
    """
    signal.signal(signal.SIGTERM, leave)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(ROOT)
    sender.send(registry.modules()[name].drill(small=small, broken=broken))
