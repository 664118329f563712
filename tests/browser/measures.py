"""What a ruler says of a page: sizes of targets and letters, and what lies where."""

import json
from collections.abc import Iterable, Sequence

from playwright.sync_api import Page

Sizes = Sequence[tuple[int, int]]
SIZES = [
    (320, 568), (360, 640), (360, 740), (390, 664), (390, 844), (430, 932), (568, 320), (667, 375),
    (844, 390),
]  # fmt: skip
"""Phones, upright and on their side: width and height in CSS pixels."""

LIBRARY = """
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
  .filter((element) => shown(element) && !element.disabled && !inText(element)
    && !element.matches(".unseen[aria-hidden]"));
const inPlay = () => document.querySelector("dialog[open]") ?? document.querySelector("#main");
const related = (one, other) => one.contains(other) || other.contains(one);
const unseen = (element) => {  // kept for those who listen, or without any width
  for (let around = element; around; around = around.parentElement) {
    const { clipPath, opacity } = getComputedStyle(around);
    if (clipPath !== "none" || opacity === "0") return true;
    if (around.offsetWidth === 0 && around.getClientRects().length) return true;
  }
  return !shown(element);
};
const clipped = (element, rect) => {  // what is left of it once everything around it has cut it
  let { left, right, top, bottom } = rect;
  for (let around = element; around && around !== document.body; around = around.parentElement) {
    const { overflowX, overflowY, display } = getComputedStyle(around);
    if (display === "inline") continue;
    const edge = around.getBoundingClientRect();
    if (overflowX !== "visible") left = Math.max(left, edge.left);
    if (overflowX !== "visible") right = Math.min(right, edge.right);
    if (overflowY !== "visible") top = Math.max(top, edge.top);
    if (overflowY !== "visible") bottom = Math.min(bottom, edge.bottom);
  }
  return { left, right, top, bottom };
};
const lines = (range) => [...range.getClientRects()].filter(({ width }) => width > 1)
  .map(({ left, right, top, height }) =>  // letters fill about half of the height of their line
    ({ left, right, top: top + height / 4, bottom: top + height * 3 / 4 }));
const texts = (around) => {
  const walk = document.createTreeWalker(around, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walk.nextNode()) {
    const text = walk.currentNode, element = text.parentElement;
    if (!text.data.trim() || element.matches("script, style, svg *") || unseen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const says = text.data.trim().replace(/\\s+/g, " ");
    found.push({ text, element, says, rects: lines(range) });
  }
  return found;
};
"""
RULER = {
    "small target": """
  return targets().map((element) => ({ element, ...cut(element) }))
    .map(({ element, width, height }) => {
      const label = element.matches("input") && element.closest("label");
      const size = label ? cut(label) : { width, height };
      const inPlay = element.closest(".board, dialog, .pad");
      const wanted = least ?? (inPlay ? 48 : 44);
      return size.width < wanted - 0.1 || size.height < wanted - 0.1
        ? `${name(element)}: ${size.width.toFixed(1)} x ${size.height.toFixed(1)}` : "";
    }).filter(Boolean);""",
    "covered": """
  return targets().filter((element) => {
    element.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const ours = (element.closest("label") ?? element);
    return !hit || !(ours.contains(hit) || hit.contains(element) && hit !== document.documentElement
      && hit !== document.body && getComputedStyle(hit).display === "inline");
  }).map(name);""",
    "taken": """  // a tap on it, at its start or in its middle, means something else
  const taps = "a[href], button, label, summary", all = [...top().querySelectorAll(taps)];
  return all.filter((each) => shown(each) && !unseen(each)).filter((each) => {
    each.scrollIntoView({ block: "center", behavior: "instant" });
    const [{ left, top, width, height }] = each.getClientRects();
    return [2, width / 2].some((across) => {
      const hit = document.elementFromPoint(left + across, top + height / 2);
      const other = hit?.closest(taps);
      return other && !related(each, other);
    });
  }).map(name);""",
    "small text": """  // or one that does not grow with the browser's
  const size = (element) => parseFloat(getComputedStyle(element).fontSize);
  const wanted = Math.max(16, Math.min(19.9, 0.875 * size(document.documentElement)));
  return texts(document.body).filter(({ element }) => size(element) < wanted)
    .map(({ says }) => says.slice(0, 40));""",
    "sideways": """
  const page = document.scrollingElement;
  const wide = [...document.querySelectorAll("body *")].filter((element) =>
    element.checkVisibility() && element.getBoundingClientRect().right > page.clientWidth + 1
    && !element.closest(".unseen, svg, .fan"));
  if (page.scrollWidth <= page.clientWidth) return [];
  const which = wide.map((each) => each.outerHTML.slice(0, 80));
  return [`${page.scrollWidth} in ${page.clientWidth}`, ...which];""",
    "cut text": """
  const boxes = "button, a.button, a.face, .band, .in-force, .chip, label > span, th, td, dialog"
    + ", #main";
  const flows = ["hidden", "clip"], named = (says) => names.some((name) => says.includes(name));
  const out = (rect, { left, right, top, bottom }, wide, high) => Math.max(
    ...(wide ? [left - rect.left, rect.right - right] : []),
    ...(high ? [top - rect.top, rect.bottom - bottom] : []), 0);
  return texts(inPlay()).flatMap(({ element, says, rects }) => {
    for (let around = element; around; around = around.parentElement) {
      const { overflowX, overflowY, textOverflow, display } = getComputedStyle(around);
      if (textOverflow === "ellipsis" && named(around.textContent)) return [];
      if (display === "inline") continue;
      const box = around.matches(boxes), page = around.matches("dialog, #main");
      const edges = around.getBoundingClientRect();
      const wide = box || flows.includes(overflowX);
      const high = box && !page || flows.includes(overflowY);
      const by = Math.max(...rects.map((rect) => out(rect, edges, wide, high)));
      const what = around.className || around.id || around.tagName;
      if (by > 1) return [`${says.slice(0, 40)}: ${by.toFixed(0)} px out of ${what}`];
    }
    return [];
  });""",
    "lost number": """
  return texts(inPlay()).flatMap(({ element, text, says }) =>
    [...text.data.matchAll(/[0-9]+/g)].flatMap((number) => {
    const range = document.createRange();
    range.setStart(text, number.index);
    range.setEnd(text, number.index + number[0].length);
    const [last] = lines(range).slice(-1);
    if (!last) return [`${says.slice(0, 40)}: its number is not shown`];
    for (let around = element; around && around !== inPlay(); around = around.parentElement) {
      const { overflowX, display } = getComputedStyle(around);
      if (display === "inline" || !["hidden", "clip"].includes(overflowX)) continue;
      const edges = around.getBoundingClientRect();
      if (last.right > edges.right + 1 || last.left < edges.left - 1) {
        return [`${says.slice(0, 40)}: its number is cut by ${around.className || around.tagName}`];
      }
    }
    return [];
  }));""",
    "broken word": """
  const parts = new Set(names.flatMap((name) => name.split(" ")));
  return texts(inPlay()).flatMap(({ text }) =>
    [...text.data.matchAll(/[\\p{L}\\p{N}’]+/gu)].filter(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const tops = new Set(lines(range).map(({ top }) => Math.round(top)));
      return tops.size > 1 && ![...parts].some((part) => part.includes(word));
    }).map(([word]) => word));""",
    "overlap": """
  const board = inPlay(), isBoard = board.matches(".board, dialog");
  const icons = [...board.querySelectorAll("svg.icon, .qr")].filter((icon) => !unseen(icon));
  const clamps = (element) => element && (
    getComputedStyle(element).webkitLineClamp === "none" ? clamps(element.parentElement) : element);
  const isBehindDots = ({ element, says }) => {  // the end of what is cut after some lines
    const around = clamps(element);
    return around && around.scrollHeight > around.clientHeight
      && !around.innerText.trim().startsWith(says);
  };
  const measured = () => [
    ...texts(board).filter((text) => !isBehindDots(text)).flatMap(({ element, says, rects }) =>
      rects.map((rect) => ({ element, says: says.slice(0, 30), ...clipped(element, rect) }))),
    ...icons.map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const says = element.querySelector("use")?.getAttribute("href") ?? "a code";
      return { element, says, left: left + 3, right: right - 3, top: top + 3, bottom: bottom - 3 };
    }),
  ];
  const parts = [.1, .5, .9].flatMap((across) => [.1, .5, .9].map((down) => [across, down]));
  const sight = (thing) => parts.map(([across, down]) => {
    const x = thing.left + (thing.right - thing.left) * across;
    const hit = document.elementFromPoint(x, thing.top + (thing.bottom - thing.top) * down);
    const asked = hit?.closest(".question") && !hit.closest(".question").contains(thing.element);
    const veiled = hit?.matches(".naming[open]");  // by what it lays over the rest
    const own = hit?.matches("label input") ? hit.closest("label") : hit;  // over its own words
    return hit && !asked && !veiled ? related(thing.element, own) : null;
  });
  const half = (seen) => isBoard && seen.includes(true) && seen.includes(false);
  const there = ({ left, right, top, bottom }) => right > left && bottom > top;
  const look = () => {
    const things = measured(), seen = things.map(sight);
    const found = things.flatMap(({ element, says }, at) => {
      if (!there(things[at]) || !half(seen[at])) return [];  // lines below the last that is shown
      // What only passes beneath a part that stays is whole once it is scrolled to the middle.
      element.scrollIntoView({ block: "center", behavior: "instant" });
      return half(sight(measured()[at])) ? [`${says}: half covered`] : [];
    });
    const cross = (one, other) => {
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      return wide > 1 && high > 1 ? `${wide.toFixed(0)} x ${high.toFixed(0)}` : "";
    };
    // Nor what passes beneath such a part: it is elsewhere then.
    const stays = (one, other) => [one, other].every((at) => {
      things[at].element.scrollIntoView({ block: "center", behavior: "instant" });
      const now = measured();
      return cross(now[one], now[other]);
    });
    const visible = [...things.keys()].filter((at) => seen[at].includes(true));
    visible.forEach((one, nth) => visible.slice(nth + 1).forEach((other) => {
      if (related(things[one].element, things[other].element)) return;
      const much = cross(things[one], things[other]);
      if (much && stays(one, other))
        found.push(`${things[one].says} / ${things[other].says}: ${much}`);
    }));
    return found;
  };
  const found = look(), page = document.scrollingElement;
  if (page.scrollHeight > innerHeight) {  // what is at its foot too
    scrollTo(0, page.scrollHeight);
    found.push(...look());
    scrollTo(0, 0);
  }
  return found;""",
    "hidden": """  // parts of a board that are not wholly on the screen
  return [...document.querySelectorAll("#board > .dock :is(a, button), #board .pile, "
      + "#board .action, #board.piled:not(.marked) > .quiet :is(a, button)")]
    .filter((each) => shown(each) && !each.closest("[hidden]"))
    .filter((each) => {
      const { left, right, bottom } = each.getBoundingClientRect();
      return right > innerWidth + 1 || bottom > innerHeight + 1 || left < -1;
    }).map(name);""",
    "crowded": """  // keys with too little between them and the next one
  const keys = targets().filter((each) => each.matches(".key"))
    .map((each) => [name(each), each.getBoundingClientRect()]);
  return keys.flatMap(([one, at], nth) => keys.slice(nth + 1).flatMap(([other, next]) => {
    const wide = Math.max(at.left, next.left) - Math.min(at.right, next.right);
    const high = Math.max(at.top, next.top) - Math.min(at.bottom, next.bottom);
    return Math.max(wide, high) < 3 ? [`${one} / ${other}: ${wide} x ${high}`] : [];
  }));""",
    "touching figures": """  // of a table: two numbers that read as one
  return [...inPlay().querySelectorAll("tr")].filter(shown).flatMap((row) => {
    const figures = [...row.cells]
      .filter((each) => shown(each) && /^[0-9−+]+$/.test(each.innerText.trim()))
      .map((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return [name(each), range.getBoundingClientRect()];
      });
    return figures.slice(1).filter(([, { left, top }], nth) =>
      Math.max(left - figures[nth][1].right, top - figures[nth][1].bottom) < 3)
      .map(([says]) => says);
  });""",
    "half a name": """  // of those that are numbered: they are whole, or their first letter
  return [...document.querySelectorAll(".fitted:has(> [data-initial]) > :first-child")]
    .filter((stem) => stem.clientWidth && stem.scrollWidth > stem.clientWidth && !unseen(stem))
    .map((stem) => `${name(stem.parentElement)}: ${stem.clientWidth} of ${stem.scrollWidth}`);""",
    "lost sign": """  // one that nothing on the page draws, or of a number that has no word either
  const wide = (each, part) => parseFloat(getComputedStyle(each, part).width) > 0;
  const bare = [...document.querySelectorAll(".nobodys")].filter((each) => !unseen(each)
    && ![...each.querySelectorAll(".note, .icon")].some((part) => wide(part))
    && !wide(each.querySelector(".count"), "::before")).map(name);
  return [...document.querySelectorAll("use")].map((each) => each.getAttribute("href"))
    .filter((sign) => !document.querySelector(sign)).concat(bare);""",
    "faint sign": """  // a drawn one, or a code: with less than 3 : 1 to what it stands on
  const brush = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const mixed = (colours) => {
    brush.reset();
    for (const colour of ["#fff", ...colours]) {
      brush.fillStyle = colour;
      brush.fillRect(0, 0, 1, 1);
    }
    const [red, green, blue] = [...brush.getImageData(0, 0, 1, 1).data].map((each) =>
      each > 10 ? ((each / 255 + 0.055) / 1.055) ** 2.4 : each / 3294);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const grounds = (element) => {  // from the page up; none where one is a picture
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    if (backgroundImage !== "none" || opacity !== "1") return null;
    const below = element.parentElement ? grounds(element.parentElement) : [];
    return below && [...below, backgroundColor];
  };
  return [...top().querySelectorAll("svg.icon use, .qr path, .plot polyline")].flatMap((each) => {
    const { stroke, fill } = getComputedStyle(each), ink = stroke === "none" ? fill : stroke;
    const sign = each.closest("svg"), under = unseen(sign) ? null : grounds(sign);
    if (!under || each.closest(":disabled")) return [];
    const [one, other] = [mixed(under), mixed([...under, ink])].sort((a, b) => a - b);
    const says = each.getAttribute("href") ?? each.localName;
    return other / one < 3 ? [`${says}: ${(other / one).toFixed(1)}`] : [];
  });""",
    "chosen alike": """  // a choice that looks the same once it is chosen
  const parts = ["display", "visibility", "opacity", "color", "background", "border", "outline",
    "boxShadow", "fontWeight", "content", "transform", "clipPath", "textDecoration"];
  const look = (all) => all.flatMap((each) => ["", "::before", "::after"].map((part) => {
    const style = getComputedStyle(each, part || null);
    return parts.map((name) => style[name]).join();
  })).join();
  const still = new CSSStyleSheet();
  still.replaceSync("* { transition: none !important; }");
  document.adoptedStyleSheets.push(still);
  const found = [...top().querySelectorAll("[type=radio], [type=checkbox]")].filter((box) => {
    const label = box.closest("label") ?? box.labels[0] ?? box;
    if (unseen(label) || getComputedStyle(box).appearance !== "none" && !unseen(box)) return false;
    const all = [label, ...label.querySelectorAll("*")], { checked, name, form } = box;
    const before = [...document.querySelectorAll(":checked")]
      .find((each) => each.type === "radio" && each.name === name && each.form === form);
    const looks = [false, true].map((on) => { box.checked = on; return shown(label) + look(all); });
    box.checked = checked;
    if (before) before.checked = true;
    return looks[0] === looks[1];
  }).map((box) => `${box.name} ${box.value}`);
  document.adoptedStyleSheets.pop();
  return found;""",
    "no ring": """  // on what has the focus of a keyboard, where a key was the last thing pressed
  const bare = targets().filter((each) => {
    each.focus({ preventScroll: true });
    const ring = unseen(each) ? each.nextElementSibling ?? each : each;
    const { outlineStyle, outlineWidth } = getComputedStyle(ring);
    const isRing = outlineStyle === "solid" && parseFloat(outlineWidth) >= 2;
    return document.activeElement === each && !(each.matches(":focus-visible") && isRing);
  }).map(name);
  document.activeElement.blur();
  return bare;""",
    "zooms": """  // at a double tap
  const stays = (each) => each
    && (getComputedStyle(each).touchAction !== "auto" || stays(each.parentElement));
  return targets().filter((each) => !stays(each)).map(name);""",
    "moves": """  // for who wants less motion
  return [...document.querySelectorAll(":not(svg *)")].filter((each) => ["", "::before", "::after"]
    .map((part) => getComputedStyle(each, part || null)).some((style) =>
      style.scrollBehavior === "smooth" || style.animationName !== "none"
      || style.transitionDuration !== "0s")).map(name);""",
    "cut label": """  // of a chart
  return [...document.querySelectorAll(".ends span")]
    .filter((label) => label.scrollWidth > label.clientWidth).map(name);""",
}
"""What is measured of a page, by what is wrong where it finds something.

Each is the body of a function of `names`, which may be cut, and the `least` size of a target.
"""
STILL = """async () => {
  // What a change of size sets in motion begins with the next frame.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  while (document.getAnimations().some((each) => each.playState === "running"))
    await new Promise(requestAnimationFrame);
}"""
"""Waits until the page has done moving."""


def found(
    page: Page, whats: Iterable[str], names: Sequence[str] = (), least: int | None = None
) -> dict[str, list[str]]:
    """What each of these finds wrong, all in one call, one after the other."""
    each = ", ".join(f"{json.dumps(what)}: (() => {{ {RULER[what]} }})()" for what in whats)
    script = f"([names, least]) => {{ {LIBRARY} return {{ {each} }}; }}"
    told: dict[str, list[str]] = page.evaluate(script, [list(names), least])
    return {what: list(dict.fromkeys(wrong)) for what, wrong in told.items()}


def is_sized(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
