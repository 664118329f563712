"""Tables that live on a phone whose disk is full in the middle of a game, and has room again.

The browser is on a disk of its own. Passes where what does not fit is answered with 507 and the
notice says so, and a browser that is started again once there is room has each acknowledged entry
once, at its place, and takes more. (Chromium forgets its service workers on a full disk: until it
is started again, or the page is opened anew, the pages of the tables come from nowhere.)
"""

import json
import shlex
import shutil
import tempfile
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright, sync_playwright

from tests.browser.chromium import launching
from tests.browser.own_tables import OwnTables
from tests.browser.restarts import Restarts
from tests.drills.disk import Disk, NoDisk, mounted
from tests.drills.here import EARLY, ENTER, prepare, read
from tests.drills.outcome import Outcome, run
from tests.drills.prepared import prepared
from tests.support.live_server import Server

BROKEN = ("early",)
TIMES, ONCE = 5, 1
DISK = 250_000_000  # bytes: the browser's profile, the app and its snapshot
RESERVE = 200_000  # bytes that are left for what else the browser writes
ROOM = 20_000_000  # bytes that are free again
AROUND = 3  # entries before the disk is full, and after there is room
PATIENCE = 40_000  # ms: a tab that begins anew on a full disk may wait for it without end
MOST = 30  # entries that may still fit

# Entries one after the other, until so many are in or one is answered with something else.
ENTERS = f"""async ([game, made, first, many]) => {{
  {ENTER}
  const acknowledge = async (told) => taken.push(told), taken = [];
  const late = new Promise((done) => setTimeout(() => done([0, taken]), {PATIENCE}));
  const work = async () => {{
    const whole = {{ kind: "hand-corrected", player: 0, cards: 72 }};
    let seen = (await (await fetch(`${{game}}record.json`)).json()).entries.length, status = 200;
    const tell = (answer) => {{ status = answer.status; }};
    if (!seen) seen = await enter(`${{made}}-0`, whole, seen, tell);
    for (let card = first; card < first + many && status === 200; card += 1) {{
      const laid = {{ kind: "card-played", card, pile: "up-1" }};
      seen = await enter(`${{made}}-${{card}}`, laid, seen, tell);
    }}
    return [status, taken];
  }};
  return Promise.race([work(), late]);
}}"""


@dataclass
class Seen:
    """What came of a full disk."""

    full: int = 0
    """How often it was said to be full."""
    ids: dict[int, str] = field(default_factory=dict)
    """What was acknowledged, by its place in the log."""
    lost: int = 0
    doubled: int = 0
    healed: int = 0
    """How often entries went in again."""

    def take(self, told: list[dict[str, Any]]) -> None:
        for each in told:
            self.doubled += each["place"] in self.ids
            self.ids[each["place"]] = each["id"]


def drill(*, small: bool, broken: str | None) -> Outcome:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as mounting:
        try:
            with mounted(Path(mounting), DISK) as disk:
                seen = _drill(Path(folder), disk, small, broken)
        except NoDisk as error:
            return Outcome(f"cramped: needs unshare and a disk of its own: {error}", False)
    times = ONCE if small else TIMES
    line = (
        f"cramped: full {seen.full} times of {times}, {len(seen.ids)} acknowledged, {seen.lost}"
        f" lost, {seen.doubled} doubled, went on {seen.healed} times,"
        f" {time.monotonic() - began:.0f} s"
    )
    right = seen.full == seen.healed == times
    return Outcome(line, right and not (seen.lost or seen.doubled))


def _drill(folder: Path, disk: Disk, small: bool, broken: str | None) -> Seen:
    program = folder / "chromium"
    program.write_text(
        f'#!/bin/sh\nexec {shlex.join([*disk.under, launching()["executable_path"]])} "$@"\n'
    )
    program.chmod(0o755)
    with sync_playwright() as playwright:
        first = partial(prepare, playwright, small)
        with prepared("tables", folder, first) as (server, phone, _):
            shutil.copytree(phone, disk.inside / "phone")
            return _play(playwright, server, disk, program, ONCE if small else TIMES, broken)


def _play(
    playwright: Playwright,
    server: Server,
    disk: Disk,
    program: Path,
    times: int,
    broken: str | None,
) -> Seen:
    bookmark(disk.inside / "phone" / "Default", server.url)
    seen, held = Seen(), Restarts(playwright, server, disk.folder / "phone", program)
    try:
        phone = OwnTables(held.phone)
        phone.visits("/on-this-phone")
        assert phone.page.evaluate("navigator.storage.persist()")
        if broken:
            phone.page.evaluate(EARLY)
        phone.opens_tables()
        phone.starts_here("The Game", 2)
        game, card = phone.game.removeprefix(server.url), 2
        for number in range(times):
            made = f"filled-{number}"
            for many, fills in ((AROUND, True), (MOST, False)):
                status, told = phone.page.evaluate(ENTERS, [game, made, card, many])
                seen.take(told)
                card += many
                if fills:
                    disk.fill()
                    disk.relieve(RESERVE)
            seen.full += status == 507 and _says_so(phone)
            disk.relieve(ROOM)
            held.ends()
            phone = OwnTables(held.start())
            phone.opens_tables()
            found = read(phone)
            there = found.entries if found else {}
            own = game.split("/")[-2]
            seen.lost += sum(there.get((own, place)) != id for place, id in seen.ids.items())
            if seen.lost:
                break
            status, told = phone.page.evaluate(ENTERS, [game, f"{made}-on", card, AROUND])
            seen.take(told)
            seen.healed += status == 200 and len(told) == AROUND
            card += AROUND
        return seen
    finally:
        held.ends()


def bookmark(folder: Path, url: str) -> None:
    """Somebody cares for this site: else Chromium deletes all of it on a full disk."""
    one = {"id": "4", "name": "Companion", "type": "url", "url": f"{url}/"}
    bar, other, synced = (
        {"id": str(number), "name": name, "type": "folder", "children": children}
        for number, (name, children) in enumerate(
            (("bar", [one]), ("other", []), ("synced", [])), 1
        )
    )
    roots = {"bookmark_bar": bar, "other": other, "synced": synced}
    (folder / "Bookmarks").write_text(json.dumps({"checksum": "", "roots": roots, "version": 1}))


def _says_so(phone: OwnTables) -> bool:
    return "There is no space left" in phone.tab.locator("#notice").inner_text()


if __name__ == "__main__":
    run(drill, BROKEN)
