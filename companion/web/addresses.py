"""Addresses within the app, where one is handed from page to page."""

from urllib.parse import urlsplit


def local(address: str | None) -> str | None:
    """The address if it leads to a page of this app, else None."""
    if not address or not address.startswith("/") or address.startswith(("//", "/\\")):
        return None
    parts = urlsplit(address)
    return None if parts.scheme or parts.netloc or "\\" in address else address
