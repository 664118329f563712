"""One Brain on a phone: a card in two taps, named or not, until it is won or the middle is full."""

from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.bluff_places import touches
from tests.browser.brain_places import (
    DRAW,
    FIVE_COLUMNS,
    cell,
    chooses,
    cover,
    covers,
    donate,
    draws,
    extra,
    names,
    naming,
    sits,
    target,
)
from tests.browser.phone import Phone
from tests.browser.shortcuts import END

SENDS = """() => {
  const form = new FormData(document.querySelector("form.play"));
  return [form.get("card"), form.get("action"),
    document.querySelector(".play-head [data-named-card]").textContent];
}"""


def entries(phone: Phone) -> list[dict[str, Any]]:
    return phone.record()["entries"]


def open_panel(phone: Phone) -> Locator:
    return phone.page.locator("#main .panel:visible")


def second(phone: Phone, source: str) -> Locator:
    return open_panel(phone).locator(f'[name=extra_from][value="{source}"]')


def sends(phone: Phone) -> Locator:
    return open_panel(phone).locator(".button.main")


def ticked(phone: Phone) -> list[int]:
    boxes = open_panel(phone).locator(".target input")
    return [number for number, box in enumerate(boxes.all(), 1) if box.is_checked()]


def panels(phone: Phone) -> list[str]:
    classes = phone.page.locator(".panel:visible").evaluate_all(
        "(all) => all.map((e) => [...e.classList])"
    )
    return [next(name for name in each if name.startswith("for-")) for each in classes]


UNICORNS = (
    donate(1, card="red unicorn"), DRAW, extra(card="blue zombie"), DRAW,
    cover(2, card="green unicorn"), DRAW, donate(0, card="purple unicorn"), DRAW,
)  # fmt: skip


def test_an_unknown_card_is_named_in_two_taps_more_and_known_afterwards(phone: Phone) -> None:
    sits(phone, donate(1), END)
    phone.taps = 0
    names(phone, "red zombie")
    assert phone.taps == 2
    expect(naming(phone)).to_have_text("red zombie")
    assert panels(phone) == []
    covers(phone, 1)
    assert entries(phone)[-1]["card"] == {"colour": "red", "kind": "zombie"}
    draws(phone)
    touches(phone, naming(phone))
    expect(phone.page.get_by_role("radio", name="red zombie, Cover", exact=True)).to_be_visible()
    touches(phone, cell(phone, "red zombie"))
    assert panels(phone) == ["for-cover"]
    expect(phone.page.locator(".chosen-action.for-cover")).to_contain_text("red zombie")
    touches(phone, phone.button("Another action"))
    chooses(phone, "extra")
    names(phone, "green cat")
    expect(phone.page.locator("#main [name=extra_action]")).to_be_checked()
    assert panels(phone) == ["for-extra"]
    phone.enters(second(phone, "hand"))
    assert entries(phone)[-1]["extra_card"] == {"colour": "green", "kind": "cat"}


def test_a_remover_ticks_the_right_columns_by_itself(phone: Phone) -> None:
    sits(phone, *UNICORNS)
    phone.taps = 0
    names(phone, "blue frog")  # removes unicorns
    assert panels(phone) == ["for-remove-kind"]
    assert ticked(phone) == [1, 2, 4]
    phone.enters(sends(phone))
    assert phone.taps == 3
    assert (entries(phone)[-1]["columns"], entries(phone)[-1]["removes"]) == ([1, 2, 4], "unicorn")
    phone.undoes()
    names(phone, "sixth unicorn")
    chooses(phone, "remove-kind")
    for kind, columns in (("unicorn", [1, 2, 4, 5]), ("zombie", [])):
        touches(phone, open_panel(phone).locator(f".removed label:has([value={kind}])"))
        assert ticked(phone) == columns
    touches(phone, phone.button("Another action"))
    chooses(phone, "remove-colour")
    touches(phone, open_panel(phone).locator(".removed label:has([value=red])"))
    assert ticked(phone) == [1]
    touches(phone, target(phone, 3))
    touches(phone, target(phone, 1))
    phone.enters(sends(phone))
    assert entries(phone)[-1]["columns"] == [3]


def test_a_page_that_comes_back_says_what_it_will_send(phone: Phone) -> None:
    sits(phone, *FIVE_COLUMNS)

    def leaves(link: str) -> None:
        phone.goes(phone.page.locator("#board .quiet").get_by_role("link", name=link))
        phone.page.go_back()

    for does in (phone.page.reload, lambda: leaves("Log"), lambda: leaves("Rules")):
        names(phone, "red zombie")
        chooses(phone, "cover")
        does()
        card, chosen, shown = phone.page.evaluate(SENDS)
        assert shown == (card or "Which card?")
        assert panels(phone) == ([f"for-{chosen}"] if chosen else [])
        if not chosen:
            chooses(phone, "cover")
        phone.enters(target(phone, 2))
        assert entries(phone)[-1]["column"] == 2
        phone.undoes()
        phone.page.reload()
    covers(phone, 1)
