"""What somebody may be called: how a name is kept, and when two of them are the same.

Every name that people give goes through here: those of players, phones, tables and nicknames,
typed or out of a file.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from wcwidth import iter_graphemes

LONGEST_NAME = 24  # characters as people count them
LONGEST_SIGN = 12  # code points of one of them; a family with skin tones has eleven
MOST = LONGEST_NAME * LONGEST_SIGN  # code points of a name: what is longer is never looked through
LONGEST_NOTE = 500  # characters of what is written about a game
HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
JOINER, NON_JOINER = "\u200d", "\u200c"
JOINERS = (JOINER, NON_JOINER)
VIRAMA = 9  # the combining class of the signs after which Indic scripts join, or do not

BLANK = re.compile("[\u115f\u1160\u2800\u3164\uffa0\U0001d159]")
"""Signs with a width and nothing in it: Hangul fillers, empty Braille, a note without a head."""

NEWER = re.compile("[\U0001f000-\U0001faff\U00020000-\U0002fffd\U00030000-\U0003fffd]")
"""Where Unicode goes on adding emoji and Chinese characters, and nothing that shows nothing.

The Python of a phone knows more of them than that of its server.
"""

ISOLATES = re.compile("[\u2068\u2069]")
"""What a page puts around a name; a name that is copied from a page brings them along."""

ISOLATED = re.compile("\u2068([^\u2068\u2069]*)\u2069")

IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Unicode's Default_Ignorable_Code_Point: what shows nothing by itself."""


FLAG = re.compile("\U0001f3f4[\U000e0061-\U000e007a]{4,6}\U000e007f")
"""A flag of a part of a country, such as Wales: a black flag, its letters unseen, and their end."""

_FLAG_OR_IGNORABLE = re.compile(f"({FLAG.pattern})|{IGNORABLE.pattern}")

ALIKE = str.maketrans(
    dict.fromkeys("\u2018\u2019\u02bc\u00b4\uff07", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-")
)
"""The apostrophes and hyphens that keyboards and books have, by the plain ones."""


def clean(name: str) -> str | None:
    """The name as it is kept: NFC, trimmed, "" for none; None where it cannot be a name.

    A name has at most 24 characters as people count them, no controls and no direction overrides.
    One that shows nothing is none. What people write with stays: the joiners of emoji and of Indic
    and Arabic scripts, variation selectors, accents. Too long a text is refused before it is
    normalised, which takes the square of the accents in a row.
    """
    return None if len(name := name.strip()) > MOST else _clean(name)


def clean_note(note: object) -> str:
    """A note as it is kept: NFC, trimmed line by line, its first 500 characters; "" for no text.

    What shows nothing, or turns the direction of what follows, is left out.
    """
    if not isinstance(note, str):
        return ""
    lines = unicodedata.normalize("NFC", ISOLATES.sub("", note[:LONGEST_NOTE])).splitlines()
    trimmed = (" ".join(BLANK.sub(" ", line).split()) for line in lines)
    return "\n".join(map(_without_hidden, trimmed)).strip()[:LONGEST_NOTE]


def _without_hidden(line: str) -> str:
    return "".join(
        sign
        for at, sign in enumerate(line)
        if _belongs(line, at) and (sign in JOINERS or _category(sign) not in HIDDEN)
    )


@lru_cache(maxsize=4096)
def _clean(name: str) -> str | None:
    """What `clean` says of a short text: a file says the same few names in each of its lines."""
    name = ISOLATES.sub("", BLANK.sub(" ", name))
    name = " ".join(unicodedata.normalize("NFC", name).split())
    name = "".join(sign for at, sign in enumerate(name) if _belongs(name, at))
    if any(_category(sign) in HIDDEN and sign not in JOINERS for sign in FLAG.sub("", name)):
        return None
    if not _shows(name):
        return ""
    signs = list(iter_graphemes(name))
    if len(signs) > LONGEST_NAME or any(len(sign) > LONGEST_SIGN for sign in signs):
        return None
    return name


def is_plain(fact: object) -> bool:
    """Whether all words of an entry in here could have been typed by somebody, and are few."""
    if isinstance(fact, Mapping):
        words = [word for word in fact.values() if isinstance(word, str)]
        return len(words) == len(fact) == 2 and all(clean(word) is not None for word in words)
    return not isinstance(fact, str) or clean(fact) is not None


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """What all spellings of one name have in common: two names are the same if this is.

    Capitals, spaces, kinds of apostrophes and hyphens, and what shows nothing make no difference;
    it is "" for no name.
    """
    plain = _FLAG_OR_IGNORABLE.sub(r"\1", BLANK.sub(" ", name.strip()[:MOST])).translate(ALIKE)
    if not _shows(plain):
        return ""
    folded = unicodedata.normalize("NFC", plain).casefold()
    return unicodedata.normalize("NFC", " ".join(folded.split()))


def isolate(name: str) -> str:
    """The name as it stands within a line of a page: with Unicode's isolates around it.

    One that is written from the right does not turn its line round so, and a page knows each name
    by them: no browser is to translate it. `settle` takes those away that a plain text needs not.
    """
    return f"\u2068{name}\u2069" if name else ""


def capitalise(text: str) -> str:
    """This text with a capital first, also where it begins with a name."""
    at = 1 if text.startswith("\u2068") else 0
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def settle(text: str) -> str:
    """This text for where no name is marked up: only what is written from the right stays isolated.

    Every language of the pages is written from the left.
    """
    return ISOLATED.sub(lambda found: found[0] if turns(found[1]) else found[1], text)


def bare(text: str) -> str:
    """This text with nothing around the names in it, for files."""
    return ISOLATES.sub("", text)


def _category(sign: str) -> str:
    """The category of this sign; "So" for one that may be newer than this Python."""
    category = unicodedata.category(sign)
    return "So" if category == "Cn" and NEWER.match(sign) else category


def _shows(name: str) -> bool:
    """Whether there is anything to see: more than spaces, accents on nothing, and signs of none."""
    return any(_category(sign)[0] not in "CMZ" for sign in IGNORABLE.sub("", name))


def _belongs(name: str, at: int) -> bool:
    """Whether the sign at this place is anything but a joiner that joins nothing."""
    if name[at] not in JOINERS:
        return True
    before, after = name[at - 1 : at], name[at + 1 : at + 2]
    if VIRAMA in (unicodedata.combining(before or " "), unicodedata.combining(after or " ")):
        return bool(before)
    if name[at] == JOINER:
        return _is_drawn(before) and _is_drawn(after)
    return _is_arabic(before) and _is_arabic(after)


def _is_drawn(sign: str) -> bool:
    """Whether this may be part of an emoji: a picture, its skin tone, or how it is shown."""
    return bool(sign) and _category(sign) in ("So", "Sk", "Sm", "Mn")


def turns(name: str) -> bool:
    """Whether any of this is written from the right."""
    return not name.isascii() and any(_turns(sign) for sign in name)


def _turns(sign: str) -> bool:
    return unicodedata.bidirectional(sign) in ("R", "AL", "AN")


def _is_arabic(sign: str) -> bool:
    """Whether this is a letter of a script whose letters are joined, or an accent on one."""
    return bool(sign) and unicodedata.bidirectional(sign) in ("AL", "NSM")
