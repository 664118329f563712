"""A phone with a browser of its own, which can be killed and started again on what it kept."""

import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright

from tests.browser.chromium import held, launching
from tests.browser.phone import Phone


class Restarts:
    """One phone at this address, what it keeps being in `folder`; `phone` is it as it runs now.

    It is started with `more` than the tests start it with. A `light` one has no windows where there
    is such a Chromium.
    """

    def __init__(
        self,
        playwright: Playwright,
        url: str,
        folder: Path,
        more: Sequence[str] = (),
        *,
        light: bool = True,
    ) -> None:
        self._playwright, self._url, self.folder = playwright, url, folder
        self._launching = launching(light=light)
        self._launching["args"] = [*self._launching["args"], *more]
        self.start()

    def start(self) -> Phone:
        settings: dict[str, Any] = {**self._launching, **held(self._url)}
        context = self._playwright.chromium.launch_persistent_context(self.folder, **settings)
        self.group = self._find_group()
        self.phone = Phone(context)
        return self.phone

    def ends(self) -> None:
        """Its browser has ended in good order: all that it was given is on its disk."""
        self.phone.context.close()

    def kill(self) -> None:
        """All of its browser is gone at once, as when the power fails."""
        with self.phone.context.expect_event("close"):
            os.killpg(self.group, signal.SIGKILL)

    def _find_group(self) -> int:
        """The process that was started on this folder, which leads a group of its own."""
        mine = f"--user-data-dir={self.folder}".encode()
        for process in Path("/proc").glob("[0-9]*"):
            try:
                said = (process / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if mine in said and not any(word.startswith(b"--type=") for word in said):
                assert os.getpgid(int(process.name)) == int(process.name)
                return int(process.name)
        raise AssertionError(f"no browser runs on {self.folder}")
