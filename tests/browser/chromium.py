"""How the browser of a phone is started, and how that phone is held."""

import asyncio
import os
import shutil
from contextlib import suppress
from typing import Any

from playwright.sync_api import Browser, BrowserContext

PATIENCE = 30  # s for the browser to close something
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PORTRAIT = {"width": 390, "height": 844}
WITHOUT = [
    # Two pages of its own that it opens beside each page: nearly half of all the time it takes.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # A process in reserve for each phone, for another site: none is ever opened.
    "SpareRendererForSitePerProcess",
    # What Playwright switches off with a list of its own, of which only the last counts.
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
QUIET = [
    f"--disable-features={','.join(WITHOUT)}",
    "--disable-gpu",
    "--disable-quic",
]


def launching(*, light: bool = False) -> dict[str, Any]:
    """How Chromium is started: $CHROMIUM, else the first on PATH. Raises RuntimeError for none.

    Where there is $CHROMIUM_SHELL it is that for a `light` one: the same engine without windows and
    all that is around a page in one, which takes a quarter of the time away.
    """
    names = [os.environ.get("CHROMIUM", ""), *CHROMIUMS]
    if light:
        names.insert(0, os.environ.get("CHROMIUM_SHELL", ""))
    path = next(filter(None, (shutil.which(name) for name in names if name)), None)
    if path is None:
        raise RuntimeError("no Chromium found: install chromium, or set CHROMIUM to its path")
    return {"executable_path": path, "args": QUIET, "chromium_sandbox": os.geteuid() != 0}


def held(url: str) -> dict[str, Any]:
    return {
        "base_url": url,
        "viewport": PORTRAIT,
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
        "locale": "en-GB",
        "color_scheme": "light",
    }


def close(opened: Browser | BrowserContext) -> None:
    """Close this; one that never answers is left, so that no other test waits for it.

    Chromium did not answer once in 8,000 tests, and Playwright waits for ever then.
    """
    with suppress(TimeoutError):
        opened._sync(asyncio.wait_for(opened._impl_obj.close(reason=None), PATIENCE))
