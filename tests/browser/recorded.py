"""What the server holds of the game on a phone's screen, whatever browser shows it."""

import json
import re
from typing import Any

from companion.files.record import decode, report
from tests.support.client_phone import timeless


class Recorded:
    """A phone whose record can be read; `exported` is the record as it came last."""

    exported: str

    def address(self) -> str:
        """Where the phone is."""
        raise NotImplementedError

    def fetch(self, address: str) -> str:
        """What is there, got with the cookies of this phone."""
        raise NotImplementedError

    @property
    def game(self) -> str:
        found = re.match(r".*/t/[^/]+/[^/]+/", self.address())
        assert found, f"no game at {self.address()}"
        return found[0]

    def record(self) -> Any:
        """The record of the game on the screen, without its times."""
        self.exported = self.fetch(f"{self.game}record.json")
        return timeless(json.loads(self.exported))

    def state(self) -> Any:
        """The STATE of record.md that replaying the record gives; all of it is recorded."""
        self.record()
        told = report(decode(self.exported))
        assert {step["result"] for step in told["steps"]} <= {"recorded"}
        return told["state"]

    @property
    def entries(self) -> list[Any]:
        """The entries of the record, without their names: `("card-played", 47, "up-1")`."""
        return [tuple(entry.values()) for entry in self.record()["entries"]]
