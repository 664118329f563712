"""Companion with so little patience that one thumb is held up."""

from collections.abc import Mapping
from typing import Any

from flask import Flask

from companion import create_app
from companion.web import limits
from companion.web.rate_limiter import RateLimit


def hasty(config: Mapping[str, Any]) -> Flask:
    """A phone posts three times at once, and then once in ten seconds."""
    limits.WRITES = RateLimit(3, 30_000)
    return create_app(dict(config))
