"""How a phone is asked to a table: a link for its camera, and a code that can be spoken.

Neither is stored. Both are made again from the key of the installation and a random number that
the database holds beside their hashes: who has the one without the other cannot join anywhere.
"""

import hashlib
import hmac
import re
import secrets
import unicodedata
from base64 import urlsafe_b64encode
from dataclasses import dataclass

SYMBOLS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none of which looks like another
MISREAD = frozenset("01ILOU")  # what looks like one of them, or like each other
CODE = 8  # symbols; 39 bits
LINK = 16  # bytes; 128 bits
_CODE = re.compile(f"[{SYMBOLS}]{{{CODE}}}")
_LINK = re.compile(r"/j/([\w-]{22})(?![\w-])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Invitation:
    """The secrets with which somebody joins a table in one role."""

    number: str
    link: str
    code: str


def new(key: bytes) -> Invitation:
    """An invitation that nobody has seen yet."""
    return make_invitation(key, secrets.token_hex(LINK))


def make_invitation(key: bytes, number: str) -> Invitation:
    """The invitation with this number, the same each time."""
    link = urlsafe_b64encode(_digest(key, "link", number)[:LINK]).decode().rstrip("=")
    left = int.from_bytes(_digest(key, "code", number))
    code = ""
    for _ in range(CODE):
        left, at = divmod(left, len(SYMBOLS))
        code += SYMBOLS[at]
    return Invitation(number, link, code)


def hash_secret(key: bytes, secret: str) -> str:
    """What is stored of a link or a code; worth nothing without the key, as codes are short."""
    return _digest(key, "hash", secret).hex()


def spell_code(code: str) -> str:
    """The code as it is read out, in two halves."""
    return f"{code[: CODE // 2]} {code[CODE // 2 :]}"


def parse_code(said: str) -> str | None:
    """The code in what somebody typed; None where it cannot be one."""
    bare = _strip_signs(said)
    return bare if _CODE.fullmatch(bare) else None


def is_misread(said: str) -> bool:
    """Whether this is as long as a code, and has a letter or digit that no code has."""
    bare = _strip_signs(said)
    return len(bare) == CODE and not MISREAD.isdisjoint(bare)


def find_link(said: str) -> str | None:
    """The link in an address that somebody copied, with whatever else they copied; else None."""
    found = _LINK.search(said)
    return found[1] if found else None


def _strip_signs(said: str) -> str:
    """The letters and digits of a code: a Japanese keyboard types them twice as wide."""
    plain = unicodedata.normalize("NFKC", said.upper())
    return "".join(sign for sign in plain if sign.isalnum())


def _digest(key: bytes, purpose: str, text: str) -> bytes:
    said = f"{purpose} {text}".encode("utf-8", "surrogatepass")
    return hmac.new(key, said, hashlib.sha256).digest()
