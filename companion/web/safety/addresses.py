"""Addresses within the app, where one is handed from page to page, and where the app is."""

import re

from flask import request

# One slash first, then anything visible but backslashes. A page may have it in each of its links.
LOCAL = re.compile(r"/(?!/)[!-\[\]-~]{0,499}")


def local(address: str | None) -> str | None:
    """The address if it leads to a page of this app, else None."""
    return address if address and LOCAL.fullmatch(address) else None


def own_origins() -> tuple[str, ...]:
    """What our own pages say that they come from.

    Where we are asked over https, only that. Else a proxy may speak https without telling us; what
    comes from there is ours as well.
    """
    secure = f"https://{request.host}"
    return (secure,) if request.is_secure else (secure, f"http://{request.host}")
