"""What four phones enter at one table without network, each in a browser of its own."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.browser import bluff_places, brain_places
from tests.browser.bluff_places import scored, touches
from tests.browser.guests import lets_in, table_of, whole_log
from tests.browser.phone import KEPT, Phone
from tests.browser.restarts import Restarts
from tests.support.live_server import Server

TAPS = 10
FOUR = ("Ann", "Ben", "Cas", "Dee")
PILES = {"up-1": (2, 1), "up-2": (20, 1), "down-1": (99, -1), "down-2": (80, -1)}
"""A pile for each phone, its first card and the way to the next: no two of them share a card."""

IS_KEPT = """async () => {
  const files = [...document.querySelectorAll("script[src]")].map(({ src }) => src);
  const kept = await Promise.all([location.href, ...files].map((file) => caches.match(file)));
  return Boolean(navigator.serviceWorker.controller) && kept.every(Boolean);
}"""
Facts = tuple[Any, ...]


@dataclass(frozen=True)
class Evening:
    """What lies on the table, the page on which the phone of a seat enters, and what it enters."""

    begins: Callable[[Phone], object]
    page: Callable[[int], str]
    enters: Callable[[Phone, int, int], object]
    says: Callable[[int, int], Facts]


WHOLE_HAND = {"kind": "hand-corrected", "player": 0, "cards": 72}
"""Ann holds enough for forty cards in one turn."""


def laid(seat: int, nth: int) -> tuple[int, str]:
    pile, (first, way) = list(PILES.items())[seat]
    return first + way * nth, pile


def lays(phone: Phone, seat: int, nth: int) -> None:
    """Each phone looks after one pile of a long turn: by its chips, every third card by the pad."""
    number, pile = laid(seat, nth)
    (phone.keys_in if nth % 3 == 0 else phone.plays)(number, pile)


def counts(phone: Phone, seat: int, nth: int) -> None:
    """Each phone counts the cards of its own holder, over and over."""
    form = phone.page.locator("details[open] form.entry")
    touches(phone, form.locator(f'label:has([name="domain"][value="{counted(nth)}"])'))
    touches(phone, form.get_by_role("button", name="That’s right"))


def counted(nth: int) -> int:
    return 1 + nth % 2


ROUNDS = ((1, 2, 3, 4), (2, 1, 4, 3), (3, 4, 1, 2), (4, 3, 2, 1))


def corrects(phone: Phone, seat: int, nth: int) -> None:
    """Each phone corrects the round that its holder had written down, until it is right."""
    for name, number in zip(FOUR, corrected(seat, nth), strict=True):
        chosen = phone.page.get_by_role("radio", name=f"{name}: {number}", exact=True)
        if not chosen.is_checked():
            touches(phone, chosen)
    touches(phone, phone.page.locator("form.closing .button.main"))


def corrected(seat: int, nth: int) -> tuple[int, ...]:
    """Another round each time; those of all four together never pass the limit."""
    cards = ((2, 3, 4, 1), (3, 4, 2, 1), (1, 4, 3, 2))[nth % 3]
    return (*cards[seat:], *cards[:seat])


def card_said(seat: int, nth: int) -> Facts:
    number, pile = laid(seat, nth)
    return ("card-played", number, pile)


GAMES = {
    "the-game": Evening(
        lambda phone: phone.joins(WHOLE_HAND, names=FOUR),
        lambda seat: "", lays, card_said,
    ),
    "the-game-extreme": Evening(
        lambda phone: phone.joins(WHOLE_HAND, names=FOUR, extreme="y"),
        lambda seat: "", lays, card_said,
    ),
    "one-brain": Evening(
        lambda phone: brain_places.sits(phone, brain_places.extra(), names=FOUR),
        lambda seat: f"sheet/hands?seat={seat}", counts,
        lambda seat, nth: ("cards-corrected", seat, counted(nth)),
    ),
    "game-of-bluff": Evening(
        lambda phone: bluff_places.sits(phone, *(scored(*each) for each in ROUNDS), names=FOUR),
        lambda seat: f"log/{seat + 1}", corrects,
        lambda seat, nth: ("changed", seat + 1, corrected(seat, nth)),
    ),
}  # fmt: skip


def said(kind: str, facts: Any) -> Facts:
    """An entry of the log as `says` has it."""
    match kind:
        case "card-played":
            return (kind, facts["card"], facts["pile"])
        case "cards-corrected":
            return (kind, facts["player"], facts["domain"])
        case _:
            return (kind, facts["target"], tuple(facts["facts"]["cards"]))


def goes_away(phone: Phone) -> None:
    """No network reaches this phone, whichever page it shows."""
    if phone.net.count():
        phone.goes_away()
    else:
        phone.forgives("net::ERR_")
        phone.context.set_offline(True)


def is_kept(phone: Phone) -> None:
    """The page on the screen, and the scripts of it, are on this phone."""
    phone.has(IS_KEPT)


def keeps(phone: Phone, submissions: int) -> None:
    """So many entries wait on this phone."""
    phone.has(f"async (n) => (await ({KEPT})()).length === n", submissions)


def go_away(server: Server, four: Sequence[Restarts], evening: Evening) -> str:
    """The address of the game that has begun; none of its phones has any network."""
    evening.begins(four[0].phone)
    address = four[0].phone.game
    for held in four[1:]:
        lets_in(server, four[0].phone, held.phone)
    for seat, held in enumerate(four):
        held.ends()  # that it was at this table is on its disk by now
        phone = held.start()
        phone.visits(address + evening.page(seat))
        is_kept(phone)
        goes_away(phone)
    return address


def enter(four: Sequence[Restarts], evening: Evening, taps: int) -> None:
    """So many entries wait on each phone, made by turns."""
    for nth in range(taps):
        for seat, held in enumerate(four):
            evening.enters(held.phone, seat, nth)
            keeps(held.phone, nth + 1)


def die_and_come_back(four: Sequence[Restarts], address: str) -> None:
    """All browsers were killed; they run again, with network, and what waited has arrived."""
    for held in four:
        held.kill()
    for held in four:
        held.start().visits(address)
    for held in four:
        held.phone.is_reached()


def arrived(server: Server, four: Sequence[Restarts], before: int) -> list[list[Facts]]:
    """What the log has of each phone after so many entries, in its order."""
    submissions = defaultdict(list)
    for written in whole_log(server, four[0].phone)[before:]:
        submissions[written.phone].append(said(written.kind, written.facts))
    return [submissions[_known(server, held.phone)] for held in four]


def _known(server: Server, phone: Phone) -> str:
    """What the server knows this phone by."""
    with table_of(server, phone) as (_store, me, _table):
        return me
