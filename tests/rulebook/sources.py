"""The rules as they are written down."""

from pathlib import Path

import companion.games
from companion.games import GAMES


def source(slug: str) -> str:
    """The English rules of this game, before anything reads them."""
    folder = Path(companion.games.__file__).parent / GAMES[slug].folder
    return (folder / "rules.en.md").read_text(encoding="utf-8")
