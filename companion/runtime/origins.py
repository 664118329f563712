"""Origins as browsers write them."""

USUAL_PORTS = {"http": 80, "https": 443}
"""The port of each scheme, which no browser writes."""


def write_origin(scheme: str, host: str, port: int | None) -> str:
    """This origin, such as "https://cards.example" or "https://cards.example:8443"."""
    end = "" if port in (None, USUAL_PORTS[scheme]) else f":{port}"
    return f"{scheme}://{host}{end}"
