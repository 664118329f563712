"""A phone with tables of its own: their pages are in a frame, and that is where it taps."""

from typing import Any

from tests.browser.phone import WATCH
from tests.other_browsers.phone import IS_THERE, RELOAD, Phone, Spot, button

STARTS = 180  # s, the local app on a busy machine
FETCH = "async (address) => (await fetch(address)).text()"
WATCHED = f"if (!('pushed' in window)) {{ {WATCH} }}"
IS_SHOWN = "() => document.body.dataset.state === 'shown'"


def keeps_app(phone: Phone) -> None:
    phone.visits("/on-this-phone")
    phone.taps(Spot("#local button", "^Download "))
    phone.reads("#local .state", "^Companion is on this phone.$", patience=STARTS)


class OwnTables(Phone):
    """This phone, whose taps are for the frame with its tables."""

    is_inside = False

    def runs(self, function: str, *arguments: Any) -> Any:
        """Nothing of the tests is in what the phone keeps: it watches each page itself.

        To WebKit each page in the frame is another one, and the one before goes on answering.
        """
        watched = f"(...given) => {{ {WATCHED} return ({function})(...given); }}"
        if self.is_inside:
            self.leaves()
            self._enters()
        return super().runs(watched, *arguments)

    def visits(self, path: str) -> None:
        self.leaves()
        super().visits(path)
        self._shows()

    def reloads(self) -> None:
        """As somebody reloads the tab: the Worker starts anew."""
        self.leaves()
        self.awaits(IS_THERE, self.runs(RELOAD))
        self._shows()

    def leaves(self) -> None:
        """It taps outside of the frame again."""
        self.is_inside = False
        self.session.does("enters", id=None)

    def starts_here(self, tile: str, players: int) -> None:
        self.visits("/here/")
        self.sets_up(tile, players)
        self.goes(button("Start"))

    def fetch(self, address: str) -> str:
        return str(self.runs(FETCH, address))

    def _shows(self) -> None:
        """Nothing lies above the frame: WebKit’s driver would tap beside the mark."""
        self.awaits(IS_SHOWN, patience=STARTS)
        self.runs("() => document.querySelector('#notice button').click()")
        self._enters()
        self.awaits(IS_THERE, 0)

    def _enters(self) -> None:
        self.is_inside = True
        self.session.does("enters", id=0)
