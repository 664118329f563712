"""One Brain as phones at a table use it: through the forms that its pages really show."""

from collections.abc import Sequence
from typing import Any

from tests.support.client_phone import Phone
from tests.support.page import Element, Page

SLUG = "one-brain"
NAMES = ("Ann", "Ben", "Cas", "Dee", "Eva", "Fay", "Gus")
ACTIONS = {
    "donate": "Donate",
    "cover": "Cover",
    "extra": "Extra card",
    "take-back": "Take back",
    "remove-kind": "Remove creature",
    "remove-colour": "Remove colour",
}
NOTHING = "No effect"


def offered(form: Element, name: str) -> list[str]:
    controls = [each for each in form if each.tag in ("input", "button")]
    named = [each.attributes for each in controls if each.attributes.get("name") == name]
    return [each["value"] for each in named]


def picked(form: Element, name: str) -> list[str]:
    return [each.attributes["value"] for each in form.picked(name)]


def fills(phone: Phone, form: Element, button: Element | None, **said: Any) -> Page:
    """Send the form by this button, with these of its radios and boxes chosen."""
    for name, value in said.items():
        assert value in offered(form, name), (name, value, offered(form, name))
    return phone.submits(form, button, **said)


def sits(
    phone: Phone, seats: int = 2, names: Sequence[str] = NAMES, *, table: str = "", **chosen: object
) -> Page:
    """Set an attempt up on its screen: `level` and `hand` are chosen there, or left as they are."""
    given = {name: str(value) for name, value in chosen.items()}
    return phone.starts(seats, names[:seats], table=table, tile=SLUG, given=given)


def playing(page: Page) -> Element:
    """The form in which a card is laid."""
    [found] = page.main.classed("play")
    return found


def one_tap(page: Page) -> list[str]:
    """The actions that hit nothing: a tap on one of them is the whole entry."""
    return [button.attributes["value"] for button in playing(page).all("button", name="action")]


def panel(form: Element, action: str) -> Element:
    """The part of the form that shows once this action is chosen."""
    return next(each for each in form.classed("panel") if each in form.classed(f"for-{action}"))


def lays(
    phone: Phone, action: str, hits: object = None, *, at: str | None = None, **said: Any
) -> Page:
    """Lay a card on the page `at`, or on the one that shows: the action, then what it hits.

    `hits` is the button that is pressed for it: a name, a source, the id of a column, or `NOTHING`;
    for the removers `columns` are the ids that are ticked. `said` are other radios and boxes, and
    `source` the switch that says where the card comes from.
    """
    if at is not None or not phone.page.main.classed("play"):
        phone.opens(f"{phone.game}{at or ''}")
    form = playing(phone.page)
    if "source" in said:
        said["from"] = said.pop("source")
    said |= {f"columns-{column}": "y" for column in said.pop("columns", ())}
    if taps := form.all("button", name="action", value=action):
        assert hits is None, f"{action} hits nothing here"
        return fills(phone, form, taps[0], **said)
    assert action in offered(form, "action"), action
    if hits is NOTHING:
        [pressed] = form.all("button", class_=f"link without for-{action}")
    else:
        known = ACTIONS[action] if hits is None else str(hits)
        values = action in ("cover", "take-back", "extra")
        buttons = panel(form, action).all("button")
        [pressed] = [b for b in buttons if known == (b.attributes["value"] if values else b.text)]
    return fills(phone, form, pressed, **said, action=action)


def says(phone: Phone, **facts: object) -> Page:
    """Enter this from the board as it stands now."""
    phone.opens(phone.game)
    return phone.enters(**facts)


def turn(phone: Phone, action: str = "remove-kind", hits: object = None, **said: Any) -> Page:
    """A whole turn: this card, and nothing drawn. A remover finds nothing, if nothing is said."""
    phone.opens(phone.game)
    assert lays(phone, action, hits, **said).status == 200
    phone.opens(phone.game)
    return phone.taps("End turn no draw")


def told(phone: Phone, *entries: dict[str, Any]) -> None:
    """Enter all of these at once, as a phone without scripts does, and look at none of it."""
    phone.opens(phone.game)
    head = phone.head
    for number, entry in enumerate(entries):
        said = {name: fact for name, fact in entry.items() if name != "columns"}
        said |= {f"columns-{column}": "y" for column in entry.get("columns", ())}
        said |= {"csrf_token": phone.token, "page": f"told {head + number}", "seen": head + number}
        answer = phone.posts(f"{phone.game}entries", said, entry=None)
        assert answer.status == 303, (entry, answer.said)
    phone.opens(phone.game)


def entries(phone: Phone) -> list[dict[str, Any]]:
    return phone.record()["entries"]


def kinds(phone: Phone) -> list[str]:
    return [entry["kind"] for entry in entries(phone)]


def middle(page: Page) -> list[str]:
    """What those who listen hear of the columns, from the left."""
    lying = page.main.classed("middle")[0].classed("column")
    return [column.classed("unseen")[0].text for column in lying]


def counted(page: Page) -> tuple[int, int, list[str]]:
    """Draw pile, discarded cards, and what everybody holds."""
    rows = page.main.classed("counts")[0].all("li")
    held = [row.classed("unseen")[0].text for row in rows[2:]]
    return int(rows[0].find("b").text), int(rows[1].find("b").text), held


def shows(phone: Phone) -> Any:
    """Open the board, see that it says what the record says, and give that."""
    page, found = phone.opens(phone.game), phone.state()
    lying = [column["cards"] for column in found["columns"]]
    columns = page.main.classed("middle")[0].classed("column")
    assert [int(column.find("b").text) for column in columns] == lying
    assert page.main.classed("of")[0].text == f"{len(lying)} of {found['limit']}"
    held = zip(found["hands"], found["domains"], strict=True)
    said = [f"{hand} in hand, {domain} in the domain" for hand, domain in held]
    assert counted(page) == (found["draw_pile"], found["discarded"], said)
    seat = found["turn"]["player"]
    has_none = not found["hands"][seat] + found["domains"][seat]
    drawing = found["turn"]["phase"] == "draw" or has_none
    assert bool(page.main.classed("drawing")) == drawing
    late = [label for label in page.labels() if label.endswith("draws late")]
    assert bool(late) == (found["late_draw"] is not None and found["draw_pile"] > 0)
    return found


def ended(page: Page) -> tuple[str, str]:
    """What the page of the end says: the result, and why."""
    result = page.main.classed("result")[0]
    return result.find("h1").text, result.all("p")[-1].text


def tried(page: Page) -> dict[str, list[str]]:
    """The row of attempts by level."""
    return {
        row.find("dt").text: [each.classed("unseen")[0].text for each in row.classed("tried")]
        for row in page.main.classed("attempts")[0].all("div")
    }
