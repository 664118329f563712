"""How often something may be tried: by phone first, and by address generously, as a pub is one."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

from flask import Flask, Response, request
from flask_limiter import Limiter

from companion.web import phone

P = ParamSpec("P")
R = TypeVar("R")

WRONG_CODES = "10 per 10 minutes"  # protocol.md, Limits
WRONG_CODES_OF_A_PUB = "60 per 10 minutes"


def address() -> str:
    """Where a request comes from."""
    return request.remote_addr or ""


def _phone() -> str:
    return phone.known() or ""


def _is_wrong(response: Response) -> bool:
    return response.status_code == 422


limiter = Limiter(
    key_func=address, storage_uri="memory://", strategy="moving-window", headers_enabled=True
)
_wrong_by_phone = limiter.limit(
    WRONG_CODES,
    key_func=_phone,
    deduct_when=_is_wrong,
    exempt_when=lambda: phone.known() is None,
    methods=["POST"],
)
_wrong_by_address = limiter.limit(WRONG_CODES_OF_A_PUB, deduct_when=_is_wrong, methods=["POST"])


def wrong_codes(view: Callable[P, R]) -> Callable[P, R]:
    """A view whose wrong answers are counted, and no more of them taken than anybody mistypes."""
    return cast("Callable[P, R]", _wrong_by_phone(_wrong_by_address(view)))


def init_app(app: Flask) -> None:
    limiter.init_app(app)
