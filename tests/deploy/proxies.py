"""nginx and Caddy, as ./test finds them, with the files that deploy/ has for them."""

import os
import re
import socket
import ssl
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

from tests.deploy.installed import PATIENCE, ROOT, Started, until
from tests.support.postgresql import free_port

UPSTREAM = "127.0.0.1:8000"
NAME = "cards.example.org"

Below = tuple[str, int, bool]
"""Below which path a server is, its port, and whether the proxy takes that path away."""


class Proxy(ABC):
    """A proxy before the server at `upstream`, with our file: only ports and places are others.

    Where there are servers `below` paths, it leads to them alone, by the lines that
    docs/deployment.md has for that. `authority` is the certificate to trust.
    """

    leads: str
    """The lines of our file that lead to the server."""
    leads_below: str
    """Those of docs/deployment.md that do so below /companion/."""
    strips: tuple[str, str]
    """What is changed in these so that the path is taken away."""

    def __init__(self, folder: Path, upstream: int, below: Sequence[Below] = ()) -> None:
        self.folder, self.upstream, self.port, self.below = folder, upstream, free_port(), below

    @property
    @abstractmethod
    def authority(self) -> Path: ...

    @abstractmethod
    def started(self) -> Started:
        """It, on its way."""

    def _behind(self) -> list[tuple[str, str, int]]:
        """What is changed so that it finds what it serves."""
        return [(re.escape(UPSTREAM), f"127.0.0.1:{self.upstream}", 1)]

    def _lead_below(self, site: str) -> str:
        if not self.below:
            return site
        page = (ROOT / "docs" / "deployment.md").read_text()
        (lines,) = re.findall(self.leads, site, re.DOTALL | re.MULTILINE)
        (shown,) = re.findall(self.leads_below, page, re.DOTALL | re.MULTILINE)
        return site.replace(lines, "".join(self._lead(shown, *each) for each in self.below))

    def _lead(self, shown: str, root: str, port: int, is_stripped: bool) -> str:
        """These lines for a server there."""
        lines = shown.replace("/companion", root[:-1]).replace(UPSTREAM, f"127.0.0.1:{port}")
        return re.sub(*self.strips, lines) if is_stripped else lines

    def ready(self) -> None:
        """It has made its certificate, and speaks https with it."""
        until(self._is_trusted, lambda: f"no certificate by {self.authority}")

    def _is_trusted(self) -> bool:
        if not self.authority.exists():
            return False
        trust = ssl.create_default_context(cafile=self.authority)
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as line:
            try:
                trust.wrap_socket(line, server_hostname="localhost").close()
            except ssl.SSLError:
                return False
        return True


class Nginx(Proxy):
    file, servers = "nginx.conf", 2
    """Ours in deploy/, and how many servers it has."""
    leads = r"^    location / \{\n.*?\n    \}\n"
    leads_below = r"^    location /companion/ \{\n.*?\n    \}\n"
    strips = r"(:\d+);", r"\1/;"

    def started(self) -> Started:
        self.plain = free_port()
        self._certify()
        site = replaced(
            (ROOT / "deploy" / self.file).read_text(),
            (r"^ *listen \[::\]:.*\n", "", self.servers),
            (r"listen 80;", f"listen 127.0.0.1:{self.plain};", self.servers - 1),
            (r"listen 443 ", f"listen 127.0.0.1:{self.port} ", 1),
            (re.escape(f"server_name {NAME};"), "server_name localhost;", self.servers),
            (r"/etc/letsencrypt/live/\S+/", f"{self.folder}/", 2),
            *self._behind(),
        )
        (self.folder / "site.conf").write_text(self._lead_below(site))
        (self.folder / "nginx.conf").write_text(self._around())
        command = [
            os.environ["NGINX"], "-p", str(self.folder), "-c", "nginx.conf", "-e", "stderr",
            "-g", "daemon off;",
        ]  # fmt: skip
        return Started(command, self.port, {})

    @property
    def authority(self) -> Path:
        return self.folder / "fullchain.pem"

    def _certify(self) -> None:
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
             "subjectAltName=DNS:localhost", "-keyout", str(self.folder / "privkey.pem"),
             "-out", str(self.authority)],
            check=True, capture_output=True,
        )  # fmt: skip

    def _around(self) -> str:
        """What Debian's own nginx.conf has around a site, as far as it matters here."""
        user = "user root;" if os.geteuid() == 0 else ""
        places = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = " ".join(f"{place}_temp_path {self.folder}/{place};" for place in places)
        types = (
            "types { text/html html; text/css css; application/javascript js;"
            " application/wasm wasm; }"
        )
        return (
            f"{user} pid {self.folder}/pid; events {{ }}\n"
            f"http {{ {types} default_type application/octet-stream;\n"
            f"access_log off; gzip on; {temporary} include {self.folder}/site.conf; }}\n"
        )


class Caddy(Proxy):
    file = "Caddyfile"
    leads = r"^\treverse_proxy .*?^\t\}\n"
    leads_below = r"^    redir /companion .*?^    \}\n"
    strips = "handle ", "handle_path "

    def started(self) -> Started:
        own = "admin off\nlocal_certs\nskip_install_trust\nauto_https disable_redirects\n"
        site = replaced(
            (ROOT / "deploy" / self.file).read_text(),
            (rf"^(\{{\$NAME:)?{re.escape(NAME)}\}}? ", f"https://localhost:{self.port} ", 1),
            *self._behind(),
        )
        file = self.folder / "Caddyfile"
        file.write_text(f"{{\n{own}default_bind 127.0.0.1\n}}\n{self._lead_below(site)}")
        command = [os.environ["CADDY"], "run", "--adapter", "caddyfile", "--config", str(file)]
        places = {"XDG_DATA_HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)}
        return Started(command, self.port, {**places, "HOME": str(self.folder)})

    @property
    def authority(self) -> Path:
        return self.folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"


PROXIES: dict[str, type[Proxy]] = {"nginx": Nginx, "caddy": Caddy}


def replaced(text: str, *changes: tuple[str, str, int]) -> str:
    for pattern, new, times in changes:
        text, done = re.subn(pattern, new, text, flags=re.MULTILINE)
        assert done == times, (pattern, done)
    return text
