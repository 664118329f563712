"""Each request by an id of its own, and the line that it leaves in the log."""

import logging
import secrets
import time
from collections.abc import Callable
from functools import lru_cache
from types import TracebackType
from typing import Any, cast

from flask import Flask, Response, g, has_request_context, request
from flask.globals import app_ctx, request_ctx

from companion.runtime import server_log, yielding
from companion.store.tables.join_codes import SYMBOLS
from companion.web.safety.security import STATIC

ADDRESSES = 10_000  # kept of those that pages lead to
PROBES = frozenset(("health.show", "metrics.show"))

ExcInfo = tuple[type, BaseException, TracebackType | None] | tuple[None, None, None]


class Discreet(Flask):
    """A Flask app that says of a failure where it was, and nothing of what was asked.

    All its templates stay in memory, and what it calls are plain functions.
    """

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func

    def log_exception(self, exc_info: ExcInfo) -> None:
        server_log.write(logging.ERROR, "failed", describe_request(), exc_info[1])

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.jinja_options = {"cache_size": -1}
        self._known_address = lru_cache(ADDRESSES)(self._build_address)

    def url_for(self, endpoint: str, *, _external: bool | None = None, **values: Any) -> str:
        """The address of a page without its server, also where no request is being answered.

        Each board has some thirty, which are the same at every tap: those made lately are kept.
        """
        if _external or endpoint.startswith("."):
            return super().url_for(endpoint, _external=bool(_external), **values)
        self.inject_url_defaults(endpoint, values)
        adapter = (request_ctx if has_request_context() else app_ctx).url_adapter
        said = tuple((name, type(value), value) for name, value in values.items())
        return self._known_address(adapter.script_name if adapter else "", endpoint, said)

    def _build_address(
        self, _root: str, endpoint: str, said: tuple[tuple[str, type, Any], ...]
    ) -> str:
        """The address of this page below the root that the context has."""
        values = {name: value for name, _, value in said}
        return super().url_for(endpoint, _external=False, **values)


def init_app(app: Flask) -> None:
    """Before all others, so that the time is that of everything, and the bytes are those sent."""
    app.before_request(_begin)
    app.after_request(_end)


def identity() -> str:
    """What this request is called, for a player to tell and for whoever looks for its line."""
    if "request_id" not in g:
        made = "".join(secrets.choice(SYMBOLS) for _ in range(8))
        g.request_id = f"{made[:4]}-{made[4:]}"
    return cast(str, g.request_id)


def describe_request() -> dict[str, object]:
    """Which request this is: of its address the pattern alone, which names no table."""
    route = request.url_rule.rule if request.url_rule else None
    return {"request": identity(), "method": _method(), "route": route}


def _method() -> str:
    """The method, of those that there are: anything can stand there."""
    return request.method if request.method in ("GET", "HEAD", "POST", "OPTIONS") else "other"


def _begin() -> None:
    g.began = time.perf_counter()
    yielding.begin_work()


def _end(response: Response) -> Response:
    status = response.status_code
    if request.endpoint in STATIC and status < 400:
        return response
    response.headers["Request-Id"] = identity()
    took = round((time.perf_counter() - g.get("began", time.perf_counter())) * 1000, 1)
    figures = {"status": status, "ms": took, "bytes": response.content_length}
    server_log.write(_level(status), "request", describe_request() | figures)
    return response


def _level(status: int) -> int:
    if request.endpoint in PROBES and status == 200:
        return logging.DEBUG
    return logging.WARNING if status >= 500 else logging.INFO
