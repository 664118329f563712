"""What no page of One Brain says: that a card should be drawn, and what has left the middle."""

import re
from collections.abc import Iterator

from tests.games.one_brain.telling import draws, ends, holds
from tests.games.one_brain.telling import lays as facts_of
from tests.support.client_phone import Phone
from tests.support.page import Element, Page
from tests.web.brain import NOTHING, lays, sits, starts, told


def tour(phone: Phone) -> Iterator[tuple[str, Page]]:
    """Every page of an attempt, with what is told of slips, and its end; each with a name."""
    yield "first view", phone.opens(phone.game)
    yield "slip", phone.enters(kind="card-drawn")
    told(phone, facts_of("cover", card="red zombie"))
    yield "drawing", phone.page
    yield "how did it end", lays(phone, "remove-kind")
    yield "drew", phone.taps("Drew nothing")
    told(phone, ends())
    yield "late", phone.page
    told(phone, facts_of("remove-colour", columns=[1, 3]), draws())
    for at in ("", "sheet/hands", "sheet/attempts", "log/"):
        yield f"removed {at}", phone.opens(f"{phone.game}{at}")
    yield "owed", lays(phone, "cover", NOTHING, at="")
    yield "entered", phone.taps("Enter it")
    told(phone, *(holds(seat, 0) for seat in range(len(phone.record()["players"]))), ends())
    yield "nobody holds a card", phone.opens(phone.game)
    phone.opens(f"{phone.game}sheet/attempts")
    yield "end", phone.taps("Give up this attempt")
    yield "again", starts(phone)
    yield "table", phone.opens(phone.table)
    yield "shelf", phone.opens("/")


def spoken(page: Page) -> str:
    """All that a page says, aloud and in print, without the grid of cards."""
    unread = {id(each) for grid in page.main.classed("grid") for each in grid}
    return " ".join(
        " ".join([*labels(each), *(child for child in each.children if isinstance(child, str))])
        for each in page.main
        if id(each) not in unread
    )


def labels(element: Element) -> list[str]:
    names = ("aria-label", "title")
    return [element.attributes[name] for name in names if name in element.attributes]


REMINDS = r"(?i)forg[eo]t|remember|remind|still|could|should|can draw|may draw|must|has to|want"


def test_no_page_reminds_of_drawing_or_lists_what_is_gone(plain: Phone) -> None:
    sits(plain, 3, level="beginner", hand=4)
    for name, page in tour(plain):
        said = re.sub(r"\s+", " ", spoken(page))
        found = re.findall(r"[^.!?]*\b(?:draw|drew)\b[^.!?]*(?:[.!?]|$)", said)
        reminders = [each.strip() for each in found if re.search(REMINDS, each)]
        assert len(reminders) == (name == "nobody holds a card"), (name, reminders)
        must = "Nobody holds a card: somebody has to draw."
        assert all(each.endswith(must) for each in reminders)
        assert not re.search(r"\b(tip|advice|hint|better|careful)\b", said.split("Attempts at")[0])
        assert ("red zombie" in said) <= (name not in ("removed ", "end", "shelf")), name
