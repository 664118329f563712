"""What a ruler says of a page: sizes of targets and letters, and what lies where."""

from typing import Any

from playwright.sync_api import Page

FUNCTIONS = """
const shown = (element) => element.checkVisibility({ visibilityProperty: true })
  && element.getClientRects().length > 0;
const name = (element) => (element.getAttribute("aria-label") ?? element.innerText ?? "").trim()
  .replace(/\\s+/g, " ").slice(0, 40) || element.outerHTML.slice(0, 60);
const top = () => document.querySelector("dialog[open]") ?? document.body;
const cut = (element) => {  // what is left of it once everything around it has clipped it
  let { left, top, right, bottom } = element.getBoundingClientRect();
  let around = element.parentElement;
  for (; around && around !== document.body; around = around.parentElement) {
    if (getComputedStyle(around).overflow === "visible") continue;
    const edge = around.getBoundingClientRect();
    left = Math.max(left, edge.left); right = Math.min(right, edge.right);
    if (around.scrollHeight > around.clientHeight + 1) continue;  // it scrolls: not cut off
    top = Math.max(top, edge.top); bottom = Math.min(bottom, edge.bottom);
  }
  return { width: right - left, height: bottom - top };
};
const inText = (element) => element.matches("a") && element.closest("p, li, td")
  && getComputedStyle(element).display === "inline";
const kinds = "a[href], button, input:not([type=hidden]), summary";
const targets = () => [...top().querySelectorAll(kinds)]
  .filter((element) => shown(element) && !element.disabled && !inText(element));
"""

SMALL_TARGETS = (
    "(least) => {"
    + FUNCTIONS
    + """
  return targets().map((element) => ({ element, ...cut(element) }))
    .map(({ element, width, height }) => {
      const label = element.matches("input") && element.closest("label");
      const size = label ? cut(label) : { width, height };
      const inPlay = element.closest(".board, dialog, .pad");
      const wanted = least ?? (inPlay ? 48 : 44);
      return size.width < wanted - 0.1 || size.height < wanted - 0.1
        ? `${name(element)}: ${size.width.toFixed(1)} x ${size.height.toFixed(1)}` : "";
    }).filter(Boolean);
}"""
)

SMALL_TEXT = (
    "() => {"
    + FUNCTIONS
    + """
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = [];
  while (texts.nextNode()) {
    const around = texts.currentNode.parentElement;
    const text = texts.currentNode.data.trim();
    if (!text || around.matches("script, style") || !shown(around)) continue;
    const size = parseFloat(getComputedStyle(around).fontSize);
    if (size < 16) small.push(`${text.slice(0, 40)}: ${size}`);
  }
  return small;
}"""
)

COVERED_TARGETS = (
    "() => {"
    + FUNCTIONS
    + """
  return targets().filter((element) => {
    element.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const ours = (element.closest("label") ?? element);
    return !hit || !(ours.contains(hit) || hit.contains(element) && hit !== document.documentElement
      && hit !== document.body && getComputedStyle(hit).display === "inline");
  }).map(name);
}"""
)

SIDEWAYS = """() => {
  const page = document.scrollingElement;
  const wide = [...document.querySelectorAll("body *")].filter((element) =>
    element.checkVisibility() && element.getBoundingClientRect().right > page.clientWidth + 1
    && !element.closest(".unseen, svg, .fan"));
  if (page.scrollWidth <= page.clientWidth) return [];
  const which = wide.map((each) => each.outerHTML.slice(0, 80));
  return [`${page.scrollWidth} in ${page.clientWidth}`, ...which];
}"""

PILES = """() => Object.fromEntries([...document.querySelectorAll("a[data-pile]")].map((face) => {
  const { x, y, width, height } = face.closest("section").getBoundingClientRect();
  return [face.dataset.pile, [x, y + scrollY, width, height].map(Math.round)];
}))"""

TOPS = """() => [...document.querySelectorAll("a[data-pile] b")].map((top) =>
  [top.innerText, parseFloat(getComputedStyle(top).fontSize)])"""

CUT_NUMBERS = """() => [...document.querySelectorAll(
    "a[data-pile] b, .chip, .counts b, .laid, .key, .numbers span")]
  .filter((each) => each.checkVisibility() && (each.scrollWidth > each.clientWidth + 1))
  .map((each) => `${each.className || each.tagName} ${each.innerText}`)"""


def small_targets(page: Page, least: int | None = None) -> Any:
    """What is to be tapped and measures too little: 48 px in play, 44 px elsewhere."""
    return page.evaluate(SMALL_TARGETS, least)


def small_text(page: Page) -> Any:
    """Text that can be seen in letters of less than 16 px."""
    return page.evaluate(SMALL_TEXT)


def covered_targets(page: Page) -> Any:
    """What is to be tapped and lies under something else."""
    return page.evaluate(COVERED_TARGETS)


def sideways(page: Page) -> Any:
    """What makes the page wider than the screen."""
    return page.evaluate(SIDEWAYS)


def cut_numbers(page: Page) -> Any:
    """Numbers that do not fit where they stand."""
    return page.evaluate(CUT_NUMBERS)


def piles(page: Page) -> Any:
    """Where the four piles lie, in whole pixels."""
    return page.evaluate(PILES)


def tops(page: Page) -> Any:
    """The numbers on the piles, each with the size of its figures."""
    return page.evaluate(TOPS)
