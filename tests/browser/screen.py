"""What a board says, read off the page as a player reads it, and what it ought to say."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

READ = """() => {
  const text = (selector) => document.querySelector(selector)?.innerText.trim() ?? "";
  const all = (selector) => [...document.querySelectorAll(selector)];
  const piles = all("a[data-pile]").map((face) => [face.dataset.pile, face.querySelector("b")]);
  const sign = (use) => use.getAttribute("href").replace("#c-", "");
  const mark = (band) =>
    `${[...band.querySelectorAll("use")].map(sign).join(" ")} ${band.innerText.trim()}`.trim();
  return {
    heading: text("h1").replace(/\\s+/g, " "),
    laid: text(".laid"),
    owed: text(".owed"),
    counts: all(".counts b").map((count) => Number(count.innerText)),
    now: all(".counts [aria-current]").map((count) => count.querySelector(".own").textContent),
    tops: Object.fromEntries(piles.map(([pile, top]) => [pile, Number(top.innerText)])),
    reason: text("main > .dock > :last-child small"),
    force: all(".strip .in-force").map((command) => command.innerText.trim()),
    marks: Object.fromEntries(all("a[data-pile] .band").map((band) =>
      [band.closest("a").dataset.pile, mark(band)]).filter(([, mark]) => mark)),
    figures: Object.fromEntries(all(".figures:not(.facts, .told *) div").map((figure) =>
      [figure.querySelector("dt").innerText, Number(figure.querySelector("dd").innerText)])),
    ended: all(".result p:not([aria-hidden])").map((line) => line.innerText.trim()),
    final: all(".chart tbody tr:last-child td").map((top) => parseInt(top.textContent)),
  };
}"""


@dataclass(frozen=True)
class Screen:
    """The words and the figures of a board; on an end page `figures`, `ended` and `final`.

    `reason` is what ending the turn would do; `force` are the commands in force; `marks` are the
    signs and the words on the tops that have any.
    """

    heading: str
    laid: str
    owed: str
    counts: list[int]
    now: list[str]
    tops: dict[str, int]
    reason: str
    force: list[str]
    marks: dict[str, str]
    figures: dict[str, int]
    ended: list[str]
    final: list[int]

    @property
    def draw_pile(self) -> int:
        return self.counts[0]

    @property
    def hands(self) -> list[int]:
        return self.counts[1:-1]

    @property
    def left(self) -> int:
        return self.counts[-1]


def read(page: Page) -> Screen:
    """The board or the end that is on this page now."""
    return Screen(**page.evaluate(READ))


def assert_says(screen: Screen, state: Any, names: list[str]) -> None:
    """The board says what replaying the record gives: STATE of record.md, in words."""
    turn = state["turn"]
    name = names[turn["player"]]
    opened = state["played"] > 0 or turn["number"] > 1
    assert screen.heading == (f"{name}’s turn" if opened else f"{name} starts")
    assert screen.now == [name]
    assert screen.laid == laid(turn, opened or len(names) == 1)
    assert screen.owed == owed(turn, state, opened or len(names) == 1)
    assert screen.draw_pile == state["draw_pile"]
    assert screen.hands == state["hands"]
    assert screen.left == state["left"]
    assert screen.tops == {pile: top["card"] for pile, top in state["tops"].items()}


def laid(turn: Any, shown: bool) -> str:
    if not shown:
        return ""
    played, minimum = turn["played"], turn["minimum"]
    return f"{played} laid" if played > minimum else f"{played} of {minimum}"


def owed(turn: Any, state: Any, shown: bool) -> str:
    if not shown:
        return "Somebody else? Tap the name."
    if not turn["owed"]:
        return "Lay more, or end the turn."
    cards = "card" if turn["owed"] == 1 else "cards"
    if turn["played"]:
        return f"{turn['owed']} more {cards} to lay."
    empty = " The draw pile is empty." if turn["minimum"] == 1 else ""
    return f"{turn['owed']} {cards} to lay.{empty}"
