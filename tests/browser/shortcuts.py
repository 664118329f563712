"""Straight to the middle of a game, without a tap: the same requests that the pages make.

Each is sent once more where gunicorn was just ending the idle connection that it went out on.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode, urljoin

from playwright.sync_api import APIRequestContext, APIResponse

from companion.engine.deck import Deck, encode
from companion.engine.entry import Facts


def start(
    request: APIRequestContext,
    names: Sequence[str],
    switches: Mapping[str, str],
    players: int = 0,
    path: str = "/new/the-game",
) -> str:
    token = _token(request, path)
    said: list[tuple[str, Any]] = [("players", players or len(names)), ("csrf_token", token)]
    said += [("name", name) for name in names] + list(switches.items())
    as_form = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = _post(request, path, data=urlencode(said), headers=as_form)
    return urljoin(answer.url, answer.headers["location"])


def enter(request: APIRequestContext, game: str, entries: Sequence[Facts], after: int = 0) -> None:
    """These entries are in the log, behind so many, confirmed where they have to be."""
    token = _token(request, game) if entries else ""
    for seen, facts in enumerate(entries, after):
        said = {"confirmed": "1", **_fields(facts), "seen": seen, "id": f"shortcut-{seen}"}
        form = {name: str(value) for name, value in said.items()}
        _post(request, f"{game}entries", form=form, headers={"X-CSRFToken": token})


def _fields(facts: Facts) -> dict[str, object]:
    """What a form says of these: a white card for each seat, and a box for each column."""
    said = {name: fact for name, fact in facts.items() if not isinstance(fact, list)}
    if isinstance(cards := facts.get("cards"), list):
        said |= {f"cards-{seat}": card for seat, card in enumerate(cards)}
    if isinstance(columns := facts.get("columns"), list):
        said |= {f"columns-{column}": "y" for column in columns}
    return said


def teach(request: APIRequestContext, game: str, deck: Deck) -> None:
    table = re.sub(r"[^/]+/$", "", game)
    form = {"deck": encode("the-game", deck), "csrf_token": _token(request, game)}
    _post(request, f"{table}deck/the-game/take-over", form=form)


def _post(request: APIRequestContext, path: str, **said: Any) -> APIResponse:
    """Send this; the answer leads to a page that nobody looks at yet."""
    answer = request.post(path, max_redirects=0, max_retries=1, **said)
    assert answer.status == 303, answer.text()
    return answer


def _token(request: APIRequestContext, near: str) -> str:
    """What each form of this phone brings to the server of this address."""
    answer = request.get(urljoin(near, "/token"), max_retries=1)
    assert answer.status == 200, answer.text()
    return answer.text()


def card(number: int, pile: str, choice: str | None = None) -> dict[str, object]:
    """A card, and the command that somebody chose for it, "none" included."""
    facts: dict[str, object] = {"kind": "card-played", "card": number, "pile": pile}
    return {**facts, "choice": choice} if choice else facts


END: dict[str, object] = {"kind": "turn-ended"}
CANNOT: dict[str, object] = {"kind": "cannot-play"}
