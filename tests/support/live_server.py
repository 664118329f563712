"""The app as it is installed: gunicorn with its real settings, on data and a port of its own."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self
from urllib.request import urlopen

from companion.operations.settings import GUNICORN
from tests.support.postgresql import free_port

ROOT = Path(__file__).parents[2]
PATIENCE = 60  # s


class Program:
    """A command that runs beside a test; `said` has the lines that it has said so far."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._process: subprocess.Popen[str] | None = None
        self._listener: threading.Thread | None = None

    def run(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        folder: Path = ROOT,
        umask: int = -1,
    ) -> threading.Event:
        """It runs from now on; what is returned is set when it says that it listens, or ends."""
        heard = threading.Event()
        process = self._process = subprocess.Popen(
            command, cwd=folder, env=environment, umask=umask, text=True, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

        def listen() -> None:
            assert process.stdout is not None
            with process.stdout as log:
                for line in log:
                    self.said.append(line)
                    if "Listening at" in line:
                        heard.set()
            heard.set()

        self._listener = threading.Thread(target=listen, daemon=True)
        self._listener.start()
        return heard

    @property
    def pid(self) -> int:
        """The process that the others are children of."""
        assert self._process is not None
        return self._process.pid

    @property
    def answers(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """It is gone at once, as when the power fails."""
        self._end(signal.SIGKILL)

    def stop(self) -> int | None:
        """It has ended in good order: with which status, where it ran until now."""
        return self._end(signal.SIGTERM)

    def is_silent(self) -> None:
        """All that it said is in `said`: it has ended, and says nothing more."""
        assert self._listener is not None
        self._listener.join(PATIENCE)

    def _end(self, how: signal.Signals) -> int | None:
        process, self._process = self._process, None
        if process is None:
            return None
        if how is signal.SIGKILL:
            with suppress(ProcessLookupError):  # it has ended by itself
                os.killpg(process.pid, how)
        else:
            process.send_signal(how)
        try:
            return process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise


@contextmanager
def running(
    command: Sequence[str], environment: Mapping[str, str], folder: Path = ROOT
) -> Iterator[Program]:
    """This command runs to the end of it, and is gone then, with all that it has started."""
    program = Program()
    program.run(command, environment, folder)
    try:
        yield program
        assert program.answers, program.said
    finally:
        program.kill()


class Server(Program):
    """Companion on a free loopback port; it can die and come back with the same data.

    `with Server(folder) as server:` has one that answers, and that is killed at the end.
    `settings` go into its environment, `options` to gunicorn; `under` is a command that runs it.
    Unless it is `limited`, the tests may be quicker than any thumb, and as many as they like.
    """

    def __init__(
        self,
        instance: Path,
        factory: str = "companion:create_app",
        *,
        settings: Mapping[str, str] | None = None,
        options: Sequence[str] = (),
        under: Sequence[str] = (),
        limited: bool = False,
    ) -> None:
        super().__init__()
        self.instance, self.factory, self.limited = instance, factory, limited
        self.settings, self.options, self.under = dict(settings or {}), options, under
        self.port = free_port()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """It answers; where that fails, or whoever waits for it is told to stop, it is gone."""
        try:
            self.launch()
            with urlopen(f"{self.url}/", timeout=PATIENCE) as answer:  # waits for the worker
                assert answer.status == 200
        except BaseException:
            self.kill()
            raise

    def launch(self) -> None:
        """It listens; whether it answers, and what, is not asked."""
        unset = ("DATABASE_URL", "SECRET_KEY", "WEB_CONCURRENCY", "GUNICORN_CMD_ARGS", "LOG_LEVEL")
        environment = {name: value for name, value in os.environ.items() if name not in unset}
        environment |= {"INSTANCE": str(self.instance), **self.settings}
        config = {"INSTANCE": str(self.instance), "LIMITED": self.limited}
        app = f"{self.factory}({config})"
        heard = self.run(
            [*self.under, sys.executable, "-m", "gunicorn", "-c", str(GUNICORN),
             "--bind", f"127.0.0.1:{self.port}", *self.options, app],
            environment,
        )  # fmt: skip
        if not heard.wait(PATIENCE) or not self.answers:
            raise RuntimeError(f"gunicorn does not start: {''.join(self.said)}")
