"""A page as the tests read it: elements, what they say, and the forms that can be sent."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from html import unescape

from werkzeug.test import TestResponse

HIDDEN = "yours"  # but on the phone of whoever it is said to
VOID = frozenset(("base", "br", "hr", "img", "input", "link", "meta", "wbr"))
UNREAD = frozenset(("style", "script"))
# What one phone has and no other, and what a sheet says that is a page of its own.
OWN = frozenset(("csrf_token", "page", "id", "back"))

_NAME = r"[^\s\"'<>/=]+"
_VALUE = r"\"[^\"]*\"|'[^']*'"
ATTRIBUTE = re.compile(rf"\s+({_NAME})(?:=({_VALUE}))?")
PIECE = re.compile(
    rf"""</([a-zA-Z][a-zA-Z0-9-]*)\s*>
    |<([a-zA-Z][a-zA-Z0-9-]*)((?:[^<>"'/]++|{_VALUE})*+)(/?)>
    |<!--.*?-->|<!doctype\ html>
    |([^<]+)""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
"""A tag, a comment, or a text; every value stands in quotes, as in all our templates."""


@lru_cache(maxsize=10_000)
def _attributes(said: str) -> dict[str, str]:
    """What a tag says of itself; an assertion fails where that is not written as we write it."""
    rest = ATTRIBUTE.sub("", said).strip()
    assert not rest, f"no attribute: {rest!r} in {said!r}"
    found = [(name.lower(), unescape(value[1:-1])) for name, value in ATTRIBUTE.findall(said)]
    attributes = dict(found)
    assert len(attributes) == len(found), f"something is said twice: {said}"
    return attributes


@dataclass(eq=False)
class Element:
    """An element of a page, with what it holds."""

    tag: str
    attributes: dict[str, str]
    children: "list[Element | str]" = field(default_factory=list)

    def __iter__(self) -> "Iterator[Element]":
        """Every element in this one, itself first."""
        return iter(self._within)

    @cached_property
    def _within(self) -> "list[Element]":
        found = [self]
        for child in self.children:
            if isinstance(child, Element):
                found += child._within if child.children else [child]
        return found

    def all(self, tag: str | None = None, **wanted: str) -> "list[Element]":
        """The elements in here with this tag and these attributes ("_" reads as "-")."""
        asked = {name.strip("_").replace("_", "-"): value for name, value in wanted.items()}
        return [
            element
            for element in self
            if tag in (None, element.tag)
            and all(element.attributes.get(name) == value for name, value in asked.items())
        ]

    def find(self, tag: str | None = None, **wanted: str) -> "Element":
        found = self.all(tag, **wanted)
        assert found, f"no {tag} {wanted} in <{self.tag}>"
        return found[0]

    def having(self, attribute: str) -> "list[Element]":
        return [element for element in self if attribute in element.attributes]

    def picked(self, name: str) -> "list[Element]":
        """The radios and boxes of this name that are chosen."""
        return [each for each in self.all("input", name=name) if "checked" in each.attributes]

    def classed(self, name: str) -> "list[Element]":
        return [element for element in self if name in element.attributes.get("class", "").split()]

    @property
    def text(self) -> str:
        """What it says, with single spaces, on a phone that is nobody's."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in UNREAD and child.attributes.get("class") != HIDDEN:
                yield from child._texts()

    @property
    def label(self) -> str:
        """What it is called by whoever cannot see it, too."""
        return self.attributes.get("aria-label") or self.text

    def shared(self) -> list[object]:
        """All of it but what belongs to one phone: to compare two pages."""
        return [
            (self.tag, self.attributes),
            *(
                child if isinstance(child, str) else child.shared()
                for child in self.children
                if (isinstance(child, str) and child.strip())
                or (isinstance(child, Element) and child.attributes.get("name") not in OWN)
            ),
        ]

    def values(self, button: "Element | None" = None) -> dict[str, str]:
        """What this form sends when that button is pressed."""
        return dict(self.pairs(button))

    def pairs(self, button: "Element | None" = None) -> list[tuple[str, str]]:
        """The same, with what has the same name more than once."""
        sent = []
        for control in (*self.all("input"), *([button] if button else ())):
            said = control.attributes
            picked = said.get("type") not in ("radio", "checkbox") or "checked" in said
            if picked and "disabled" not in said and "name" in said:
                sent.append((said["name"], said.get("value", "on" if "type" in said else "")))
        return sent


class _Reader:
    """Reads strictly: what is not closed in order, or not written as we write it, is an error."""

    def __init__(self) -> None:
        self.root = Element("", {})
        self._open = [self.root]

    def starts(self, tag: str, said: str, closed: bool) -> None:
        element = Element(tag, _attributes(said))
        self._open[-1].children.append(element)
        if tag not in VOID and not closed:
            self._open.append(element)

    def ends(self, tag: str) -> None:
        opened = self._open.pop()
        assert opened.tag == tag, f"<{opened.tag}> is closed by </{tag}>"
        if tag == "table":
            for row in opened.all("tr"):  # on narrow screens a cell itself says its column
                for head, cell in zip(opened.all("th", scope="col"), row.all("td"), strict=False):
                    assert cell.attributes.get("data-is", head.text) == head.text
        if tag == "template":  # what a browser holds ready is not in the page
            self._open[-1].children.remove(opened)

    def says(self, text: str) -> None:
        self._open[-1].children.append(text)

    def read(self, text: str) -> Element:
        at = 0
        while at < len(text):
            found = PIECE.match(text, at)
            assert found, f"neither a tag nor a text: {text[at : at + 80]!r}"
            at = found.end()
            end, opened, said, closed, words = found.groups()
            if words:
                self.says(unescape(words) if "&" in words else words)
            elif opened:
                tag = opened.lower()
                self.starts(tag, said, bool(closed))
                if tag in UNREAD:
                    until = text.index(f"</{opened}>", at)
                    if until > at:
                        self.says(text[at:until])
                    at = until
            elif end:
                self.ends(end.lower())
        assert self._open == [self.root], f"never closed: {[each.tag for each in self._open[1:]]}"
        return self.root


def read(text: str) -> Element:
    """All elements of a page or a part of one; AssertionError where it is not well formed."""
    return _Reader().read(text)


@dataclass(frozen=True)
class Page:
    """An answer of the app: a whole page, or a fragment of one."""

    answer: TestResponse

    @property
    def status(self) -> int:
        return self.answer.status_code

    @cached_property
    def tree(self) -> Element:
        return read(self.answer.text)

    @cached_property
    def main(self) -> Element:
        return self.tree.find("main")

    def meta(self, name: str) -> str:
        """What the head of a whole page says under this name."""
        found = re.search(rf'<meta name="{name}" content="([^"]*)"', self.answer.text)
        assert found, f"the page says no {name}"
        return found[1]

    @property
    def whole(self) -> bool:
        return self.answer.text.startswith("<!doctype html>")

    @property
    def title(self) -> str:
        return self.tree.find("title").text

    @property
    def said(self) -> str:
        """What the page says or asks about the last entry; "" for nothing."""
        return " ".join(
            element.text
            for element in self.main
            if element.attributes.get("role") in ("alert", "alertdialog")
        )

    @property
    def told(self) -> str:
        """What the bar of a board tells of an entry that was there already; "" for nothing."""
        return " ".join(element.text for element in self.main.classed("told"))

    def form_of(self, label: str) -> tuple[Element, Element]:
        """The button with this label, after the form that it sends."""
        for form in self.tree.all("form"):
            for button in form.all("button"):
                if label in (button.text, button.label):
                    return form, button
        raise AssertionError(f"no button {label!r} in a form of {self.title!r}")

    def labels(self) -> list[str]:
        """What can be tapped in the main region."""
        return [each.label for each in self.main if each.tag in ("a", "button")]


def typed(page: Page) -> list[str]:
    """The names in the fields of a set-up screen."""
    return [field.attributes["value"] for field in page.main.all("input", name="name")]


def chosen(page: Page) -> str | None:
    """The number of players that is chosen on a set-up screen."""
    return page.main.find("form").values().get("players")


def switches(page: Page) -> set[str]:
    """The switches that are on, on a set-up screen."""
    boxes = page.main.all("input", type="checkbox")
    return {box.attributes["name"] for box in boxes if "checked" in box.attributes}


def blanked(page: Page) -> str:
    """The whole answer without what is made anew for each: token, nonce, its id and the time.

    Two answers that tell a stranger nothing are the same: `blanked(one) == blanked(other)`.
    """
    text = page.answer.text
    for element in page.tree:
        name = element.attributes.get("name")
        if name in ("csrf-token", "csrf_token", "page"):
            own = element.attributes.get("content") or element.attributes["value"]
            text = text.replace(own, "")
    anew = ("Date", "Request-Id")
    headers = [(name, said) for name, said in page.answer.headers if name not in anew]
    return f"{page.status} {sorted(headers)} {text}"
