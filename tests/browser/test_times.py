"""Times and dates as the phone in the hand has them, whatever clock the server goes by."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from urllib.parse import unquote
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect
from sqlalchemy import insert, text

from companion.store import schema
from tests.browser.conftest import Phones
from tests.browser.guests import table_of
from tests.browser.phone import Phone
from tests.browser.shortcuts import card
from tests.support.live_server import Server

WINTER = datetime(2026, 11, 21, 1, 57, 3, tzinfo=UTC)
SUMMER = datetime(2026, 7, 1, 1, 57, 3, tzinfo=UTC)
ZONES = {  # of the phone, with its language: the time in winter and in summer, the day in winter
    ("America/New_York", "en-US"): ("8:57 PM", "9:57 PM", "Nov 20, 2026", "November 20, 2026"),
    ("Pacific/Kiritimati", "de"): ("15:57", "15:57", "21.11.2026", "21. November 2026"),
    ("Europe/London", "en-GB"): ("01:57", "02:57", "21 Nov 2026", "21 November 2026"),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on the other side of the world."""
    running = Server(tmp_path_factory.mktemp("far"), settings={"TZ": "Asia/Tokyo"})
    running.start()
    yield running
    running.stop()


def over(phone: Phone, server: Server) -> str:
    """The address of a game of last winter that is over, its second line entered in summer."""
    phone.joins()
    with table_of(server, phone) as (store, me, table):
        game = store.games.start(me, "the-game", {}, ["Ann", "Ben"], table).id
        lines = ((WINTER, {"card": 2, "pile": "up-1"}), (SUMMER, {}))
        written = [
            {
                **{"game": game, "place": place, "id": f"entry-{place}", "phone": me},
                **{"at": ms(at), "seen": place - 1, "facts": facts},
                "kind": "card-played" if facts else "cannot-play",
            }
            for place, (at, facts) in enumerate(lines, 1)
        ]
        with store.database._writer.begin() as connection:
            connection.execute(insert(schema.entries), written)
            connection.execute(
                text("UPDATE games SET made_at = :at WHERE id = :id"),
                {"at": ms(WINTER), "id": game},
            )
    return f"{phone.game.rsplit('/', 2)[0]}/{game}/"


def ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def test_times_and_dates_are_those_of_the_phone(phones: Phones, server: Server) -> None:
    for zone, locale in ZONES:
        winter, summer, day, in_words = ZONES[zone, locale]
        phone = phones(timezone_id=zone, locale=locale)
        phone.visits("/")
        game = over(phone, server)
        table = game.rsplit("/", 2)[0] + "/"
        phone.visits(f"{game}log/?all=1")
        expect(phone.page.locator("main time")).to_have_text([summer, winter])
        for page in (table, f"{table}history"):
            phone.visits(page)
            expect(phone.page.locator("main time").last).to_have_text(day)
        phone.visits(game)
        shared = phone.page.locator("[data-share]")
        expect(shared).to_have_attribute("data-share", re.compile(re.escape(f" {in_words}.") + "$"))
        play = unquote(str(phone.page.locator("a[rel]").get_attribute("href")))
        here = WINTER.astimezone(ZoneInfo(zone))
        assert f'"playDate":"{here:%Y-%m-%d %H:%M:%S}"' in play
    phone.joins(card(2, "up-1"))
    phone.cannot_play()  # an end that is pushed has them too
    now = datetime.now(ZoneInfo(zone))
    said = f" {now.day} {now:%B} {now.year}."
    expect(phone.page.locator("[data-share]")).to_have_attribute(
        "data-share", re.compile(re.escape(said) + "$")
    )
