"""Addresses within the app, where one is handed from page to page."""

import re

LOCAL = re.compile(r"/(?!/)[!-\[\]-~]*")  # one slash first, then anything visible but backslashes


def local(address: str | None) -> str | None:
    """The address if it leads to a page of this app, else None."""
    return address if address and LOCAL.fullmatch(address) else None
