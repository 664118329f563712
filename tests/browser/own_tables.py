"""A phone with tables of its own: their pages are in a frame, and that is where it taps."""

from typing import cast

from playwright.sync_api import Page

from tests.browser.local_app import STARTS
from tests.browser.phone import IS_WHOLE, Phone, goes_to

FETCH = """async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`);
  return answer.text();
}"""


class OwnTables(Phone):
    """This phone, whose `page` is the frame with the tables, and `tab` what is around it."""

    def __init__(self, phone: Phone) -> None:
        super().__init__(phone.context, page=phone.page)
        self.context.set_default_timeout(STARTS)  # whatever it does, the local app may start anew
        self.tab = phone.page

    def opens_tables(self, path: str = "/here/") -> None:
        goes_to(self.tab, path)
        self.shows_tables()

    def shows_tables(self) -> None:
        """Their frame is there, which the taps are for from now on."""
        self.tab.locator('body[data-state="shown"]').wait_for(state="attached", timeout=STARTS)
        self.page = cast(Page, self.tab.frame("here"))

    def opens_as_it_was(self, path: str) -> None:
        """What was shown last at this address is on the screen; the app has not started."""
        goes_to(self.tab, path)
        self.tab.locator('body[data-state="opening"]').wait_for(state="attached", timeout=STARTS)
        self.page = cast(Page, self.tab.frame("here"))
        self.page.wait_for_function(IS_WHOLE)

    def starts_here(self, tile: str, players: int) -> None:
        self.page.goto(self.page.url.split("/here/")[0] + "/here/")
        self.goes(self.link(tile))
        self.tap(self.page.locator(f'.how-many label:has([value="{players}"])'))
        self.goes(self.button("Start"))

    def fetch(self, address: str) -> str:
        return str(self.page.evaluate(FETCH, address))
