"""Phones that were used, and are as good as new: most of what a phone costs is its first page."""

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error

from tests.browser.chromium import close
from tests.browser.phone import Phone

MOST = 8  # phones in the pool


class PhonePool:
    """Contexts of one browser, each with how its phone is held and one cleared page."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[tuple[Mapping[str, Any], BrowserContext]] = []

    def make(self, settings: Mapping[str, Any]) -> Phone:
        """A phone that is new."""
        return Phone(self._browser.new_context(**settings), scripted=_is_scripted(settings))

    def take(self, settings: Mapping[str, Any]) -> Phone:
        """A phone that was held like this and cleared, or a new one."""
        for each in reversed(self._free):
            held, context = each
            if held == settings:
                self._free.remove(each)
                return Phone(context, scripted=_is_scripted(settings), page=context.pages[0])
        return self.make(settings)

    def put_back(self, phone: Phone, settings: Mapping[str, Any]) -> None:
        """This phone is cleared, and whoever takes it holds it as it was held at first."""
        try:
            phone.clears()
            page = phone.context.pages[0]
            page.set_viewport_size(settings["viewport"])
            page.emulate_media(
                media="null", color_scheme=settings["color_scheme"], reduced_motion="null"
            )
        except Error:  # its page has gone where nothing can be cleared
            close(phone.context)
            return
        self._free.append((settings, phone.context))
        for _, longest in self._free[:-MOST]:
            close(longest)
        self._free = self._free[-MOST:]


def _is_scripted(settings: Mapping[str, Any]) -> bool:
    return bool(settings.get("java_script_enabled", True))
