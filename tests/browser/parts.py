"""Where things are on the pages of a game, found as a player finds them: by role and name."""

import re

from playwright.sync_api import Locator, Page

SIGNS = {"up-1": "▲ 1", "up-2": "▲ 2", "down-1": "▼ 1", "down-2": "▼ 2"}


class Parts:
    """The parts of the page that is on the screen."""

    page: Page

    @property
    def board(self) -> Locator:
        return self.page.locator("#board")

    @property
    def pad(self) -> Locator:
        return self.page.locator("dialog#pad")

    @property
    def sheet(self) -> Locator:
        return self.page.locator("dialog#sheet")

    @property
    def question(self) -> Locator:
        return self.page.get_by_role("alertdialog")

    @property
    def net(self) -> Locator:
        """Whether this phone hears of its table, in a word, under the title."""
        return self.page.locator(".hears small")

    @property
    def waits(self) -> Locator:
        """What was entered here and waits, as chips."""
        return self.page.locator(".turn .waits .wait")

    @property
    def review(self) -> Locator:
        """The sheet of what waits, and of what somebody has to decide."""
        return self.page.locator("dialog#waits")

    @property
    def signs(self) -> Locator:
        """The seven commands, and none, for the card just laid."""
        return self.page.locator("form.signs")

    @property
    def strip(self) -> Locator:
        """The lasting commands in force."""
        return self.page.locator("ul.strip")

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=re.compile(rf"^{re.escape(name)}")).first

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def dock_button(self, name: str) -> Locator:
        """A button of the board itself, not of a question on it; what is owed may follow."""
        return self.page.locator("main > .dock").get_by_role("button", name=re.compile(rf"^{name}"))

    def pile(self, pile: str) -> Locator:
        return self.page.get_by_role("region", name=f"Pile {SIGNS[pile]}")

    def face(self, pile: str) -> Locator:
        return self.page.locator(f'a[data-pile="{pile}"]')

    def chip(self, card: int, pile: str) -> Locator:
        return self.pile(pile).get_by_role("button", name=re.compile(rf"^{card}\b"))

    def sign(self, command: str) -> Locator:
        """The sign of this command beside the card just laid."""
        return self.signs.locator(f'[value="{command}"]')

    def command(self, command: str) -> Locator:
        """This command where it is chosen before the number: on the pad, or for the deck."""
        return self.page.locator(f'input[value="{command}"]:visible')

    def band(self, pile: str) -> Locator:
        """The lower edge of a top."""
        return self.face(pile).locator(".band")
