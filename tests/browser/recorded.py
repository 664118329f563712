"""What a phone's screen says of a game and what the server holds of it, in whatever browser."""

import json
import re
from dataclasses import dataclass
from typing import Any

from companion.files.record import decode, report
from tests.support.client_phone import timeless

READ = """() => {
  const text = (selector) => document.querySelector(selector)?.innerText.trim() ?? "";
  const all = (selector) => [...document.querySelectorAll(selector)];
  const sign = (use) => use.getAttribute("href").replace("#c-", "");
  const mark = (band) =>
    `${[...band.querySelectorAll("use")].map(sign).join(" ")} ${band.innerText.trim()}`.trim();
  return {
    heading: text("h1").replace(/\\s+/g, " "),
    laid: text(".laid"),
    marks: Object.fromEntries(all("a[data-pile] .band").map((band) =>
      [band.closest("a").dataset.pile, mark(band)]).filter(([, mark]) => mark)),
  };
}"""


@dataclass(frozen=True)
class Screen:
    """The words and the figures of a board.

    `marks` are the signs and the words on tops that have any.
    """

    heading: str
    laid: str
    marks: dict[str, str]


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
