"""What a board says, read off the page as a player reads it."""

from dataclasses import dataclass

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
    tops: Object.fromEntries(piles.map(([pile, top]) => [pile, Number(top.innerText)])),
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
    tops: dict[str, int]
    marks: dict[str, str]
