"""Who may start tables: whoever reaches the server, or only who knows its word (START_WORD)."""

import hmac
import unicodedata

from flask import Response, current_app

from companion.web.safety import phone
from companion.web.safety.security import cookie

COOKIE = "word"


class NeedsWord(Exception):
    """This phone has not said the word that this server asks for."""


def check() -> None:
    """Raises `NeedsWord` where this phone may start no table."""
    if current_app.config.get("START_WORD") and not _same(cookie(COOKIE) or "", _proof()):
        raise NeedsWord


def is_word(said: str) -> bool:
    """Whether that is the word, whatever a keyboard of a phone makes of it."""
    return _same(_plain(said), _plain(current_app.config["START_WORD"]))


def admit(answer: Response) -> None:
    """This phone may start tables from now on, until the word is another one."""
    phone.remember(answer, COOKIE, _proof())


def _proof() -> str:
    """What only a phone has that said this word here."""
    key, word = str(current_app.secret_key), _plain(current_app.config["START_WORD"])
    return hmac.digest(key.encode(), f"word {word}".encode(), "sha256").hex()


def _plain(said: str) -> str:
    return unicodedata.normalize("NFKC", said).strip().casefold()


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())
