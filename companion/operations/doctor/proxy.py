"""What stands between a browser and this server: what it makes of a form on its way."""

import http.client
import json
import ssl
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from companion.operations.doctor.finding import Finding, Health
from companion.web.safety.senders import HOST, REFERRER, REFUSED_FOR, SCHEME

PATIENCE = 10  # seconds
LINES = {"Host": HOST, "X-Forwarded-Proto": SCHEME, "Origin": REFERRER, "Referer": REFERRER}
SILENT = "no-referrer"
"""What has browsers say nothing of the page that a form comes from."""
UNTRUSTED = (
    "Browsers warn about it, or do not open it. If phones trust a root certificate of your own, "
    "set SSL_CERT_FILE to that file for this command."
)
DOCS = "docs/deployment.md has complete files for nginx and Caddy."


@dataclass(frozen=True, slots=True)
class Answered:
    """What came back: the status, the headers, and the body."""

    status: int
    headers: http.client.HTTPMessage
    body: str


class Through:
    """The way to a server that a browser takes: by this address, and what stands there."""

    def __init__(self, address: str) -> None:
        self.address: SplitResult = urlsplit(address)
        self.path = self.address.path.rstrip("/")
        self.origin = f"{self.address.scheme}://{self.address.netloc}"

    def ask(self, method: str, path: str, headers: dict[str, str]) -> Answered:
        """One answer. Raises OSError or HTTPException where none comes."""
        is_secure = self.address.scheme == "https"
        sort = http.client.HTTPSConnection if is_secure else http.client.HTTPConnection
        host = str(self.address.hostname)
        with closing(sort(host, self.address.port, timeout=PATIENCE)) as line:
            body = b"" if method == "POST" else None
            line.request(method, f"{self.path}{path}", body, headers)
            answer = line.getresponse()
            return Answered(answer.status, answer.headers, answer.read().decode(errors="replace"))


def check_through(address: str) -> Iterator[Finding]:
    """Whether a form that a browser posts by this address is known as one of ours.

    It is the form for language and colours, in which nothing is chosen: it changes nothing. It says
    where it comes from as older browsers do, which is what proxies change.
    """
    way = Through(address)
    if way.address.scheme not in ("http", "https") or not way.address.hostname:
        yield Finding(
            Health.WRONG,
            f"{address} is not an address",
            "Give it in full, such as https://cards.example.",
        )
        return
    try:
        token = way.ask("GET", "/token", {})
    except ssl.SSLError as error:
        reason = f"No https at {way.origin}: {error.reason or error}"
        yield Finding(Health.WRONG, reason, UNTRUSTED)
        return
    except (OSError, http.client.HTTPException) as error:
        yield Finding(Health.WRONG, f"Nothing answers at {address}: {error}", DOCS)
        return
    if not token.headers["Companion"] or token.status != 200:
        yield Finding(
            Health.WRONG,
            f"Something other than Companion answers at {address} (status {token.status})",
            f"The proxy must pass on everything below it. {DOCS}",
        )
        return
    yield Finding(Health.OK, f"Companion answers at {address}")
    yield from _check_root(way)
    yield from _check_form(way, token)
    yield from _check_https(way, token)
    yield from _check_policy(way)


def _check_root(way: Through) -> Iterator[Finding]:
    """Whether its pages lead to where they are."""
    answered, here = way.ask("GET", "/manifest.webmanifest", {}), f"{way.path}/"
    found = json.loads(answered.body)["scope"] if answered.status == 200 else here
    if found != here:
        reason = f"Its links point to {found}, but the proxy serves it at {here}"
        yield Finding(Health.WRONG, reason, f"Start the server with ROOT={here}")


def _check_form(way: Through, token: Answered) -> Iterator[Finding]:
    """Whether the form arrives as it was sent."""
    cookies = [said.partition(";")[0] for said in token.headers.get_all("Set-Cookie") or ()]
    headers = {"Origin": way.origin, "Referer": f"{way.origin}{way.path}/"}
    headers |= {"Cookie": "; ".join(cookies), "X-CSRFToken": token.body}
    try:
        sent = way.ask("POST", "/phone", headers)
    except (OSError, http.client.HTTPException) as error:
        yield Finding(Health.WRONG, f"A form gets no answer: {error}", DOCS)
        return
    header = sent.headers[REFUSED_FOR]
    if sent.status == 303:
        yield Finding(Health.OK, "A form reaches the server unchanged")
    elif header:
        yield Finding(
            Health.WRONG,
            f"Forms are refused: the header {header} arrives changed",
            f"In nginx: {LINES.get(header, '')} {DOCS}",
        )
    else:
        yield Finding(
            Health.WRONG,
            f"A form gets the answer {sent.status}",
            "The proxy must pass on cookies and the headers Origin and X-CSRFToken unchanged.",
        )


def _check_https(way: Through, token: Answered) -> Iterator[Finding]:
    """Whether the server knows that browsers come to it over https."""
    said = token.headers.get_all("Set-Cookie") or ()
    if way.address.scheme == "https" and not any("Secure" in each for each in said):
        yield Finding(
            Health.LOOK,
            "The server does not know that browsers use https",
            f"Set TRUSTED_PROXIES=1, and in nginx: {SCHEME}",
        )


def _check_policy(way: Through) -> Iterator[Finding]:
    """Whether browsers are told to leave out where a form comes from."""
    page = way.ask("GET", "/", {})
    said = ", ".join(page.headers.get_all("Referrer-Policy") or ())
    last = said.rpartition(",")[2].strip()
    if last == SILENT:
        yield Finding(
            Health.LOOK,
            f"The proxy sets Referrer-Policy to {last}: older browsers' forms are refused",
            f"Remove that line: Companion sets its own. Or in nginx: {REFERRER}",
        )
