"""Ids: random text, which nobody can guess and no two things share."""

import secrets

from companion.engine.table import ID


def new_id() -> str:
    return secrets.token_urlsafe(16)


def is_id(text: str) -> bool:
    """Whether this can be an id at all; no database is asked for what it could not hold."""
    return ID.fullmatch(text) is not None
